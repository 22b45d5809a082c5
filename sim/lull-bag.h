/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A bag of records in a state: messages on the wire that have no names of their own. A
 * record is 1 + source, target, and a payload; what is not used is zeros. The bag is
 * sorted, so that equal bags are equal bytes: by source and target and, where the order
 * on a link does not matter, by payload as well. On a FIFO link a record goes behind
 * those sent earlier. Internal to sim/.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Bytes of a record. */
enum
{
  LULL_BAG_SOURCE, /**< 1 + source; 0: there is none */
  LULL_BAG_TARGET,
  LULL_BAG_PAYLOAD
};

/** A record has at most this many bytes. */
#define LULL_BAG_RECORD_MAX 256U

/** Where a bag is in a state. */
typedef struct
{
  guint32 at;
  guint32 record; /**< bytes of one */
  guint32 max;    /**< so many at most */
  gboolean fifo;  /**< the order on a link matters */
} LullBag;

/** Record number @p index, which may lie behind the last. */
static inline const guint8 *
lull_bag_peek (const LullBag *self, const guint8 *state, guint index)
{
  return state + self->at + index * self->record;
}

/** How many records there are. */
guint lull_bag_count (const LullBag *self, const guint8 *state);

/** Adds a record. @return FALSE if the bag is full */
gboolean lull_bag_push (const LullBag *self,
                        guint8 *state,
                        guint source,
                        guint target,
                        const guint8 *payload);

/** Takes record number @p index out. */
void lull_bag_remove (const LullBag *self, guint8 *state, guint index);

/** Whether record number @p index is the first of its kind: on a FIFO link of the link,
 * elsewhere of those that are equal. */
gboolean lull_bag_is_first (const LullBag *self, const guint8 *state, guint index);

/** How many classes keep the messages of one link apart in a fair run. On a link without
 * order a message might for ever be overtaken by others, and those that say different
 * things have different classes. */
guint lull_bag_classes_of_a_link (const LullBag *self);

/** The class of record number @p index among those of all links between @p workers. */
guint
lull_bag_class (const LullBag *self, const guint8 *state, guint index, guint workers);

G_END_DECLS
