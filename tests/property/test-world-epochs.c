/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Joins one after another: right protocols are right over several of them, whatever the
 * work and the runtime.
 */
#include "lull-naive-fair.h"
#include "lull-protocols.h"
#include "lull-random-scenario.h"
#include "lull-test.h"
#include "lull-twin-world.h"

#define SCENARIOS 60U
#define STATES_MAX 4000U
#define WORKERS_MAX 3U

/* A protocol with its options at their defaults, or with one of them at another value. */
typedef struct
{
  const char *protocol;
  const char *option;
  const char *value;
} Setting;

static const Setting right[] = {
  { "active-calls", NULL, NULL },     { "pairwise", NULL, NULL },
  { "pairwise", "wait", "idle" },     { "pairwise", "snapshot", "done-sent" },
  { "pairwise", "gather", "diff" },   { "pairwise", "finale", "futures-barrier" },
  { "pairwise-by-join", NULL, NULL }, { "safra", NULL, NULL },
  { "safra", "receipt", "finish" },   { "dijkstra-scholten", NULL, NULL },
};

static guint
place_of (const char *const *words, const char *word)
{
  guint place = 0;

  while (!g_str_equal (words[place], word))
    place++;
  return place;
}

static void
set_option (const LullProtocol *protocol, const Setting *setting, gint *options)
{
  for (guint i = 0; setting->option != NULL && protocol->options[i].name != NULL; i++)
    if (g_str_equal (protocol->options[i].name, setting->option))
      options[i] = (gint) place_of (protocol->options[i].values, setting->value);
}

static LullWorld *
build (const LullNaiveScenario *scenario, const Setting *setting)
{
  const LullProtocol *protocol = lull_protocols_find (setting->protocol);
  gint options[16] = { 0 };

  g_assert (protocol != NULL);
  set_option (protocol, setting, options);
  return lull_twin_world_new (scenario, protocol, options,
                              LULL_TWIN_LISTENER | LULL_TWIN_LIVELOCKS, NULL);
}

static void
draw_scenario (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  do
    lull_random_scenario_sketch (numbers, LULL_NAIVE_PAIRWISE, WORKERS_MAX, scenario);
  while (scenario->epochs < 2);
  lull_random_scenario_tame (scenario);
}

static gboolean
holds (const LullNaiveScenario *scenario,
       const Setting *setting,
       const char *what,
       gboolean claim)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (claim)
    return TRUE;
  lull_random_scenario_describe (scenario, text);
  g_print ("\n    %s %s %s: %s: %s", setting->protocol,
           setting->option != NULL ? setting->option : "",
           setting->value != NULL ? setting->value : "", text->str, what);
  return FALSE;
}

/* One counts calls until they are settled, and is right where their callbacks have ended
 * by then. */
static gboolean
suits (const LullNaiveScenario *scenario, const Setting *setting)
{
  return !g_str_equal (setting->protocol, "active-calls") ||
         !scenario->options.settle_at_start;
}

/* @return whether it goes with the protocol, and the graph was small enough to look at */
static gboolean
check_right (const LullNaiveScenario *scenario, const Setting *setting)
{
  g_autoptr (LullWorld) world = build (scenario, setting);
  g_autoptr (LullNaiveGraph) graph = NULL;
  const LullModel *model;

  if (world == NULL || !suits (scenario, setting))
    return FALSE;
  model = lull_world_get_model (world);
  graph = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, STATES_MAX);
  if (!graph->complete)
    return FALSE;
  CU_ASSERT (holds (scenario, setting, "somebody leaves too early",
                    graph->violating_states == 0));
  CU_ASSERT (holds (scenario, setting, "they are stuck", graph->deadlock_states == 0));
  CU_ASSERT (holds (scenario, setting, "somebody stays for ever",
                    !lull_naive_fair_run_exists (graph, &model->properties[1])));
  return TRUE;
}

static void
right_protocols_are_right_over_several_joins (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint checked[G_N_ELEMENTS (right)] = { 0 };

  for (guint i = 0; i < SCENARIOS; i++)
    {
      LullNaiveScenario scenario;

      draw_scenario (&numbers, &scenario);
      for (guint j = 0; j < G_N_ELEMENTS (right); j++)
        checked[j] += check_right (&scenario, &right[j]) ? 1 : 0;
    }
  for (guint j = 0; j < G_N_ELEMENTS (right); j++)
    CU_ASSERT (checked[j] >= SCENARIOS / 10);
}

static guint
power (guint base, guint exponent)
{
  guint product = 1;

  while (exponent-- > 0)
    product *= base;
  return product;
}

/*
 * Joins without work are rounds, one each. In the first, any workers but not all have
 * contributed. Between two, each has not taken the result, has, or has contributed to the
 * next, but not all that. After the last, each has taken the result or has not.
 */
static void
joins_without_work_have_so_many_states (void)
{
  for (guint workers = 1; workers <= 4; workers++)
    for (guint joins = 1; joins <= 3; joins++)
      {
        g_autoptr (LullWorld) world = NULL;
        g_autoptr (LullNaiveGraph) graph = NULL;
        LullNaiveScenario scenario;

        lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, workers);
        for (guint more = 1; more < joins; more++)
          lull_naive_scenario_join (&scenario);
        world = build (&scenario, &(const Setting){ "pairwise", NULL, NULL });
        graph = lull_naive_graph_new (lull_world_get_model (world),
                                      LULL_NAIVE_GRAPH_WHOLE, 0);
        CU_ASSERT_EQUAL (graph->states->len, power (2, workers) - 1 +
                                                 (joins - 1) * (power (3, workers) - 1) +
                                                 power (2, workers));
      }
}

/* The wrong ones are caught: a table of what is left out, and a scenario that shows it.
 */
static void
wrong_protocols_are_caught (void)
{
  static const Setting wrong[] = { { "pairwise-by-join", "counters", "by-worker" },
                                   { "pairwise-by-join", "counters", "zeroed" },
                                   { "pairwise-by-join", "armed", "at-join" },
                                   { "safra", "number", "no" } };
  LullNaiveScenario scenario;
  guint8 cast;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 3);
  lull_naive_scenario_join (&scenario);
  cast = lull_naive_scenario_add (&scenario, 0, 1, FALSE, FALSE, LULL_NAIVE_NONE);
  lull_naive_scenario_add (&scenario, 1, 2, FALSE, FALSE, cast);
  lull_naive_scenario_add (&scenario, 2, 1, FALSE, FALSE, LULL_NAIVE_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (LullWorld) world = build (&scenario, &wrong[i]);
      g_autoptr (LullNaiveGraph) graph =
          lull_naive_graph_new (lull_world_get_model (world), LULL_NAIVE_GRAPH_WHOLE, 0);

      CU_ASSERT (
          holds (&scenario, &wrong[i], "is not caught", graph->violating_states > 0));
    }
}

int
main (void)
{
  CU_TestInfo tests[] = { { "right protocols are right over several joins",
                            right_protocols_are_right_over_several_joins },
                          { "joins without work have as many states as they must",
                            joins_without_work_have_so_many_states },
                          { "protocols that mix up their joins are caught",
                            wrong_protocols_are_caught },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "joins one after another", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
