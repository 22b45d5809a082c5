/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-naive-ample.h"

#include <string.h>

#define NOWHERE G_MAXUINT

/* An action and the state it leads to. */
typedef struct
{
  LullAction action;
  guint to;
} Edge;

/* A state: its edges are those of the ample set first. */
typedef struct
{
  GBytes *bytes; /* (owned) */
  Edge *edges;   /* (owned) */
  guint edge_count;
  guint ample_count;
  guint seen_from; /* the state from which a walk came here last */
} Node;

typedef struct
{
  const LullModel *model;
  GHashTable *indices; /* GBytes to index + 1 */
  GArray *nodes;       /* of Node; (owned) */
} Graph;

static Node *
node_at (const Graph *self, guint index)
{
  return &g_array_index (self->nodes, Node, index);
}

static guint
index_of (Graph *self, const guint8 *state)
{
  GBytes *bytes = g_bytes_new (state, self->model->state_size);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->indices, bytes));
  Node node = { .bytes = bytes, .seen_from = NOWHERE };

  if (known > 0)
    {
      g_bytes_unref (bytes);
      return known - 1;
    }
  g_array_append_val (self->nodes, node);
  g_hash_table_insert (self->indices, bytes, GUINT_TO_POINTER (self->nodes->len));
  return self->nodes->len - 1;
}

static void
expand (Graph *self, guint index)
{
  const LullModel *model = self->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *next = g_malloc (model->state_size);
  const guint8 *state = g_bytes_get_data (node_at (self, index)->bytes, NULL);
  guint count = model->actions (model, state, actions);
  guint ample = count > 0 && model->ample != NULL
                    ? model->ample (model, state, actions, count)
                    : count;
  Edge *edges = g_new (Edge, count);
  Node *node;

  for (guint edge = 0; edge < count; edge++)
    {
      model->apply (model, state, actions[edge], next);
      edges[edge] = (Edge){ .action = actions[edge], .to = index_of (self, next) };
    }
  node = node_at (self, index);
  node->edges = edges;
  node->edge_count = count;
  node->ample_count = ample;
}

/* Where @action leads from state @index, or NOWHERE. */
static guint
follow (const Graph *self, guint index, LullAction action)
{
  const Node *node = node_at (self, index);

  for (guint edge = 0; edge < node->edge_count; edge++)
    if (node->edges[edge].action == action)
      return node->edges[edge].to;
  return NOWHERE;
}

static gboolean
is_ample (const Node *node, LullAction action)
{
  for (guint edge = 0; edge < node->ample_count; edge++)
    if (node->edges[edge].action == action)
      return TRUE;
  return FALSE;
}

/* Whether, in state @index, @ample and @other can be swapped and neither disables the
 * other. */
static gboolean
are_independent (const Graph *self, guint index, LullAction ample, LullAction other)
{
  guint after_ample = follow (self, index, ample);
  guint after_other = follow (self, index, other);
  guint one = follow (self, after_ample, other);

  return one != NOWHERE && one == follow (self, after_other, ample);
}

/* C1 in one state @index of those that can be reached from @start without its ample set.
 */
static gboolean
stays_independent (
    const Graph *self, const Node *start, guint index, GArray *walk, guint from)
{
  const Node *node = node_at (self, index);

  for (guint edge = 0; edge < start->ample_count; edge++)
    if (follow (self, index, start->edges[edge].action) == NOWHERE)
      return FALSE;
  for (guint edge = 0; edge < node->edge_count; edge++)
    {
      Node *next = node_at (self, node->edges[edge].to);

      if (is_ample (start, node->edges[edge].action))
        continue;
      for (guint ample = 0; ample < start->ample_count; ample++)
        if (!are_independent (self, index, start->edges[ample].action,
                              node->edges[edge].action))
          return FALSE;
      if (next->seen_from == from)
        continue;
      next->seen_from = from;
      g_array_append_val (walk, node->edges[edge].to);
    }
  return TRUE;
}

static gboolean
keeps_c1 (const Graph *self, guint index)
{
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (guint));
  const Node *start = node_at (self, index);

  g_array_append_val (walk, index);
  node_at (self, index)->seen_from = index;
  for (guint next = 0; next < walk->len; next++)
    if (!stays_independent (self, start, g_array_index (walk, guint, next), walk, index))
      return FALSE;
  return TRUE;
}

static gboolean
holds (const Graph *self, guint property, guint index)
{
  const LullModel *model = self->model;

  return model->properties[property].holds (
      model, g_bytes_get_data (node_at (self, index)->bytes, NULL));
}

static gboolean
keeps_c2 (const Graph *self, guint index)
{
  const Node *node = node_at (self, index);

  for (guint edge = 0; edge < node->ample_count; edge++)
    for (guint property = 0; property < self->model->property_count; property++)
      if (self->model->properties[property].kind == LULL_PROPERTY_ALWAYS &&
          holds (self, property, index) != holds (self, property, node->edges[edge].to))
        return FALSE;
  return TRUE;
}

/*
 * C3 for ample sets of one action. A cycle of such sets alone is left by nothing, so it
 * is found by following the one edge; on it, what is enabled somewhere has to be taken
 * somewhere.
 */
static gboolean
keeps_c3 (const Graph *self, guint start)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
  guint index = start;
  guint steps = 0;

  do
    {
      const Node *node = node_at (self, index);

      if (node->ample_count == node->edge_count || steps++ > self->nodes->len)
        return TRUE;
      g_hash_table_add (taken, GUINT_TO_POINTER (node->edges[0].action));
      index = node->edges[0].to;
    }
  while (index != start);
  do
    {
      const Node *node = node_at (self, index);

      for (guint edge = 0; edge < node->edge_count; edge++)
        if (!g_hash_table_contains (taken, GUINT_TO_POINTER (node->edges[edge].action)))
          return FALSE;
      index = node->edges[0].to;
    }
  while (index != start);
  return TRUE;
}

static const char *
judge (const Graph *self, LullNaiveAmple *found)
{
  for (guint index = 0; index < self->nodes->len; index++)
    {
      const Node *node = node_at (self, index);

      if (node->ample_count == node->edge_count)
        continue;
      found->reduced++;
      if (node->ample_count == 0)
        return "C0: an ample set is empty where something is enabled";
      if (node->ample_count > 1)
        return "the judge of C3 knows ample sets of one action only";
      if (!keeps_c1 (self, index))
        return "C1: something that depends on the ample set can come before it";
      if (!keeps_c2 (self, index))
        return "C2: an ample set changes the truth of a property";
      if (!keeps_c3 (self, index))
        return "C3: a cycle of ample sets puts an action off for ever";
    }
  return NULL;
}

static void
node_clear (gpointer data)
{
  Node *node = data;

  g_bytes_unref (node->bytes);
  g_free (node->edges);
}

const char *
lull_naive_ample_fault (const LullModel *model, guint states_max, LullNaiveAmple *found)
{
  g_autofree guint8 *state = g_malloc (model->state_size);
  Graph graph = { .model = model };
  const char *fault = NULL;

  *found = (LullNaiveAmple){ 0 };
  graph.indices = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  graph.nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_array_set_clear_func (graph.nodes, node_clear);
  for (guint64 index = 0; index < model->initial_count; index++)
    {
      model->initial (model, index, state);
      index_of (&graph, state);
    }
  for (guint next = 0; next < graph.nodes->len && graph.nodes->len <= states_max; next++)
    expand (&graph, next);
  found->states = graph.nodes->len;
  if (graph.nodes->len <= states_max)
    fault = judge (&graph, found);
  g_hash_table_unref (graph.indices);
  g_array_unref (graph.nodes);
  return fault;
}
