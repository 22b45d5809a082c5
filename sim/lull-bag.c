/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-bag.h"

#include <string.h>

/** Classes of a link that keeps no order: so many that different messages share one only
 * by a rare accident, and never where a payload has two bytes. */
#define UNORDERED_CLASSES (1U << 20)

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

/* Two bytes are a class of their own; of more, a hash (FNV-1a, its bits folded). */
static guint
payload_class (const LullBag *self, const guint8 *record)
{
  const guint8 *payload = record + LULL_BAG_PAYLOAD;
  guint size = self->record - LULL_BAG_PAYLOAD;
  guint32 hash = 2166136261U;

  if (size <= 2)
    return payload[0] | (size == 2 ? (guint) payload[1] << 8 : 0);
  for (guint i = 0; i < size; i++)
    hash = (hash ^ payload[i]) * 16777619U;
  return (hash >> 20 ^ hash) % UNORDERED_CLASSES;
}

guint
lull_bag_class (const LullBag *self, const guint8 *state, guint index, guint workers)
{
  const guint8 *bytes = lull_bag_peek (self, state, index);
  guint link = (bytes[LULL_BAG_SOURCE] - 1U) * workers + bytes[LULL_BAG_TARGET];

  return self->fifo ? link : link * UNORDERED_CLASSES + payload_class (self, bytes);
}
