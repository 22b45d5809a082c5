/* SPDX-License-Identifier: Apache-2.0 */
/* Fair cycles in random small graphs, against a search by transitive closure. */
#include "lull-checker.h"
#include "lull-reference-models.h"
#include "lull-test.h"
#include "lull-toy-graph.h"

#include <string.h>

#define NODES_MAX 14U

/* The plain answer: which nodes reach which, within the quiet part that runs can reach.
 */
typedef struct
{
  const ToyGraph *graph;
  gboolean is_quiet[NODES_MAX];
  gboolean reaches[NODES_MAX][NODES_MAX]; /* in one step or more */
} Closure;

static const ToyEdge *
edge_at (const ToyGraph *graph, guint node, guint i)
{
  return &g_array_index (graph->edges[node], ToyEdge, i);
}

/* Marks what can be reached from NODE without meeting the goal, and without leaving the
 * constraint. */
static void
mark_quiet (Closure *self, guint node)
{
  const ToyGraph *graph = self->graph;

  if ((graph->marks[node] & (TOY_GOAL | TOY_OUTSIDE)) != 0 || self->is_quiet[node])
    return;
  self->is_quiet[node] = TRUE;
  for (guint i = 0; i < graph->edges[node]->len; i++)
    mark_quiet (self, edge_at (graph, node, i)->to);
}

static void
close_over_steps (Closure *self)
{
  const ToyGraph *graph = self->graph;

  for (guint a = 0; a < graph->node_count; a++)
    for (guint i = 0; self->is_quiet[a] && i < graph->edges[a]->len; i++)
      self->reaches[a][edge_at (graph, a, i)->to] =
          self->is_quiet[edge_at (graph, a, i)->to];
  for (guint via = 0; via < graph->node_count; via++)
    for (guint a = 0; a < graph->node_count; a++)
      for (guint b = 0; b < graph->node_count; b++)
        if (self->reaches[a][via] && self->reaches[via][b])
          self->reaches[a][b] = TRUE;
}

static gboolean
is_kind_enabled (const ToyGraph *graph, guint node, guint kind)
{
  for (guint i = 0; i < graph->edges[node]->len; i++)
    if (edge_at (graph, node, i)->kind == kind)
      return TRUE;
  return FALSE;
}

/* Whether the nodes that NODE can come back from give the class its due. */
static gboolean
is_fair_to (const Closure *self, guint node, guint kind)
{
  const ToyGraph *graph = self->graph;

  for (guint a = 0; a < graph->node_count; a++)
    {
      if (!self->reaches[node][a] || !self->reaches[a][node])
        continue;
      if (!is_kind_enabled (graph, a, kind))
        return TRUE;
      for (guint i = 0; i < graph->edges[a]->len; i++)
        {
          guint to = edge_at (graph, a, i)->to;

          if (edge_at (graph, a, i)->kind == kind && self->reaches[node][to] &&
              self->reaches[to][node])
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
has_quiet_run (const ToyGraph *graph)
{
  Closure self = { .graph = graph };

  for (guint i = 0; i < graph->initials->len; i++)
    mark_quiet (&self, g_array_index (graph->initials, guint, i));
  close_over_steps (&self);
  for (guint node = 0; node < graph->node_count; node++)
    {
      gboolean is_fair = self.reaches[node][node];

      if (self.is_quiet[node] && graph->edges[node]->len == 0)
        return TRUE;
      for (guint kind = 0; kind < TOY_FAIR_KINDS && is_fair; kind++)
        is_fair = is_fair_to (&self, node, kind);
      if (is_fair)
        return TRUE;
    }
  return FALSE;
}

/* Leaves only the question of liveness. */
static void
ask_for_liveness (ToyGraph *graph)
{
  for (guint i = 0; i < graph->node_count; i++)
    graph->marks[i] &= (guint) (TOY_GOAL | TOY_OUTSIDE);
  graph->model.properties = &graph->properties[TOY_PROPERTY_EVENTUALLY];
  graph->model.property_count = 1;
}

/* Collects which nodes a run visits, and which kinds it takes, from some step on. */
typedef struct
{
  const ToyGraph *graph;
  guint loop_start;
  gboolean meets_goal;
  gboolean is_owed[TOY_FAIR_KINDS];
} Lasso;

static void
follow (guint step,
        const guint8 *state,
        LullAction action,
        const guint8 *next,
        gpointer user_data)
{
  Lasso *self = user_data;
  guint from = toy_graph_node (self->graph, state);
  guint to = toy_graph_node (self->graph, next);

  self->meets_goal =
      self->meets_goal ||
      ((self->graph->marks[from] | self->graph->marks[to]) & TOY_GOAL) != 0;
  for (guint kind = 0; step >= self->loop_start && kind < TOY_FAIR_KINDS; kind++)
    if (lull_action_kind (action) == kind || !is_kind_enabled (self->graph, from, kind))
      self->is_owed[kind] = FALSE;
}

static void
assert_quiet_run (const ToyGraph *graph, const LullTrace *trace)
{
  Lasso lasso = { .graph = graph,
                  .loop_start = trace->loop_start,
                  .is_owed = { TRUE, TRUE, TRUE } };
  guint8 end[64];

  CU_ASSERT_TRUE (lull_trace_replay (trace, &graph->model, follow, &lasso, end, NULL));
  CU_ASSERT_FALSE (lasso.meets_goal);
  CU_ASSERT_EQUAL (graph->marks[toy_graph_node (graph, end)] & TOY_GOAL, 0);
  if (trace->loop_start == LULL_TRACE_NO_LOOP)
    CU_ASSERT_EQUAL (graph->edges[toy_graph_node (graph, end)]->len, 0);
  for (guint kind = 0; trace->loop_start != LULL_TRACE_NO_LOOP && kind < TOY_FAIR_KINDS;
       kind++)
    CU_ASSERT_FALSE (lasso.is_owed[kind]);
}

static LullFindings *
check (const LullModel *model)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.memory_bytes_max = (guint64) 64 << 20;
  return lull_check (model, &options);
}

static void
test_random_graphs (void)
{
  guint64 seed = lull_test_seed ();
  guint livelocks = 0, lassos = 0, safe = 0;

  for (guint i = 0; i < 1500; i++)
    {
      g_autoptr (ToyGraph) graph =
          toy_graph_random (seed + i, 2 + i % (NODES_MAX - 1), 2 + i % 3, 5);
      g_autoptr (LullFindings) findings = NULL;
      gboolean has_run;

      ask_for_liveness (graph);
      has_run = has_quiet_run (graph);
      findings = check (&graph->model);
      CU_ASSERT_EQUAL (findings->verdict,
                       has_run ? LULL_VERDICT_LIVELOCK : LULL_VERDICT_SAFE);
      if (findings->verdict == LULL_VERDICT_LIVELOCK)
        {
          assert_quiet_run (graph, findings->witness);
          livelocks++;
          lassos += findings->witness->loop_start != LULL_TRACE_NO_LOOP ? 1 : 0;
        }
      else
        safe++;
    }
  /* The graphs are of use only if each answer is common. */
  CU_ASSERT_TRUE (safe > 150);
  CU_ASSERT_TRUE (lassos > 150);
  CU_ASSERT_TRUE (livelocks - lassos > 150);
}

/* 0 → 1 ⇄ 2, and from 1 to the goal 3 by an action of class 0. */
static ToyGraph *
escape_new (void)
{
  ToyGraph *graph = toy_graph_new (4, 3);

  toy_graph_add_initial (graph, 0);
  toy_graph_add_edge (graph, 0, 1, TOY_UNFAIR_KIND);
  toy_graph_add_edge (graph, 1, 2, TOY_UNFAIR_KIND);
  toy_graph_add_edge (graph, 2, 1, TOY_UNFAIR_KIND);
  toy_graph_add_edge (graph, 1, 3, 0);
  graph->marks[3] = TOY_GOAL;
  ask_for_liveness (graph);
  return graph;
}

static void
test_enabled_now_and_then_is_not_enough (void)
{
  g_autoptr (ToyGraph) graph = escape_new ();
  g_autoptr (LullFindings) findings = check (&graph->model);

  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_LIVELOCK);
  CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, &graph->model), "livelock");
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 3);
  CU_ASSERT_EQUAL (findings->witness->loop_start, 1);
}

static void
test_always_enabled_is_enough (void)
{
  g_autoptr (ToyGraph) graph = escape_new ();
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_edge (graph, 2, 3, 0);
  findings = check (&graph->model);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
}

static void
test_class_taken_inside_is_served (void)
{
  g_autoptr (ToyGraph) graph = escape_new ();
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_edge (graph, 2, 3, 0);
  toy_graph_add_edge (graph, 2, 2, 0);
  findings = check (&graph->model);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_LIVELOCK);
  assert_quiet_run (graph, findings->witness);
}

static void
test_run_that_stops_too_early (void)
{
  g_autoptr (ToyGraph) graph = escape_new ();
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_edge (graph, 2, 3, 0);
  graph->marks[3] = 0;
  findings = check (&graph->model);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_LIVELOCK);
  CU_ASSERT_EQUAL (findings->witness->loop_start, LULL_TRACE_NO_LOOP);
}

static void
test_goal_at_once (void)
{
  g_autoptr (ToyGraph) graph = escape_new ();
  g_autoptr (LullFindings) findings = NULL;

  graph->marks[0] = TOY_GOAL;
  findings = check (&graph->model);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
}

static void
test_part_of_the_graph_is_not_enough (void)
{
  g_autoptr (ToyGraph) graph = escape_new ();
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  toy_graph_add_edge (graph, 2, 3, 0);
  options.depth_max = 1;
  findings = lull_check (&graph->model, &options);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
}

/* A detector that never whitens its nodes is safe and, once a node is black, of no use.
 */
static void
assert_quiet_model (LullModel *model, LullVerdict verdict)
{
  g_autoptr (LullFindings) findings = check (model);

  CU_ASSERT_EQUAL (findings->verdict, verdict);
  CU_ASSERT_TRUE (findings->exhaustive);
  if (verdict == LULL_VERDICT_LIVELOCK && findings->witness != NULL)
    CU_ASSERT_NOT_EQUAL (findings->witness->loop_start, LULL_TRACE_NO_LOOP);
  lull_reference_model_free (model);
}

static void
test_detectors (void)
{
  for (guint nodes = 2; nodes <= 5; nodes++)
    {
      assert_quiet_model (lull_ewd840_quiet_new (nodes, LULL_EWD840_CORRECT),
                          LULL_VERDICT_SAFE);
      assert_quiet_model (lull_ewd840_quiet_new (nodes, LULL_EWD840_NEVER_WHITENS),
                          LULL_VERDICT_LIVELOCK);
      assert_quiet_model (lull_ewd998_quiet_new (nodes, LULL_EWD998_CORRECT),
                          LULL_VERDICT_SAFE);
      assert_quiet_model (lull_ewd998_quiet_new (nodes, LULL_EWD998_NEVER_WHITENS),
                          LULL_VERDICT_LIVELOCK);
    }
}

static CU_TestInfo liveness_tests[] = {
  { "random graphs, as by transitive closure", test_random_graphs },
  { "enabled now and then is not enough", test_enabled_now_and_then_is_not_enough },
  { "always enabled is enough", test_always_enabled_is_enough },
  { "a class taken inside is served", test_class_taken_inside_is_served },
  { "a run that stops too early", test_run_that_stops_too_early },
  { "the goal at once", test_goal_at_once },
  { "part of the graph is not enough", test_part_of_the_graph_is_not_enough },
  { "detectors that never whiten", test_detectors },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "liveness", NULL, NULL, NULL, NULL, liveness_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
