/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-simulator.h"

#include "lull-event-queue.h"
#include "lull-wire-clock.h"

/** A run under way. */
typedef struct
{
  const LullWorld *world;
  LullRandom random;
  LullEventQueue *queue;
  LullWireClock *wire;
  guint8 *state, *next;
  LullAction *enabled;
  guint enabled_count;
  guint64 now;
  LullStepLog log;
  gboolean premature;
  gboolean is_timed_by_chance;
} Simulator;

static LullOp
op_of (const LullWorld *world, LullAction action)
{
  return (LullOp) world->op_of[lull_action_kind (action)];
}

static gboolean
is_enabled (const Simulator *self, LullAction action)
{
  for (guint i = 0; i < self->enabled_count; i++)
    if (self->enabled[i] == action)
      return TRUE;
  return FALSE;
}

/* What arrives from the wire has its own clock. */
static gboolean
is_arrival (const LullWorld *world, LullAction action)
{
  return op_of (world, action) == OP_RECEIVE ||
         lull_world_bag_of (world, action) != LULL_NO_BAG;
}

/* The message that ACTION moves on, or whose handler sends; LULL_NO_MESSAGE if none. */
static guint
message_of (const LullWorld *world, LullAction action)
{
  guint argument = lull_action_argument (action);
  guint is_main, actor, target;

  switch (op_of (world, action))
    {
    case OP_TRANSMIT:
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_FINISH:
      return argument;
    case OP_NESTED_SEND:
      lull_world_any_parse (argument, &is_main, &actor, &target);
      return actor;
    case OP_PART:
      return lull_parts_is_of_a_message (world, action) ? argument : LULL_NO_MESSAGE;
    case OP_MAIN_SEND:
    case OP_MAIN_END:
    case OP_CONTROL:
    case OP_STEP:
    case OP_COUNT:
    default:
      return LULL_NO_MESSAGE;
    }
}

/* ACTION, in any work, for the same message in another slot. */
static LullAction
move_to_slot (const LullWorld *world, LullAction action, guint slot)
{
  guint message = message_of (world, action);
  guint is_main, actor, target;

  message = slot * world->any_slot_step + message % world->any_slot_step;
  if (op_of (world, action) != OP_NESTED_SEND)
    return lull_action (lull_action_kind (action), message);
  lull_world_any_parse (lull_action_argument (action), &is_main, &actor, &target);
  return lull_action (lull_action_kind (action),
                      lull_world_any_argument (FALSE, message, target));
}

/* In any work a message may have changed its slot: its pending steps follow it. */
static LullAction
follow (const Simulator *self, LullAction action)
{
  guint message = message_of (self->world, action);

  if (message == LULL_NO_MESSAGE)
    return action;
  return move_to_slot (self->world, action,
                       self->log.slot_now[message / self->world->any_slot_step]);
}

/* Whether SLOT looks like the one before it. The world then offers the steps of the first
 * alone. */
static gboolean
is_twin (const Simulator *self, guint slot)
{
  gsize size = self->world->any_slot_size;
  const guint8 *bytes = self->state + self->world->messages_at + slot * size;

  return slot > 0 && slot < self->world->any_slots &&
         memcmp (bytes, bytes - size, size) == 0;
}

/* On the clock each message has its own time, so twins are offered as well. */
static void
add_twins (Simulator *self)
{
  const LullWorld *world = self->world;
  guint count = self->enabled_count;

  for (guint i = 0; i < count; i++)
    {
      guint message = message_of (world, self->enabled[i]);

      if (message == LULL_NO_MESSAGE)
        continue;
      for (guint slot = message / world->any_slot_step + 1; is_twin (self, slot); slot++)
        self->enabled[self->enabled_count++] =
            move_to_slot (world, self->enabled[i], slot);
    }
}

/** Two slots that change places. */
typedef struct
{
  const LullWorld *world;
  guint slots[2];
} Exchange;

static gboolean
exchange_event (LullEvent *event, gpointer user_data)
{
  const Exchange *exchange = user_data;
  guint message = message_of (exchange->world, event->action);
  guint slot = message / exchange->world->any_slot_step;

  if (message == LULL_NO_MESSAGE)
    return TRUE;
  for (guint i = 0; i < 2; i++)
    if (slot == exchange->slots[i])
      event->action =
          move_to_slot (exchange->world, event->action, exchange->slots[1 - i]);
  return TRUE;
}

/* A twin's step is taken as a step of the first that looks like it, which waits in its
 * place. */
static LullAction
stand_in_for_twins (Simulator *self, LullAction action)
{
  const LullWorld *world = self->world;
  guint message = message_of (world, action);
  Exchange exchange = { .world = world };
  guint first;

  if (message == LULL_NO_MESSAGE)
    return action;
  first = exchange.slots[1] = message / world->any_slot_step;
  while (is_twin (self, first))
    first--;
  exchange.slots[0] = first;
  if (first == exchange.slots[1])
    return action;
  lull_event_queue_retain (self->queue, exchange_event, &exchange);
  lull_wire_clock_exchange (self->wire, first, exchange.slots[1]);
  return move_to_slot (world, action, first);
}

/* Arrivals are made anew in each state. */
static gboolean
keep_event (LullEvent *event, gpointer user_data)
{
  const Simulator *self = user_data;

  if (is_arrival (self->world, event->action))
    return FALSE;
  if (self->world->any_sorted)
    event->action = follow (self, event->action);
  return is_enabled (self, event->action);
}

static void
shuffle (Simulator *self)
{
  for (guint i = self->enabled_count; i > 1; i--)
    {
      guint j = (guint) lull_random_below (&self->random, i);
      LullAction swapped = self->enabled[i - 1];

      self->enabled[i - 1] = self->enabled[j];
      self->enabled[j] = swapped;
    }
}

static const LullDelay *
delay_of (const Simulator *self, LullAction action)
{
  const LullWorld *world = self->world;

  return op_of (world, action) == OP_PART ? lull_parts_delay (world, self->state, action)
                                          : &world->step_delay;
}

static gboolean
is_drawn (const LullDelay *delay)
{
  return delay->kind == LULL_DELAY_EXPONENTIAL || delay->low != delay->high;
}

/* Whether a message can be on the wire for one time or another. */
static gboolean
is_wire_drawn (const LullWorld *world)
{
  const guint links = world->link_delays != NULL ? world->workers * world->workers : 0;

  for (guint i = 0; i < links; i++)
    if (is_drawn (&world->link_delays[i]))
      return TRUE;
  return links == 0 && is_drawn (&world->delay);
}

static guint64
draw_delay (Simulator *self, LullAction action)
{
  const LullDelay *delay = delay_of (self, action);

  self->is_timed_by_chance |= is_drawn (delay);
  return lull_delay_draw (delay, &self->random);
}

/* Actions that become enabled together are drawn in an order of chance, so that ties vary
 * with the seed. */
static void
schedule (Simulator *self)
{
  const LullModel *model = &self->world->model;

  self->enabled_count = model->actions (model, self->state, self->enabled);
  if (self->world->any_sorted)
    add_twins (self);
  lull_event_queue_retain (self->queue, keep_event, self);
  shuffle (self);
  for (guint i = 0; i < self->enabled_count; i++)
    {
      LullAction action = self->enabled[i];

      if (is_arrival (self->world, action))
        lull_event_queue_push (self->queue,
                               lull_wire_clock_arrival (self->wire, self->state, action),
                               action);
      else if (!lull_event_queue_has (self->queue, action))
        lull_event_queue_push (self->queue, self->now + draw_delay (self, action),
                               action);
    }
}

static void
take (Simulator *self, LullRun *run)
{
  const LullModel *model = &self->world->model;
  LullEvent event = lull_event_queue_pop (self->queue);
  guint8 *swapped = self->state;

  if (self->world->any_sorted)
    event.action = stand_in_for_twins (self, event.action);
  self->now = MAX (self->now, event.due_tick);
  lull_world_apply_logged (self->world, self->state, event.action, self->next,
                           &self->log);
  lull_wire_clock_observe (self->wire, self->state, self->next, &self->log, self->now,
                           &self->random);
  lull_trace_append (run->trace, event.action);
  g_array_append_val (run->ticks, self->now);
  self->state = self->next;
  self->next = swapped;
  if (!model->properties[0].holds (model, self->state))
    self->premature = TRUE;
}

/* Whether nothing can happen any more but faults, which need not. */
static gboolean
is_stuck (const Simulator *self)
{
  return lull_model_is_stuck (&self->world->model, self->state, self->enabled,
                              self->enabled_count);
}

static LullVerdict
run_until_it_stops (Simulator *self, LullRun *run, guint steps_max, gboolean to_the_end)
{
  const LullModel *model = &self->world->model;

  for (guint step = 0; step < steps_max; step++)
    {
      if (self->premature && !to_the_end)
        return LULL_VERDICT_VIOLATED;
      schedule (self);
      if (lull_event_queue_length (self->queue) == 0 || is_stuck (self))
        {
          if (self->premature)
            return LULL_VERDICT_VIOLATED;
          return model->may_stop (model, self->state) ? LULL_VERDICT_SAFE
                                                      : LULL_VERDICT_DEADLOCK;
        }
      take (self, run);
      if (!model->within (model, self->state))
        break;
    }
  return self->premature ? LULL_VERDICT_VIOLATED : LULL_VERDICT_INCONCLUSIVE;
}

LullRun *
lull_simulate (const LullWorld *world, guint64 seed, guint steps_max, gboolean to_the_end)
{
  const LullModel *model = &world->model;
  LullRun *run = g_new0 (LullRun, 1);
  Simulator self = { .world = world,
                     .queue = lull_event_queue_new (),
                     .wire = lull_wire_clock_new (world),
                     .state = g_malloc (model->state_size),
                     .next = g_malloc (model->state_size),
                     .enabled = g_new (LullAction, model->actions_max + 1),
                     .is_timed_by_chance = is_wire_drawn (world) };

  run->trace = lull_trace_new (0);
  run->ticks = g_array_new (FALSE, FALSE, sizeof (guint64));
  run->seed = seed;
  lull_random_init (&self.random, seed);
  model->initial (model, 0, self.state);
  lull_wire_clock_observe (self.wire, NULL, self.state, NULL, 0, &self.random);
  run->verdict = run_until_it_stops (&self, run, steps_max, to_the_end);
  run->is_timed_by_chance = self.is_timed_by_chance;
  lull_event_queue_free (self.queue);
  lull_wire_clock_free (self.wire);
  g_free (self.state);
  g_free (self.next);
  g_free (self.enabled);
  return run;
}

void
lull_run_free (LullRun *self)
{
  if (self == NULL)
    return;
  lull_trace_free (self->trace);
  g_array_unref (self->ticks);
  g_free (self);
}
