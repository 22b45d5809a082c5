/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Random walks through a model: from a random initial state, one random action after the
 * other, until there is none, the constraint is left, or the walk is long enough. Nothing
 * is stored, so nothing is ever proved. Walk number i of a seed is the same walk whoever
 * takes it.
 */
#pragma once

#include "lull-limits.h"

G_BEGIN_DECLS

/** Walks where LullCheckOptions.walks is 0. */
#define LULL_WALKS_DEFAULT 1000U

/** Steps of a walk at most where LullCheckOptions.depth_max is 0. */
#define LULL_WALK_STEPS_DEFAULT 10000U

/** Takes the walks and writes what they show to @p findings. */
void lull_random_walk (LullFindings *findings,
                       const LullModel *model,
                       const LullCheckOptions *options,
                       LullLimits *limits);

G_END_DECLS
