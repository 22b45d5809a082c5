/* SPDX-License-Identifier: Apache-2.0 */
/* What partial-order reduction leaves of call chains and trees, beside what SPIN's leaves
 * of the same models: the table of docs/performance.md. */
#include "lull-bench-model.h"
#include "lull-checker.h"
#include "lull-test.h"

/* At least so many times fewer than SPIN leaves. */
#define FACTOR_MIN 10U

typedef struct
{
  const char *name;
  LullBenchSize size;
  guint64 spin_states; /* bench/peers/peer spin build … --reduction */
  guint64 states;
} Row;

/* clang-format off */
static const Row hops[] = {
  { "chain", { .workers = 5, .chains = 2, .hops = 1 }, 6116, 50 },
  { "chain", { .workers = 5, .chains = 2, .hops = 2 }, 82614, 398 },
  { "chain", { .workers = 5, .chains = 2, .hops = 3 }, 824476, 3116 },
  { "chain", { .workers = 5, .chains = 2, .hops = 4 }, 7494260, 22516 },
  { NULL }
};

static const Row workers[] = {
  { "chain", { .workers = 4, .chains = 2, .hops = 3 }, 261504, 2713 },
  { "chain", { .workers = 5, .chains = 2, .hops = 3 }, 824476, 3116 },
  { "chain", { .workers = 6, .chains = 2, .hops = 3 }, 2512138, 3362 },
  { NULL }
};

static const Row trees[] = {
  { "tree", { .workers = 4, .fanout = 2, .depth = 2 }, 592799, 2657 },
  { NULL }
};
/* clang-format on */

static guint64
count_states (const Row *row)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  g_autoptr (LullFindings) findings = NULL;
  LullBenchModel bench = { 0 };
  guint64 states = 0;

  if (lull_bench_model_init (&bench, row->name, &row->size, NULL))
    {
      findings = lull_check (bench.model, &options);
      CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, bench.model), "safe");
      CU_ASSERT_TRUE (findings->exhaustive);
      states = findings->states;
    }
  lull_bench_model_clear (&bench);
  return states;
}

static void
compare (const Row *row)
{
  guint64 states = count_states (row);

  if (states != row->states)
    g_print ("\n    %s of %d workers: found %" G_GUINT64_FORMAT
             " states, expected %" G_GUINT64_FORMAT,
             row->name, row->size.workers, states, row->states);
  CU_ASSERT_EQUAL (states, row->states);
  CU_ASSERT_TRUE (states > 0 && states * FACTOR_MIN <= row->spin_states);
}

/* a / b < c / d, in whole numbers. */
static gboolean
ratio_grows (const Row *row)
{
  return row[0].spin_states * row[1].states < row[1].spin_states * row[0].states;
}

static void
compare_series (const Row *rows)
{
  for (guint i = 0; rows[i].name != NULL; i++)
    {
      compare (&rows[i]);
      CU_ASSERT_TRUE (i == 0 || ratio_grows (&rows[i - 1]));
    }
}

static void
the_factor_grows_with_the_hops (void)
{
  compare_series (hops);
}

static void
the_factor_grows_with_the_workers (void)
{
  compare_series (workers);
}

static void
trees_are_reduced_too (void)
{
  compare_series (trees);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "the factor grows with the hops", the_factor_grows_with_the_hops },
    { "the factor grows with the workers", the_factor_grows_with_the_workers },
    { "trees are reduced, too", trees_are_reduced_too },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "growth of what is left", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
