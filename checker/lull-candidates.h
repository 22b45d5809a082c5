/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The candidates of a block: successors that are not in the store, some of them the same
 * state. Of those the first in order of source and action *wins*. There are three phases,
 * and in each of them a team works side by side:
 *
 *  1. *Collect*: the candidates of a chunk of sources are collected by one member, in
 * order, and then dealt out to *shares* by their hashes, so that equal ones are in the
 * same share.
 *  2. *Choose*: each member finds the winners of one share.
 *  3. *Store*: winners get the next numbers in the store, in order, which are known for a
 * chunk once the winners of all chunks before it are counted; so chunks are stored side
 * by side, too.
 *
 *     chunk 0 │ roots of share 0 … │ roots of share 1 … │   and, in order, in which share
 *     chunk 1 │ roots of share 0 … │ roots of share 1 … │   the next candidate is
 *
 * In each phase a line of memory is written by one member only, and what is read of
 * another's is little and side by side: of the roots half, with two members, and the
 * marks of the winners.
 */
#pragma once

#include "lull-store.h"

G_BEGIN_DECLS

/** A team has no more members, so that buffers have the same size for every team. */
#define LULL_TEAM_MAX 256U

/** The sources of a chunk. */
#define LULL_CHUNK_SOURCES 32U

/** The memory for one candidate. */
#define LULL_CANDIDATE_BYTES                                                             \
  (2 * sizeof (guint64) + 2 * sizeof (guint8) + 2 * sizeof (guint32))

/** The candidates of a chunk. */
typedef struct
{
  guint32 first_place;    /**< where its roots and sleep sets begin, and its shares */
  guint32 *source_counts; /**< how many each source has; (owned) */
  guint32 *share_starts;  /**< where each share begins, counted from the first place, and
                             the end; (owned) */
} LullChunk;

/** What a share has of a chunk. */
typedef struct
{
  guint32 first_mark;
  guint32 winners;
} LullPart;

/** See the file's comment. */
typedef struct
{
  LullStore *store;
  LullRegion roots;    /**< of guint64: by chunk, then by share, then in order */
  LullRegion sleeps;   /**< of guint64, likewise: what sleeps there, on all ways seen */
  LullRegion shares;   /**< of guint8: by chunk, then in order */
  LullRegion marks;    /**< of guint8: whether it wins; by share, then by chunk */
  LullRegion slots;    /**< of guint32, by share: where candidates are looked up */
  LullChunk *chunks;   /**< (owned) */
  LullPart **parts;    /**< by share, then by chunk; (owned) */
  guint32 *new_before; /**< winners in the chunks before each, and in all; (owned) */
  guint32 chunk_max;
  guint team_max;

  guint64 first_source; /**< of the block */
  guint32 source_count;
  guint32 chunk_count;
  guint share_count;
} LullCandidates;

/** What a member collects a chunk with. */
typedef struct
{
  LullCandidates *candidates;
  const LullChunk *chunk;
  guint64 first_source;
  guint32 count;
  guint64 *roots;  /**< of the chunk, in order */
  guint64 *sleeps; /**< likewise */
  guint8 *shares;
  guint64 *own_roots;  /**< (owned) */
  guint64 *own_sleeps; /**< (owned) */
  guint32 *places;     /**< where the next of each share goes; (owned) */
} LullCollector;

/**
 * Takes memory for the candidates of a block of @p source_max sources.
 *
 * @param store     what winners are added to
 * @param team_max  the most members that will work on a block
 *
 * @return FALSE if it is not there; lull_candidates_clear() is due all the same
 */
gboolean lull_candidates_init (LullCandidates *self,
                               LullStore *store,
                               LullBudget *budget,
                               guint32 source_max,
                               guint team_max);

/** Frees what @p self owns. */
void lull_candidates_clear (LullCandidates *self);

/** A block of @p source_count sources from number @p first_source on, for a team of @p
 * size. */
void lull_candidates_begin (LullCandidates *self,
                            guint64 first_source,
                            guint32 source_count,
                            guint size);

/** Ready for a chunk. */
void lull_collector_init (LullCollector *self, LullCandidates *candidates);

/** Frees what @p self owns. */
void lull_collector_clear (LullCollector *self);

/** Begins chunk number @p index, without candidates. */
void lull_collector_begin (LullCollector *self, guint32 index);

/** The share of a candidate: the high bits of the hash say, the low ones place it there.
 */
static inline guint
lull_collector_share (const LullCollector *self, guint64 root)
{
  return (guint) (((lull_key_hash (root) >> 32) * self->candidates->share_count) >> 32);
}

/** The next candidate, in order of source and action. @param sleep  what sleeps there */
static inline void
lull_collector_add (LullCollector *self, guint64 source, guint64 root, guint64 sleep)
{
  guint32 i = self->count++;

  self->chunk->source_counts[source - self->first_source]++;
  self->roots[i] = root;
  self->shares[i] = (guint8) lull_collector_share (self, root);
  if (self->sleeps != NULL)
    self->sleeps[i] = sleep;
}

/** Ends the chunk: deals its candidates out. */
void lull_collector_end (LullCollector *self);

/** Finds the winners of share number @p share, once all chunks are collected. */
void lull_candidates_choose (LullCandidates *self, guint share);

/** Counts the winners, once all are found. */
guint32 lull_candidates_count_winners (LullCandidates *self);

/**
 * Puts the winners of chunks @p first … @p end - 1, for which there is room, in their
 * places in the store.
 *
 * @param has_parents  the sources are states, and their parents
 */
void lull_candidates_store (LullCandidates *self,
                            guint32 first,
                            guint32 end,
                            gboolean has_parents);

G_END_DECLS
