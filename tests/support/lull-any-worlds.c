/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-any-worlds.h"

#include "lull-naive-classes.h"
#include "lull-naive-graph.h"
#include "lull-test.h"
#include "lull-twin-world.h"

#define CLASSES_STATES_MAX 12000U

#define AGREES(twin, what, actual, expected)                                             \
  CU_ASSERT_TRUE (lull_twin_agrees ((twin), (what), (actual), (expected)))

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

guint
lull_any_worlds_visit (const LullAnyWorlds *self, LullAnyVisit visit)
{
  guint visited = 0;

  for (guint kind = 0; kind < 3 * 2 * 2; kind++)
    for (guint variant = 0; variant < self->variant_count; variant++)
      {
        LullNaiveScenario scenario;

        lull_naive_scenario_init (&scenario, (LullNaiveProtocol) (kind / 4),
                                  self->workers);
        lull_naive_scenario_set_any (&scenario, self->requests, kind % 2 == 1,
                                     kind / 2 % 2 == 1);
        scenario.options = self->variants[variant];
        scenario.epochs = self->epochs;
        if (self->diffusing)
          scenario.any_from = 1;
        if (makes_sense (&scenario))
          visited += visit (&scenario);
      }
  return visited;
}

/* The world forgets what cannot matter, so its counts are smaller; nothing else may
 * differ. */
guint
lull_any_worlds_compare (const LullNaiveScenario *scenario)
{
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
  return 1;
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
guint
lull_any_worlds_compare_forests (const LullNaiveScenario *scenario)
{
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
  return worst.forests;
}
