/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A set of states that may take one state for another: it keeps a few bytes, or bits, of
 * a hash for each, and adds up how likely it is to have been wrong.
 *
 * *Hash compaction* (Wolper and Leroy, CAV 1993; Stern and Dill, CHARME 1995) keeps 40
 * bits a state, twelve states to a cache line, in the first line from the one that other
 * bits of the hash name that has a place:
 *
 *     │ 40 bits │ 40 bits │ … │ 40 bits │ – – – │ count │
 *
 * A new state is taken for a known one if one of the c states it is compared with agrees
 * in 40 bits: with probability c / 2^40 at most.
 *
 * *Bitstate hashing* (Holzmann, "An analysis of bitstate hashing", FMSD 1998) sets three
 * bits a state, all in one cache line. A new state is taken for a known one if its three
 * bits are set: with probability (s / 512)^3, where s bits of its line are set.
 *
 * By the union bound, the sum of these over all states is at least the probability that
 * any state was missed. What is in a sketch depends on the order in which states were
 * added, so they are added in theirs.
 */
#pragma once

#include <xxhash.h>

#include "lull-checker.h"
#include "lull-region.h"

G_BEGIN_DECLS

/** See the file's comment. */
typedef struct
{
  LullStorage storage; /**< hashes or bits */
  LullRegion lines;    /**< of 64 bytes each */
  guint64 line_count;
  guint64 state_count;
  guint64 state_max; /**< there is room for so many */
  double omissions;  /**< expected number of states taken for others, so far */
} LullSketch;

/** An empty sketch that takes its share of the memory at once. @return FALSE if it is not
 * there */
gboolean lull_sketch_init (LullSketch *self, LullStorage storage, LullBudget *budget);

/** Frees what @p self owns. */
void lull_sketch_clear (LullSketch *self);

/** The hash by which a sketch knows a state. */
static inline XXH128_hash_t
lull_sketch_hash (const guint8 *state, gsize size)
{
  return XXH3_128bits (state, size);
}

/** The line in which the search for a state starts. */
static inline guint64
lull_sketch_line (const LullSketch *self, XXH128_hash_t hash)
{
  return ((hash.high64 >> 32) * self->line_count) >> 32;
}

/** Has that line fetched. */
static inline void
lull_sketch_prefetch (const LullSketch *self, XXH128_hash_t hash)
{
  __builtin_prefetch ((const guint8 *) self->lines.base +
                      lull_sketch_line (self, hash) * 64);
}

/** Whether the state was added, or is taken for one that was; while nobody adds. */
gboolean lull_sketch_has (const LullSketch *self, XXH128_hash_t hash);

/** Adds a state, for which there is room. */
void lull_sketch_add (LullSketch *self, XXH128_hash_t hash);

/** A bound on the probability that a state was missed. */
double lull_sketch_omission (const LullSketch *self);

G_END_DECLS
