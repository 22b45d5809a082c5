/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of Dijkstra and Scholten, one by one, with worker 0 as the root. */
#include "lull-hand-crank.h"
#include "lull-protocols.h"
#include "lull-test.h"

static void
start (LullCrank *crank)
{
  lull_crank_init (crank, lull_protocols_find ("dijkstra-scholten"), 3, NULL);
}

/* All have joined, workers 1 and 2 are neutral, the root knows. */
static void
start_neutral (LullCrank *crank)
{
  start (crank);
  lull_crank_join_all (crank);
  for (guint worker = 1; worker < 3; worker++)
    {
      lull_crank_take (crank, worker, "disengage");
      lull_crank_deliver (crank, worker, 0);
    }
}

static void
everyone_begins_engaged_to_the_root (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "deficit 2");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "deficit 0, engaged by worker 0");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "deficit 0, engaged by worker 0");
}

static void
a_main_program_keeps_its_worker_engaged (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "disengage"));
  lull_crank_join (&crank, 1);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 1, "disengage"));
}

static void
disengaging_acknowledges_the_engager (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 1, "disengage");
  CU_ASSERT_STRING_EQUAL (lull_crank_control (&crank, 1, 0), "acknowledgement");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "deficit 0");
  lull_crank_deliver (&crank, 1, 0);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "deficit 1");
}

static void
sending_raises_the_deficit (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  lull_crank_post (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "deficit 1, engaged by worker 0");
}

static void
an_engaged_worker_acknowledges_in_the_pool (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  lull_crank_post (&crank, 1, 2);
  lull_crank_receive (&crank, 1, 2);
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 2, 1), 0);
  lull_crank_queue (&crank, 1, 2);
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 2, 1), 1);
  lull_crank_deliver (&crank, 2, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "deficit 0, engaged by worker 0");
}

static void
a_neutral_worker_is_engaged_by_the_sender (void)
{
  g_auto (LullCrank) crank = { 0 };

  start_neutral (&crank);
  lull_crank_queue (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "deficit 0, engaged by worker 1");
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 2, 1), 0);
}

static void
a_second_message_of_the_engager_is_acknowledged (void)
{
  g_auto (LullCrank) crank = { 0 };

  start_neutral (&crank);
  lull_crank_queue (&crank, 1, 2);
  lull_crank_queue (&crank, 1, 2);
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 2, 1), 1);
}

static void
a_deficit_keeps_engaged (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  lull_crank_post (&crank, 1, 2);
  lull_crank_join_all (&crank);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "disengage"));
  lull_crank_queue (&crank, 1, 2);
  lull_crank_deliver (&crank, 2, 1);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 1, "disengage"));
}

static void
a_message_in_the_listener_keeps_its_sender_engaged (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  lull_crank_post (&crank, 1, 2);
  lull_crank_join_all (&crank);
  lull_crank_receive (&crank, 1, 2);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "disengage"));
}

static void
a_handler_keeps_engaged (void)
{
  g_auto (LullCrank) crank = { 0 };

  start_neutral (&crank);
  lull_crank_queue (&crank, 1, 2);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 2, "disengage"));
  lull_crank_start (&crank, 1, 2);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 2, "disengage"));
  lull_crank_finish (&crank, 1, 2);
  lull_crank_take (&crank, 2, "disengage");
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 2, 1), 1);
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 2, 0), 0);
}

static void
the_root_acknowledges_at_once (void)
{
  g_auto (LullCrank) crank = { 0 };

  start_neutral (&crank);
  lull_crank_queue (&crank, 1, 0);
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 0, 1), 1);
}

static void
the_root_announces_without_deficit (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 1, "disengage");
  lull_crank_take (&crank, 2, "disengage");
  lull_crank_deliver (&crank, 1, 0);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "announce"));
  lull_crank_deliver (&crank, 2, 0);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "announce"));
}

static void
an_active_root_does_not_announce (void)
{
  g_auto (LullCrank) crank = { 0 };

  start_neutral (&crank);
  lull_crank_queue (&crank, 0, 0);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "announce"));
}

static void
everyone_is_told (void)
{
  g_auto (LullCrank) crank = { 0 };

  start_neutral (&crank);
  lull_crank_take (&crank, 0, "announce");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_control (&crank, 0, 2), "terminated");
  lull_crank_deliver (&crank, 0, 1);
  lull_crank_deliver (&crank, 0, 2);
  CU_ASSERT_EQUAL (crank.views[1].left, 1);
  CU_ASSERT_EQUAL (crank.views[2].left, 1);
}

static void
a_deficit_may_exceed_a_byte (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank);
  for (guint i = 0; i < 254; i++)
    lull_crank_post (&crank, 0, 1);
  lull_crank_join_all (&crank);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "deficit 256");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "announce"));
}

/* Worker 0 has announced and goes on; its notices are on the wire. */
static void
end_first_join (LullCrank *crank)
{
  start (crank);
  lull_crank_join_all (crank);
  for (guint worker = 1; worker <= 2; worker++)
    {
      lull_crank_take (crank, worker, "disengage");
      lull_crank_deliver (crank, worker, 0);
    }
  lull_crank_take (crank, 0, "announce");
  lull_crank_go_on (crank, 0);
}

static void
the_notice_engages_for_the_next_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  end_first_join (&crank);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "deficit 2");
  lull_crank_deliver (&crank, 0, 1);
  lull_crank_go_on (&crank, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "deficit 0, engaged by worker 0");
  CU_ASSERT_EQUAL (lull_crank_on_wire (&crank, 1, 0), 0);
}

/* Worker 2 has left before worker 1, and what it sends comes before the notice. */
static void
whoever_is_engaged_already_acknowledges_the_notice (void)
{
  g_auto (LullCrank) crank = { 0 };

  end_first_join (&crank);
  lull_crank_deliver (&crank, 0, 2);
  lull_crank_go_on (&crank, 2);
  lull_crank_message (&crank, 2, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "deficit 0, engaged by worker 2");
  lull_crank_deliver (&crank, 0, 1);
  lull_crank_go_on (&crank, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_control (&crank, 1, 0), "acknowledgement");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "deficit 0, engaged by worker 2");
}

int
main (void)
{
  CU_TestInfo tree[] = {
    { "everyone begins engaged to the root", everyone_begins_engaged_to_the_root },
    { "a main program keeps its worker engaged",
      a_main_program_keeps_its_worker_engaged },
    { "disengaging acknowledges the engager", disengaging_acknowledges_the_engager },
    { "a neutral worker is engaged by the sender",
      a_neutral_worker_is_engaged_by_the_sender },
    { "a second message of the engager is acknowledged",
      a_second_message_of_the_engager_is_acknowledged },
    { "a handler keeps engaged", a_handler_keeps_engaged },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo deficit[] = { { "sending raises the deficit", sending_raises_the_deficit },
                            { "an engaged worker acknowledges in the pool",
                              an_engaged_worker_acknowledges_in_the_pool },
                            { "a deficit keeps engaged", a_deficit_keeps_engaged },
                            { "a message in the listener keeps its sender engaged",
                              a_message_in_the_listener_keeps_its_sender_engaged },
                            { "a deficit may exceed a byte",
                              a_deficit_may_exceed_a_byte },
                            CU_TEST_INFO_NULL };
  CU_TestInfo root[] = {
    { "the root acknowledges at once", the_root_acknowledges_at_once },
    { "the root announces without deficit", the_root_announces_without_deficit },
    { "an active root does not announce", an_active_root_does_not_announce },
    { "everyone is told", everyone_is_told },
    { "the notice engages for the next join", the_notice_engages_for_the_next_join },
    { "whoever is engaged already acknowledges the notice",
      whoever_is_engaged_already_acknowledges_the_notice },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "the tree", NULL, NULL, NULL, NULL, tree },
                            { "the deficit", NULL, NULL, NULL, NULL, deficit },
                            { "the root", NULL, NULL, NULL, NULL, root },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
