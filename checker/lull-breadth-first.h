/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The breadth-first search: block after block, level after level, until there is nothing
 * left to expand, something was violated, or a limit is reached.
 */
#pragma once

#include "lull-block.h"
#include "lull-outlook.h"
#include "lull-verdict.h"

G_BEGIN_DECLS

typedef struct LullBreadthFirst LullBreadthFirst;

/** A search, and all that it has found. */
struct LullBreadthFirst
{
  const LullModel *model;
  const LullCheckOptions *options;
  LullLimits *limits;
  LullBudget budget;
  LullCrew *crew; /**< (owned) */
  LullStore store;
  LullBlock *block; /**< (owned) */
  LullTally tally;
  guint64 generated; /**< initial states generated */
  guint32 expanded;  /**< states expanded; in this order of search, the first so many */
  guint32 block_max; /**< states to expand in one block */
  guint depth;       /**< of the deepest state stored */
  guint bounds;      /**< ::LullBounds reached */
  gboolean leaves_liveness; /**< *eventually* properties are left to another search */
  guint level;              /**< of the states being expanded */
  guint32 level_begin;      /**< the first of them */
  guint32 level_end;        /**< the first state of the next level */
  LullOutlook outlook;      /**< up to the level being expanded */
  void (*pause) (LullBreadthFirst *self,
                 gpointer data); /**< called between blocks, or NULL */
  gpointer pause_data;
};

/** A search that has not begun. @param limits  outlive @p self */
void lull_breadth_first_init (LullBreadthFirst *self,
                              const LullModel *model,
                              const LullCheckOptions *options,
                              LullLimits *limits);

/** Frees what @p self owns. */
void lull_breadth_first_clear (LullBreadthFirst *self);

/** Searches until the end. */
void lull_breadth_first_run (LullBreadthFirst *self);

/** Stores the initial states; for other orders of search. */
void lull_breadth_first_start (LullBreadthFirst *self);

/**
 * Expands states from number @p first on, up to @p end but no more than a block.
 * @return how many; 0: a bound was reached
 */
guint32 lull_breadth_first_expand (LullBreadthFirst *self, guint32 first, guint32 end);

/** A guess of how many states are still to be found, or 0: no guess. */
guint64 lull_breadth_first_left (const LullBreadthFirst *self);

/** Whether no bound was reached, and nothing found that ends the search. */
gboolean lull_breadth_first_goes_on (const LullBreadthFirst *self);

/** Whether every state within the constraint has been found and expanded. */
gboolean lull_breadth_first_is_complete (const LullBreadthFirst *self);

G_END_DECLS
