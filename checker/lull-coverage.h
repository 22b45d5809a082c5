/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How well random walks cover a model, estimated while they run (Good, "The population
 * frequencies of species and the estimation of population parameters", Biometrika 40,
 * 1953): of N visits, let s states have been visited just once; then the next visit meets
 * a state seen before with probability about 1 - s/N. It is counted for a sample of the
 * states, chosen by their hash and thinned out as it grows.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** See the file's comment. */
typedef struct
{
  GHashTable
      *counts; /**< of visits, up to two, by hash of a state in the sample; (owned) */
  guint64 sample_mask; /**< hashes without these bits are in the sample */
  guint64 visits;      /**< of states in the sample */
  guint64 singles;     /**< states of the sample visited once */
} LullCoverage;

/** Nothing visited yet. */
void lull_coverage_init (LullCoverage *self);

/** Frees what @p self owns. */
void lull_coverage_clear (LullCoverage *self);

/** The state with hash @p hash was visited. */
void lull_coverage_visit (LullCoverage *self, guint64 hash);

/** The estimate, between 0 and 1; 0 when nothing was visited. */
double lull_coverage_estimate (const LullCoverage *self);

G_END_DECLS
