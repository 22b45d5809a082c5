/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests that are deferred: the handler returns when it comes to its end, or to a call
 * that it awaits, and its thread is free. What is left goes on outside the pool: the
 * calls behind the one that was awaited, and the answer. Only then is the request done.
 */
#include "lull-deferred.h"

enum
{
  STEP_RETURN,
  STEP_END
};

static const char *const steps[] = { "return", "deferred end", NULL };

static gboolean
is_deferred (const LullMessage *message)
{
  return (message->traits & LULL_TRAIT_DEFERRED) != 0;
}

static gboolean
is_on (const LullWorldConfig *config)
{
  const GArray *messages = config->work->messages;

  for (guint i = 0; i < messages->len; i++)
    if (is_deferred (&g_array_index (messages, LullMessage, i)))
      return TRUE;
  return FALSE;
}

/* Whether the handler of MESSAGE waits for the end of a scope, as it does for an answer.
 */
static gboolean
awaits_scope (const LullWorld *world, const guint8 *state, guint message)
{
  return lull_scopes_awaited (world, state, world->messages[message].m.target, message) !=
         NULL;
}

/* Whether the handler of MESSAGE has something to do before it waits or ends. */
static gboolean
has_next (const LullWorld *world, const guint8 *state, guint message)
{
  const LullWorldMessage *info = &world->messages[message];
  const guint8 *children = world->children + info->children_at;
  guint sent = 0;

  while (sent < info->child_count &&
         stage_of (world, state, children[sent]) != STAGE_UNSENT)
    sent++;
  if (sent > 0 && world->messages[children[sent - 1]].m.awaited &&
      !call_settled (world, state, children[sent - 1]))
    return FALSE;
  if (awaits_scope (world, state, message))
    return FALSE;
  return sent < info->child_count ||
         lull_parts_hold_up (world, state, info->m.target, message);
}

static void
offer_steps (LullOffer *offer, const LullPartSite *site)
{
  const LullWorld *world = offer->world;

  for (guint i = 0; i < world->message_count; i++)
    {
      LullStage stage = stage_of (world, offer->state, i);

      if (!is_deferred (&world->messages[i].m))
        continue;
      if (stage == STAGE_RUNNING && !has_next (world, offer->state, i))
        lull_offer_part (offer, site, STEP_RETURN, i);
      else if (stage == STAGE_DEFERRED && lull_offer_list (offer, i) &&
               !lull_parts_hold_up (world, offer->state, world->messages[i].m.target, i))
        lull_offer_part (offer, site, STEP_END, i);
    }
}

/* The handler returns instead of ending. */
static gboolean
allows (const LullWorld *world,
        const LullPartSite *site G_GNUC_UNUSED,
        const guint8 *state G_GNUC_UNUSED,
        LullAction action)
{
  return world->op_of[lull_action_kind (action)] != OP_FINISH ||
         !is_deferred (&world->messages[lull_action_argument (action)].m);
}

static void
apply_step (const LullApply *apply,
            const LullPartSite *site G_GNUC_UNUSED,
            guint step,
            guint argument)
{
  const LullWorld *world = apply->world;
  guint worker = world->messages[argument].m.target;

  if (step == STEP_RETURN)
    {
      lull_apply_set_stage (apply, argument, STAGE_DEFERRED);
      lull_apply_keep_busy (apply, worker, LULL_IDLE_RUNNING, -1);
      lull_apply_keep_busy (apply, worker, LULL_IDLE_DEFERRED, 1);
      lull_apply_tell (apply, TOLD_RETURNED, argument);
      return;
    }
  lull_apply_keep_busy (apply, worker, LULL_IDLE_DEFERRED, -1);
  lull_apply_keep_busy (apply, worker, LULL_IDLE_RUNNING, 1);
  lull_apply_finish (apply, argument);
}

static guint
worker_of (const LullWorld *world,
           const LullPartSite *site G_GNUC_UNUSED,
           const guint8 *state G_GNUC_UNUSED,
           guint step G_GNUC_UNUSED,
           guint argument)
{
  return world->messages[argument].m.target;
}

static void
say (const LullWorld *world,
     const LullPartSite *site G_GNUC_UNUSED,
     const guint16 *numbers,
     const guint8 *state G_GNUC_UNUSED,
     guint step,
     guint argument,
     GString *text)
{
  const LullMessage *message = &world->messages[argument].m;

  if (step == STEP_RETURN)
    {
      lull_world_program_name (world, numbers, argument, text);
      g_string_append (text, message->kind == LULL_BASIC_CALL
                                 ? " returns, and has yet to answer"
                                 : " returns, and is not done");
      return;
    }
  lull_world_message_name (world, numbers, argument, text);
  g_string_append (text, " is done outside the pool");
  if (message->kind == LULL_BASIC_CALL)
    g_string_append_printf (text, ", and answered to %s", world->names[message->source]);
}

guint
lull_deferred_ended_by (const LullWorld *world, LullAction action)
{
  const LullPartSite *site = lull_part_site (world, &lull_part_deferred);

  return site != NULL && lull_action_kind (action) == site->kinds[STEP_END]
             ? lull_action_argument (action)
             : LULL_NO_MESSAGE;
}

gboolean
lull_deferred_end_of (const LullWorld *world, guint request, LullAction *end)
{
  const LullPartSite *site = lull_part_site (world, &lull_part_deferred);

  if (site == NULL || !is_deferred (&world->messages[request].m))
    return FALSE;
  *end = lull_action (site->kinds[STEP_END], request);
  return TRUE;
}

static const char *const switches[] = { "calls.deferred", NULL };

const LullPart lull_part_deferred = {
  .name = "deferred requests",
  .steps = steps,
  .switches = switches,
  .is_on = is_on,
  .actions_max = lull_part_message_count,
  .offer = offer_steps,
  .allows = allows,
  .apply = apply_step,
  .worker = worker_of,
  .fairness_count = lull_part_message_count,
  .say = say,
};
