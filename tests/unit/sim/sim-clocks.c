/* SPDX-License-Identifier: Apache-2.0 */
#include "sim-clocks.h"

#include "lull-world-private.h"

/** The clock of an event: how many events of each worker come before it, itself included.
 */
typedef struct
{
  guint events[SIM_CLOCK_WORKERS];
} Clock;

/** Something on the wire that carries a clock. */
typedef struct
{
  GBytes *what; /* of a control message, its record; of a basic one, its number */
  Clock clock;
} Carried;

/** A run being clocked. */
typedef struct
{
  const LullWorld *world;
  Clock now[SIM_CLOCK_WORKERS];
  Clock round; /* of all contributions to the round that is being collected */
  Clock result;
  GArray *wire;   /* of Carried */
  GArray *events; /* of Clock: per step, that of its event */
} Clocks;

static void
carried_clear (gpointer data)
{
  g_bytes_unref (((Carried *) data)->what);
}

static void
merge (Clock *self, const Clock *other)
{
  for (guint i = 0; i < SIM_CLOCK_WORKERS; i++)
    self->events[i] = MAX (self->events[i], other->events[i]);
}

static GBytes *
name_message (guint message)
{
  return g_bytes_new (&message, sizeof message);
}

/* What is on the wire: a name for each thing, equal things as often as they are there. */
static GPtrArray *
list_wire (const LullWorld *world, const guint8 *state)
{
  GPtrArray *wire = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint message = 0; message < world->message_count && !world->any; message++)
    if (stage_of (world, state, message) == STAGE_FLIGHT)
      g_ptr_array_add (wire, name_message (message));
  for (guint i = 0; i < lull_control_count (world, state); i++)
    g_ptr_array_add (
        wire, g_bytes_new (control_peek (world, state, i), world->controls.record));
  return wire;
}

static guint
find_carried (const Clocks *self, GBytes *what)
{
  for (guint i = 0; i < self->wire->len; i++)
    if (g_bytes_equal (g_array_index (self->wire, Carried, i).what, what))
      return i;
  return G_MAXUINT;
}

static void
drop_from (GPtrArray *wire, GBytes *what)
{
  for (guint i = 0; i < wire->len; i++)
    if (g_bytes_equal (wire->pdata[i], what))
      {
        g_ptr_array_remove_index (wire, i);
        return;
      }
}

/* What is on the wire before and not after was received, what is there after and not
 * before was sent; a step does not put back what it takes. */
static void
exchange (Clocks *self, guint worker, const guint8 *state, const guint8 *next)
{
  g_autoptr (GPtrArray) received = list_wire (self->world, state);
  g_autoptr (GPtrArray) sent = list_wire (self->world, next);
  g_autoptr (GPtrArray) before = list_wire (self->world, state);

  for (guint i = 0; i < sent->len; i++)
    drop_from (received, sent->pdata[i]);
  for (guint i = 0; i < before->len; i++)
    drop_from (sent, before->pdata[i]);
  for (guint i = 0; i < received->len; i++)
    {
      guint index = find_carried (self, received->pdata[i]);

      g_assert (index != G_MAXUINT);
      merge (&self->now[worker], &g_array_index (self->wire, Carried, index).clock);
      g_array_remove_index (self->wire, index);
    }
  for (guint i = 0; i < sent->len; i++)
    {
      Carried carried = { g_bytes_ref (sent->pdata[i]), self->now[worker] };

      g_array_append_val (self->wire, carried);
    }
}

static void
clock_step (guint step G_GNUC_UNUSED,
            const guint8 *state,
            LullAction action,
            const guint8 *next,
            gpointer user_data)
{
  Clocks *self = user_data;
  guint worker = lull_world_actor (self->world, state, action);
  guint before = worker_peek (self->world, state, worker)[WORKER_FLAGS];
  guint after = worker_peek (self->world, next, worker)[WORKER_FLAGS];

  self->now[worker].events[worker]++;
  if ((before & FLAG_COMPLETE) != 0 && (after & FLAG_COMPLETE) == 0)
    merge (&self->now[worker], &self->result);
  exchange (self, worker, state, next);
  g_array_append_val (self->events, self->now[worker]);
  if ((after & (FLAG_CONTRIBUTED | FLAG_COMPLETE)) == 0 ||
      (before & (FLAG_CONTRIBUTED | FLAG_COMPLETE)) != 0)
    return;
  merge (&self->round, &self->now[worker]);
  if ((after & FLAG_COMPLETE) != 0)
    {
      self->result = self->round;
      self->round = (Clock){ { 0 } };
    }
}

/* Nobody in the cut knows of an event that is not in it. */
static gboolean
is_consistent (const Clocks *self, const guint *cut)
{
  for (guint i = 0; i < SIM_CLOCK_WORKERS; i++)
    for (guint j = 0; j < SIM_CLOCK_WORKERS; j++)
      if (g_array_index (self->events, Clock, cut[j]).events[i] >
          g_array_index (self->events, Clock, cut[i]).events[i])
        return FALSE;
  return TRUE;
}

gboolean
sim_cut_is_consistent (const LullWorld *world, const LullTrace *trace, const guint *cut)
{
  Clocks self = { .world = world,
                  .wire = g_array_new (FALSE, FALSE, sizeof (Carried)),
                  .events = g_array_new (FALSE, FALSE, sizeof (Clock)) };
  gboolean consistent;

  g_assert (world->workers == SIM_CLOCK_WORKERS && !world->any);

  g_array_set_clear_func (self.wire, carried_clear);
  if (!lull_trace_replay (trace, &world->model, clock_step, &self, NULL, NULL))
    g_error ("the run does not replay");
  consistent = is_consistent (&self, cut);
  g_array_unref (self.wire);
  g_array_unref (self.events);
  return consistent;
}
