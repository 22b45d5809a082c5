/* SPDX-License-Identifier: Apache-2.0 */
/* World and checker together reproduce known figures. */
#include "lull-checker.h"
#include "lull-semantics-table.h"
#include "lull-test.h"
#include "lull-twin-world.h"

/* Rows above this many states run only if LULL_LARGE=1 is set: they take minutes in a
 * debug build. */
#define STATES_ALWAYS 400000U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))
#define HOLDS(twin, what, claim)                                                         \
  CU_ASSERT_TRUE (lull_twin_holds ((twin), (what), (claim)))

static LullFindings *
check (const LullTwin *twin, guint threads, gboolean whole_graph)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.threads = threads;
  options.whole_graph = whole_graph;
  return lull_check (lull_world_get_model (twin->world), &options);
}

static gboolean
has_word (const LullTwin *twin, const LullFindings *findings, LullNaiveVerdict verdict)
{
  return g_str_equal (lull_findings_word (findings, lull_world_get_model (twin->world)),
                      lull_naive_verdict_to_string (verdict));
}

static void
check_row (const LullSemanticsRow *row, guint threads)
{
  g_auto (LullTwin) twin = { 0 };
  g_autoptr (LullFindings) whole = NULL;
  g_autoptr (LullFindings) quick = NULL;
  LullNaiveScenario scenario;

  lull_semantics_row_build (row, &scenario);
  lull_twin_init (&twin, &scenario);
  whole = check (&twin, threads, TRUE);
  quick = check (&twin, threads, FALSE);
  AGREES (&twin, "states", whole->states, row->states);
  AGREES (&twin, "transitions", whole->transitions, row->edges);
  AGREES (&twin, "depth", whole->depth, row->levels);
  HOLDS (&twin, "verdict of the whole graph", has_word (&twin, whole, row->verdict));
  HOLDS (&twin, "verdict of a search that may stop",
         has_word (&twin, quick, row->verdict));
  AGREES (&twin, "has a witness", whole->witness != NULL,
          row->verdict != LULL_NAIVE_SAFE);
  AGREES (&twin, "has a quick witness", quick->witness != NULL,
          row->verdict != LULL_NAIVE_SAFE);
  if (whole->witness != NULL)
    AGREES (&twin, "length of the witness", lull_trace_length (whole->witness),
            row->depth);
  if (quick->witness != NULL)
    AGREES (&twin, "length of the quick witness", lull_trace_length (quick->witness),
            row->depth);
}

static void
every_row_comes_out (void)
{
  guint count;
  const LullSemanticsRow *rows = lull_semantics_rows (&count);

  for (guint index = 0; index < count; index++)
    for (guint threads = 1; threads <= 2; threads++)
      check_row (&rows[index], threads);
}

static gboolean
is_affordable (const LullSemanticsLargeRow *row)
{
  return row->states <= STATES_ALWAYS || g_strcmp0 (g_getenv ("LULL_LARGE"), "1") == 0;
}

static void
large_rows_come_out (void)
{
  guint count;
  const LullSemanticsLargeRow *rows = lull_semantics_large_rows (&count);

  for (guint index = 0; index < count && is_affordable (&rows[index]); index++)
    {
      g_auto (LullTwin) twin = { 0 };
      g_autoptr (LullFindings) findings = NULL;
      LullNaiveScenario scenario;

      lull_semantics_large_row_build (&rows[index], &scenario);
      lull_twin_init (&twin, &scenario);
      findings = check (&twin, 2, TRUE);
      AGREES (&twin, "states", findings->states, rows[index].states);
      AGREES (&twin, "transitions", findings->transitions, rows[index].edges);
    }
}

int
main (void)
{
  CU_TestInfo tests[] = { { "every row comes out", every_row_comes_out },
                          { "large rows come out", large_rows_come_out },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "world semantics", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
