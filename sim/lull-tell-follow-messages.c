/* SPDX-License-Identifier: Apache-2.0 */
/* The part of following a run that is about basic messages: when each was sent, where it
 * went, and what brought it about. */
#include "lull-tell-follow.h"

/* The join that has to wait for MESSAGE, sent at STEP. Where states say it, it is that of
 * the message that brought it about, or of the main program or timer. */
static guint
epoch_of_sent (const Tell *self, guint message, guint cause, guint step)
{
  if (self->world->messages[message].epoch_at == 0)
    return self->world->messages[message].m.epoch;
  return cause != TELL_NEVER ? tell_message (self, cause)->epoch
                             : tell_step (self, step)->epoch;
}

/* Whether MESSAGE, which is sent at STEP, is on the wire at once. A copy is there where
 * the network made it; where a sender did, it has yet to be sent. */
static gboolean
is_sent_at_once (const Tell *self, guint message, guint step)
{
  return send_tasks_of (self->world, message) == LULL_SEND_TASKS_NONE &&
         self->world->messages[message].m.copy_of == 0 &&
         tell_step (self, step)->log.failed != message + 1;
}

/* A message is posted: from now on it has a history. In any work requests are numbered as
 * they are sent. */
static void
begin_message (
    Tell *self, guint message, guint source, guint target, guint cause, guint step)
{
  const LullMessage *info = &self->world->messages[message].m;
  TellMessage fresh = {
    .message = message,
    .source = source,
    .target = target,
    .kind = (LullBasicKind) info->kind,
    .number = self->numbers[message],
    .turn = info->turn,
    .is_copy = info->copy_of != 0,
    .epoch = epoch_of_sent (self, message, cause, step),
    .scope = info->scope,
    .cause = cause,
    .work = self->world->messages[message].work,
    .traits = info->traits,
    .posted = step,
    .transmitted = is_sent_at_once (self, message, step) ? step : TELL_NEVER,
    .buffered = send_tasks_of (self->world, message) == LULL_SEND_TASKS_BUFFERED,
    .received = TELL_NEVER,
    .queued = TELL_NEVER,
    .started = TELL_NEVER,
    .finished = TELL_NEVER,
    .gone = TELL_NEVER,
    .returned = TELL_NEVER,
    .timed_out = TELL_NEVER,
    .given_up = TELL_NEVER,
    .bar = TELL_NEVER,
    .error_bar = TELL_NEVER
  };

  /* Roots, timers and copies have no message for a parent. */
  if (info->parent < self->world->message_count)
    fresh.by_callback = is_reply (self->world, info->parent);
  else if (self->world->any && cause != TELL_NEVER && info->kind != LULL_BASIC_REPLY)
    fresh.by_callback = tell_message (self, cause)->kind == LULL_BASIC_REPLY;
  self->slot_message[message] = self->messages->len;
  g_array_append_val (self->messages, fresh);
}

static guint
first_unused (const LullWorld *world, const guint8 *state)
{
  guint message = 0;

  while (stage_of (world, state, message) != STAGE_UNSENT)
    message += world->any_slot_step;
  return message;
}

/* The message whose handler or callback sends MESSAGE of a forest, or what it is a copy
 * of. A callback that runs with an error belongs to its call: there need be no answer. */
static guint
cause_of (const Tell *self, guint message)
{
  const LullWorld *world = self->world;
  guint copy_of = world->messages[message].m.copy_of;
  const LullMessage *info = &world->messages[copy_of != 0 ? copy_of - 1 : message].m;
  guint request;

  if (info->kind == LULL_BASIC_REPLY)
    return self->slot_message[info->request];
  if (info->parent >= world->message_count)
    return TELL_NEVER;
  request = world->messages[info->parent].m.request;
  if (request != LULL_NO_MESSAGE &&
      tell_message (self, self->slot_message[request])->timed_out != TELL_NEVER)
    return self->slot_message[request];
  return self->slot_message[info->parent];
}

static void
follow_send (Tell *self, const guint8 *state, guint argument, guint step)
{
  const LullWorld *world = self->world;
  const LullMessage *info;
  guint is_main, actor, target;

  if (!world->any)
    {
      info = &world->messages[argument].m;
      begin_message (self, argument, info->source, info->target,
                     cause_of (self, argument), step);
      return;
    }
  lull_world_any_parse (argument, &is_main, &actor, &target);
  begin_message (self, first_unused (world, state),
                 is_main != 0 ? actor : target_of (world, state, actor), target,
                 is_main != 0 ? TELL_NEVER : self->slot_message[actor], step);
}

static void
follow_finish (Tell *self, guint message, guint step)
{
  guint reply = self->world->messages[message].m.reply;
  guint index = self->slot_message[message];
  TellMessage *told = tell_message (self, index);

  told->finished = step;
  if (reply != LULL_NO_MESSAGE)
    begin_message (self, reply, told->target, told->source, index, step);
}

static void
add_move (TellMessage *told, LullStage stage, guint step)
{
  TellMove move = { .step = step, .stage = stage };

  g_array_append_val (told->moves, move);
}

/* From its first mishap on, all that becomes of a message at its sender is kept. */
static void
mark_mishap (TellMessage *told, LullStage stage, guint step)
{
  if (told->moves == NULL)
    {
      told->moves = g_array_new (FALSE, FALSE, sizeof (TellMove));
      if (told->transmitted != TELL_NEVER)
        add_move (told, STAGE_FLIGHT, told->transmitted);
    }
  add_move (told, stage, step);
  if (stage == STAGE_GONE)
    told->gone = step;
}

static void
mark_transmitted (TellMessage *told, guint step)
{
  told->transmitted = step;
  if (told->moves != NULL)
    add_move (told, STAGE_FLIGHT, step);
}

static void
mark_stage (TellMessage *told, LullStage stage, guint step)
{
  if (stage == STAGE_FLIGHT)
    mark_transmitted (told, step);
  else if (stage == STAGE_LOST || stage == STAGE_RETRY || stage == STAGE_GONE ||
           (stage == STAGE_TASK && told->moves != NULL))
    mark_mishap (told, stage, step);
  else if (stage == STAGE_HELD)
    told->received = step;
  else if (stage == STAGE_QUEUED)
    told->queued = step;
  else if (stage == STAGE_RUNNING)
    told->started = step;
  else if (stage == STAGE_DEFERRED)
    told->returned = step;
  else if (stage == STAGE_DONE)
    told->finished = step;
}

static void
follow_message (Tell *self, LullOp op, guint message, guint step)
{
  TellMessage *told = tell_message (self, self->slot_message[message]);

  if (op == OP_TRANSMIT)
    mark_transmitted (told, step);
  else if (op == OP_RECEIVE)
    told->received = step;
  else if (op == OP_START)
    told->started = step;
  if (op == OP_ENQUEUE || (op == OP_RECEIVE && !self->world->listener))
    told->queued = step;
}

/* A call that was never sent, and is not to be, has a future that failed all the same. */
static void
follow_future (
    Tell *self, const guint8 *state, const guint8 *next, guint call, guint step)
{
  LullFuture before = future_of (self->world, state, call);
  LullFuture after = future_of (self->world, next, call);
  TellMessage *told;

  if (before == after || !tell_was_sent (self, call))
    return;
  told = tell_message (self, self->slot_message[call]);
  if (before == FUTURE_OPEN)
    told->timed_out = step;
  if (after == FUTURE_FAILED)
    told->given_up = step;
}

/* Where MESSAGE of the state before a step is behind it: in any work slots change places.
 */
static guint
place_behind (const LullWorld *world, const LullStepLog *log, guint message)
{
  guint step = world->any_slot_step;

  return world->any_sorted ? log->slot_now[message / step] * step + message % step
                           : message;
}

/* Whether MESSAGE, of which BEFORE there was nothing, is one that the step of LOG sent,
 * or a copy that came about. What was sent may be gone at once. */
static gboolean
begins (const LullStepLog *log, guint message, LullStage before, LullStage after)
{
  if (before != STAGE_UNSENT && before != STAGE_GONE)
    return FALSE;
  return (log->posted[message / 32] >> message % 32 & 1U) != 0 ||
         (after != STAGE_UNSENT && after != STAGE_GONE);
}

static void
follow_futures (Tell *self, const guint8 *state, const guint8 *next, guint step)
{
  for (guint call = 0; call < self->world->message_count; call++)
    follow_future (self, state, next, call, step);
}

/* A part of the world may do anything to a message: what it did is seen in the stages. */
static void
follow_part (Tell *self, const guint8 *state, const guint8 *next, guint step)
{
  const LullWorld *world = self->world;
  const LullStepLog *log = &tell_step (self, step)->log;

  for (guint message = 0; message < world->message_count; message++)
    {
      LullStage before = stage_of (world, state, message);
      LullStage after = stage_of (world, next, place_behind (world, log, message));

      if (before == after)
        continue;
      if (begins (log, message, before, after))
        begin_message (self, message, source_of (world, next, message),
                       target_of (world, next, message), cause_of (self, message), step);
      else if (before == STAGE_UNSENT || before == STAGE_GONE)
        continue;
      mark_stage (tell_message (self, self->slot_message[message]), after, step);
    }
}

/* A buffer may have been flushed in the step that filled it. */
static void
follow_flushes (Tell *self, const guint8 *next, guint step)
{
  for (guint i = 0; i < self->world->message_count; i++)
    if (stage_of (self->world, next, i) == STAGE_FLIGHT)
      {
        TellMessage *told = tell_message (self, self->slot_message[i]);

        told->transmitted = MIN (told->transmitted, step);
      }
}

/* In any work slots change places. */
static void
follow_moves (Tell *self, const LullStepLog *log)
{
  const LullWorld *world = self->world;
  g_autofree guint *before = NULL;

  if (!world->any_sorted)
    return;
  before = g_memdup2 (self->slot_message, world->message_count * sizeof (guint));
  for (guint i = 0; i < world->message_count; i++)
    self->slot_message[place_behind (world, log, i)] = before[i];
}

/* What is sent to a worker that is gone is gone at once. */
static void
follow_swallowed (Tell *self, LullOp op, guint argument, const guint8 *next, guint step)
{
  guint sent = argument;

  if (self->world->any || (op != OP_MAIN_SEND && op != OP_NESTED_SEND &&
                           op != OP_TRANSMIT && op != OP_FINISH))
    return;
  if (op == OP_FINISH)
    sent = self->world->messages[argument].m.reply;
  if (sent != LULL_NO_MESSAGE && stage_of (self->world, next, sent) == STAGE_GONE)
    mark_mishap (tell_message (self, self->slot_message[sent]), STAGE_GONE, step);
}

void
lull_tell_follow_messages (
    Tell *self, const guint8 *state, LullAction action, const guint8 *next, guint step)
{
  LullOp op = tell_step (self, step)->op;
  guint argument = lull_action_argument (action);

  if (op == OP_MAIN_SEND || op == OP_NESTED_SEND)
    follow_send (self, state, argument, step);
  else if (op == OP_FINISH)
    follow_finish (self, argument, step);
  else if (op == OP_PART)
    follow_part (self, state, next, step);
  else if (op != OP_STEP && op != OP_MAIN_END && op != OP_CONTROL)
    follow_message (self, op, argument, step);
  follow_swallowed (self, op, argument, next, step);
  if (self->world->futures_fail)
    follow_futures (self, state, next, step);
  follow_moves (self, &tell_step (self, step)->log);
  if (self->world->part_count > 0)
    follow_flushes (self, next, step);
}
