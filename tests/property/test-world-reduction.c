/* SPDX-License-Identifier: Apache-2.0 */
/* The world's ample sets: that they keep what they must, and that a wrong one would be
 * noticed. */
#include "lull-naive-ample.h"
#include "lull-naive-graph.h"
#include "lull-random-world.h"
#include "lull-semantics-table.h"
#include "lull-test.h"
#include "lull-twin-world.h"
#include "lull-world-private.h"

#define WORLDS 1500U
#define GRAPH_STATES_MAX 4000U
#define FAULT_STATES_MAX 700U
#define WORKERS_MAX 3U

static gboolean
agree (const LullNaiveGraph *whole, const LullNaiveGraph *reduced)
{
  return (whole->violating_states + whole->violating_outside > 0) ==
             (reduced->violating_states + reduced->violating_outside > 0) &&
         whole->deadlock_states == reduced->deadlock_states &&
         reduced->states->len <= whole->states->len;
}

static void
reduced_graphs_keep_the_verdict_and_every_deadlock (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint64 left_out = 0;

  for (guint world = 0; world < WORLDS; world++)
    {
      g_auto (LullRandomWorld) drawn = { 0 };
      g_autoptr (LullNaiveGraph) whole = NULL;
      g_autoptr (LullNaiveGraph) reduced = NULL;
      const LullModel *model;

      lull_random_world_draw_plain (&drawn, &numbers, WORKERS_MAX);
      model = lull_world_get_model (drawn.world);
      whole = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, GRAPH_STATES_MAX);
      if (!whole->complete)
        continue;
      reduced = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_REDUCED, GRAPH_STATES_MAX);
      if (!agree (whole, reduced))
        g_print ("\n    %s: the reduced graph differs", drawn.text);
      CU_ASSERT_TRUE (agree (whole, reduced));
      left_out += whole->states->len - reduced->states->len;
    }
  CU_ASSERT_TRUE (left_out > 0);
}

/* In any work whose slots are sorted an action has another number after some steps. */
static gboolean
keeps_numbers (const LullRandomWorld *drawn)
{
  return !drawn->any || drawn->ordered;
}

static void
ample_sets_keep_their_conditions (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint reduced = 0;
  guint several = 0;

  for (guint world = 0; world < WORLDS; world++)
    {
      g_auto (LullRandomWorld) drawn = { 0 };
      LullNaiveAmple found = { 0 };
      const char *fault;

      lull_random_world_draw_plain (&drawn, &numbers, WORKERS_MAX);
      if (!keeps_numbers (&drawn))
        continue;
      fault = lull_naive_ample_fault (lull_world_get_model (drawn.world),
                                      FAULT_STATES_MAX, &found);
      if (fault != NULL)
        g_print ("\n    %s: %s", drawn.text, fault);
      CU_ASSERT_PTR_NULL (fault);
      reduced += found.reduced;
      several += found.several;
    }
  CU_ASSERT_TRUE (reduced > several);
  CU_ASSERT_TRUE (several > 0);
}

/*
 * A protocol in which a worker that waits at one place may either go on with the result
 * or, once a message has been done since it contributed, leave. It says truly what it
 * looks at: that going on looks at the result alone does not mean that it may be taken
 * alone.
 */
enum
{
  COUNT_SINCE = 10 /* the node when contributing; one more with each message done */
};

static const char *const fork_places[] = { "about to contribute", "at the fork",
                                           "gone on", NULL };

static void
fork_contribute (const LullView *view G_GNUC_UNUSED, gpointer node, LullOutbox *out)
{
  *(guint8 *) node = COUNT_SINCE;
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, 1);
}

static void
fork_go_on (const LullView *view G_GNUC_UNUSED,
            gpointer node G_GNUC_UNUSED,
            LullOutbox *out)
{
  lull_outbox_go (out, 2);
}

static gboolean
one_is_done_since (const LullView *view G_GNUC_UNUSED, gconstpointer node)
{
  return *(const guint8 *) node == COUNT_SINCE + 1;
}

static void
fork_leave (const LullView *view G_GNUC_UNUSED,
            gpointer node G_GNUC_UNUSED,
            LullOutbox *out)
{
  lull_outbox_announce (out);
}

static void
fork_finished (const LullView *view G_GNUC_UNUSED,
               gpointer node,
               const LullBasic *message G_GNUC_UNUSED,
               LullOutbox *out G_GNUC_UNUSED)
{
  ++*(guint8 *) node;
}

static gsize
fork_node_size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 1;
}

static guint
fork_heeds (const gint *options G_GNUC_UNUSED)
{
  return LULL_HEEDS_FINISHED;
}

static const LullCollective fork_collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING }, { .name = NULL }
};

static const LullStep fork_steps[] = {
  { .name = "contribute", .at = 0, .run = fork_contribute },
  { .name = "go on",
    .at = 1,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .run = fork_go_on },
  { .name = "leave",
    .at = 1,
    .needs = LULL_NEEDS_RESULT,
    .ready = one_is_done_since,
    .run = fork_leave },
  { .name = NULL },
};

static const LullProtocol fork_protocol = {
  .api = LULL_PROTOCOL_API,
  .name = "fork",
  .summary = "two ways to take a result",
  .source = "a test",
  .places = fork_places,
  .steps = fork_steps,
  .collectives = fork_collectives,
  .node_size = fork_node_size,
  .callbacks_count = TRUE,
  .heeds = fork_heeds,
  .on_finished = fork_finished,
};

static void
the_other_way_out_of_a_place_is_kept (void)
{
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullNaiveGraph) whole = NULL;
  g_autoptr (LullNaiveGraph) reduced = NULL;
  const LullModel *model;
  LullNaiveScenario scenario;
  LullNaiveAmple found;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 1);
  lull_naive_scenario_add (&scenario, 0, 0, FALSE, FALSE, LULL_NAIVE_NONE);
  lull_naive_scenario_add (&scenario, 0, 0, FALSE, FALSE, LULL_NAIVE_NONE);
  world = lull_twin_world_new (&scenario, &fork_protocol, NULL, LULL_TWIN_LISTENER, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (world);
  model = lull_world_get_model (world);
  whole = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, 0);
  reduced = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_REDUCED, 0);
  CU_ASSERT_TRUE (whole->violating_states > 0);
  CU_ASSERT_TRUE (agree (whole, reduced));
  CU_ASSERT_PTR_NULL (lull_naive_ample_fault (model, whole->states->len, &found));
}

/*
 * A protocol that contributes before a message is done, wipes its node when it takes the
 * result, and leaves once a message has been done since. To wipe the node is not to look
 * at it; yet what is done before it is lost, and what is done after it is not.
 */
static gboolean
none_is_done (const LullView *view G_GNUC_UNUSED, gconstpointer node)
{
  return *(const guint8 *) node == 0;
}

static gboolean
some_is_done (const LullView *view, gconstpointer node)
{
  return !none_is_done (view, node);
}

static void
wipe_contribute (const LullView *view G_GNUC_UNUSED,
                 gpointer node G_GNUC_UNUSED,
                 LullOutbox *out)
{
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, 1);
}

static void
wipe_node (const LullView *view, gpointer node, LullOutbox *out)
{
  *(guint8 *) node = 0;
  fork_go_on (view, node, out);
}

static const LullStep wipe_steps[] = {
  { .name = "contribute", .at = 0, .ready = none_is_done, .run = wipe_contribute },
  { .name = "wipe",
    .at = 1,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .run = wipe_node },
  { .name = "leave at once", .at = 0, .ready = some_is_done, .run = fork_leave },
  { .name = "leave", .at = 2, .ready = some_is_done, .run = fork_leave },
  { .name = NULL },
};

static const LullProtocol wipe_protocol = {
  .api = LULL_PROTOCOL_API,
  .name = "wipe",
  .summary = "forgets what it counted with each result",
  .source = "a test",
  .places = fork_places,
  .steps = wipe_steps,
  .collectives = fork_collectives,
  .node_size = fork_node_size,
  .callbacks_count = TRUE,
  .heeds = fork_heeds,
  .on_finished = fork_finished,
};

static void
a_step_that_writes_the_node_has_its_order (void)
{
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullNaiveGraph) whole = NULL;
  g_autoptr (LullNaiveGraph) reduced = NULL;
  const LullModel *model;
  LullNaiveScenario scenario;
  LullNaiveAmple found;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 1);
  lull_naive_scenario_add (&scenario, 0, 0, FALSE, FALSE, LULL_NAIVE_NONE);
  world = lull_twin_world_new (&scenario, &wipe_protocol, NULL, LULL_TWIN_LISTENER, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (world);
  model = lull_world_get_model (world);
  whole = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, 0);
  reduced = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_REDUCED, 0);
  CU_ASSERT_TRUE (whole->deadlock_states > 0);
  CU_ASSERT_TRUE (agree (whole, reduced));
  CU_ASSERT_PTR_NULL (lull_naive_ample_fault (model, whole->states->len, &found));
}

static const LullSemanticsRow *
find_row (const char *id)
{
  guint count;
  const LullSemanticsRow *rows = lull_semantics_rows (&count);

  while (!g_str_equal (rows->id, id))
    rows++;
  return rows;
}

/* Whether the judge finds that ample sets break CONDITION first. */
static gboolean
breaks (const LullModel *model, const char *condition)
{
  LullNaiveAmple found;
  const char *fault = lull_naive_ample_fault (model, GRAPH_STATES_MAX, &found);

  CU_ASSERT_TRUE (found.states <= GRAPH_STATES_MAX);
  return fault != NULL && g_str_has_prefix (fault, condition);
}

static gboolean
keeps_all (const LullModel *model)
{
  g_autoptr (LullNaiveGraph) whole =
      lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, 0);
  g_autoptr (LullNaiveGraph) reduced =
      lull_naive_graph_new (model, LULL_NAIVE_GRAPH_REDUCED, 0);

  return agree (whole, reduced);
}

/* The world of a row of the semantics, whose sets are right. */
static void
build_row (LullTwin *twin, const char *id)
{
  const LullModel *model;
  LullNaiveScenario scenario;

  lull_semantics_row_build (find_row (id), &scenario);
  lull_twin_init (twin, &scenario);
  model = lull_world_get_model (twin->world);
  CU_ASSERT_TRUE (keeps_all (model));
  CU_ASSERT_FALSE (breaks (model, "C"));
}

static guint
take_alone (LullAction *actions, guint index)
{
  LullAction action = actions[index];

  actions[index] = actions[0];
  actions[0] = action;
  return 1;
}

/* Wrong on purpose: one action alone, whichever comes first. */
static guint
first_alone (const LullModel *self G_GNUC_UNUSED,
             const guint8 *state G_GNUC_UNUSED,
             LullAction *actions,
             guint count G_GNUC_UNUSED)
{
  return take_alone (actions, 0);
}

static void
a_wrong_ample_set_is_noticed (void)
{
  g_auto (LullTwin) twin = { 0 };

  build_row (&twin, "02");
  twin.world->model.ample = first_alone;
  CU_ASSERT_TRUE (breaks (&twin.world->model, "C1"));
  CU_ASSERT_FALSE (keeps_all (&twin.world->model));
}

/* A group that does not know what its messages bring about is closed too early. */
static void
a_group_that_forgets_what_comes_is_noticed (void)
{
  g_auto (LullTwin) twin = { 0 };

  build_row (&twin, "10");
  memset (twin.world->reach, 0, twin.world->message_count * sizeof (guint32));
  memset (twin.world->program_reach, 0, twin.world->workers * sizeof (guint32));
  CU_ASSERT_TRUE (breaks (&twin.world->model, "C1"));
}

/* Wrong on purpose: what has begun ends before anything else happens. */
static guint
finish_alone (const LullModel *self,
              const guint8 *state G_GNUC_UNUSED,
              LullAction *actions,
              guint count)
{
  for (guint i = 0; i < count; i++)
    if (g_str_equal (self->kinds[lull_action_kind (actions[i])], "finish"))
      return take_alone (actions, i);
  return count;
}

/* Messages are counted as done when they start, so that nobody looks at whether they have
 * ended: nobody but the one who asks whether work is left. */
static void
a_set_that_hides_work_is_noticed (void)
{
  g_auto (LullTwin) twin = { 0 };

  build_row (&twin, "22");
  twin.world->model.ample = finish_alone;
  CU_ASSERT_TRUE (breaks (&twin.world->model, "C2"));
  CU_ASSERT_FALSE (keeps_all (&twin.world->model));
}

/* A protocol of rounds that say nothing and never end. */
static void
go_back (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_go (out, 0);
}

static const LullStep rounds_steps[] = {
  { .name = "contribute", .at = 0, .run = wipe_contribute },
  { .name = "once more",
    .at = 1,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .run = go_back },
  { .name = NULL },
};

static const LullProtocol rounds_protocol = {
  .api = LULL_PROTOCOL_API,
  .name = "rounds",
  .summary = "goes on with rounds",
  .source = "a test",
  .places = fork_places,
  .steps = rounds_steps,
  .collectives = fork_collectives,
  .callbacks_count = TRUE,
};

/* Wrong on purpose: whoever comes last, which is a worker in join where there is one. */
static guint
last_alone (const LullModel *self G_GNUC_UNUSED,
            const guint8 *state G_GNUC_UNUSED,
            LullAction *actions,
            guint count)
{
  return take_alone (actions, count - 1);
}

static void
a_set_that_puts_off_is_noticed (void)
{
  g_autoptr (LullWorld) world = NULL;
  LullNaiveScenario scenario;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 2);
  lull_naive_scenario_add (&scenario, 0, 1, FALSE, FALSE, LULL_NAIVE_NONE);
  world =
      lull_twin_world_new (&scenario, &rounds_protocol, NULL, LULL_TWIN_LISTENER, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (world);
  CU_ASSERT_FALSE (breaks (&world->model, "C"));
  world->model.ample = last_alone;
  CU_ASSERT_TRUE (breaks (&world->model, "C3"));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "reduced graphs keep the verdict and every deadlock",
      reduced_graphs_keep_the_verdict_and_every_deadlock },
    { "ample sets keep their conditions", ample_sets_keep_their_conditions },
    { "the other way out of a place is kept", the_other_way_out_of_a_place_is_kept },
    { "a step that writes the node has its order",
      a_step_that_writes_the_node_has_its_order },
    { "a wrong ample set is noticed", a_wrong_ample_set_is_noticed },
    { "a group that forgets what comes is noticed",
      a_group_that_forgets_what_comes_is_noticed },
    { "a set that hides work is noticed", a_set_that_hides_work_is_noticed },
    { "a set that puts off is noticed", a_set_that_puts_off_is_noticed },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "reduction", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
