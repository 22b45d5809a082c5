/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that time out and requests that are deferred: what is work, who goes on, and what
 * runs. */
#include "sim-fixtures.h"

static void
set_out (SimStage *stage)
{
  sim_setup_init (&stage->setup, "barrier-sync", 2);
  stage->setup.config.timeouts.calls = LULL_TIMEOUTS_ALL;
}

static void
a_late_answer_is_no_work_and_its_request_is (void)
{
  g_auto (SimStage) stage = { 0 };

  set_out (&stage);
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends",
            "A: call 1 times out, its future gets an error",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: handler of call 1 ends, sends reply 1 to A");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: listener takes reply 1 from B",
            "A: listener hands reply 1 to the pool",
            "A: reply 1, which comes too late, is taken up",
            "A: reply 1, which comes too late, is dropped");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
a_call_times_out_until_a_thread_takes_up_its_answer (void)
{
  g_auto (SimStage) stage = { 0 };

  set_out (&stage);
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts",
            "B: handler of call 1 ends, sends reply 1 to A",
            "A: listener takes reply 1 from B", "A: listener hands reply 1 to the pool");
  CU_ASSERT_TRUE (
      sim_walk_offers (&stage.walk, "A: call 1 times out, its future gets an error"));
  SIM_TAKE (&stage, "A: callback of reply 1 starts");
  CU_ASSERT_FALSE (
      sim_walk_offers (&stage.walk, "A: call 1 times out, its future gets an error"));
}

static void
a_callback_that_runs_with_the_error_is_work (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 call;

  set_out (&stage);
  stage.setup.config.timeouts.callback_runs = TRUE;
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", (guint8) (call + 1));
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts",
            "B: handler of call 1 ends, sends reply 1 to A",
            "A: call 1 times out, its callback starts with an error",
            "A: listener takes reply 1 from B", "A: listener hands reply 1 to the pool",
            "A: reply 1, which comes too late, is taken up",
            "A: reply 1, which comes too late, is dropped");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: callback of reply 1 sends cast 2 to B",
            "A: callback of call 1, which timed out, ends",
            "B: listener takes cast 2 from A", "B: listener hands cast 2 to the pool",
            "B: handler of cast 2 starts", "B: handler of cast 2 ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
an_error_ends_the_program_that_awaits (void)
{
  g_auto (SimStage) stage = { 0 };

  set_out (&stage);
  stage.setup.config.timeouts.awaiting_stops = TRUE;
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: barrier 1"));
  SIM_TAKE (&stage, "A: call 1 times out, its future gets an error");
  CU_ASSERT_FALSE (
      sim_walk_offers (&stage.walk, "A: main program sends cast 2 to B, ends"));
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "A: barrier 1"));
}

static void
a_deferred_request_is_work_until_it_is_done (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 call;

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  lull_work_mark (&stage.setup.work, call, LULL_TRAIT_DEFERRED);
  stage.setup.config.threads_max = 1;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts",
            "B: handler of call 1 returns, and has yet to answer");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: call 1 is done outside the pool, and answered to A",
            "A: listener takes reply 1 from B", "A: listener hands reply 1 to the pool",
            "A: callback of reply 1 starts",
            "A: callback of reply 1 ends, its future is settled");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

int
main (void)
{
  CU_TestInfo tests[] = { { "a late answer is no work, and its request is",
                            a_late_answer_is_no_work_and_its_request_is },
                          { "a call times out until a thread takes up its answer",
                            a_call_times_out_until_a_thread_takes_up_its_answer },
                          { "a callback that runs with the error is work",
                            a_callback_that_runs_with_the_error_is_work },
                          { "an error ends the program that awaits",
                            an_error_ends_the_program_that_awaits },
                          { "a deferred request is work until it is done",
                            a_deferred_request_is_work_until_it_is_done },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "futures", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
