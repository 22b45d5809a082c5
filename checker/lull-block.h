/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One step of the parallel breadth-first search: a run of states in the queue, expanded
 * side by side by all threads, with a result that does not depend on how many there are.
 *
 *  1. *Expand*: threads take chunks of the block, expand the states in them and keep the
 * successors that are not in the store, in order of source and action. The store is only
 * read.
 *  2. *Choose*: of candidates that are the same state the first one wins. Each thread
 * decides on those whose hash is its own.
 *  3. *Commit*: the winners get the next numbers, in order of source and action, and are
 * stored.
 *
 * Until the commit nothing has happened: a block that does not fit is dropped and tried
 * again, smaller.
 */
#pragma once

#include "lull-candidates.h"
#include "lull-expander.h"
#include "lull-limits.h"

G_BEGIN_DECLS

typedef struct LullBlock LullBlock;

/** What became of a block that was tried. */
typedef enum
{
  LULL_BLOCK_READY, /**< expanded, its winners chosen; commit it */
  LULL_BLOCK_NO_MEMORY,
  LULL_BLOCK_STOPPED /**< a limit of ::lull_limits_reached was */
} LullBlockResult;

/**
 * @param store   what is expanded and added to
 * @param crew    who does it
 * @param limits  looked at now and then while expanding
 *
 * @return @transfer{full}, or NULL if the memory is not there
 */
LullBlock *lull_block_new (LullStore *store,
                           LullBudget *budget,
                           LullCrew *crew,
                           const LullLimits *limits);

/** Frees @p self; NULL is allowed. */
void lull_block_free (LullBlock *self);

/** The most states that one block expands. */
guint32 lull_block_source_max (const LullBlock *self);

/**
 * Expands @p count states from number @p first on (or generates that many initial states)
 * and chooses the winners.
 */
LullBlockResult
lull_block_try (LullBlock *self, guint64 first, guint32 count, gboolean is_initial);

/** The number of states that a commit would add. */
guint32 lull_block_new_count (const LullBlock *self);

/** Stores the winners, for which there is room, and adds what was learnt to @p tally. */
void lull_block_commit (LullBlock *self, LullTally *tally);

/** Undoes what the last try left in the dictionary. */
void lull_block_drop (LullBlock *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullBlock, lull_block_free)

G_END_DECLS
