/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Who found whom, in about one bit a state and one a parent. A breadth-first search
 * expands states in the order it finds them, so the parents of successive states never
 * decrease: for each state, as it is expanded, a 0 for each child that is new, then a 1.
 */
#pragma once

#include "lull-region.h"

G_BEGIN_DECLS

/** The sequence of bits. */
typedef struct
{
  LullRegion words; /**< of guint64 */
  guint64 bit_count;
} LullParents;

/** Nothing expanded yet. */
void lull_parents_init (LullParents *self, LullBudget *budget);

/** Frees what @p self owns. */
void lull_parents_clear (LullParents *self);

/** Makes room for @p bits more bits. @return FALSE if the memory is not there */
gboolean lull_parents_make_room (LullParents *self, guint64 bits);

/** The next state has been expanded and has @p children new children; room was made. */
void lull_parents_append (LullParents *self, guint64 children);

/**
 * The line of descent of a state.
 *
 * @param roots     how many states have no parent: the first ones
 * @param state     number of the state
 * @param ancestry  of guint32: filled with the numbers from a root down to @p state, both
 * included
 */
void lull_parents_get_ancestry (const LullParents *self,
                                guint32 roots,
                                guint32 state,
                                GArray *ancestry);

G_END_DECLS
