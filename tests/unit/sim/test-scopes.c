/* SPDX-License-Identifier: Apache-2.0 */
/* Scopes: when a program goes on behind one, what the two protocols are told, and how a
 * run is told. */
#include "lull-protocols.h"
#include "sim-fixtures.h"

#include <stdio.h>

/* A protocol that leaves whenever it likes, and counts what it is told. */

static const char *const places[] = { "resting", NULL };

static gsize
node_size (guint workers G_GNUC_UNUSED, const gint *values G_GNUC_UNUSED)
{
  return 1;
}

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static void
count (const LullView *view G_GNUC_UNUSED,
       gpointer node,
       const LullBasic *message G_GNUC_UNUSED,
       LullOutbox *out G_GNUC_UNUSED)
{
  ++*(guint8 *) node;
}

static void
go_astray (const LullView *view G_GNUC_UNUSED,
           gpointer node G_GNUC_UNUSED,
           const LullBasic *message G_GNUC_UNUSED,
           LullOutbox *out)
{
  lull_outbox_go (out, 7);
}

static void
describe_node (const LullView *view G_GNUC_UNUSED,
               gconstpointer node,
               char *text,
               gsize size)
{
  snprintf (text, size, "sent %u", *(const guint8 *) node);
}

static const LullStep steps[] = { { .name = "leave", .at = 0, .run = leave },
                                  { .name = NULL } };

static const LullProtocol hasty = { .api = LULL_PROTOCOL_API,
                                    .name = "hasty",
                                    .places = places,
                                    .steps = steps,
                                    .node_size = node_size,
                                    .on_posted = count,
                                    .describe_node = describe_node };

/* A calls B, whose handler opens a scope around REQUEST, and sends ~> A behind it. */
static guint8
set_up (SimSetup *setup, const LullProtocol *scopes, const char *request)
{
  guint8 opener, inside;

  sim_setup_init_with (setup, &hasty, 2);
  setup->config.scopes.protocol = scopes;
  opener = sim_setup_add (setup, "A ~> B", LULL_NO_MESSAGE);
  CU_ASSERT_TRUE (lull_work_open_scope (&setup->work, 1, opener));
  inside = sim_setup_add (setup, request, opener);
  CU_ASSERT_TRUE (lull_work_close_scope (&setup->work));
  sim_setup_add (setup, "B ~> A", opener);
  return inside;
}

#define BEGIN                                                                            \
  "A: main program sends cast 1 to B, ends", "B: listener takes cast 1 from A",          \
      "B: listener hands cast 1 to the pool", "B: handler of cast 1 starts",             \
      "B: handler of cast 1 sends cast 2 to A"
#define HANDLE                                                                           \
  "A: listener takes cast 2 from B", "A: listener hands cast 2 to the pool",             \
      "A: handler of cast 2 starts"

static gboolean
is_premature (const SimStage *stage)
{
  const LullModel *model = lull_world_get_model (stage->world);

  return !model->properties[0].holds (model, stage->walk.state);
}

static gboolean
state_says (const SimStage *stage, const char *words)
{
  g_autoptr (GString) text = g_string_new (NULL);

  lull_world_describe_state (stage->world, stage->walk.state, text);
  if (strstr (text->str, words) != NULL)
    return TRUE;
  g_print ("\n    found\n%s", text->str);
  return FALSE;
}

static void
test_program_goes_on_behind_its_scope (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, &hasty, "B ~> A");
  sim_stage_open (&stage);
  SIM_TAKE (&stage, BEGIN, HANDLE, "A: handler of cast 2 ends");
  CU_ASSERT_FALSE (
      sim_walk_offers (&stage.walk, "B: handler of cast 1 sends cast 3 to A"));
  SIM_TAKE (&stage, "B: scope: leave; leaves the scope, and goes on behind it");
  CU_ASSERT_FALSE (is_premature (&stage));
  SIM_TAKE (&stage, "B: handler of cast 1 sends cast 3 to A",
            "B: handler of cast 1 ends");
}

/* The others may say so at any time; the program that sends, only when it has. */
static void
test_who_leaves_a_scope_with_work_is_too_early (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, &hasty, "B ~> A");
  sim_stage_open (&stage);
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: scope: leave; leaves the scope"));
  CU_ASSERT_FALSE (is_premature (&stage));
  SIM_TAKE (&stage, "A: scope: leave; leaves the scope");
  CU_ASSERT_TRUE (is_premature (&stage));
  SIM_TAKE (&stage, BEGIN, HANDLE);
  CU_ASSERT_TRUE (is_premature (&stage));
  SIM_TAKE (&stage, "A: handler of cast 2 ends");
  CU_ASSERT_FALSE (is_premature (&stage));
}

/* An answer belongs to the scope as its call does. */
static void
test_what_a_scope_sees (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, &hasty, "B -> A");
  sim_stage_open (&stage);
  CU_ASSERT_TRUE (state_says (&stage, "B: the scope has yet to be sent\n"));
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "B: listener takes cast 1 from A", "B: listener hands cast 1 to the pool",
            "B: handler of cast 1 starts", "B: handler of cast 1 sends call 2 to A",
            "A: listener takes call 2 from B", "A: listener hands call 2 to the pool");
  CU_ASSERT_TRUE (
      state_says (&stage, "B: in the scope, resting, futures 1, idle, sent 1\n"));
  CU_ASSERT_TRUE (
      state_says (&stage, "A: in the scope, resting, futures 0, busy, sent 0\n"));
}

static void
test_what_a_scope_sees_of_its_worker (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, &hasty, "B ~> A");
  stage.setup.config.scopes.sees = LULL_SCOPES_SEE_WORKER;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, BEGIN);
  CU_ASSERT_TRUE (
      state_says (&stage, "B: in the scope, resting, futures 0, busy, sent 1\n"));
}

/* A has sent the cast that begins it all, and B one in the scope. */
static void
test_a_blind_join_is_not_told (void)
{
  for (guint outer = 0; outer < 2; outer++)
    {
      g_auto (SimStage) stage = { 0 };

      set_up (&stage.setup, &hasty, "B ~> A");
      stage.setup.config.scopes.outer = (LullScopesOuter) outer;
      sim_stage_open (&stage);
      SIM_TAKE (&stage, BEGIN);
      CU_ASSERT_TRUE (
          state_says (&stage, "A: in join, resting, futures 0, idle, sent 1"));
      CU_ASSERT_TRUE (
          state_says (&stage, outer == LULL_SCOPES_OUTER_COUNTS
                                  ? "B: in join, resting, futures 0, busy, sent 1"
                                  : "B: in join, resting, futures 0, busy, sent 0"));
    }
}

static void
test_scopes_that_are_not_there_cost_nothing (void)
{
  gsize sizes[2];

  for (guint with = 0; with < 2; with++)
    {
      g_auto (SimStage) stage = { 0 };

      sim_setup_init_with (&stage.setup, &hasty, 2);
      sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
      if (with == 1)
        stage.setup.config.scopes.protocol = lull_protocols_find ("pairwise");
      sim_stage_open (&stage);
      sizes[with] = lull_world_get_model (stage.world)->state_size;
      CU_ASSERT_PTR_NULL (lull_world_get_model (stage.world)->unreduced);
    }
  CU_ASSERT_EQUAL (sizes[0], sizes[1]);
}

static void
test_main_program_joins_behind_its_scope (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init_with (&stage.setup, &hasty, 2);
  stage.setup.config.scopes.protocol = &hasty;
  for (guint i = 0; i < 2; i++)
    {
      CU_ASSERT_TRUE (lull_work_open_scope (&stage.setup.work, 0, LULL_NO_MESSAGE));
      sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
      CU_ASSERT_TRUE (lull_work_close_scope (&stage.setup.work));
    }
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: main program sends cast 2 to B"));
  SIM_TAKE (&stage, "A: scope 1: leave; leaves scope 1, and goes on behind it",
            "A: main program sends cast 2 to B");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: leave; leaves join"));
  SIM_TAKE (&stage, "A: scope 2: leave; leaves scope 2, and goes on behind it",
            "A: leave; leaves join");
}

static void
test_scope_left_too_early_is_told (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&stage.setup, &hasty, "B ~> A");
  story = sim_stage_tell (
      &stage, (const char *const[]){ BEGIN,
                                     "B: scope: leave; leaves the scope, and goes on "
                                     "behind it",
                                     NULL });
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "B left the scope at step 6 although work of "
                   "it remained: cast 2 (B to A) was on the wire.");
  CU_ASSERT_TRUE (sim_story_arrow (story, "cast 2")->lost);
}

static void
test_scope_left_before_it_is_begun_is_told (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&stage.setup, &hasty, "B ~> A");
  story = sim_stage_tell (
      &stage, (const char *const[]){ "A: scope: leave; leaves the scope", NULL });
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "A left the scope at step 1 although work of it remained: B had not "
                   "sent all that the body of the scope sends.");
}

/* The join is not judged by a scope that went well, nor the scope by the join. */
static void
test_join_left_too_early_is_told (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&stage.setup, &hasty, "B ~> A");
  story = sim_stage_tell (
      &stage, (const char *const[]){ BEGIN, HANDLE, "A: handler of cast 2 ends",
                                     "A: scope: leave; leaves the scope",
                                     "A: leave; leaves join", NULL });
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "A left join at step 11 although work remained: cast 1 (A to B) was "
                   "being handled.");
}

static void
test_who_waits_for_a_scope_is_told (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 inside =
      set_up (&stage.setup, lull_protocols_find ("dijkstra-scholten"), "B ~> A");

  sim_setup_add (&stage.setup, "A ~> B", inside);
  stage.setup.config.protocol = lull_protocols_find ("safra");
  stage.setup.config.threads_max = 1;
  sim_stage_open (&stage);
  {
    g_autoptr (LullTrace) stuck = sim_find (stage.world, SIM_DEADLOCK);

    CU_ASSERT_PTR_NOT_NULL_FATAL (stuck);
    story = lull_world_tell (stage.world, stuck, NULL);
  }
  CU_ASSERT_TRUE (sim_story_mentions (
      story,
      "The cycle: the handler of cast 1 at B waits for cast 4 (queued at B) of the "
      "scope to be handled, which waits for the handler of cast 1 at B to free the "
      "only thread."));
  CU_ASSERT_TRUE (sim_story_mentions (story, "What they remember of the scope: A: "));
}

static void
test_open_end_in_a_scope_is_told (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&stage.setup, &hasty, "B ~> A");
  story = sim_stage_tell (&stage, (const char *const[]){ BEGIN, NULL });
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "cast 1 (A to B) is being handled, and waits for the end of the scope"));
}

static void
test_broken_contract_in_a_scope_is_told (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  LullProtocol astray = hasty;

  astray.on_posted = go_astray;
  set_up (&stage.setup, &astray, "B ~> A");
  story = sim_stage_tell (&stage, (const char *const[]){ BEGIN, NULL });
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "At step 5 the protocol of the scope at B broke its contract: it went "
                   "to a place that does not exist.");
}

typedef struct
{
  const char *protocol; /* of the scope */
  void (*change) (SimSetup *setup);
  const char *reason;
} Refusal;

static void
make_crash (SimSetup *setup)
{
  setup->config.members.crashes = 1;
}

static void
make_double (SimSetup *setup)
{
  setup->config.faults.duplication = 1;
}

static void
make_lowered (SimSetup *setup)
{
  setup->config.protocol = lull_protocols_find ("pairwise");
  setup->config.rounds.by = LULL_ROUNDS_LEADER;
}

static void
make_stop (SimSetup *setup)
{
  setup->config.timeouts.calls = LULL_TIMEOUTS_ALL;
  setup->config.timeouts.awaiting_stops = TRUE;
}

static void
change_nothing (SimSetup *setup G_GNUC_UNUSED)
{
}

static void
test_some_things_do_not_go_with_scopes (void)
{
  static const Refusal refusals[] = {
    { "safra", make_crash,
      "scopes do not go with members that crash, leave or come late; leave out one or "
      "the "
      "other" },
    { "safra", make_double,
      "scopes do not go with messages that are doubled; leave out one or the other" },
    { "pairwise", make_lowered,
      "collectives made of messages are for the join alone; use a protocol for scopes "
      "that has control messages, or let collectives be by step" },
    { "safra", make_stop,
      "a program that ends where it waits for a call that times out may never come to "
      "its "
      "scope; let timeouts.await be goes-on" },
    { "active-calls", change_nothing,
      "the scopes' protocol takes the futures lock, of which a worker has one, for its "
      "join; use another protocol" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_auto (SimSetup) setup = { 0 };
      g_autofree char *reason = NULL;

      set_up (&setup, lull_protocols_find (refusals[i].protocol), "B -> A");
      refusals[i].change (&setup);
      reason = sim_setup_refusal (&setup, LULL_WORLD_ERROR_INVALID);
      SIM_EXPECT_TEXT (reason, refusals[i].reason);
    }
}

int
main (void)
{
  CU_TestInfo truth[] = {
    { "a program goes on behind its scope when that is over",
      test_program_goes_on_behind_its_scope },
    { "who leaves a scope while work of it is left does so too early",
      test_who_leaves_a_scope_with_work_is_too_early },
    { "a scope's protocol sees the futures and the idleness of the scope",
      test_what_a_scope_sees },
    { "… or of all its worker", test_what_a_scope_sees_of_its_worker },
    { "a blind join is not told of the messages of scopes",
      test_a_blind_join_is_not_told },
    { "a main program joins when its last scope is over",
      test_main_program_joins_behind_its_scope },
    { "scopes that are not there cost no bytes, and no reductions",
      test_scopes_that_are_not_there_cost_nothing },
    { "some things do not go with scopes", test_some_things_do_not_go_with_scopes },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo told[] = {
    { "the scope that was left too early is named", test_scope_left_too_early_is_told },
    { "so is a body that was not sent", test_scope_left_before_it_is_begun_is_told },
    { "a join that was left too early is still a join",
      test_join_left_too_early_is_told },
    { "who waits for a scope is told in a deadlock", test_who_waits_for_a_scope_is_told },
    { "… and at an open end", test_open_end_in_a_scope_is_told },
    { "whose protocol breaks its contract is named",
      test_broken_contract_in_a_scope_is_told },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "scopes", NULL, NULL, NULL, NULL, truth },
    { "scopes, as told", NULL, NULL, NULL, NULL, told },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
