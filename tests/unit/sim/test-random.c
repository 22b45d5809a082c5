/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The expected numbers come from implementations outside of lull: the generator's from an
 * independent one in another language, which itself gave the values published for
 * SplitMix64 (seed 1234567) and for xoshiro256** (state 1, 2, 3, 4); the logarithm's from
 * the C library.
 */
#include <math.h>

#include "lull-random.h"
#include "lull-test.h"

static void
test_published_sequence (void)
{
  static const guint64 expected[] = { 11520, 0, 1509978240,
                                      G_GUINT64_CONSTANT (1215971899390074240) };
  LullRandom random = { .state = { 1, 2, 3, 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    CU_ASSERT_EQUAL (lull_random_next (&random), expected[i]);
}

static void
test_seeded_sequences (void)
{
  static const struct
  {
    guint64 seed;
    guint64 expected[4];
  } sequences[] = {
    { 0,
      { G_GUINT64_CONSTANT (0x99ec5f36cb75f2b4), G_GUINT64_CONSTANT (0xbf6e1f784956452a),
        G_GUINT64_CONSTANT (0x1a5f849d4933e6e0),
        G_GUINT64_CONSTANT (0x6aa594f1262d2d2c) } },
    { 1,
      { G_GUINT64_CONSTANT (0xb3f2af6d0fc710c5), G_GUINT64_CONSTANT (0x853b559647364cea),
        G_GUINT64_CONSTANT (0x92f89756082a4514),
        G_GUINT64_CONSTANT (0x642e1c7bc266a3a7) } },
    { G_MAXUINT64,
      { G_GUINT64_CONSTANT (0x8f5520d52a7ead08), G_GUINT64_CONSTANT (0xc476a018caa1802d),
        G_GUINT64_CONSTANT (0x81de31c0d260469e),
        G_GUINT64_CONSTANT (0xbf658d7e065f3c2f) } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sequences); i++)
    {
      LullRandom random;

      lull_random_init (&random, sequences[i].seed);
      for (guint j = 0; j < 4; j++)
        CU_ASSERT_EQUAL (lull_random_next (&random), sequences[i].expected[j]);
    }
}

static void
test_far_out (void)
{
  LullRandom random;

  lull_random_init (&random, 42);
  for (guint i = 0; i < 999; i++)
    lull_random_next (&random);
  CU_ASSERT_EQUAL (lull_random_next (&random), G_GUINT64_CONSTANT (0x8de5848c61ab8968));
}

static void
test_below_one_is_zero (void)
{
  LullRandom random;

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < 100; i++)
    CU_ASSERT_EQUAL (lull_random_below (&random, 1), 0);
}

/* Six standard deviations: a fair generator fails this about once in 10^9 seeds. */
static void
test_below_is_unbiased (void)
{
  const guint draws = 60000;
  LullRandom random;

  lull_random_init (&random, lull_test_seed ());
  for (guint limit = 2; limit <= 7; limit++)
    {
      guint seen[7] = { 0 };
      double expected = (double) draws / limit;
      double deviation = sqrt (expected * (1.0 - 1.0 / limit));

      for (guint i = 0; i < draws; i++)
        {
          guint64 number = lull_random_below (&random, limit);

          CU_ASSERT_TRUE_FATAL (number < limit);
          seen[number]++;
        }
      for (guint i = 0; i < limit; i++)
        CU_ASSERT_TRUE (fabs (seen[i] - expected) < 6.0 * deviation);
    }
}

/* Three quarters of all 64-bit numbers: reducing by remainder alone would give the lower
 * third of these twice as often as the others. */
static void
test_below_draws_again (void)
{
  const guint64 limit = G_GUINT64_CONSTANT (3) << 62;
  const guint draws = 10000;
  LullRandom random;
  guint low = 0;

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < draws; i++)
    if (lull_random_below (&random, limit) < limit / 3)
      low++;
  CU_ASSERT_TRUE (fabs (low - draws / 3.0) < 6.0 * sqrt (draws * 2.0 / 9.0));
}

/* The number that the generator gives next decides: its upper half plus 1, over 2^32. */
static double
expected_exponential (const LullRandom *random, guint32 mean)
{
  LullRandom copy = *random;
  double u = ((double) (lull_random_next (&copy) >> 32) + 1.0) / 4294967296.0;

  return -log (u) * mean;
}

static void
test_logarithm (void)
{
  static const guint32 means[] = { 1, 7, 1000, 1000000 };
  LullRandom random;

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < G_N_ELEMENTS (means); i++)
    for (guint j = 0; j < 20000; j++)
      {
        double expected = expected_exponential (&random, means[i]);
        double found = (double) lull_random_exponential (&random, means[i]);

        CU_ASSERT_TRUE (fabs (found - expected) <= 0.5 + 4e-7 * means[i]);
      }
}

/* A generator whose next number is FIRST: what its state must be is found by undoing the
 * output function. */
static LullRandom
random_that_gives (guint64 first)
{
  const guint64 inverse_9 = G_GUINT64_CONSTANT (0x8e38e38e38e38e39);
  const guint64 inverse_5 = G_GUINT64_CONSTANT (0xcccccccccccccccd);
  guint64 word = first * inverse_9;

  return (LullRandom){ .state = { 1, ((word >> 7) | (word << 57)) * inverse_5, 2, 3 } };
}

static void
test_extremes (void)
{
  LullRandom largest = random_that_gives (0);
  LullRandom smallest = random_that_gives (G_MAXUINT64);
  LullRandom longest = random_that_gives (0);

  CU_ASSERT_EQUAL (lull_random_exponential (&largest, 1000), 22181); /* 1000 · 32 ln 2 */
  CU_ASSERT_EQUAL (lull_random_exponential (&smallest, 1000), 0);    /* ln 1 */
  CU_ASSERT_TRUE (fabs ((double) lull_random_exponential (&longest, G_MAXUINT32) -
                        22.18070977791825 * G_MAXUINT32) < 2000.0);
}

static void
test_exponential_mean (void)
{
  const guint draws = 100000;
  LullRandom random;
  double sum = 0.0;

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < draws; i++)
    sum += (double) lull_random_exponential (&random, 200);
  CU_ASSERT_TRUE (fabs (sum / draws - 200.0) < 6.0 * 200.0 / sqrt (draws));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "xoshiro256** gives its published numbers", test_published_sequence },
    { "a seed gives the numbers that SplitMix64 leads to", test_seeded_sequences },
    { "the thousandth number is right as well", test_far_out },
    { "below 1 there is only 0", test_below_one_is_zero },
    { "all numbers below a small limit are equally likely", test_below_is_unbiased },
    { "a large limit does not favour small numbers", test_below_draws_again },
    { "exponential agrees with the C library's logarithm", test_logarithm },
    { "exponential is right at both ends of its range", test_extremes },
    { "exponential has the mean that was asked for", test_exponential_mean },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "random numbers", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
