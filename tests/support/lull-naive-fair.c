/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-naive-fair.h"

#include <string.h>

/* Classes of fairness, a bit each. */
typedef struct
{
  guint64 words[LULL_NAIVE_FAIR_CLASSES_MAX / 64];
} Classes;

typedef struct
{
  guint from, to;
  Classes paid; /* those that the step takes, and those that are disabled before it */
} Edge;

typedef struct
{
  const LullNaiveGraph *graph;
  const LullProperty *property;
  GHashTable *numbers; /* of states, from 1 on; (owned) */
  GArray *edges;       /* between states in which the property fails; (owned) */
  gboolean *is_left;   /* of each state: may still be part of a fair run; (owned) */
  guint classes[LULL_NAIVE_FAIR_CLASSES_MAX]; /* those met, by number */
  guint class_count;
} Search;

static const guint8 *
state_at (const Search *self, guint number)
{
  return g_bytes_get_data (g_ptr_array_index (self->graph->states, number), NULL);
}

/* The number of a state in which the property fails; FALSE if there is none. */
static gboolean
find_quiet (const Search *self, const guint8 *state, guint *number)
{
  const LullModel *model = self->graph->model;
  g_autoptr (GBytes) bytes = g_bytes_new_static (state, model->state_size);
  gpointer found = g_hash_table_lookup (self->numbers, bytes);

  if (found == NULL || self->property->holds (model, state))
    return FALSE;
  *number = GPOINTER_TO_UINT (found) - 1;
  return TRUE;
}

static void
set_class (Classes *self, guint class, gboolean value)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << class % 64;

  if (value)
    self->words[class / 64] |= bit;
  else
    self->words[class / 64] &= ~bit;
}

static gboolean
has_class (const Classes *self, guint class)
{
  return (self->words[class / 64] >> class % 64 & 1) != 0;
}

/* Classes may be any numbers; those met are counted through. */
static guint
number_of (Search *self, guint class)
{
  for (guint i = 0; i < self->class_count; i++)
    if (self->classes[i] == class)
      return i;
  g_assert (self->class_count < LULL_NAIVE_FAIR_CLASSES_MAX - 1);
  self->classes[self->class_count] = class;
  return self->class_count++;
}

static void
set_class_of (Search *self,
              const LullModel *model,
              const guint8 *state,
              LullAction action,
              Classes *classes,
              gboolean value)
{
  guint class = model->fairness (model, state, action);

  g_assert (class == LULL_UNFAIR || class < model->fairness_count);
  if (class != LULL_UNFAIR)
    set_class (classes, number_of (self, class), value);
}

static void
add_edges (Search *self, guint number)
{
  const LullModel *model = self->graph->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *next = g_malloc (model->state_size);
  const guint8 *state = state_at (self, number);
  guint enabled = model->actions (model, state, actions);
  guint taken = enabled;
  Classes disabled;

  if (self->property->holds (model, state))
    return;
  memset (&disabled, 0xff, sizeof disabled);
  for (guint i = 0; i < enabled; i++)
    set_class_of (self, model, state, actions[i], &disabled, FALSE);
  if (self->graph->extent == LULL_NAIVE_GRAPH_REDUCED && enabled > 0 &&
      model->ample != NULL)
    taken = model->ample (model, state, actions, enabled);
  for (guint i = 0; i < taken; i++)
    {
      Edge edge = { .from = number, .paid = disabled };

      set_class_of (self, model, state, actions[i], &edge.paid, TRUE);
      model->apply (model, state, actions[i], next);
      if (find_quiet (self, next, &edge.to))
        g_array_append_val (self->edges, edge);
    }
}

/* Of the states left, keeps those from which an edge that pays can be reached. */
static gboolean
keep_those_that_pay (Search *self, guint class)
{
  guint count = self->graph->states->len;
  g_autofree gboolean *pays = g_new0 (gboolean, count);
  gboolean has_grown = TRUE;
  gboolean has_shrunk = FALSE;

  while (has_grown)
    {
      has_grown = FALSE;
      for (guint i = self->edges->len; i > 0; i--)
        {
          const Edge *edge = &g_array_index (self->edges, Edge, i - 1);

          if (pays[edge->from] || !self->is_left[edge->from] || !self->is_left[edge->to])
            continue;
          pays[edge->from] = has_class (&edge->paid, class) || pays[edge->to];
          has_grown = has_grown || pays[edge->from];
        }
    }
  for (guint i = 0; i < count; i++)
    {
      has_shrunk = has_shrunk || (self->is_left[i] && !pays[i]);
      self->is_left[i] = pays[i];
    }
  return has_shrunk;
}

/* One class more than there are is disabled everywhere: to pay it is to go on at all. */
static void
shrink (Search *self)
{
  gboolean has_shrunk = TRUE;

  while (has_shrunk)
    {
      has_shrunk = FALSE;
      for (guint class = 0; class <= self->class_count; class ++)
        has_shrunk = keep_those_that_pay (self, class) || has_shrunk;
    }
}

gboolean
lull_naive_fair_run_exists (const LullNaiveGraph *graph, const LullProperty *property)
{
  guint count = graph->states->len;
  Search self = { .graph = graph, .property = property };
  gboolean exists = FALSE;

  g_assert (graph->complete);
  self.numbers = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  self.edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self.is_left = g_new (gboolean, count);
  for (guint i = 0; i < count; i++)
    g_hash_table_insert (self.numbers, g_ptr_array_index (graph->states, i),
                         GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < count; i++)
    {
      self.is_left[i] = !property->holds (graph->model, state_at (&self, i));
      add_edges (&self, i);
    }
  shrink (&self);
  for (guint i = 0; i < count; i++)
    exists = exists || self.is_left[i];
  g_hash_table_unref (self.numbers);
  g_array_unref (self.edges);
  g_free (self.is_left);
  return exists;
}
