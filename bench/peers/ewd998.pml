/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EWD998 for SPIN, step by step the model of tests/reference/lull-ewd998.c: the same states, and the
 * same transitions except those that leave the bounds, which are guards here. SPIN has one initial
 * state, so it counts that one in addition, and the choice of ours as its transitions.
 *
 * One process and numbers packed in bytes, because that is the fastest that we found SPIN to be.
 */
#ifndef ACTIVE_PASSES
#define ACTIVE_PASSES 0 /* 1 is a mistake: an active node passes the token too */
#endif
#ifndef N
#define N 3
#endif
#ifndef BOUND
#define BOUND 3
#endif

#if N < 2 || N > 4
#error N is 2 to 4
#endif

#define ZERO 64 /* how 0 is stored where numbers may be negative */
#define HAS(set, i) ((set >> i) & 1)
#define ADD(set, i) set = set | (1 << i)
#define REMOVE(set, i) set = set & (255 - (1 << i))

byte busy, black;
byte position, q = ZERO;
bit stained = 1;
byte counter[N] = ZERO, pending[N];

#define DETECTED                                                                          \
  (position == 0 && !stained && !HAS (black, 0) && !HAS (busy, 0)                         \
   && q + counter[0] == 2 * ZERO)

#if N == 2
#define NOTHING_PENDING (pending[0] + pending[1] == 0)
#elif N == 3
#define NOTHING_PENDING (pending[0] + pending[1] + pending[2] == 0)
#else
#define NOTHING_PENDING (pending[0] + pending[1] + pending[2] + pending[3] == 0)
#endif

#define INITIATE_PROBE(reason)                                                            \
  :: d_step { position == 0 && (reason) ->                                                \
       position = N - 1; q = ZERO; stained = 0; REMOVE (black, 0) }

#define PASS_TOKEN(i)                                                                     \
  :: d_step { position == i && (ACTIVE_PASSES || !HAS (busy, i)) ->                       \
       position = i - 1; q = q + counter[i] - ZERO;                                       \
       stained = stained | HAS (black, i); REMOVE (black, i) }

#define SEND(i, j)                                                                        \
  :: d_step { HAS (busy, i) && counter[i] < ZERO + BOUND && pending[j] < BOUND ->         \
       counter[i] = counter[i] + 1; pending[j] = pending[j] + 1 }

#define RECEIVE(i)                                                                        \
  :: d_step { pending[i] > 0 ->                                                           \
       pending[i] = pending[i] - 1; counter[i] = counter[i] - 1;                          \
       ADD (black, i); ADD (busy, i) }

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
  :: DETECTED && !(busy == 0 && NOTHING_PENDING) -> assert (false)
  INITIATE_PROBE (stained)
  INITIATE_PROBE (HAS (black, 0))
  INITIATE_PROBE (counter[0] + q > 2 * ZERO)
  PASS_TOKEN (1)
  SEND (0, 1)
  SEND (1, 0)
#if N > 2
  PASS_TOKEN (2)
  SEND (0, 2)
  SEND (1, 2)
  SEND (2, 0)
  SEND (2, 1)
  RECEIVE (2)
  DEACTIVATE (2)
#endif
#if N > 3
  PASS_TOKEN (3)
  SEND (0, 3)
  SEND (1, 3)
  SEND (2, 3)
  SEND (3, 0)
  SEND (3, 1)
  SEND (3, 2)
  RECEIVE (3)
  DEACTIVATE (3)
#endif
  RECEIVE (0)
  RECEIVE (1)
  DEACTIVATE (0)
  DEACTIVATE (1)
  od
}
