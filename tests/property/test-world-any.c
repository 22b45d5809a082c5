/* SPDX-License-Identifier: Apache-2.0 */
/* Any work: the world against the naive reference, and both against all forests one by
 * one. Under each protocol and variant there are 94 kinds of it, 47 for one worker. */
#include "lull-any-worlds.h"
#include "lull-test.h"

/* What a rule may depend on, one at a time. */
static const LullNaiveOptions variants[] = {
  { 0 },
  { .fifo = TRUE },
  { .handlers = 1, .hand = 1 },
  { .send_task = TRUE },
  { .send_task = TRUE, .send_in_pool = TRUE, .handlers = 1 },
  { .send_task = TRUE, .send_in_pool = TRUE, .pool_fifo = TRUE, .handlers = 1 },
  { .settle_at_start = TRUE },
  { .snapshot = LULL_NAIVE_SNAPSHOT_SENT_DONE },
  { .snapshot = LULL_NAIVE_SNAPSHOT_DONE_SENT },
  { .done_early = TRUE },
  { .wait_idle = TRUE, .gather_diff = TRUE },
  { .wait_first = TRUE, .sent_late = TRUE, .send_task = TRUE, .send_in_pool = TRUE },
  { .finale = TRUE, .sent_late = TRUE, .send_task = TRUE },
};

static guint
visit (guint workers, guint requests, guint8 epochs, LullAnyVisit how)
{
  LullAnyWorlds worlds = { workers, requests, epochs,
                           FALSE,   variants, G_N_ELEMENTS (variants) };

  return lull_any_worlds_visit (&worlds, how);
}

static void
the_world_agrees_on_one_request (void)
{
  CU_ASSERT_EQUAL (visit (1, 1, 1, lull_any_worlds_compare), 47);
  CU_ASSERT_EQUAL (visit (2, 1, 1, lull_any_worlds_compare), 94);
  CU_ASSERT_EQUAL (visit (3, 1, 1, lull_any_worlds_compare), 94);
}

static void
the_world_agrees_on_two_requests (void)
{
  CU_ASSERT_EQUAL (visit (1, 2, 1, lull_any_worlds_compare), 47);
  CU_ASSERT_EQUAL (visit (2, 2, 1, lull_any_worlds_compare), 94);
}

static void
the_world_agrees_where_one_begins (void)
{
  LullAnyWorlds worlds = { 2, 2, 1, TRUE, variants, 6 };

  CU_ASSERT_EQUAL (lull_any_worlds_visit (&worlds, lull_any_worlds_compare), 60);
}

static void
the_world_agrees_on_several_joins (void)
{
  CU_ASSERT_EQUAL (visit (1, 1, 3, lull_any_worlds_compare), 47);
  CU_ASSERT_EQUAL (visit (1, 2, 2, lull_any_worlds_compare), 47);
  CU_ASSERT_EQUAL (visit (2, 1, 2, lull_any_worlds_compare), 94);
}

static void
any_work_is_as_bad_as_its_worst_forest (void)
{
  CU_ASSERT_TRUE (visit (2, 2, 1, lull_any_worlds_compare_forests) > 500);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "the world agrees on one request", the_world_agrees_on_one_request },
    { "the world agrees on two requests", the_world_agrees_on_two_requests },
    { "the world agrees where one begins", the_world_agrees_where_one_begins },
    { "the world agrees on several joins", the_world_agrees_on_several_joins },
    { "any work is as bad as its worst forest", any_work_is_as_bad_as_its_worst_forest },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "any work", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
