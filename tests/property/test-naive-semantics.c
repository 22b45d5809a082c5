/* SPDX-License-Identifier: Apache-2.0 */
/* The naive reference is itself held against figures that others found. */
#include "lull-semantics-table.h"
#include "lull-test.h"

static void
every_row_has_the_known_figures (void)
{
  guint count;
  const LullSemanticsRow *rows = lull_semantics_rows (&count);

  for (guint index = 0; index < count; index++)
    {
      const LullSemanticsRow *row = &rows[index];
      LullNaiveScenario scenario;
      LullNaiveFindings found;

      lull_semantics_row_build (row, &scenario);
      lull_naive_check (&scenario, 0, &found);
      CU_ASSERT_TRUE (found.complete);
      CU_ASSERT_EQUAL (found.states, row->states);
      CU_ASSERT_EQUAL (found.edges, row->edges);
      CU_ASSERT_EQUAL (found.levels, row->levels);
      CU_ASSERT_EQUAL (found.verdict, row->verdict);
      CU_ASSERT_EQUAL (found.depth, row->depth);
    }
}

/* The larger ones are for the real engine: at this pace they would take minutes. */
static void
the_smallest_large_row_has_the_known_figures (void)
{
  guint count;
  const LullSemanticsLargeRow *row = lull_semantics_large_rows (&count);
  LullNaiveScenario scenario;
  LullNaiveFindings found;

  lull_semantics_large_row_build (row, &scenario);
  lull_naive_check (&scenario, 0, &found);
  CU_ASSERT_EQUAL (found.states, row->states);
  CU_ASSERT_EQUAL (found.edges, row->edges);
}

static void
differences_are_coarser_than_rows_and_give_the_same_verdict (void)
{
  guint count;
  const LullSemanticsRow *rows = lull_semantics_rows (&count);

  for (guint index = 0; index < count; index++)
    {
      LullNaiveScenario scenario;
      LullNaiveFindings found;

      if (rows[index].protocol != LULL_NAIVE_PAIRWISE)
        continue;
      lull_semantics_row_build (&rows[index], &scenario);
      scenario.options.gather_diff = TRUE;
      lull_naive_check (&scenario, 0, &found);
      CU_ASSERT_TRUE (found.states <= rows[index].states);
      CU_ASSERT_EQUAL (found.levels, rows[index].levels);
      CU_ASSERT_EQUAL (found.verdict, rows[index].verdict);
      CU_ASSERT_EQUAL (found.depth, rows[index].depth);
    }
}

static void
a_search_gives_up_at_its_limit (void)
{
  LullNaiveScenario scenario;
  LullNaiveFindings found;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 2);
  lull_naive_scenario_add (&scenario, 0, 1, FALSE, FALSE, LULL_NAIVE_NONE);
  lull_naive_check (&scenario, 47, &found);
  CU_ASSERT_FALSE (found.complete);
  lull_naive_check (&scenario, 48, &found);
  CU_ASSERT_TRUE (found.complete);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "every row has the known figures", every_row_has_the_known_figures },
    { "the smallest large row has the known figures",
      the_smallest_large_row_has_the_known_figures },
    { "differences are coarser than rows and give the same verdict",
      differences_are_coarser_than_rows_and_give_the_same_verdict },
    { "a search gives up at its limit", a_search_gives_up_at_its_limit },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "naive semantics", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
