/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-region.h"
#include "lull-test.h"

#define MIB ((guint64) 1 << 20)

static void
test_commit_keeps_address_and_content (void)
{
  LullBudget budget;
  LullRegion region;
  guint8 *first;

  lull_budget_init (&budget, 64 * MIB);
  lull_region_init (&region, &budget, 64 * MIB);
  CU_ASSERT_TRUE (lull_region_commit (&region, 1));
  first = region.base;
  first[0] = 42;
  CU_ASSERT_TRUE (lull_region_commit (&region, 16 * MIB));
  CU_ASSERT_PTR_EQUAL (region.base, first);
  CU_ASSERT_EQUAL (first[0], 42);
  CU_ASSERT_EQUAL (first[16 * MIB - 1], 0);
  lull_region_clear (&region);
}

static void
test_budget_counts_use_and_peak (void)
{
  LullBudget budget;
  LullRegion region;

  lull_budget_init (&budget, 8 * MIB);
  lull_region_init (&region, &budget, 8 * MIB);
  CU_ASSERT_TRUE (lull_region_commit (&region, 4 * MIB));
  CU_ASSERT_EQUAL (budget.used_bytes, region.committed_bytes);
  CU_ASSERT_EQUAL (budget.used_bytes + lull_budget_left (&budget), 8 * MIB);
  lull_region_decommit (&region);
  CU_ASSERT_EQUAL (budget.used_bytes, 0);
  CU_ASSERT_TRUE (budget.peak_bytes >= 4 * MIB);
  CU_ASSERT_TRUE (lull_region_commit (&region, MIB));
  CU_ASSERT_EQUAL (*(const guint64 *) region.base, 0);
  lull_region_clear (&region);
  CU_ASSERT_EQUAL (budget.used_bytes, 0);
}

static void
test_refusal_changes_nothing (void)
{
  LullBudget budget;
  LullRegion region;

  lull_budget_init (&budget, 2 * MIB);
  lull_region_init (&region, &budget, 64 * MIB);
  CU_ASSERT_TRUE (lull_region_commit (&region, MIB));
  CU_ASSERT_FALSE (lull_region_commit (&region, 3 * MIB));
  CU_ASSERT_EQUAL (budget.used_bytes, region.committed_bytes);
  CU_ASSERT_TRUE (budget.used_bytes < 2 * MIB);
  lull_region_clear (&region);
}

static void
test_limit_can_be_used_to_the_last_page (void)
{
  LullBudget budget;
  LullRegion region;

  lull_budget_init (&budget, 5 * MIB + 4096);
  lull_region_init (&region, &budget, 256 * MIB);
  CU_ASSERT_TRUE (lull_region_commit (&region, 5 * MIB + 4096));
  CU_ASSERT_FALSE (lull_region_commit (&region, 5 * MIB + 4097));
  lull_region_clear (&region);
}

static void
test_released_memory_can_be_had_again (void)
{
  LullBudget budget;
  LullRegion region;

  lull_budget_init (&budget, 4 * MIB);
  lull_region_init (&region, &budget, 64 * MIB);
  CU_ASSERT_TRUE (lull_region_commit (&region, 4 * MIB));
  CU_ASSERT_FALSE (lull_region_commit (&region, 5 * MIB));
  ((guint8 *) region.base)[3 * MIB] = 42;
  lull_region_release (&region, 3 * MIB);
  CU_ASSERT_EQUAL (budget.used_bytes, 1 * MIB);
  CU_ASSERT_TRUE (lull_region_commit (&region, 7 * MIB));
  CU_ASSERT_EQUAL (((const guint8 *) region.base)[3 * MIB], 42);
  CU_ASSERT_EQUAL (budget.used_bytes, 4 * MIB);
  lull_region_clear (&region);
  CU_ASSERT_EQUAL (budget.used_bytes, 0);
}

static void
test_default_limit_is_below_what_the_machine_has (void)
{
  LullBudget budget;

  lull_budget_init (&budget, 0);
  CU_ASSERT_TRUE (budget.limit_bytes > MIB);
  CU_ASSERT_TRUE (budget.limit_bytes < (guint64) 1 << 50);
}

static CU_TestInfo region_tests[] = {
  { "growing keeps address and content", test_commit_keeps_address_and_content },
  { "the budget counts use and peak", test_budget_counts_use_and_peak },
  { "a refusal changes nothing", test_refusal_changes_nothing },
  { "the limit can be used to the last page", test_limit_can_be_used_to_the_last_page },
  { "released memory can be had again", test_released_memory_can_be_had_again },
  { "the default limit comes from the machine",
    test_default_limit_is_below_what_the_machine_has },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "region", NULL, NULL, NULL, NULL, region_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
