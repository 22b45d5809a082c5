/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How much of a breadth-first search is left, guessed from the sizes of its levels. The
 * levels of a graph of interleavings grow and then shrink much as a bell curve does, so
 * their logarithms lie near a parabola: it is fitted to the last levels (least squares)
 * and continued. Nothing is guessed while levels still grow: before the curve bends, its
 * end can be anywhere.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Levels that are looked at. */
#define LULL_OUTLOOK_LEVELS 12U

/** The sizes of the last levels, all of whose states are stored; a value, all zeros at
 * first. */
typedef struct
{
  guint64 sizes[LULL_OUTLOOK_LEVELS]; /**< the oldest first */
  guint64 count;                      /**< how many of them there are */
} LullOutlook;

/** Adds a level of @p size states. */
void lull_outlook_add (LullOutlook *self, guint64 size);

/**
 * The states in all levels after the last one beyond the @p found ones, to one
 * significant figure, which is more than can be relied on; 0: there is nothing to say.
 */
guint64 lull_outlook_guess (const LullOutlook *self, guint64 found);

G_END_DECLS
