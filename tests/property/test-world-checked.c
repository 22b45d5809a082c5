/* SPDX-License-Identifier: Apache-2.0 */
/* The checker comes to the naive answers on random worlds, whatever the number of its
 * threads. */
#include "lull-checker.h"
#include "lull-naive-graph.h"
#include "lull-random-world.h"
#include "lull-test.h"
#include "lull-twin-world.h"

#define SCENARIOS 150U
#define WORLDS 150U
#define STATES_MAX 3000U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))
#define HOLDS(twin, what, claim)                                                         \
  CU_ASSERT_TRUE (lull_twin_holds ((twin), (what), (claim)))

static LullFindings *
check (const LullWorld *world, guint threads, gboolean whole_graph)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.threads = threads;
  options.whole_graph = whole_graph;
  return lull_check (lull_world_get_model (world), &options);
}

/* The naive reference knows no liveness: what is safe there may be found to go on for
 * ever. */
static void
compare_verdict (const LullTwin *twin, const LullFindings *findings)
{
  const LullModel *model = lull_world_get_model (twin->world);
  const char *word = lull_findings_word (findings, model);
  gboolean agrees =
      g_str_equal (word, lull_naive_verdict_to_string (twin->found.verdict)) ||
      (twin->found.verdict == LULL_NAIVE_SAFE && g_str_equal (word, "livelock"));

  HOLDS (twin, "the verdict is the naive one", agrees);
}

/* Whether the run ends in a state that is what the naive verdict says. */
static gboolean
ends_as_found (const LullTwin *twin, const LullTrace *trace)
{
  const LullModel *model = lull_world_get_model (twin->world);
  g_autofree guint8 *end = g_malloc (model->state_size);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);

  if (!lull_trace_replay (trace, model, NULL, NULL, end, NULL))
    return FALSE;
  if (twin->found.verdict == LULL_NAIVE_PREMATURE)
    return lull_world_has_work (twin->world, end) &&
           !model->properties[0].holds (model, end);
  return lull_model_is_stuck (model, end, actions,
                              model->actions (model, end, actions)) &&
         !lull_world_all_left (twin->world, end);
}

/* Where it is said to be a shortest one, it is; a promise is not always given. */
static void
check_witness (const LullTwin *twin, const LullFindings *findings)
{
  guint length;

  if (twin->found.verdict == LULL_NAIVE_SAFE)
    return;
  HOLDS (twin, "there is a witness", findings->witness != NULL);
  if (findings->witness == NULL)
    return;
  HOLDS (twin, "the witness ends where it should",
         ends_as_found (twin, findings->witness));
  length = lull_trace_length (findings->witness);
  HOLDS (twin, "no witness is shorter than the shortest", length >= twin->found.depth);
  HOLDS (twin, "one that is said to be a shortest is",
         !findings->shortest || length == twin->found.depth);
}

/* Nothing can be left out of the witness. */
static gboolean
is_short (const LullTwin *twin, const LullTrace *trace)
{
  guint length = lull_trace_length (trace);

  for (guint left_out = 0; left_out < length; left_out++)
    {
      g_autoptr (LullTrace) shorter = lull_trace_new (trace->initial);

      for (guint step = 0; step < length; step++)
        if (step != left_out)
          lull_trace_append (shorter, lull_trace_action (trace, step));
      if (ends_as_found (twin, shorter))
        return FALSE;
    }
  return TRUE;
}

static void
compare_whole (const LullTwin *twin, const LullFindings *findings)
{
  HOLDS (twin, "a whole graph is exhaustive", findings->exhaustive);
  AGREES (twin, "states", findings->states, twin->found.states);
  AGREES (twin, "transitions", findings->transitions, twin->found.edges);
  AGREES (twin, "depth", findings->depth, twin->found.levels);
  AGREES (twin, "terminal states", findings->terminal, twin->found.terminal_states);
  AGREES (twin, "states left to expand", findings->frontier, 0);
  if (findings->witness != NULL)
    HOLDS (twin, "the witness is said to be a shortest", findings->shortest);
}

static void
random_scenarios_get_the_naive_answers (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };

  for (guint index = 0; index < SCENARIOS; index++)
    {
      g_auto (LullTwin) twin = { 0 };

      lull_twin_draw (&twin, &numbers, STATES_MAX);
      for (guint threads = 1; threads <= 3; threads++)
        {
          g_autoptr (LullFindings) whole = check (twin.world, threads, TRUE);
          g_autoptr (LullFindings) quick = check (twin.world, threads, FALSE);

          compare_whole (&twin, whole);
          compare_verdict (&twin, whole);
          check_witness (&twin, whole);
          compare_verdict (&twin, quick);
          check_witness (&twin, quick);
          HOLDS (&twin, "a witness is looked for again",
                 quick->witness == NULL || quick->shortest ||
                     quick->verdict == LULL_VERDICT_LIVELOCK);
        }
    }
}

/* With room for what is left by the reduction and no more, a shortest witness cannot be
 * looked for among all states. */
static void
without_room_a_witness_is_shortened (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint without_promise = 0;

  /* Some draws have none at all. */
  for (guint index = 0;
       index < SCENARIOS || (without_promise == 0 && index < 20 * SCENARIOS); index++)
    {
      g_auto (LullTwin) twin = { 0 };
      g_autoptr (LullFindings) roomy = NULL;
      g_autoptr (LullFindings) findings = NULL;
      LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

      lull_twin_draw (&twin, &numbers, STATES_MAX);
      if (twin.found.verdict == LULL_NAIVE_SAFE)
        continue;
      roomy = check (twin.world, 1, FALSE);
      options.states_max = roomy->states + 1;
      findings = lull_check (lull_world_get_model (twin.world), &options);
      compare_verdict (&twin, findings);
      check_witness (&twin, findings);
      if (findings->witness == NULL || findings->shortest)
        continue;
      without_promise++;
      HOLDS (&twin, "nothing can be left out", is_short (&twin, findings->witness));
    }
  CU_ASSERT_TRUE (without_promise > 0);
}

static gboolean
has_graph (const LullFindings *findings, const LullNaiveGraph *graph)
{
  for (guint kind = 0; kind < findings->kind_count; kind++)
    if (findings->kind_fired[kind] != graph->edges_by_kind[kind])
      return FALSE;
  return findings->states == graph->states->len &&
         findings->transitions == graph->edges && findings->outside == graph->outside &&
         findings->depth == graph->levels;
}

/* A plain search knows no liveness: what is safe for it may be found to go on for ever.
 */
static gboolean
has_word_of (const LullFindings *findings, const LullNaiveGraph *graph)
{
  const char *word = lull_findings_word (findings, graph->model);

  if (graph->violating_states + graph->violating_outside > 0)
    return g_str_equal (word, graph->model->properties[0].name);
  if (graph->deadlock_states > 0)
    return g_str_equal (word, "deadlock");
  if (graph->outside > 0)
    return g_str_equal (word, "inconclusive");
  return g_str_equal (word, "safe") || g_str_equal (word, "livelock");
}

/* Every protocol and every kind of work: here the model is the world's own, and the
 * search is naive. */
static void
random_worlds_have_the_graph_of_a_plain_search (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint compared = 0;

  while (compared < WORLDS)
    {
      g_auto (LullRandomWorld) drawn = { 0 };
      g_autoptr (LullNaiveGraph) graph = NULL;
      g_autoptr (LullFindings) findings = NULL;
      const LullModel *model;
      gboolean agrees;

      lull_random_world_draw (&drawn, &numbers, 3);
      model = lull_world_get_model (drawn.world);
      graph = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, STATES_MAX);
      if (!graph->complete)
        continue;
      findings = check (drawn.world, 2, TRUE);
      agrees = has_graph (findings, graph) && has_word_of (findings, graph);
      if (!agrees)
        g_print ("\n    %s: not as a plain search finds it", drawn.text);
      CU_ASSERT_TRUE (agrees);
      compared++;
    }
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "random scenarios get the naive answers", random_scenarios_get_the_naive_answers },
    { "without room a witness is shortened", without_room_a_witness_is_shortened },
    { "random worlds have the graph of a plain search",
      random_worlds_have_the_graph_of_a_plain_search },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "checked worlds", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
