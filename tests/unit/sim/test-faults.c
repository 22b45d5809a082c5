/* SPDX-License-Identifier: Apache-2.0 */
/* Faults of network and transport: what is work, what is told, and what does not fit. */
#include "sim-fixtures.h"

static void
what_is_lost_takes_along_what_it_would_have_caused (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 cast;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 1;
  cast = sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "B -> A", cast);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: the network loses cast 1 to B");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
what_is_sent_again_is_work_all_the_while (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 1;
  stage.setup.config.faults.retry = LULL_RETRY_SAME;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "A: the network loses cast 1 to B",
            "A: finds out that cast 1 to B is lost, and keeps it to send it again");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: sends cast 1 to B again");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: the network loses cast 1 to B"));
  SIM_TAKE (&stage, "B: listener takes cast 1 from A",
            "B: listener hands cast 1 to the pool", "B: handler of cast 1 starts",
            "B: handler of cast 1 ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
with_two_copies_a_handler_runs_three_times (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.listener = FALSE;
  stage.setup.config.faults.duplication = 2;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "A: the network doubles cast 1 to B", "A: the network doubles cast 1 to B");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: the network doubles cast 1 to B"));
  SIM_TAKE (&stage, "B: takes cast 1 from A off the wire", "B: handler of cast 1 starts",
            "B: handler of cast 1 ends", "B: takes second cast 1 from A off the wire",
            "B: handler of second cast 1 starts", "B: handler of second cast 1 ends");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "B: takes third cast 1 from A off the wire",
            "B: handler of third cast 1 starts", "B: handler of third cast 1 ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

static void
the_first_answer_settles_the_future_and_the_second_is_dropped (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "allreduce-max", 2);
  stage.setup.config.listener = FALSE;
  stage.setup.config.faults.duplication = 1;
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends",
            "A: the network doubles call 1 to B",
            "B: takes second call 1 from A off the wire",
            "B: handler of second call 1 starts",
            "B: handler of second call 1 ends, sends second reply 1 to A",
            "B: takes call 1 from A off the wire", "B: handler of call 1 starts",
            "B: handler of call 1 ends, sends reply 1 to A",
            "A: takes second reply 1 from B off the wire",
            "A: callback of second reply 1 starts");
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: callback of second reply 1 ends, its future is settled");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: takes reply 1 from B off the wire");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: callback of reply 1 starts"));
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: drops reply 1 from B: its call is answered");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
}

/* A setting, and how the world that is asked for is refused. */
typedef struct
{
  LullFaults faults;
  LullTransport transport;
  const char *refusal;
} Misfit;

static void
what_does_not_fit_together_is_refused (void)
{
  static const Misfit misfits[] = {
    { { .loss = 1, .duplication = 1, .deduplication = TRUE },
      LULL_TRANSPORT_EAGER,
      "loss and duplication go together only without deduplication" },
    { { .loss = 0 }, LULL_TRANSPORT_RENDEZVOUS, "a rendezvous is of a send task" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (misfits); i++)
    {
      g_auto (SimSetup) setup = { 0 };
      g_autofree char *reason = NULL;

      sim_setup_init (&setup, "pairwise", 2);
      sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
      setup.config.faults = misfits[i].faults;
      setup.config.transport = misfits[i].transport;
      reason = sim_setup_refusal (&setup, LULL_WORLD_ERROR_INVALID);
      CU_ASSERT_TRUE (g_str_has_prefix (reason, misfits[i].refusal));
    }
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "what is lost takes along what it would have caused",
      what_is_lost_takes_along_what_it_would_have_caused },
    { "what is sent again is work all the while",
      what_is_sent_again_is_work_all_the_while },
    { "with two copies a handler runs three times",
      with_two_copies_a_handler_runs_three_times },
    { "the first answer settles the future and the second is dropped",
      the_first_answer_settles_the_future_and_the_second_is_dropped },
    { "what does not fit together is refused", what_does_not_fit_together_is_refused },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "faults", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
