# SPDX-License-Identifier: Apache-2.0
#
# Prints the world of world-forest.awk with the pairwise protocol for SPIN, step by step the model of
# sim/: the same states and the same transitions.
#
# One process; what has been contributed to a round is two words with a field for every pair, so that
# they differ exactly if some pair does: the fastest that we found SPIN to be.

# What m's parent, or the main program, has to have done before it sends m.
function ready (m,   text) {
  text = "stage[" m "] == UNSENT"
  if (before[m] >= 0)
    text = text " && stage[" before[m] "] != UNSENT"
  if (parent[m] >= 0)
    text = text " && stage[" parent[m] "] == RUNNING"
  return text
}

function print_move (m, from, to) {
  print "  :: d_step { stage[" m "] == " from " -> stage[" m "] = " to " }"
}

function print_message (m) {
  print "  :: d_step { " ready(m) " -> stage[" m "] = FLYING }"
  print_move(m, "FLYING", "HELD")
  print_move(m, "HELD", "QUEUED")
  print_move(m, "QUEUED", "RUNNING")
  print "  :: d_step { stage[" m "] == RUNNING" \
        (last_child[m] < 0 ? "" : " && stage[" last_child[m] "] != UNSENT") \
        " -> stage[" m "] = DONE }"
}

# The terms that count messages of pair x -> y for which a condition on the stage holds.
function count (x, y, condition,   m, text) {
  for (m = 0; m < messages; m++)
    if (source[m] == x && target[m] == y)
      text = text (text == "" ? "" : " + ") "(stage[" m "] " condition ")"
  return "((" text ") << " pair[x, y] * bits ")"
}

function contribution (w, condition,   p, text) {
  for (p = 0; p < pairs; p++)
    if ((condition == "== DONE" ? pair_target[p] : pair_source[p]) == w)
      text = text " | " count(pair_source[p], pair_target[p], condition)
  return text
}

function all_workers (condition,   w, text) {
  for (w = 0; w < workers; w++)
    text = text (w == 0 ? "" : " && ") "phase[" w "] " condition
  return text
}

function print_round (   w) {
  printf "       if :: %s ->\n            ", all_workers("== WAITING")
  for (w = 0; w < workers; w++)
    printf "phase[%d] = ARRIVED; ", w
  print "\n            unequal = (sent != done); sent = 0; done = 0"
  print "          :: else fi"
}

function print_worker (w,   sent, done) {
  sent = contribution(w, "!= UNSENT")
  done = contribution(w, "== DONE")
  print "  :: d_step { phase[" w "] == COUNTING" \
        (last_root[w] < 0 ? "" : " && stage[" last_root[w] "] != UNSENT") " ->"
  print "       phase[" w "] = WAITING;"
  if (sent != "")
    print "       sent = sent" sent ";"
  if (done != "")
    print "       done = done" done ";"
  print_round()
  print "     }"
  print "  :: d_step { phase[" w "] == ARRIVED ->"
  print "       if :: unequal -> phase[" w "] = COUNTING"
  print "          :: else -> phase[" w "] = JOINED; assert (ALL_DONE) fi;"
  print "       if :: NOBODY_ARRIVED -> unequal = 0"
  print "          :: else fi"
  print "     }"
}

BEGIN {
  make_forest()
  bits = bits_of_a_count()
  if (bits * pairs > 31) {
    print "found " pairs " pairs of " bits " bits, expected at most 31 bits in all" > "/dev/stderr"
    exit 2
  }
  print "/* " shape " " workers " " width " " depth ", pairwise; printed by world-promela.awk */"
  print "#define UNSENT 0\n#define FLYING 1\n#define HELD 2\n#define QUEUED 3\n#define RUNNING 4\n#define DONE 5"
  print "#define COUNTING 0\n#define WAITING 1\n#define ARRIVED 2\n#define JOINED 3"
  printf "#define ALL_DONE ("
  for (m = 0; m < messages; m++)
    printf "%sstage[%d] == DONE", m == 0 ? "" : " && ", m
  print ")"
  print "#define NOBODY_ARRIVED (" all_workers("!= ARRIVED") ")"
  print ""
  print "byte stage[" messages "];\nbyte phase[" workers "];\nint sent, done;\nbit unequal;\n"
  print "active proctype world ()\n{\nend:\n  do"
  for (m = 0; m < messages; m++)
    print_message(m)
  for (w = 0; w < workers; w++)
    print_worker(w)
  print "  od\n}"
}
