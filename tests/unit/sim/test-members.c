/* SPDX-License-Identifier: Apache-2.0 */
/* Workers that crash, leave or come late: what is lost with them, and what is not. */
#include "sim-fixtures.h"

static void
what_it_runs_is_lost_with_what_that_would_cause (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 cast;

  sim_setup_init (&stage.setup, "barrier-sync", 3);
  stage.setup.config.members.crashes = 1;
  cast = sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "B ~> C", cast);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "B: listener takes cast 1 from A", "B: listener hands cast 1 to the pool",
            "B: handler of cast 1 starts");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: crashes");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  CU_ASSERT_FALSE (
      sim_walk_offers (&stage.walk, "B: handler of cast 1 sends cast 2 to C"));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: crashes"));
}

static void
what_it_had_sent_arrives_all_the_same (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B", "A: crashes");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: listener takes cast 1 from A",
            "B: listener hands cast 1 to the pool", "B: handler of cast 1 starts",
            "B: handler of cast 1 ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
what_is_sent_to_it_is_gone_at_once (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.fifo = TRUE;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B", "B: crashes",
            "A: main program sends cast 2 to B, ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: listener takes cast 2 from A"));
}

static void
others_learn_of_it_behind_what_it_had_sent (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 3);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.members.told = TRUE;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends", "A: crashes");
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "C: learns that A has crashed"));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: learns that A has crashed"));
  SIM_TAKE (&stage, "B: listener takes cast 1 from A", "B: learns that A has crashed");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: learns that A has crashed"));
}

static void
a_round_waits_for_it_or_goes_on (void)
{
  for (guint go_on = 0; go_on < 2; go_on++)
    {
      g_auto (SimStage) stage = { 0 };

      sim_setup_init (&stage.setup, "barrier-sync", 3);
      stage.setup.config.members.crashes = 1;
      stage.setup.config.members.rounds_go_on = go_on != 0;
      sim_stage_open (&stage);
      SIM_TAKE (&stage, "A: barrier 1", "B: barrier 1");
      SIM_TAKE (&stage, go_on != 0 ? "C: crashes; the round is complete" : "C: crashes");
      CU_ASSERT_EQUAL (sim_walk_offers (&stage.walk, "A: pool empty: idle 1"),
                       go_on != 0);
    }
}

static void
what_it_contributed_counts (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: barrier 1", "A: crashes", "B: barrier 1; the round is complete",
            "B: pool empty: idle 1", "B: barrier 2");
  CU_ASSERT_EQUAL (sim_walk_offer_count (&stage.walk), 0);
}

static void
who_leaves_does_so_in_place_of_joining (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.leaving = 1U << 0;
  stage.setup.config.members.drained = TRUE;
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: leaves the group for good"));
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: leaves the group for good"));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: barrier 1"));
  SIM_TAKE (&stage, "B: listener takes call 1 from A",
            "B: listener hands call 1 to the pool", "B: handler of call 1 starts",
            "B: handler of call 1 ends, sends reply 1 to A",
            "A: listener takes reply 1 from B", "A: listener hands reply 1 to the pool",
            "A: callback of reply 1 starts",
            "A: callback of reply 1 ends, its future is settled",
            "A: leaves the group for good", "B: barrier 1; the round is complete");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
who_is_late_takes_no_step_before_it_comes (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.late = 1U << 1;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "A: barrier 1; the round is complete");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: listener takes cast 1 from A"));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: barrier 1"));
  SIM_TAKE (&stage, "B: comes to the group", "B: listener takes cast 1 from A",
            "B: barrier 1");
}

static void
a_deadlock_says_who_is_gone (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullTrace) trace = NULL;
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "barrier-sync", 2);
  setup.config.members.crashes = 1;
  setup.config.members.crashing = 1U << 1;
  world = sim_setup_build (&setup);
  trace = sim_find (world, SIM_DEADLOCK);
  story = lull_world_tell (world, trace, NULL);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "A waits for B to contribute to the barrier, but it is gone; B is gone"));
}

static void
some_things_do_not_go_with_members (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autofree char *reason = NULL;

  sim_setup_init (&setup, "barrier-sync", 2);
  setup.config.members.late = 1;
  setup.config.rounds =
      (LullRounds){ .by = LULL_ROUNDS_LEADER, .fan_out = 2, .tags = TRUE };
  reason = sim_setup_refusal (&setup, LULL_WORLD_ERROR_INVALID);
  CU_ASSERT_TRUE (g_str_has_prefix (
      reason, "a group that changes does not go with collectives made of "));
}

/* "5 comes on C, 7 crash on B": the marks of comings and goings. */
static char *
list_presence (const LullStory *story)
{
  static const char *const words[] = {
    [LULL_MARK_COMES] = "comes", [LULL_MARK_GOES] = "goes", [LULL_MARK_CRASH] = "crash"
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < story->marks->len; i++)
    {
      const LullStoryMark *mark = &g_array_index (story->marks, LullStoryMark, i);

      if (mark->kind >= LULL_MARK_COMES)
        g_string_append_printf (text, "%s%u %s on %s", text->len > 0 ? ", " : "",
                                mark->step, words[mark->kind],
                                (const char *) story->lanes->pdata[mark->lane]);
    }
  return g_string_free (text, FALSE);
}

/* B crashes in a handler: the message that it handles has arrived, and is not lost on its
 * way; what it is sent afterwards is. */
static void
its_lane_ends_where_it_goes (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  g_autofree char *marks = NULL;

  sim_setup_init (&stage.setup, "pairwise", 4);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.members.crashing = 1U << 1;
  stage.setup.config.members.leaving = 1U << 2;
  stage.setup.config.members.late = 1U << 3;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "B: listener takes cast 1 from A", "B: listener hands cast 1 to the pool",
            "B: handler of cast 1 starts", "D: comes to the group", "B: crashes",
            "C: leaves the group for good", "A: main program sends cast 2 to B, ends");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  marks = list_presence (story);
  SIM_EXPECT_TEXT (marks, "4 comes on D, 5 crash on B, 6 goes on C");
  CU_ASSERT_EQUAL (sim_story_bar (story, "handler 1")->last_step, 5);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 1")->received_step, 1);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 2, lost")->ended_step, 7);
  CU_ASSERT_EQUAL (story->absent->len, 0);
}

static void
one_that_never_comes_has_no_lane (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 3);
  stage.setup.config.members.late = 1U << 2;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: contribute: done 0, sent 0");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL_FATAL (story->absent->len, 1);
  CU_ASSERT_EQUAL (g_array_index (story->absent, guint, 0), 2);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "what it runs is lost with what that would cause",
      what_it_runs_is_lost_with_what_that_would_cause },
    { "what it had sent arrives all the same", what_it_had_sent_arrives_all_the_same },
    { "what is sent to it is gone at once", what_is_sent_to_it_is_gone_at_once },
    { "others learn of it behind what it had sent",
      others_learn_of_it_behind_what_it_had_sent },
    { "a round waits for it or goes on", a_round_waits_for_it_or_goes_on },
    { "what it contributed counts", what_it_contributed_counts },
    { "who leaves does so in place of joining", who_leaves_does_so_in_place_of_joining },
    { "who is late takes no step before it comes",
      who_is_late_takes_no_step_before_it_comes },
    { "a deadlock says who is gone", a_deadlock_says_who_is_gone },
    { "some things do not go with members", some_things_do_not_go_with_members },
    { "its lane ends where it goes", its_lane_ends_where_it_goes },
    { "one that never comes has no lane", one_that_never_comes_has_no_lane },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "members", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
