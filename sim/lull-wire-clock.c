/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-wire-clock.h"

/** A control message on the wire: its bag, the bytes of its record, and when it arrives.
 */
typedef struct
{
  guint bag;
  guint8 record[LULL_BAG_RECORD_MAX];
  guint64 arrival;
  gboolean present; /**< still in the bag; scratch for reconciling */
} Control;

struct LullWireClock
{
  const LullWorld *world;
  guint64 *arrivals;      /* per message; (owned) */
  guint64 *moved;         /* scratch for slots that change places; (owned) */
  guint64 *last_arrivals; /* per link, for FIFO, of each bag; basic messages go with the
                             first; (owned) */
  GArray *controls;       /* of Control, in the order they were sent; (owned) */
};

LullWireClock *
lull_wire_clock_new (const LullWorld *world)
{
  LullWireClock *self = g_new0 (LullWireClock, 1);

  self->world = world;
  self->arrivals = g_new0 (guint64, world->message_count + 1);
  self->moved = g_new0 (guint64, world->message_count + 1);
  self->last_arrivals =
      g_new0 (guint64, (gsize) world->bag_count * world->workers * world->workers);
  self->controls = g_array_new (FALSE, FALSE, sizeof (Control));
  return self;
}

void
lull_wire_clock_free (LullWireClock *self)
{
  if (self == NULL)
    return;
  g_free (self->arrivals);
  g_free (self->moved);
  g_free (self->last_arrivals);
  g_array_unref (self->controls);
  g_free (self);
}

guint64
lull_delay_draw (const LullDelay *delay, LullRandom *random)
{
  guint64 drawn;

  switch (delay->kind)
    {
    case LULL_DELAY_FIXED:
      return delay->low;
    case LULL_DELAY_UNIFORM:
      return delay->low +
             lull_random_below (random, (guint64) delay->high - delay->low + 1);
    case LULL_DELAY_EXPONENTIAL:
      drawn = lull_random_exponential (random, delay->low);
      return delay->high > 0 ? MIN (drawn, delay->high) : drawn;
    default:
      g_assert_not_reached ();
    }
}

/* Messages of a bag other than that of control messages have connections of their own. */
static guint64
draw_arrival (LullWireClock *self,
              guint bag,
              guint source,
              guint target,
              guint64 now,
              LullRandom *random)
{
  const LullWorld *world = self->world;
  gsize link = source * world->workers + target;
  const LullDelay *delay =
      world->link_delays != NULL ? &world->link_delays[link] : &world->delay;
  guint64 *last = &self->last_arrivals[bag * world->workers * world->workers + link];
  guint64 arrival = now + lull_delay_draw (delay, random);

  if (world->fifo)
    arrival = *last = MAX (arrival, *last);
  return arrival;
}

static void
follow_slots (LullWireClock *self, const LullStepLog *log)
{
  guint step = self->world->any_slot_step;

  memcpy (self->moved, self->arrivals, self->world->message_count * sizeof (guint64));
  for (guint message = 0; message < self->world->message_count; message++)
    self->arrivals[log->slot_now[message / step] * step + message % step] =
        self->moved[message];
}

/* Where MESSAGE of the state after the step stood before it. */
static guint
place_before (const LullWorld *world, const LullStepLog *log, guint message)
{
  guint step = world->any_slot_step;

  if (log == NULL || !world->any_sorted)
    return message;
  for (guint slot = 0; slot < world->any_slots; slot++)
    if (log->slot_now[slot] == message / step)
      return slot * step + message % step;
  g_assert_not_reached ();
}

static void
observe_basic (LullWireClock *self,
               const guint8 *before,
               const guint8 *after,
               const LullStepLog *log,
               guint64 now,
               LullRandom *random)
{
  const LullWorld *world = self->world;

  if (log != NULL && world->any_sorted)
    follow_slots (self, log);
  for (guint message = 0; message < world->message_count; message++)
    {
      if (stage_of (world, after, message) != STAGE_FLIGHT)
        continue;
      if (before != NULL &&
          stage_of (world, before, place_before (world, log, message)) == STAGE_FLIGHT)
        continue;
      self->arrivals[message] =
          draw_arrival (self, 0, source_of (world, after, message),
                        target_of (world, after, message), now, random);
    }
}

/* The earliest or latest of the messages that look like RECORD, among those PRESENT or
 * not; or NULL. */
static Control *
find_control (const LullWireClock *self,
              guint bag,
              const guint8 *record,
              gboolean present,
              gboolean latest)
{
  Control *found = NULL;

  for (guint i = 0; i < self->controls->len; i++)
    {
      Control *control = &g_array_index (self->controls, Control, i);

      if (control->present != present || control->bag != bag ||
          memcmp (control->record, record, self->world->bags[bag]->record) != 0)
        continue;
      if (found == NULL || (control->arrival > found->arrival) == latest)
        found = control;
    }
  return found;
}

static void
forget_delivered (LullWireClock *self)
{
  guint kept = 0;

  for (guint i = 0; i < self->controls->len; i++)
    if (g_array_index (self->controls, Control, i).present)
      g_array_index (self->controls, Control, kept++) =
          g_array_index (self->controls, Control, i);
  g_array_set_size (self->controls, kept);
}

/*
 * Equal control messages cannot be told apart, so the list is reconciled with the bag by
 * content, from the latest arrival on: the one that has left the bag is then the
 * earliest.
 */
static void
observe_bag (LullWireClock *self,
             guint number,
             const guint8 *after,
             guint64 now,
             LullRandom *random)
{
  const LullBag *bag = self->world->bags[number];
  guint count = lull_bag_count (bag, after);

  for (guint record = 0; record < count; record++)
    {
      const guint8 *bytes = lull_bag_peek (bag, after, record);
      Control *known = find_control (self, number, bytes, FALSE, TRUE);
      Control fresh = { .bag = number, .present = TRUE };

      if (known != NULL)
        {
          known->present = TRUE;
          continue;
        }
      memcpy (fresh.record, bytes, bag->record);
      fresh.arrival = draw_arrival (self, number, bytes[LULL_BAG_SOURCE] - 1U,
                                    bytes[LULL_BAG_TARGET], now, random);
      g_array_append_val (self->controls, fresh);
    }
}

static void
observe_controls (LullWireClock *self,
                  const guint8 *after,
                  guint64 now,
                  LullRandom *random)
{
  for (guint i = 0; i < self->controls->len; i++)
    g_array_index (self->controls, Control, i).present = FALSE;
  for (guint number = 0; number < self->world->bag_count; number++)
    observe_bag (self, number, after, now, random);
  forget_delivered (self);
}

void
lull_wire_clock_observe (LullWireClock *self,
                         const guint8 *before,
                         const guint8 *after,
                         const LullStepLog *log,
                         guint64 now,
                         LullRandom *random)
{
  observe_basic (self, before, after, log, now, random);
  observe_controls (self, after, now, random);
}

void
lull_wire_clock_exchange (LullWireClock *self, guint slot, guint other)
{
  guint step = self->world->any_slot_step;

  for (guint i = 0; i < step; i++)
    {
      guint64 arrival = self->arrivals[slot * step + i];

      self->arrivals[slot * step + i] = self->arrivals[other * step + i];
      self->arrivals[other * step + i] = arrival;
    }
}

guint64
lull_wire_clock_arrival (const LullWireClock *self,
                         const guint8 *state,
                         LullAction action)
{
  const LullWorld *world = self->world;
  guint argument = lull_action_argument (action);
  guint bag = lull_world_bag_of (world, action);
  const Control *control;

  if (bag == LULL_NO_BAG)
    return self->arrivals[argument];
  control = find_control (self, bag, lull_bag_peek (world->bags[bag], state, argument),
                          TRUE, FALSE);
  g_assert (control != NULL);
  return control->arrival;
}
