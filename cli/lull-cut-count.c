/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-cut-count.h"

#include "lull-census.h"
#include "lull-checker.h"
#include "lull-cuts.h"

/* About what a sample costs. */
#define COUNT_STATES_MAX 50000U
#define COUNT_MEMORY_BYTES_MAX ((guint64) 64 << 20)

static gboolean
count_all (const LullWorld *world, LullReportCuts *cuts)
{
  g_autoptr (LullCuts) watched = lull_cuts_new (world);
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  LullCutCount count;

  if (watched == NULL)
    return FALSE;
  options.whole_graph = TRUE;
  options.states_max = COUNT_STATES_MAX;
  options.memory_bytes_max = COUNT_MEMORY_BYTES_MAX;
  findings = lull_check (lull_cuts_get_model (watched), &options);
  if (!lull_cuts_count (watched, findings, &count))
    return FALSE;
  *cuts = (LullReportCuts){ .rounds = count.completed,
                            .cuts = count.completed,
                            .inconsistent = count.inconsistent,
                            .trusted = count.trusted,
                            .accepted = count.trusted_inconsistent };
  return TRUE;
}

static void
count_sample (const LullWorld *world, LullReportCuts *cuts)
{
  LullCensus census;

  lull_census_take (world, &census);
  *cuts = (LullReportCuts){ .runs = census.runs,
                            .rounds = census.rounds,
                            .cuts = census.cuts,
                            .inconsistent = census.inconsistent,
                            .accepted = census.accepted };
}

void
lull_cut_count_take (const LullWorld *world, LullReportCuts *cuts)
{
  if (!count_all (world, cuts))
    count_sample (world, cuts);
}
