/* SPDX-License-Identifier: Apache-2.0 */
/* Workers that crash, leave or come late, together with other things that go wrong. */
#include "sim-fixtures.h"

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
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "members together", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
