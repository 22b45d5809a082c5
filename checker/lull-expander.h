/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Takes every action of many states, and says which of the successors are known. Works on
 * batches, so that while one cache line is on its way others are asked for.
 */
#pragma once

#include "lull-store.h"
#include "lull-tally.h"

G_BEGIN_DECLS

/** A successor within the constraint. */
typedef struct
{
  guint64 source; /**< number of the state it comes from, or of the initial state it is */
  guint64 root;
  guint32 number; /**< its number in the store, or ::LULL_KEY_NONE; where there is a
                     sketch, just another */
  guint32 place;  /**< of its bytes among the states that are lent */
  LullAction action;
  guint64 sleep; /**< what sleeps there, coming this way; where there are sleep sets */
} LullSuccessor;

/** What is done with what an expander finds; the states lent are valid during the call.
 */
typedef struct
{
  /** @p state has no action. */
  void (*terminal) (gpointer data, guint64 source, const guint8 *state);
  /** @p state has actions, and a run may rest in it (LullModel.may_rest). */
  void (*resting) (gpointer data, guint64 source, const guint8 *state);
  /** @p action leads to @p state, outside the constraint. */
  void (*outside) (gpointer data, guint64 source, LullAction action, const guint8 *state);
  /** The next @p count successors, by source and action; the bytes of one are at @p
   * states
   * + its place × @p stride. */
  void (*inside) (gpointer data,
                  const LullSuccessor *successors,
                  guint32 count,
                  const guint8 *states,
                  gsize stride);
} LullVisitor;

/** The buffers of one thread. */
typedef struct
{
  LullStore *store;
  const LullVisitor *visitor;
  gpointer data;
  LullTally *tally; /**< where actions taken are counted */
  LullFold fold;
  LullSuccessor *batch;
  guint8 *batch_states;
  guint32 batch_count, batch_max;
  guint8 *sources; /**< the states being expanded */
  guint32 *source_nodes;
  LullAction *actions;
  guint8 *agents;     /**< of the actions, where there are sleep sets */
  guint64 *commuting; /**< … and with which agents' they commute */
  guint64 *recent; /**< roots seen lately, each at its own place; NULL: repeats are told
                      too; (owned) */
  guint8 *scratch; /**< two states, to find representatives with */
} LullExpander;

/**
 * Makes the buffers.
 *
 * @param tally    where actions taken are counted
 * @param visitor  told of everything found
 * @param data     for @p visitor
 */
void lull_expander_init (LullExpander *self,
                         LullStore *store,
                         LullTally *tally,
                         const LullVisitor *visitor,
                         gpointer data);

/** Frees what @p self owns. */
void lull_expander_clear (LullExpander *self);

/** Forgets what is remembered of the dictionary, which may have lost nodes. */
void lull_expander_forget (LullExpander *self);

/**
 * From now on a successor that was told since the last call is not told again, as far as
 * is remembered. Sources are expanded in ascending order between calls, so that the first
 * of equal successors is told.
 */
void lull_expander_skip_repeats (LullExpander *self);

/**
 * Expands states @p first … @p end - 1 of the store. An action that stands twice in a row
 * is taken once and counted twice.
 *
 * @return FALSE if the dictionary ran out of room on the way, or a state spilled
 * (LullFold.has_spilled): mend it, and begin again
 */
gboolean lull_expander_expand (LullExpander *self, guint32 first, guint32 end);

/** Generates initial states @p first … @p end - 1 as if they were successors; otherwise
 * the same. */
gboolean lull_expander_generate (LullExpander *self, guint64 first, guint64 end);

G_END_DECLS
