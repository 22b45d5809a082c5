/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Who found whom. A breadth-first search expands states in the order it finds them, so
 * the parents of successive states never decrease, and cost about one bit a state and one
 * a parent: for each state, as it is expanded, a 0 for each child that is new, then a 1.
 * A search in another order has its parents written down, in four bytes a state.
 */
#pragma once

#include "lull-region.h"

G_BEGIN_DECLS

/** See the file's comment. */
typedef struct
{
  gboolean is_ordered;
  LullRegion words; /**< of guint64: the bits; in order only */
  guint64 bit_count;
  LullRegion numbers; /**< of guint32: the parent of each state that has one; otherwise */
  guint32 number_count;
} LullParents;

/** Nothing expanded yet. @param is_ordered  states will be expanded in the order they are
 * found */
void lull_parents_init (LullParents *self, LullBudget *budget, gboolean is_ordered);

/** Frees what @p self owns. */
void lull_parents_clear (LullParents *self);

/**
 * Makes room for @p states states found by expanding @p parents states.
 * @return FALSE if the memory is not there
 */
gboolean lull_parents_make_room (LullParents *self, guint32 states, guint32 parents);

/** Writes down a run of successive states that were expanded, while others do so with
 * other runs; see ::lull_parents_write_from. */
typedef struct
{
  LullParents *parents;
  guint64 bit;    /**< the next */
  guint64 word;   /**< the ones of the word that it is in, as far as they are ours */
  guint32 number; /**< of the next child, counted from the first that has a parent */
} LullParentsWriter;

/**
 * Begins behind what was added before: @p states children and @p parents parents further
 * on. Room was made.
 */
void lull_parents_write_from (LullParentsWriter *self,
                              LullParents *parents,
                              guint32 states_before,
                              guint32 parents_before);

/** State @p parent has been expanded and has @p children new children. */
void lull_parents_write (LullParentsWriter *self, guint32 parent, guint32 children);

/** Ends the run. */
void lull_parents_write_end (LullParentsWriter *self);

/** Adds what was written: @p states children of @p parents parents. */
void lull_parents_add (LullParents *self, guint32 states, guint32 parents);

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
