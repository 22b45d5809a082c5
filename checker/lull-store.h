/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The states that a search has found, numbered in the order of finding: which is at the
 * same time the queue of a breadth-first search, the set it looks successors up in, and,
 * with the parents, all that is needed to tell how a state was reached.
 */
#pragma once

#include "lull-codec.h"
#include "lull-model.h"
#include "lull-parents.h"
#include "lull-sketch.h"
#include "lull-sleep.h"
#include "lull-watch.h"

G_BEGIN_DECLS

/** See the file's comment. */
typedef struct
{
  const LullModel *model;
  LullCodec codec;
  LullKeySet roots; /**< of the states, by number */
  LullParents parents;
  guint32 initial_count; /**< the states with lower numbers are initial */
  guint8 *sample;        /**< the first initial state; (owned) */
  gboolean is_reduced;   /**< only ample sets of actions are taken */
  gboolean is_symmetric; /**< only representatives of classes of states are stored */
  LullSleep *sleep;      /**< which steps are not taken, or NULL: all are; (owned) */
  LullStorage storage;
  LullSketch *sketch; /**< where states are looked up; NULL: in @ref roots; (owned) */
  LullWatch *watch;   /**< states to keep when they are found, or NULL; borrowed */
} LullStore;

/**
 * An empty store.
 *
 * @param is_ordered  states will be expanded in the order they are found
 * @param storage     how they are kept; other than exactly only where they are expanded
 * in order
 */
void lull_store_init (LullStore *self,
                      const LullModel *model,
                      LullBudget *budget,
                      gboolean is_ordered,
                      LullStorage storage);

/** Has the steps left out that lead where commuting steps lead; states are found in
 * levels. */
void lull_store_use_sleep (LullStore *self, LullBudget *budget);

/** Has every step taken. */
void lull_store_forgo_sleep (LullStore *self);

/** Frees what @p self owns. */
void lull_store_clear (LullStore *self);

/** The number of states. */
static inline guint32
lull_store_count (const LullStore *self)
{
  return lull_key_set_count (&self->roots);
}

/**
 * Makes room for @p states more states, found by expanding @p parents states.
 * @return FALSE if the memory is not there
 */
gboolean
lull_store_make_room (LullStore *self, guint32 states, guint32 parents, LullCrew *crew);

/**
 * Selects for packing the bits that are set in @p masks, as well as those that are
 * selected already, and packs all states anew.
 * @return FALSE if the memory for it is not there; the store is as it was
 */
gboolean lull_store_widen (LullStore *self, const guint64 *masks, LullCrew *crew);

/** Takes memory for the sketch. @return FALSE if it is not there */
gboolean lull_store_start (LullStore *self);

/** Adds the next @p more states, whose roots were put in their places; @p crew enters
 * them where they will be found. */
void lull_store_add (LullStore *self, guint32 more, LullCrew *crew);

/** The states before number @p first will not be expanded again. */
void lull_store_forget (LullStore *self, guint32 first);

/** A buffer for one state. @return @transfer{full} */
guint8 *lull_store_new_buffer (const LullStore *self);

/** Writes state number @p number, which has not been forgotten or was watched for, into a
 * buffer. */
void lull_store_get (const LullStore *self, guint32 number, guint8 *state);

G_END_DECLS
