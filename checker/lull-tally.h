/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What is learnt about a model on the way: how often what was taken, and the first state,
 * in the order of the search, for everything that can be wrong with one. Tallies of parts
 * of a search add up to the tally of the whole, in whatever order they are added.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** There are at most this many kinds of action. */
#define LULL_KINDS_MAX 256U

/** Where something was seen: a state, or what an action leads to from it. */
typedef struct
{
  gboolean is_seen;
  gboolean is_initial; /**< @ref source is the number of an initial state: nothing was
                          taken yet */
  guint64 source;      /**< number of the state that @ref action was taken from, or of the
                          state itself */
  LullAction action;
} LullSighting;

/** See the file's comment. */
typedef struct
{
  const LullModel *model;
  guint64 *kind_fired;      /**< per kind of action, ::LULL_KINDS_MAX of them; (owned) */
  guint64 outside;          /**< transitions that left the constraint */
  guint64 terminal;         /**< states without action */
  gboolean initial_outside; /**< an initial state was outside the constraint */
  LullSighting deadlock;    /**< the first */
  LullSighting *violations; /**< of each *always* property, the first; (owned) */
  gboolean
      *satisfied; /**< of each *sometimes* property, whether a state was seen; (owned) */
} LullTally;

/** An empty tally. */
void lull_tally_init (LullTally *self, const LullModel *model);

/** Frees what @p self owns. */
void lull_tally_clear (LullTally *self);

/** Forgets everything. */
void lull_tally_reset (LullTally *self);

/** Adds @p other, which covers other states. */
void lull_tally_add (LullTally *self, const LullTally *other);

/** The number of actions taken. */
guint64 lull_tally_transitions (const LullTally *self);

/** Whether an *always* property was seen violated. */
gboolean lull_tally_is_violated (const LullTally *self);

/**
 * Holds @p state against the properties.
 *
 * @param is_inside  the state is within the constraint: only then does it satisfy
 * *sometimes*
 */
void lull_tally_judge (LullTally *self,
                       const guint8 *state,
                       const LullSighting *sighting,
                       gboolean is_inside);

/** State number @p number has no action. */
void lull_tally_judge_terminal (LullTally *self, guint64 number, const guint8 *state);

/** Judges a state in which a run may rest. */
void lull_tally_judge_resting (LullTally *self, guint64 number, const guint8 *state);

G_END_DECLS
