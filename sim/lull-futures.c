/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Futures that get an error instead of an answer. An answer that comes later is taken up
 * and dropped: it settles nothing, runs nothing, and is no work any more. The part that
 * lets futures fail decides when; this is what it means.
 */
#include "lull-world-private.h"

/* MESSAGE comes to nothing. If it is a call that was not sent, it has no future to wait
 * for. */
static void
forgo (const LullApply *self, guint message)
{
  const LullWorldMessage *info = &self->world->messages[message];

  if (info->future_at != 0 &&
      stage_of (self->world, self->state, message) == STAGE_UNSENT)
    self->state[info->future_at] = FUTURE_FAILED;
  lull_apply_set_stage (self, message, STAGE_GONE);
  lull_apply_owe (self, message, -1);
}

/* Whether what ANSWER would have set going does not depend on it: its call has been given
 * up, or is to get an error and run its callback with that. */
static gboolean
is_dispensable (const LullApply *self, guint answer)
{
  const LullWorld *world = self->world;
  guint call = world->messages[answer].m.request;

  return call != LULL_NO_MESSAGE &&
         (is_late (world, self->state, answer) ||
          (world->messages[call].error_runs &&
           !lull_parts_is_absent (world, self->state, world->messages[call].m.source)));
}

static void
drop_unsent (const LullApply *self, guint message)
{
  if (stage_of (self->world, self->state, message) == STAGE_UNSENT)
    lull_apply_drop (self, message);
}

static void
drop_children (const LullApply *self, guint parent)
{
  const LullWorldMessage *info = &self->world->messages[parent];

  for (guint i = 0; i < info->child_count; i++)
    drop_unsent (self, self->world->children[info->children_at + i]);
}

/* The recursion is as deep as calls are nested. */
void
lull_apply_drop (const LullApply *self, guint message)
{
  const LullWorldMessage *info = &self->world->messages[message];
  gboolean was_sent = stage_of (self->world, self->state, message) != STAGE_UNSENT;

  if (self->world->any)
    {
      lull_apply_lose_any (self, message);
      return;
    }
  if (was_sent && is_dispensable (self, message))
    {
      lull_apply_set_stage (self, message, STAGE_GONE);
      return;
    }
  forgo (self, message);
  drop_children (self, message);
  if (info->m.reply == LULL_NO_MESSAGE)
    return;
  if (was_sent && is_dispensable (self, info->m.reply))
    lull_apply_set_stage (self, info->m.reply, STAGE_GONE);
  else
    drop_unsent (self, info->m.reply);
}

void
lull_apply_cancel (const LullApply *self, guint parent, guint source)
{
  const LullWorld *world = self->world;
  gboolean cancelled[LULL_MESSAGES_MAX] = { FALSE };

  for (guint i = 0; i < world->message_count; i++)
    {
      const LullMessage *message = &world->messages[i].m;

      if (stage_of (world, self->state, i) != STAGE_UNSENT)
        continue;
      if (message->kind == LULL_BASIC_REPLY)
        cancelled[i] = cancelled[message->request];
      else if (message->parent < world->message_count)
        cancelled[i] = message->parent == parent || cancelled[message->parent];
      else
        cancelled[i] = parent == LULL_NO_MESSAGE && message->parent == parent &&
                       message->source == source &&
                       message->epoch == epoch_of (world, self->state, source);
      if (cancelled[i])
        forgo (self, i);
    }
  lull_parts_cancel (self, source, parent);
}

/* The end of what a call was for: its answer is no work any more, unless that was lost
 * and is none since then, and whoever awaits it goes on. */
static void
give_up (const LullApply *self, guint call)
{
  const LullWorld *world = self->world;
  guint reply = world->messages[call].m.reply;

  self->state[world->messages[call].future_at] = FUTURE_FAILED;
  if (world->messages[call].error_runs ||
      stage_of (world, self->state, reply) != STAGE_GONE)
    lull_apply_owe (self, reply, -1);
  if (world->settle == LULL_SETTLE_AFTER_CALLBACKS)
    lull_apply_settle (self, reply);
  lull_apply_tell (self, TOLD_GIVEN_UP, call);
}

void
lull_apply_fail (const LullApply *self, guint call, gboolean callback_runs)
{
  const LullWorld *world = self->world;
  guint reply = world->messages[call].m.reply;

  self->state[world->messages[call].future_at] = FUTURE_FAILING;
  if (world->settle == LULL_SETTLE_BEFORE_CALLBACKS)
    lull_apply_settle (self, reply);
  lull_apply_tell (self, TOLD_TIMED_OUT, call);
  if (callback_runs)
    {
      if (world->callbacks_locked)
        lull_apply_lock (self, world->messages[call].m.source, TRUE);
      return;
    }
  lull_apply_cancel (self, reply, 0);
  give_up (self, call);
}

void
lull_apply_orphan (const LullApply *self, guint call)
{
  const LullWorldMessage *info = &self->world->messages[call];
  LullFuture future = future_of (self->world, self->state, call);
  gboolean is_owed = future == FUTURE_FAILING ||
                     (future == FUTURE_OPEN && info->error_runs &&
                      stage_of (self->world, self->state, info->m.reply) == STAGE_GONE);

  if (!is_owed)
    return;
  self->state[info->future_at] = FUTURE_FAILED;
  lull_apply_cancel (self, info->m.reply, 0);
  lull_apply_owe (self, info->m.reply, -1);
}

void
lull_apply_abandon (const LullApply *self, guint call)
{
  const LullWorld *world = self->world;
  guint reply = world->messages[call].m.reply;

  self->state[world->messages[call].future_at] = FUTURE_FAILED;
  if (world->settle == LULL_SETTLE_BEFORE_CALLBACKS)
    lull_apply_settle (self, reply);
  lull_apply_tell (self, TOLD_TIMED_OUT, call);
  if (world->settle == LULL_SETTLE_AFTER_CALLBACKS)
    lull_apply_settle (self, reply);
  lull_apply_tell (self, TOLD_GIVEN_UP, call);
}

void
lull_apply_end_failing (const LullApply *self, guint call)
{
  const LullWorld *world = self->world;

  if (world->callbacks_locked)
    lull_apply_lock (self, world->messages[call].m.source, FALSE);
  give_up (self, call);
}
