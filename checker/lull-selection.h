/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which bits of a state vary, and how they are packed. Most bits of a plain C state never
 * change: a counter that stays below four in its byte, a pair of workers that never talk,
 * padding. The bits that do are taken out of each eight-byte word of the state, in order,
 * and dealt out to *leaves* of at most 64 bits:
 *
 *     word 0  ....abc. .......d        leaf 0  …fedcba
 *     word 1  ........ .ef.....   →    leaf 1  …
 *     word 2  ........ ........
 *
 * The other bits are the same in all states seen so far. A state in which one of them
 * differs *spills*: the selection has to be widened, and what was packed by the old one
 * packed anew.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Bits of one word that lie side by side in one leaf. */
typedef struct
{
  guint64 mask; /**< which bits of the word */
  guint32 word;
  guint16 leaf;
  guint16 shift; /**< place of the lowest of them in the leaf */
} LullPiece;

/** See the file's comment. */
typedef struct
{
  gsize state_size;
  guint
      word_count; /**< words of a state; the bytes that complete the last one are zero */
  guint64 *masks; /**< of the bits that vary, by word; (owned) */
  guint64 *rest;  /**< the other bits, by word; (owned) */
  LullPiece *pieces; /**< by word, and within a word by leaf; (owned) */
  guint piece_count;
  guint *word_starts; /**< for each word the first of its pieces, and the end; (owned) */
  guint leaf_count;   /**< a power of two */
  gboolean is_fast;   /**< the processor extracts bits and compares words by itself (BMI2,
                         AVX2) */
} LullSelection;

/** Selects every bit of states of @p state_size bytes. */
void lull_selection_init (LullSelection *self, gsize state_size);

/** Frees what @p self owns. */
void lull_selection_clear (LullSelection *self);

/** Selects the bits set in @p masks, a word each; the others are as in @p state. */
void
lull_selection_choose (LullSelection *self, const guint64 *masks, const guint8 *state);

/** Adds to @p masks the bits in which @p state differs from @p base. */
void lull_selection_note (const LullSelection *self,
                          const guint8 *state,
                          const guint8 *base,
                          guint64 *masks);

/**
 * Packs a state into LullSelection.leaf_count leaves.
 * @return FALSE if it spills; the leaves are then useless
 */
gboolean
lull_selection_pack (const LullSelection *self, const guint8 *state, guint64 *leaves);

/**
 * Packs the difference of @p state from @p base, which does not spill: the exclusive or
 * of their leaves.
 * @return FALSE if @p state spills; the leaves are then useless
 */
gboolean lull_selection_pack_change (const LullSelection *self,
                                     const guint8 *state,
                                     const guint8 *base,
                                     guint64 *changes);

/** Writes the state that was packed into @p leaves. */
void
lull_selection_unpack (const LullSelection *self, const guint64 *leaves, guint8 *state);

G_END_DECLS
