/* SPDX-License-Identifier: Apache-2.0 */
/* Any work: the world against the naive reference, and both against all forests one by
 * one. */
#include "lull-naive-classes.h"
#include "lull-naive-graph.h"
#include "lull-test.h"
#include "lull-twin-world.h"

#define CLASSES_STATES_MAX 12000U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))

/* What a rule may depend on, one at a time. */
static const LullNaiveOptions variants[] = {
  { 0 },
  { .fifo = TRUE },
  { .handlers = 1, .hand = 1 },
  { .send_task = TRUE },
  { .send_task = TRUE, .send_in_pool = TRUE, .handlers = 1 },
  { .send_task = TRUE, .send_in_pool = TRUE, .pool_fifo = TRUE, .handlers = 1 },
  { .settle_at_start = TRUE },
  { .snapshot = LULL_NAIVE_SNAPSHOT_SENT_DONE },
  { .snapshot = LULL_NAIVE_SNAPSHOT_DONE_SENT },
  { .done_early = TRUE },
  { .wait_idle = TRUE, .gather_diff = TRUE },
  { .wait_first = TRUE, .sent_late = TRUE, .send_task = TRUE, .send_in_pool = TRUE },
  { .finale = TRUE, .sent_late = TRUE, .send_task = TRUE },
};

static gboolean
makes_sense (const LullNaiveScenario *scenario)
{
  const LullNaiveOptions *options = &scenario->options;

  if (scenario->protocol == LULL_NAIVE_ALLREDUCE_MAX && !scenario->any_calls)
    return FALSE;
  if (scenario->workers == 1 && !scenario->any_self)
    return FALSE;
  return scenario->protocol == LULL_NAIVE_PAIRWISE ||
         (options->snapshot == LULL_NAIVE_SNAPSHOT_ATOMIC && !options->done_early &&
          !options->wait_idle && !options->sent_late);
}

typedef void (*Visit) (const LullNaiveScenario *scenario, gpointer user_data);

/* Visits any work of every kind under every protocol and variant: 94 of them, 47 for one
 * worker. */
static void
for_each_any_of (
    guint workers, guint requests, guint8 epochs, Visit visit, gpointer user_data)
{
  for (guint kind = 0; kind < 3 * 2 * 2; kind++)
    for (guint variant = 0; variant < G_N_ELEMENTS (variants); variant++)
      {
        LullNaiveScenario scenario;

        lull_naive_scenario_init (&scenario, (LullNaiveProtocol) (kind / 4), workers);
        lull_naive_scenario_set_any (&scenario, requests, kind % 2 == 1,
                                     kind / 2 % 2 == 1);
        scenario.options = variants[variant];
        scenario.epochs = epochs;
        if (makes_sense (&scenario))
          visit (&scenario, user_data);
      }
}

static void
for_each_any (guint workers, guint requests, Visit visit, gpointer user_data)
{
  for_each_any_of (workers, requests, 1, visit, user_data);
}

/* The world forgets what cannot matter, so its counts are smaller; nothing else may
 * differ. */
static void
compare_with_world (const LullNaiveScenario *scenario, gpointer user_data)
{
  guint *visited = user_data;
  g_auto (LullTwin) twin = { 0 };
  g_autoptr (LullNaiveGraph) graph = NULL;
  LullNaiveFindings found;

  lull_naive_check (scenario, 0, &found);
  lull_twin_init (&twin, scenario);
  graph =
      lull_naive_graph_new (lull_world_get_model (twin.world), LULL_NAIVE_GRAPH_WHOLE, 0);
  AGREES (&twin, "levels", graph->levels, found.levels);
  AGREES (&twin, "whether premature", graph->violating_states > 0,
          found.premature_states > 0);
  AGREES (&twin, "whether deadlocked", graph->deadlock_states > 0,
          found.deadlock_states > 0);
  if (found.verdict == LULL_NAIVE_PREMATURE)
    AGREES (&twin, "depth of the first", graph->violating_depth, found.depth);
  if (found.states <= CLASSES_STATES_MAX)
    AGREES (&twin, "classes", graph->states->len, lull_naive_count_classes (scenario));
  (*visited)++;
}

static void
the_world_agrees_on_one_request (void)
{
  guint visited = 0;

  for (guint workers = 1; workers <= 3; workers++)
    for_each_any (workers, 1, compare_with_world, &visited);
  CU_ASSERT_EQUAL (visited, 47 + 94 + 94);
}

static void
the_world_agrees_on_two_requests (void)
{
  guint visited = 0;

  for (guint workers = 1; workers <= 2; workers++)
    for_each_any (workers, 2, compare_with_world, &visited);
  CU_ASSERT_EQUAL (visited, 47 + 94);
}

static void
the_world_agrees_on_several_joins (void)
{
  guint visited = 0;

  for_each_any_of (1, 1, 3, compare_with_world, &visited);
  for_each_any_of (1, 2, 2, compare_with_world, &visited);
  for_each_any_of (2, 1, 2, compare_with_world, &visited);
  CU_ASSERT_EQUAL (visited, 47 + 47 + 94);
}

/* The worst that any forest of a set does. */
typedef struct
{
  guint forests;
  guint premature;
  guint deadlocked;
  guint depth; /* of the shortest way to a premature state */
} Worst;

/* A forest that is being built, and how many requests it may still get. */
typedef struct
{
  LullNaiveScenario scenario;
  guint left;
} Draft;

static void
judge_forest (const LullNaiveScenario *scenario, Worst *worst)
{
  LullNaiveFindings found;

  lull_naive_check (scenario, 0, &found);
  worst->forests++;
  worst->deadlocked += found.deadlock_states > 0 ? 1 : 0;
  if (found.premature_states == 0)
    return;
  if (worst->premature == 0 || found.depth < worst->depth)
    worst->depth = found.depth;
  worst->premature++;
}

/* Pushes the drafts that add one request sent by @source below @parent to @draft. */
static void
push_grown (GArray *drafts,
            const Draft *draft,
            const LullNaiveScenario *any,
            guint8 source,
            guint8 parent)
{
  for (guint8 target = 0; target < any->workers; target++)
    if (target != source || any->any_self)
      {
        Draft grown = *draft;

        lull_naive_scenario_add (&grown.scenario, source, target, any->any_calls, FALSE,
                                 parent);
        grown.left--;
        g_array_append_val (drafts, grown);
      }
}

/* Builds every forest that @any stands for, and the empty one, and judges each. */
static Worst
judge_forests (const LullNaiveScenario *any)
{
  g_autoptr (GArray) drafts = g_array_new (FALSE, FALSE, sizeof (Draft));
  Worst worst = { 0 };
  Draft empty = { .left = any->any_requests };

  lull_naive_scenario_init (&empty.scenario, any->protocol, any->workers);
  empty.scenario.options = any->options;
  g_array_append_val (drafts, empty);
  for (guint next = 0; next < drafts->len; next++)
    {
      Draft draft = g_array_index (drafts, Draft, next);

      judge_forest (&draft.scenario, &worst);
      if (draft.left == 0)
        continue;
      for (guint8 worker = 0; worker < any->workers; worker++)
        push_grown (drafts, &draft, any, worker, LULL_NAIVE_NONE);
      for (guint8 parent = 0; parent < draft.scenario.message_count; parent++)
        push_grown (drafts, &draft, any, draft.scenario.messages[parent].target, parent);
    }
  return worst;
}

/* In any work the end of each main program is a step of its own; otherwise depths are the
 * same. */
static void
compare_with_forests (const LullNaiveScenario *scenario, gpointer user_data)
{
  guint *visited = user_data;
  g_auto (LullTwin) twin = { 0 };
  g_autoptr (LullNaiveGraph) graph = NULL;
  Worst worst = judge_forests (scenario);

  lull_twin_init (&twin, scenario);
  graph =
      lull_naive_graph_new (lull_world_get_model (twin.world), LULL_NAIVE_GRAPH_WHOLE, 0);
  AGREES (&twin, "whether premature", graph->violating_states > 0, worst.premature > 0);
  AGREES (&twin, "whether deadlocked", graph->deadlock_states > 0, worst.deadlocked > 0);
  if (worst.premature > 0)
    AGREES (&twin, "depth of the first", graph->violating_depth,
            worst.depth + scenario->workers);
  *visited += worst.forests;
}

static void
any_work_is_as_bad_as_its_worst_forest (void)
{
  guint visited = 0;

  for_each_any (2, 2, compare_with_forests, &visited);
  CU_ASSERT_TRUE (visited > 500);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "the world agrees on one request", the_world_agrees_on_one_request },
    { "the world agrees on two requests", the_world_agrees_on_two_requests },
    { "the world agrees on several joins", the_world_agrees_on_several_joins },
    { "any work is as bad as its worst forest", any_work_is_as_bad_as_its_worst_forest },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "any work", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
