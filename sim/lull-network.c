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

void
lull_link_remove (
    const LullWorld *self, guint8 *state, guint source, guint target, guint8 item)
{
  const LullLink *link = link_of (self, source, target);
  guint8 *found;

  if (link == NULL || link->capacity == 0)
    return;
  found = memchr (state + link->at, item, link->capacity);
  g_assert (found != NULL);
  memmove (found, found + 1, (gsize) (state + link->at + link->capacity - found - 1));
  state[link->at + link->capacity - 1] = 0;
}

gboolean
lull_link_is_head (
    const LullWorld *self, const guint8 *state, guint source, guint target, guint8 item)
{
  const LullLink *link = link_of (self, source, target);

  return link == NULL || link->capacity == 0 || state[link->at] == item;
}

gboolean
lull_control_push (const LullWorld *self,
                   guint8 *state,
                   guint source,
                   guint target,
                   const guint8 *payload)
{
  if (!lull_bag_push (&self->controls, state, source, target, payload))
    return FALSE;
  lull_link_push (self, state, source, target, LINK_CONTROL);
  return TRUE;
}

void
lull_control_remove (const LullWorld *self, guint8 *state, guint record)
{
  const guint8 *bytes = control_peek (self, state, record);
  guint source = bytes[LULL_BAG_SOURCE] - 1U;
  guint target = bytes[LULL_BAG_TARGET];

  lull_bag_remove (&self->controls, state, record);
  lull_link_pop (self, state, source, target);
}

guint
lull_control_count (const LullWorld *self, const guint8 *state)
{
  return lull_bag_count (&self->controls, state);
}

gboolean
lull_control_ready (const LullWorld *self, const guint8 *state, guint record)
{
  const guint8 *bytes = control_peek (self, state, record);

  return lull_bag_is_first (&self->controls, state, record) &&
         lull_link_is_head (self, state, bytes[LULL_BAG_SOURCE] - 1U,
                            bytes[LULL_BAG_TARGET], LINK_CONTROL);
}

guint
lull_world_bag_of (const LullWorld *self, LullAction action)
{
  LullOp op = (LullOp) self->op_of[lull_action_kind (action)];
  const LullBag *bag;
  guint number = 0;

  if (op == OP_CONTROL)
    return 0;
  if (op != OP_PART || self->bag_count == 1)
    return LULL_NO_BAG;
  bag = lull_parts_bag_of (self, action);
  if (bag == NULL)
    return LULL_NO_BAG;
  while (self->bags[number] != bag)
    number++;
  return number;
}
