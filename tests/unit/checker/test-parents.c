/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-parents.h"
#include "lull-test.h"

/* Appends states @p first … @p end - 1, of which each has as many children as @p children
 * says, in two runs, the second before the first. */
static void
append_in_two_runs (LullParents *parents,
                    guint32 first,
                    guint32 end,
                    const guint32 *children)
{
  guint32 middle = first + (end - first) / 3;
  guint32 first_children = 0, second_children = 0;
  LullParentsWriter first_run, second_run;

  for (guint32 state = first; state < middle; state++)
    first_children += children[state];
  for (guint32 state = middle; state < end; state++)
    second_children += children[state];
  CU_ASSERT_TRUE (
      lull_parents_make_room (parents, first_children + second_children, end - first));
  lull_parents_write_from (&second_run, parents, first_children, middle - first);
  for (guint32 state = middle; state < end; state++)
    lull_parents_write (&second_run, state, children[state]);
  lull_parents_write_end (&second_run);
  lull_parents_write_from (&first_run, parents, 0, 0);
  for (guint32 state = first; state < middle; state++)
    lull_parents_write (&first_run, state, children[state]);
  lull_parents_write_end (&first_run);
  lull_parents_add (parents, first_children + second_children, end - first);
}

#define STATE_MAX 3000U
#define CHILDREN_MAX 100U

/* Fills @p parents with a tree, and @p parent_of with who is whose child. Now and then a
 * state has more children than a word has bits. */
static guint32
grow_tree (LullParents *parents, guint32 root_count, guint32 *parent_of)
{
  static guint32 children[STATE_MAX];
  guint32 count = root_count;

  for (guint32 first = 0, end; first < count; first = end)
    {
      end = MIN (count, first + first % 11 + 1);
      for (guint32 state = first; state < end; state++)
        {
          children[state] = state % 150 == 149 ? CHILDREN_MAX : state * 7 % 5;
          children[state] = MIN (children[state], STATE_MAX - count);
          for (guint32 i = 0; i < children[state]; i++)
            parent_of[count++] = state;
        }
      append_in_two_runs (parents, first, end, children);
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
      count = grow_tree (&parents, root_count, parent_of);
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
  LullParentsWriter writer;

  lull_budget_init (&budget, (guint64) 1 << 20);
  lull_parents_init (&parents, &budget, TRUE);
  CU_ASSERT_TRUE (lull_parents_make_room (&parents, 10000, 10000));
  lull_parents_write_from (&writer, &parents, 0, 0);
  for (guint i = 0; i < 10000; i++)
    lull_parents_write (&writer, i, 1);
  lull_parents_write_end (&writer);
  lull_parents_add (&parents, 10000, 10000);
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
