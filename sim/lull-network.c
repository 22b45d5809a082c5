/* SPDX-License-Identifier: Apache-2.0 */
/* What is on the wire: the order of FIFO links, and the bag of control messages. */
#include "lull-world-private.h"

void
lull_queue_push (const LullLink *queue, guint8 *state, guint8 item)
{
  guint8 *items = state + queue->at;
  guint length = 0;

  if (queue->capacity == 0)
    return;
  while (length < queue->capacity && items[length] != 0)
    length++;
  g_assert (length < queue->capacity);
  items[length] = item;
}

void
lull_queue_pop (const LullLink *queue, guint8 *state)
{
  guint8 *items = state + queue->at;

  if (queue->capacity == 0)
    return;
  g_assert (items[0] != 0);
  memmove (items, items + 1, queue->capacity - 1);
  items[queue->capacity - 1] = 0;
}

void
lull_link_push (
    const LullWorld *self, guint8 *state, guint source, guint target, guint8 item)
{
  const LullLink *link = link_of (self, source, target);

  if (link != NULL)
    lull_queue_push (link, state, item);
}

void
lull_link_pop (const LullWorld *self, guint8 *state, guint source, guint target)
{
  const LullLink *link = link_of (self, source, target);

  if (link != NULL)
    lull_queue_pop (link, state);
}

gboolean
lull_link_is_head (
    const LullWorld *self, const guint8 *state, guint source, guint target, guint8 item)
{
  const LullLink *link = link_of (self, source, target);

  return link == NULL || link->capacity == 0 || state[link->at] == item;
}

/*
 * The bag is sorted by source and target and, where order on a link does not matter, by
 * payload as well, so that equal bags are equal bytes. On a FIFO link a message goes
 * behind those sent earlier.
 */
gboolean
lull_control_push (const LullWorld *self,
                   guint8 *state,
                   guint source,
                   guint target,
                   const guint8 *payload)
{
  guint8 *bag = state + self->controls_at;
  gsize size = self->control_record;
  guint8 record[CONTROL_PAYLOAD + LULL_CONTROL_SIZE_MAX];
  gsize compared = self->fifo ? CONTROL_PAYLOAD : size;
  guint count = lull_control_count (self, state);
  guint place = count;

  if (count == self->control_max)
    return FALSE;
  record[CONTROL_SOURCE] = (guint8) (source + 1);
  record[CONTROL_TARGET] = (guint8) target;
  memcpy (record + CONTROL_PAYLOAD, payload, size - CONTROL_PAYLOAD);
  while (place > 0 && memcmp (bag + (place - 1) * size, record, compared) > 0)
    place--;
  memmove (bag + (place + 1) * size, bag + place * size, (count - place) * size);
  memcpy (bag + place * size, record, size);
  lull_link_push (self, state, source, target, LINK_CONTROL);
  return TRUE;
}

void
lull_control_remove (const LullWorld *self, guint8 *state, guint record)
{
  guint8 *bag = state + self->controls_at;
  gsize size = self->control_record;
  guint source = bag[record * size + CONTROL_SOURCE] - 1U;
  guint target = bag[record * size + CONTROL_TARGET];
  gsize behind = self->control_max - record - 1;

  memmove (bag + record * size, bag + (record + 1) * size, behind * size);
  memset (bag + (self->control_max - 1) * size, 0, size);
  lull_link_pop (self, state, source, target);
}

guint
lull_control_count (const LullWorld *self, const guint8 *state)
{
  guint count = 0;

  while (count < self->control_max &&
         control_peek (self, state, count)[CONTROL_SOURCE] != 0)
    count++;
  return count;
}

gboolean
lull_control_ready (const LullWorld *self, const guint8 *state, guint record)
{
  const guint8 *bytes = control_peek (self, state, record);
  gsize same = self->fifo ? CONTROL_PAYLOAD : self->control_record;

  if (record > 0 && memcmp (bytes, bytes - self->control_record, same) == 0)
    return FALSE;
  return lull_link_is_head (self, state, bytes[CONTROL_SOURCE] - 1U,
                            bytes[CONTROL_TARGET], LINK_CONTROL);
}
