/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dijkstra and Scholten's algorithm for SPIN, step by step the model of
 * tests/reference/lull-dijkstra-scholten.c: the same states, and the same transitions except those
 * that leave the bounds, which are guards here. Edges: 0 is leader to P1, 1 is P1 to P2, 2 is P2
 * to P1, 3 is P2 to P3.
 */
#define MOST 2 /* of each of the four counters of an edge */
#define HAS(set, i) ((set >> i) & 1)
#define ADD(set, i) set = set | (1 << i)
#define REMOVE(set, i) set = set & (255 - (1 << i))

byte busy = 1; /* a bit a process */
byte up;       /* a bit an edge: it is the upEdge of its target */
byte msgs[4], acks[4], sent[4], rcvd[4];

#define NEUTRAL_0 (!HAS (busy, 0) && sent[0] == 0)
#define NEUTRAL_1 (!HAS (busy, 1) && rcvd[0] == 0 && rcvd[2] == 0 && sent[1] == 0)
#define NEUTRAL_2 (!HAS (busy, 2) && rcvd[1] == 0 && sent[2] == 0 && sent[3] == 0)
#define NEUTRAL_3 (!HAS (busy, 3) && rcvd[3] == 0)

/* When the edge's last acknowledgement makes its target neutral. */
#define NOTHING_ELSE_0 (!HAS (busy, 1) && rcvd[2] == 0 && sent[1] == 0)
#define NOTHING_ELSE_1 (!HAS (busy, 2) && sent[2] == 0 && sent[3] == 0)
#define NOTHING_ELSE_2 (!HAS (busy, 1) && rcvd[0] == 0 && sent[1] == 0)
#define NOTHING_ELSE_3 (!HAS (busy, 3))

/* The upEdges of a process, all of them. */
#define LEAVE_TREE_1 up = up & (255 - 1 - 4)
#define LEAVE_TREE_2 REMOVE (up, 1)
#define LEAVE_TREE_3 REMOVE (up, 3)

#define ACKNOWLEDGE(e, guard, neutral, leave)                                             \
  :: d_step { rcvd[e] > 0 && acks[e] < MOST && (guard) ->                                 \
       rcvd[e] = rcvd[e] - 1; acks[e] = acks[e] + 1;                                      \
       if :: neutral -> leave :: else fi }

#define EDGE(e, from, to, nothing_else, neutral, leave)                                   \
  :: d_step { HAS (busy, from) && msgs[e] < MOST && sent[e] < MOST ->                     \
       msgs[e] = msgs[e] + 1; sent[e] = sent[e] + 1 }                                     \
  :: d_step { acks[e] > 0 -> acks[e] = acks[e] - 1; sent[e] = sent[e] - 1 }               \
  ACKNOWLEDGE (e, !HAS (up, e), neutral, leave)                                           \
  ACKNOWLEDGE (e, HAS (up, e) && rcvd[e] > 1, neutral, leave)                             \
  ACKNOWLEDGE (e, HAS (up, e) && nothing_else, neutral, leave)                            \
  :: d_step { msgs[e] > 0 && rcvd[e] < MOST ->                                            \
       if :: neutral -> ADD (up, e) :: else fi;                                           \
       msgs[e] = msgs[e] - 1; rcvd[e] = rcvd[e] + 1; ADD (busy, to) }

#define IDLE(p) :: d_step { true -> REMOVE (busy, p) }

active proctype network ()
{
  do
  :: NEUTRAL_0 && !(NEUTRAL_1 && NEUTRAL_2 && NEUTRAL_3) -> assert (false)
  EDGE (0, 0, 1, NOTHING_ELSE_0, NEUTRAL_1, LEAVE_TREE_1)
  EDGE (1, 1, 2, NOTHING_ELSE_1, NEUTRAL_2, LEAVE_TREE_2)
  EDGE (2, 2, 1, NOTHING_ELSE_2, NEUTRAL_1, LEAVE_TREE_1)
  EDGE (3, 2, 3, NOTHING_ELSE_3, NEUTRAL_3, LEAVE_TREE_3)
  IDLE (0)
  IDLE (1)
  IDLE (2)
  IDLE (3)
  od
}
