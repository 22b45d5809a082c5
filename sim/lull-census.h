/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How often rounds rest on an inconsistent cut, and how often such a cut is accepted, in
 * a sample of simulated runs. Whether a cut is inconsistent is a question about a run and
 * not about a state; where lull-cuts.h can keep what a run has to say in the state, and
 * the states are not too many, a search of all orders counts better.
 */
#pragma once

#include "lull-world.h"

G_BEGIN_DECLS

/** Runs that are taken, with the seeds from 1 on. */
#define LULL_CENSUS_RUNS 1000U

/** Steps after which no further run is started. */
#define LULL_CENSUS_STEPS 100000U

/** Steps after which a run that does not end is left. */
#define LULL_CENSUS_RUN_STEPS 2000U

/** What was seen. */
typedef struct
{
  guint64 runs;         /**< runs that were taken */
  guint64 rounds;       /**< rounds that were completed in them */
  guint64 cuts;         /**< one for each round, and for each announcement that comes
                           before any, if there is a snapshot of every worker */
  guint64 inconsistent; /**< of these, how many have an orphan message */
  guint64 accepted;     /**< of those, how many some worker left join on */
} LullCensus;

/**
 * Simulates @p world, whose own delays decide which orders are likely, until all has
 * stopped or somebody has left join too early. Always the same for the same world.
 */
void lull_census_take (const LullWorld *world, LullCensus *census);

G_END_DECLS
