/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-test.h"
#include "lull-verdict.h"

static const char *const kinds[] = { "send", "receive", NULL };
static const LullProperty properties[] = { { .name = "premature" },
                                           { .name = "vacuous" } };
static const LullModel model = { .name = "model",
                                 .initial_count = 7,
                                 .kinds = kinds,
                                 .properties = properties,
                                 .property_count = 2 };

static void
test_new_findings_claim_nothing (void)
{
  g_autoptr (LullFindings) findings = lull_findings_new (&model);

  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_FALSE (findings->exhaustive);
  CU_ASSERT_EQUAL (findings->initial_states, 7);
  CU_ASSERT_EQUAL (findings->kind_count, 2);
  CU_ASSERT_EQUAL (findings->kind_fired[0] + findings->kind_fired[1], 0);
  CU_ASSERT_PTR_NULL (findings->witness);
}

static void
test_words (void)
{
  static const struct
  {
    LullVerdict verdict;
    guint property;
    const char *word;
  } rows[] = { { LULL_VERDICT_SAFE, 0, "safe" },
               { LULL_VERDICT_VIOLATED, 0, "premature" },
               { LULL_VERDICT_VIOLATED, 1, "vacuous" },
               { LULL_VERDICT_DEADLOCK, 0, "deadlock" },
               { LULL_VERDICT_LIVELOCK, 1, "livelock" },
               { LULL_VERDICT_INCONCLUSIVE, 0, "inconclusive" } };
  g_autoptr (LullFindings) findings = lull_findings_new (&model);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      findings->verdict = rows[i].verdict;
      findings->property = rows[i].property;
      CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, &model), rows[i].word);
    }
}

static void
test_bounds_have_different_words (void)
{
  for (guint i = 0; i < 6; i++)
    for (guint j = 0; j < i; j++)
      CU_ASSERT_STRING_NOT_EQUAL (lull_bound_to_string ((LullBounds) (1U << i)),
                                  lull_bound_to_string ((LullBounds) (1U << j)));
  CU_ASSERT_STRING_EQUAL (lull_bound_to_string (LULL_BOUND_MEMORY), "memory");
}

static CU_TestInfo verdict_tests[] = {
  { "new findings claim nothing", test_new_findings_claim_nothing },
  { "a violated property names the verdict", test_words },
  { "bounds have different words", test_bounds_have_different_words },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "verdict", NULL, NULL, NULL, NULL, verdict_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
