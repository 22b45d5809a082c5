/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that time out, and what that does to whoever waits for them. */
#include "lull-naive-state.h"

gboolean
lull_naive_is_late (const LullNaiveScenario *scenario,
                    const LullNaiveState *state,
                    guint8 message)
{
  guint8 request = scenario->messages[message].request;

  return request != LULL_NAIVE_NONE &&
         (state->fate[request] == FAILING || state->fate[request] == FAILED);
}

gboolean
lull_naive_has_other_cause (const LullNaiveScenario *scenario,
                            const LullNaiveState *state,
                            guint8 message)
{
  guint8 request = scenario->messages[message].request;

  return request != LULL_NAIVE_NONE && scenario->messages[request].times_out &&
         scenario->options.timeout_callbacks && state->stage[request] != UNSENT &&
         state->fate[request] != FAILED &&
         lull_naive_is_there (state, scenario->messages[request].source);
}

guint8
lull_naive_count_late (const LullNaiveScenario *scenario,
                       const LullNaiveState *state,
                       guint8 message,
                       guint8 least)
{
  guint8 given_up = state->fate[scenario->messages[message].request] == FAILED;
  guint8 arrived = state->stage[message] >= least && state->stage[message] <= DONE &&
                   !scenario->messages[message].done_uncounted;

  switch (scenario->options.late_answers)
    {
    case LULL_NAIVE_LATE_GIVEN_UP:
      return given_up;
    case LULL_NAIVE_LATE_TIMED_OUT:
      return 1;
    case LULL_NAIVE_LATE_NEVER:
      return 0;
    case LULL_NAIVE_LATE_TWICE:
      return (guint8) (given_up + arrived);
    case LULL_NAIVE_LATE_ON_ARRIVAL:
    default:
      return arrived;
    }
}

/* An unsent message of a forest is work that will come; of any work, it need not come. Of
 * what is dropped nothing comes: no answer, and nothing that its handler or callback
 * would have sent. A late answer is nothing, but the callback that ran in its place is.
 */
gboolean
lull_naive_is_over (const LullNaiveScenario *scenario,
                    const LullNaiveState *state,
                    guint8 message)
{
  guint8 at = message;

  if (scenario->any_requests > 0)
    return state->stage[message] == DONE || state->stage[message] == UNSENT ||
           state->stage[message] == NEVER;
  if (lull_naive_is_late (scenario, state, message))
    return state->fate[scenario->messages[message].request] == FAILED;
  if (state->stage[message] == DONE)
    return TRUE;
  while (at < scenario->message_count)
    {
      if (state->fate[at] == FORGONE)
        return TRUE;
      at = scenario->messages[at].request != LULL_NAIVE_NONE
               ? scenario->messages[at].request
               : scenario->messages[at].parent;
    }
  return FALSE;
}

/* What is not sent yet of a list is not to be sent. */
static void
drop_rest (const LullNaiveScenario *scenario,
           LullNaiveState *state,
           guint8 parent,
           guint8 source)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].parent == parent &&
        scenario->messages[message].request == LULL_NAIVE_NONE &&
        scenario->messages[message].source == source && state->stage[message] == UNSENT &&
        (parent != LULL_NAIVE_NONE ||
         lull_naive_is_due (scenario, state, message, source)))
      state->fate[message] = FORGONE;
  lull_naive_drop_locals (scenario, state, parent, source);
}

static void
set_fate (const LullNaiveScenario *scenario,
          LullNaiveState *state,
          guint8 call,
          guint8 fate)
{
  const LullNaiveMessage *message = &scenario->messages[call];
  gboolean was_settled = lull_naive_is_settled (scenario, state, call);

  state->fate[call] = fate;
  if (was_settled || !lull_naive_is_settled (scenario, state, call) || !message->sync ||
      !scenario->options.timeout_stops)
    return;
  drop_rest (scenario, state, message->parent, message->source);
  if (message->parent == LULL_NAIVE_NONE && state->phase[message->source] == IN_MAIN)
    state->phase[message->source] =
        lull_naive_phase_after_sending (scenario, state, message->source);
}

static void
expand_open (const LullNaiveScenario *scenario,
             const LullNaiveState *state,
             guint8 call,
             LullNaiveVisit visit,
             gpointer user_data)
{
  const LullNaiveMessage *message = &scenario->messages[call];
  LullNaiveState next = *state;

  if (!message->times_out || state->stage[call] == UNSENT ||
      state->stage[message->reply] == RUNNING || state->stage[message->reply] == DONE ||
      lull_naive_is_locked (scenario, state, message->source))
    return;
  if (!scenario->options.timeout_callbacks)
    drop_rest (scenario, &next, message->reply, message->source);
  set_fate (scenario, &next, call,
            scenario->options.timeout_callbacks ? FAILING : FAILED);
  visit (LULL_NAIVE_TIMEOUT, &next, user_data);
}

static void
expand_failing (const LullNaiveScenario *scenario,
                const LullNaiveState *state,
                guint8 call,
                LullNaiveVisit visit,
                gpointer user_data)
{
  const LullNaiveMessage *message = &scenario->messages[call];
  LullNaiveState next = *state;
  guint8 child;

  switch (lull_naive_next (scenario, state, message->reply, message->source, &child))
    {
    case LULL_NAIVE_NEXT_SEND:
      if (!lull_naive_can_post (scenario, state, child))
        break;
      lull_naive_post (scenario, &next, child);
      visit (LULL_NAIVE_CHILD_SEND, &next, user_data);
      break;
    case LULL_NAIVE_NEXT_NOTHING:
      set_fate (scenario, &next, call, FAILED);
      visit (LULL_NAIVE_TIMEOUT_END, &next, user_data);
      break;
    case LULL_NAIVE_NEXT_BLOCKED:
    default:
      break;
    }
}

void
lull_naive_timeouts_expand (const LullNaiveScenario *scenario,
                            const LullNaiveState *state,
                            LullNaiveVisit visit,
                            gpointer user_data)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    {
      if (scenario->messages[message].reply == LULL_NAIVE_NONE ||
          !lull_naive_is_there (state, scenario->messages[message].source))
        continue;
      if (state->fate[message] == OPEN)
        expand_open (scenario, state, message, visit, user_data);
      else if (state->fate[message] == FAILING)
        expand_failing (scenario, state, message, visit, user_data);
    }
}
