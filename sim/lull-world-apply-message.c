/* SPDX-License-Identifier: Apache-2.0 */
/* Part of what each step does to a state: the way of a basic message from send() to the
 * end of its handler or callback, and the accounts that are kept of it. */
#include "lull-world-private.h"

void
lull_apply_set_stage (const LullApply *self, guint message, LullStage stage)
{
  self->state[self->world->messages[message].stage_at] = (guint8) stage;
}

void
lull_apply_add_to (const LullApply *self, guint worker, guint counter, gint by)
{
  guint8 *block = worker_at (self->world, self->state, worker);

  block[counter] = (guint8) (block[counter] + by);
}

void
lull_apply_owe_join (const LullApply *self, guint epoch, gint by)
{
  guint8 *account;

  self->state[STATE_UNDONE] = (guint8) (self->state[STATE_UNDONE] + by);
  if (self->world->epochs == 1)
    return;
  account = self->state + lull_epoch_account (self->world, epoch);
  *account = (guint8) (*account + by);
}

void
lull_apply_owe (const LullApply *self, guint message, gint by)
{
  const LullWorldMessage *info = &self->world->messages[message];

  if (info->work)
    lull_apply_owe_join (self, epoch_of_message (self->world, self->state, message), by);
  if (info->watched)
    lull_parts_owe (self, message, by);
}

void
lull_apply_count_future (const LullApply *self, guint call, gint by)
{
  guint worker = source_of (self->world, self->state, call);

  lull_apply_add_to (self, worker, WORKER_FUTURES, by);
  lull_apply_keep_busy (self, worker, LULL_IDLE_FUTURES, by);
  if (self->world->messages[call].watched)
    lull_parts_count_future (self, call, by);
}

void
lull_apply_keep_busy (const LullApply *self, guint worker, LullIdle kind, gint by)
{
  if ((self->world->idle & (guint) kind) != 0)
    lull_apply_add_to (self, worker, WORKER_BUSY, by);
}

void
lull_apply_lock (const LullApply *self, guint worker, gboolean is_locked)
{
  guint8 *flags = worker_at (self->world, self->state, worker) + WORKER_FLAGS;

  *flags = (guint8) (is_locked ? *flags | FLAG_LOCKED : *flags & ~FLAG_LOCKED);
}

/* A path that somebody forgot to count goes by the protocol untold. Futures are known to
 * whoever counts answers, however the call got out. */
static guint
uncounted_by (LullTold what)
{
  if (what == TOLD_TIMED_OUT || what == TOLD_GIVEN_UP)
    return 0;
  return is_told_to_sender (what) ? LULL_TRAIT_SENT_UNCOUNTED : LULL_TRAIT_DONE_UNCOUNTED;
}

void
lull_apply_tell (const LullApply *self, LullTold what, guint message)
{
  const LullWorldMessage *info = &self->world->messages[message];

  if ((info->m.traits & uncounted_by (what)) != 0)
    return;
  if (info->told && self->world->callbacks[what] != NULL)
    lull_node_basic (self->world, self->state, what, message, self->log);
  if (info->watched)
    lull_parts_tell (self, what, message);
}

void
lull_apply_transmit (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;

  lull_apply_set_stage (self, message, STAGE_FLIGHT);
  lull_link_push (world, self->state, source_of (world, self->state, message),
                  target_of (world, self->state, message), (guint8) (message + 1));
  lull_apply_tell (self, TOLD_TRANSMITTED, message);
}

void
lull_apply_run_send_task (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  guint source = source_of (world, self->state, message);

  if (!is_task_until_taken (world, message))
    lull_apply_keep_busy (self, source, LULL_IDLE_SENDS, -1);
  if (send_tasks_of (world, message) == LULL_SEND_TASKS_IN_POOL)
    lull_pool_pop (world, self->state, source, LULL_TASK_SEND);
  lull_apply_transmit (self, message);
}

/* The message is a send task, or on the wire at once. */
void
lull_apply_send (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  guint source = source_of (world, self->state, message);

  if (self->log != NULL)
    self->log->posted[message / 32] |= 1U << message % 32;
  if (send_tasks_of (world, message) != LULL_SEND_TASKS_NONE)
    {
      lull_apply_keep_busy (self, source, waiting_send_of (world, message), 1);
      lull_apply_set_stage (self, message, STAGE_TASK);
      if (send_tasks_of (world, message) == LULL_SEND_TASKS_IN_POOL)
        lull_pool_push (world, self->state, source, LULL_TASK_SEND, message);
      lull_apply_tell (self, TOLD_POSTED, message);
      return;
    }
  lull_apply_set_stage (self, message, STAGE_FLIGHT);
  lull_apply_tell (self, TOLD_POSTED, message);
  lull_apply_transmit (self, message);
}

/* send(): a call has a future from here on. */
void
lull_apply_post (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;

  if (world->messages[message].m.kind == LULL_BASIC_CALL)
    lull_apply_count_future (self, message, 1);
  lull_apply_send (self, message);
}

/* Whether MESSAGE is an answer that somebody waits for. */
static gboolean
is_answer (const LullApply *self, guint message)
{
  return is_reply (self->world, message) && !is_late (self->world, self->state, message);
}

void
lull_apply_enqueue (const LullApply *self, guint message)
{
  guint target = target_of (self->world, self->state, message);

  lull_apply_set_stage (self, message, STAGE_QUEUED);
  lull_pool_push (self->world, self->state, target, task_of (self->world, message),
                  message);
  if (self->world->listener)
    lull_apply_keep_busy (self, target, LULL_IDLE_LISTENER, -1);
  lull_apply_keep_busy (self, target, LULL_IDLE_QUEUE, 1);
  lull_apply_tell (self, TOLD_QUEUED, message);
}

void
lull_apply_receive (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  guint target = target_of (world, self->state, message);

  lull_link_pop (world, self->state, source_of (world, self->state, message), target);
  lull_apply_set_stage (self, message, STAGE_HELD);
  if (is_task_until_taken (world, message))
    lull_apply_keep_busy (self, source_of (world, self->state, message), LULL_IDLE_SENDS,
                          -1);
  if (world->listener)
    lull_apply_keep_busy (self, target, LULL_IDLE_LISTENER, 1);
  lull_apply_tell (self, TOLD_RECEIVED, message);
  if (!world->listener)
    lull_apply_enqueue (self, message);
}

void
lull_apply_start (const LullApply *self, guint message)
{
  guint target = target_of (self->world, self->state, message);

  lull_apply_set_stage (self, message, STAGE_RUNNING);
  lull_pool_pop (self->world, self->state, target, task_of (self->world, message));
  if (!start_keeps_idleness (self->world))
    {
      lull_apply_keep_busy (self, target, LULL_IDLE_QUEUE, -1);
      lull_apply_keep_busy (self, target, LULL_IDLE_RUNNING, 1);
    }
  if (is_answer (self, message) && self->world->callbacks_locked)
    lull_apply_lock (self, target, TRUE);
  if (is_answer (self, message) && self->world->settle == LULL_SETTLE_BEFORE_CALLBACKS)
    lull_apply_settle (self, message);
  lull_apply_tell (self, TOLD_STARTED, message);
}

/* The reply is posted before the handler counts as finished: what a message causes comes
 * first. */
void
lull_apply_finish (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  guint reply = world->messages[message].m.reply;

  lull_apply_set_stage (self, message, STAGE_DONE);
  lull_apply_keep_busy (self, target_of (world, self->state, message), LULL_IDLE_RUNNING,
                        -1);
  if (!is_late (world, self->state, message))
    lull_apply_owe (self, message, -1);
  if (reply != LULL_NO_MESSAGE)
    {
      if (world->any)
        lull_apply_owe (self, reply, 1);
      lull_apply_post (self, reply);
    }
  if (is_answer (self, message) && world->callbacks_locked)
    lull_apply_lock (self, target_of (world, self->state, message), FALSE);
  if (is_answer (self, message) && world->settle == LULL_SETTLE_AFTER_CALLBACKS)
    lull_apply_settle (self, message);
  lull_apply_tell (self, TOLD_FINISHED, message);
  if (world->any)
    lull_apply_clear_slot (self, message);
}
