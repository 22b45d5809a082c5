/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-sketch.h"
#include "lull-test.h"
#include "lull-toy-graph.h"
#include "lull-toy-grid.h"

#define MIB ((guint64) 1 << 20)

static XXH128_hash_t
nth_hash (guint64 n)
{
  return lull_sketch_hash ((const guint8 *) &n, sizeof n);
}

/* Adds COUNT states, and returns how many of them were taken for others before they were.
 */
static guint
add_states (LullSketch *sketch, guint count)
{
  guint omitted = 0;

  for (guint64 n = 0; n < count; n++)
    {
      omitted += lull_sketch_has (sketch, nth_hash (n)) ? 1 : 0;
      lull_sketch_add (sketch, nth_hash (n));
    }
  return omitted;
}

static guint
count_found (const LullSketch *sketch, guint64 first, guint64 end)
{
  guint found = 0;

  for (guint64 n = first; n < end; n++)
    found += lull_sketch_has (sketch, nth_hash (n)) ? 1 : 0;
  return found;
}

static void
test_hashes_are_found (void)
{
  LullBudget budget;
  LullSketch sketch;

  lull_budget_init (&budget, 1 * MIB);
  CU_ASSERT_TRUE (lull_sketch_init (&sketch, LULL_STORAGE_HASHES, &budget));
  CU_ASSERT_TRUE (sketch.state_max > 120000);
  CU_ASSERT_EQUAL (add_states (&sketch, (guint) sketch.state_max), 0);
  CU_ASSERT_EQUAL (count_found (&sketch, 0, sketch.state_max), sketch.state_max);
  CU_ASSERT_EQUAL (count_found (&sketch, sketch.state_max, sketch.state_max + 100000), 0);
  CU_ASSERT_TRUE (lull_sketch_omission (&sketch) > 0.0);
  CU_ASSERT_TRUE (lull_sketch_omission (&sketch) < 1e-5);
  lull_sketch_clear (&sketch);
}

static void
test_bits_are_found (void)
{
  LullBudget budget;
  LullSketch sketch;

  lull_budget_init (&budget, 1 * MIB);
  CU_ASSERT_TRUE (lull_sketch_init (&sketch, LULL_STORAGE_BITS, &budget));
  add_states (&sketch, 100000);
  CU_ASSERT_EQUAL (count_found (&sketch, 0, 100000), 100000);
  lull_sketch_clear (&sketch);
}

/* The sum over all states is their expected number, so what happens must be close to it.
 */
static void
test_expected_omissions_of_bits (void)
{
  for (guint count = 400000; count <= 800000; count *= 2)
    {
      LullBudget budget;
      LullSketch sketch;
      guint omitted;

      lull_budget_init (&budget, 1 * MIB);
      CU_ASSERT_TRUE (lull_sketch_init (&sketch, LULL_STORAGE_BITS, &budget));
      omitted = add_states (&sketch, count);
      CU_ASSERT_TRUE (omitted > 100);
      CU_ASSERT_TRUE (sketch.omissions > 0.9 * omitted &&
                      sketch.omissions < 1.1 * omitted);
      CU_ASSERT_DOUBLE_EQUAL (lull_sketch_omission (&sketch), 1.0, 0.0);
      lull_sketch_clear (&sketch);
    }
}

static LullFindings *
check (const LullModel *model, LullStorage storage, guint64 memory_bytes, guint threads)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.storage = storage;
  options.memory_bytes_max = memory_bytes;
  options.threads = threads;
  return lull_check (model, &options);
}

static void
test_grid_by_hashes (void)
{
  for (gsize width = 1; width <= 40; width += 13)
    {
      g_autoptr (LullFindings) findings = NULL;
      ToyGrid grid;

      toy_grid_init (&grid, 6, 6, width);
      findings = check (&grid.model, LULL_STORAGE_HASHES, 16 * MIB, 2);
      CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
      CU_ASSERT_EQUAL (findings->states, toy_grid_states (&grid));
      CU_ASSERT_EQUAL (findings->transitions, toy_grid_transitions (&grid));
      CU_ASSERT_TRUE (findings->exhaustive);
      CU_ASSERT_TRUE (findings->omission > 0.0 && findings->omission < 1e-5);
    }
}

static void
test_bits_miss_some_and_say_so (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 6, 6, 2);
  findings = check (&grid.model, LULL_STORAGE_BITS, 1 * MIB, 1);
  CU_ASSERT_TRUE (findings->states < toy_grid_states (&grid));
  CU_ASSERT_TRUE (findings->states > toy_grid_states (&grid) * 9 / 10);
  CU_ASSERT_TRUE (findings->omission > 0.99);
}

static void
test_exact_storage_misses_nothing (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 4, 4, 2);
  findings = check (&grid.model, LULL_STORAGE_EXACT, 16 * MIB, 1);
  CU_ASSERT_DOUBLE_EQUAL (findings->omission, 0.0, 0.0);
}

/* Expanded states are given back: more are found than there would be room for. */
static void
test_states_are_forgotten (void)
{
  g_autoptr (LullFindings) exact = NULL;
  g_autoptr (LullFindings) hashes = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 3, 100, 1);
  exact = check (&grid.model, LULL_STORAGE_EXACT, 9 * MIB, 1);
  hashes = check (&grid.model, LULL_STORAGE_HASHES, 9 * MIB, 1);
  CU_ASSERT_EQUAL (exact->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_EQUAL (hashes->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (hashes->states, 101 * 101 * 101);
  CU_ASSERT_TRUE (hashes->bytes <= 9 * MIB);
}

static void
test_witness_is_found_again (void)
{
  for (guint threads = 1; threads <= 3; threads += 2)
    for (gsize width = 1; width <= 12; width += 11)
      {
        g_autoptr (LullFindings) findings = NULL;
        ToyGrid grid;

        toy_grid_init (&grid, 6, 6, width);
        toy_grid_forbid_sum (&grid, 19);
        findings = check (&grid.model, LULL_STORAGE_HASHES, 16 * MIB, threads);
        CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
        CU_ASSERT_FALSE (findings->shortest);
        CU_ASSERT_PTR_NOT_NULL (findings->witness);
        if (findings->witness != NULL)
          CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 19);
      }
}

static void
test_threads_miss_the_same_states (void)
{
  g_autoptr (LullFindings) one = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 6, 6, 2);
  toy_grid_forbid_sum (&grid, 36);
  one = check (&grid.model, LULL_STORAGE_BITS, 1 * MIB, 1);
  for (guint threads = 2; threads <= 8; threads *= 2)
    {
      g_autoptr (LullFindings) many =
          check (&grid.model, LULL_STORAGE_BITS, 1 * MIB, threads);

      CU_ASSERT_EQUAL (many->verdict, one->verdict);
      CU_ASSERT_EQUAL (many->states, one->states);
      CU_ASSERT_EQUAL (many->transitions, one->transitions);
      CU_ASSERT_DOUBLE_EQUAL (many->omission, one->omission, 0.0);
      for (guint i = 0; many->witness != NULL && i < lull_trace_length (one->witness);
           i++)
        CU_ASSERT_EQUAL (lull_trace_action (many->witness, i),
                         lull_trace_action (one->witness, i));
    }
}

static void
test_full_sketch_gives_up (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 7, 7, 1);
  findings = check (&grid.model, LULL_STORAGE_HASHES, 2 * MIB, 1);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_EQUAL (findings->bounds, LULL_BOUND_MEMORY);
  CU_ASSERT_TRUE (findings->states > 150000);
}

static void
test_liveness_stays_open (void)
{
  g_autoptr (ToyGraph) graph = toy_graph_new (2, 2);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_initial (graph, 0);
  toy_graph_add_edge (graph, 0, 1, 0);
  graph->marks[1] = TOY_GOAL;
  toy_graph_keep_properties (graph, 4);
  findings = check (&graph->model, LULL_STORAGE_HASHES, 16 * MIB, 1);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
}

static CU_TestInfo sketch_tests[] = {
  { "hashes that were added are found", test_hashes_are_found },
  { "bits that were added are found", test_bits_are_found },
  { "as many are missed as expected", test_expected_omissions_of_bits },
  CU_TEST_INFO_NULL
};

static CU_TestInfo check_tests[] = {
  { "a grid by hashes", test_grid_by_hashes },
  { "bits miss some states and say so", test_bits_miss_some_and_say_so },
  { "exact storage misses nothing", test_exact_storage_misses_nothing },
  { "expanded states are forgotten", test_states_are_forgotten },
  { "a witness is found again", test_witness_is_found_again },
  { "threads miss the same states", test_threads_miss_the_same_states },
  { "a full sketch gives up", test_full_sketch_gives_up },
  { "liveness stays open", test_liveness_stays_open },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "sketch", NULL, NULL, NULL, NULL, sketch_tests },
                            { "check", NULL, NULL, NULL, NULL, check_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
