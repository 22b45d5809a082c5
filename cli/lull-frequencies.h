/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How often each verdict came out of many runs, and how sure one can be of it.
 */
#pragma once

#include "lull-verdict.h"

G_BEGIN_DECLS

/** The verdicts that a run can have: all of ::LullVerdict. */
#define LULL_RUN_VERDICTS (LULL_VERDICT_INCONCLUSIVE + 1)

/** Counts by verdict; zeroed is empty. */
typedef struct
{
  guint64 runs;
  guint64 count[LULL_RUN_VERDICTS];
  guint64 first_seed[LULL_RUN_VERDICTS]; /**< of the first run with that verdict, where
                                              counted */
} LullFrequencies;

/** Where a true frequency lies, as fractions from 0 to 1. */
typedef struct
{
  double low, high;
} LullInterval;

/** Counts a run. */
void lull_frequencies_add (LullFrequencies *self, LullVerdict verdict, guint64 seed);

/**
 * The 95 % interval of Wilson (JASA 22, 1927) for the frequency of what came out @p count
 * times in
 * @p runs: unlike the textbook interval it stays within 0 … 1 and is not empty for a
 * count of 0.
 */
LullInterval lull_wilson_interval (guint64 count, guint64 runs);

G_END_DECLS
