/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The verdict on a single run, read off its states alone.
 */
#pragma once

#include "lull-model.h"
#include "lull-trace.h"

G_BEGIN_DECLS

/**
 * The word for what @p trace shows: a property that one of its states violates, else
 * "livelock" for a lasso, else "deadlock" or "safe" where the run cannot go on, else
 * "inconclusive".
 *
 * @param trace  a run of @p model
 *
 * @return static text, or text that lives as long as @p model
 */
const char *lull_trace_verdict (const LullTrace *trace, const LullModel *model);

G_END_DECLS
