/* SPDX-License-Identifier: Apache-2.0 */
/* Timers, and what is work where there are some. */
#include "lull-naive-state.h"

static gboolean
may_fire (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 message)
{
  return scenario->messages[message].parent == LULL_NAIVE_TIMER &&
         state->stage[message] == UNSENT && state->stopped[message] == 0;
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
  switch (scenario->options.timers_stop)
    {
    case LULL_NAIVE_STOP_AT_JOIN:
      return lull_naive_main_has_ended (scenario, state, worker);
    case LULL_NAIVE_STOP_AT_LEAVE:
      return state->phase[worker] == JOINED;
    case LULL_NAIVE_STOP_NEVER:
    default:
      return FALSE;
    }
}

void
lull_naive_timers_stop (const LullNaiveScenario *scenario, LullNaiveState *state)
{
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
