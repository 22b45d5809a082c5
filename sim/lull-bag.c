/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-bag.h"

#include <string.h>

/** Classes of a link that keeps no order. */
#define UNORDERED_CLASSES 8U

guint
lull_bag_count (const LullBag *self, const guint8 *state)
{
  guint count = 0;

  while (count < self->max && lull_bag_peek (self, state, count)[LULL_BAG_SOURCE] != 0)
    count++;
  return count;
}

gboolean
lull_bag_push (
    const LullBag *self, guint8 *state, guint source, guint target, const guint8 *payload)
{
  guint8 *bag = state + self->at;
  gsize size = self->record;
  guint8 record[LULL_BAG_RECORD_MAX];
  gsize compared = self->fifo ? LULL_BAG_PAYLOAD : size;
  guint count = lull_bag_count (self, state);
  guint place = count;

  if (count == self->max)
    return FALSE;
  record[LULL_BAG_SOURCE] = (guint8) (source + 1);
  record[LULL_BAG_TARGET] = (guint8) target;
  memcpy (record + LULL_BAG_PAYLOAD, payload, size - LULL_BAG_PAYLOAD);
  while (place > 0 && memcmp (bag + (place - 1) * size, record, compared) > 0)
    place--;
  memmove (bag + (place + 1) * size, bag + place * size, (count - place) * size);
  memcpy (bag + place * size, record, size);
  return TRUE;
}

void
lull_bag_remove (const LullBag *self, guint8 *state, guint index)
{
  guint8 *bag = state + self->at;
  gsize size = self->record;
  gsize behind = self->max - index - 1;

  memmove (bag + index * size, bag + (index + 1) * size, behind * size);
  memset (bag + (self->max - 1) * size, 0, size);
}

gboolean
lull_bag_is_first (const LullBag *self, const guint8 *state, guint index)
{
  const guint8 *bytes = lull_bag_peek (self, state, index);
  gsize same = self->fifo ? LULL_BAG_PAYLOAD : self->record;

  return index == 0 || memcmp (bytes, bytes - self->record, same) != 0;
}

guint
lull_bag_classes_of_a_link (const LullBag *self)
{
  if (self->max == 0)
    return 0;
  return self->fifo ? 1 : UNORDERED_CLASSES;
}

/* Knuth's multiplicative hashing, whose upper bits keep small numbers apart. */
static guint
payload_class (const LullBag *self, const guint8 *record)
{
  guint32 hash = 0;

  for (guint i = LULL_BAG_PAYLOAD; i < self->record; i++)
    hash = (hash ^ record[i]) * 2654435761U;
  return hash >> 29;
}

G_STATIC_ASSERT (UNORDERED_CLASSES == 1U << (32 - 29));

guint
lull_bag_class (const LullBag *self, const guint8 *state, guint index, guint workers)
{
  const guint8 *bytes = lull_bag_peek (self, state, index);
  guint link = (bytes[LULL_BAG_SOURCE] - 1U) * workers + bytes[LULL_BAG_TARGET];

  return self->fifo ? link : link * UNORDERED_CLASSES + payload_class (self, bytes);
}
