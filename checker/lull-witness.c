/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-witness.h"

#include "lull-inconstancy.h"

#include <string.h>

/*
 * Buffers to re-take steps with. Where only representatives of classes are stored, the
 * walk goes through states of their classes: a run of the model, under its own names.
 */
typedef struct
{
  const LullStore *store;
  guint8 *state;  /* where the run stands */
  guint8 *target; /* the stored state whose class it has to reach */
  guint8 *next;
  guint8 *held_against; /* the target */
  guint8 *scratch;
  LullAction *actions;
} Walker;

static void
walker_init (Walker *self, const LullStore *store)
{
  self->store = store;
  self->state = lull_store_new_buffer (store);
  self->target = lull_store_new_buffer (store);
  self->next = lull_store_new_buffer (store);
  self->held_against = lull_store_new_buffer (store);
  self->scratch = g_malloc0 (lull_codec_buffer_size (&store->codec, 2));
  self->actions = g_new (LullAction, store->model->actions_max);
}

static void
walker_clear (Walker *self)
{
  g_free (self->state);
  g_free (self->target);
  g_free (self->next);
  g_free (self->held_against);
  g_free (self->scratch);
  g_free (self->actions);
}

static void
represent (const Walker *self, guint8 *state)
{
  const LullModel *model = self->store->model;

  if (self->store->is_symmetric)
    model->canonical (model, state, self->scratch);
}

static gboolean
is_on_target (const Walker *self, const guint8 *state)
{
  gsize size = self->store->model->state_size;

  memcpy (self->held_against, state, size);
  represent (self, self->held_against);
  return memcmp (self->held_against, self->target, size) == 0;
}

/* The first initial state that is on target; the run stands there then. */
static guint64
find_initial (Walker *self)
{
  const LullModel *model = self->store->model;

  for (guint64 i = 0; i < model->initial_count; i++)
    {
      model->initial (model, i, self->state);
      if (is_on_target (self, self->state))
        return i;
    }
  g_error ("%s: " LULL_INCONSTANCY, model->name);
}

/* The first action that leads to the target; the run stands there then. */
static LullAction
step_to_target (Walker *self)
{
  const LullModel *model = self->store->model;
  guint count = model->actions (model, self->state, self->actions);

  for (guint i = 0; i < count; i++)
    {
      model->apply (model, self->state, self->actions[i], self->next);
      if (is_on_target (self, self->next))
        {
          memcpy (self->state, self->next, model->state_size);
          return self->actions[i];
        }
    }
  g_error ("%s: " LULL_INCONSTANCY, model->name);
}

/* The run to state number @p number; the walker stands at its end. */
static LullTrace *
walk_to_state (Walker *self, guint32 number)
{
  g_autoptr (GArray) ancestry = g_array_new (FALSE, FALSE, sizeof (guint32));
  const LullStore *store = self->store;
  LullTrace *trace;

  lull_parents_get_ancestry (&store->parents, store->initial_count, number, ancestry);
  lull_store_get (store, g_array_index (ancestry, guint32, 0), self->target);
  trace = lull_trace_new (find_initial (self));
  for (guint i = 1; i < ancestry->len; i++)
    {
      lull_store_get (store, g_array_index (ancestry, guint32, i), self->target);
      lull_trace_append (trace, step_to_target (self));
    }
  return trace;
}

LullTrace *
lull_witness_to_state (const LullStore *store, guint32 number)
{
  LullTrace *trace;
  Walker walker;

  walker_init (&walker, store);
  trace = walk_to_state (&walker, number);
  walker_clear (&walker);
  return trace;
}

/* What ACTION did to the state that is stored, some action does to the one the walker
 * stands in. */
static LullAction
step_as_in_sighting (Walker *self, const LullSighting *sighting)
{
  const LullModel *model = self->store->model;

  lull_store_get (self->store, (guint32) sighting->source, self->next);
  model->apply (model, self->next, sighting->action, self->target);
  represent (self, self->target);
  return step_to_target (self);
}

LullTrace *
lull_witness_to_sighting (const LullStore *store,
                          const LullSighting *sighting,
                          gboolean takes_action)
{
  LullTrace *trace;
  Walker walker;

  if (sighting->is_initial)
    return lull_trace_new (sighting->source);
  walker_init (&walker, store);
  trace = walk_to_state (&walker, (guint32) sighting->source);
  if (takes_action)
    lull_trace_append (trace, step_as_in_sighting (&walker, sighting));
  walker_clear (&walker);
  return trace;
}
