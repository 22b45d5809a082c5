/* SPDX-License-Identifier: Apache-2.0 */
/* The checker against a plain search of the same random graphs, with every number of
 * threads. */
#include "lull-checker.h"
#include "lull-test.h"
#include "lull-toy-graph.h"

#include <sched.h>
#include <string.h>

static const guint thread_counts[] = { 1, 2, 3, 8 };
static const gsize state_sizes[] = { 2, 4, 8, 9, 16, 20, 33, 100 };

static void
assert_same_findings (const LullFindings *a, const LullFindings *b)
{
  CU_ASSERT_EQUAL (a->verdict, b->verdict);
  CU_ASSERT_EQUAL (a->property, b->property);
  CU_ASSERT_EQUAL (a->exhaustive, b->exhaustive);
  CU_ASSERT_EQUAL (a->states, b->states);
  CU_ASSERT_EQUAL (a->transitions, b->transitions);
  CU_ASSERT_EQUAL (a->outside, b->outside);
  CU_ASSERT_EQUAL (a->terminal, b->terminal);
  CU_ASSERT_EQUAL (a->frontier, b->frontier);
  CU_ASSERT_EQUAL (a->depth, b->depth);
  CU_ASSERT_EQUAL (a->bytes, b->bytes);
  CU_ASSERT_EQUAL (
      memcmp (a->kind_fired, b->kind_fired, a->kind_count * sizeof (guint64)), 0);
  CU_ASSERT_EQUAL (a->witness == NULL, b->witness == NULL);
  if (a->witness == NULL || b->witness == NULL)
    return;
  CU_ASSERT_EQUAL (a->witness->initial, b->witness->initial);
  CU_ASSERT_EQUAL (lull_trace_length (a->witness), lull_trace_length (b->witness));
  for (guint i = 0;
       i < MIN (lull_trace_length (a->witness), lull_trace_length (b->witness)); i++)
    CU_ASSERT_EQUAL (lull_trace_action (a->witness, i),
                     lull_trace_action (b->witness, i));
}

static void
assert_witness_length (const LullFindings *findings, guint length)
{
  CU_ASSERT_TRUE (findings->shortest);
  CU_ASSERT_PTR_NOT_NULL (findings->witness);
  if (findings->witness != NULL)
    CU_ASSERT_EQUAL (lull_trace_length (findings->witness), length);
}

/* What the search of the whole graph must say. */
static void
assert_whole_answer (const LullFindings *findings, const ToyAnswer *answer)
{
  CU_ASSERT_EQUAL (findings->states, answer->states);
  CU_ASSERT_EQUAL (findings->transitions, answer->transitions);
  CU_ASSERT_EQUAL (findings->outside, answer->outside);
  CU_ASSERT_EQUAL (findings->terminal, answer->terminal);
  CU_ASSERT_EQUAL (findings->depth, answer->depth);
  CU_ASSERT_TRUE (findings->exhaustive);
  if (answer->worse_depth != TOY_NEVER || answer->bad_depth != TOY_NEVER)
    {
      gboolean is_worse = answer->worse_depth != TOY_NEVER;

      CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
      CU_ASSERT_EQUAL (findings->property,
                       is_worse ? TOY_PROPERTY_WORSE : TOY_PROPERTY_BAD);
      assert_witness_length (findings,
                             is_worse ? answer->worse_depth : answer->bad_depth);
    }
  else if (answer->deadlock_depth != TOY_NEVER)
    {
      CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_DEADLOCK);
      assert_witness_length (findings, answer->deadlock_depth);
    }
  else
    CU_ASSERT_EQUAL (findings->verdict,
                     answer->goal_seen ? LULL_VERDICT_SAFE : LULL_VERDICT_VIOLATED);
}

/* A search that stops at the first violation: the shortest of all. */
static void
assert_first_answer (const LullFindings *findings, const ToyAnswer *answer)
{
  guint first = MIN (answer->worse_depth, answer->bad_depth);

  if (first == TOY_NEVER)
    {
      assert_whole_answer (findings, answer);
      return;
    }
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  assert_witness_length (findings, first);
}

/* Checks a graph with every number of threads; what the first says, all say. */
static LullFindings *
check_with_threads (const ToyGraph *graph, gboolean whole_graph)
{
  g_autoptr (LullFindings) first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (thread_counts); i++)
    {
      g_autoptr (LullFindings) findings = NULL;
      LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

      options.threads = thread_counts[i];
      options.whole_graph = whole_graph;
      options.memory_bytes_max = (guint64) 256 << 20;
      findings = lull_check (&graph->model, &options);
      if (first == NULL)
        first = g_steal_pointer (&findings);
      else
        assert_same_findings (first, findings);
    }
  return g_steal_pointer (&first);
}

static void
check_graph (const ToyGraph *graph)
{
  ToyAnswer answer = toy_graph_search (graph);
  g_autoptr (LullFindings) whole = check_with_threads (graph, TRUE);
  g_autoptr (LullFindings) first = check_with_threads (graph, FALSE);

  assert_whole_answer (whole, &answer);
  assert_first_answer (first, &answer);
}

/* Another order finds the same states, and a witness of any length. */
static void
check_depth_first (const ToyGraph *graph)
{
  ToyAnswer answer = toy_graph_search (graph);
  g_autoptr (LullFindings) breadth = check_with_threads (graph, TRUE);
  g_autoptr (LullFindings) depth = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.search = LULL_SEARCH_DEPTH_FIRST;
  options.whole_graph = TRUE;
  options.threads = 2;
  depth = lull_check (&graph->model, &options);
  CU_ASSERT_EQUAL (depth->verdict, breadth->verdict);
  CU_ASSERT_EQUAL (depth->property, breadth->property);
  CU_ASSERT_EQUAL (depth->states, answer.states);
  CU_ASSERT_EQUAL (depth->transitions, answer.transitions);
  CU_ASSERT_EQUAL (depth->outside, answer.outside);
  CU_ASSERT_EQUAL (depth->terminal, answer.terminal);
  CU_ASSERT_TRUE (depth->depth >= answer.depth);
  CU_ASSERT_TRUE (depth->exhaustive);
  CU_ASSERT_FALSE (depth->shortest);
  CU_ASSERT_EQUAL (depth->witness == NULL, breadth->witness == NULL);
  if (depth->witness != NULL && breadth->witness != NULL)
    CU_ASSERT_TRUE (lull_trace_length (depth->witness) >=
                    lull_trace_length (breadth->witness));
}

static void
test_depth_first (void)
{
  guint64 seed = lull_test_seed () + 2000;

  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (ToyGraph) graph =
          toy_graph_random (seed + i, 2 + i * i % 300, 1 + i % 4,
                            state_sizes[i % G_N_ELEMENTS (state_sizes)]);

      check_depth_first (graph);
    }
}

static void
test_small_graphs (void)
{
  guint64 seed = lull_test_seed ();

  for (guint i = 0; i < 150; i++)
    {
      g_autoptr (ToyGraph) graph = toy_graph_random (
          seed + i, 2 + i % 40, 1 + i % 4, state_sizes[i % G_N_ELEMENTS (state_sizes)]);

      check_graph (graph);
    }
}

static void
test_large_graphs (void)
{
  guint64 seed = lull_test_seed () + 1000;

  for (guint i = 0; i < G_N_ELEMENTS (state_sizes); i++)
    {
      g_autoptr (ToyGraph) graph = toy_graph_random (seed + i, 9000, 5, state_sizes[i]);

      check_graph (graph);
    }
}

/* Threads are held up at moments that differ from run to run, as their turns do. */
static _Atomic guint applications;
static void (*plain_apply) (const LullModel *self,
                            const guint8 *state,
                            LullAction action,
                            guint8 *next);

static void
apply_with_hold_ups (const LullModel *self,
                     const guint8 *state,
                     LullAction action,
                     guint8 *next)
{
  guint turn = applications++ * 2654435761U;

  if (turn % 61 == 0)
    sched_yield ();
  if (turn % 1009 == 0)
    g_usleep (turn % 200);
  plain_apply (self, state, action, next);
}

static void
test_shuffled_threads (void)
{
  guint64 seed = lull_test_seed () + 3000;

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (ToyGraph) graph = toy_graph_random (
          seed + i, 2000, 4, state_sizes[i % G_N_ELEMENTS (state_sizes)]);

      plain_apply = graph->model.apply;
      graph->model.apply = apply_with_hold_ups;
      check_graph (graph);
    }
}

static CU_TestInfo graph_tests[] = { { "small graphs", test_small_graphs },
                                     { "large graphs", test_large_graphs },
                                     { "shuffled threads", test_shuffled_threads },
                                     { "depth first", test_depth_first },
                                     CU_TEST_INFO_NULL };

int
main (void)
{
  CU_SuiteInfo suites[] = { { "random graphs", NULL, NULL, NULL, NULL, graph_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
