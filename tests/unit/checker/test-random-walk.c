/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-chance.h"
#include "lull-checker.h"
#include "lull-coverage.h"
#include "lull-test.h"
#include "lull-toy-graph.h"
#include "lull-toy-grid.h"

static LullFindings *
walk (const LullModel *model, guint64 seed, guint64 walks, guint threads)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.search = LULL_SEARCH_RANDOM_WALK;
  options.seed = seed;
  options.walks = walks;
  options.threads = threads;
  return lull_check (model, &options);
}

/* The first outputs for seed 1234567, as published with the reference implementation in
 * Java and C. */
static void
test_chance_has_known_values (void)
{
  static const guint64 values[] = { G_GUINT64_CONSTANT (6457827717110365317),
                                    G_GUINT64_CONSTANT (3203168211198807973),
                                    G_GUINT64_CONSTANT (9817491932198370423),
                                    G_GUINT64_CONSTANT (4593380528125082431),
                                    G_GUINT64_CONSTANT (16408922859458223821) };
  LullChance chance = { 1234567 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    CU_ASSERT_EQUAL (lull_chance_next (&chance), values[i]);
}

static void
test_chance_is_even (void)
{
  LullChance chance = lull_chance (lull_test_seed (), 7);
  guint counts[6] = { 0 };

  for (guint i = 0; i < 60000; i++)
    counts[lull_chance_below (&chance, 6)]++;
  for (guint i = 0; i < 6; i++)
    CU_ASSERT_TRUE (counts[i] > 9500 && counts[i] < 10500);
}

static void
test_walks_are_never_safe (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 2, 3, 1);
  findings = walk (&grid.model, 1, 500, 1);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_TRUE (findings->sampled);
  CU_ASSERT_FALSE (findings->exhaustive);
  CU_ASSERT_EQUAL (findings->initial_states, 500);
  CU_ASSERT_EQUAL (findings->terminal, 500);
  CU_ASSERT_EQUAL (findings->transitions, 500 * 6);
  CU_ASSERT_EQUAL (findings->states, 500 * 7);
  CU_ASSERT_EQUAL (findings->depth, 6);
  CU_ASSERT_TRUE (findings->coverage > 0.99);
}

static void
test_violation_is_found_and_straightened (void)
{
  g_autoptr (LullFindings) findings = NULL;
  guint8 end[6];
  ToyGrid grid;

  toy_grid_init (&grid, 6, 50, 1);
  toy_grid_forbid_sum (&grid, 40);
  findings = walk (&grid.model, 3, 10, 1);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_FALSE (findings->shortest);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 40);
  CU_ASSERT_TRUE (
      lull_trace_replay (findings->witness, &grid.model, NULL, NULL, end, NULL));
}

/* Runs to and fro for long before it falls off the end; the witness does not. */
static void
test_loops_are_left_out (void)
{
  g_autoptr (ToyGraph) graph = toy_graph_new (12, 2);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_initial (graph, 0);
  for (guint i = 0; i < 11; i++)
    {
      toy_graph_add_edge (graph, i, i + 1, 0);
      if (i > 0)
        toy_graph_add_edge (graph, i, i - 1, 0);
    }
  graph->marks[11] = TOY_STUCK;
  findings = walk (&graph->model, 1, 50, 2);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_DEADLOCK);
  CU_ASSERT_TRUE (findings->depth > 20);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 11);
}

static void
test_constraint_ends_a_walk (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 3, 50, 1);
  grid.model.within = toy_grid_within;
  grid.sum_max = 9;
  findings = walk (&grid.model, 1, 64, 1);
  CU_ASSERT_EQUAL (findings->outside, 64);
  CU_ASSERT_EQUAL (findings->depth, 10);
}

static void
test_steps_are_limited (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 3, 50, 1);
  options.search = LULL_SEARCH_RANDOM_WALK;
  options.walks = 3;
  options.depth_max = 17;
  findings = lull_check (&grid.model, &options);
  CU_ASSERT_EQUAL (findings->transitions, 3 * 17);
}

static void
test_threads_walk_the_same_walks (void)
{
  g_autoptr (LullFindings) one = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 8, 60, 2);
  toy_grid_forbid_sum (&grid, 470);
  one = walk (&grid.model, 5, 300, 1);
  for (guint threads = 2; threads <= 8; threads *= 2)
    {
      g_autoptr (LullFindings) many = walk (&grid.model, 5, 300, threads);

      CU_ASSERT_EQUAL (many->verdict, one->verdict);
      CU_ASSERT_EQUAL (many->states, one->states);
      CU_ASSERT_EQUAL (many->transitions, one->transitions);
      CU_ASSERT_EQUAL (many->depth, one->depth);
      CU_ASSERT_DOUBLE_EQUAL (many->coverage, one->coverage, 0.0);
      CU_ASSERT_EQUAL (lull_trace_length (many->witness),
                       lull_trace_length (one->witness));
      CU_ASSERT_EQUAL (lull_trace_action (many->witness, 5),
                       lull_trace_action (one->witness, 5));
    }
}

static void
test_coverage_of_a_vast_model_is_small (void)
{
  LullCoverage coverage;

  lull_coverage_init (&coverage);
  CU_ASSERT_DOUBLE_EQUAL (lull_coverage_estimate (&coverage), 0.0, 0.0);
  for (guint64 i = 0; i < 400000; i++)
    lull_coverage_visit (&coverage, i * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  CU_ASSERT_TRUE (lull_coverage_estimate (&coverage) < 0.3);
  CU_ASSERT_TRUE (g_hash_table_size (coverage.counts) <= 65537);
  lull_coverage_clear (&coverage);
}

/* Half of the visits go to one state, the others to a new one each. */
static void
test_coverage_estimates_the_next_visit (void)
{
  LullCoverage coverage;

  lull_coverage_init (&coverage);
  for (guint64 i = 0; i < 20000; i++)
    lull_coverage_visit (&coverage, i % 2 == 0 ? 0 : i);
  CU_ASSERT_DOUBLE_EQUAL (lull_coverage_estimate (&coverage), 0.5, 0.01);
  lull_coverage_clear (&coverage);
}

static CU_TestInfo walk_tests[] = {
  { "chance has the published values", test_chance_has_known_values },
  { "chance is even", test_chance_is_even },
  { "walks are never safe", test_walks_are_never_safe },
  { "a violation is found and straightened", test_violation_is_found_and_straightened },
  { "loops are left out of a witness", test_loops_are_left_out },
  { "the constraint ends a walk", test_constraint_ends_a_walk },
  { "steps are limited", test_steps_are_limited },
  { "threads walk the same walks", test_threads_walk_the_same_walks },
  { "coverage of a vast model is small", test_coverage_of_a_vast_model_is_small },
  { "coverage estimates the next visit", test_coverage_estimates_the_next_visit },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "random walks", NULL, NULL, NULL, NULL, walk_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
