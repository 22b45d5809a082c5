/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-store.h"

#include "lull-rehearsal.h"

#include <string.h>

void
lull_store_init (LullStore *self,
                 const LullModel *model,
                 LullBudget *budget,
                 gboolean is_ordered,
                 LullStorage storage)
{
  self->model = model;
  lull_codec_init (&self->codec, model->state_size, budget);
  self->storage = storage;
  if (storage == LULL_STORAGE_EXACT)
    lull_key_set_init (&self->roots, budget);
  else
    lull_key_set_init_queue (&self->roots, budget);
  self->sketch = NULL;
  self->watch = NULL;
  lull_parents_init (&self->parents, budget, is_ordered);
  self->initial_count = 0;
  self->is_reduced = FALSE;
  self->is_symmetric = FALSE;
  self->sleep = NULL;
  self->sample = lull_store_new_buffer (self);
  model->initial (model, 0, self->sample);
  if (self->codec.leaf_count > 1)
    {
      g_autofree guint64 *masks = lull_rehearse (model, &self->codec);

      lull_codec_choose (&self->codec, masks, self->sample);
    }
}

void
lull_store_use_sleep (LullStore *self, LullBudget *budget)
{
  self->sleep = g_new (LullSleep, 1);
  lull_sleep_init (self->sleep, budget);
}

void
lull_store_forgo_sleep (LullStore *self)
{
  if (self->sleep == NULL)
    return;
  lull_sleep_clear (self->sleep);
  g_clear_pointer (&self->sleep, g_free);
}

void
lull_store_clear (LullStore *self)
{
  lull_store_forgo_sleep (self);
  if (self->sketch != NULL)
    lull_sketch_clear (self->sketch);
  g_free (self->sketch);
  lull_parents_clear (&self->parents);
  lull_key_set_clear (&self->roots);
  lull_codec_clear (&self->codec);
  g_free (self->sample);
}

gboolean
lull_store_start (LullStore *self)
{
  if (self->storage == LULL_STORAGE_EXACT)
    return TRUE;
  self->sketch = g_new (LullSketch, 1);
  return lull_sketch_init (self->sketch, self->storage, self->roots.keys.budget);
}

gboolean
lull_store_make_room (LullStore *self, guint32 states, guint32 parents, LullCrew *crew)
{
  if (self->sketch != NULL &&
      states > self->sketch->state_max - self->sketch->state_count)
    return FALSE;
  return lull_key_set_make_room (&self->roots, states, crew) &&
         lull_parents_make_room (&self->parents, states, parents);
}

/* States handled at a time. */
#define BATCH 64U

/* Adds up to BATCH states to the sketch, in their order. */
static void
sketch_batch (
    LullStore *self, guint32 first, guint32 count, guint8 *states, guint32 *nodes)
{
  const guint64 *roots = (const guint64 *) self->roots.keys.base + first;
  g_autofree guint64 *leaves = g_new (guint64, self->codec.leaf_count);
  XXH128_hash_t hashes[BATCH];

  lull_codec_unfold (&self->codec, roots, count, states, nodes, leaves);
  for (guint32 i = 0; i < count; i++)
    {
      hashes[i] =
          lull_sketch_hash (states + i * self->codec.stride, self->codec.state_size);
      lull_sketch_prefetch (self->sketch, hashes[i]);
    }
  for (guint32 i = 0; i < count; i++)
    {
      lull_sketch_add (self->sketch, hashes[i]);
      if (self->watch != NULL && lull_watch_next (self->watch) == first + i)
        lull_watch_keep (self->watch, states + i * self->codec.stride);
    }
}

static void
sketch_states (LullStore *self, guint32 first, guint32 end)
{
  g_autofree guint8 *states = g_malloc0 (lull_codec_buffer_size (&self->codec, BATCH));
  g_autofree guint32 *nodes = g_new (guint32, (gsize) BATCH * self->codec.node_count);

  for (guint32 i = first; i < end; i += MIN (BATCH, end - i))
    sketch_batch (self, i, MIN (BATCH, end - i), states, nodes);
}

void
lull_store_add (LullStore *self, guint32 more, LullCrew *crew)
{
  guint32 count = lull_store_count (self);

  lull_key_set_add (&self->roots, more, crew);
  /* A sketch takes states in their order only. */
  if (self->sketch != NULL)
    sketch_states (self, count, count + more);
}

void
lull_store_forget (LullStore *self, guint32 first)
{
  if (self->sketch != NULL)
    lull_key_set_release (&self->roots, first);
}

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
  lull_codec_unfold (from, roots + first, count, states, nodes, fold->leaves);
  for (guint32 i = 0; i < count; i++)
    {
      lull_fold_add_whole (fold, 0, states + i * from->stride, self->sample);
      if (!lull_fold_finish (fold))
        g_error ("a state that was stored cannot be packed anew");
      roots[first + i] = fold->roots[0];
    }
  return TRUE;
}

/* Packs states FIRST … END - 1 anew. Returns the number of the first that could not be,
 * because memory ran out. */
static guint32
repack (LullStore *self,
        const LullCodec *from,
        LullCodec *to,
        guint32 first,
        guint32 end,
        LullCrew *crew)
{
  LullFold fold;
  guint32 done = first;

  lull_fold_init (&fold, to, 1);
  while (done < end &&
         repack_batch (self, from, &fold, done, done + MIN (BATCH, end - done), crew))
    done += MIN (BATCH, end - done);
  lull_fold_clear (&fold);
  return done;
}

gboolean
lull_store_widen (LullStore *self, const guint64 *masks, LullCrew *crew)
{
  guint32 first = lull_key_set_first (&self->roots);
  guint32 end = lull_store_count (self);
  const LullSelection *selection = &self->codec.selection;
  g_autofree guint64 *all = g_memdup2 (masks, selection->word_count * sizeof *masks);
  LullCodec wide;
  guint32 done;

  for (guint word = 0; word < selection->word_count; word++)
    all[word] |= selection->masks[word];
  lull_codec_init (&wide, self->codec.state_size, self->codec.nodes.keys.budget);
  lull_codec_choose (&wide, all, self->sample);
  done = repack (self, &self->codec, &wide, first, end, crew);
  if (done < end)
    {
      /* The old dictionary still knows all that is needed for the way back. */
      repack (self, &wide, &self->codec, first, done, crew);
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
  const guint8 *kept = NULL;

  if (self->watch != NULL)
    kept = lull_watch_find (self->watch, number);
  if (kept != NULL)
    memcpy (state, kept, self->codec.state_size);
  else
    lull_codec_unfold_one (&self->codec, lull_key_set_key (&self->roots, number), state);
}
