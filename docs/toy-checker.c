/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole model checker for one race, to read before the real one. Workers A and B agree to leave
 * join when allreduce(MAX) of their numbers of open futures is 0. A calls B (message 0, answered by
 * 1); B's handler calls A (message 2, answered by 3) without waiting. It is scenarios/race-figure.yaml.
 *
 * The idea: a state is plain bytes, a step makes a new state of an old one, and the array of all
 * states seen so far is at the same time the queue of those whose steps are still to be tried. So
 * states come in order of their distance from the start, and the first bad one is a nearest one.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { UNSENT, WIRE, LISTENER, QUEUED, RUNNING, DONE };               /* where a message is */
enum { MAIN, CONTRIBUTE, WAIT, READ, UNTIL_NO_FUTURES, LEFT };        /* where a worker is */

typedef struct { uint8_t stage[4], place[2], max, result; } State;

static const int source[4] = { 0, 1, 1, 0 };
static const char *const names[4] = { "call A to B", "its reply", "nested call B to A", "its reply" };

static State seen[100000];
static int parent[100000];
static char how[100000][80];
static int count, transitions, first_bad;

static int futures (const State *s, int w) /* calls made by w that are not answered yet */
{
  int n = 0;
  for (int m = 0; m < 4; m += 2)
    n += source[m] == w && s->stage[m] != UNSENT && s->stage[m + 1] != DONE;
  return n;
}

static int is_premature (const State *s) /* someone left join while work remains */
{
  int done = 0;
  for (int m = 0; m < 4; m++)
    done += s->stage[m] == DONE;
  return done < 4 && (s->place[0] == LEFT || s->place[1] == LEFT);
}

static void reach (int from, State s, const char *what, const char *detail)
{
  transitions += from >= 0;
  for (int i = 0; i < count; i++)
    if (memcmp (&seen[i], &s, sizeof s) == 0)
      return;
  parent[count] = from;
  snprintf (how[count], sizeof how[0], "%s %s", what, detail);
  if (first_bad == 0 && is_premature (&s))
    first_bad = count;
  seen[count++] = s;
}

static void message_steps (int from, State s, int m)
{
  static const char *const verb[] = { "send", "listener takes", "queue", "start", "finish" };
  int old = s.stage[m];
  if (old == DONE || (old == UNSENT && !(m == 2 && s.stage[0] == RUNNING)))
    return; /* message 0 is sent by A's main program, a reply by the end of its call's handler */
  if (old == RUNNING && m == 0 && s.stage[2] == UNSENT)
    return; /* the handler ends after it has sent the nested call */
  s.stage[m]++;
  if (old == RUNNING && m % 2 == 0)
    s.stage[m + 1] = WIRE;
  reach (from, s, verb[old], names[m]);
}

static void worker_steps (int from, State s, int w)
{
  const char *who = w == 0 ? "A" : "B";
  switch (s.place[w]) {
  case MAIN: /* A's main program calls B, and joins */
    s.stage[0] = WIRE; s.place[w] = CONTRIBUTE; reach (from, s, "send", names[0]); break;
  case CONTRIBUTE: /* the snapshot; the last of the round completes it for both */
    if (futures (&s, w) > s.max) s.max = (uint8_t) futures (&s, w);
    s.place[w] = WAIT;
    if (s.place[!w] == WAIT) { s.place[0] = s.place[1] = READ; s.result = s.max; s.max = 0; }
    reach (from, s, "contribute open futures of", who); break;
  case READ: /* leave at 0; the last to read forgets the result */
    s.place[w] = s.result == 0 ? LEFT : UNTIL_NO_FUTURES;
    if (s.place[!w] != READ) s.result = 0;
    reach (from, s, "read the result at", who); break;
  case UNTIL_NO_FUTURES:
    if (futures (&s, w) == 0) { s.place[w] = CONTRIBUTE; reach (from, s, "wait over at", who); }
    break;
  }
}

static void print_steps (int state)
{
  if (parent[state] >= 0)
    { print_steps (parent[state]); printf ("  %s\n", how[state]); }
}

int main (void)
{
  int steps = 0;
  reach (-1, (State){ .place = { MAIN, CONTRIBUTE } }, "", "");
  for (int i = 0; i < count; i++) {
    for (int m = 0; m < 4; m++) message_steps (i, seen[i], m);
    for (int w = 0; w < 2; w++) worker_steps (i, seen[i], w);
  }
  for (int i = first_bad; parent[i] >= 0; i = parent[i]) steps++;
  printf ("%s; %d steps; %d states; %d transitions\n", first_bad ? "premature" : "safe", steps, count, transitions);
  print_steps (first_bad);
  return 0;
}
