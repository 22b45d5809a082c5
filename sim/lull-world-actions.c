/* SPDX-License-Identifier: Apache-2.0 */
/* Which steps a state offers: message by message, then worker by worker, then the control
 * messages. */
#include "lull-world-private.h"

static void
offer (LullOffer *self, LullOp op, guint argument)
{
  self->actions[self->count++] = lull_action (self->world->kind_of[op], argument);
}

/* Counts what limits look at; a world without limits skips the loop. */
static void
count_limited (LullOffer *self)
{
  const LullWorld *world = self->world;

  if (world->hand_max == 0 && !world->pools_limited)
    return;
  memset (self->held, 0, sizeof self->held);
  memset (self->running, 0, sizeof self->running);
  for (guint message = 0; message < world->message_count; message++)
    {
      LullStage stage = stage_of (world, self->state, message);

      if (stage == STAGE_HELD)
        self->held[target_of (world, self->state, message)]++;
      else if (stage == STAGE_RUNNING)
        self->running[world->pool_of[task_of (world, message)]]
                     [target_of (world, self->state, message)]++;
      else if (stage == STAGE_FLIGHT && has_thread_until_taken (world, message))
        self->running[world->pool_of[LULL_TASK_SEND]]
                     [source_of (world, self->state, message)]++;
    }
}

static gboolean
is_locked (const LullOffer *self, guint worker)
{
  return (worker_peek (self->world, self->state, worker)[WORKER_FLAGS] & FLAG_LOCKED) !=
         0;
}

/* A call adds a future, so send() needs the futures lock for it; casts and replies add
 * none. */
static gboolean
can_post (const LullOffer *self, guint message)
{
  return self->world->messages[message].m.kind != LULL_BASIC_CALL ||
         !is_locked (self, self->world->messages[message].m.source);
}

static gboolean
can_receive (const LullOffer *self, guint message)
{
  const LullWorld *world = self->world;
  guint source = source_of (world, self->state, message);
  guint target = target_of (world, self->state, message);

  if (world->hand_max > 0 && self->held[target] >= world->hand_max)
    return FALSE;
  return lull_link_is_head (world, self->state, source, target, (guint8) (message + 1));
}

gboolean
lull_can_settle (const LullOffer *self, guint worker)
{
  return !is_locked (self, worker);
}

/* A late answer settles nothing; a callback that runs under the lock has it. */
static gboolean
can_settle (const LullOffer *self, guint message)
{
  const LullWorld *world = self->world;

  return world->messages[message].m.kind != LULL_BASIC_REPLY ||
         is_late (world, self->state, message) ||
         lull_can_settle (self, target_of (world, self->state, message));
}

/* Whether MESSAGE, which waits in a pool of WORKER, is taken up next if a thread is
 * free. */
static gboolean
gets_thread (const LullOffer *self, guint message, guint worker, LullTaskKind kind)
{
  const LullWorld *world = self->world;
  guint pool, limit;

  if (!world->pools_limited && !world->pools_ordered)
    return TRUE;
  pool = world->pool_of[kind];
  limit = world->pools[pool].threads_max;
  if (limit > 0 && self->running[pool][worker] >= limit)
    return FALSE;
  return lull_pool_is_next (world, self->state, worker, kind, message);
}

static gboolean
can_transmit (const LullOffer *self, guint message)
{
  switch (send_tasks_of (self->world, message))
    {
    case LULL_SEND_TASKS_IN_POOL:
      return gets_thread (self, message, source_of (self->world, self->state, message),
                          LULL_TASK_SEND);
    case LULL_SEND_TASKS_BUFFERED:
      return FALSE; /* the buffer is flushed as a whole */
    case LULL_SEND_TASKS_NONE:
    case LULL_SEND_TASKS_APART:
    default:
      return TRUE;
    }
}

static gboolean
can_start (const LullOffer *self, guint message)
{
  const LullWorld *world = self->world;

  if (!gets_thread (self, message, target_of (world, self->state, message),
                    task_of (world, message)))
    return FALSE;
  if (world->settle == LULL_SETTLE_AFTER_CALLBACKS && !world->callbacks_locked)
    return TRUE;
  return can_settle (self, message);
}

static gboolean
can_finish (const LullOffer *self, guint message)
{
  return self->world->settle == LULL_SETTLE_BEFORE_CALLBACKS ||
         self->world->callbacks_locked || can_settle (self, message);
}

/* In any work, whoever is active may send to anyone while the number of messages is not
 * used up. */
static void
offer_any_sends (LullOffer *self, gboolean is_main, guint actor, guint sender)
{
  const LullWorld *world = self->world;

  if (!self->may_send || (world->any_slot_step == 2 && is_locked (self, sender)))
    return;
  for (guint target = 0; target < world->workers; target++)
    if (target != sender || world->any_self)
      offer (self, is_main ? OP_MAIN_SEND : OP_NESTED_SEND,
             lull_world_any_argument (is_main, actor, target));
}

gboolean
lull_offer_list (LullOffer *self, guint message)
{
  const LullWorld *world = self->world;
  const LullWorldMessage *info = &world->messages[message];
  const guint8 *children = world->children + info->children_at;
  guint sent = 0;

  while (sent < info->child_count &&
         stage_of (world, self->state, children[sent]) != STAGE_UNSENT)
    sent++;
  if (sent > 0 && world->messages[children[sent - 1]].m.awaited &&
      !call_settled (world, self->state, children[sent - 1]))
    return FALSE;
  if (sent == info->child_count)
    return TRUE;
  if (can_post (self, children[sent]))
    offer (self, OP_NESTED_SEND, children[sent]);
  return FALSE;
}

/* A running handler or callback sends what is next on its list, and ends after the last.
 * Where an answer is late, nothing runs. */
static void
offer_running (LullOffer *self, guint message)
{
  const LullWorld *world = self->world;
  gboolean is_over = TRUE;

  if (world->any)
    offer_any_sends (self, FALSE, message, target_of (world, self->state, message));
  else if (!is_late (world, self->state, message))
    is_over = lull_offer_list (self, message);
  if (is_over && can_finish (self, message))
    offer (self, OP_FINISH, message);
}

static void
offer_message (LullOffer *self, guint message)
{
  switch (stage_of (self->world, self->state, message))
    {
    case STAGE_TASK:
      if (can_transmit (self, message))
        offer (self, OP_TRANSMIT, message);
      break;
    case STAGE_FLIGHT:
      if (can_receive (self, message))
        offer (self, OP_RECEIVE, message);
      break;
    case STAGE_HELD:
      offer (self, OP_ENQUEUE, message);
      break;
    case STAGE_QUEUED:
      if (can_start (self, message))
        offer (self, OP_START, message);
      break;
    case STAGE_RUNNING:
      offer_running (self, message);
      break;
    case STAGE_UNSENT:
    case STAGE_DONE:
    case STAGE_GONE:
    case STAGE_LOST:
    case STAGE_RETRY:
    case STAGE_DEFERRED:
      break;
    }
}

/* Interchangeable slots of the same bytes stand next to each other: one of them speaks
 * for all. */
static gboolean
is_twin (const LullWorld *world, const guint8 *state, guint slot)
{
  const guint8 *bytes = state + world->messages_at + slot * world->any_slot_size;

  return world->any_sorted && slot > 0 &&
         memcmp (bytes, bytes - world->any_slot_size, world->any_slot_size) == 0;
}

gboolean
lull_world_is_twin (const LullWorld *self, const guint8 *state, guint message)
{
  return self->any && is_twin (self, state, message / self->any_slot_step);
}

static void
offer_messages (LullOffer *self)
{
  const LullWorld *world = self->world;

  if (!world->any)
    {
      for (guint message = 0; message < world->message_count; message++)
        offer_message (self, message);
      return;
    }
  self->may_send = FALSE;
  for (guint slot = 0; slot < world->any_slots; slot++)
    if (stage_of (world, self->state, slot * world->any_slot_step) == STAGE_UNSENT)
      self->may_send = TRUE;
  for (guint slot = 0; slot < world->any_slots; slot++)
    if (!is_twin (world, self->state, slot))
      for (guint i = 0; i < world->any_slot_step; i++)
        offer_message (self, slot * world->any_slot_step + i);
}

static void
offer_main (LullOffer *self, guint worker)
{
  const LullWorld *world = self->world;
  guint sent = worker_peek (world, self->state, worker)[WORKER_PLACE];
  const guint8 *roots;
  guint count;

  if (world->any)
    {
      offer_any_sends (self, TRUE, worker, worker);
      offer (self, OP_MAIN_END, worker);
      return;
    }
  roots = roots_of (world, self->state, worker, &count);
  if (sent == count)
    return; /* a part of the world has it do something more before it joins */
  if (sent > 0 && world->messages[roots[sent - 1]].m.awaited &&
      !call_settled (world, self->state, roots[sent - 1]))
    return;
  if (can_post (self, roots[sent]))
    offer (self, OP_MAIN_SEND, roots[sent]);
}

static inline gboolean
can_step (const LullOffer *self, const guint8 *block, guint worker, guint step)
{
  const LullStep *info = &self->world->protocol->steps[step];
  guint needs = info->needs;
  guint flags = block[WORKER_FLAGS];

  if ((needs & LULL_NEEDS_RESULT) != 0 && (flags & FLAG_COMPLETE) == 0)
    return FALSE;
  if ((needs & LULL_NEEDS_IDLE) != 0 && block[WORKER_BUSY] != 0)
    return FALSE;
  if ((needs & LULL_NEEDS_NO_FUTURES) != 0 && block[WORKER_FUTURES] != 0)
    return FALSE;
  if ((needs & LULL_NEEDS_LOCK) != 0 && (flags & FLAG_LOCKED) != 0)
    return FALSE;
  return info->ready == NULL ||
         lull_node_guard_holds (self->world, self->state, worker, step);
}

gboolean
lull_can_step (const LullOffer *self, guint worker, guint step)
{
  return can_step (self, worker_peek (self->world, self->state, worker), worker, step);
}

static void
offer_worker (LullOffer *self, guint worker)
{
  const LullWorld *world = self->world;
  const guint8 *block = worker_peek (world, self->state, worker);
  guint flags = block[WORKER_FLAGS];
  const LullPlace *place;

  if ((flags & FLAG_JOINED) == 0)
    {
      offer_main (self, worker);
      return;
    }
  if ((flags & FLAG_LEFT) != 0 || !main_ended (world, self->state, worker))
    return;
  place = &world->places[block[WORKER_PLACE]];
  for (guint i = 0; i < place->count; i++)
    if (can_step (self, block, worker, place->steps[i]))
      self->actions[self->count++] =
          lull_action (world->step_kinds[place->steps[i]], worker);
}

guint
lull_world_actions (const LullModel *model, const guint8 *state, LullAction *actions)
{
  const LullWorld *world = (const LullWorld *) model;
  LullOffer self;

  /* What is counted is cleared where there is something to count. */
  self.world = world;
  self.state = state;
  self.actions = actions;
  self.count = 0;
  count_limited (&self);
  offer_messages (&self);
  for (guint worker = 0; worker < world->workers; worker++)
    offer_worker (&self, worker);
  for (guint record = 0; record < world->controls.max; record++)
    {
      if (control_peek (world, state, record)[LULL_BAG_SOURCE] == 0)
        break;
      if (lull_control_ready (world, state, record))
        offer (&self, OP_CONTROL, record);
    }
  if (world->part_count > 0)
    lull_parts_offer (&self);
  return self.count;
}
