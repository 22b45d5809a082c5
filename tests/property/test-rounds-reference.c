/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds carried by messages or by a store make the graph that the naive reference makes
 * of letters and keys, with tags and without, whatever becomes of what comes early and
 * whoever serves for how long. */
#include "lull-naive-graph.h"
#include "lull-test.h"
#include "lull-twin-world.h"

#define SCENARIOS 25U
#define STATES_MAX 8000U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))

/* FALSE if the graph is too large. */
static gboolean
is_compared (const LullNaiveScenario *scenario)
{
  g_auto (LullTwin) twin = { 0 };
  g_autoptr (LullNaiveGraph) graph = NULL;
  LullNaiveFindings found;

  lull_naive_check (scenario, STATES_MAX, &found);
  if (!found.complete)
    return FALSE;
  lull_twin_init (&twin, scenario);
  graph =
      lull_naive_graph_new (lull_world_get_model (twin.world), LULL_NAIVE_GRAPH_WHOLE, 0);
  AGREES (&twin, "states", graph->states->len, found.states);
  AGREES (&twin, "edges", graph->edges, found.edges);
  AGREES (&twin, "levels", graph->levels, found.levels);
  AGREES (&twin, "premature states", graph->violating_states, found.premature_states);
  AGREES (&twin, "deadlock states", graph->deadlock_states, found.deadlock_states);
  return TRUE;
}

/* Nothing comes too early into a store, nor to who is alone. */
static gboolean
may_be_early (const LullNaiveScenario *scenario)
{
  return scenario->options.carrier != LULL_NAIVE_BY_STORE && scenario->workers > 1;
}

static void
compare (LullNaiveCarrier carrier, gboolean untagged, LullSplitMix *numbers)
{
  for (guint compared = 0; compared < SCENARIOS;)
    {
      LullNaiveProtocol protocol = lull_split_mix_below (numbers, 2) == 0
                                       ? LULL_NAIVE_ALLREDUCE_MAX
                                       : LULL_NAIVE_BARRIER_SYNC;
      LullNaiveScenario scenario;

      lull_random_scenario_sketch (numbers, protocol, 3, &scenario);
      scenario.options.carrier = carrier;
      scenario.options.untagged = untagged;
      scenario.options.fan = 1 + lull_split_mix_below (numbers, 2);
      scenario.options.serves_in_join = lull_split_mix_below (numbers, 2) == 0;
      scenario.options.early =
          (LullNaiveEarly) (may_be_early (&scenario) ? lull_split_mix_below (numbers, 3)
                                                     : LULL_NAIVE_EARLY_KEPT);
      /* Routes go by all workers. */
      scenario.options.crashes = 0;
      scenario.options.leaving = scenario.options.late = 0;
      compared += is_compared (&scenario) ? 1 : 0;
    }
}

static void
carried_rounds_have_the_graph_of_the_reference (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };

  for (guint carrier = LULL_NAIVE_BY_LEADER; carrier <= LULL_NAIVE_BY_STORE; carrier++)
    for (guint untagged = 0; untagged < 2; untagged++)
      compare ((LullNaiveCarrier) carrier, untagged != 0, &numbers);
}

int
main (void)
{
  CU_TestInfo tests[] = { { "carried rounds have the graph of the reference",
                            carried_rounds_have_the_graph_of_the_reference },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = {
    { "rounds against the reference", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL
  };

  return lull_test_main (suites);
}
