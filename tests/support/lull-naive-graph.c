/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-naive-graph.h"

/* The set holds a GBytes a state, so that hashing and comparing are GLib's and know the
 * size. */
static void
keep (LullNaiveGraph *self, const guint8 *state)
{
  GBytes *bytes = g_bytes_new (state, self->model->state_size);

  if (g_hash_table_contains (self->seen, bytes))
    {
      g_bytes_unref (bytes);
      return;
    }
  g_hash_table_add (self->seen, bytes);
  g_ptr_array_add (self->states, bytes);
}

static void
judge (LullNaiveGraph *self,
       const guint8 *state,
       const LullAction *actions,
       guint count,
       guint level)
{
  const LullModel *model = self->model;

  if (!model->properties[0].holds (model, state) && self->violating_states++ == 0)
    self->violating_depth = level;
  if (model->may_stop != NULL && !model->may_stop (model, state) &&
      (count == 0 ||
       (model->may_rest != NULL && model->may_rest (model, state, actions, count))) &&
      self->deadlock_states++ == 0)
    self->deadlock_depth = level;
}

static void
judge_outside (LullNaiveGraph *self, const guint8 *state)
{
  self->outside++;
  if (!self->model->properties[0].holds (self->model, state))
    self->violating_outside++;
}

static void
expand (LullNaiveGraph *self, const guint8 *state, guint level)
{
  const LullModel *model = self->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *next = g_malloc (model->state_size);
  guint enabled = model->actions (model, state, actions);
  guint taken = enabled;

  g_assert (enabled <= model->actions_max);
  if (self->extent == LULL_NAIVE_GRAPH_REDUCED && enabled > 0 && model->ample != NULL)
    taken = model->ample (model, state, actions, enabled);
  g_assert (taken <= enabled && (taken > 0 || enabled == 0));
  for (guint index = 0; index < taken; index++)
    {
      model->apply (model, state, actions[index], next);
      self->edges++;
      self->edges_by_kind[lull_action_kind (actions[index])]++;
      if (model->within == NULL || model->within (model, next))
        keep (self, next);
      else
        judge_outside (self, next);
    }
  judge (self, state, actions, enabled, level);
}

static gboolean
explore (LullNaiveGraph *self, guint64 states_max)
{
  g_autofree guint8 *state = g_malloc (self->model->state_size);
  guint level = 0;

  for (guint64 index = 0; index < self->model->initial_count; index++)
    {
      self->model->initial (self->model, index, state);
      keep (self, state);
    }
  for (guint first = 0; first < self->states->len; level++)
    {
      guint end = self->states->len;

      g_assert (level < LULL_NAIVE_GRAPH_LEVELS_MAX);
      self->levels = level;
      self->level_states[level] = end - first;
      for (; first < end; first++)
        {
          expand (self, g_bytes_get_data (g_ptr_array_index (self->states, first), NULL),
                  level);
          if (states_max > 0 && self->states->len > states_max)
            return FALSE;
        }
    }
  return TRUE;
}

LullNaiveGraph *
lull_naive_graph_new (const LullModel *model,
                      LullNaiveGraphExtent extent,
                      guint64 states_max)
{
  LullNaiveGraph *self = g_new0 (LullNaiveGraph, 1);

  g_assert (lull_model_kind_count (model) <= LULL_NAIVE_GRAPH_KINDS_MAX);
  self->model = model;
  self->extent = extent;
  self->seen = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  self->states = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->complete = explore (self, states_max);
  return self;
}

void
lull_naive_graph_free (LullNaiveGraph *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->states);
  g_free (self);
}

gboolean
lull_naive_graph_has (const LullNaiveGraph *self, const guint8 *state)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (state, self->model->state_size);

  return g_hash_table_contains (self->seen, bytes);
}
