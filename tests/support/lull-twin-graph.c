/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-twin-graph.h"

static gboolean
has_figures (const LullTwin *twin, const LullNaiveGraph *graph)
{
  const LullNaiveFindings *found = &twin->found;
  gboolean has = TRUE;

  has &= lull_twin_agrees (twin, "states", graph->states->len, found->states);
  has &= lull_twin_agrees (twin, "edges", graph->edges, found->edges);
  has &= lull_twin_agrees (twin, "levels", graph->levels, found->levels);
  for (guint level = 0; level <= found->levels; level++)
    has &= lull_twin_agrees (twin, "states of a level", graph->level_states[level],
                             found->level_states[level]);
  has &= lull_twin_agrees (twin, "premature states", graph->violating_states,
                           found->premature_states);
  has &= lull_twin_agrees (twin, "deadlock states", graph->deadlock_states,
                           found->deadlock_states);
  if (found->verdict == LULL_NAIVE_PREMATURE)
    has &= lull_twin_agrees (twin, "depth of the first", graph->violating_depth,
                             found->depth);
  if (found->verdict == LULL_NAIVE_DEADLOCK)
    has &= lull_twin_agrees (twin, "depth of the first", graph->deadlock_depth,
                             found->depth);
  return has;
}

static guint64
edges_of_kind (const LullNaiveGraph *graph, const char *name)
{
  for (guint kind = 0; graph->model->kinds[kind] != NULL; kind++)
    if (g_str_equal (graph->model->kinds[kind], name))
      return graph->edges_by_kind[kind];
  return 0;
}

/* What the table leaves out are the steps of protocols, which go by names of their own.
 */
static gboolean
has_steps (const LullTwin *twin, const LullNaiveGraph *graph)
{
  static const char *const names[] = { [LULL_NAIVE_MAIN_SEND] = "main send",
                                       [LULL_NAIVE_MAIN_END] = "main end",
                                       [LULL_NAIVE_TRANSMIT] = "transmit",
                                       [LULL_NAIVE_RECEIVE] = "receive",
                                       [LULL_NAIVE_ENQUEUE] = "enqueue",
                                       [LULL_NAIVE_START] = "start",
                                       [LULL_NAIVE_CHILD_SEND] = "nested send",
                                       [LULL_NAIVE_FINISH] = "finish",
                                       [LULL_NAIVE_FIRE] = "timer",
                                       [LULL_NAIVE_CRASH] = "crash",
                                       [LULL_NAIVE_WITHDRAW] = "leave the group",
                                       [LULL_NAIVE_ARRIVE] = "arrive",
                                       [LULL_NAIVE_LEARN] = "learn",
                                       [LULL_NAIVE_LOCAL] = "local step",
                                       [LULL_NAIVE_FLUSH] = "flush",
                                       [LULL_NAIVE_LOSE] = "lose",
                                       [LULL_NAIVE_FIND_LOSS] = "find loss",
                                       [LULL_NAIVE_SEND_AGAIN] = "send again",
                                       [LULL_NAIVE_DUPLICATE] = "duplicate",
                                       [LULL_NAIVE_FAIL] = "fail to send",
                                       [LULL_NAIVE_DROP] = "drop",
                                       [LULL_NAIVE_RETURN] = "return",
                                       [LULL_NAIVE_RETURNED_END] = "deferred end",
                                       [LULL_NAIVE_TIMEOUT] = "timeout",
                                       [LULL_NAIVE_TIMEOUT_END] = "timeout callback end",
                                       [LULL_NAIVE_SCOPE] = NULL };
  gboolean has = TRUE;

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == LULL_NAIVE_STEP_COUNT);
  for (guint step = 0; step < G_N_ELEMENTS (names); step++)
    if (step != LULL_NAIVE_JOIN && step != LULL_NAIVE_SCOPE)
      has &= lull_twin_agrees (twin, names[step], edges_of_kind (graph, names[step]),
                               twin->found.edges_by_step[step]);
  return has;
}

gboolean
lull_twin_has_graph (const LullTwin *twin, const LullNaiveGraph *graph)
{
  gboolean has = has_figures (twin, graph);

  return has_steps (twin, graph) && has;
}
