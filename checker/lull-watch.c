/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-watch.h"

void
lull_watch_init (LullWatch *self, GArray *numbers, gsize state_size)
{
  self->numbers = numbers;
  self->states = g_byte_array_new ();
  self->state_size = state_size;
}

void
lull_watch_clear (LullWatch *self)
{
  g_array_unref (self->numbers);
  g_byte_array_unref (self->states);
}

static guint
kept_count (const LullWatch *self)
{
  return self->states->len / (guint) self->state_size;
}

guint32
lull_watch_next (const LullWatch *self)
{
  guint kept = kept_count (self);

  return kept < self->numbers->len ? g_array_index (self->numbers, guint32, kept)
                                   : G_MAXUINT32;
}

void
lull_watch_keep (LullWatch *self, const guint8 *state)
{
  g_assert (kept_count (self) < self->numbers->len);
  g_byte_array_append (self->states, state, (guint) self->state_size);
}

const guint8 *
lull_watch_find (const LullWatch *self, guint32 number)
{
  for (guint i = 0; i < kept_count (self); i++)
    if (g_array_index (self->numbers, guint32, i) == number)
      return self->states->data + i * self->state_size;
  return NULL;
}
