/* SPDX-License-Identifier: Apache-2.0 */
/* A guess is held against graphs whose levels are known in closed form. */
#include "lull-checker.h"
#include "lull-outlook.h"
#include "lull-test.h"
#include "lull-toy-grid.h"

/* Level k of the cube of 40 dimensions has 40 over k states. */
#define DIMENSIONS 40U

static guint64
binomial (guint n, guint k)
{
  guint64 value = 1;

  for (guint i = 1; i <= k; i++)
    value = value * (n - k + i) / i;
  return value;
}

/* The levels of the cube up to LEVEL, and what is really left after it. */
static guint64
climb (LullOutlook *outlook, guint level)
{
  guint64 left = 0;

  *outlook = (LullOutlook){ 0 };
  for (guint k = 0; k <= level; k++)
    lull_outlook_add (outlook, binomial (DIMENSIONS, k));
  for (guint k = level + 1; k <= DIMENSIONS; k++)
    left += binomial (DIMENSIONS, k);
  return left;
}

static gboolean
is_near (guint64 guess, guint64 truth)
{
  return guess >= truth / 2 && guess <= truth * 2;
}

static void
test_a_shrinking_cube_is_guessed (void)
{
  LullOutlook outlook;

  for (guint level = DIMENSIONS / 2 + 2; level < DIMENSIONS - 8; level++)
    {
      guint64 left = climb (&outlook, level);

      CU_ASSERT_TRUE (is_near (lull_outlook_guess (&outlook, 0), left));
    }
}

static void
test_what_was_found_is_not_left (void)
{
  LullOutlook outlook;
  guint64 left = climb (&outlook, 25);
  guint64 found = left / 2;

  CU_ASSERT_TRUE (is_near (lull_outlook_guess (&outlook, found), left - found));
  CU_ASSERT_EQUAL (lull_outlook_guess (&outlook, 10 * left), 0);
}

static void
test_nothing_is_guessed_while_levels_grow (void)
{
  LullOutlook outlook;

  for (guint level = 0; level <= DIMENSIONS / 2; level++)
    {
      (void) climb (&outlook, level);
      CU_ASSERT_EQUAL (lull_outlook_guess (&outlook, 0), 0);
    }
}

/* Levels that shrink ever more slowly end nowhere. */
static void
test_a_long_tail_has_no_guess (void)
{
  LullOutlook outlook = { 0 };
  guint64 size = 1000000;

  for (guint step = 2; step < 20; step++)
    {
      lull_outlook_add (&outlook, size);
      size -= size / (step * step);
    }
  CU_ASSERT_EQUAL (lull_outlook_guess (&outlook, 0), 0);
}

static void
test_a_stopped_check_says_what_is_left (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 4, 20, 1);
  options.states_max = 130000;
  findings = lull_check (&grid.model, &options);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_TRUE (is_near (findings->left, 21 * 21 * 21 * 21 - findings->states));
}

static void
test_a_whole_check_has_nothing_left (void)
{
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  ToyGrid grid;

  toy_grid_init (&grid, 4, 20, 1);
  findings = lull_check (&grid.model, &options);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (findings->left, 0);
}

static CU_TestInfo outlook_tests[] = {
  { "a shrinking cube is guessed", test_a_shrinking_cube_is_guessed },
  { "what was found is not left", test_what_was_found_is_not_left },
  { "nothing is guessed while levels grow", test_nothing_is_guessed_while_levels_grow },
  { "a long tail has no guess", test_a_long_tail_has_no_guess },
  { "a stopped check says what is left", test_a_stopped_check_says_what_is_left },
  { "a whole check has nothing left", test_a_whole_check_has_nothing_left },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "outlook", NULL, NULL, NULL, NULL, outlook_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
