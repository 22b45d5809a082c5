/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a state of a world says, read in place. For the files of sim/ alone.
 */
#pragma once

#include "lull-world-state.h"

G_BEGIN_DECLS

static inline const guint8 *
worker_peek (const LullWorld *self, const guint8 *state, guint worker)
{
  return state + self->workers_at + worker * self->worker_size;
}

static inline guint8 *
worker_at (const LullWorld *self, guint8 *state, guint worker)
{
  return state + self->workers_at + worker * self->worker_size;
}

static inline LullStage
stage_of (const LullWorld *self, const guint8 *state, guint message)
{
  return (LullStage) state[self->messages[message].stage_at];
}

static inline guint
source_of (const LullWorld *self, const guint8 *state, guint message)
{
  const LullWorldMessage *info = &self->messages[message];

  return self->any ? state[info->source_at] : info->m.source;
}

static inline guint
target_of (const LullWorld *self, const guint8 *state, guint message)
{
  const LullWorldMessage *info = &self->messages[message];

  return self->any ? state[info->target_at] : info->m.target;
}

static inline gboolean
is_reply (const LullWorld *self, guint message)
{
  return self->messages[message].m.kind == LULL_BASIC_REPLY;
}

/** Who puts @p message on the wire. */
static inline LullSendTasks
send_tasks_of (const LullWorld *self, guint message)
{
  return self->send_tasks[is_reply (self, message) ? 1 : 0];
}

/** Whether the send task of @p message, once on the wire, goes on until it is taken. */
static inline gboolean
is_task_until_taken (const LullWorld *self, guint message)
{
  return self->rendezvous && send_tasks_of (self, message) != LULL_SEND_TASKS_NONE;
}

/** … and has a thread of the pool all the while. */
static inline gboolean
has_thread_until_taken (const LullWorld *self, guint message)
{
  return self->rendezvous && send_tasks_of (self, message) == LULL_SEND_TASKS_IN_POOL;
}

/** Whether to be queued or to be running is the same to idleness. */
static inline gboolean
start_keeps_idleness (const LullWorld *self)
{
  return ((self->idle & LULL_IDLE_QUEUE) != 0) == ((self->idle & LULL_IDLE_RUNNING) != 0);
}

/** What a message that waits to be sent is to idleness. */
static inline LullIdle
waiting_send_of (const LullWorld *self, guint message)
{
  return send_tasks_of (self, message) == LULL_SEND_TASKS_BUFFERED ? LULL_IDLE_BUFFERED
                                                                   : LULL_IDLE_SENDS;
}

/** What @p message is to its receiver's pools. */
static inline LullTaskKind
task_of (const LullWorld *self, guint message)
{
  return is_reply (self, message) ? LULL_TASK_CALLBACK : LULL_TASK_HANDLER;
}

static inline const LullPool *
pool_of (const LullWorld *self, LullTaskKind kind)
{
  return &self->pools[self->pool_of[kind]];
}

static inline LullFuture
future_of (const LullWorld *self, const guint8 *state, guint call)
{
  guint32 at = self->messages[call].future_at;

  return at != 0 ? (LullFuture) state[at] : FUTURE_OPEN;
}

/** Whether @p message answers a call that was given up: nobody waits for it, and nothing
 * runs for it. */
static inline gboolean
is_late (const LullWorld *self, const guint8 *state, guint message)
{
  guint request = self->messages[message].m.request;

  return request != LULL_NO_MESSAGE && future_of (self, state, request) != FUTURE_OPEN;
}

/** Whether the future of the call @p call is settled. */
static inline gboolean
call_settled (const LullWorld *self, const guint8 *state, guint call)
{
  LullFuture future = future_of (self, state, call);
  guint answer = self->messages[call].m.reply;

  if (future != FUTURE_OPEN)
    return future == FUTURE_FAILED || self->settle == LULL_SETTLE_BEFORE_CALLBACKS;
  do
    {
      LullStage stage = stage_of (self, state, answer);

      if (stage == STAGE_DONE ||
          (stage == STAGE_RUNNING && self->settle == LULL_SETTLE_BEFORE_CALLBACKS))
        return TRUE;
      answer = self->messages[answer].next_answer;
    }
  while (answer != 0);
  return FALSE;
}

/** Which of the joins one after another @p worker is in, or will be in next. */
static inline guint
epoch_of (const LullWorld *self, const guint8 *state, guint worker)
{
  return self->epochs > 1 ? state[self->epochs_at + worker] : 0;
}

/** The join that has to wait for @p message. In any work, and of what timers send, it is
 * known once it is sent. */
static inline guint
epoch_of_message (const LullWorld *self, const guint8 *state, guint message)
{
  const LullWorldMessage *info = &self->messages[message];

  return info->epoch_at != 0 ? state[info->epoch_at] : info->m.epoch;
}

/** Any work: whether the main program of @p worker may send. */
static inline gboolean
lull_world_may_begin (const LullWorld *self, guint worker)
{
  return (self->any_from >> worker & 1U) != 0;
}

/** Where a state says what is undone of one join and was not of those before; only with
 * several. */
static inline guint32
lull_epoch_account (const LullWorld *self, guint epoch)
{
  return self->epochs_at + self->workers + epoch;
}

/** How many joins @p worker has left. */
static inline guint
joins_left (const LullWorld *self, const guint8 *state, guint worker)
{
  guint flags = worker_peek (self, state, worker)[WORKER_FLAGS];

  return epoch_of (self, state, worker) + ((flags & FLAG_LEFT) != 0 ? 1U : 0U);
}

/** The roots that the main program of @p worker sends before its next join. */
static inline const guint8 *
roots_of (const LullWorld *self, const guint8 *state, guint worker, guint *count)
{
  guint program = worker * self->epochs + epoch_of (self, state, worker);

  *count = self->roots_at[program + 1] - self->roots_at[program];
  return self->roots + self->roots_at[program];
}

/** Whether the main program of @p worker, which has not joined, has sent all of them. */
static inline gboolean
all_roots_sent (const LullWorld *self, const guint8 *state, guint worker)
{
  guint count;

  (void) roots_of (self, state, worker, &count);
  return worker_peek (self, state, worker)[WORKER_PLACE] == count;
}

/** The awaited call that the main program of @p worker ends with, or none. */
static inline guint
last_awaited (const LullWorld *self, const guint8 *state, guint worker)
{
  return self->last_awaited[worker * self->epochs + epoch_of (self, state, worker)];
}

/** Whether the main program of @p worker has ended: joined, and not waiting for its last
 * call. */
static inline gboolean
main_ended (const LullWorld *self, const guint8 *state, guint worker)
{
  guint last = last_awaited (self, state, worker);

  return (worker_peek (self, state, worker)[WORKER_FLAGS] & FLAG_JOINED) != 0 &&
         (last == LULL_NO_MESSAGE || call_settled (self, state, last));
}

/** Whether a program is running: that of handler or callback @p parent, in a thread,
 * outside the pool or, where a call has got an error, with that; or of LULL_NO_MESSAGE,
 * the main program of @p worker before join @p epoch. */
static inline gboolean
is_under_way (
    const LullWorld *self, const guint8 *state, guint worker, guint epoch, guint parent)
{
  LullStage stage;

  if (parent == LULL_NO_MESSAGE)
    return epoch_of (self, state, worker) == epoch &&
           (worker_peek (self, state, worker)[WORKER_FLAGS] & FLAG_JOINED) == 0;
  if (is_late (self, state, parent))
    return future_of (self, state, self->messages[parent].m.request) == FUTURE_FAILING;
  stage = stage_of (self, state, parent);
  return stage == STAGE_RUNNING || stage == STAGE_DEFERRED;
}

static inline const LullLink *
link_of (const LullWorld *self, guint source, guint target)
{
  return self->links == NULL ? NULL : &self->links[source * self->workers + target];
}

/* The length of a list that NULL ends. */
static inline guint
count_names (const char *const *names)
{
  guint count = 0;

  while (names[count] != NULL)
    count++;
  return count;
}

static inline const guint8 *
control_peek (const LullWorld *self, const guint8 *state, guint record)
{
  return lull_bag_peek (&self->controls, state, record);
}

G_END_DECLS
