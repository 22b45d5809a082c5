/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Partial-order reduction of the world: which single step may be taken alone, because
 * every order in which it could come leads to the same. `docs/reductions.md` has the
 * proof, kind by kind; the letters here are its letters.
 */
#include "lull-world-private.h"

static gboolean
heeds (const LullWorld *self, LullHeeds event)
{
  return (self->heeds & (guint) event) != 0;
}

static gboolean
is_ordered (const LullWorld *self, const guint8 *state, guint message)
{
  const LullLink *link =
      link_of (self, source_of (self, state, message), target_of (self, state, message));

  return link != NULL && link->capacity > 0;
}

/* Send tasks of a pool compete for its threads, or for their place in its queue. */
static gboolean
send_tasks_compete (const LullWorld *self, guint message)
{
  const LullPool *pool = pool_of (self, LULL_TASK_SEND);

  return send_tasks_of (self, message) == LULL_SEND_TASKS_IN_POOL &&
         (pool->threads_max > 0 || pool->queues != NULL);
}

/* Nobody looks at what is queued, and it does not matter in what order it came. */
static gboolean
queues_unseen (const LullWorld *self, guint message)
{
  return !heeds (self, LULL_HEEDS_QUEUED) && !heeds (self, LULL_HEEDS_IDLE) &&
         pool_of (self, task_of (self, message))->queues == NULL;
}

/* Nobody looks at what the listener holds. */
static gboolean
hand_unseen (const LullWorld *self)
{
  return self->hand_max == 0 &&
         ((self->idle & LULL_IDLE_LISTENER) == 0 || !heeds (self, LULL_HEEDS_IDLE));
}

/* To be queued or to be running is the same to idleness, or nobody asks for it. */
static gboolean
start_keeps_idleness (const LullWorld *self)
{
  return ((self->idle & LULL_IDLE_QUEUE) != 0) ==
             ((self->idle & LULL_IDLE_RUNNING) != 0) ||
         !heeds (self, LULL_HEEDS_IDLE);
}

/* (a) A message moves on by itself, and nobody looks at the stages between which it
 * moves. */
gboolean
lull_world_is_unseen (const LullWorld *self, const guint8 *state, LullAction action)
{
  guint message = lull_action_argument (action);

  switch ((LullOp) self->op_of[lull_action_kind (action)])
    {
    case OP_TRANSMIT:
      return !heeds (self, LULL_HEEDS_TRANSMITTED) && !heeds (self, LULL_HEEDS_IDLE) &&
             !is_ordered (self, state, message) && !send_tasks_compete (self, message);
    case OP_RECEIVE:
      return !heeds (self, LULL_HEEDS_RECEIVED) && hand_unseen (self) &&
             (self->listener || queues_unseen (self, message));
    case OP_ENQUEUE:
      return queues_unseen (self, message);
    case OP_START:
      return !heeds (self, LULL_HEEDS_STARTED) &&
             pool_of (self, task_of (self, message))->threads_max == 0 &&
             start_keeps_idleness (self) &&
             (self->messages[message].m.kind != LULL_BASIC_REPLY ||
              (self->settle == LULL_SETTLE_AFTER_CALLBACKS && !self->callbacks_locked));
    case OP_MAIN_SEND:
    case OP_MAIN_END:
    case OP_NESTED_SEND:
    case OP_FINISH:
    case OP_CONTROL:
    case OP_STEP:
    case OP_PART:
    case OP_COUNT:
    default:
      return FALSE;
    }
}

/* Whether WORKER will neither run nor send anything of the computation any more, in any
 * future. */
static gboolean
is_untouched (const LullWorld *self, const guint8 *state, guint worker)
{
  if (state[STATE_UNDONE] == 0)
    return TRUE;
  if (self->any || !main_ended (self, state, worker))
    return FALSE;
  for (guint i = 0; i < self->message_count; i++)
    {
      const LullMessage *message = &self->messages[i].m;
      LullStage stage = stage_of (self, state, i);

      if (stage != STAGE_DONE && message->target == worker)
        return FALSE;
      if (stage <= STAGE_TASK && message->source == worker)
        return FALSE;
    }
  return TRUE;
}

/* Whether the worker has no other step where it stands, enabled now or later: a choice
 * has to be explored. */
static gboolean
is_only_step (const LullWorld *self, guint step)
{
  return self->places[self->protocol->steps[step].at].count == 1;
}

/* Whether the step neither looks at the node nor writes it: callbacks count there. */
static gboolean
leaves_node_alone (const LullWorld *self, const guint8 *state, guint worker, guint step)
{
  const LullStep *info = &self->protocol->steps[step];

  return info->needs == LULL_NEEDS_RESULT && info->looks_at == LULL_LOOKS_AT_RESULT &&
         !lull_node_step_writes (self, state, worker, step);
}

/*
 * (b) Taking a result that says nothing but "go on": the step looks at the result alone,
 * and moves. (c) A step of a round, at a worker that the rest of the computation will
 * never touch.
 */
static gboolean
steps_alone (const LullWorld *self, const guint8 *state, LullAction action)
{
  guint worker = lull_action_argument (action);
  guint step = self->step_of[lull_action_kind (action)];
  const LullStep *info = &self->protocol->steps[step];
  gboolean takes_result = (info->needs & LULL_NEEDS_RESULT) != 0;
  gboolean blind = leaves_node_alone (self, state, worker, step);
  gboolean untouched = is_untouched (self, state, worker);
  LullOutbox out;

  if ((!blind && !untouched) || !is_only_step (self, step))
    return FALSE;
  lull_node_probe (self, state, worker, step, &out);
  if (out.control_count > 0 || out.overflow)
    return FALSE;
  if (blind && (out.effects & ~(guint) (LULL_EFFECT_GO | LULL_EFFECT_UNLOCK)) == 0)
    return TRUE;
  if (!untouched || (!takes_result && (out.effects & LULL_EFFECT_CONTRIBUTE) == 0))
    return FALSE;
  return (out.effects & LULL_EFFECT_ANNOUNCE) == 0 || state[STATE_UNDONE] == 0;
}

guint
lull_world_ample (const LullModel *model,
                  const guint8 *state,
                  LullAction *actions,
                  guint count)
{
  const LullWorld *world = (const LullWorld *) model;

  for (guint i = 0; i < count; i++)
    {
      LullAction action = actions[i];

      if (world->op_of[lull_action_kind (action)] != OP_STEP
              ? !lull_world_is_unseen (world, state, action)
              : !world->steps_local || !steps_alone (world, state, action))
        continue;
      actions[i] = actions[0];
      actions[0] = action;
      return 1;
    }
  return count;
}

static guint
callbacks_present (const LullProtocol *protocol)
{
  return (protocol->on_posted != NULL ? LULL_HEEDS_POSTED : 0U) |
         (protocol->on_transmitted != NULL ? LULL_HEEDS_TRANSMITTED : 0U) |
         (protocol->on_received != NULL ? LULL_HEEDS_RECEIVED : 0U) |
         (protocol->on_queued != NULL ? LULL_HEEDS_QUEUED : 0U) |
         (protocol->on_started != NULL ? LULL_HEEDS_STARTED : 0U) |
         (protocol->on_finished != NULL ? LULL_HEEDS_FINISHED : 0U);
}

/* Steps of different workers meet only in a round, and steps of one worker stand at
 * places. */
static gboolean
steps_are_local (const LullProtocol *protocol)
{
  if (!protocol->callbacks_count || protocol->control_size > 0 ||
      protocol->on_joined != NULL)
    return FALSE;
  for (guint i = 0; protocol->steps[i].name != NULL; i++)
    if (protocol->steps[i].at == LULL_ANYWHERE)
      return FALSE;
  return TRUE;
}

void
lull_world_prepare_ample (LullWorld *self)
{
  const LullProtocol *protocol = self->protocol;

  self->heeds = callbacks_present (protocol) | (guint) LULL_HEEDS_IDLE;
  if (protocol->heeds != NULL)
    self->heeds &= protocol->heeds (self->options);
  self->steps_local = steps_are_local (protocol);
  if (self->part_count == 0)
    self->model.ample = lull_world_ample;
}
