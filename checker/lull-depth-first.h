/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The depth-first search: as exhaustive as the breadth-first one and made of the same
 * parts, but it goes on from what it found last. It meets deep errors early, by long
 * ways.
 */
#pragma once

#include "lull-breadth-first.h"

G_BEGIN_DECLS

/** Searches until the end, in place of lull_breadth_first_run(). */
void lull_depth_first_run (LullBreadthFirst *self);

G_END_DECLS
