/* SPDX-License-Identifier: Apache-2.0 */
/* The joins in which workers look at nothing but themselves: barriers, and numbers of
 * open calls. */
#include "lull-hand-crank.h"
#include "lull-protocols.h"
#include "lull-test.h"

static void
start (LullCrank *crank, const char *protocol)
{
  lull_crank_init (crank, lull_protocols_find (protocol), 2, NULL);
  lull_crank_join_all (crank);
}

static void
a_barrier_opens_when_all_are_in_it (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "barrier-sync");
  lull_crank_take (&crank, 0, "barrier 1");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "pool empty"));
  lull_crank_take (&crank, 1, "barrier 1");
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "pool empty"));
}

static void
a_full_pool_is_waited_for (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "barrier-sync");
  lull_crank_queue (&crank, 1, 0);
  lull_crank_take (&crank, 0, "barrier 1");
  lull_crank_take (&crank, 1, "barrier 1");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "pool empty"));
  lull_crank_finish (&crank, 1, 0);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "pool empty"));
}

static void
the_second_barrier_ends_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "barrier-sync");
  for (guint worker = 0; worker < 2; worker++)
    lull_crank_take (&crank, worker, "barrier 1");
  for (guint worker = 0; worker < 2; worker++)
    lull_crank_take (&crank, worker, "pool empty");
  lull_crank_take (&crank, 0, "barrier 2");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "joins"));
  lull_crank_take (&crank, 1, "barrier 2");
  lull_crank_take (&crank, 0, "joins");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
}

static void
nobody_with_futures_ends_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "allreduce-max");
  lull_crank_take (&crank, 0, "contribute");
  lull_crank_take (&crank, 1, "contribute");
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
}

static void
one_future_means_another_round (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "allreduce-max");
  crank.views[1].futures = 1;
  lull_crank_take (&crank, 1, "contribute");
  lull_crank_take (&crank, 0, "contribute");
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_EQUAL (crank.views[0].left, 0);
  lull_crank_take (&crank, 0, "own futures answered");
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "contribute"));
}

static void
own_futures_are_waited_for (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "allreduce-max");
  crank.views[1].futures = 2;
  lull_crank_take (&crank, 1, "contribute");
  lull_crank_take (&crank, 0, "contribute");
  lull_crank_take (&crank, 1, "read the result");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "own futures answered"));
  crank.views[1].futures = 0;
  CU_ASSERT_TRUE (lull_crank_can (&crank, 1, "own futures answered"));
}

static void
the_lock_is_held_until_the_result (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "allreduce-max-locked");
  lull_crank_take (&crank, 0, "lock and contribute");
  CU_ASSERT_TRUE (crank.locked[0]);
  CU_ASSERT_FALSE (crank.locked[1]);
  lull_crank_take (&crank, 1, "lock and contribute");
  CU_ASSERT_TRUE (crank.locked[0]);
  lull_crank_take (&crank, 0, "unlock and read the result");
  CU_ASSERT_FALSE (crank.locked[0]);
  CU_ASSERT_TRUE (crank.locked[1]);
}

static void
nobody_waits_for_futures_with_the_lock (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "allreduce-max-locked");
  crank.views[0].futures = 1;
  lull_crank_take (&crank, 0, "lock and contribute");
  lull_crank_take (&crank, 1, "lock and contribute");
  lull_crank_take (&crank, 0, "unlock and read the result");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "own futures answered"));
  CU_ASSERT_FALSE (crank.locked[0]);
}

static void
take_both (LullCrank *crank, const char *step)
{
  for (guint worker = 0; worker < 2; worker++)
    lull_crank_take (crank, worker, step);
}

static void
own_futures_come_after_two_barriers (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "futures-wait");
  crank.views[0].futures = 1;
  take_both (&crank, "barrier 1");
  take_both (&crank, "pool empty");
  lull_crank_take (&crank, 1, "barrier 2");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "own futures answered"));
  lull_crank_take (&crank, 0, "barrier 2");
  CU_ASSERT_TRUE (lull_crank_can (&crank, 1, "own futures answered"));
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "own futures answered"));
  crank.views[0].futures = 0;
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "own futures answered"));
}

static void
the_third_barrier_ends_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "futures-wait");
  take_both (&crank, "barrier 1");
  take_both (&crank, "pool empty");
  take_both (&crank, "barrier 2");
  take_both (&crank, "own futures answered");
  lull_crank_take (&crank, 0, "barrier 3");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "joins"));
  lull_crank_take (&crank, 1, "barrier 3");
  lull_crank_take (&crank, 0, "joins");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
}

static void
nobody_counts_before_all_calls_were_done (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, "active-calls");
  crank.views[0].futures = 1;
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "own calls done"));
  lull_crank_take (&crank, 1, "own calls done");
  lull_crank_take (&crank, 1, "barrier");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "past the barrier"));
  crank.views[0].futures = 0;
  lull_crank_take (&crank, 0, "own calls done");
  lull_crank_take (&crank, 0, "barrier");
  lull_crank_take (&crank, 1, "past the barrier");
  CU_ASSERT_TRUE (lull_crank_can (&crank, 1, "contribute"));
}

/* Both stand before the count; a handler of worker 1 makes FUTURES calls. */
static void
count_active_calls (LullCrank *crank, const char *settings, guint8 futures)
{
  lull_crank_init (crank, lull_protocols_find ("active-calls"), 2, settings);
  lull_crank_join_all (crank);
  take_both (crank, "own calls done");
  take_both (crank, "barrier");
  take_both (crank, "past the barrier");
  crank->views[1].futures = futures;
  take_both (crank, "contribute");
}

static void
no_active_call_ends_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  count_active_calls (&crank, NULL, 0);
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
}

static void
active_calls_mean_another_round (void)
{
  g_auto (LullCrank) crank = { 0 };

  count_active_calls (&crank, NULL, 2);
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_EQUAL (crank.views[0].left, 0);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "own calls done"));
}

static void
the_lock_of_send_is_held_until_the_sum (void)
{
  g_auto (LullCrank) crank = { 0 };

  count_active_calls (&crank, NULL, 1);
  CU_ASSERT_TRUE (crank.locked[0] && crank.locked[1]);
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_FALSE (crank.locked[0]);
  CU_ASSERT_TRUE (crank.locked[1]);
}

static void
the_lock_of_send_can_be_left_out (void)
{
  g_auto (LullCrank) crank = { 0 };

  count_active_calls (&crank, "lock=none", 1);
  CU_ASSERT_FALSE (crank.locked[0] || crank.locked[1]);
}

static void
the_barrier_before_the_count_can_be_left_out (void)
{
  g_auto (LullCrank) crank = { 0 };

  lull_crank_init (&crank, lull_protocols_find ("active-calls"), 2, "barrier=no");
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "own calls done");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "barrier"));
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "contribute"));
}

int
main (void)
{
  CU_TestInfo barrier[] = {
    { "a barrier opens when all are in it", a_barrier_opens_when_all_are_in_it },
    { "a full pool is waited for", a_full_pool_is_waited_for },
    { "the second barrier ends join", the_second_barrier_ends_join },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo allreduce[] = {
    { "nobody with futures ends join", nobody_with_futures_ends_join },
    { "one future means another round", one_future_means_another_round },
    { "own futures are waited for", own_futures_are_waited_for },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo locked[] = {
    { "the lock is held until the result", the_lock_is_held_until_the_result },
    { "nobody waits for futures with the lock", nobody_waits_for_futures_with_the_lock },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo futures[] = {
    { "own futures come after two barriers", own_futures_come_after_two_barriers },
    { "the third barrier ends join", the_third_barrier_ends_join },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo active[] = {
    { "nobody counts before all calls were done",
      nobody_counts_before_all_calls_were_done },
    { "no active call ends join", no_active_call_ends_join },
    { "active calls mean another round", active_calls_mean_another_round },
    { "the lock of send() is held until the sum",
      the_lock_of_send_is_held_until_the_sum },
    { "the lock of send() can be left out", the_lock_of_send_can_be_left_out },
    { "the barrier before the count can be left out",
      the_barrier_before_the_count_can_be_left_out },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "barrier sync", NULL, NULL, NULL, NULL, barrier },
                            { "allreduce(MAX)", NULL, NULL, NULL, NULL, allreduce },
                            { "with the lock", NULL, NULL, NULL, NULL, locked },
                            { "futures wait", NULL, NULL, NULL, NULL, futures },
                            { "active calls", NULL, NULL, NULL, NULL, active },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
