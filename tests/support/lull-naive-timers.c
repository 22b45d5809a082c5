/* SPDX-License-Identifier: Apache-2.0 */
/* Timers, and what is work where there are some. */
#include "lull-naive-state.h"

static gboolean
may_fire (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 message)
{
  return scenario->messages[message].parent == LULL_NAIVE_TIMER &&
         state->stage[message] == UNSENT && state->stopped[message] == 0 &&
         state->epoch[scenario->messages[message].source] >=
             scenario->options.timers_behind;
}

/* The message of the timer that is behind @message, if one is. */
static guint8
timer_behind (const LullNaiveScenario *scenario, guint8 message)
{
  while (message < scenario->message_count &&
         scenario->messages[message].parent != LULL_NAIVE_TIMER)
    message = scenario->messages[message].request != LULL_NAIVE_NONE
                  ? scenario->messages[message].request
                  : scenario->messages[message].parent;
  return message < scenario->message_count ? message : LULL_NAIVE_NONE;
}

/* A timer that no join stops fires where its worker is. */
guint
lull_naive_joins_before (const LullNaiveScenario *scenario,
                         const LullNaiveState *state,
                         guint8 message)
{
  guint8 timer;

  if (scenario->any_requests > 0)
    return state->behind[message];
  timer = timer_behind (scenario, message);
  if (timer == LULL_NAIVE_NONE)
    return scenario->messages[message].epoch;
  if (scenario->options.timers_stop != LULL_NAIVE_STOP_NEVER)
    return scenario->options.timers_behind;
  return state->behind[timer];
}

void
lull_naive_timers_expand (const LullNaiveScenario *scenario,
                          const LullNaiveState *state,
                          LullNaiveVisit visit,
                          gpointer user_data)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (may_fire (scenario, state, message) &&
        lull_naive_can_post (scenario, state, message) &&
        lull_naive_is_there (state, scenario->messages[message].source))
      {
        LullNaiveState next = *state;

        lull_naive_post (scenario, &next, message);
        visit (LULL_NAIVE_FIRE, &next, user_data);
      }
}

static gboolean
is_over (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 worker)
{
  guint behind = scenario->options.timers_behind;

  if (scenario->options.timers_stop == LULL_NAIVE_STOP_NEVER)
    return FALSE;
  if (state->epoch[worker] != behind)
    return state->epoch[worker] > behind;
  return scenario->options.timers_stop == LULL_NAIVE_STOP_AT_JOIN
             ? lull_naive_main_has_ended (scenario, state, worker)
             : state->phase[worker] == JOINED;
}

/* As long as it has not fired it is there for the next join of its worker. */
static void
note_joins (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].parent == LULL_NAIVE_TIMER &&
        state->stage[message] == UNSENT && scenario->options.timers_count &&
        scenario->options.timers_stop == LULL_NAIVE_STOP_NEVER)
      state->behind[message] =
          (guint8) MAX (scenario->options.timers_behind,
                        state->epoch[scenario->messages[message].source]);
}

void
lull_naive_timers_stop (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  note_joins (scenario, state);
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (may_fire (scenario, state, message) &&
        is_over (scenario, state, scenario->messages[message].source))
      state->stopped[message] = 1;
}

gboolean
lull_naive_timers_wait (const LullNaiveScenario *scenario,
                        const LullNaiveState *state,
                        guint8 worker)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (may_fire (scenario, state, message) &&
        scenario->messages[message].source == worker)
      return TRUE;
  return FALSE;
}

/* It is the work of whoever began it all. */
gboolean
lull_naive_is_work (const LullNaiveScenario *scenario,
                    const LullNaiveState *state,
                    guint8 message)
{
  const LullNaiveMessage *m = &scenario->messages[message];

  if (scenario->any_requests > 0)
    return TRUE;
  if (m->copy_of != 0)
    return !scenario->options.deduplication;
  if (m->request != LULL_NAIVE_NONE)
    return lull_naive_is_work (scenario, state, m->request);
  if (m->parent == LULL_NAIVE_TIMER)
    return scenario->options.timers_count && state->stopped[message] == 0;
  if (m->parent != LULL_NAIVE_NONE)
    return lull_naive_is_work (scenario, state, m->parent);
  return TRUE;
}
