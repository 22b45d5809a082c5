/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-codec.h"

#include "lull-own.h"

#include <string.h>

static void
adopt_selection (LullCodec *self)
{
  self->leaf_count = self->selection.leaf_count;
  self->node_count = 2 * self->leaf_count;
}

void
lull_codec_init (LullCodec *self, gsize state_size, LullBudget *budget)
{
  self->state_size = state_size;
  self->stride = (state_size + LULL_STATE_SLACK + 7) / 8 * 8;
  lull_selection_init (&self->selection, state_size);
  adopt_selection (self);
  self->node_max = self->node_count;
  lull_key_set_init (&self->nodes, budget);
}

void
lull_codec_choose (LullCodec *self, const guint64 *masks, const guint8 *state)
{
  g_assert (lull_key_set_count (&self->nodes) == 0);
  lull_selection_choose (&self->selection, masks, state);
  adopt_selection (self);
}

void
lull_codec_clear (LullCodec *self)
{
  lull_key_set_clear (&self->nodes);
  lull_selection_clear (&self->selection);
}

gboolean
lull_codec_make_room (LullCodec *self, guint32 more, LullCrew *crew)
{
  return self->leaf_count == 1 || lull_key_set_make_room (&self->nodes, more, crew);
}

static inline guint64
join (guint32 left, guint32 right)
{
  return (guint64) right << 32 | left;
}

/* Splits the node with content @p key into its two children. */
static inline void
split (guint32 *nodes, guint node, guint64 key)
{
  nodes[2 * node] = (guint32) key;
  nodes[2 * node + 1] = (guint32) (key >> 32);
}

static void
prefetch_level (const LullCodec *self, const guint32 *nodes, guint first)
{
  for (guint node = first; node < 2 * first; node++)
    lull_key_set_prefetch_key (&self->nodes, nodes[node]);
}

void
lull_codec_unfold (const LullCodec *self,
                   const guint64 *roots,
                   guint count,
                   guint8 *states,
                   guint32 *nodes,
                   guint64 *leaves)
{
  if (self->leaf_count == 1)
    {
      for (guint i = 0; i < count; i++)
        lull_selection_unpack (&self->selection, &roots[i], states + i * self->stride);
      return;
    }
  for (guint i = 0; i < count; i++)
    {
      split (nodes + i * self->node_count, 1, roots[i]);
      prefetch_level (self, nodes + i * self->node_count, 2);
    }
  for (guint first = 2; first < self->leaf_count; first *= 2)
    for (guint i = 0; i < count; i++)
      {
        guint32 *mine = nodes + i * self->node_count;

        for (guint node = first; node < 2 * first; node++)
          split (mine, node, lull_key_set_key (&self->nodes, mine[node]));
        prefetch_level (self, mine, 2 * first);
      }
  for (guint i = 0; i < count; i++)
    {
      for (guint leaf = 0; leaf < self->leaf_count; leaf++)
        leaves[leaf] = lull_key_set_key (
            &self->nodes, nodes[i * self->node_count + self->leaf_count + leaf]);
      lull_selection_unpack (&self->selection, leaves, states + i * self->stride);
    }
}

void
lull_codec_unfold_one (const LullCodec *self, guint64 root, guint8 *state)
{
  g_autofree guint32 *nodes = g_new (guint32, self->node_count);
  g_autofree guint64 *leaves = g_new (guint64, self->leaf_count);

  lull_codec_unfold (self, &root, 1, state, nodes, leaves);
}

/* Entries of a few states that changed everywhere, or of many that changed little. */
#define ENTRIES_PER_STATE 8U

/* Keys that are remembered, in a part of the second cache. */
#define MEMO_COUNT 4096U

void
lull_fold_forget (LullFold *self)
{
  for (guint i = 0; i < MEMO_COUNT; i++)
    self->memos[i].number = LULL_KEY_NONE;
}

void
lull_fold_init (LullFold *self, LullCodec *codec, guint32 state_max)
{
  self->codec = codec;
  self->state_max = state_max;
  self->entry_max = state_max * ENTRIES_PER_STATE + codec->node_max / 2;
  self->entry_count = 0;
  self->entries = lull_own_new (LullFoldEntry, self->entry_max);
  self->base_nodes = lull_own_new (const guint32 *, state_max);
  self->roots = lull_own_new (guint64, state_max);
  self->memos = lull_own_new (LullFoldMemo, MEMO_COUNT);
  lull_fold_forget (self);
  self->leaves = lull_own_new (guint64, codec->node_max / 2);
  self->spill = lull_own_new (guint64, codec->selection.word_count);
  self->has_spilled = FALSE;
}

void
lull_fold_clear (LullFold *self)
{
  lull_own_free (self->entries);
  lull_own_free (self->base_nodes);
  lull_own_free (self->roots);
  lull_own_free (self->memos);
  lull_own_free (self->leaves);
  lull_own_free (self->spill);
}

static void
note_spill (LullFold *self, const guint8 *state, const guint8 *base)
{
  self->has_spilled = TRUE;
  lull_selection_note (&self->codec->selection, state, base, self->spill);
}

void
lull_fold_add_step (LullFold *self,
                    guint32 number,
                    const guint8 *state,
                    const guint8 *base,
                    guint64 base_root,
                    const guint32 *base_nodes)
{
  const LullCodec *codec = self->codec;
  LullFoldEntry *entry = &self->entries[self->entry_count];

  if (!lull_selection_pack_change (&codec->selection, state, base, self->leaves))
    note_spill (self, state, base);
  if (codec->leaf_count == 1)
    {
      self->roots[number] = base_root ^ self->leaves[0];
      return;
    }
  /* An entry is written for every leaf and stays if the leaf differs: no branch to
   * mispredict. */
  for (guint i = 0; i < codec->leaf_count; i++)
    {
      guint64 leaf = lull_key_set_key (&codec->nodes, base_nodes[codec->leaf_count + i]);

      *entry = (LullFoldEntry){ leaf ^ self->leaves[i], codec->leaf_count + i, number };
      entry += self->leaves[i] != 0;
    }
  self->entry_count = (guint32) (entry - self->entries);
  self->base_nodes[number] = base_nodes;
  self->roots[number] = base_root;
}

void
lull_fold_add_whole (LullFold *self,
                     guint32 number,
                     const guint8 *state,
                     const guint8 *sample)
{
  const LullCodec *codec = self->codec;

  if (!lull_selection_pack (&codec->selection, state, self->leaves))
    note_spill (self, state, sample);
  if (codec->leaf_count == 1)
    {
      self->roots[number] = self->leaves[0];
      return;
    }
  for (guint i = 0; i < codec->leaf_count; i++)
    self->entries[self->entry_count++] =
        (LullFoldEntry){ self->leaves[i], codec->leaf_count + i, number };
}

/* Entries whose cache misses overlap. */
#define INTERN_BATCH 32U

/* Entries whose keys are not remembered, and the hashes of these. */
typedef struct
{
  LullFoldEntry *entries[INTERN_BATCH];
  guint64 hashes[INTERN_BATCH];
  guint32 guesses[INTERN_BATCH];
  guint32 count;
} Unremembered;

static inline LullFoldMemo *
memo_place (const LullFold *self, guint64 hash)
{
  return &self->memos[(hash >> 32) % MEMO_COUNT];
}

/* Numbers what is remembered; the rest goes on a list, and the cache lines for it are
 * asked for. */
static inline void
recall (const LullFold *self, LullFoldEntry *entries, guint32 count, Unremembered *rest)
{
  rest->count = 0;
  for (guint32 i = 0; i < count; i++)
    {
      guint64 hash = lull_key_hash (entries[i].key);
      const LullFoldMemo *memo = memo_place (self, hash);

      if (memo->key == entries[i].key && memo->number != LULL_KEY_NONE)
        {
          entries[i].key = memo->number;
          continue;
        }
      rest->entries[rest->count] = &entries[i];
      rest->hashes[rest->count++] = hash;
      lull_key_set_prefetch (&self->codec->nodes, hash);
    }
}

/* Replaces the keys of up to INTERN_BATCH entries by their numbers. */
static gboolean
number_batch (LullFold *self, LullFoldEntry *entries, guint32 count)
{
  LullKeySet *nodes = &self->codec->nodes;
  Unremembered rest;

  recall (self, entries, count, &rest);
  for (guint32 i = 0; i < rest.count; i++)
    {
      rest.guesses[i] = lull_key_set_guess (nodes, rest.hashes[i]);
      if (rest.guesses[i] < LULL_KEY_UNSURE)
        lull_key_set_prefetch_key (nodes, rest.guesses[i]);
    }
  for (guint32 i = 0; i < rest.count; i++)
    {
      guint64 key = rest.entries[i]->key;
      guint32 number = rest.guesses[i];

      if (number >= LULL_KEY_UNSURE || lull_key_set_key (nodes, number) != key)
        number = lull_key_set_intern (nodes, key, rest.hashes[i]);
      if (number == LULL_KEY_NONE)
        return FALSE;
      rest.entries[i]->key = number;
      *memo_place (self, rest.hashes[i]) = (LullFoldMemo){ key, number };
    }
  return TRUE;
}

/* Replaces numbered entries by entries for their parents. Siblings, where both changed,
 * are neighbours. */
static guint32
join_entries (const LullFold *self, guint32 entry_count)
{
  LullFoldEntry *entries = self->entries;
  guint32 out = 0;

  for (guint32 in = 0; in < entry_count;)
    {
      const LullFoldEntry *entry = &entries[in];
      guint32 sibling = entry->node ^ 1U;
      gboolean is_right = entry->node % 2 == 1;
      guint32 left, right;

      in++;
      if (in < entry_count && entries[in].node == sibling &&
          entries[in].state == entry->state)
        {
          left = (guint32) entry->key;
          right = (guint32) entries[in].key;
          in++;
        }
      else
        {
          guint32 kept = self->base_nodes[entry->state][sibling];

          left = is_right ? kept : (guint32) entry->key;
          right = is_right ? (guint32) entry->key : kept;
        }
      entries[out++] =
          (LullFoldEntry){ join (left, right), entry->node / 2, entry->state };
    }
  return out;
}

gboolean
lull_fold_finish (LullFold *self)
{
  guint32 entry_count = self->entry_count;

  self->entry_count = 0;
  if (self->has_spilled)
    return FALSE;
  if (self->codec->leaf_count == 1)
    return TRUE;
  for (guint first = self->codec->leaf_count; first > 1; first /= 2)
    {
      for (guint32 i = 0; i < entry_count; i += INTERN_BATCH)
        if (!number_batch (self, &self->entries[i], MIN (INTERN_BATCH, entry_count - i)))
          return FALSE;
      entry_count = join_entries (self, entry_count);
    }
  for (guint32 i = 0; i < entry_count; i++)
    self->roots[self->entries[i].state] = self->entries[i].key;
  return TRUE;
}
