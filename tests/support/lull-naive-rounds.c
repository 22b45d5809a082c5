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
answer (const LullNaiveScenario *scenario,
        LullNaiveState *state,
        guint8 worker,
        guint8 result)
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
  state->between[worker] = scenario->options.early != LULL_NAIVE_EARLY_KEPT;
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

/* A leader is the root of a tree as wide as can be. */
static guint
fan (const LullNaiveScenario *scenario)
{
  return scenario->options.carrier == LULL_NAIVE_BY_TREE ? scenario->options.fan
                                                         : scenario->workers;
}

/* To whom @worker reports, which is not the root. */
static guint8
above (const LullNaiveScenario *scenario, guint8 worker)
{
  return (guint8) ((worker - 1U) / fan (scenario));
}

/* Those to whom @worker tells the result, of which @others is a list. */
static guint8
list_told (const LullNaiveScenario *scenario, guint8 worker, guint8 *others)
{
  guint8 count = 0;

  if (scenario->options.carrier == LULL_NAIVE_BY_RING)
    {
      /* The last begins to tell it, and whom it would come to last is that one itself. */
      others[0] = worker == last_of (scenario) ? 0 : (guint8) (worker + 1);
      return scenario->workers > 1 && others[0] != last_of (scenario) ? 1 : 0;
    }
  for (guint8 other = 1; other < scenario->workers; other++)
    if (above (scenario, other) == worker)
      others[count++] = other;
  return count;
}

/* The next of those who are owed an answer gets it. */
static void
pay (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  guint8 others[LULL_NAIVE_WORKERS_MAX];
  guint8 count = list_told (scenario, worker, others);

  send (scenario, state, worker, others[count - state->owing[worker]],
        state->owed[worker]);
  state->owing[worker]--;
  if (state->owing[worker] == 0)
    state->owed[worker] = 0;
}

/* Tells all of them, at once or bit by bit. */
static void
tell (const LullNaiveScenario *scenario,
      LullNaiveState *state,
      guint8 worker,
      guint8 letter)
{
  guint8 others[LULL_NAIVE_WORKERS_MAX];

  state->owing[worker] = list_told (scenario, worker, others);
  state->owed[worker] = state->owing[worker] > 0 ? letter : 0;
  while (!scenario->options.serves_in_join && state->owing[worker] > 0)
    pay (scenario, state, worker);
}

static guint8
count_below (const LullNaiveScenario *scenario, guint8 worker)
{
  guint8 others[LULL_NAIVE_WORKERS_MAX];

  return list_told (scenario, worker, others);
}

static void
tree_tries (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  guint8 all = state->merged[worker];

  if (!is_waiting (state, worker) || state->passed[worker] != 0 ||
      state->heard[worker] < count_below (scenario, worker))
    return;
  if (worker > 0)
    {
      send (scenario, state, worker, above (scenario, worker), (guint8) (1 + all));
      state->merged[worker] = state->heard[worker] = 0;
      state->passed[worker] = 1;
      return;
    }
  answer (scenario, state, worker, all > 0);
  tell (scenario, state, worker, (guint8) (1 + (all > 0)));
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
  answer (scenario, state, worker, all > 0);
  tell (scenario, state, worker, (guint8) (label (scenario, TRUE) + all));
}

static void
exchange_tries (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  if (!is_waiting (state, worker) || state->heard[worker] < last_of (scenario))
    return;
  answer (scenario, state, worker, state->merged[worker] > 0);
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
  answer (scenario, state, worker, state->merged[worker] > 0);
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
    case LULL_NAIVE_BY_TREE:
      tree_tries (scenario, state, worker);
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
  while (state->owing[worker] > 0)
    pay (scenario, state, worker);
  state->between[worker] = 0;
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
           guint8 from,
           guint8 worker,
           guint8 letter)
{
  if (scenario->options.carrier == LULL_NAIVE_BY_EXCHANGE)
    return FALSE;
  if (scenario->options.carrier != LULL_NAIVE_BY_RING)
    return from < worker;
  return scenario->options.untagged ? state->passed[worker] != 0 : letter > LABEL;
}

static gboolean
can_use (const LullNaiveScenario *scenario,
         const LullNaiveState *state,
         guint8 from,
         guint8 worker,
         guint8 letter)
{
  if (is_result (scenario, state, from, worker, letter))
    return state->passed[worker] != 0;
  switch (scenario->options.carrier)
    {
    case LULL_NAIVE_BY_RING:
      return state->passed[worker] == 0 && worker > 0 && state->heard[worker] == 0;
    case LULL_NAIVE_BY_EXCHANGE:
      return state->heard[worker] < last_of (scenario) &&
             (letter > LABEL) == (state->ahead[worker] != 0);
    case LULL_NAIVE_BY_LEADER:
    case LULL_NAIVE_BY_TREE:
      return state->passed[worker] == 0 &&
             state->heard[worker] < count_below (scenario, worker);
    case LULL_NAIVE_BY_STORE:
    case LULL_NAIVE_BY_STEP:
    default:
      g_assert_not_reached ();
    }
}

static void
open_letter (const LullNaiveScenario *scenario,
             LullNaiveState *state,
             guint8 from,
             guint8 worker,
             guint8 letter)
{
  guint8 said = (guint8) ((letter - 1) % LABEL);

  if (!is_result (scenario, state, from, worker, letter))
    {
      hear (state, worker, said);
      state->heard[worker]++;
      try_to_go_on (scenario, state, worker);
      return;
    }
  answer (scenario, state, worker, said > 0);
  tell (scenario, state, worker, letter);
}

gboolean
lull_naive_is_good (const LullNaiveState *state, guint8 worker)
{
  return state->failed[worker] == 0;
}

/* Whether @worker does something for others. Between two joins it is in none. */
static gboolean
serves (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 worker)
{
  if (!lull_naive_is_good (state, worker))
    return FALSE;
  return !scenario->options.serves_in_join ||
         (state->phase[worker] != JOINED &&
          (state->phase[worker] != IN_MAIN || state->epoch[worker] == 0));
}

/* A letter that comes too early is opened when it is time, or it is thrown away. */
static gboolean
read_letter (const LullNaiveScenario *scenario,
             LullNaiveState *state,
             guint8 from,
             guint8 worker,
             guint8 letter)
{
  if (can_use (scenario, state, from, worker, letter) && state->between[worker] == 0)
    open_letter (scenario, state, from, worker, letter);
  else if (scenario->options.early == LULL_NAIVE_EARLY_KEPT)
    return FALSE;
  else if (scenario->options.early == LULL_NAIVE_EARLY_REFUSED)
    state->failed[worker] = 1;
  return TRUE;
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

      if (i > 0 && link[i] == link[i - 1])
        continue;
      memmove (left + i, left + i + 1, LULL_NAIVE_LETTERS_MAX - i - 1);
      left[LULL_NAIVE_LETTERS_MAX - 1] = 0;
      if (read_letter (scenario, &next, from, to, link[i]))
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

  if (!is_waiting (state, worker) || !serves (scenario, state, 0))
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

static void
expand_debt (const LullNaiveScenario *scenario,
             const LullNaiveState *state,
             guint8 worker,
             LullNaiveVisit visit,
             gpointer user_data)
{
  LullNaiveState next = *state;

  if (state->owing[worker] == 0 || !serves (scenario, state, worker))
    return;
  pay (scenario, &next, worker);
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
      expand_debt (scenario, state, one, visit, user_data);
      for (guint8 other = 0; other < scenario->workers; other++)
        if (serves (scenario, state, other))
          expand_link (scenario, state, one, other, visit, user_data);
    }
}
