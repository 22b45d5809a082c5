/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that time out. A call that may does so at any moment from send() until its
 * callback starts, once. What comes of that is in lull-futures.c.
 *
 * A timeout is owed: a clock is behind it, so a call that is never answered does time
 * out, and a run in which it stays unanswered for ever without that is none. One that is
 * answered in time never times out, and nothing is owed to it.
 */
#include "lull-part.h"

enum
{
  STEP_TIMEOUT,
  STEP_CALLBACK_END
};

static const char *const steps[] = { "timeout", "timeout callback end", NULL };

static gboolean
may_time_out (const LullTimeouts *timeouts, const LullMessage *message)
{
  return message->kind == LULL_BASIC_CALL &&
         (timeouts->calls == LULL_TIMEOUTS_ALL ||
          (timeouts->calls == LULL_TIMEOUTS_MARKED &&
           (message->traits & LULL_TRAIT_TIMES_OUT) != 0));
}

static gboolean
is_on (const LullWorldConfig *config)
{
  const GArray *messages = config->work->messages;

  if (config->work->any_messages > 0)
    return config->timeouts.calls == LULL_TIMEOUTS_ALL;
  for (guint i = 0; i < messages->len; i++)
    if (may_time_out (&config->timeouts, &g_array_index (messages, LullMessage, i)))
      return TRUE;
  return FALSE;
}

/* Why CONFIG cannot have calls that time out, or NULL. */
static const char *
misfit (const LullWorldConfig *config)
{
  if (config->work->any_messages > 0)
    return "timeouts are of calls that are listed, and this is work of any shape; list "
           "the calls";
  if (config->faults.duplication > 0)
    return "timeouts do not go with messages that are doubled; leave out one or the "
           "other";
  return NULL;
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  world->futures_fail = TRUE;
  for (guint i = 0; i < world->message_count; i++)
    {
      LullWorldMessage *info = &world->messages[i];

      info->times_out = may_time_out (&config->timeouts, &info->m);
      info->error_runs = info->times_out && config->timeouts.callback_runs;
    }
  return g_memdup2 (&config->timeouts, sizeof config->timeouts);
}

static gboolean
has_step (const LullWorld *world, const LullPartSite *site, guint step)
{
  (void) world;
  return step == STEP_TIMEOUT || ((const LullTimeouts *) site->data)->callback_runs;
}

/* A call is open from send() on, until a thread takes up its answer. */
static gboolean
is_open (const LullOffer *offer, guint call)
{
  const LullWorld *world = offer->world;
  LullStage reply = stage_of (world, offer->state, world->messages[call].m.reply);

  return stage_of (world, offer->state, call) != STAGE_UNSENT &&
         future_of (world, offer->state, call) == FUTURE_OPEN && reply != STAGE_RUNNING &&
         reply != STAGE_DONE;
}

/* As for the callback of an answer. */
static gboolean
can_end (const LullOffer *offer, guint call)
{
  const LullWorld *world = offer->world;

  return world->settle == LULL_SETTLE_BEFORE_CALLBACKS || world->callbacks_locked ||
         lull_can_settle (offer, world->messages[call].m.source);
}

static void
offer_call (LullOffer *offer, const LullPartSite *site, guint call)
{
  const LullWorld *world = offer->world;
  const LullMessage *message = &world->messages[call].m;

  if (is_open (offer, call))
    {
      if (lull_can_settle (offer, message->source))
        lull_offer_part (offer, site, STEP_TIMEOUT, call);
    }
  else if (future_of (world, offer->state, call) == FUTURE_FAILING &&
           lull_offer_list (offer, message->reply) &&
           !lull_parts_hold_up (world, offer->state, message->source, message->reply) &&
           can_end (offer, call))
    lull_offer_part (offer, site, STEP_CALLBACK_END, call);
}

static void
offer_steps (LullOffer *offer, const LullPartSite *site)
{
  for (guint i = 0; i < offer->world->message_count; i++)
    if (offer->world->messages[i].times_out)
      offer_call (offer, site, i);
}

/* The error goes up through the program that awaits CALL: nothing on its list comes any
 * more. */
static void
stop_awaiting (const LullApply *apply, guint call)
{
  const LullWorld *world = apply->world;
  const LullMessage *message = &world->messages[call].m;
  const guint8 *block = worker_peek (world, apply->state, message->source);

  lull_apply_cancel (apply, message->parent, message->source);
  if (message->parent == LULL_NO_MESSAGE && (block[WORKER_FLAGS] & FLAG_JOINED) == 0)
    lull_apply_join (apply, message->source);
}

static void
apply_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  const LullTimeouts *timeouts = site->data;
  const LullWorld *world = apply->world;
  gboolean was_settled = call_settled (world, apply->state, argument);

  if (step == STEP_TIMEOUT)
    lull_apply_fail (apply, argument, timeouts->callback_runs);
  else
    lull_apply_end_failing (apply, argument);
  if (timeouts->awaiting_stops && world->messages[argument].m.awaited && !was_settled &&
      call_settled (world, apply->state, argument))
    stop_awaiting (apply, argument);
}

static const LullDelay *
delay_of (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state G_GNUC_UNUSED,
          guint step,
          guint argument G_GNUC_UNUSED)
{
  const LullTimeouts *timeouts = site->data;

  return step == STEP_TIMEOUT ? &timeouts->delay : &world->step_delay;
}

static void
say (const LullWorld *world,
     const LullPartSite *site,
     const guint16 *numbers,
     const guint8 *state G_GNUC_UNUSED,
     guint step,
     guint argument,
     GString *text)
{
  const LullTimeouts *timeouts = site->data;

  if (step == STEP_CALLBACK_END)
    {
      g_string_append (text, "callback of ");
      lull_world_message_name (world, numbers, argument, text);
      g_string_append (text, ", which timed out, ends");
      return;
    }
  lull_world_message_name (world, numbers, argument, text);
  g_string_append (text, " times out, its ");
  g_string_append (text, timeouts->callback_runs ? "callback starts with an error"
                                                 : "future gets an error");
}

static void
describe (const LullWorld *world,
          const LullPartSite *site G_GNUC_UNUSED,
          const guint8 *state,
          GString *text)
{
  for (guint i = 0; i < world->message_count; i++)
    {
      LullFuture future = future_of (world, state, i);

      if (future == FUTURE_OPEN || stage_of (world, state, i) == STAGE_GONE)
        continue;
      lull_world_message_name (world, NULL, i, text);
      g_string_append (text, future == FUTURE_FAILING
                                 ? " has timed out, and its callback runs\n"
                                 : " has timed out\n");
    }
}

static const char *const switches[] = { "timeouts.calls", "calls.timeout", NULL };

const LullPart lull_part_timeouts = {
  .name = "timeouts",
  .steps = steps,
  .switches = switches,
  .is_on = is_on,
  .misfit = misfit,
  .prepare = prepare,
  .has_step = has_step,
  .actions_max = lull_part_message_count,
  .offer = offer_steps,
  .apply = apply_step,
  .delay = delay_of,
  .worker = lull_part_sender,
  .fairness_count = lull_part_message_count,
  .say = say,
  .describe = describe,
};
