/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether every fair run comes to satisfy an *eventually* property, once every state is
 * known.
 *
 * A run that does not stays in the quiet part of the graph, where the property does not
 * hold. From some point on it stays in one strongly connected component of it. Under weak
 * fairness it can do so for ever if and only if, for each class of actions, the component
 * has a state in which the class is disabled, or a step inside of it that the class
 * takes. Or it stops there, in a state without action.
 */
#pragma once

#include "lull-limits.h"
#include "lull-store.h"
#include "lull-verdict.h"

G_BEGIN_DECLS

/**
 * Looks for a fair run in which property number @p property never holds, and makes it the
 * verdict of
 * @p findings. Its witness is a lasso, or, where the run stops, ends.
 *
 * @return FALSE if nothing was decided because a limit was reached, which is added to the
 * bounds
 */
gboolean lull_liveness_search (LullFindings *findings,
                               LullStore *store,
                               guint property,
                               const LullLimits *limits);

/**
 * Stops the program unless the witness of @p findings is a fair run of @p model in which
 * the property never holds. Shares nothing with the search.
 */
void lull_liveness_assert_witness (const LullFindings *findings, const LullModel *model);

G_END_DECLS
