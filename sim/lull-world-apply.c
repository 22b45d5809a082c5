/* SPDX-License-Identifier: Apache-2.0 */
/* What each step does to a state. */
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
  if (self->world->messages[message].work)
    lull_apply_owe_join (self, epoch_of_message (self->world, self->state, message), by);
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

/* A path that somebody forgot to count goes by the protocol untold. */
static gboolean
is_counted (const LullApply *self, guint message, LullTraits uncounted)
{
  return (self->world->messages[message].m.traits & (guint) uncounted) == 0;
}

void
lull_apply_tell_sender (const LullApply *self,
                        LullBasicCallback callback,
                        LullBasicMoment moment,
                        guint message)
{
  if (callback != NULL && is_counted (self, message, LULL_TRAIT_SENT_UNCOUNTED))
    lull_node_basic (self->world, self->state, callback, moment,
                     source_of (self->world, self->state, message),
                     target_of (self->world, self->state, message), message, self->log);
}

void
lull_apply_tell_receiver (const LullApply *self,
                          LullBasicCallback callback,
                          guint message)
{
  if (callback != NULL && is_counted (self, message, LULL_TRAIT_DONE_UNCOUNTED))
    lull_node_basic (self->world, self->state, callback, LULL_BASIC_AT_RECEIVER,
                     target_of (self->world, self->state, message),
                     source_of (self->world, self->state, message), message, self->log);
}

void
lull_apply_transmit (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;

  lull_apply_set_stage (self, message, STAGE_FLIGHT);
  lull_link_push (world, self->state, source_of (world, self->state, message),
                  target_of (world, self->state, message), (guint8) (message + 1));
  lull_apply_tell_sender (self, world->protocol->on_transmitted, LULL_BASIC_AT_SENDER,
                          message);
}

static void
run_send_task (const LullApply *self, guint message)
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

  if (send_tasks_of (world, message) != LULL_SEND_TASKS_NONE)
    {
      lull_apply_keep_busy (self, source, waiting_send_of (world, message), 1);
      lull_apply_set_stage (self, message, STAGE_TASK);
      if (send_tasks_of (world, message) == LULL_SEND_TASKS_IN_POOL)
        lull_pool_push (world, self->state, source, LULL_TASK_SEND, message);
      lull_apply_tell_sender (self, world->protocol->on_posted, LULL_BASIC_POSTED,
                              message);
      return;
    }
  lull_apply_set_stage (self, message, STAGE_FLIGHT);
  lull_apply_tell_sender (self, world->protocol->on_posted, LULL_BASIC_POSTED, message);
  lull_apply_transmit (self, message);
}

/* send(): a call has a future from here on. */
void
lull_apply_post (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;

  if (world->messages[message].m.kind == LULL_BASIC_CALL)
    lull_apply_add_to (self, source_of (world, self->state, message), WORKER_FUTURES, 1);
  lull_apply_send (self, message);
}

/* The main program of WORKER has nothing more to do. */
static void
main_ends (const LullApply *self, guint worker)
{
  lull_node_joined (self->world, self->state, worker, self->log);
}

void
lull_apply_join (const LullApply *self, guint worker)
{
  guint8 *block = worker_at (self->world, self->state, worker);

  if (lull_parts_hold_up (self->world, self->state, worker, LULL_NO_MESSAGE))
    return;
  block[WORKER_FLAGS] |= FLAG_JOINED;
  block[WORKER_PLACE] = 0;
  if (main_ended (self->world, self->state, worker))
    main_ends (self, worker);
}

/* A main program that has nothing to send joins at once. */
void
lull_apply_begin_program (const LullApply *self, guint worker)
{
  const LullWorld *world = self->world;
  guint count;

  (void) roots_of (world, self->state, worker, &count);
  if (world->any ? !lull_world_may_begin (world, worker) : count == 0)
    lull_apply_join (self, worker);
}

void
lull_apply_leave (const LullApply *self, guint worker)
{
  guint8 *block = worker_at (self->world, self->state, worker);

  block[WORKER_FLAGS] &= (guint8) ~FLAG_JOINED;
  block[WORKER_PLACE] = 0;
  self->state[self->world->epochs_at + worker]++;
}

/* A main program whose last call is awaited ends when that call is settled. */
void
lull_apply_settle (const LullApply *self, guint reply)
{
  const LullWorld *world = self->world;
  guint worker = target_of (world, self->state, reply);
  guint8 flags = worker_peek (world, self->state, worker)[WORKER_FLAGS];

  lull_apply_add_to (self, worker, WORKER_FUTURES, -1);
  if ((flags & FLAG_JOINED) != 0 &&
      last_awaited (world, self->state, worker) == world->messages[reply].m.request)
    main_ends (self, worker);
}

/* Whether MESSAGE is an answer that somebody waits for. */
static gboolean
is_answer (const LullApply *self, guint message)
{
  return is_reply (self->world, message) && !is_late (self->world, self->state, message);
}

static void
enqueue (const LullApply *self, guint message)
{
  guint target = target_of (self->world, self->state, message);

  lull_apply_set_stage (self, message, STAGE_QUEUED);
  lull_pool_push (self->world, self->state, target, task_of (self->world, message),
                  message);
  if (self->world->listener)
    lull_apply_keep_busy (self, target, LULL_IDLE_LISTENER, -1);
  lull_apply_keep_busy (self, target, LULL_IDLE_QUEUE, 1);
  lull_apply_tell_receiver (self, self->world->protocol->on_queued, message);
}

static void
receive (const LullApply *self, guint message)
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
  lull_apply_tell_receiver (self, world->protocol->on_received, message);
  if (!world->listener)
    enqueue (self, message);
}

static void
start (const LullApply *self, guint message)
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
  lull_apply_tell_receiver (self, self->world->protocol->on_started, message);
}

/* In any work a message that is done, reply included, leaves nothing behind but its
 * used-up slot. */
static void
clear_slot (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  guint slot = message / world->any_slot_step;
  guint8 *bytes = self->state + world->messages_at + slot * world->any_slot_size;

  for (guint i = 0; i < world->any_slot_step; i++)
    if (stage_of (world, self->state, slot * world->any_slot_step + i) != STAGE_DONE)
      return;
  memset (bytes + world->any_slot_step, 0, world->any_slot_size - world->any_slot_step);
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
  lull_apply_tell_receiver (self, world->protocol->on_finished, message);
  if (world->any)
    clear_slot (self, message);
}

/* Causes stand before what they cause. */
void
lull_apply_drop (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  gboolean dropped[LULL_MESSAGES_MAX] = { FALSE };

  for (guint i = message; i < world->message_count; i++)
    {
      const LullWorldMessage *info = &world->messages[i];
      guint cause = info->m.request != LULL_NO_MESSAGE ? info->m.request : info->m.parent;

      dropped[i] = i == message || (cause < world->message_count && dropped[cause] &&
                                    stage_of (world, self->state, i) == STAGE_UNSENT);
      if (dropped[i])
        lull_apply_forgo (self, i);
    }
}

static void
deliver_control (const LullApply *self, guint record)
{
  const LullWorld *world = self->world;
  const guint8 *bytes = control_peek (world, self->state, record);
  guint8 payload[LULL_CONTROL_SIZE_MAX];
  guint source = bytes[LULL_BAG_SOURCE] - 1U;
  guint target = bytes[LULL_BAG_TARGET];

  memcpy (payload, bytes + LULL_BAG_PAYLOAD, world->controls.record - LULL_BAG_PAYLOAD);
  lull_control_remove (world, self->state, record);
  lull_node_control (world, self->state, target, source, payload, self->log);
}

guint
lull_world_any_argument (gboolean actor_is_main, guint actor, guint target)
{
  return (actor_is_main ? 1U << 16 : 0) | (actor << 8) | target;
}

void
lull_world_any_parse (guint argument, guint *actor_is_main, guint *actor, guint *target)
{
  *actor_is_main = argument >> 16;
  *actor = (argument >> 8) & 0xffU;
  *target = argument & 0xffU;
}

/* Any work: takes the first unused slot for a message from whoever acts. */
static void
post_any (const LullApply *self, guint argument)
{
  const LullWorld *world = self->world;
  guint is_main, actor, target, source, epoch;

  lull_world_any_parse (argument, &is_main, &actor, &target);
  source = is_main != 0 ? actor : target_of (world, self->state, actor);
  epoch = is_main != 0 ? epoch_of (world, self->state, actor)
                       : epoch_of_message (world, self->state, actor);
  for (guint slot = 0; slot < world->any_slots; slot++)
    {
      guint message = slot * world->any_slot_step;

      if (stage_of (world, self->state, message) != STAGE_UNSENT)
        continue;
      self->state[world->messages[message].source_at] = (guint8) source;
      self->state[world->messages[message].target_at] = (guint8) target;
      if (world->epochs > 1)
        self->state[world->messages[message].epoch_at] = (guint8) epoch;
      lull_apply_owe (self, message, 1);
      lull_apply_post (self, message);
      return;
    }
  g_assert_not_reached ();
}

static void
main_send (const LullApply *self, guint argument)
{
  const LullWorld *world = self->world;
  guint worker, count;
  guint8 *block;

  if (world->any)
    {
      post_any (self, argument);
      return;
    }
  worker = world->messages[argument].m.source;
  block = worker_at (world, self->state, worker);
  block[WORKER_PLACE]++;
  lull_apply_post (self, argument);
  (void) roots_of (world, self->state, worker, &count);
  if (block[WORKER_PLACE] == count)
    lull_apply_join (self, worker);
}

/* Insertion sort, the unused slots last. */
void
lull_world_sort_slots (const LullWorld *self, guint8 *state, LullStepLog *log)
{
  guint8 *slots = state + self->messages_at;
  gsize size = self->any_slot_size;
  guint8 order[LULL_MESSAGES_MAX];
  guint8 held[ANY_SLOT_MAX];

  for (guint i = 0; i < self->any_slots; i++)
    order[i] = (guint8) i;
  for (guint i = 1; i < self->any_slots; i++)
    {
      guint place = i;

      memcpy (held, slots + i * size, size);
      while (place > 0 && memcmp (slots + (place - 1) * size, held, size) < 0)
        {
          memcpy (slots + place * size, slots + (place - 1) * size, size);
          order[place] = order[place - 1];
          place--;
        }
      memcpy (slots + place * size, held, size);
      order[place] = (guint8) i;
    }
  if (log == NULL)
    return;
  for (guint i = 0; i < self->any_slots; i++)
    log->slot_now[order[i]] = (guint8) i;
}

void
lull_apply_take (const LullApply *self, LullAction action)
{
  const LullWorld *world = self->world;
  guint kind = lull_action_kind (action);
  guint argument = lull_action_argument (action);

  switch ((LullOp) world->op_of[kind])
    {
    case OP_MAIN_SEND:
      main_send (self, argument);
      break;
    case OP_MAIN_END:
      lull_apply_owe_join (self, epoch_of (world, self->state, argument), -1);
      lull_apply_join (self, argument);
      break;
    case OP_TRANSMIT:
      run_send_task (self, argument);
      break;
    case OP_RECEIVE:
      receive (self, argument);
      break;
    case OP_ENQUEUE:
      enqueue (self, argument);
      break;
    case OP_START:
      start (self, argument);
      break;
    case OP_NESTED_SEND:
      if (world->any)
        post_any (self, argument);
      else
        lull_apply_post (self, argument);
      break;
    case OP_FINISH:
      lull_apply_finish (self, argument);
      break;
    case OP_CONTROL:
      deliver_control (self, argument);
      break;
    case OP_STEP:
      lull_node_step (world, self->state, argument, world->step_of[kind], self->log);
      break;
    case OP_PART:
      lull_parts_apply (self, action);
      break;
    case OP_COUNT:
    default:
      g_assert_not_reached ();
    }
}

void
lull_world_apply_logged (const LullWorld *self,
                         const guint8 *state,
                         LullAction action,
                         guint8 *next,
                         LullStepLog *log)
{
  LullApply apply = { .world = self, .state = next, .log = log };

  memcpy (next, state, self->model.state_size);
  if (log != NULL)
    *log = (LullStepLog){ .worker = lull_world_actor (self, state, action) };
  lull_apply_take (&apply, action);
  if (self->part_count > 0)
    lull_parts_follow (&apply);
  if (self->any_sorted)
    lull_world_sort_slots (self, next, log);
}

void
lull_world_apply (const LullModel *model,
                  const guint8 *state,
                  LullAction action,
                  guint8 *next)
{
  lull_world_apply_logged ((const LullWorld *) model, state, action, next, NULL);
}

gboolean
lull_world_breaks_contract (const LullWorld *self, const guint8 *state, LullAction action)
{
  guint64 words[STATE_SIZE_MAX / 8 + 1];
  guint8 *next = (guint8 *) words;

  lull_world_apply (&self->model, state, action, next);
  return (next[STATE_LEFT] & STATE_FAULT) != 0;
}

/* Every message is owed from the start; in any work, every main program that may send is,
 * until it ends. */
static void
open_accounts (const LullApply *self)
{
  const LullWorld *world = self->world;

  for (guint i = 0; i < world->message_count && !world->any; i++)
    lull_apply_owe (self, i, 1);
  for (guint program = 0; program < world->workers * world->epochs && world->any;
       program++)
    if (lull_world_may_begin (world, program / world->epochs))
      lull_apply_owe_join (self, program % world->epochs, 1);
}

void
lull_world_initial_logged (const LullWorld *world, guint8 *state, LullStepLog *log)
{
  LullApply apply = { .world = world, .state = state, .log = log };

  memset (state, 0, world->model.state_size);
  open_accounts (&apply);
  for (guint worker = 0; worker < world->workers; worker++)
    {
      if (log != NULL && log->fault == NULL)
        log->worker = worker;
      lull_node_init (world, state, worker, log);
    }
  lull_parts_initial (&apply);
  for (guint worker = 0; worker < world->workers; worker++)
    {
      if (log != NULL && log->fault == NULL)
        log->worker = worker;
      lull_apply_begin_program (&apply, worker);
    }
  lull_parts_follow (&apply);
  if (world->any_sorted)
    lull_world_sort_slots (world, state, NULL);
}

void
lull_world_initial (const LullModel *model, guint64 index, guint8 *state)
{
  (void) index;
  lull_world_initial_logged ((const LullWorld *) model, state, NULL);
}

/* Whose step it is: for a message on its way in, the receiver's. */
guint
lull_world_actor (const LullWorld *self, const guint8 *state, LullAction action)
{
  guint argument = lull_action_argument (action);
  guint is_main, actor, target;

  switch ((LullOp) self->op_of[lull_action_kind (action)])
    {
    case OP_MAIN_SEND:
    case OP_NESTED_SEND:
      if (!self->any)
        return self->messages[argument].m.source;
      lull_world_any_parse (argument, &is_main, &actor, &target);
      return is_main != 0 ? actor : target_of (self, state, actor);
    case OP_TRANSMIT:
      return source_of (self, state, argument);
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_FINISH:
      return target_of (self, state, argument);
    case OP_CONTROL:
      return control_peek (self, state, argument)[LULL_BAG_TARGET];
    case OP_MAIN_END:
    case OP_STEP:
      return argument;
    case OP_PART:
      return lull_parts_worker (self, state, action);
    case OP_COUNT:
    default:
      g_assert_not_reached ();
    }
}
