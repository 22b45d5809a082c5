/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-parents.h"
#include "lull-test.h"

/* Fills @p parents with state i having i * 7 % 5 children, and @p parent_of with who is
 * whose. */
static guint32
grow_tree (LullParents *parents,
           guint32 root_count,
           guint32 *parent_of,
           guint32 state_max)
{
  guint32 count = root_count;

  for (guint32 state = 0; state < count; state++)
    {
      guint32 children = MIN (state * 7 % 5, state_max - count);

      CU_ASSERT_TRUE (lull_parents_make_room (parents, children, 1));
      lull_parents_append (parents, state, children);
      for (guint32 i = 0; i < children; i++)
        parent_of[count++] = state;
    }
  return count;
}

static void
check_ancestry (const LullParents *parents,
                guint32 root_count,
                const guint32 *parent_of,
                guint32 state)
{
  g_autoptr (GArray) ancestry = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint wrong = 0;

  lull_parents_get_ancestry (parents, root_count, state, ancestry);
  CU_ASSERT_EQUAL (g_array_index (ancestry, guint32, ancestry->len - 1), state);
  CU_ASSERT_TRUE (g_array_index (ancestry, guint32, 0) < root_count);
  for (guint i = 1; i < ancestry->len; i++)
    if (parent_of[g_array_index (ancestry, guint32, i)] !=
        g_array_index (ancestry, guint32, i - 1))
      wrong++;
  CU_ASSERT_EQUAL (wrong, 0);
}

#define STATE_MAX 3000U

static void
try_every_state (gboolean is_ordered)
{
  for (guint32 root_count = 2; root_count < 200; root_count += 97)
    {
      static guint32 parent_of[STATE_MAX];
      LullBudget budget;
      LullParents parents;
      guint32 count;

      lull_budget_init (&budget, (guint64) 1 << 20);
      lull_parents_init (&parents, &budget, is_ordered);
      count = grow_tree (&parents, root_count, parent_of, STATE_MAX);
      CU_ASSERT_EQUAL (count, STATE_MAX);
      for (guint32 state = 0; state < count; state++)
        check_ancestry (&parents, root_count, parent_of, state);
      lull_parents_clear (&parents);
    }
}

static void
test_ancestry_by_bits (void)
{
  try_every_state (TRUE);
}

static void
test_ancestry_by_numbers (void)
{
  try_every_state (FALSE);
}

static void
test_long_line_of_descent (void)
{
  g_autoptr (GArray) ancestry = g_array_new (FALSE, FALSE, sizeof (guint32));
  LullBudget budget;
  LullParents parents;

  lull_budget_init (&budget, (guint64) 1 << 20);
  lull_parents_init (&parents, &budget, TRUE);
  CU_ASSERT_TRUE (lull_parents_make_room (&parents, 10000, 10000));
  for (guint i = 0; i < 10000; i++)
    lull_parents_append (&parents, i, 1);
  lull_parents_get_ancestry (&parents, 1, 10000, ancestry);
  CU_ASSERT_EQUAL (ancestry->len, 10001);
  CU_ASSERT_EQUAL (g_array_index (ancestry, guint32, 5000), 5000);
  lull_parents_clear (&parents);
}

static CU_TestInfo parents_tests[] = {
  { "the ancestry of every state of a tree, by bits", test_ancestry_by_bits },
  { "the ancestry of every state of a tree, by numbers", test_ancestry_by_numbers },
  { "a long line of descent", test_long_line_of_descent },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "parents", NULL, NULL, NULL, NULL, parents_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
