/* SPDX-License-Identifier: Apache-2.0 */
/* Safra's rules, one by one. Workers 0, 1, 2: the token goes 0, 2, 1, 0. */
#include "lull-hand-crank.h"
#include "lull-protocols.h"
#include "lull-test.h"

static void
start (LullCrank *crank, const char *settings)
{
  lull_crank_init (crank, lull_protocols_find ("safra"), 3, settings);
}

/* Lets the token go once around; worker 0 has it again. */
static void
probe (LullCrank *crank)
{
  lull_crank_take (crank, 0, "start a probe");
  lull_crank_deliver (crank, 0, 2);
  lull_crank_take (crank, 2, "pass the token");
  lull_crank_deliver (crank, 2, 1);
  lull_crank_take (crank, 1, "pass the token");
  lull_crank_deliver (crank, 1, 0);
}

static void
sending_raises_the_count (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_post (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "count 1, white");
}

static void
a_message_in_the_listener_is_not_received (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_post (&crank, 1, 2);
  lull_crank_receive (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count 0, white");
}

static void
a_message_in_the_pool_is_received (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_queue (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count -1, white");
}

static void
a_handler_makes_black (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_queue (&crank, 1, 2);
  lull_crank_start (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count -1, black");
}

static void
receipt_can_be_counted_in_the_listener (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "receipt=received");
  lull_crank_receive (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count -1, white");
  lull_crank_queue (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count -1, white");
}

static void
receipt_can_be_counted_at_the_end (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "receipt=finish");
  lull_crank_queue (&crank, 1, 2);
  lull_crank_start (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count 0, black");
  lull_crank_finish (&crank, 1, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count -1, black");
}

static void
worker_0_begins_with_a_black_token (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0),
                          "count 0, white, has the token (q 0, black)");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "count 0, white");
}

static void
a_probe_starts_white_with_q_0 (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_post (&crank, 0, 1);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "start a probe");
  CU_ASSERT_STRING_EQUAL (lull_crank_control (&crank, 0, 2), "token, q 0, white");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "count 1, white");
}

static void
nobody_starts_a_probe_before_its_program_ends (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "start a probe"));
  lull_crank_join_all (&crank);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "start a probe"));
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "start a probe"));
}

static void
the_token_waits_for_the_main_program (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_join (&crank, 0);
  lull_crank_take (&crank, 0, "start a probe");
  lull_crank_deliver (&crank, 0, 2);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 2, "pass the token"));
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2),
                          "count 0, white, has the token (q 0, white)");
  lull_crank_join (&crank, 2);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 2, "pass the token"));
}

static void
an_active_worker_keeps_the_token (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "start a probe");
  lull_crank_deliver (&crank, 0, 2);
  lull_crank_queue (&crank, 1, 2);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 2, "pass the token"));
  lull_crank_start (&crank, 1, 2);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 2, "pass the token"));
  lull_crank_finish (&crank, 1, 2);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 2, "pass the token"));
}

static void
the_token_adds_up_the_counts (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_post (&crank, 2, 0);
  lull_crank_post (&crank, 2, 1);
  lull_crank_post (&crank, 1, 0);
  lull_crank_join_all (&crank);
  probe (&crank);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0),
                          "count 0, white, has the token (q 3, white)");
}

static void
a_black_worker_makes_the_token_black (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_message (&crank, 0, 2);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "start a probe");
  lull_crank_deliver (&crank, 0, 2);
  lull_crank_take (&crank, 2, "pass the token");
  CU_ASSERT_STRING_EQUAL (lull_crank_control (&crank, 2, 1), "token, q -1, black");
}

static void
a_white_worker_leaves_the_colour_of_the_token (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_message (&crank, 0, 2);
  lull_crank_join_all (&crank);
  probe (&crank);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0),
                          "count 1, white, has the token (q -1, black)");
}

static void
handing_the_token_on_makes_white (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_message (&crank, 0, 2);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "start a probe");
  lull_crank_deliver (&crank, 0, 2);
  lull_crank_take (&crank, 2, "pass the token");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 2), "count -1, white");
}

static void
a_black_token_means_another_probe (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_message (&crank, 0, 2);
  lull_crank_join_all (&crank);
  probe (&crank);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "announce"));
  probe (&crank);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "announce"));
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "start a probe"));
}

static void
a_black_worker_0_means_another_probe (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_post (&crank, 2, 0);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "start a probe");
  lull_crank_queue (&crank, 2, 0);
  lull_crank_start (&crank, 2, 0);
  lull_crank_finish (&crank, 2, 0);
  lull_crank_deliver (&crank, 0, 2);
  lull_crank_take (&crank, 2, "pass the token");
  lull_crank_deliver (&crank, 2, 1);
  lull_crank_take (&crank, 1, "pass the token");
  lull_crank_deliver (&crank, 1, 0);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0),
                          "count -1, black, has the token (q 1, white)");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "announce"));
}

static void
a_message_under_way_means_another_probe (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_post (&crank, 1, 2);
  lull_crank_receive (&crank, 1, 2);
  lull_crank_join_all (&crank);
  probe (&crank);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0),
                          "count 0, white, has the token (q 1, white)");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "announce"));
}

static void
everyone_is_told (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_join_all (&crank);
  probe (&crank);
  lull_crank_take (&crank, 0, "announce");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
  CU_ASSERT_EQUAL (crank.controls->len, 2);
  CU_ASSERT_STRING_EQUAL (lull_crank_control (&crank, 0, 1), "terminated");
  lull_crank_deliver (&crank, 0, 1);
  lull_crank_deliver (&crank, 0, 2);
  CU_ASSERT_EQUAL (crank.views[1].left, 1);
  CU_ASSERT_EQUAL (crank.views[2].left, 1);
}

static void
a_ring_of_one_announces (void)
{
  g_auto (LullCrank) crank = { 0 };

  lull_crank_init (&crank, lull_protocols_find ("safra"), 1, NULL);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "start a probe");
  lull_crank_deliver (&crank, 0, 0);
  lull_crank_take (&crank, 0, "announce");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
}

/* A cast is over, and worker 0 has announced and begun its next join with a probe. */
static void
begin_second_join (LullCrank *crank, const char *settings)
{
  start (crank, settings);
  lull_crank_join_all (crank);
  probe (crank);
  lull_crank_take (crank, 0, "announce");
  lull_crank_go_on (crank, 0);
  lull_crank_join (crank, 0);
  lull_crank_take (crank, 0, "start a probe");
}

/* The notice of the end is behind: links keep no order, and the test takes the token
 * first. */
static void
take_token_before_notice (LullCrank *crank)
{
  GArray *controls = crank->controls;
  const LullCrankControl token =
      g_array_index (controls, LullCrankControl, controls->len - 1);

  g_array_remove_index (controls, controls->len - 1);
  g_array_prepend_val (controls, token);
  lull_crank_deliver (crank, 0, 2);
}

static void
the_token_has_the_number_of_its_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  begin_second_join (&crank, NULL);
  take_token_before_notice (&crank);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 2, "pass the token"));
  lull_crank_deliver (&crank, 0, 2);
  CU_ASSERT_EQUAL (crank.views[2].left, 1);
  lull_crank_go_on (&crank, 2);
  lull_crank_join (&crank, 2);
  lull_crank_take (&crank, 2, "pass the token");
  CU_ASSERT_STRING_EQUAL (lull_crank_control (&crank, 2, 1),
                          "token of join 2, q 0, white");
}

static void
without_it_the_token_is_handed_on (void)
{
  g_auto (LullCrank) crank = { 0 };

  begin_second_join (&crank, "number=no");
  take_token_before_notice (&crank);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 2, "pass the token"));
}

static void
nothing_is_known_before_the_first_probe_of_a_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, NULL);
  lull_crank_join_all (&crank);
  probe (&crank);
  lull_crank_take (&crank, 0, "announce");
  lull_crank_go_on (&crank, 0);
  lull_crank_join (&crank, 0);
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "announce"));
}

int
main (void)
{
  CU_TestInfo counting[] = {
    { "sending raises the count", sending_raises_the_count },
    { "a message in the listener is not received",
      a_message_in_the_listener_is_not_received },
    { "a message in the pool is received", a_message_in_the_pool_is_received },
    { "a handler makes black", a_handler_makes_black },
    { "receipt can be counted in the listener", receipt_can_be_counted_in_the_listener },
    { "receipt can be counted at the end", receipt_can_be_counted_at_the_end },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo token[] = {
    { "worker 0 begins with a black token", worker_0_begins_with_a_black_token },
    { "a probe starts white with q 0", a_probe_starts_white_with_q_0 },
    { "nobody starts a probe before its program ends",
      nobody_starts_a_probe_before_its_program_ends },
    { "the token waits for the main program", the_token_waits_for_the_main_program },
    { "an active worker keeps the token", an_active_worker_keeps_the_token },
    { "the token adds up the counts", the_token_adds_up_the_counts },
    { "a black worker makes the token black", a_black_worker_makes_the_token_black },
    { "a white worker leaves the colour of the token",
      a_white_worker_leaves_the_colour_of_the_token },
    { "handing the token on makes white", handing_the_token_on_makes_white },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo end[] = {
    { "a black token means another probe", a_black_token_means_another_probe },
    { "a black worker 0 means another probe", a_black_worker_0_means_another_probe },
    { "a message under way means another probe",
      a_message_under_way_means_another_probe },
    { "everyone is told", everyone_is_told },
    { "a ring of one announces", a_ring_of_one_announces },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo again[] = {
    { "the token has the number of its join", the_token_has_the_number_of_its_join },
    { "without it the token is handed on", without_it_the_token_is_handed_on },
    { "nothing is known before the first probe of a join",
      nothing_is_known_before_the_first_probe_of_a_join },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "counting", NULL, NULL, NULL, NULL, counting },
                            { "the token", NULL, NULL, NULL, NULL, token },
                            { "the end", NULL, NULL, NULL, NULL, end },
                            { "joins one after another", NULL, NULL, NULL, NULL, again },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
