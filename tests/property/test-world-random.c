/* SPDX-License-Identifier: Apache-2.0 */
/* The world has the graph that the naive reference has, whatever the scenario. */
#include "lull-naive-graph.h"
#include "lull-test.h"
#include "lull-twin-graph.h"

#define SCENARIOS 400U
#define COPIED_SCENARIOS 40U
#define STATES_MAX 6000U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))

static void
random_worlds_have_the_graph_of_the_reference (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };

  for (guint index = 0; index < SCENARIOS; index++)
    {
      g_auto (LullTwin) twin = { 0 };
      g_autoptr (LullNaiveGraph) graph = NULL;

      lull_twin_draw (&twin, &numbers, STATES_MAX);
      graph = lull_naive_graph_new (lull_world_get_model (twin.world),
                                    LULL_NAIVE_GRAPH_WHOLE, 0);
      CU_ASSERT_TRUE (lull_twin_has_graph (&twin, graph));
    }
}

static LullNaiveVerdict
verdict_of (const LullNaiveGraph *graph)
{
  if (graph->violating_states > 0)
    return LULL_NAIVE_PREMATURE;
  return graph->deadlock_states > 0 ? LULL_NAIVE_DEADLOCK : LULL_NAIVE_SAFE;
}

/* The reference tells copies of one message apart by which came about first. */
static void
several_copies_are_judged_as_the_reference_judges_them (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };

  for (guint index = 0; index < COPIED_SCENARIOS; index++)
    {
      g_auto (LullTwin) twin = { 0 };
      g_autoptr (LullNaiveGraph) graph = NULL;
      LullNaiveScenario scenario;
      LullNaiveFindings found;

      lull_random_scenario_draw_copies (&numbers, STATES_MAX, &scenario, &found);
      lull_twin_init (&twin, &scenario);
      graph = lull_naive_graph_new (lull_world_get_model (twin.world),
                                    LULL_NAIVE_GRAPH_WHOLE, 0);
      AGREES (&twin, "levels", graph->levels, found.levels);
      AGREES (&twin, "verdict", verdict_of (graph), found.verdict);
      if (found.verdict == LULL_NAIVE_PREMATURE)
        AGREES (&twin, "depth of the first", graph->violating_depth, found.depth);
      if (found.verdict == LULL_NAIVE_DEADLOCK)
        AGREES (&twin, "depth of the first", graph->deadlock_depth, found.depth);
    }
}

int
main (void)
{
  CU_TestInfo tests[] = { { "random worlds have the graph of the reference",
                            random_worlds_have_the_graph_of_the_reference },
                          { "several copies are judged as the reference judges them",
                            several_copies_are_judged_as_the_reference_judges_them },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "random worlds", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
