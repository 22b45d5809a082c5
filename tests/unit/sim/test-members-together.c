/* SPDX-License-Identifier: Apache-2.0 */
/* Workers that crash, leave or come late, together with other things that go wrong. */
#include "sim-fixtures.h"

#include <string.h>

/* A calls B, which may crash while A and C go on; A's callback sends to C. */
static void
set_up_call (SimSetup *setup)
{
  guint8 call;

  sim_setup_init (setup, "barrier-sync", 3);
  setup->config.members.crashes = 2;
  setup->config.members.rounds_go_on = TRUE;
  call = sim_setup_add (setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (setup, "A ~> C", (guint8) (call + 1));
}

static void
a_call_to_who_is_gone_times_out (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_call (&stage.setup);
  stage.setup.config.timeouts.calls = LULL_TIMEOUTS_ALL;
  stage.setup.config.members.told = TRUE;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends", "B: crashes");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: learns that B has crashed");
  CU_ASSERT_TRUE (
      sim_walk_offers (&stage.walk, "A: call 1 times out, its future gets an error"));
  SIM_TAKE (&stage, "A: call 1 times out, its future gets an error");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
its_callback_with_the_error_is_work (void)
{
  for (guint crashes = 0; crashes < 2; crashes++)
    {
      g_auto (SimStage) stage = { 0 };

      set_up_call (&stage.setup);
      stage.setup.config.timeouts.calls = LULL_TIMEOUTS_ALL;
      stage.setup.config.timeouts.callback_runs = TRUE;
      sim_stage_open (&stage);
      SIM_TAKE (&stage, "A: main program sends call 1 to B, ends", "B: crashes");
      CU_ASSERT_TRUE (sim_stage_has_work (&stage));
      SIM_TAKE (&stage, "A: call 1 times out, its callback starts with an error");
      CU_ASSERT_TRUE (sim_stage_has_work (&stage));
      if (crashes != 0)
        SIM_TAKE (&stage, "A: crashes");
      else
        SIM_TAKE (&stage, "A: callback of reply 1 sends cast 2 to C",
                  "A: callback of call 1, which timed out, ends",
                  "C: listener takes cast 2 from A",
                  "C: listener hands cast 2 to the pool", "C: handler of cast 2 starts",
                  "C: handler of cast 2 ends");
      CU_ASSERT_FALSE (sim_stage_has_work (&stage));
    }
}

/* The call is on the wire, and its caller is gone before it could time out. */
static void
a_callback_dies_with_its_caller (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_call (&stage.setup);
  stage.setup.config.timeouts.calls = LULL_TIMEOUTS_ALL;
  stage.setup.config.timeouts.callback_runs = TRUE;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends", "A: crashes");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: listener takes call 1 from A",
            "B: listener hands call 1 to the pool", "B: handler of call 1 starts",
            "B: handler of call 1 ends, sends reply 1 to A");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
what_was_to_be_sent_again_is_gone_with_its_sender (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.faults.loss = 1;
  stage.setup.config.faults.retry = LULL_RETRY_SAME;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "A: the network loses cast 1 to B",
            "A: finds out that cast 1 to B is lost, and keeps it to send it again");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: crashes");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

/* Nobody is left who could find out. */
static void
what_is_lost_of_who_is_gone_is_lost_for_good (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.faults.loss = 1;
  stage.setup.config.faults.retry = LULL_RETRY_SAME;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends", "A: crashes");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: the network loses cast 1 to B");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

/* The answer takes its way all the same, but nothing would come of it. */
static void
what_has_still_to_be_sent_to_who_is_gone_is_no_work (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_call (&stage.setup);
  stage.setup.config.send_tasks = LULL_SEND_TASKS_APART;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program queues call 1 to B, ends",
            "A: send task puts call 1 to B on the wire",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts",
            "B: handler of call 1 ends, queues reply 1 to A");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: crashes");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  CU_ASSERT_TRUE (
      sim_walk_offers (&stage.walk, "B: send task puts reply 1 to A on the wire"));
}

/* Two joins, with something to do for A behind the first. */
static void
set_up_two_joins (SimSetup *setup)
{
  sim_setup_init (setup, "barrier-sync", 3);
  setup->config.members.rounds_go_on = TRUE;
  lull_work_join (&setup->work);
  sim_setup_add (setup, "A ~> B", LULL_NO_MESSAGE);
}

static void
take_one_round (SimStage *stage)
{
  SIM_TAKE (stage, "A: barrier 1", "B: barrier 1; the round is complete",
            "A: pool empty: idle 1", "B: pool empty: idle 1", "A: barrier 2",
            "B: barrier 2; the round is complete");
}

static void
the_next_join_is_held_by_those_who_are_left (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_two_joins (&stage.setup);
  stage.setup.config.members.crashes = 1;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "C: crashes");
  take_one_round (&stage);
  SIM_TAKE (&stage, "A: joins; leaves join 1", "B: joins; leaves join 1",
            "A: main program sends cast 1 to B, ends", "B: listener takes cast 1 from A",
            "B: listener hands cast 1 to the pool", "B: handler of cast 1 starts",
            "B: handler of cast 1 ends");
  take_one_round (&stage);
  SIM_TAKE (&stage, "A: joins; leaves join 2", "B: joins; leaves join 2");
  CU_ASSERT_EQUAL (sim_walk_offer_count (&stage.walk), 0);
}

static void
who_leaves_may_take_part_in_joins_before (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_two_joins (&stage.setup);
  stage.setup.config.members.leaving = 1U << 2;
  sim_stage_open (&stage);
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "C: barrier 1"));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "C: leaves the group for good"));
}

static void
who_leaves_may_do_so_instead_of_the_first (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_two_joins (&stage.setup);
  stage.setup.config.members.leaving = 1U << 2;
  stage.setup.config.members.instead_of = 1;
  sim_stage_open (&stage);
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "C: barrier 1"));
  SIM_TAKE (&stage, "C: leaves the group for good");
  take_one_round (&stage);
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "A: joins; leaves join 1"));
}

static void
who_is_late_takes_part_from_the_first_join_that_nobody_has_left (void)
{
  for (guint left = 0; left < 2; left++)
    {
      g_auto (SimStage) stage = { 0 };

      set_up_two_joins (&stage.setup);
      stage.setup.config.members.late = 1U << 2;
      sim_setup_add (&stage.setup, "C ~> A", LULL_NO_MESSAGE);
      sim_stage_open (&stage);
      take_one_round (&stage);
      if (left != 0)
        SIM_TAKE (&stage, "A: joins; leaves join 1");
      SIM_TAKE (&stage, "C: comes to the group");
      CU_ASSERT_EQUAL (sim_walk_offers (&stage.walk, "C: barrier 1"), left == 0);
      CU_ASSERT_EQUAL (
          sim_walk_offers (&stage.walk, "C: main program sends cast 2 to A, ends"),
          left != 0);
    }
}

static void
nobody_does_anything_behind_where_he_leaves (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autofree char *reason = NULL;

  set_up_two_joins (&setup);
  setup.config.members.leaving = 1U << 0;
  setup.config.members.instead_of = 1;
  reason = sim_setup_refusal (&setup, LULL_WORLD_ERROR_INVALID);
  CU_ASSERT_TRUE (g_str_has_prefix (reason, "who leaves does nothing behind the join "));
}

static void
nobody_leaves_instead_of_a_join_that_there_is_not (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autofree char *reason = NULL;

  set_up_two_joins (&setup);
  setup.config.members.leaving = 1U << 2;
  setup.config.members.instead_of = 3;
  reason = sim_setup_refusal (&setup, LULL_WORLD_ERROR_INVALID);
  CU_ASSERT_TRUE (g_str_has_prefix (
      reason, "who leaves does so instead of a join that there is not"));
}

/* What a main program had still to do, and the lock that it has, go with it. */
static void
local_steps_are_gone_with_their_worker (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  lull_work_add_local (&stage.setup.work, LULL_LOCAL_TAKE, 0, LULL_NO_MESSAGE, "L");
  lull_work_add_local (&stage.setup.work, LULL_LOCAL_COMPUTE, 0, LULL_NO_MESSAGE, NULL);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program takes lock L");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: crashes");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: main program computes"));
  lull_world_describe_state (stage.walk.world, stage.walk.state, text);
  CU_ASSERT_PTR_NULL (strstr (text->str, "lock L"));
}

static void
what_is_in_its_buffers_is_gone_with_a_worker (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.send_tasks = LULL_SEND_TASKS_BUFFERED;
  stage.setup.config.fifo = TRUE;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program buffers cast 1 to B",
            "A: main program buffers cast 2 to B, ends");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: crashes");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
what_it_had_deferred_is_gone_with_a_worker (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 call;

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  lull_work_mark (&stage.setup.work, call, LULL_TRAIT_DEFERRED);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts",
            "B: handler of call 1 returns, and has yet to answer");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: crashes");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

/* It is on its way, and still its sender's: it goes with that, or is off its hands. */
static void
a_rendezvous_ends_when_one_of_the_two_is_gone (void)
{
  for (guint gone = 0; gone < 2; gone++)
    {
      g_auto (SimStage) stage = { 0 };

      sim_setup_init (&stage.setup, "barrier-sync", 2);
      stage.setup.config.members.crashes = 1;
      stage.setup.config.send_tasks = LULL_SEND_TASKS_APART;
      stage.setup.config.transport = LULL_TRANSPORT_RENDEZVOUS;
      sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
      sim_stage_open (&stage);
      SIM_TAKE (&stage, "A: main program queues cast 1 to B, ends",
                "A: send task puts cast 1 to B on the wire");
      CU_ASSERT_TRUE (sim_stage_has_work (&stage));
      SIM_TAKE (&stage, gone == 0 ? "A: crashes" : "B: crashes");
      CU_ASSERT_FALSE (sim_stage_has_work (&stage));
      CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: listener takes cast 1 from A"));
    }
}

static void
a_task_that_waits_for_who_is_gone_ends (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.members.rounds_go_on = TRUE;
  stage.setup.config.send_tasks = LULL_SEND_TASKS_APART;
  stage.setup.config.transport = LULL_TRANSPORT_RENDEZVOUS;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program queues cast 1 to B, ends",
            "A: send task puts cast 1 to B on the wire", "A: barrier 1",
            "B: barrier 1; the round is complete");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: pool empty: idle 1"));
  SIM_TAKE (&stage, "B: crashes");
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "A: pool empty: idle 1"));
}

/* Whoever it was for, the sender is told that it failed. */
static void
sending_to_who_is_gone_may_fail (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_call (&stage.setup);
  stage.setup.config.faults.send_errors = 1;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "B: crashes", "A: main program fails to send call 1 to B");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

/* The program that would have raised it was in a message that is gone. */
static void
a_flag_that_nobody_is_left_to_raise_is_waited_for (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullTrace) trace = NULL;
  g_autoptr (LullStory) story = NULL;
  guint8 waits, notifies;

  sim_setup_init (&setup, "barrier-sync", 3);
  setup.config.members.crashes = 1;
  setup.config.members.crashing = 1U << 2;
  setup.config.members.rounds_go_on = TRUE;
  waits = sim_setup_add (&setup, "await A -> B", LULL_NO_MESSAGE);
  lull_work_add_local (&setup.work, LULL_LOCAL_WAIT, 1, waits, "F");
  notifies = sim_setup_add (&setup, "C ~> B", LULL_NO_MESSAGE);
  lull_work_add_local (&setup.work, LULL_LOCAL_NOTIFY, 1, notifies, "F");
  world = sim_setup_build (&setup);
  trace = sim_find (world, SIM_DEADLOCK);
  story = lull_world_tell (world, trace, NULL);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "the handler of call 1 at B waits for flag F, which nobody raises"));
}

static void
who_leaves_drained_says_what_it_waits_for (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullTrace) trace = NULL;
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "barrier-sync", 2);
  setup.config.members.crashes = 1;
  setup.config.members.crashing = 1U << 1;
  setup.config.members.leaving = 1U << 0;
  setup.config.members.drained = TRUE;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  trace = sim_find (world, SIM_DEADLOCK);
  story = lull_world_tell (world, trace, NULL);
  CU_ASSERT_TRUE (
      sim_story_mentions (story, "A waits for an answer to call 1, but B is gone"));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a call to who is gone times out", a_call_to_who_is_gone_times_out },
    { "its callback with the error is work", its_callback_with_the_error_is_work },
    { "a callback dies with its caller", a_callback_dies_with_its_caller },
    { "what was to be sent again is gone with its sender",
      what_was_to_be_sent_again_is_gone_with_its_sender },
    { "what is lost of who is gone is lost for good",
      what_is_lost_of_who_is_gone_is_lost_for_good },
    { "what has still to be sent to who is gone is no work",
      what_has_still_to_be_sent_to_who_is_gone_is_no_work },
    { "the next join is held by those who are left",
      the_next_join_is_held_by_those_who_are_left },
    { "who leaves may take part in joins before",
      who_leaves_may_take_part_in_joins_before },
    { "who leaves may do so instead of the first",
      who_leaves_may_do_so_instead_of_the_first },
    { "who is late takes part from the first join that nobody has left",
      who_is_late_takes_part_from_the_first_join_that_nobody_has_left },
    { "nobody does anything behind where he leaves",
      nobody_does_anything_behind_where_he_leaves },
    { "nobody leaves instead of a join that there is not",
      nobody_leaves_instead_of_a_join_that_there_is_not },
    { "local steps are gone with their worker", local_steps_are_gone_with_their_worker },
    { "what is in its buffers is gone with a worker",
      what_is_in_its_buffers_is_gone_with_a_worker },
    { "what it had deferred is gone with a worker",
      what_it_had_deferred_is_gone_with_a_worker },
    { "a rendezvous ends when one of the two is gone",
      a_rendezvous_ends_when_one_of_the_two_is_gone },
    { "a task that waits for who is gone ends", a_task_that_waits_for_who_is_gone_ends },
    { "sending to who is gone may fail", sending_to_who_is_gone_may_fail },
    { "a flag that nobody is left to raise is waited for",
      a_flag_that_nobody_is_left_to_raise_is_waited_for },
    { "who leaves drained says what it waits for",
      who_leaves_drained_says_what_it_waits_for },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "members together", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
