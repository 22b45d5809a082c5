/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Channel counting for SPIN, step by step the model of tests/reference/lull-channel-counting.c: the same
 * states, and the same transitions except those that leave the bound, which is a guard here. For
 * two or three processes.
 */
#ifndef N
#define N 3
#endif
#ifndef BOUND
#define BOUND 3
#endif
#if N < 2 || N > 3
#error N is 2 or 3
#endif

/* The numbers of the channels, ordered pairs of processes. */
#define C01 0
#define C10 1
#define C02 2
#define C20 3
#define C12 4
#define C21 5

byte s[6], r[6];               /* sent and received on each channel */
byte copied_s[6], copied_r[6]; /* the daemon's copies */
byte visited, total;
bit finished;

#define IN_FLIGHT(c) (s[c] > r[c])
#define ALL_VISITED (visited == (1 << N) - 1)
#if N == 2
#define AGREE (copied_s[0] == copied_r[0] && copied_s[1] == copied_r[1])
#define NONE_IN_FLIGHT (s[0] == r[0] && s[1] == r[1])
#else
#define AGREE                                                                             \
  (copied_s[0] == copied_r[0] && copied_s[1] == copied_r[1] && copied_s[2] == copied_r[2] \
   && copied_s[3] == copied_r[3] && copied_s[4] == copied_r[4] && copied_s[5] == copied_r[5])
#define NONE_IN_FLIGHT                                                                    \
  (s[0] == r[0] && s[1] == r[1] && s[2] == r[2] && s[3] == r[3] && s[4] == r[4] && s[5] == r[5])
#endif

/* Receive on a channel, and send nothing, on one channel, or on two. */
#define RECEIVE(c) :: d_step { IN_FLIGHT (c) -> r[c] = r[c] + 1 }
#define RECEIVE_SEND(c, a)                                                                \
  :: d_step { IN_FLIGHT (c) && total < BOUND ->                                           \
       r[c] = r[c] + 1; s[a] = s[a] + 1; total = total + 1 }
#define RECEIVE_SEND_BOTH(c, a, b)                                                        \
  :: d_step { IN_FLIGHT (c) && total + 1 < BOUND ->                                       \
       r[c] = r[c] + 1; s[a] = s[a] + 1; s[b] = s[b] + 1; total = total + 2 }

#define RECEIVE_OF_TWO(c, a) RECEIVE (c) RECEIVE_SEND (c, a)
#define RECEIVE_OF_THREE(c, a, b)                                                         \
  RECEIVE (c) RECEIVE_SEND (c, a) RECEIVE_SEND (c, b) RECEIVE_SEND_BOTH (c, a, b)

#define COPY(out, in) copied_s[out] = s[out]; copied_r[in] = r[in]
#define VISIT(p, copies)                                                                  \
  :: d_step { !finished && !(ALL_VISITED && AGREE) -> copies; visited = visited | (1 << p) }

active proctype processes ()
{
  d_step { s[C01] = 1; total = 1 };
end:
  do
  :: finished && !NONE_IN_FLIGHT -> assert (false)
  :: d_step { !finished && ALL_VISITED && AGREE -> finished = 1 }
#if N == 2
  RECEIVE_OF_TWO (C01, C10)
  RECEIVE_OF_TWO (C10, C01)
  VISIT (0, COPY (C01, C10))
  VISIT (1, COPY (C10, C01))
#else
  RECEIVE_OF_THREE (C01, C10, C12)
  RECEIVE_OF_THREE (C21, C10, C12)
  RECEIVE_OF_THREE (C10, C01, C02)
  RECEIVE_OF_THREE (C20, C01, C02)
  RECEIVE_OF_THREE (C02, C20, C21)
  RECEIVE_OF_THREE (C12, C20, C21)
  VISIT (0, COPY (C01, C10); COPY (C02, C20))
  VISIT (1, COPY (C10, C01); COPY (C12, C21))
  VISIT (2, COPY (C20, C02); COPY (C21, C12))
#endif
  od
}
