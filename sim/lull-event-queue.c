/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-event-queue.h"

struct LullEventQueue
{
  GArray *events; /* of LullEvent, the next to leave last; (owned) */
  guint64 pushed;
};

LullEventQueue *
lull_event_queue_new (void)
{
  LullEventQueue *self = g_new0 (LullEventQueue, 1);

  self->events = g_array_new (FALSE, FALSE, sizeof (LullEvent));
  return self;
}

void
lull_event_queue_free (LullEventQueue *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->events);
  g_free (self);
}

static LullEvent *
event_at (const LullEventQueue *self, guint index)
{
  return &g_array_index (self->events, LullEvent, index);
}

void
lull_event_queue_push (LullEventQueue *self, guint64 due_tick, LullAction action)
{
  LullEvent event = { .due_tick = due_tick,
                      .sequence = self->pushed++,
                      .action = action };
  guint place = self->events->len;

  while (place > 0 && event_at (self, place - 1)->due_tick <= due_tick)
    place--;
  g_array_insert_val (self->events, place, event);
}

guint
lull_event_queue_length (const LullEventQueue *self)
{
  return self->events->len;
}

const LullEvent *
lull_event_queue_peek (const LullEventQueue *self)
{
  return self->events->len > 0 ? event_at (self, self->events->len - 1) : NULL;
}

LullEvent
lull_event_queue_pop (LullEventQueue *self)
{
  LullEvent event;

  g_assert (self->events->len > 0);
  event = *event_at (self, self->events->len - 1);
  g_array_set_size (self->events, self->events->len - 1);
  return event;
}

gboolean
lull_event_queue_has (const LullEventQueue *self, LullAction action)
{
  for (guint i = 0; i < self->events->len; i++)
    if (event_at (self, i)->action == action)
      return TRUE;
  return FALSE;
}

void
lull_event_queue_retain (LullEventQueue *self,
                         gboolean (*keep) (LullEvent *event, gpointer user_data),
                         gpointer user_data)
{
  guint kept = 0;

  for (guint i = 0; i < self->events->len; i++)
    if (keep (event_at (self, i), user_data))
      *event_at (self, kept++) = *event_at (self, i);
  g_array_set_size (self->events, kept);
}
