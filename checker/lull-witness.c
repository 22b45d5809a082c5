/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-witness.h"

#include <string.h>

/* Buffers to re-take steps with. */
typedef struct
{
  const LullStore *store;
  guint8 *state;  /* where the run stands */
  guint8 *target; /* where it has to go */
  guint8 *next;
  LullAction *actions;
} Walker;

static void
walker_init (Walker *self, const LullStore *store)
{
  self->store = store;
  self->state = lull_store_new_buffer (store);
  self->target = lull_store_new_buffer (store);
  self->next = lull_store_new_buffer (store);
  self->actions = g_new (LullAction, store->model->actions_max);
}

static void
walker_clear (Walker *self)
{
  g_free (self->state);
  g_free (self->target);
  g_free (self->next);
  g_free (self->actions);
}

/* The first initial state that is the target; the run stands there then. */
static guint64
find_initial (Walker *self)
{
  const LullModel *model = self->store->model;

  for (guint64 i = 0; i < model->initial_count; i++)
    {
      model->initial (model, i, self->state);
      if (memcmp (self->state, self->target, model->state_size) == 0)
        return i;
    }
  g_error ("model %s: a state found as an initial one is none", model->name);
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
      if (memcmp (self->next, self->target, model->state_size) == 0)
        {
          memcpy (self->state, self->next, model->state_size);
          return self->actions[i];
        }
    }
  g_error ("model %s: no action leads from a state to one found from it", model->name);
}

LullTrace *
lull_witness_to_state (const LullStore *store, guint32 number)
{
  g_autoptr (GArray) ancestry = g_array_new (FALSE, FALSE, sizeof (guint32));
  LullTrace *trace;
  Walker walker;

  lull_parents_get_ancestry (&store->parents, store->initial_count, number, ancestry);
  walker_init (&walker, store);
  lull_store_get (store, g_array_index (ancestry, guint32, 0), walker.target);
  trace = lull_trace_new (find_initial (&walker));
  for (guint i = 1; i < ancestry->len; i++)
    {
      lull_store_get (store, g_array_index (ancestry, guint32, i), walker.target);
      lull_trace_append (trace, step_to_target (&walker));
    }
  walker_clear (&walker);
  return trace;
}

LullTrace *
lull_witness_to_sighting (const LullStore *store,
                          const LullSighting *sighting,
                          gboolean takes_action)
{
  LullTrace *trace;

  if (sighting->is_initial)
    return lull_trace_new (sighting->source);
  trace = lull_witness_to_state (store, (guint32) sighting->source);
  if (takes_action)
    lull_trace_append (trace, sighting->action);
  return trace;
}
