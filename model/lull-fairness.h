/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether a run that repeats for ever is one that can happen: weak fairness.
 */
#pragma once

#include "lull-trace.h"

G_BEGIN_DECLS

/**
 * Whether the loop of @p trace is weakly fair to each class of actions: it takes one of
 * it, or meets a state in which none is enabled. FALSE if @p trace has no loop, or does
 * not replay.
 */
gboolean lull_trace_is_fair (const LullTrace *trace, const LullModel *model);

G_END_DECLS
