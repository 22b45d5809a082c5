/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Partial-order reduction of the world: which single step may be taken alone, because
 * every order in which it could come leads to the same; where there is none, a group of
 * workers is asked for (lull-world-group.c). `docs/reductions.md` has the proof, kind by
 * kind; the letters here are its letters.
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

/* Nobody looks at whether MESSAGE is posted, unless it is a call: that adds a future. */
static gboolean
posts_unseen (const LullWorld *self, const guint8 *state, guint message)
{
  if (heeds (self, LULL_HEEDS_POSTED) || is_ordered (self, state, message))
    return FALSE;
  return send_tasks_of (self, message) == LULL_SEND_TASKS_NONE
             ? !heeds (self, LULL_HEEDS_TRANSMITTED)
             : !heeds (self, LULL_HEEDS_IDLE) && !send_tasks_compete (self, message);
}

/* What ends is a handler, nobody looks at that, and the reply takes its place as work. */
static gboolean
finishes_unseen (const LullWorld *self, const guint8 *state, guint message)
{
  guint reply = self->messages[message].m.reply;

  return !self->any && reply != LULL_NO_MESSAGE && !heeds (self, LULL_HEEDS_FINISHED) &&
         !heeds (self, LULL_HEEDS_IDLE) &&
         pool_of (self, task_of (self, message))->threads_max == 0 &&
         posts_unseen (self, state, reply);
}

/* (a) A message moves on by itself, or its handler does, and nobody looks at the stages
 * between which it moves. */
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
             (start_keeps_idleness (self) || !heeds (self, LULL_HEEDS_IDLE)) &&
             (self->messages[message].m.kind != LULL_BASIC_REPLY ||
              (self->settle == LULL_SETTLE_AFTER_CALLBACKS && !self->callbacks_locked));
    case OP_NESTED_SEND:
      return !self->any && self->messages[message].m.kind == LULL_BASIC_CAST &&
             posts_unseen (self, state, message);
    case OP_FINISH:
      return finishes_unseen (self, state, message);
    case OP_MAIN_SEND:
    case OP_MAIN_END:
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

/* To leave join cannot make up for having left too early, and nothing comes of it unless
 * another join follows. */
static gboolean
leaving_ends_all (const LullWorld *self, const guint8 *state)
{
  return self->epochs == 1 || state[STATE_UNDONE] == 0;
}

/*
 * (b) Taking a result that says "go on" or "leave": the step looks at the result alone,
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
  const guint moves = LULL_EFFECT_GO | LULL_EFFECT_UNLOCK | LULL_EFFECT_ANNOUNCE;
  LullOutbox out;

  if ((!blind && !untouched) || !is_only_step (self, step))
    return FALSE;
  lull_node_probe (self, state, worker, step, &out);
  if (out.control_count > 0 || out.overflow ||
      ((out.effects & LULL_EFFECT_ANNOUNCE) != 0 && !leaving_ends_all (self, state)))
    return FALSE;
  if (blind && (out.effects & ~moves) == 0)
    return TRUE;
  return untouched && (takes_result || (out.effects & LULL_EFFECT_CONTRIBUTE) != 0);
}

/* (d) A main program sends: the protocol of its worker does nothing before it has ended,
 * and all that the messages at the worker do is to count. */
static gboolean
program_goes_on (const LullWorld *self, const guint8 *state, guint message)
{
  return self->steps_local && !self->any && !is_ordered (self, state, message) &&
         !send_tasks_compete (self, message) &&
         !(self->callbacks_locked && self->messages[message].m.kind == LULL_BASIC_CALL);
}

static gboolean
may_come_alone (const LullWorld *self, const guint8 *state, LullAction action)
{
  switch ((LullOp) self->op_of[lull_action_kind (action)])
    {
    case OP_STEP:
      return self->steps_local && steps_alone (self, state, action) &&
             !lull_world_breaks_contract (self, state, action);
    case OP_MAIN_SEND:
      return program_goes_on (self, state, lull_action_argument (action));
    case OP_TRANSMIT:
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_NESTED_SEND:
    case OP_FINISH:
      return lull_world_is_unseen (self, state, action);
    case OP_MAIN_END:
    case OP_CONTROL:
    case OP_PART:
    case OP_COUNT:
    default:
      return FALSE;
    }
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

      if (!may_come_alone (world, state, action))
        continue;
      actions[i] = actions[0];
      actions[0] = action;
      return 1;
    }
  return lull_world_group (world, state, actions, count);
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

guint
lull_protocol_heeds (const LullProtocol *protocol, const gint *options)
{
  guint present = callbacks_present (protocol) | (guint) LULL_HEEDS_IDLE;

  return protocol->heeds != NULL ? present & protocol->heeds (options) : present;
}

void
lull_world_prepare_ample (LullWorld *self)
{
  const LullProtocol *protocol = self->protocol;

  self->heeds = lull_protocol_heeds (protocol, self->options);
  self->steps_local = steps_are_local (protocol);
  if (self->part_count > 0)
    return;
  lull_world_prepare_group (self);
  self->model.ample = lull_world_ample;
}
