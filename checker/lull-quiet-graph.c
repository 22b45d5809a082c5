/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-quiet-graph.h"

static gboolean
holds (const LullQuietGraph *self, const guint8 *state)
{
  return self->property->holds (self->store->model, state);
}

static void
ignore_terminal (gpointer data, guint64 source, const guint8 *state)
{
  (void) data;
  (void) source;
  (void) state;
}

static void
ignore_outside (gpointer data, guint64 source, LullAction action, const guint8 *state)
{
  (void) data;
  (void) source;
  (void) action;
  (void) state;
}

static void
keep_quiet (gpointer data,
            const LullSuccessor *successors,
            guint32 count,
            const guint8 *states,
            gsize stride)
{
  LullQuietGraph *self = data;

  for (guint32 i = 0; i < count; i++)
    if (successors[i].number != LULL_KEY_NONE &&
        !holds (self, states + successors[i].place * stride))
      self->edges[self->edge_count++] =
          (LullEdge){ successors[i].number, successors[i].action };
}

static const LullVisitor visitor = { .terminal = ignore_terminal,
                                     .resting = ignore_terminal,
                                     .outside = ignore_outside,
                                     .inside = keep_quiet };

void
lull_quiet_graph_init (LullQuietGraph *self,
                       LullStore *store,
                       const LullProperty *property)
{
  self->store = store;
  self->property = property;
  lull_tally_init (&self->tally, store->model);
  lull_expander_init (&self->expander, store, &self->tally, &visitor, self);
  self->state = lull_store_new_buffer (store);
  self->actions = g_new (LullAction, store->model->actions_max);
  self->action_count = 0;
  self->edges = g_new (LullEdge, store->model->actions_max);
  self->edge_count = 0;
}

void
lull_quiet_graph_clear (LullQuietGraph *self)
{
  g_free (self->edges);
  g_free (self->actions);
  g_free (self->state);
  lull_expander_clear (&self->expander);
  lull_tally_clear (&self->tally);
}

gboolean
lull_quiet_graph_contains (LullQuietGraph *self, guint32 number)
{
  lull_store_get (self->store, number, self->state);
  return !holds (self, self->state);
}

void
lull_quiet_graph_visit (LullQuietGraph *self, guint32 number)
{
  const LullModel *model = self->store->model;

  lull_store_get (self->store, number, self->state);
  self->action_count = model->actions (model, self->state, self->actions);
  self->edge_count = 0;
  /* Every successor was folded once before, when the state was found: nothing new can
   * turn up. */
  if (!lull_expander_expand (&self->expander, number, number + 1))
    g_error ("model %s: a state expands into others than before", model->name);
}

guint
lull_quiet_graph_class (const LullQuietGraph *self, LullAction action)
{
  const LullModel *model = self->store->model;

  return model->fairness != NULL ? model->fairness (model, self->state, action)
                                 : LULL_UNFAIR;
}
