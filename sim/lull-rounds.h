/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How the rounds of collectives are carried: in one step, which is the world's own, or by
 * messages or a store, where each worker gets the result at a moment of its own. The
 * protocol is told of no difference.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What carries a round. */
typedef enum
{
  LULL_ROUNDS_STEP,     /**< the last contribution makes the result known to all */
  LULL_ROUNDS_LEADER,   /**< all send to one, who decides and answers each */
  LULL_ROUNDS_TREE,     /**< up a tree to its root, who decides, and down again */
  LULL_ROUNDS_RING,     /**< once round to collect, once round with what was collected */
  LULL_ROUNDS_EXCHANGE, /**< each sends to all others, and decides by what it got */
  LULL_ROUNDS_STORE /**< each puts its value into a store, and reads those of the others
                     */
} LullRoundsBy;

/** What becomes of a message that comes before its receiver has begun the round. */
typedef enum
{
  LULL_EARLY_HELD,
  LULL_EARLY_LOST,
  LULL_EARLY_REFUSED /**< its receiver fails, and takes no further step in join */
} LullEarly;

/** Until when a worker serves the others. */
typedef enum
{
  LULL_SERVES_ALWAYS,
  LULL_SERVES_IN_JOIN /**< what it owes goes out after it has the result, and not once it
                         has left join */
} LullServes;

/** How rounds are carried. */
typedef struct
{
  LullRoundsBy by;
  guint leader;  /**< who leads, is the root or the first of the ring, has the store */
  guint fan_out; /**< of the tree */
  gboolean tags; /**< what belongs to a round says so */
  LullEarly early;
  LullServes serves;
} LullRounds;

G_END_DECLS
