/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EWD840 for SPIN, step by step the model of tests/reference/lull-ewd840.c: the same states and the same
 * transitions, a guard of several branches being taken once for each that is true. SPIN has one
 * initial state, so it counts that one in addition, and the choice of ours as its transitions.
 */
#ifndef ACTIVE_PASSES
#define ACTIVE_PASSES 0 /* 1 is a mistake: an active node passes the token too */
#endif
#ifndef N
#define N 4
#endif
#if N < 2 || N > 8
#error N is 2 to 8
#endif

#define HAS(set, i) ((set >> i) & 1)
#define ADD(set, i) set = set | (1 << i)
#define REMOVE(set, i) set = set & (255 - (1 << i))

byte busy, black, position;
bit stained = 1;

#define DETECTED (position == 0 && !stained && !HAS (black, 0) && !HAS (busy, 0))

#define INITIATE_PROBE(reason)                                                            \
  :: d_step { position == 0 && (reason) -> position = N - 1; stained = 0; REMOVE (black, 0) }

#define PASS_TOKEN_IF(i, reason)                                                          \
  :: d_step { position == i && (reason) ->                                                \
       position = i - 1; stained = stained | HAS (black, i); REMOVE (black, i) }

#define PASS_TOKEN(i)                                                                     \
  PASS_TOKEN_IF (i, ACTIVE_PASSES || !HAS (busy, i))                                      \
  PASS_TOKEN_IF (i, HAS (black, i))                                                       \
  PASS_TOKEN_IF (i, stained)

/* Between a node and one with a higher number, both ways. */
#define SEND(low, high)                                                                   \
  :: d_step { HAS (busy, low) -> ADD (busy, high); ADD (black, low) }                     \
  :: d_step { HAS (busy, high) -> ADD (busy, low) }

#define DEACTIVATE(i) :: d_step { HAS (busy, i) -> REMOVE (busy, i) }

active proctype ring ()
{
  atomic {
    select (busy : 0 .. (1 << N) - 1);
    select (black : 0 .. (1 << N) - 1);
    select (position : 0 .. N - 1)
  };
end:
  do
  :: DETECTED && busy != 0 -> assert (false)
  INITIATE_PROBE (stained)
  INITIATE_PROBE (HAS (black, 0))
  PASS_TOKEN (1)
  SEND (0, 1)
  DEACTIVATE (0)
  DEACTIVATE (1)
#if N > 2
  PASS_TOKEN (2)
  SEND (0, 2)
  SEND (1, 2)
  DEACTIVATE (2)
#endif
#if N > 3
  PASS_TOKEN (3)
  SEND (0, 3)
  SEND (1, 3)
  SEND (2, 3)
  DEACTIVATE (3)
#endif
#if N > 4
  PASS_TOKEN (4)
  SEND (0, 4)
  SEND (1, 4)
  SEND (2, 4)
  SEND (3, 4)
  DEACTIVATE (4)
#endif
#if N > 5
  PASS_TOKEN (5)
  SEND (0, 5)
  SEND (1, 5)
  SEND (2, 5)
  SEND (3, 5)
  SEND (4, 5)
  DEACTIVATE (5)
#endif
#if N > 6
  PASS_TOKEN (6)
  SEND (0, 6)
  SEND (1, 6)
  SEND (2, 6)
  SEND (3, 6)
  SEND (4, 6)
  SEND (5, 6)
  DEACTIVATE (6)
#endif
#if N > 7
  PASS_TOKEN (7)
  SEND (0, 7)
  SEND (1, 7)
  SEND (2, 7)
  SEND (3, 7)
  SEND (4, 7)
  SEND (5, 7)
  SEND (6, 7)
  DEACTIVATE (7)
#endif
  od
}
