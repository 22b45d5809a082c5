/* SPDX-License-Identifier: Apache-2.0 */
/* Any work on a network on which something goes wrong: the world against the naive
 * reference, and both against all forests one by one. Under each protocol and variant
 * there are 32 kinds of it, 16 for one worker. */
#include "lull-any-worlds.h"
#include "lull-test.h"

/* What goes wrong with any work, and what is done about it. */
static const LullNaiveOptions variants[] = {
  { .loss = 1 },
  { .loss = 2, .fifo = TRUE },
  { .loss = 1,
    .retry = LULL_NAIVE_RETRY_SAME,
    .wait_idle = TRUE,
    .idle_with_retries = TRUE },
  { .loss = 1,
    .retry = LULL_NAIVE_RETRY_NEW,
    .wait_idle = TRUE,
    .retries_counted = TRUE },
  { .loss = 1,
    .retry = LULL_NAIVE_RETRY_NEW,
    .failed_undone = TRUE,
    .send_task = TRUE,
    .sent_late = TRUE },
};

static guint
visit (guint workers, guint requests, guint8 epochs, LullAnyVisit how)
{
  LullAnyWorlds worlds = { workers, requests, epochs,
                           FALSE,   variants, G_N_ELEMENTS (variants) };

  return lull_any_worlds_visit (&worlds, how);
}

static void
the_world_agrees_on_faults (void)
{
  CU_ASSERT_EQUAL (visit (1, 2, 1, lull_any_worlds_compare), 16);
  CU_ASSERT_EQUAL (visit (2, 1, 1, lull_any_worlds_compare), 32);
  CU_ASSERT_EQUAL (visit (2, 2, 1, lull_any_worlds_compare), 32);
}

static void
the_world_agrees_on_faults_in_several_joins (void)
{
  CU_ASSERT_EQUAL (visit (1, 2, 2, lull_any_worlds_compare), 16);
  CU_ASSERT_EQUAL (visit (2, 1, 2, lull_any_worlds_compare), 32);
}

static void
any_work_is_as_bad_as_its_worst_forest (void)
{
  CU_ASSERT_TRUE (visit (2, 1, 1, lull_any_worlds_compare_forests) > 50);
  CU_ASSERT_TRUE (visit (1, 2, 1, lull_any_worlds_compare_forests) > 50);
}

int
main (void)
{
  CU_TestInfo tests[] = { { "the world agrees on faults", the_world_agrees_on_faults },
                          { "the world agrees on faults in several joins",
                            the_world_agrees_on_faults_in_several_joins },
                          { "any work is as bad as its worst forest",
                            any_work_is_as_bad_as_its_worst_forest },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "any work with faults", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
