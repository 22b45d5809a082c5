# SPDX-License-Identifier: Apache-2.0
#
# The messages of `chain` and `tree`, numbered as the benchmark numbers them. Used together with one of
# world-promela.awk and world-murphi.awk, which print the world of these messages for another tool:
#
#     awk -v shape=chain -v workers=5 -v width=2 -v depth=4 -f world-forest.awk -f world-promela.awk
#
# width is the number of chains or the fanout, depth the number of hops or of levels.
#
# source[m], target[m]  who sends message m to whom
# parent[m]             the message whose handler sends it, or -1: the source's main program
# before[m]             what the same handler or program sends right before it, or -1
# last_child[m]         the last message that m's handler sends, or -1
# last_root[w]          the last message that w's main program sends, or -1
# pair[x, y]            for pairs that carry messages: their number

function add_message (from, to, of) {
  source[messages] = from
  target[messages] = to
  parent[messages] = of
  before[messages] = of < 0 ? last_root[from] : last_child[of]
  if (of < 0)
    last_root[from] = messages
  else
    last_child[of] = messages
  last_child[messages] = -1
  if (!((from, to) in pair)) {
    pair_source[pairs] = from
    pair_target[pairs] = to
    pair[from, to] = pairs++
  }
  return messages++
}

function add_chains (   start, hop, of) {
  for (start = 0; start < width; start++) {
    of = -1
    for (hop = 0; hop < depth; hop++)
      of = add_message((start + hop) % workers, (start + hop + 1) % workers, of)
  }
}

function add_siblings (from, of,   step) {
  for (step = 1; step <= width; step++)
    add_message(from, (from + step) % workers, of)
}

function add_tree (   level, m, first, end) {
  add_siblings(0, -1)
  first = 0
  for (level = 1; level < depth; level++) {
    end = messages
    for (m = first; m < end; m++)
      add_siblings(target[m], m)
    first = end
  }
}

# Bits that hold a number of messages of one pair.
function bits_of_a_count (   m, most, bits) {
  split("", carried)
  for (m = 0; m < messages; m++) {
    carried[pair[source[m], target[m]]]++
    if (carried[pair[source[m], target[m]]] > most)
      most = carried[pair[source[m], target[m]]]
  }
  for (bits = 1; 2 ^ bits <= most; bits++)
    ;
  return bits
}

function make_forest (   w) {
  messages = pairs = 0
  for (w = 0; w < workers; w++)
    last_root[w] = -1
  if (shape == "chain")
    add_chains()
  else if (shape == "tree")
    add_tree()
  else {
    print "found " shape " for shape, expected chain or tree" > "/dev/stderr"
    exit 2
  }
}
