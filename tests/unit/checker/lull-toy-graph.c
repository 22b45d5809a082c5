/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-toy-graph.h"

#include <string.h>

static const char *const kind_names[] = { "class 0", "class 1", "class 2", "unfair",
                                          NULL };

#define NUMBER_BYTES 4U

/* Classes of fairness need not be small numbers. */
#define CLASS_STEP 400000007U

static void
write_state (const ToyGraph *self, guint node, guint8 *state)
{
  guint32 noise = node * 2654435761U;

  for (gsize i = 0; i < self->model.state_size; i++)
    {
      guint32 byte = i < NUMBER_BYTES ? node >> (8 * i) : noise >> 24;

      noise = noise * 1664525U + 1013904223U;
      state[i] = (guint8) (byte & 0xffU);
    }
}

guint
toy_graph_node (const ToyGraph *self, const guint8 *state)
{
  guint node = 0;

  for (gsize i = 0; i < MIN (self->model.state_size, NUMBER_BYTES); i++)
    node |= (guint) state[i] << (8 * i);
  g_assert (node < self->node_count);
  return node;
}

static guint
marks_of (const LullModel *model, const guint8 *state)
{
  const ToyGraph *self = (const ToyGraph *) model;

  return self->marks[toy_graph_node (self, state)];
}

static void
toy_initial (const LullModel *model, guint64 index, guint8 *state)
{
  const ToyGraph *self = (const ToyGraph *) model;

  write_state (self, g_array_index (self->initials, guint, index), state);
}

static guint
toy_actions (const LullModel *model, const guint8 *state, LullAction *actions)
{
  const ToyGraph *self = (const ToyGraph *) model;
  const GArray *edges = self->edges[toy_graph_node (self, state)];

  for (guint i = 0; i < edges->len; i++)
    actions[i] = lull_action (g_array_index (edges, ToyEdge, i).kind, i);
  return edges->len;
}

static void
toy_apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  const ToyGraph *self = (const ToyGraph *) model;
  const GArray *edges = self->edges[toy_graph_node (self, state)];

  write_state (self, g_array_index (edges, ToyEdge, lull_action_argument (action)).to,
               next);
}

static gboolean
toy_within (const LullModel *model, const guint8 *state)
{
  return (marks_of (model, state) & TOY_OUTSIDE) == 0;
}

static gboolean
toy_may_stop (const LullModel *model, const guint8 *state)
{
  return (marks_of (model, state) & TOY_STUCK) == 0;
}

static guint
toy_fairness (const LullModel *model, const guint8 *state, LullAction action)
{
  guint kind = lull_action_kind (action);

  (void) model;
  (void) state;
  return kind < TOY_FAIR_KINDS ? kind * CLASS_STEP : LULL_UNFAIR;
}

static gboolean
is_not_bad (const LullModel *model, const guint8 *state)
{
  return (marks_of (model, state) & TOY_BAD) == 0;
}

static gboolean
is_not_worse (const LullModel *model, const guint8 *state)
{
  return (marks_of (model, state) & TOY_WORSE) == 0;
}

static gboolean
is_goal (const LullModel *model, const guint8 *state)
{
  return (marks_of (model, state) & TOY_GOAL) != 0;
}

static void
set_properties (ToyGraph *self)
{
  self->properties[TOY_PROPERTY_WORSE] =
      (LullProperty){ "worse", "never worse", LULL_PROPERTY_ALWAYS, is_not_worse };
  self->properties[TOY_PROPERTY_BAD] =
      (LullProperty){ "bad", "never bad", LULL_PROPERTY_ALWAYS, is_not_bad };
  self->properties[TOY_PROPERTY_SOMETIMES] =
      (LullProperty){ "vacuous", "the goal can be reached", LULL_PROPERTY_SOMETIMES,
                      is_goal };
  self->properties[TOY_PROPERTY_EVENTUALLY] =
      (LullProperty){ "stalled", "the goal is always reached", LULL_PROPERTY_EVENTUALLY,
                      is_goal };
}

ToyGraph *
toy_graph_new (guint node_count, gsize state_size)
{
  ToyGraph *self = g_new0 (ToyGraph, 1);

  g_assert (state_size >= NUMBER_BYTES || node_count <= 1U << (8 * state_size));
  self->node_count = node_count;
  self->marks = g_new0 (guint, node_count);
  self->edges = g_new (GArray *, node_count);
  for (guint i = 0; i < node_count; i++)
    self->edges[i] = g_array_new (FALSE, FALSE, sizeof (ToyEdge));
  self->initials = g_array_new (FALSE, FALSE, sizeof (guint));
  set_properties (self);
  self->model = (LullModel){ .name = "graph",
                             .state_size = state_size,
                             .actions_max = 1,
                             .kinds = kind_names,
                             .properties = self->properties,
                             .property_count = TOY_PROPERTY_EVENTUALLY,
                             .initial = toy_initial,
                             .actions = toy_actions,
                             .apply = toy_apply,
                             .within = toy_within,
                             .constraint_is_scope = TRUE,
                             .may_stop = toy_may_stop,
                             .fairness = toy_fairness,
                             .fairness_count = TOY_FAIR_KINDS * CLASS_STEP };
  return self;
}

void
toy_graph_free (ToyGraph *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->node_count; i++)
    g_array_unref (self->edges[i]);
  g_free (self->edges);
  g_free (self->marks);
  g_array_unref (self->initials);
  g_free (self);
}

void
toy_graph_add_edge (ToyGraph *self, guint from, guint to, guint kind)
{
  ToyEdge edge = { to, kind };

  g_assert (from < self->node_count && to < self->node_count && kind <= TOY_UNFAIR_KIND);
  g_array_append_val (self->edges[from], edge);
  self->model.actions_max = MAX (self->model.actions_max, self->edges[from]->len);
}

void
toy_graph_add_initial (ToyGraph *self, guint node)
{
  g_array_append_val (self->initials, node);
  self->model.initial_count = self->initials->len;
}

void
toy_graph_keep_properties (ToyGraph *self, guint count)
{
  self->model.property_count = count;
}

/* The plain search: a queue of node numbers and an array of depths. */
typedef struct
{
  const ToyGraph *graph;
  ToyAnswer answer;
  guint *depths;
  GArray *queue;
} Search;

static void
keep_first (guint *first, guint depth, gboolean is_seen)
{
  if (is_seen && *first == TOY_NEVER)
    *first = depth;
}

static void
meet (Search *self, guint node, guint depth)
{
  guint marks = self->graph->marks[node];

  keep_first (&self->answer.worse_depth, depth, (marks & TOY_WORSE) != 0);
  keep_first (&self->answer.bad_depth, depth, (marks & TOY_BAD) != 0);
  if ((marks & TOY_OUTSIDE) != 0 || self->depths[node] != TOY_NEVER)
    return;
  self->depths[node] = depth;
  self->answer.goal_seen = self->answer.goal_seen || (marks & TOY_GOAL) != 0;
  self->answer.depth = MAX (self->answer.depth, depth);
  self->answer.states++;
  g_array_append_val (self->queue, node);
}

static void
leave (Search *self, guint node)
{
  const GArray *edges = self->graph->edges[node];

  if (edges->len == 0)
    {
      self->answer.terminal++;
      keep_first (&self->answer.deadlock_depth, self->depths[node],
                  (self->graph->marks[node] & TOY_STUCK) != 0);
    }
  for (guint i = 0; i < edges->len; i++)
    {
      guint to = g_array_index (edges, ToyEdge, i).to;

      self->answer.transitions++;
      self->answer.outside += (self->graph->marks[to] & TOY_OUTSIDE) != 0 ? 1 : 0;
      meet (self, to, self->depths[node] + 1);
    }
}

ToyAnswer
toy_graph_search (const ToyGraph *graph)
{
  Search self = { .graph = graph,
                  .answer = { .worse_depth = TOY_NEVER,
                              .bad_depth = TOY_NEVER,
                              .deadlock_depth = TOY_NEVER },
                  .depths = g_new (guint, graph->node_count),
                  .queue = g_array_new (FALSE, FALSE, sizeof (guint)) };

  for (guint i = 0; i < graph->node_count; i++)
    self.depths[i] = TOY_NEVER;
  for (guint i = 0; i < graph->initials->len; i++)
    meet (&self, g_array_index (graph->initials, guint, i), 0);
  for (guint i = 0; i < self.queue->len; i++)
    leave (&self, g_array_index (self.queue, guint, i));
  g_array_unref (self.queue);
  g_free (self.depths);
  return self.answer;
}

/* SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static guint64
next_random (guint64 *seed)
{
  guint64 value = *seed += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  value = (value ^ (value >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ (value >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ (value >> 31);
}

static guint
below (guint64 *seed, guint bound)
{
  return (guint) (next_random (seed) % bound);
}

/* Marks are rare in large graphs, so that the search gets far before it meets one. */
static guint
random_marks (guint64 *seed, guint node_count)
{
  guint rarity = MAX (node_count / 2, 2);
  guint marks = 0;

  marks |= below (seed, rarity) == 0 ? TOY_BAD : 0;
  marks |= below (seed, 2 * rarity) == 0 ? TOY_WORSE : 0;
  marks |= below (seed, rarity) == 0 ? TOY_GOAL : 0;
  marks |= below (seed, 8) == 0 ? TOY_OUTSIDE : 0;
  marks |= below (seed, 3) == 0 ? TOY_STUCK : 0;
  return marks;
}

ToyGraph *
toy_graph_random (guint64 seed, guint node_count, guint degree_max, gsize state_size)
{
  ToyGraph *self = toy_graph_new (node_count, state_size);
  guint initial_count = 1 + below (&seed, 3);

  for (guint i = 0; i < initial_count; i++)
    toy_graph_add_initial (self, below (&seed, node_count));
  for (guint node = 0; node < node_count; node++)
    {
      guint degree = below (&seed, degree_max + 1);

      self->marks[node] = random_marks (&seed, node_count);
      for (guint i = 0; i < degree; i++)
        toy_graph_add_edge (self, node, below (&seed, node_count),
                            below (&seed, TOY_UNFAIR_KIND + 1));
    }
  return self;
}
