/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What is still to be done when a search is over: the witness is found again where its
 * states are gone, and made shorter where it need not be a shortest one.
 */
#pragma once

#include "lull-judge.h"

G_BEGIN_DECLS

/** Judges @p search, which has ended, and clears it. */
void lull_conclude (LullFindings *findings, LullBreadthFirst *search);

/** Takes out of a witness the loops, and as many of its steps as can be done without. */
void lull_straighten_witness (LullFindings *findings, const LullModel *model);

G_END_DECLS
