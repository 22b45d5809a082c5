/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * On what kind of cut the rounds of a scenario rest: counted over all orders where these
 * are few enough, else in a sample of simulated runs.
 */
#pragma once

#include "lull-report.h"
#include "lull-world.h"

G_BEGIN_DECLS

/** Counts. Always the same for the same world. */
void lull_cut_count_take (const LullWorld *world, LullReportCuts *cuts);

G_END_DECLS
