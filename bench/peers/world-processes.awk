# SPDX-License-Identifier: Apache-2.0
#
# Prints the world of world-forest.awk with the pairwise protocol for SPIN, once more: the same states and
# the same transitions as world-promela.awk, with a process for each message and each worker. This is
# slower, but SPIN's own partial-order reduction needs processes to find steps that touch nothing
# shared: those of the listener and the pool.
#
# A message's process shares when it is posted and when it is finished. What lies between is in its
# program counter.

# The terms that count messages of pair x -> y in an array of flags.
function count (x, y, flags,   m, text) {
  for (m = 0; m < messages; m++)
    if (source[m] == x && target[m] == y)
      text = text (text == "" ? "" : " + ") flags "[" m "]"
  return "((" text ") << " pair[x, y] * bits ")"
}

function contribution (w, flags,   p, text) {
  for (p = 0; p < pairs; p++)
    if ((flags == "finished" ? pair_target[p] : pair_source[p]) == w)
      text = text " | " count(pair_source[p], pair_target[p], flags)
  return text
}

function all_workers (condition,   w, text) {
  for (w = 0; w < workers; w++)
    text = text (w == 0 ? "" : " && ") "phase[" w "] " condition
  return text
}

function print_posts (of, from,   m) {
  for (m = 0; m < messages; m++)
    if (parent[m] == of && source[m] == from)
      print "  posted[" m "] = 1;"
}

function print_message (m) {
  print "active proctype message_" m " ()\n{"
  print "  posted[" m "]; /* received: held by the listener */"
  print "  true;      /* queued */"
  print "  true;      /* running */"
  print_posts(m, target[m])
  print "  finished[" m "] = 1;\nend:\n  false\n}\n"
}

function print_round (   w) {
  printf "       if :: %s ->\n            ", all_workers("== WAITING")
  for (w = 0; w < workers; w++)
    printf "phase[%d] = ARRIVED; ", w
  print "\n            unequal = (sent != done); sent = 0; done = 0"
  print "          :: else fi"
}

function print_read (w, guard, effect) {
  print "  :: d_step { phase[" w "] == ARRIVED && " guard " ->"
  print "       " effect ";"
  print "       if :: NOBODY_ARRIVED -> unequal = 0"
  print "          :: else fi"
  print "     }"
}

function print_worker (w) {
  print "active proctype worker_" w " ()\n{"
  print_posts(-1, w)
  print "  do\n  :: d_step { phase[" w "] == COUNTING ->"
  print "       phase[" w "] = WAITING;"
  print "       sent = sent" contribution(w, "posted") ";"
  print "       done = done" contribution(w, "finished") ";"
  print_round()
  print "     }"
  print_read(w, "unequal", "phase[" w "] = COUNTING")
  print_read(w, "!unequal", "phase[" w "] = JOINED; assert (ALL_DONE)")
  print "     ;\n     break\n  od;\nend:\n  false\n}\n"
}

BEGIN {
  make_forest()
  bits = bits_of_a_count()
  print "/* " shape " " workers " " width " " depth ", pairwise; printed by world-processes.awk */"
  print "#define COUNTING 0\n#define WAITING 1\n#define ARRIVED 2\n#define JOINED 3"
  printf "#define ALL_DONE ("
  for (m = 0; m < messages; m++)
    printf "%sfinished[%d]", m == 0 ? "" : " && ", m
  print ")"
  print "#define NOBODY_ARRIVED (" all_workers("!= ARRIVED") ")"
  print ""
  print "bit posted[" messages "], finished[" messages "];\nbyte phase[" workers "];\nint sent, done;\nbit unequal;\n"
  for (m = 0; m < messages; m++)
    print_message(m)
  for (w = 0; w < workers; w++)
    print_worker(w)
}
