/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds carried by letters, or by a store. A letter is one byte: 1 + what it says, and
 * LABEL more where a label tells it from the others on its link: in a ring, that all have
 * contributed; in an exchange, that it is for the round after the one that some are in.
 */
#include "lull-naive-state.h"

#include <string.h>

#define LABEL 100U

static guint8
last_of (const LullNaiveScenario *scenario)
{
  return (guint8) (scenario->workers - 1);
}

static gboolean
is_waiting (const LullNaiveState *state, guint8 worker)
{
  return state->phase[worker] == CONTRIBUTED || state->phase[worker] == IN_BARRIER_1 ||
         state->phase[worker] == IN_BARRIER_2;
}

/* Worker @worker has its result. */
static void
answer (LullNaiveState *state, guint8 worker, guint8 result)
{
  if (state->phase[worker] == CONTRIBUTED)
    state->phase[worker] = ANSWERED;
  else
    state->phase[worker] =
        state->phase[worker] == IN_BARRIER_1 ? AFTER_BARRIER_1 : AFTER_BARRIER_2;
  state->results[worker] = result;
  state->merged[worker] = 0;
  state->heard[worker] = 0;
  state->passed[worker] = 0;
}

/* Where order does not matter, smaller letters lie before larger ones. */
static void
send (const LullNaiveScenario *scenario,
      LullNaiveState *state,
      guint8 from,
      guint8 to,
      guint8 letter)
{
  guint8 *link = state->letters[from][to];
  guint place = 0;

  while (place < LULL_NAIVE_LETTERS_MAX && link[place] != 0)
    place++;
  g_assert (place < LULL_NAIVE_LETTERS_MAX);
  for (; !scenario->options.fifo && place > 0 && link[place - 1] > letter; place--)
    link[place] = link[place - 1];
  link[place] = letter;
}

static guint8
label (const LullNaiveScenario *scenario, gboolean labelled)
{
  return (guint8) (1 + (labelled && !scenario->options.untagged ? LABEL : 0));
}

/* Once all are ahead, nobody is. */
static gboolean
nobody_is_behind (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  for (guint worker = 0; worker < scenario->workers; worker++)
    if (state->ahead[worker] == 0)
      return FALSE;
  memset (state->ahead, 0, sizeof state->ahead);
  return TRUE;
}

static void
leader_tries (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  guint8 result = state->merged[0] > 0;

  if (!is_waiting (state, 0) || state->heard[0] < last_of (scenario))
    return;
  answer (state, 0, result);
  for (guint8 other = 1; other < scenario->workers; other++)
    send (scenario, state, 0, other, (guint8) (1 + result));
}

static void
ring_tries (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  guint8 all = state->merged[worker];

  if (!is_waiting (state, worker) || state->passed[worker] != 0 ||
      (worker > 0 && state->heard[worker] == 0))
    return;
  if (worker < last_of (scenario))
    {
      send (scenario, state, worker, (guint8) (worker + 1),
            (guint8) (label (scenario, FALSE) + all));
      state->merged[worker] = state->heard[worker] = 0;
      state->passed[worker] = 1;
      return;
    }
  answer (state, worker, all > 0);
  if (worker > 0)
    send (scenario, state, worker, 0, (guint8) (label (scenario, TRUE) + all));
}

static void
exchange_tries (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  if (!is_waiting (state, worker) || state->heard[worker] < last_of (scenario))
    return;
  answer (state, worker, state->merged[worker] > 0);
  if (scenario->options.untagged)
    return;
  state->ahead[worker] = 1;
  if (!nobody_is_behind (scenario, state))
    return;
  for (guint from = 0; from < scenario->workers; from++)
    for (guint to = 0; to < scenario->workers; to++)
      for (guint i = 0; i < LULL_NAIVE_LETTERS_MAX; i++)
        if (state->letters[from][to][i] > LABEL)
          state->letters[from][to][i] = (guint8) (state->letters[from][to][i] - LABEL);
}

static void
store_tries (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  if (state->passed[worker] == 0 || state->heard[worker] < last_of (scenario))
    return;
  answer (state, worker, state->merged[worker] > 0);
  if (scenario->options.untagged)
    return;
  state->ahead[worker] = 1;
  if (!nobody_is_behind (scenario, state))
    return;
  memcpy (state->keys[0], state->keys[1], sizeof state->keys[0]);
  memset (state->keys[1], 0, sizeof state->keys[1]);
}

static void
try_to_go_on (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  switch (scenario->options.carrier)
    {
    case LULL_NAIVE_BY_LEADER:
      leader_tries (scenario, state);
      break;
    case LULL_NAIVE_BY_RING:
      ring_tries (scenario, state, worker);
      break;
    case LULL_NAIVE_BY_EXCHANGE:
      exchange_tries (scenario, state, worker);
      break;
    case LULL_NAIVE_BY_STORE:
      store_tries (scenario, state, worker);
      break;
    case LULL_NAIVE_BY_STEP:
    default:
      g_assert_not_reached ();
    }
}

static void
hear (LullNaiveState *state, guint8 worker, guint8 value)
{
  state->merged[worker] = MAX (state->merged[worker], value);
}

void
lull_naive_carry (const LullNaiveScenario *scenario,
                  LullNaiveState *state,
                  guint8 worker,
                  guint8 value)
{
  if (scenario->options.carrier == LULL_NAIVE_BY_LEADER && worker > 0)
    {
      send (scenario, state, worker, 0, (guint8) (1 + value));
      return;
    }
  hear (state, worker, value);
  for (guint8 other = 0; other < scenario->workers; other++)
    if (scenario->options.carrier == LULL_NAIVE_BY_EXCHANGE && other != worker)
      send (scenario, state, worker, other,
            (guint8) (label (scenario, state->ahead[worker] != 0) + value));
  try_to_go_on (scenario, state, worker);
}

/* In a ring without labels a letter is whatever its receiver waits for. */
static gboolean
is_result (const LullNaiveScenario *scenario,
           const LullNaiveState *state,
           guint8 worker,
           guint8 letter)
{
  if (scenario->options.carrier == LULL_NAIVE_BY_LEADER)
    return worker > 0;
  if (scenario->options.carrier != LULL_NAIVE_BY_RING)
    return FALSE;
  return scenario->options.untagged ? state->passed[worker] != 0 : letter > LABEL;
}

static gboolean
can_use (const LullNaiveScenario *scenario,
         const LullNaiveState *state,
         guint8 worker,
         guint8 letter)
{
  switch (scenario->options.carrier)
    {
    case LULL_NAIVE_BY_RING:
      if (is_result (scenario, state, worker, letter))
        return state->passed[worker] != 0;
      return state->passed[worker] == 0 && state->heard[worker] == 0;
    case LULL_NAIVE_BY_EXCHANGE:
      return state->heard[worker] < last_of (scenario) &&
             (letter > LABEL) == (state->ahead[worker] != 0);
    case LULL_NAIVE_BY_LEADER:
    case LULL_NAIVE_BY_STORE:
    case LULL_NAIVE_BY_STEP:
    default:
      return TRUE;
    }
}

static void
open_letter (const LullNaiveScenario *scenario,
             LullNaiveState *state,
             guint8 worker,
             guint8 letter)
{
  guint8 said = (guint8) ((letter - 1) % LABEL);
  guint8 next = (guint8) (worker + 1);

  if (!is_result (scenario, state, worker, letter))
    {
      hear (state, worker, said);
      state->heard[worker]++;
      try_to_go_on (scenario, state, worker);
      return;
    }
  answer (state, worker, said > 0);
  if (scenario->options.carrier == LULL_NAIVE_BY_RING && next < last_of (scenario))
    send (scenario, state, worker, next, (guint8) (label (scenario, TRUE) + said));
}

static void
expand_link (const LullNaiveScenario *scenario,
             const LullNaiveState *state,
             guint8 from,
             guint8 to,
             LullNaiveVisit visit,
             gpointer user_data)
{
  const guint8 *link = state->letters[from][to];
  guint count = scenario->options.fifo ? 1 : LULL_NAIVE_LETTERS_MAX;

  for (guint i = 0; i < count && link[i] != 0; i++)
    {
      LullNaiveState next = *state;
      guint8 *left = next.letters[from][to];

      if ((i > 0 && link[i] == link[i - 1]) || !can_use (scenario, state, to, link[i]))
        continue;
      memmove (left + i, left + i + 1, LULL_NAIVE_LETTERS_MAX - i - 1);
      left[LULL_NAIVE_LETTERS_MAX - 1] = 0;
      open_letter (scenario, &next, to, link[i]);
      visit (LULL_NAIVE_JOIN, &next, user_data);
    }
}

/* Who has contributed puts that under its key, then reads those of the others in order.
 */
static void
expand_store (const LullNaiveScenario *scenario,
              const LullNaiveState *state,
              guint8 worker,
              LullNaiveVisit visit,
              gpointer user_data)
{
  LullNaiveState next = *state;
  guint8 *keys = next.keys[state->ahead[worker]];
  guint8 other = state->heard[worker];

  if (!is_waiting (state, worker))
    return;
  if (other >= worker)
    other++;
  if (state->passed[worker] == 0)
    {
      keys[worker] = (guint8) (1 + state->merged[worker]);
      next.passed[worker] = 1;
    }
  else if (keys[other] != 0)
    {
      hear (&next, worker, (guint8) (keys[other] - 1));
      next.heard[worker]++;
    }
  else
    return;
  store_tries (scenario, &next, worker);
  visit (LULL_NAIVE_JOIN, &next, user_data);
}

void
lull_naive_rounds_expand (const LullNaiveScenario *scenario,
                          const LullNaiveState *state,
                          LullNaiveVisit visit,
                          gpointer user_data)
{
  for (guint8 one = 0; one < scenario->workers; one++)
    {
      if (scenario->options.carrier == LULL_NAIVE_BY_STORE)
        expand_store (scenario, state, one, visit, user_data);
      for (guint8 other = 0; other < scenario->workers; other++)
        expand_link (scenario, state, one, other, visit, user_data);
    }
}
