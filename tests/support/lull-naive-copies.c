/* SPDX-License-Identifier: Apache-2.0 */
/* One message that arrives twice: its copy, and all that the copy causes, are messages
 * behind those of the scenario, from the moment on at which the copy is made. */
#include "lull-naive-state.h"

static guint8
append (LullNaiveScenario *known, const LullNaiveMessage *message)
{
  g_assert (known->message_count < LULL_NAIVE_MESSAGES_MAX);
  known->messages[known->message_count] = *message;
  return (guint8) known->message_count++;
}

/* What sends nothing in the handler or callback of @original is done in that of @copy,
 * too, before what is sent behind it. */
static void
append_locals (LullNaiveScenario *known, guint8 original, guint8 copy)
{
  guint count = known->local_count;

  for (guint local = 0; local < count; local++)
    {
      LullNaiveLocal step = known->locals[local];
      guint8 number = (guint8) (copy + 1);

      if (step.parent != original)
        continue;
      step.parent = copy;
      /* As many stand before it as in the original. */
      for (guint8 before = 0; before < step.after; before++)
        if (known->messages[before].parent == original &&
            known->messages[before].request == LULL_NAIVE_NONE)
          while (known->messages[number++].parent != copy)
            ;
      step.after = number;
      g_assert (known->local_count < LULL_NAIVE_LOCALS_MAX);
      known->locals[known->local_count++] = step;
    }
}

static void
append_caused (LullNaiveScenario *known, guint8 original, guint8 copy, guint8 end)
{
  for (guint8 number = 0; number < end; number++)
    {
      LullNaiveMessage caused = known->messages[number];
      guint8 added;

      if (caused.request == original)
        {
          caused.request = copy;
          added = append (known, &caused);
          known->messages[copy].reply = added;
        }
      else if (caused.parent == original && caused.request == LULL_NAIVE_NONE)
        {
          caused.parent = copy;
          added = append (known, &caused);
        }
      else
        continue;
      append_caused (known, number, added, end);
      append_locals (known, number, added);
    }
}

static void
append_copy (LullNaiveScenario *known, guint8 original)
{
  guint8 end = (guint8) known->message_count;
  LullNaiveMessage copy = known->messages[original];
  guint8 added;

  copy.parent = LULL_NAIVE_COPY;
  copy.copy_of = (guint8) (original + 1);
  copy.sync = FALSE;
  if (known->options.deduplication)
    copy.reply = LULL_NAIVE_NONE;
  added = append (known, &copy);
  if (known->options.deduplication)
    return;
  append_caused (known, original, added, end);
  append_locals (known, original, added);
}

void
lull_naive_copies_know (const LullNaiveScenario *scenario,
                        const LullNaiveState *state,
                        LullNaiveScenario *known)
{
  *known = *scenario;
  for (guint copy = 0; copy < LULL_NAIVE_COPIES_MAX && state->doubled[copy] != 0 &&
                       state->doubled[copy] != LULL_NAIVE_DROPPED_COPY;
       copy++)
    append_copy (known, (guint8) (state->doubled[copy] - 1));
}

/* The call that @message, an answer, is an answer to in the eyes of its caller. */
static guint8
answered_call (const LullNaiveScenario *scenario, guint8 message)
{
  guint8 call = scenario->messages[message].request;

  if (call != LULL_NAIVE_NONE && scenario->messages[call].copy_of != 0)
    return (guint8) (scenario->messages[call].copy_of - 1);
  return call;
}

gboolean
lull_naive_is_answer_to (const LullNaiveScenario *scenario, guint8 message, guint8 call)
{
  return answered_call (scenario, message) == call;
}

gboolean
lull_naive_is_second (const LullNaiveScenario *scenario,
                      const LullNaiveState *state,
                      guint8 message)
{
  guint8 call = answered_call (scenario, message);

  for (guint8 other = 0; other < scenario->message_count; other++)
    if (call != LULL_NAIVE_NONE && other != message &&
        answered_call (scenario, other) == call &&
        (state->stage[other] == RUNNING || state->stage[other] == DONE))
      return TRUE;
  return FALSE;
}

gboolean
lull_naive_is_dropped (const LullNaiveScenario *scenario,
                       const LullNaiveState *state,
                       guint8 message)
{
  if (state->stage[message] == IN_FLIGHT)
    return scenario->options.deduplication && scenario->messages[message].copy_of != 0;
  return state->stage[message] == QUEUED &&
         lull_naive_is_second (scenario, state, message);
}

/* What comes first is handled, whichever of the two it is. */
gboolean
lull_naive_must_wait (const LullNaiveScenario *scenario,
                      const LullNaiveState *state,
                      guint8 message)
{
  return state->stage[message] == IN_FLIGHT &&
         state->stage[scenario->messages[message].copy_of - 1] < IN_HAND;
}

/* How often the sender counts a message whose copy is not its own. */
static gint8
uncounted (const LullNaiveOptions *options, const LullNaiveMessage *message)
{
  if (message->sent_uncounted)
    return 0;
  if (options->retry == LULL_NAIVE_RETRY_NEW)
    return options->failed_undone ? 1 : 0;
  return 1;
}

void
lull_naive_duplicate (const LullNaiveScenario *scenario,
                      const LullNaiveState *state,
                      guint8 message,
                      LullNaiveVisit visit,
                      gpointer user_data)
{
  const LullNaiveMessage *doubled = &scenario->messages[message];
  guint8 copy = (guint8) scenario->message_count;
  LullNaiveState next = *state;
  LullNaiveScenario known;
  guint made = 0;

  while (made < LULL_NAIVE_COPIES_MAX && state->doubled[made] != 0)
    made++;
  if (made == scenario->options.duplication || doubled->spared || doubled->copy_of != 0)
    return;
  next.doubled[made] = (guint8) (message + 1);
  known = *scenario;
  append_copy (&known, message);
  if (scenario->options.retry == LULL_NAIVE_RETRY_NEVER)
    lull_naive_enter_flight (&known, &next, copy);
  else
    next.stage[copy] = WAITING;
  if (scenario->protocol == LULL_NAIVE_PAIRWISE)
    next.vain[doubled->source][doubled->target] =
        (guint8) (next.vain[doubled->source][doubled->target] -
                  uncounted (&scenario->options, doubled));
  visit (LULL_NAIVE_DUPLICATE, &next, user_data);
}

/* Nothing is left of it but that its sender counted it. */
static void
drop_copy (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 copy)
{
  const LullNaiveMessage *dropped = &scenario->messages[copy];

  lull_naive_leave_flight (scenario, state, copy);
  /* Of several, each keeps its number. */
  if (scenario->options.duplication > 1)
    {
      state->stage[copy] = NEVER;
      return;
    }
  state->stage[copy] = UNSENT;
  state->doubled[0] = LULL_NAIVE_DROPPED_COPY;
  if (scenario->protocol == LULL_NAIVE_PAIRWISE && !dropped->sent_uncounted)
    state->vain[dropped->source][dropped->target]++;
}

void
lull_naive_drop (const LullNaiveScenario *scenario,
                 const LullNaiveState *state,
                 guint8 message,
                 LullNaiveVisit visit,
                 gpointer user_data)
{
  LullNaiveState next = *state;

  if (state->stage[message] == IN_FLIGHT)
    drop_copy (scenario, &next, message);
  else
    {
      lull_naive_leave_pool (scenario, &next, message,
                             lull_naive_task (scenario, message),
                             scenario->messages[message].target);
      next.stage[message] = DROPPED;
    }
  visit (LULL_NAIVE_DROP, &next, user_data);
}
