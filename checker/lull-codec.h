/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whole states in eight bytes each. The bits of a state that vary are packed into leaves
 * of eight bytes (lull-selection.h). A state of one leaf is its own *root*. Otherwise the
 * leaves are those of a complete binary tree: a dictionary gives each different leaf a
 * number of 32 bits; two numbers side by side are eight bytes again, get a number of
 * their own, and so on up to the root, which is not numbered:
 *
 *                 root (node 1) = number of node 2 │ number of node 3
 *                         ┌──────────────┴──────────────┐
 *                node 2 = 4 │ 5                 node 3 = 6 │ 7
 *                   ┌───────┴───────┐             ┌───────┴───────┐
 *             node 4: bits    node 5: bits    node 6: bits    node 7: bits
 *
 * Equal states have equal roots and different states different ones, so roots are stored
 * and compared in place of states, without loss. The tree is that of Laarman, van de Pol
 * and Weber ("Parallel recursive state compression for free", SPIN 2011); as there, all
 * nodes share one dictionary.
 *
 * Numbers depend on which thread came first and are never shown: the order of roots has
 * no meaning.
 */
#pragma once

#include "lull-key-set.h"
#include "lull-selection.h"

G_BEGIN_DECLS

/** Bytes that may be read and written behind each state handed to this module; they are
 * zero. */
#define LULL_STATE_SLACK 8U

/** How states of one size are taken apart, and the dictionary. */
typedef struct
{
  gsize state_size;
  gsize stride; /**< from state to state in a buffer of states; a multiple of eight */
  LullSelection selection;
  guint leaf_count; /**< a power of two */
  guint
      node_count; /**< twice as many: nodes are numbered from 1, leaves from leaf_count */
  guint node_max; /**< the most there can be, when every bit varies */
  LullKeySet nodes; /**< the dictionary */
} LullCodec;

/** A codec with an empty dictionary, for states of which every bit may vary. */
void lull_codec_init (LullCodec *self, gsize state_size, LullBudget *budget);

/** Packs only the bits set in @p masks; the others are as in @p state. The dictionary is
 * empty. */
void lull_codec_choose (LullCodec *self, const guint64 *masks, const guint8 *state);

/** Frees what @p self owns. */
void lull_codec_clear (LullCodec *self);

/** Makes room in the dictionary for @p more nodes. @return FALSE if the memory is not
 * there */
gboolean lull_codec_make_room (LullCodec *self, guint32 more, LullCrew *crew);

/** Bytes of a buffer for @p count states. */
static inline gsize
lull_codec_buffer_size (const LullCodec *self, gsize count)
{
  return count * self->stride + LULL_STATE_SLACK;
}

/**
 * Writes the states with the given roots.
 *
 * @param states  a buffer for @p count states
 * @param nodes   LullCodec.node_count numbers for each state: those of its nodes, from
 * index 2
 * @param leaves  room for LullCodec.leaf_count leaves
 */
void lull_codec_unfold (const LullCodec *self,
                        const guint64 *roots,
                        guint count,
                        guint8 *states,
                        guint32 *nodes,
                        guint64 *leaves);

/** Writes one state, and forgets the numbers of its nodes. */
void lull_codec_unfold_one (const LullCodec *self, guint64 root, guint8 *state);

/** A leaf or inner node of one of the states being folded. */
typedef struct
{
  guint64 key;
  guint32 node;
  guint32 state;
} LullFoldEntry;

/** A key and its number, remembered. */
typedef struct
{
  guint64 key;
  guint32 number; /**< or ::LULL_KEY_NONE: nothing is remembered here */
} LullFoldMemo;

/**
 * Folds states into roots, many at a time so that their cache misses overlap. Only what
 * differs from a state whose nodes are known is looked up: a step changes little.
 */
typedef struct
{
  LullCodec *codec;
  guint32 state_max; /**< states at a time */
  guint32 entry_max;
  guint32 entry_count;
  LullFoldEntry *entries;     /**< (owned) */
  const guint32 **base_nodes; /**< for each state the nodes of the one it was compared
                                 with; (owned) */
  guint64 *roots;             /**< of each state, once finished; (owned) */
  LullFoldMemo *memos;  /**< of keys numbered lately, each at its own place; (owned) */
  guint64 *leaves;      /**< room for those of one state; (owned) */
  guint64 *spill;       /**< bits that vary though they were not selected; (owned) */
  gboolean has_spilled; /**< some state had such bits, so that nothing can be finished */
} LullFold;

/** A fold of up to @p state_max states at a time. */
void lull_fold_init (LullFold *self, LullCodec *codec, guint32 state_max);

/** Frees what @p self owns. */
void lull_fold_clear (LullFold *self);

/** Forgets numbers that were remembered; due whenever the dictionary may have lost some.
 */
void lull_fold_forget (LullFold *self);

/** Whether there may not be room for one more state, so that lull_fold_finish() is due.
 */
static inline gboolean
lull_fold_is_full (const LullFold *self)
{
  return self->entry_count + self->codec->leaf_count > self->entry_max;
}

/**
 * Takes in @p state as number @p number (0, 1, 2, … since the last finish), which
 * resembles @p base.
 *
 * @param base_root   the root of @p base
 * @param base_nodes  its nodes, which must stay until the finish
 */
void lull_fold_add_step (LullFold *self,
                         guint32 number,
                         const guint8 *state,
                         const guint8 *base,
                         guint64 base_root,
                         const guint32 *base_nodes);

/** Takes in a state that is not known to resemble any; @p sample is some state that does
 * not spill. */
void lull_fold_add_whole (LullFold *self,
                          guint32 number,
                          const guint8 *state,
                          const guint8 *sample);

/** Finds LullFold.roots of all states taken in. @return FALSE if the dictionary has run
 * out of room, or a state has spilled */
gboolean lull_fold_finish (LullFold *self);

G_END_DECLS
