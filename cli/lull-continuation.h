/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A run that goes on from where a trace ends.
 */
#pragma once

#include "lull-model.h"
#include "lull-trace.h"

G_BEGIN_DECLS

/**
 * Appends to @p trace, a run of @p model, one enabled action after the other, each as
 * likely as the others, drawn by @p seed, until nothing can happen or @p steps_max were
 * added. Of a lasso it makes the run that leaves the loop when the chance comes.
 */
void
lull_continue (LullTrace *trace, const LullModel *model, guint64 seed, guint steps_max);

G_END_DECLS
