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

/* The states that can be reached from @start without an action of its ample set. */
static GArray *
walk_past (const Graph *self, guint start)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (walk, start);
  node_at (self, start)->seen_from = start;
  for (guint at = 0; at < walk->len; at++)
    {
      const Node *node = node_at (self, g_array_index (walk, guint, at));

      for (guint edge = 0; edge < node->edge_count; edge++)
        {
          Node *next = node_at (self, node->edges[edge].to);

          if (is_ample (node_at (self, start), node->edges[edge].action) ||
              next->seen_from == start)
            continue;
          next->seen_from = start;
          g_array_append_val (walk, node->edges[edge].to);
        }
    }
  return walk;
}

/* C1 in one state @index of such a walk from @start. */
static gboolean
stays_independent (const Graph *self, const Node *start, guint index)
{
  const Node *node = node_at (self, index);

  for (guint ample = 0; ample < start->ample_count; ample++)
    {
      LullAction action = start->edges[ample].action;

      if (follow (self, index, action) == NOWHERE)
        return FALSE;
      for (guint edge = 0; edge < node->edge_count; edge++)
        if (!is_ample (start, node->edges[edge].action) &&
            !are_independent (self, index, action, node->edges[edge].action))
          return FALSE;
    }
  return TRUE;
}

static gboolean
fails (const Graph *self, guint property, guint index)
{
  const LullModel *model = self->model;

  return model->properties[property].kind == LULL_PROPERTY_ALWAYS &&
         !model->properties[property].holds (
             model, g_bytes_get_data (node_at (self, index)->bytes, NULL));
}

/* C2 in one state @index of such a walk: if a property fails there and not in @start, it
 * fails after some action of the ample set, too. */
static gboolean
stays_failed (const Graph *self, guint start, guint index, guint property)
{
  const Node *node = node_at (self, start);

  if (!fails (self, property, index) || fails (self, property, start))
    return TRUE;
  for (guint ample = 0; ample < node->ample_count; ample++)
    if (fails (self, property, follow (self, index, node->edges[ample].action)))
      return TRUE;
  return FALSE;
}

static const char *
judge_walk (const Graph *self, guint start)
{
  g_autoptr (GArray) walk = walk_past (self, start);

  for (guint at = 0; at < walk->len; at++)
    if (!stays_independent (self, node_at (self, start), g_array_index (walk, guint, at)))
      return "C1: something that depends on the ample set can come before it";
  for (guint at = 0; at < walk->len; at++)
    for (guint property = 0; property < self->model->property_count; property++)
      if (!stays_failed (self, start, g_array_index (walk, guint, at), property))
        return "C2: an ample set hides that a property fails";
  return NULL;
}

/* C3 says of every action: no cycle of the reduced graph has it enabled somewhere and
 * taken nowhere. So the states that matter are those whose ample sets do not have it. */
typedef struct
{
  const Graph *graph;
  LullAction action;
  gboolean *is_left; /* of each state; (owned) */
} Cycles;

/* Takes away what lies on no cycle, from the ends on: what is left leads to a cycle. */
static void
trim (const Cycles *self)
{
  gboolean has_shrunk = TRUE;

  while (has_shrunk)
    {
      has_shrunk = FALSE;
      for (guint index = self->graph->nodes->len; index-- > 0;)
        {
          const Node *node = node_at (self->graph, index);
          gboolean goes_on = FALSE;

          for (guint edge = 0; edge < node->ample_count; edge++)
            goes_on = goes_on || self->is_left[node->edges[edge].to];
          has_shrunk = has_shrunk || (self->is_left[index] && !goes_on);
          self->is_left[index] = self->is_left[index] && goes_on;
        }
    }
}

/* Whether a cycle leads from @start back to it. */
static gboolean
comes_back (const Cycles *self, guint start)
{
  g_autofree gboolean *is_seen = g_new0 (gboolean, self->graph->nodes->len);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (walk, start);
  for (guint at = 0; at < walk->len; at++)
    {
      const Node *node = node_at (self->graph, g_array_index (walk, guint, at));

      for (guint edge = 0; edge < node->ample_count; edge++)
        {
          guint to = node->edges[edge].to;

          if (to == start)
            return TRUE;
          if (!self->is_left[to] || is_seen[to])
            continue;
          is_seen[to] = TRUE;
          g_array_append_val (walk, to);
        }
    }
  return FALSE;
}

static gboolean
is_put_off (const Graph *graph, LullAction action)
{
  guint count = graph->nodes->len;
  g_autofree gboolean *is_left = g_new (gboolean, count);
  Cycles self = { .graph = graph, .action = action, .is_left = is_left };

  for (guint index = 0; index < count; index++)
    is_left[index] = !is_ample (node_at (graph, index), action);
  trim (&self);
  for (guint index = 0; index < count; index++)
    if (is_left[index] && follow (graph, index, action) != NOWHERE &&
        comes_back (&self, index))
      return TRUE;
  return FALSE;
}

static gboolean
puts_off_an_action (const Graph *self)
{
  g_autoptr (GHashTable) asked = g_hash_table_new (NULL, NULL);

  for (guint index = 0; index < self->nodes->len; index++)
    {
      const Node *node = node_at (self, index);

      for (guint edge = node->ample_count; edge < node->edge_count; edge++)
        if (g_hash_table_add (asked, GUINT_TO_POINTER (node->edges[edge].action)) &&
            is_put_off (self, node->edges[edge].action))
          return TRUE;
    }
  return FALSE;
}

static const char *
judge (const Graph *self, LullNaiveAmple *found)
{
  const char *fault = NULL;

  for (guint index = 0; index < self->nodes->len && fault == NULL; index++)
    {
      const Node *node = node_at (self, index);

      if (node->ample_count == node->edge_count)
        continue;
      found->reduced++;
      found->several += node->ample_count > 1 ? 1 : 0;
      if (node->ample_count == 0)
        return "C0: an ample set is empty where something is enabled";
      fault = judge_walk (self, index);
    }
  if (fault == NULL && puts_off_an_action (self))
    fault = "C3: a cycle of the reduced graph puts an action off for ever";
  return fault;
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
