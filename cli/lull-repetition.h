/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether a run that was stopped at its limit could have gone on as it did for ever.
 */
#pragma once

#include "lull-model.h"
#include "lull-trace.h"

G_BEGIN_DECLS

/**
 * The step of @p trace, counted from 0, from which on it can repeat for ever, fairly, and never meets what
 * has to come in the end: a livelock. Chance may end it all the same.
 *
 * @param trace  a run of @p model without a loop
 *
 * @return ::LULL_TRACE_NO_LOOP if there is none
 */
guint lull_repetition_find (const LullTrace *trace, const LullModel *model);

G_END_DECLS
