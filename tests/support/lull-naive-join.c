/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of the three protocols. */
#include "lull-naive-state.h"

#include <string.h>

static guint8
futures (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 worker)
{
  guint8 count = 0;

  for (guint8 message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].source == worker &&
        scenario->messages[message].reply != LULL_NAIVE_NONE &&
        scenario->messages[message].copy_of == 0 && state->stage[message] != UNSENT &&
        !lull_naive_is_settled (scenario, state, message))
      count++;
  return count;
}

gboolean
lull_naive_is_idle (const LullNaiveScenario *scenario,
                    const LullNaiveState *state,
                    guint8 worker)
{
  const LullNaiveOptions *options = &scenario->options;

  for (guint8 message = 0; message < scenario->message_count; message++)
    {
      guint8 stage = state->stage[message];

      if (scenario->messages[message].target == worker &&
          ((stage == IN_HAND && options->idle_with_hand) ||
           (stage == QUEUED && !options->idle_but_queue) ||
           (stage == RETURNED && options->idle_with_returned) ||
           (stage == RUNNING && !options->idle_but_running)))
        return FALSE;
      if (scenario->messages[message].source == worker && stage == SEND_TASK &&
          (lull_naive_way (scenario, message) == LULL_NAIVE_BY_BUFFER
               ? options->idle_with_buffers
               : !options->idle_but_tasks))
        return FALSE;
      if (scenario->messages[message].source == worker && stage == IN_FLIGHT &&
          options->rendezvous && !options->idle_but_tasks &&
          lull_naive_way (scenario, (guint8) message) != LULL_NAIVE_BY_SEND)
        return FALSE;
      if (scenario->messages[message].source == worker && stage == WAITING &&
          options->idle_with_retries)
        return FALSE;
    }
  if (options->idle_with_futures && futures (scenario, state, worker) > 0)
    return FALSE;
  return !options->idle_with_timers || !lull_naive_timers_wait (scenario, state, worker);
}

static gint8
counted (const LullNaiveScenario *scenario, gint8 count)
{
  return scenario->options.narrow ? (gint8) ((count % 4 + 4) % 4) : count;
}

/* Whether @message, which was sent once, has not been given up since. */
static gboolean
is_sent (const LullNaiveScenario *scenario, const LullNaiveState *state, guint message)
{
  return state->stage[message] != WAITING ||
         scenario->options.retry == LULL_NAIVE_RETRY_SAME;
}

static gint8
count_waiting (const LullNaiveScenario *scenario,
               const LullNaiveState *state,
               guint8 worker)
{
  gint8 count = 0;

  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->options.retries_counted && state->stage[message] == WAITING &&
        !lull_naive_is_hidden (scenario, (guint8) message) &&
        scenario->messages[message].source == worker)
      count++;
  return count;
}

static gint8
count_sent (const LullNaiveScenario *scenario,
            const LullNaiveState *state,
            guint8 from,
            guint8 to)
{
  guint8 least = scenario->options.sent_late ? IN_FLIGHT : SEND_TASK;
  gint8 count = (gint8) state->vain[from][to];

  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].source == from &&
        scenario->messages[message].target == to && state->stage[message] >= least &&
        is_sent (scenario, state, message) &&
        !scenario->messages[message].sent_uncounted &&
        !lull_naive_is_hidden (scenario, (guint8) message))
      count++;
  return (gint8) (counted (scenario, count) +
                  (from == to ? count_waiting (scenario, state, from) : 0));
}

static gint8
count_done (const LullNaiveScenario *scenario,
            const LullNaiveState *state,
            guint8 from,
            guint8 to)
{
  guint8 least = scenario->options.done_early       ? RUNNING
                 : scenario->options.done_at_return ? RETURNED
                                                    : DONE;
  gint8 count = 0;

  for (guint8 message = 0; message < scenario->message_count; message++)
    {
      if (scenario->messages[message].source != from ||
          scenario->messages[message].target != to ||
          lull_naive_is_hidden (scenario, message))
        continue;
      if (lull_naive_is_late (scenario, state, message))
        count = (gint8) (count + lull_naive_count_late (scenario, state, message, least));
      else if (state->stage[message] >= least &&
               (state->stage[message] <= DONE || state->stage[message] == DROPPED) &&
               !scenario->messages[message].done_uncounted)
        count++;
    }
  return counted (scenario, count);
}

static void
read_sent (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  for (guint8 peer = 0; peer < scenario->workers; peer++)
    {
      gint8 count = count_sent (scenario, state, worker, peer);

      if (scenario->options.gather_diff)
        state->sent[worker][peer] = (gint8) (state->sent[worker][peer] + count);
      else
        state->sent[worker][peer] = count;
    }
}

static void
read_done (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  for (guint8 peer = 0; peer < scenario->workers; peer++)
    {
      gint8 count = count_done (scenario, state, peer, worker);

      if (scenario->options.gather_diff)
        state->sent[peer][worker] = (gint8) (state->sent[peer][worker] - count);
      else
        state->done[worker][peer] = count;
    }
}

/* A barrier is a barrier: who comes late to its first may meet others at their second. */
static gboolean
is_in_round (guint8 phase, guint8 of)
{
  gboolean is_barrier = phase == IN_BARRIER_1 || phase == IN_BARRIER_2;

  return phase == of || (is_barrier && (of == IN_BARRIER_1 || of == IN_BARRIER_2));
}

static gboolean
all_are_in (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 phase)
{
  for (guint worker = 0; worker < scenario->workers; worker++)
    if (!is_in_round (state->phase[worker], phase) &&
        state->phase[worker] != AWAY_CONTRIBUTED &&
        lull_naive_is_awaited (scenario, state, worker))
      return FALSE;
  return TRUE;
}

static guint8
phase_after (guint8 phase)
{
  switch (phase)
    {
    case CONTRIBUTED:
      return ANSWERED;
    case IN_BARRIER_1:
      return AFTER_BARRIER_1;
    case IN_BARRIER_2:
      return AFTER_BARRIER_2;
    case AWAY_CONTRIBUTED:
      return AWAY;
    default:
      return phase;
    }
}

/* When all have got to @phase, they go on. */
static gboolean
go_on (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 phase)
{
  if (!all_are_in (scenario, state, phase))
    return FALSE;
  for (guint each = 0; each < scenario->workers; each++)
    state->phase[each] = phase_after (state->phase[each]);
  state->open = 0;
  return TRUE;
}

/* Which of the collectives of pairwise is under way. */
static void
open_round (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 collective)
{
  if (scenario->protocol == LULL_NAIVE_PAIRWISE)
    state->open = collective;
}

/* Worker @worker goes to @phase, and perhaps it is the last to get there. */
static gboolean
gather (const LullNaiveScenario *scenario,
        LullNaiveState *state,
        guint8 worker,
        guint8 phase)
{
  open_round (scenario, state, phase == CONTRIBUTED ? 1 : 2);
  state->phase[worker] = phase;
  return scenario->options.carrier == LULL_NAIVE_BY_STEP &&
         go_on (scenario, state, phase);
}

static gboolean
counts_differ (const LullNaiveScenario *scenario, const LullNaiveState *state)
{
  gint sum = 0;

  for (guint from = 0; from < scenario->workers; from++)
    for (guint to = 0; to < scenario->workers; to++)
      {
        gint8 done = scenario->options.gather_diff ? 0 : state->done[to][from];

        if (state->sent[from][to] != done && !scenario->options.sums)
          return TRUE;
        sum += state->sent[from][to] - done;
      }
  return sum != 0;
}

static void
conclude (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  if (scenario->protocol == LULL_NAIVE_ALLREDUCE_MAX)
    state->result = state->maximum > 0;
  else
    state->result = counts_differ (scenario, state) ? 1 : 0;
  state->maximum = 0;
  memset (state->sent, 0, sizeof state->sent);
  memset (state->done, 0, sizeof state->done);
}

static void
contribute (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  if (gather (scenario, state, worker, CONTRIBUTED))
    conclude (scenario, state);
}

void
lull_naive_complete_round (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  gboolean has[AWAY_CONTRIBUTED + 1] = { FALSE };
  gboolean is_barrier = scenario->protocol == LULL_NAIVE_BARRIER_SYNC || state->open == 2;

  for (guint worker = 0; worker < scenario->workers; worker++)
    has[state->phase[worker]] = TRUE;
  if (!has[CONTRIBUTED] && !has[IN_BARRIER_1] && !has[IN_BARRIER_2] &&
      !has[AWAY_CONTRIBUTED])
    return;
  if (go_on (scenario, state, is_barrier ? IN_BARRIER_2 : CONTRIBUTED) && !is_barrier)
    conclude (scenario, state);
}

gboolean
lull_naive_is_free (const LullNaiveScenario *scenario,
                    const LullNaiveState *state,
                    guint8 worker)
{
  return lull_naive_is_idle (scenario, state, worker) &&
         futures (scenario, state, worker) == 0;
}

static void
take_snapshot (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  if (scenario->protocol == LULL_NAIVE_ALLREDUCE_MAX)
    {
      if (scenario->options.carrier != LULL_NAIVE_BY_STEP)
        {
          state->phase[worker] = CONTRIBUTED;
          lull_naive_carry (scenario, state, worker, futures (scenario, state, worker));
          return;
        }
      state->maximum = MAX (state->maximum, futures (scenario, state, worker));
      contribute (scenario, state, worker);
      return;
    }
  switch (scenario->options.snapshot)
    {
    case LULL_NAIVE_SNAPSHOT_DONE_SENT:
      read_done (scenario, state, worker);
      state->phase[worker] = HALF_READ;
      open_round (scenario, state, 1);
      break;
    case LULL_NAIVE_SNAPSHOT_SENT_DONE:
      read_sent (scenario, state, worker);
      state->phase[worker] = HALF_READ;
      open_round (scenario, state, 1);
      break;
    case LULL_NAIVE_SNAPSHOT_ATOMIC:
    default:
      read_sent (scenario, state, worker);
      read_done (scenario, state, worker);
      contribute (scenario, state, worker);
      break;
    }
}

static void
complete_snapshot (const LullNaiveScenario *scenario,
                   LullNaiveState *state,
                   guint8 worker)
{
  if (scenario->options.snapshot == LULL_NAIVE_SNAPSHOT_DONE_SENT)
    read_sent (scenario, state, worker);
  else
    read_done (scenario, state, worker);
  contribute (scenario, state, worker);
}

static void
read_result (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  guint8 result = scenario->options.carrier == LULL_NAIVE_BY_STEP
                      ? state->result
                      : state->results[worker];
  gboolean waits = scenario->protocol == LULL_NAIVE_ALLREDUCE_MAX ||
                   scenario->options.wait_idle || scenario->options.wait_first;

  state->results[worker] = 0;
  if (result == 0 && !scenario->options.finale)
    lull_naive_leave (scenario, state, worker);
  else if (result == 0)
    state->phase[worker] = WAITING_FUTURES;
  else
    state->phase[worker] = waits ? WAITING_LOCALLY : CONTRIBUTING;
  for (guint each = 0; each < scenario->workers; each++)
    if (state->phase[each] == ANSWERED)
      return;
  state->result = 0;
}

static gboolean
has_waited (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 worker)
{
  if (scenario->protocol == LULL_NAIVE_ALLREDUCE_MAX)
    return futures (scenario, state, worker) == 0;
  return lull_naive_is_idle (scenario, state, worker);
}

/* The first step of join waits for the last root if that is awaited. */
gboolean
lull_naive_main_has_ended (const LullNaiveScenario *scenario,
                           const LullNaiveState *state,
                           guint8 worker)
{
  guint8 root;

  return lull_naive_next (scenario, state, LULL_NAIVE_NONE, worker, &root) ==
         LULL_NAIVE_NEXT_NOTHING;
}

static gboolean
is_enabled (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 worker)
{
  switch (state->phase[worker])
    {
    case CONTRIBUTING:
    case BEFORE_BARRIER_1:
      return lull_naive_main_has_ended (scenario, state, worker);
    case WAITING_LOCALLY:
      return lull_naive_main_has_ended (scenario, state, worker) &&
             has_waited (scenario, state, worker);
    case WAITING_FUTURES:
      return futures (scenario, state, worker) == 0;
    case AFTER_BARRIER_1:
      return lull_naive_is_idle (scenario, state, worker);
    case HALF_READ:
    case ANSWERED:
    case BEFORE_BARRIER_2:
    case AFTER_BARRIER_2:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
enter_barrier (const LullNaiveScenario *scenario,
               LullNaiveState *state,
               guint8 worker,
               guint8 phase)
{
  (void) gather (scenario, state, worker, phase);
  if (scenario->options.carrier != LULL_NAIVE_BY_STEP)
    lull_naive_carry (scenario, state, worker, 0);
}

static void
take_step (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  switch (state->phase[worker])
    {
    case CONTRIBUTING:
      take_snapshot (scenario, state, worker);
      break;
    case HALF_READ:
      complete_snapshot (scenario, state, worker);
      break;
    case ANSWERED:
      read_result (scenario, state, worker);
      break;
    case WAITING_LOCALLY:
      state->phase[worker] = CONTRIBUTING;
      break;
    case BEFORE_BARRIER_1:
      enter_barrier (scenario, state, worker, IN_BARRIER_1);
      break;
    case WAITING_FUTURES:
    case AFTER_BARRIER_1:
      state->phase[worker] = BEFORE_BARRIER_2;
      break;
    case BEFORE_BARRIER_2:
      enter_barrier (scenario, state, worker, IN_BARRIER_2);
      break;
    case AFTER_BARRIER_2:
      lull_naive_leave (scenario, state, worker);
      break;
    default:
      g_assert_not_reached ();
    }
}

guint8
lull_naive_join_start (const LullNaiveScenario *scenario)
{
  if (scenario->protocol == LULL_NAIVE_BARRIER_SYNC)
    return BEFORE_BARRIER_1;
  return scenario->options.wait_first ? WAITING_LOCALLY : CONTRIBUTING;
}

void
lull_naive_join_expand (const LullNaiveScenario *scenario,
                        const LullNaiveState *state,
                        LullNaiveVisit visit,
                        gpointer user_data)
{
  for (guint8 worker = 0; worker < scenario->workers; worker++)
    if (lull_naive_is_there (state, worker) && lull_naive_is_good (state, worker) &&
        !lull_naive_will_leave (scenario, state, worker) &&
        is_enabled (scenario, state, worker))
      {
        LullNaiveState next = *state;

        take_step (scenario, &next, worker);
        visit (LULL_NAIVE_JOIN, &next, user_data);
      }
}
