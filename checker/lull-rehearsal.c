/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-rehearsal.h"

/* Enough to meet nearly all bits, over in a few milliseconds. */
#define WALKS 64U
#define STEPS_MAX 20000U

typedef struct
{
  const LullModel *model;
  const LullSelection *selection;
  guint64 *masks;
  guint64 random;
  guint steps_left;
  guint8 *first, *state, *next;
  LullAction *actions;
} Rehearsal;

/* SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014). */
static guint64
draw (Rehearsal *self, guint64 limit)
{
  self->random += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return lull_key_hash (self->random) % limit;
}

static gboolean
take_step (Rehearsal *self)
{
  const LullModel *model = self->model;
  guint count = model->actions (model, self->state, self->actions);
  guint8 *swapped = self->state;

  if (count == 0 || self->steps_left == 0)
    return FALSE;
  self->steps_left--;
  model->apply (model, self->state, self->actions[draw (self, count)], self->next);
  if (model->within != NULL && !model->within (model, self->next))
    return FALSE;
  self->state = self->next;
  self->next = swapped;
  return TRUE;
}

static void
walk (Rehearsal *self, guint64 initial)
{
  self->model->initial (self->model, initial, self->state);
  do
    lull_selection_note (self->selection, self->state, self->first, self->masks);
  while (take_step (self));
}

/* Walks get what the walks before them left over, so that one that never ends does not
 * starve the rest. */
guint64 *
lull_rehearse (const LullModel *model, const LullCodec *codec)
{
  Rehearsal self = { .model = model,
                     .selection = &codec->selection,
                     .masks = g_new0 (guint64, codec->selection.word_count),
                     .first = g_malloc0 (lull_codec_buffer_size (codec, 1)),
                     .state = g_malloc0 (lull_codec_buffer_size (codec, 1)),
                     .next = g_malloc0 (lull_codec_buffer_size (codec, 1)),
                     .actions = g_new (LullAction, model->actions_max) };

  model->initial (model, 0, self.first);
  for (guint i = 0; i < WALKS; i++)
    {
      self.steps_left += STEPS_MAX / WALKS;
      walk (&self, i == 0 ? 0 : draw (&self, model->initial_count));
    }
  g_free (self.first);
  g_free (self.state);
  g_free (self.next);
  g_free (self.actions);
  return self.masks;
}
