/* SPDX-License-Identifier: Apache-2.0 */
/* What a scenario leaves interchangeable is found, is interchangeable, and loses nothing.
 */
#include "lull-checker.h"
#include "lull-naive-graph.h"
#include "lull-naive-symmetry.h"
#include "lull-protocols.h"
#include "lull-symmetric-world.h"
#include "lull-test.h"
#include "lull-twin-world.h"
#include "lull-world-private.h"

#define WORLDS_PER_KIND 12U
#define STATES_MAX 4000U

/* A random world with its whole graph, and more random numbers. */
typedef struct
{
  const LullWorld *world;
  const char *text;
  const LullNaiveGraph *graph;
  LullSplitMix *numbers;
} Subject;

static gboolean
holds (const Subject *subject, const char *what, gboolean claim)
{
  if (!claim)
    g_print ("\n    %s: %s: does not hold", subject->text, what);
  return claim;
}

#define HOLDS(subject, what, claim) CU_ASSERT_TRUE (holds ((subject), (what), (claim)))

/* Calls VISIT for random worlds of every kind whose graphs are small. */
static void
for_each_world (void (*visit) (const Subject *subject))
{
  LullSplitMix numbers = { .state = lull_test_seed () };

  for (guint kind = 0; kind < LULL_SYMMETRIC_KIND_COUNT; kind++)
    for (guint visited = 0; visited < WORLDS_PER_KIND;)
      {
        g_auto (LullSymmetricWorld) drawn = { 0 };
        g_autoptr (LullNaiveGraph) graph = NULL;

        lull_symmetric_world_draw (&drawn, &numbers, (LullSymmetricKind) kind);
        graph = lull_naive_graph_new (lull_world_get_model (drawn.world),
                                      LULL_NAIVE_GRAPH_WHOLE, STATES_MAX);
        if (!graph->complete)
          continue;
        visit (&(Subject){ drawn.world, drawn.text, graph, &numbers });
        visited++;
      }
}

static const guint8 *
state_of (const LullNaiveGraph *graph, guint index)
{
  return g_bytes_get_data (g_ptr_array_index (graph->states, index), NULL);
}

/* Anything that the world takes to be interchangeable. */
static LullNaiveRenaming
draw_renaming (const LullWorld *world, LullSplitMix *numbers)
{
  const LullSymmetry *symmetry = world->symmetry;
  guint drawn =
      lull_split_mix_below (numbers, symmetry->renaming_count + symmetry->equal_count);
  const LullEqualCalls *equals;

  if (drawn < symmetry->renaming_count)
    return (LullNaiveRenaming){ .world = world, .renaming = &symmetry->renamings[drawn] };
  equals = &symmetry->equals[drawn - symmetry->renaming_count];
  return (LullNaiveRenaming){ .world = world,
                              .equals = equals,
                              .one = lull_split_mix_below (numbers, equals->count),
                              .other = lull_split_mix_below (numbers, equals->count) };
}

static guint renamed_states;

static void
judge_renamings (const Subject *subject)
{
  HOLDS (subject, "it has a symmetry", subject->world->symmetry != NULL);
  if (subject->world->symmetry == NULL)
    return;
  for (guint i = 0; i < subject->graph->states->len; i++)
    {
      LullNaiveRenaming renaming = draw_renaming (subject->world, subject->numbers);
      const guint8 *state = state_of (subject->graph, i);
      const char *fault = lull_naive_canonical_fault (&renaming, state);

      if (fault == NULL && lull_naive_renaming_applies (&renaming, state))
        {
          fault = lull_naive_renaming_fault (&renaming, state);
          renamed_states++;
        }
      HOLDS (subject, fault, fault == NULL);
      if (fault != NULL)
        return;
    }
}

static void
renamed_states_go_on_in_the_same_way (void)
{
  renamed_states = 0;
  for_each_world (judge_renamings);
  CU_ASSERT_TRUE (renamed_states > 10000);
}

/* Whether a renaming applies to every state, so that orbits are those of a group. */
static gboolean
is_group (const LullSymmetry *symmetry)
{
  for (guint i = 0; i < symmetry->renaming_count; i++)
    if (symmetry->renamings[i].displaced_count > 0)
      return FALSE;
  return symmetry->equal_count == 0;
}

static guint groups;

/* The representatives of all states, and how many states their orbits have together. */
static void
count_orbits (const Subject *subject)
{
  const LullModel *model = lull_world_get_model (subject->world);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (
      g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  g_autofree guint8 *scratch = g_malloc0 (2 * model->state_size + 16);
  g_autofree guint8 *state = g_malloc (model->state_size);
  guint together = 0;

  for (guint i = 0; i < subject->graph->states->len; i++)
    {
      memcpy (state, state_of (subject->graph, i), model->state_size);
      model->canonical (model, state, scratch);
      if (g_hash_table_add (seen, g_bytes_new (state, model->state_size)))
        together += lull_naive_orbit_size (subject->world, state);
    }
  HOLDS (subject, "a search over representatives finds one for each class",
         lull_naive_count_representatives (model) == g_hash_table_size (seen));
  if (!is_group (subject->world->symmetry))
    return;
  HOLDS (subject, "the orbits have as many states as the graph",
         together == subject->graph->states->len);
  groups++;
}

static void
orbits_add_up_to_the_whole_graph (void)
{
  groups = 0;
  for_each_world (count_orbits);
  CU_ASSERT_TRUE (groups > WORLDS_PER_KIND);
}

static LullFindings *
check (const LullModel *model, gboolean reduction, guint threads)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.reduction = reduction;
  options.threads = threads;
  return lull_check (model, &options);
}

static void
compare_witnesses (const Subject *subject,
                   const LullFindings *full,
                   const LullFindings *reduced)
{
  HOLDS (subject, "verdicts agree", reduced->verdict == full->verdict);
  HOLDS (subject, "there is a witness where one is needed",
         (reduced->witness == NULL) == (full->witness == NULL));
  if (reduced->witness == NULL || full->witness == NULL)
    return;
  HOLDS (subject, "witnesses are as short",
         lull_trace_length (reduced->witness) == lull_trace_length (full->witness));
  HOLDS (subject, "it is known that they are", reduced->shortest && full->shortest);
}

static gboolean
are_same_runs (const LullTrace *one, const LullTrace *other)
{
  if (one == NULL || other == NULL)
    return one == other;
  return one->initial == other->initial && one->actions->len == other->actions->len &&
         memcmp (one->actions->data, other->actions->data,
                 one->actions->len * sizeof (LullAction)) == 0;
}

/* lull_check() has replayed each witness on the world, and held its end against the
 * verdict. */
static void
compare_checks (const Subject *subject)
{
  LullWorld without_ample = *subject->world;
  g_autoptr (LullFindings) full = check (&subject->world->model, FALSE, 1);
  g_autoptr (LullFindings) reduced = check (&subject->world->model, TRUE, 2);
  g_autoptr (LullFindings) again = check (&subject->world->model, TRUE, 3);
  g_autoptr (LullFindings) symmetric = NULL;

  without_ample.model.ample = NULL;
  symmetric = check (&without_ample.model, TRUE, 1);
  HOLDS (subject, "reduced searches use symmetry",
         reduced->symmetric && symmetric->symmetric && !full->symmetric);
  compare_witnesses (subject, full, reduced);
  HOLDS (subject, "the number of threads changes nothing",
         again->states == reduced->states && again->transitions == reduced->transitions &&
             are_same_runs (again->witness, reduced->witness));
  compare_witnesses (subject, full, symmetric);
  HOLDS (subject, "symmetry keeps the depth", symmetric->depth == full->depth);
  if (symmetric->exhaustive)
    HOLDS (subject, "a representative of each class is stored, and nothing else",
           symmetric->states == lull_naive_count_representatives (&without_ample.model));
}

static void
verdicts_and_witnesses_stay_the_same (void)
{
  for_each_world (compare_checks);
}

/* A world of one call from anyone to anyone; the main programs of FROM may make it. */
static LullWorld *
new_any_world (const LullProtocol *protocol, guint workers, guint from)
{
  g_autoptr (GError) error = NULL;
  LullWorldConfig config;
  LullWork work;
  LullWorld *world;

  lull_work_init (&work);
  work.any_messages = 1;
  work.any_calls = TRUE;
  work.any_from = from;
  lull_world_config_init (&config);
  config.workers = workers;
  config.work = &work;
  config.protocol = protocol;
  world = lull_world_new (&config, &error);
  lull_work_clear (&work);
  g_assert_no_error (error);
  return world;
}

static guint
count_renamings (const LullWorld *world)
{
  return world->symmetry == NULL ? 1 : world->symmetry->renaming_count;
}

static guint
count_any_renamings (const char *protocol, guint workers, guint from)
{
  g_autoptr (LullWorld) world =
      new_any_world (lull_protocols_find (protocol), workers, from);

  return count_renamings (world);
}

static void
special_workers_keep_their_names (void)
{
  CU_ASSERT_EQUAL (count_any_renamings ("pairwise", 2, 3), 2);
  CU_ASSERT_EQUAL (count_any_renamings ("pairwise", 3, 7), 6);
  CU_ASSERT_EQUAL (count_any_renamings ("barrier-sync", 4, 15), 24);
  CU_ASSERT_EQUAL (count_any_renamings ("pairwise", 4, 3), 24);
  CU_ASSERT_EQUAL (count_any_renamings ("pairwise", 4, 0), 24);
  CU_ASSERT_EQUAL (count_any_renamings ("allreduce-max", 5, 31), 120);
  CU_ASSERT_EQUAL (count_any_renamings ("safra", 3, 7), 1);
  CU_ASSERT_EQUAL (count_any_renamings ("dijkstra-scholten", 3, 1), 1);
}

/* Where there would be more renamings than are worth trying, fewer workers have them. */
static void
many_workers_keep_some_symmetry (void)
{
  CU_ASSERT_EQUAL (count_any_renamings ("allreduce-max", 8, 255), 720);
  CU_ASSERT_EQUAL (count_any_renamings ("barrier-sync", 32, 1), 720);
}

/* Worker 0 and worker 1 make a call each, to FIRST and to SECOND. */
static LullWorld *
new_two_calls_world (guint8 first, guint8 second)
{
  g_autoptr (GError) error = NULL;
  LullWorldConfig config;
  LullWork work;
  LullWorld *world;

  lull_work_init (&work);
  lull_work_add (&work, 0, first, LULL_BASIC_CALL, FALSE, LULL_NO_MESSAGE);
  lull_work_add (&work, 1, second, LULL_BASIC_CALL, FALSE, LULL_NO_MESSAGE);
  lull_world_config_init (&config);
  config.work = &work;
  config.protocol = lull_protocols_find ("allreduce-max");
  world = lull_world_new (&config, &error);
  lull_work_clear (&work);
  g_assert_no_error (error);
  return world;
}

/* What is wrong with RENAMING in any state of WORLD. */
static const char *
fault_anywhere (const LullWorld *world, const LullRenaming *renaming)
{
  g_autoptr (LullNaiveGraph) graph =
      lull_naive_graph_new (&world->model, LULL_NAIVE_GRAPH_WHOLE, 0);
  LullNaiveRenaming judged = { .world = world, .renaming = renaming };
  const char *fault = NULL;

  for (guint i = 0; i < graph->states->len && fault == NULL; i++)
    fault = lull_naive_renaming_fault (&judged, state_of (graph, i));
  return fault;
}

static void
a_renaming_of_another_scenario_is_noticed (void)
{
  g_autoptr (LullWorld) even = new_two_calls_world (1, 0);
  g_autoptr (LullWorld) odd = new_two_calls_world (1, 1);
  const LullRenaming *exchange = &even->symmetry->renamings[1];

  CU_ASSERT_EQUAL (count_renamings (even), 2);
  CU_ASSERT_PTR_NULL (fault_anywhere (even, exchange));
  CU_ASSERT_EQUAL (count_renamings (odd), 1);
  CU_ASSERT_EQUAL (odd->model.state_size, even->model.state_size);
  CU_ASSERT_PTR_NOT_NULL (fault_anywhere (odd, exchange));
}

/* Counters of workers that stay where they are when the workers do not. */
static void
a_wrong_declaration_is_noticed (void)
{
  LullProtocol lying = *lull_protocols_find ("pairwise");
  g_autoptr (LullWorld) world = NULL;

  lying.relabel = lull_relabel_nothing;
  world = new_any_world (&lying, 2, 3);
  CU_ASSERT_PTR_NOT_NULL (fault_anywhere (world, &world->symmetry->renamings[1]));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "renamed states go on in the same way", renamed_states_go_on_in_the_same_way },
    { "orbits add up to the whole graph", orbits_add_up_to_the_whole_graph },
    { "verdicts and witnesses stay the same", verdicts_and_witnesses_stay_the_same },
    { "special workers keep their names", special_workers_keep_their_names },
    { "many workers keep some symmetry", many_workers_keep_some_symmetry },
    { "a renaming of another scenario is noticed",
      a_renaming_of_another_scenario_is_noticed },
    { "a wrong declaration is noticed", a_wrong_declaration_is_noticed },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "symmetry of worlds", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
