/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Takes the loops out of a run: where it comes back to a state, what lies between was not
 * needed.
 */
#pragma once

#include "lull-trace.h"

G_BEGIN_DECLS

/** Removes from @p trace, a run of @p model that ends, every way from a state to itself.
 */
void lull_straighten (LullTrace *trace, const LullModel *model);

G_END_DECLS
