# SPDX-License-Identifier: Apache-2.0
#
# Prints the world of world-forest.awk with the pairwise protocol for rumur, step by step the model of
# sim/: the same states and the same steps.

# What m's parent, or the main program, has to have done before it sends m.
function ready (m,   text) {
  text = "stage[" m "] = UNSENT"
  if (before[m] >= 0)
    text = text " & stage[" before[m] "] != UNSENT"
  if (parent[m] >= 0)
    text = text " & stage[" parent[m] "] = RUNNING"
  return text
}

function print_rule (name, guard, effect) {
  print "rule \"" name "\"\n  " guard "\n==>\n  " effect "\nend;\n"
}

function print_move (name, m, from, to) {
  print_rule(name " " m, "stage[" m "] = " from, "stage[" m "] := " to ";")
}

function print_message (m) {
  print_rule("send " m, ready(m), "stage[" m "] := FLYING;")
  print_move("receive", m, "FLYING", "HELD")
  print_move("enqueue", m, "HELD", "QUEUED")
  print_move("start", m, "QUEUED", "RUNNING")
  print_rule("finish " m, "stage[" m "] = RUNNING" \
             (last_child[m] < 0 ? "" : " & stage[" last_child[m] "] != UNSENT"), "stage[" m "] := DONE;")
}

# Counts what worker w knows of its messages: those it sent, or those it finished.
function contribution (w, row, condition,   m, field, text) {
  for (m = 0; m < messages; m++) {
    if ((row == "done" ? target[m] : source[m]) != w)
      continue
    field = row "[" pair[source[m], target[m]] "]"
    text = text "\n  if stage[" m "] " condition " then " field " := " field " + 1; end;"
  }
  return text
}

function print_worker (w) {
  print_rule("contribute " w, "phase[" w "] = COUNTING" \
             (last_root[w] < 0 ? "" : " & stage[" last_root[w] "] != UNSENT"), \
             "phase[" w "] := WAITING;" contribution(w, "sent", "!= UNSENT") \
             contribution(w, "done", "= DONE") \
             "\n  finish_round ();")
  print_rule("read " w, "phase[" w "] = ARRIVED", "read_round (" w ");")
}

function print_declarations () {
  print "type"
  print "  stage_of_message: enum { UNSENT, FLYING, HELD, QUEUED, RUNNING, DONE };"
  print "  phase_of_worker: enum { COUNTING, WAITING, ARRIVED, JOINED };"
  print "  message: 0 .. " messages - 1 ";"
  print "  worker: 0 .. " workers - 1 ";"
  print "  pair: 0 .. " pairs - 1 ";\n"
  print "var"
  print "  stage: array [message] of stage_of_message;"
  print "  phase: array [worker] of phase_of_worker;"
  print "  sent, done: array [pair] of 0 .. " 2 ^ bits - 1 ";"
  print "  unequal: boolean;\n"
}

function print_procedures () {
  print "procedure clear_round ();"
  print "begin\n  for p: pair do sent[p] := 0; done[p] := 0; end;\nend;\n"
  print "procedure finish_round ();"
  print "begin"
  print "  if forall w: worker do phase[w] = WAITING end then"
  print "    for w: worker do phase[w] := ARRIVED; end;"
  print "    unequal := exists p: pair do sent[p] != done[p] end;"
  print "    clear_round ();"
  print "  end;\nend;\n"
  print "procedure read_round (w: worker);"
  print "begin"
  print "  if unequal then phase[w] := COUNTING;"
  print "  else"
  print "    phase[w] := JOINED;"
  print "    assert \"premature\" forall m: message do stage[m] = DONE end;"
  print "  end;"
  print "  if forall v: worker do phase[v] != ARRIVED end then unequal := false; end;"
  print "end;\n"
}

BEGIN {
  make_forest()
  bits = bits_of_a_count()
  print "-- " shape " " workers " " width " " depth ", pairwise; printed by world-murphi.awk\n"
  print_declarations()
  print_procedures()
  print "startstate\nbegin"
  print "  for m: message do stage[m] := UNSENT; end;"
  print "  for w: worker do phase[w] := COUNTING; end;"
  print "  clear_round ();\n  unequal := false;\nend;\n"
  for (m = 0; m < messages; m++)
    print_message(m)
  for (w = 0; w < workers; w++)
    print_worker(w)
}
