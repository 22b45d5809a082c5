/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-store.h"

void
lull_store_init (LullStore *self, const LullModel *model, LullBudget *budget)
{
  self->model = model;
  lull_codec_init (&self->codec, model->state_size, budget);
  lull_key_set_init (&self->roots, budget);
  lull_parents_init (&self->parents, budget);
  self->initial_count = 0;
}

void
lull_store_clear (LullStore *self)
{
  lull_parents_clear (&self->parents);
  lull_key_set_clear (&self->roots);
  lull_codec_clear (&self->codec);
}

gboolean
lull_store_make_room (LullStore *self, guint32 states, guint32 parents, LullCrew *crew)
{
  return lull_key_set_make_room (&self->roots, states, crew) &&
         lull_parents_make_room (&self->parents, (guint64) states + parents);
}

guint8 *
lull_store_new_buffer (const LullStore *self)
{
  return g_malloc0 (lull_codec_buffer_size (&self->codec, 1));
}

void
lull_store_get (const LullStore *self, guint32 number, guint8 *state)
{
  lull_codec_unfold_one (&self->codec, lull_key_set_key (&self->roots, number), state);
}
