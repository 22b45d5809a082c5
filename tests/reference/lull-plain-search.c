/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-plain-search.h"

#include <string.h>

typedef struct
{
  const LullModel *model;
  GHashTable *seen; /* of GBytes *, owned */
  GPtrArray *queue; /* the same GBytes *, in the order they were found */
  LullPlainVisit visit;
  gpointer user_data;
  LullPlainFindings found;
} Search;

static gboolean
is_within (const LullModel *model, const guint8 *state)
{
  return model->within == NULL || model->within (model, state);
}

static void
note_violations (Search *self, const guint8 *state, guint level)
{
  for (guint i = 0; i < self->model->property_count; i++)
    {
      const LullProperty *property = &self->model->properties[i];

      if (property->kind == LULL_PROPERTY_ALWAYS && !property->holds (self->model, state))
        self->found.violated[i] = MIN (self->found.violated[i], level);
    }
}

static void
meet (Search *self, const guint8 *state, guint level)
{
  g_autoptr (GBytes) bytes = NULL;

  note_violations (self, state, level);
  if (!is_within (self->model, state))
    return;
  bytes = g_bytes_new (state, self->model->state_size);
  if (g_hash_table_contains (self->seen, bytes))
    return;
  self->found.states++;
  self->found.levels = level;
  if (self->visit != NULL)
    self->visit (self->model, state, self->user_data);
  g_ptr_array_add (self->queue, bytes);
  g_hash_table_add (self->seen, g_steal_pointer (&bytes));
}

static void
expand (Search *self, const guint8 *state, guint level, LullAction *actions, guint8 *next)
{
  const LullModel *model = self->model;
  guint count = model->actions (model, state, actions);

  g_assert (count <= model->actions_max);
  if (count == 0)
    {
      self->found.terminal++;
      if (model->may_stop != NULL && !model->may_stop (model, state))
        self->found.deadlock = MIN (self->found.deadlock, level);
    }
  for (guint i = 0; i < count; i++)
    {
      memset (next, 0xa5, model->state_size);
      model->apply (model, state, actions[i], next);
      self->found.transitions++;
      self->found.outside += !is_within (model, next);
      meet (self, next, level + 1);
    }
}

static void
search (Search *self, gboolean stop_at_violation)
{
  const LullModel *model = self->model;
  g_autofree LullAction *actions = g_new0 (LullAction, model->actions_max);
  g_autofree guint8 *next = g_malloc0 (model->state_size);
  guint level = 0;
  guint end_of_level;

  for (guint64 i = 0; i < model->initial_count; i++)
    {
      model->initial (model, i, next);
      meet (self, next, 0);
    }
  end_of_level = self->queue->len;
  for (guint i = 0; i < self->queue->len; i++)
    {
      if (i == end_of_level)
        {
          end_of_level = self->queue->len;
          level++;
        }
      if (stop_at_violation && self->found.violated[0] <= level)
        return;
      expand (self, g_bytes_get_data (g_ptr_array_index (self->queue, i), NULL), level,
              actions, next);
    }
}

LullPlainFindings
lull_plain_search (const LullModel *model,
                   gboolean stop_at_violation,
                   LullPlainVisit visit,
                   gpointer user_data)
{
  Search self = { .model = model, .visit = visit, .user_data = user_data };

  g_assert (model->property_count <= LULL_PLAIN_PROPERTIES_MAX);
  self.found.deadlock = LULL_PLAIN_NEVER;
  for (guint i = 0; i < LULL_PLAIN_PROPERTIES_MAX; i++)
    self.found.violated[i] = LULL_PLAIN_NEVER;
  self.seen = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                     (GDestroyNotify) g_bytes_unref, NULL);
  self.queue = g_ptr_array_new ();
  search (&self, stop_at_violation);
  g_ptr_array_unref (self.queue);
  g_hash_table_unref (self.seen);
  return self.found;
}
