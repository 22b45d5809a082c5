/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator only chooses: each of its runs is a path of the graph that the checker
 * explores. */
#include "lull-naive-graph.h"
#include "lull-random-world.h"
#include "lull-simulator.h"
#include "lull-test.h"
#include "lull-twin-world.h"

#define SCENARIOS 120U
#define WORLDS 120U
#define SEEDS 8U
#define STATES_MAX 3000U
#define STEPS_MAX 400U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))
#define HOLDS(twin, what, claim)                                                         \
  CU_ASSERT_TRUE (lull_twin_holds ((twin), (what), (claim)))

/* What is known about a run's states while it is replayed. */
typedef struct
{
  const LullNaiveGraph *graph;
  guint reachable; /* states that the graph has */
  guint violating; /* … and in which somebody left too early */
} Visited;

static gboolean
is_violating (const LullModel *model, const guint8 *state)
{
  return !model->properties[0].holds (model, state);
}

static void
visit (guint step G_GNUC_UNUSED,
       const guint8 *state G_GNUC_UNUSED,
       LullAction action G_GNUC_UNUSED,
       const guint8 *next,
       gpointer user_data)
{
  Visited *visited = user_data;

  if (lull_naive_graph_has (visited->graph, next))
    visited->reachable++;
  if (is_violating (visited->graph->model, next))
    visited->violating++;
}

/* Where a run stopped, and why it may have. */
static void
check_end (const LullTwin *twin, const LullRun *run, const guint8 *end)
{
  const LullModel *model = lull_world_get_model (twin->world);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  guint count = model->actions (model, end, actions);

  switch (run->verdict)
    {
    case LULL_VERDICT_SAFE:
      HOLDS (twin, "a safe run has no step left", count == 0);
      HOLDS (twin, "after a safe run all have left",
             lull_world_all_left (twin->world, end));
      HOLDS (twin, "after a safe run no work is left",
             !lull_world_has_work (twin->world, end));
      break;
    case LULL_VERDICT_VIOLATED:
      AGREES (twin, "verdict where a run is premature", twin->found.verdict,
              LULL_NAIVE_PREMATURE);
      break;
    case LULL_VERDICT_DEADLOCK:
      HOLDS (twin, "a deadlocked run has no step left but faults",
             lull_model_is_stuck (model, end, actions, count));
      HOLDS (twin, "in a deadlock not all have left",
             !lull_world_all_left (twin->world, end));
      HOLDS (twin, "where a run deadlocks the graph does",
             twin->found.deadlock_states > 0);
      break;
    case LULL_VERDICT_INCONCLUSIVE:
      AGREES (twin, "steps of a run that came to no end", lull_trace_length (run->trace),
              STEPS_MAX);
      break;
    case LULL_VERDICT_LIVELOCK:
    default:
      HOLDS (twin, "a run cannot tell a livelock", FALSE);
      break;
    }
}

static void
check_ticks (const LullTwin *twin, const LullRun *run)
{
  AGREES (twin, "ticks of a run", run->ticks->len, lull_trace_length (run->trace));
  for (guint step = 1; step < run->ticks->len; step++)
    HOLDS (twin, "time does not go back",
           g_array_index (run->ticks, guint64, step - 1) <=
               g_array_index (run->ticks, guint64, step));
}

/* A run that stops at once when somebody leaves too early has one violating state, the
 * last. */
static void
check_run (const LullTwin *twin,
           const LullNaiveGraph *graph,
           const LullRun *run,
           gboolean whole)
{
  const LullModel *model = graph->model;
  g_autofree guint8 *end = g_malloc (model->state_size);
  g_autoptr (GError) error = NULL;
  Visited visited = { .graph = graph };

  HOLDS (twin, "a run replays",
         lull_trace_replay (run->trace, model, visit, &visited, end, &error));
  AGREES (twin, "states of a run that the graph has", visited.reachable,
          lull_trace_length (run->trace));
  AGREES (twin, "a run is premature where it passed a premature state",
          run->verdict == LULL_VERDICT_VIOLATED, visited.violating > 0);
  if (run->verdict == LULL_VERDICT_VIOLATED && !whole)
    {
      AGREES (twin, "premature states of a run that stops at the first",
              visited.violating, 1);
      HOLDS (twin, "the last state of a premature run is one", is_violating (model, end));
    }
  check_ticks (twin, run);
  check_end (twin, run, end);
}

static gboolean
runs_are_equal (const LullRun *one, const LullRun *other)
{
  guint length = lull_trace_length (one->trace);

  if (one->verdict != other->verdict || length != lull_trace_length (other->trace))
    return FALSE;
  for (guint step = 0; step < length; step++)
    if (lull_trace_action (one->trace, step) != lull_trace_action (other->trace, step) ||
        g_array_index (one->ticks, guint64, step) !=
            g_array_index (other->ticks, guint64, step))
      return FALSE;
  return TRUE;
}

/* Makes the runs of all random scenarios, and wants to have met every way in which one
 * can stop. */
static void
check_runs (gboolean whole)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint verdicts[LULL_VERDICT_INCONCLUSIVE + 1] = { 0 };

  for (guint index = 0; index < SCENARIOS; index++)
    {
      g_auto (LullTwin) twin = { 0 };
      g_autoptr (LullNaiveGraph) graph = NULL;

      lull_twin_draw (&twin, &numbers, STATES_MAX);
      graph = lull_naive_graph_new (lull_world_get_model (twin.world),
                                    LULL_NAIVE_GRAPH_WHOLE, 0);
      for (guint seed = 0; seed < SEEDS; seed++)
        {
          g_autoptr (LullRun) run = lull_simulate (twin.world, seed, STEPS_MAX, whole);
          g_autoptr (LullRun) again = lull_simulate (twin.world, seed, STEPS_MAX, whole);

          check_run (&twin, graph, run, whole);
          HOLDS (&twin, "the same seed gives the same run", runs_are_equal (run, again));
          verdicts[run->verdict]++;
        }
    }
  CU_ASSERT_TRUE (verdicts[LULL_VERDICT_SAFE] > 0);
  CU_ASSERT_TRUE (verdicts[LULL_VERDICT_VIOLATED] > 0);
  CU_ASSERT_TRUE (verdicts[LULL_VERDICT_DEADLOCK] > 0);
}

static void
runs_are_paths_of_the_graph (void)
{
  check_runs (FALSE);
}

static void
runs_to_the_end_are_paths_of_the_graph (void)
{
  check_runs (TRUE);
}

/* What a run of any world whatever can be held against: the graph that a plain search
 * finds. */
static gboolean
is_in_graph (const LullRun *run, const LullNaiveGraph *graph)
{
  Visited visited = { .graph = graph };
  guint length = lull_trace_length (run->trace);

  if (!lull_trace_replay (run->trace, graph->model, visit, &visited, NULL, NULL))
    return FALSE;
  if ((run->verdict == LULL_VERDICT_VIOLATED) != (visited.violating > 0))
    return FALSE;
  if (run->verdict == LULL_VERDICT_DEADLOCK && graph->deadlock_states == 0)
    return FALSE;
  /* A step that leaves the constraint leads to a state that the graph has not kept. */
  return visited.reachable == length || graph->outside > 0;
}

static void
runs_of_every_protocol_are_paths (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };

  for (guint world = 0; world < WORLDS; world++)
    {
      g_auto (LullRandomWorld) drawn = { 0 };
      g_autoptr (LullNaiveGraph) graph = NULL;

      lull_random_world_draw (&drawn, &numbers, 3);
      graph = lull_naive_graph_new (lull_world_get_model (drawn.world),
                                    LULL_NAIVE_GRAPH_WHOLE, STATES_MAX);
      for (guint seed = 0; graph->complete && seed < SEEDS; seed++)
        {
          g_autoptr (LullRun) run = lull_simulate (drawn.world, seed, STEPS_MAX, FALSE);
          gboolean agrees = is_in_graph (run, graph);

          if (!agrees)
            g_print ("\n    %s: run %u is not a path of the graph", drawn.text, seed);
          CU_ASSERT_TRUE (agrees);
        }
    }
}

/* The one handler thread of worker 1 waits for a reply that it would have to handle
   itself, so the counters never agree and the rounds go on for ever. */
static void
a_run_for_ever_is_inconclusive (void)
{
  g_auto (LullTwin) twin = { 0 };
  g_autoptr (LullRun) run = NULL;
  LullNaiveScenario scenario;
  guint8 root;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 3);
  scenario.options.handlers = 1;
  root = lull_naive_scenario_add (&scenario, 0, 1, FALSE, FALSE, LULL_NAIVE_NONE);
  lull_naive_scenario_add (&scenario, 1, 2, TRUE, TRUE, root);
  lull_twin_init (&twin, &scenario);
  run = lull_simulate (twin.world, 1, STEPS_MAX, TRUE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_EQUAL (lull_trace_length (run->trace), STEPS_MAX);
}

/* The naive reference finds 48 states here; runs of one order would see few of them. */
static void
seeds_differ (void)
{
  g_auto (LullTwin) twin = { 0 };
  g_autoptr (LullRun) first = NULL;
  LullNaiveScenario scenario;
  guint different = 0;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 2);
  lull_naive_scenario_add (&scenario, 0, 1, FALSE, FALSE, LULL_NAIVE_NONE);
  lull_twin_init (&twin, &scenario);
  first = lull_simulate (twin.world, 0, STEPS_MAX, FALSE);
  for (guint seed = 1; seed <= SEEDS; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (twin.world, seed, STEPS_MAX, FALSE);

      different += runs_are_equal (first, run) ? 0 : 1;
    }
  CU_ASSERT_TRUE (different > SEEDS / 2);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "runs are paths of the graph", runs_are_paths_of_the_graph },
    { "runs to the end are paths of the graph", runs_to_the_end_are_paths_of_the_graph },
    { "runs of every protocol are paths", runs_of_every_protocol_are_paths },
    { "a run for ever is inconclusive", a_run_for_ever_is_inconclusive },
    { "seeds differ", seeds_differ },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "simulated runs", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
