/* SPDX-License-Identifier: Apache-2.0 */
/* What goes wrong on the wire, and what senders do about it. */
#include "lull-naive-state.h"

static void
lose (const LullNaiveScenario *scenario,
      const LullNaiveState *state,
      guint8 message,
      LullNaiveVisit visit,
      gpointer user_data)
{
  gboolean for_good = scenario->options.retry == LULL_NAIVE_RETRY_NEVER;
  LullNaiveState next = *state;

  if (state->losses == scenario->options.loss || scenario->messages[message].spared)
    return;
  lull_naive_leave_flight (scenario, &next, message);
  next.stage[message] = for_good ? NEVER : LOST;
  next.losses++;
  visit (LULL_NAIVE_LOSE, &next, user_data);
}

/* Of another message for a lost one the lost one may still count. */
static void
find_loss (const LullNaiveScenario *scenario,
           const LullNaiveState *state,
           guint8 message,
           LullNaiveVisit visit,
           gpointer user_data)
{
  const LullNaiveMessage *lost = &scenario->messages[message];
  const LullNaiveOptions *options = &scenario->options;
  LullNaiveState next = *state;

  next.stage[message] = WAITING;
  if (scenario->protocol == LULL_NAIVE_PAIRWISE &&
      options->retry == LULL_NAIVE_RETRY_NEW && !options->failed_undone &&
      !lost->sent_uncounted)
    next.vain[lost->source][lost->target]++;
  visit (LULL_NAIVE_FIND_LOSS, &next, user_data);
}

static void
send_again (const LullNaiveScenario *scenario,
            const LullNaiveState *state,
            guint8 message,
            LullNaiveVisit visit,
            gpointer user_data)
{
  LullNaiveState next = *state;

  if (scenario->options.retry == LULL_NAIVE_RETRY_NEW)
    lull_naive_post (scenario, &next, message);
  else
    lull_naive_enter_flight (scenario, &next, message);
  visit (LULL_NAIVE_SEND_AGAIN, &next, user_data);
}

void
lull_naive_faults_expand (const LullNaiveScenario *scenario,
                          const LullNaiveState *state,
                          LullNaiveVisit visit,
                          gpointer user_data)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    switch (state->stage[message])
      {
      case IN_FLIGHT:
        lose (scenario, state, message, visit, user_data);
        lull_naive_duplicate (scenario, state, message, visit, user_data);
        break;
      case LOST:
        if (lull_naive_is_there (state, scenario->messages[message].source))
          find_loss (scenario, state, message, visit, user_data);
        break;
      case WAITING:
        if (lull_naive_is_there (state, scenario->messages[message].source))
          send_again (scenario, state, message, visit, user_data);
        break;
      default:
        break;
      }
}

/* What was sent in vain may count once more, or no longer. */
static void
fail (const LullNaiveScenario *scenario, LullNaiveState *next, guint8 message)
{
  const LullNaiveMessage *failed = &scenario->messages[message];
  const LullNaiveOptions *options = &scenario->options;
  guint8 *vain = &next->vain[failed->source][failed->target];

  lull_naive_leave_flight (scenario, next, message);
  next->stage[message] = options->retry == LULL_NAIVE_RETRY_NEVER ? NEVER : WAITING;
  next->errors++;
  if (scenario->protocol != LULL_NAIVE_PAIRWISE || failed->sent_uncounted)
    return;
  if (options->retry == LULL_NAIVE_RETRY_NEVER && options->failed_undone)
    --*vain;
  if (options->retry == LULL_NAIVE_RETRY_NEW && !options->failed_undone)
    ++*vain;
}

void
lull_naive_visit_sending (LullNaiveStep step,
                          const LullNaiveState *next,
                          gpointer user_data)
{
  const LullNaiveSending *self = user_data;
  const LullNaiveScenario *scenario = self->scenario;

  self->visit (step, next, self->user_data);
  if (self->state->errors == scenario->options.send_errors ||
      (step != LULL_NAIVE_MAIN_SEND && step != LULL_NAIVE_CHILD_SEND &&
       step != LULL_NAIVE_FINISH && step != LULL_NAIVE_RETURNED_END &&
       step != LULL_NAIVE_TRANSMIT))
    return;
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (next->stage[message] == IN_FLIGHT && self->state->stage[message] != IN_FLIGHT &&
        !scenario->messages[message].spared)
      {
        LullNaiveState failed = *next;

        fail (scenario, &failed, message);
        self->visit (LULL_NAIVE_FAIL, &failed, self->user_data);
      }
}
