/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A second opinion on any model: the textbook breadth-first search with a hash table of
 * whole states, as plain as it can be. It shares no code with the checker, which is what
 * it is for.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** The most properties that a model handed to lull_plain_search() may have. */
#define LULL_PLAIN_PROPERTIES_MAX 8U

/** "In no state": of a level. */
#define LULL_PLAIN_NEVER G_MAXUINT

/** What lull_plain_search() found; a level counts the steps from the initial states. */
typedef struct
{
  guint64 states;      /**< distinct stored states */
  guint64 transitions; /**< steps tried, duplicates and those that leave the constraint
                          included */
  guint64 outside;     /**< of the transitions, those that leave the constraint */
  guint64 terminal;    /**< states without any action */
  guint levels;        /**< the last level that has a state */
  guint deadlock;      /**< first level of a terminal state in which a run may not stop */
  guint violated[LULL_PLAIN_PROPERTIES_MAX]; /**< first level that violates an *always*
                                                property */
} LullPlainFindings;

/** Called once for each stored state, in the order they are found. */
typedef void (*LullPlainVisit) (const LullModel *model,
                                const guint8 *state,
                                gpointer user_data);

/**
 * Searches all of @p model.
 *
 * @param stop_at_violation  end with the level in which property 0 is first violated
 * @param visit              called for each state, or NULL
 */
LullPlainFindings lull_plain_search (const LullModel *model,
                                     gboolean stop_at_violation,
                                     LullPlainVisit visit,
                                     gpointer user_data);

G_END_DECLS
