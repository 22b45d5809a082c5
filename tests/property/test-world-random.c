/* SPDX-License-Identifier: Apache-2.0 */
/* The world has the graph that the naive reference has, whatever the scenario. */
#include "lull-naive-graph.h"
#include "lull-test.h"
#include "lull-twin-world.h"

#define SCENARIOS 400U
#define COPIED_SCENARIOS 40U
#define STATES_MAX 6000U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))

static void
compare_figures (const LullTwin *twin, const LullNaiveGraph *graph)
{
  const LullNaiveFindings *found = &twin->found;

  AGREES (twin, "states", graph->states->len, found->states);
  AGREES (twin, "edges", graph->edges, found->edges);
  AGREES (twin, "levels", graph->levels, found->levels);
  for (guint level = 0; level <= found->levels; level++)
    AGREES (twin, "states of a level", graph->level_states[level],
            found->level_states[level]);
  AGREES (twin, "premature states", graph->violating_states, found->premature_states);
  AGREES (twin, "deadlock states", graph->deadlock_states, found->deadlock_states);
  if (found->verdict == LULL_NAIVE_PREMATURE)
    AGREES (twin, "depth of the first", graph->violating_depth, found->depth);
  if (found->verdict == LULL_NAIVE_DEADLOCK)
    AGREES (twin, "depth of the first", graph->deadlock_depth, found->depth);
}

static guint64
edges_of_kind (const LullNaiveGraph *graph, const char *name)
{
  for (guint kind = 0; graph->model->kinds[kind] != NULL; kind++)
    if (g_str_equal (graph->model->kinds[kind], name))
      return graph->edges_by_kind[kind];
  return 0;
}

/* What the table leaves out are the steps of the protocol, which go by names of their
 * own. */
static void
compare_steps (const LullTwin *twin, const LullNaiveGraph *graph)
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
                                       [LULL_NAIVE_TIMEOUT_END] =
                                           "timeout callback end" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == LULL_NAIVE_STEP_COUNT);
  for (guint step = 0; step < G_N_ELEMENTS (names); step++)
    if (step != LULL_NAIVE_JOIN)
      AGREES (twin, names[step], edges_of_kind (graph, names[step]),
              twin->found.edges_by_step[step]);
}

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
      compare_figures (&twin, graph);
      compare_steps (&twin, graph);
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
