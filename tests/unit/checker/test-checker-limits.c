/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-checker.h"
#include "lull-test.h"
#include "lull-toy-grid.h"

#define KIB ((guint64) 1 << 10)
#define MIB ((guint64) 1 << 20)

static const guint thread_counts[] = { 1, 2, 3, 8 };

static void
assert_gave_up (const LullFindings *findings, LullBounds bound)
{
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_FALSE (findings->exhaustive);
  CU_ASSERT_EQUAL (findings->bounds, (guint) bound);
  CU_ASSERT_PTR_NULL (findings->witness);
}

static void
assert_same_figures (const LullFindings *a, const LullFindings *b)
{
  CU_ASSERT_EQUAL (a->states, b->states);
  CU_ASSERT_EQUAL (a->transitions, b->transitions);
  CU_ASSERT_EQUAL (a->frontier, b->frontier);
  CU_ASSERT_EQUAL (a->depth, b->depth);
  CU_ASSERT_EQUAL (a->bounds, b->bounds);
  CU_ASSERT_EQUAL (a->bytes, b->bytes);
}

/* The limit is reached with every number of threads, with the same figures. */
static LullFindings *
check_with_threads (const LullModel *model, LullCheckOptions options)
{
  g_autoptr (LullFindings) first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (thread_counts); i++)
    {
      g_autoptr (LullFindings) findings = NULL;

      options.threads = thread_counts[i];
      findings = lull_check (model, &options);
      if (first == NULL)
        first = g_steal_pointer (&findings);
      else
        assert_same_figures (first, findings);
    }
  return g_steal_pointer (&first);
}

static void
test_states (void)
{
  static const guint64 limits[] = { 1, 2, 100, 1000, 20000, 117648 };
  ToyGrid grid;

  toy_grid_init (&grid, 6, 6, 3);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (LullFindings) findings = NULL;
      LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

      options.states_max = limits[i];
      findings = check_with_threads (&grid.model, options);
      assert_gave_up (findings, LULL_BOUND_STATES);
      CU_ASSERT_TRUE (findings->states <= limits[i]);
      CU_ASSERT_TRUE (findings->states + grid.counters >= limits[i]);
      CU_ASSERT_TRUE (findings->frontier > 0);
    }
}

static void
test_states_that_just_suffice (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 6, 6, 3);
  options.states_max = toy_grid_states (&grid);
  findings = lull_check (&grid.model, &options);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (findings->bounds, LULL_BOUND_NONE);
}

static void
test_initial_states_beyond_the_limit (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 5, 6, 3);
  toy_grid_start_everywhere (&grid);
  options.states_max = 5000;
  findings = check_with_threads (&grid.model, options);
  assert_gave_up (findings, LULL_BOUND_STATES);
  CU_ASSERT_EQUAL (findings->states, 5000);
  CU_ASSERT_EQUAL (findings->initial_states, 5000);
  CU_ASSERT_EQUAL (findings->transitions, 0);
}

static void
test_depth (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  /* The points of the grid at most d steps away number binomial (d + 3, 3). */
  toy_grid_init (&grid, 3, 100, 1);
  options.depth_max = 9;
  findings = check_with_threads (&grid.model, options);
  assert_gave_up (findings, LULL_BOUND_DEPTH);
  CU_ASSERT_EQUAL (findings->states, 12 * 11 * 10 / 6);
  CU_ASSERT_EQUAL (findings->frontier, 11 * 10 / 2);
  CU_ASSERT_EQUAL (findings->depth, 9);
}

static void
test_depth_that_just_suffices (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 3, 4, 1);
  options.depth_max = 13;
  findings = lull_check (&grid.model, &options);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (findings->depth, 12);
}

static void
test_memory_is_kept_to_and_used (void)
{
  /* Direct states; states through a small dictionary; states that nearly all are
   * dictionary. */
  static const gsize widths[] = { 1, 4, 50 };
  static const guint64 limits[] = { 600 * KIB, 2 * MIB };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint j = 0; j < G_N_ELEMENTS (limits); j++)
      {
        g_autoptr (LullFindings) findings = NULL;
        LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
        ToyGrid grid;

        toy_grid_init (&grid, 7, 7, widths[i]);
        options.memory_bytes_max = limits[j];
        findings = check_with_threads (&grid.model, options);
        assert_gave_up (findings, LULL_BOUND_MEMORY);
        CU_ASSERT_TRUE (findings->bytes <= limits[j]);
        CU_ASSERT_TRUE (findings->bytes >= limits[j] * 8 / 10);
        CU_ASSERT_TRUE (findings->states > 1000);
        CU_ASSERT_TRUE (findings->frontier > 0);
      }
}

static void
test_hardly_any_memory (void)
{
  static const guint64 limits[] = { 1, 4 * KIB, 20 * KIB, 40 * KIB, 100 * KIB };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (LullFindings) findings = NULL;
      LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
      ToyGrid grid;

      toy_grid_init (&grid, 7, 7, 4);
      options.memory_bytes_max = limits[i];
      findings = check_with_threads (&grid.model, options);
      assert_gave_up (findings, LULL_BOUND_MEMORY);
      CU_ASSERT_TRUE (findings->bytes <= limits[i]);
    }
}

static void
test_time (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 8, 100, 1);
  options.seconds_max = 0.01;
  options.threads = 2;
  findings = lull_check (&grid.model, &options);
  assert_gave_up (findings, LULL_BOUND_TIME);
  CU_ASSERT_TRUE (findings->seconds >= 0.01);
}

static void
test_interrupt (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  const gint interrupt = 1;
  ToyGrid grid;

  toy_grid_init (&grid, 8, 100, 1);
  options.interrupt = &interrupt;
  findings = lull_check (&grid.model, &options);
  assert_gave_up (findings, LULL_BOUND_INTERRUPT);
  CU_ASSERT_EQUAL (findings->states, 0);
}

typedef struct
{
  guint calls;
  guint64 states;
  gint interrupt;
} Watcher;

/* Progress never goes back; after the third report the search is asked to stop. */
static void
watch (const LullProgress *progress, gpointer user_data)
{
  Watcher *self = user_data;

  CU_ASSERT_TRUE (progress->states >= self->states);
  CU_ASSERT_TRUE (progress->frontier <= progress->states);
  CU_ASSERT_TRUE (progress->bytes > 0);
  self->states = progress->states;
  self->calls++;
  if (self->calls == 3)
    g_atomic_int_set (&self->interrupt, 1);
}

static void
test_progress_is_reported (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  Watcher watcher = { 0 };
  ToyGrid grid;

  toy_grid_init (&grid, 8, 100, 1);
  options.progress = watch;
  options.progress_data = &watcher;
  options.interrupt = &watcher.interrupt;
  options.memory_bytes_max = 512 * MIB;
  findings = lull_check (&grid.model, &options);
  CU_ASSERT_EQUAL (watcher.calls, 3);
  assert_gave_up (findings, LULL_BOUND_INTERRUPT);
}

static void
test_violation_before_a_limit_is_reported (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 6, 6, 3);
  toy_grid_forbid_sum (&grid, 8);
  options.whole_graph = TRUE;
  options.states_max = 20000;
  findings = check_with_threads (&grid.model, options);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_EQUAL (findings->bounds, LULL_BOUND_STATES);
  CU_ASSERT_FALSE (findings->exhaustive);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 8);
}

static CU_TestInfo limit_tests[] = {
  { "states, used up to the last source", test_states },
  { "states that just suffice", test_states_that_just_suffice },
  { "initial states beyond the limit", test_initial_states_beyond_the_limit },
  { "depth", test_depth },
  { "depth that just suffices", test_depth_that_just_suffices },
  { "memory is kept to, and used", test_memory_is_kept_to_and_used },
  { "hardly any memory", test_hardly_any_memory },
  { "time", test_time },
  { "interrupt", test_interrupt },
  { "progress is reported", test_progress_is_reported },
  { "a violation before a limit is reported", test_violation_before_a_limit_is_reported },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "limits", NULL, NULL, NULL, NULL, limit_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
