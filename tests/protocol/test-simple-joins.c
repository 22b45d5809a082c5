/* SPDX-License-Identifier: Apache-2.0 */
/* The joins that only look at themselves: barrier sync and allreduce(MAX). */
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
  CU_SuiteInfo suites[] = { { "barrier sync", NULL, NULL, NULL, NULL, barrier },
                            { "allreduce(MAX)", NULL, NULL, NULL, NULL, allreduce },
                            { "with the lock", NULL, NULL, NULL, NULL, locked },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
