/* SPDX-License-Identifier: Apache-2.0 */
/* Timers: what is work, who is idle, and when one fires no more. */
#include "sim-fixtures.h"

static void
set_out (SimStage *stage, LullTimersScope scope, LullTimersStop stop)
{
  sim_setup_init (&stage->setup, "barrier-sync", 2);
  stage->setup.config.timers.scope = scope;
  stage->setup.config.timers.stop = stop;
}

static void
out_of_scope_nothing_of_it_is_work (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 call;

  set_out (&stage, LULL_TIMERS_OUT_OF_SCOPE, LULL_TIMERS_STOPPED_BY_NOTHING);
  call = sim_setup_add (&stage.setup, "A -> B", LULL_TIMER);
  sim_setup_add (&stage.setup, "B ~> A", call);
  sim_stage_open (&stage);
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: timer sends call 1 to B", "B: listener takes call 1 from A",
            "B: listener hands call 1 to the pool", "B: handler of call 1 starts",
            "B: handler of call 1 sends cast 2 to A");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  SIM_EXPECT_TEXT (lull_world_get_model (stage.world)->left_out,
                   "1 timer and what it causes");
}

static void
in_scope_it_is_work_from_the_start_until_all_is_done (void)
{
  g_auto (SimStage) stage = { 0 };

  set_out (&stage, LULL_TIMERS_IN_SCOPE, LULL_TIMERS_STOPPED_BY_NOTHING);
  sim_setup_add (&stage.setup, "A ~> B", LULL_TIMER);
  sim_stage_open (&stage);
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: timer sends cast 1 to B", "B: listener takes cast 1 from A",
            "B: listener hands cast 1 to the pool", "B: handler of cast 1 starts");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: handler of cast 1 ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  CU_ASSERT_PTR_NULL (lull_world_get_model (stage.world)->left_out);
}

static void
a_pending_timer_keeps_its_worker_busy_where_idleness_looks (void)
{
  g_auto (SimStage) stage = { 0 };

  set_out (&stage, LULL_TIMERS_OUT_OF_SCOPE, LULL_TIMERS_STOPPED_BY_NOTHING);
  stage.setup.config.idle |= (guint) LULL_IDLE_TIMERS;
  sim_setup_add (&stage.setup, "A ~> B", LULL_TIMER);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: barrier 1", "B: barrier 1; the round is complete");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: pool empty: idle 1"));
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "B: pool empty: idle 1"));
  SIM_TAKE (&stage, "A: timer sends cast 1 to B");
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "A: pool empty: idle 1"));
}

static void
join_stops_it_with_all_it_would_cause (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 cast;

  set_out (&stage, LULL_TIMERS_IN_SCOPE, LULL_TIMERS_STOPPED_BY_JOIN);
  sim_setup_add (&stage.setup, "A ~> A", LULL_NO_MESSAGE);
  cast = sim_setup_add (&stage.setup, "A ~> B", LULL_TIMER);
  sim_setup_add (&stage.setup, "B ~> A", cast);
  sim_stage_open (&stage);
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "A: timer sends cast 2 to B"));
  SIM_TAKE (&stage, "A: main program sends cast 1 to A, ends");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: timer sends cast 2 to B"));
  SIM_TAKE (&stage, "A: listener takes cast 1 from A",
            "A: listener hands cast 1 to the pool", "A: handler of cast 1 starts",
            "A: handler of cast 1 ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
what_was_missed_may_be_a_timer (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullTrace) trace = NULL;
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "pairwise", 2);
  setup.config.timers.scope = LULL_TIMERS_IN_SCOPE;
  sim_setup_add (&setup, "B ~> A", LULL_TIMER);
  world = sim_setup_build (&setup);
  trace = sim_find (world, SIM_PREMATURE);
  CU_ASSERT_EQUAL (lull_trace_length (trace), 3);
  story = lull_world_tell (world, trace, NULL);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "work remained: the timer of B for cast 1 was pending."));
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "A timer of B was pending at the snapshot of B; it has to be stopped"));
}

static void
check_refusal (SimSetup *setup, const char *expected)
{
  g_autofree char *reason = sim_setup_refusal (setup, LULL_WORLD_ERROR_INVALID);

  SIM_EXPECT_TEXT (reason, expected);
}

static void
they_do_not_go_with_any_work (void)
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init (&setup, "pairwise", 2);
  sim_setup_add (&setup, "A ~> B", LULL_TIMER);
  setup.work.any_messages = 1;
  setup.work.any_from = 1;
  check_refusal (&setup, "timers do not go with any work: list the calls");
}

/* Two joins of A and B, and a timer of A. */
static void
set_up_two_joins (SimSetup *setup)
{
  sim_setup_init (setup, "barrier-sync", 2);
  setup->config.timers.scope = LULL_TIMERS_IN_SCOPE;
  sim_setup_add (setup, "A ~> B", LULL_TIMER);
  lull_work_join (&setup->work);
}

static void
leave_first_join (SimStage *stage)
{
  SIM_TAKE (stage, "A: barrier 1", "B: barrier 1; the round is complete",
            "A: pool empty: idle 1", "B: pool empty: idle 1", "A: barrier 2",
            "B: barrier 2; the round is complete", "A: joins; leaves join 1",
            "B: joins; leaves join 1");
}

static gboolean
is_premature (const SimStage *stage)
{
  const LullModel *model = lull_world_get_model (stage->walk.world);

  return !model->properties[0].holds (model, stage->walk.state);
}

/* Pending, it is work of the join that its worker is in, which B must not leave; A may,
 * for it takes the timer along. */
static void
a_timer_goes_along_with_its_worker (void)
{
  for (guint who = 0; who < 2; who++)
    {
      g_auto (SimStage) stage = { 0 };

      set_up_two_joins (&stage.setup);
      sim_stage_open (&stage);
      SIM_TAKE (&stage, "A: barrier 1", "B: barrier 1; the round is complete",
                "A: pool empty: idle 1", "B: pool empty: idle 1", "A: barrier 2",
                "B: barrier 2; the round is complete");
      CU_ASSERT_FALSE (is_premature (&stage));
      SIM_TAKE (&stage, who == 0 ? "A: joins; leaves join 1" : "B: joins; leaves join 1");
      CU_ASSERT_EQUAL (is_premature (&stage), who != 0);
    }
}

static void
a_timer_is_set_before_the_join_that_is_named (void)
{
  g_auto (SimStage) stage = { 0 };
  const char *fires = "A: timer sends cast 1 to B";

  set_up_two_joins (&stage.setup);
  stage.setup.config.timers.join = 2;
  sim_stage_open (&stage);
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, fires));
  leave_first_join (&stage);
  CU_ASSERT_FALSE (is_premature (&stage));
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, fires));
}

static void
a_timer_that_is_not_set_keeps_nobody_busy (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_two_joins (&stage.setup);
  stage.setup.config.timers.join = 2;
  stage.setup.config.idle |= LULL_IDLE_TIMERS;
  sim_stage_open (&stage);
  leave_first_join (&stage);
  SIM_TAKE (&stage, "A: barrier 1", "B: barrier 1; the round is complete");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: pool empty: idle 1"));
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "B: pool empty: idle 1"));
}

static void
the_join_that_is_named_stops_a_timer (void)
{
  for (guint join = 1; join <= 2; join++)
    {
      g_auto (SimStage) stage = { 0 };
      const char *fires = "A: timer sends cast 1 to B";

      set_up_two_joins (&stage.setup);
      stage.setup.config.timers.join = join;
      stage.setup.config.timers.stop = LULL_TIMERS_STOPPED_BY_LEAVE;
      sim_stage_open (&stage);
      CU_ASSERT_EQUAL (sim_walk_offers (&stage.walk, fires), join == 1);
      leave_first_join (&stage);
      CU_ASSERT_EQUAL (sim_walk_offers (&stage.walk, fires), join == 2);
    }
}

static void
there_is_no_timer_of_a_join_that_there_is_not (void)
{
  g_auto (SimSetup) setup = { 0 };

  set_up_two_joins (&setup);
  setup.config.timers.join = 3;
  check_refusal (&setup, "timers are set before a join that there is not: there are "
                         "fewer joins");
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "out of scope nothing of it is work", out_of_scope_nothing_of_it_is_work },
    { "in scope it is work from the start until all is done",
      in_scope_it_is_work_from_the_start_until_all_is_done },
    { "a pending timer keeps its worker busy where idleness looks",
      a_pending_timer_keeps_its_worker_busy_where_idleness_looks },
    { "join stops it with all it would cause", join_stops_it_with_all_it_would_cause },
    { "what was missed may be a timer", what_was_missed_may_be_a_timer },
    { "they do not go with any work", they_do_not_go_with_any_work },
    { "a timer goes along with its worker", a_timer_goes_along_with_its_worker },
    { "a timer is set before the join that is named",
      a_timer_is_set_before_the_join_that_is_named },
    { "a timer that is not set keeps nobody busy",
      a_timer_that_is_not_set_keeps_nobody_busy },
    { "the join that is named stops a timer", the_join_that_is_named_stops_a_timer },
    { "there is no timer of a join that there is not",
      there_is_no_timer_of_a_join_that_there_is_not },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "timers", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
