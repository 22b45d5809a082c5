/* SPDX-License-Identifier: Apache-2.0 */
/* Any work: messages are made up as they are sent, and the state remembers what they are.
 */
#include "lull-naive-state.h"

/* The parent of a message that nobody has planned: none, and no message either. */
#define UNPLANNED 0xfeU

/* What each message is in @state. A call's reply has the number behind it, as in a
 * forest. */
static void
look_up (const LullNaiveScenario *scenario,
         const LullNaiveState *state,
         LullNaiveScenario *known)
{
  *known = *scenario;
  for (guint8 number = 0; number < MIN (scenario->message_count, LULL_NAIVE_MESSAGES_MAX);
       number++)
    {
      gboolean is_reply = scenario->any_calls && number % 2 == 1;
      LullNaiveMessage message = { .source = state->source[number],
                                   .target = state->target[number],
                                   .parent = UNPLANNED,
                                   .reply = LULL_NAIVE_NONE,
                                   .request = LULL_NAIVE_NONE };

      if (is_reply)
        message.request = (guint8) (number - 1);
      else if (scenario->any_calls)
        message.reply = (guint8) (number + 1);
      known->messages[number] = message;
    }
}

static guint8
first_unsent_request (const LullNaiveScenario *scenario, const LullNaiveState *state)
{
  guint8 step = scenario->any_calls ? 2 : 1;

  for (guint8 number = 0; number < scenario->message_count;
       number = (guint8) (number + step))
    if (state->stage[number] == UNSENT)
      return number;
  return LULL_NAIVE_NONE;
}

static void
send_to (const LullNaiveScenario *scenario,
         LullNaiveState *state,
         guint8 request,
         guint8 source,
         guint8 target,
         guint8 behind)
{
  LullNaiveScenario known;

  state->source[request] = source;
  state->target[request] = target;
  state->behind[request] = behind;
  if (scenario->any_calls)
    {
      state->behind[request + 1] = behind;
      state->source[request + 1] = target;
      state->target[request + 1] = source;
    }
  look_up (scenario, state, &known);
  lull_naive_post (&known, state, request);
}

/* An active @source sends one more request to anybody, @behind so many joins. */
static void
expand_sender (const LullNaiveScenario *scenario,
               const LullNaiveState *state,
               LullNaiveStep step,
               guint8 source,
               guint8 behind,
               LullNaiveVisit visit,
               gpointer user_data)
{
  guint8 request = first_unsent_request (scenario, state);

  if (request == LULL_NAIVE_NONE)
    return;
  for (guint8 target = 0; target < scenario->workers; target++)
    if (target != source || scenario->any_self)
      {
        LullNaiveState next = *state;

        send_to (scenario, &next, request, source, target, behind);
        visit (step, &next, user_data);
      }
}

static void
expand_main (const LullNaiveScenario *scenario,
             const LullNaiveState *state,
             guint8 worker,
             LullNaiveVisit visit,
             gpointer user_data)
{
  LullNaiveState next = *state;

  if (state->phase[worker] != IN_MAIN)
    return;
  expand_sender (scenario, state, LULL_NAIVE_MAIN_SEND, worker, state->epoch[worker],
                 visit, user_data);
  next.phase[worker] = lull_naive_join_start (scenario);
  visit (LULL_NAIVE_MAIN_END, &next, user_data);
}

void
lull_naive_any_init (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  g_assert (scenario->workers <= LULL_NAIVE_WORKERS_MAX);
  *state = (LullNaiveState){ 0 };
  for (guint worker = 0; worker < MIN (scenario->workers, LULL_NAIVE_WORKERS_MAX);
       worker++)
    if ((scenario->any_from & (1U << worker)) == 0)
      state->phase[worker] = lull_naive_join_start (scenario);
}

/* Handlers and callbacks may end at any time: nothing planned keeps them. */
void
lull_naive_any_expand (const LullNaiveScenario *scenario,
                       const LullNaiveState *state,
                       LullNaiveVisit visit,
                       gpointer user_data)
{
  LullNaiveScenario known;

  look_up (scenario, state, &known);
  for (guint8 worker = 0; worker < scenario->workers; worker++)
    expand_main (scenario, state, worker, visit, user_data);
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (state->stage[message] == RUNNING)
      expand_sender (scenario, state, LULL_NAIVE_CHILD_SEND, state->target[message],
                     state->behind[message], visit, user_data);
  lull_naive_known_expand (&known, state, visit, user_data);
}
