/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-store.h"

#include "lull-rehearsal.h"

void
lull_store_init (LullStore *self,
                 const LullModel *model,
                 LullBudget *budget,
                 gboolean is_ordered)
{
  self->model = model;
  lull_codec_init (&self->codec, model->state_size, budget);
  lull_key_set_init (&self->roots, budget);
  lull_parents_init (&self->parents, budget, is_ordered);
  self->initial_count = 0;
  self->is_reduced = FALSE;
  self->is_symmetric = FALSE;
  self->sample = lull_store_new_buffer (self);
  model->initial (model, 0, self->sample);
  if (self->codec.leaf_count > 1)
    {
      g_autofree guint64 *masks = lull_rehearse (model, &self->codec);

      lull_codec_choose (&self->codec, masks, self->sample);
    }
}

void
lull_store_clear (LullStore *self)
{
  lull_parents_clear (&self->parents);
  lull_key_set_clear (&self->roots);
  lull_codec_clear (&self->codec);
  g_free (self->sample);
}

gboolean
lull_store_make_room (LullStore *self, guint32 states, guint32 parents, LullCrew *crew)
{
  return lull_key_set_make_room (&self->roots, states, crew) &&
         lull_parents_make_room (&self->parents, states, parents);
}

/* States packed anew at a time. */
#define REPACK_BATCH 64U

/* Packs states FIRST … END - 1, whose roots are of codec FROM, by the codec of FOLD. */
static gboolean
repack_batch (LullStore *self,
              const LullCodec *from,
              LullFold *fold,
              guint32 first,
              guint32 end,
              LullCrew *crew)
{
  guint64 *roots = (guint64 *) self->roots.keys.base;
  guint32 count = end - first;
  g_autofree guint8 *states = g_malloc0 (lull_codec_buffer_size (from, count));
  g_autofree guint32 *nodes = g_new (guint32, (gsize) count * from->node_max);

  if (!lull_codec_make_room (fold->codec, count * fold->codec->node_max, crew))
    return FALSE;
  lull_codec_unfold (from, roots + first, count, states, nodes);
  for (guint32 i = 0; i < count; i++)
    {
      lull_fold_add_whole (fold, 0, states + i * from->stride, self->sample);
      if (!lull_fold_finish (fold))
        g_error ("a state that was stored cannot be packed anew");
      roots[first + i] = fold->roots[0];
    }
  return TRUE;
}

/* Returns how many of the first COUNT states were packed anew before memory ran out. */
static guint32
repack (
    LullStore *self, const LullCodec *from, LullCodec *to, guint32 count, LullCrew *crew)
{
  LullFold fold;
  guint32 done = 0;

  lull_fold_init (&fold, to, 1);
  while (done < count &&
         repack_batch (self, from, &fold, done, MIN (done + REPACK_BATCH, count), crew))
    done = MIN (done + REPACK_BATCH, count);
  lull_fold_clear (&fold);
  return done;
}

gboolean
lull_store_widen (LullStore *self, const guint64 *masks, LullCrew *crew)
{
  guint32 count = lull_store_count (self);
  const LullSelection *selection = &self->codec.selection;
  g_autofree guint64 *all = g_memdup2 (masks, selection->word_count * sizeof *masks);
  LullCodec wide;
  guint32 done;

  for (guint word = 0; word < selection->word_count; word++)
    all[word] |= selection->masks[word];
  lull_codec_init (&wide, self->codec.state_size, self->codec.nodes.keys.budget);
  lull_codec_choose (&wide, all, self->sample);
  done = repack (self, &self->codec, &wide, count, crew);
  if (done < count)
    {
      /* The old dictionary still knows all that is needed for the way back. */
      repack (self, &wide, &self->codec, done, crew);
      lull_codec_clear (&wide);
      return FALSE;
    }
  lull_codec_clear (&self->codec);
  self->codec = wide;
  lull_key_set_refill (&self->roots, crew);
  return lull_codec_make_room (&self->codec, 1, crew);
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
