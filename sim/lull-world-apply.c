/* SPDX-License-Identifier: Apache-2.0 */
/* What each step does to a state: here the kinds of steps are told apart, main programs
 * join and leave, and the first state is made. What happens to basic messages is in
 * lull-world-apply-message.c, and to their slots in any work in lull-world-apply-any.c.
 */
#include "lull-world-private.h"

/* The main program of WORKER has nothing more to do. Who has not come yet is told when it
 * comes. */
static void
main_ends (const LullApply *self, guint worker)
{
  if (!lull_parts_is_absent (self->world, self->state, worker))
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

void
lull_apply_begin_at (const LullApply *self, guint worker, guint epoch)
{
  const LullWorld *world = self->world;
  guint8 *block = worker_at (world, self->state, worker);

  block[WORKER_FLAGS] &= (guint8) ~FLAG_JOINED;
  block[WORKER_PLACE] = 0;
  memset (block + WORKER_NODE, 0, world->node_size);
  if (world->epochs > 1)
    self->state[world->epochs_at + worker] = (guint8) epoch;
  lull_node_init (world, self->state, worker, self->log);
  lull_apply_begin_program (self, worker);
}

/* A main program whose last call is awaited ends when that call is settled. */
void
lull_apply_settle (const LullApply *self, guint reply)
{
  const LullWorld *world = self->world;
  guint worker = target_of (world, self->state, reply);
  guint8 flags = worker_peek (world, self->state, worker)[WORKER_FLAGS];

  lull_apply_count_future (self, world->messages[reply].m.request, -1);
  if ((flags & FLAG_JOINED) != 0 &&
      last_awaited (world, self->state, worker) == world->messages[reply].m.request)
    main_ends (self, worker);
}

void
lull_apply_deliver (const LullApply *self, guint record)
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

static void
main_send (const LullApply *self, guint argument)
{
  const LullWorld *world = self->world;
  guint worker;

  if (world->any)
    {
      lull_apply_post_any (self, argument);
      return;
    }
  worker = world->messages[argument].m.source;
  lull_apply_add_to (self, worker, WORKER_PLACE, 1);
  lull_apply_post (self, argument);
  if (all_roots_sent (world, self->state, worker))
    lull_apply_join (self, worker);
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
      lull_apply_run_send_task (self, argument);
      break;
    case OP_RECEIVE:
      lull_apply_receive (self, argument);
      break;
    case OP_ENQUEUE:
      lull_apply_enqueue (self, argument);
      break;
    case OP_START:
      lull_apply_start (self, argument);
      break;
    case OP_NESTED_SEND:
      if (world->any)
        lull_apply_post_any (self, argument);
      else
        lull_apply_post (self, argument);
      break;
    case OP_FINISH:
      lull_apply_finish (self, argument);
      break;
    case OP_CONTROL:
      lull_apply_deliver (self, argument);
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

static void
apply_action (const LullWorld *self,
              const guint8 *state,
              LullAction action,
              guint8 *next,
              LullStepLog *log)
{
  LullApply apply = { .world = self, .state = next, .log = log };

  memcpy (next, state, self->model.state_size);
  lull_apply_take (&apply, action);
  if (self->part_count > 0)
    lull_parts_follow (&apply);
  if (self->any_sorted)
    lull_world_sort_slots (self, next, log);
}

void
lull_world_apply_logged (const LullWorld *self,
                         const guint8 *state,
                         LullAction action,
                         guint8 *next,
                         LullStepLog *log)
{
  if (log != NULL)
    *log = (LullStepLog){ .worker = lull_world_actor (self, state, action) };
  apply_action (self, state, action, next, log);
}

void
lull_world_apply_watched (const LullWorld *self,
                          const guint8 *state,
                          LullAction action,
                          guint8 *next,
                          LullStepLog *log,
                          LullStepLog *scope)
{
  guint worker = lull_world_actor (self, state, action);

  *scope = (LullStepLog){ .worker = worker };
  *log = (LullStepLog){ .worker = worker, .scope = scope };
  apply_action (self, state, action, next, log);
  log->scope = NULL;
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
