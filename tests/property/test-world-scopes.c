/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scopes: a world with a detector inside another has the graph that the naive reference
 * has; a detector is as good inside another as it is alone, and right ones are right.
 */
#include "lull-naive-fair.h"
#include "lull-protocols.h"
#include "lull-random-world.h"
#include "lull-test.h"
#include "lull-twin-graph.h"

#define SCENARIOS 150U
#define STATES_MAX 6000U
#define LONE_SCENARIOS 80U
#define RIGHT_SCENARIOS 50U
#define GRAPH_MAX 4000U
#define WORKERS_MAX 3U

/* A scenario with scopes whose graph is small enough, with the reference's figures. */
static void
draw (LullTwin *self, LullSplitMix *numbers)
{
  LullNaiveScenario scenario;
  LullNaiveFindings found = { 0 };

  do
    {
      LullNaiveProtocol protocol = (LullNaiveProtocol) lull_split_mix_below (numbers, 3);

      lull_random_scenario_sketch (numbers, protocol, WORKERS_MAX, &scenario);
      if (lull_random_scopes_draw (numbers, &scenario))
        lull_naive_check (&scenario, STATES_MAX, &found);
    }
  while (!found.complete);
  lull_twin_init (self, &scenario);
  self->found = found;
}

static void
random_scopes_have_the_graph_of_the_reference (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint verdicts[3] = { 0 };

  for (guint index = 0; index < SCENARIOS; index++)
    {
      g_auto (LullTwin) twin = { 0 };
      g_autoptr (LullNaiveGraph) graph = NULL;

      draw (&twin, &numbers);
      graph = lull_naive_graph_new (lull_world_get_model (twin.world),
                                    LULL_NAIVE_GRAPH_WHOLE, 0);
      CU_ASSERT_TRUE (lull_twin_has_graph (&twin, graph));
      verdicts[twin.found.verdict]++;
    }
  for (guint verdict = 0; verdict < G_N_ELEMENTS (verdicts); verdict++)
    CU_ASSERT (verdicts[verdict] >= SCENARIOS / 20);
}

/* Calls alone suit every protocol; worker 0 begins all there is. */
static void
draw_lone_program (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  do
    lull_random_scenario_sketch (numbers, LULL_NAIVE_ALLREDUCE_MAX, WORKERS_MAX,
                                 scenario);
  while (scenario->epochs > 1);
  lull_random_scenario_tame (scenario);
  for (guint message = 0; message < scenario->message_count; message++)
    {
      LullNaiveMessage *m = &scenario->messages[message];

      if (m->parent == LULL_NAIVE_TIMER)
        m->parent = LULL_NAIVE_NONE;
      if (m->parent != LULL_NAIVE_NONE || m->request != LULL_NAIVE_NONE)
        continue;
      m->source = 0;
      if (m->reply != LULL_NAIVE_NONE)
        scenario->messages[m->reply].target = 0;
    }
}

/* All of it is one scope of worker 0. */
static void
enclose (LullNaiveScenario *scenario)
{
  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].parent == LULL_NAIVE_NONE &&
        scenario->messages[message].request == LULL_NAIVE_NONE)
      scenario->messages[message].body_of = 1;
  scenario->scopes.count = 1;
}

/* Who sends has to be whoever runs the program: children of what has moved, too. */
static gboolean
is_sound (const LullNaiveScenario *scenario)
{
  for (guint message = 0; message < scenario->message_count; message++)
    {
      guint8 parent = scenario->messages[message].parent;

      if (parent < scenario->message_count &&
          scenario->messages[parent].target != scenario->messages[message].source)
        return FALSE;
    }
  return TRUE;
}

static const LullProtocol *
draw_protocol (LullSplitMix *numbers)
{
  const LullProtocol *const *list = lull_split_mix_below (numbers, 3) == 0
                                        ? lull_protocols_list_broken ()
                                        : lull_protocols_list ();
  guint count = 0;

  while (list[count] != NULL)
    count++;
  return list[lull_split_mix_below (numbers, count)];
}

static LullNaiveGraph *
graph_of (const LullWorld *world)
{
  return lull_naive_graph_new (lull_world_get_model (world), LULL_NAIVE_GRAPH_WHOLE,
                               GRAPH_MAX);
}

static gboolean
may_fail_to_end (const LullNaiveGraph *graph)
{
  return graph->deadlock_states > 0 ||
         lull_naive_fair_run_exists (graph, &graph->model->properties[1]);
}

static gboolean
holds (const GString *text, const char *what, gboolean claim)
{
  if (!claim)
    g_print ("\n    %s: %s", text->str, what);
  return claim;
}

/* @return whether the protocol goes with scopes, and the graphs are small enough */
static gboolean
check_lone (LullSplitMix *numbers, guint *premature)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LullWorld) alone = NULL;
  g_autoptr (LullWorld) inside = NULL;
  g_autoptr (LullNaiveGraph) graph_alone = NULL;
  g_autoptr (LullNaiveGraph) graph_inside = NULL;
  const LullProtocol *protocol = draw_protocol (numbers);
  const guint extras = LULL_TWIN_LISTENER | LULL_TWIN_LIVELOCKS;
  gint options[LULL_RANDOM_OPTIONS_MAX] = { 0 };
  LullScopes scopes = { .protocol = protocol, .options = options };
  LullNaiveScenario scenario;

  lull_random_options_draw (numbers, protocol, options, text);
  draw_lone_program (numbers, &scenario);
  if (!is_sound (&scenario))
    return FALSE;
  alone = lull_twin_world_new (&scenario, protocol, options, extras, NULL);
  enclose (&scenario);
  inside = lull_twin_world_new_watched (&scenario, lull_protocols_find ("safra"), extras,
                                        &scopes, NULL);
  if (alone == NULL || inside == NULL)
    return FALSE;
  g_string_prepend (text, protocol->name);
  lull_random_scenario_describe (&scenario, text);
  graph_alone = graph_of (alone);
  graph_inside = graph_of (inside);
  if (!graph_alone->complete || !graph_inside->complete || graph_alone->outside > 0)
    return FALSE;
  CU_ASSERT (holds (text, "is premature alone, and not inside, or the other way round",
                    (graph_alone->violating_states > 0) ==
                        (graph_inside->violating_states > 0)));
  CU_ASSERT (holds (text, "ends alone, and not inside",
                    may_fail_to_end (graph_alone) || !may_fail_to_end (graph_inside)));
  *premature += graph_alone->violating_states > 0 ? 1 : 0;
  return TRUE;
}

static void
a_scope_that_is_all_there_is_is_as_a_join (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint checked = 0, premature = 0;

  while (checked < LONE_SCENARIOS)
    checked += check_lone (&numbers, &premature) ? 1 : 0;
  CU_ASSERT (premature >= checked / 10);
  CU_ASSERT (premature <= checked - checked / 10);
}

static void
check_right (const LullNaiveScenario *scenario,
             const char *inner,
             const char *outer,
             guint *checked)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullNaiveGraph) graph = NULL;
  LullScopes scopes = { .protocol = lull_protocols_find (inner),
                        .outer = scenario->scopes.blind ? LULL_SCOPES_OUTER_BLIND
                                                        : LULL_SCOPES_OUTER_COUNTS };

  world = lull_twin_world_new_watched (scenario, lull_protocols_find (outer),
                                       LULL_TWIN_LISTENER | LULL_TWIN_LIVELOCKS, &scopes,
                                       NULL);
  g_assert (world != NULL);
  graph = graph_of (world);
  if (!graph->complete)
    return;
  ++*checked;
  g_string_append_printf (text, "%s inside %s, as ", inner, outer);
  lull_random_scenario_describe (scenario, text);
  CU_ASSERT (holds (text, "somebody leaves too early", graph->violating_states == 0));
  CU_ASSERT (holds (text, "it does not always end", !may_fail_to_end (graph)));
}

static void
right_protocols_are_right_inside_each_other (void)
{
  static const char *const right[] = { "pairwise", "safra", "dijkstra-scholten" };
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint checked = 0;

  for (guint i = 0; i < RIGHT_SCENARIOS; i++)
    {
      LullNaiveScenario scenario;

      do
        {
          lull_random_scenario_sketch (&numbers, LULL_NAIVE_PAIRWISE, WORKERS_MAX,
                                       &scenario);
          lull_random_scenario_tame (&scenario);
        }
      while (!lull_random_scopes_draw (&numbers, &scenario));
      scenario.options.handlers = 0; /* who waits for a scope keeps a thread */
      for (guint pair = 0; pair < 9; pair++)
        check_right (&scenario, right[pair / 3], right[pair % 3], &checked);
    }
  CU_ASSERT (checked >= RIGHT_SCENARIOS);
}

int
main (void)
{
  CU_TestInfo tests[] = { { "random scopes have the graph of the reference",
                            random_scopes_have_the_graph_of_the_reference },
                          { "a scope that is all there is is as a join",
                            a_scope_that_is_all_there_is_is_as_a_join },
                          { "right protocols are right inside each other",
                            right_protocols_are_right_inside_each_other },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "scopes", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
