/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Leaves out of a witness what it does not need (in the manner of delta debugging: Zeller
 * and Hildebrandt, IEEE TSE 28(2), 2002, one step at a time).
 */
#pragma once

#include "lull-verdict.h"

G_BEGIN_DECLS

/**
 * Removes from @p trace, a witness of what @p findings say, every step without which it
 * still is one; the result has no step that could be left out alone.
 */
void
lull_shorten (LullTrace *trace, const LullModel *model, const LullFindings *findings);

G_END_DECLS
