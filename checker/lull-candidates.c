/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-candidates.h"

#include "lull-own.h"

#include <string.h>

static guint64
candidate_max (const LullCandidates *self, guint32 source_max)
{
  return (guint64) source_max * self->store->model->actions_max;
}

static gboolean
take_memory (LullRegion *region, LullBudget *budget, guint64 bytes)
{
  lull_region_init (region, budget, bytes);
  return lull_region_commit (region, bytes);
}

static gboolean
take_buffers (LullCandidates *self, LullBudget *budget, guint64 count)
{
  guint64 sleep_count = self->store->sleep != NULL ? count : 0;
  guint64 lines = LULL_TEAM_MAX;
  gboolean is_there = TRUE;

  is_there &= take_memory (&self->roots, budget, count * sizeof (guint64));
  is_there &= take_memory (&self->sleeps, budget, sleep_count * sizeof (guint64));
  is_there &= take_memory (&self->shares, budget, count);
  is_there &= take_memory (&self->marks, budget, count + lines * LULL_OWN_LINE_BYTES);
  is_there &= take_memory (&self->slots, budget, (2 * count + lines) * sizeof (guint32));
  return is_there;
}

gboolean
lull_candidates_init (LullCandidates *self,
                      LullStore *store,
                      LullBudget *budget,
                      guint32 source_max,
                      guint team_max)
{
  guint32 chunk_max = source_max / LULL_CHUNK_SOURCES + 1;

  g_assert (team_max <= LULL_TEAM_MAX);
  self->store = store;
  self->chunk_max = chunk_max;
  self->team_max = team_max;
  self->chunks = g_new0 (LullChunk, chunk_max);
  for (guint32 i = 0; i < chunk_max; i++)
    {
      LullChunk *chunk = &self->chunks[i];

      chunk->first_place = (guint32) candidate_max (self, i * LULL_CHUNK_SOURCES);
      chunk->source_counts = lull_own_new (guint32, LULL_CHUNK_SOURCES);
      chunk->share_starts = lull_own_new (guint32, team_max + 1);
    }
  self->parts = g_new (LullPart *, team_max);
  for (guint i = 0; i < team_max; i++)
    self->parts[i] = lull_own_new (LullPart, chunk_max);
  self->new_before = g_new (guint32, chunk_max + 1);
  return take_buffers (self, budget, candidate_max (self, source_max));
}

void
lull_candidates_clear (LullCandidates *self)
{
  for (guint32 i = 0; i < self->chunk_max; i++)
    {
      lull_own_free (self->chunks[i].source_counts);
      lull_own_free (self->chunks[i].share_starts);
    }
  for (guint i = 0; i < self->team_max; i++)
    lull_own_free (self->parts[i]);
  g_free (self->chunks);
  g_free (self->parts);
  g_free (self->new_before);
  lull_region_clear (&self->roots);
  lull_region_clear (&self->sleeps);
  lull_region_clear (&self->shares);
  lull_region_clear (&self->marks);
  lull_region_clear (&self->slots);
}

void
lull_candidates_begin (LullCandidates *self,
                       guint64 first_source,
                       guint32 source_count,
                       guint size)
{
  self->first_source = first_source;
  self->source_count = source_count;
  self->chunk_count = (source_count + LULL_CHUNK_SOURCES - 1) / LULL_CHUNK_SOURCES;
  self->share_count = size;
}

void
lull_collector_init (LullCollector *self, LullCandidates *candidates)
{
  gsize count = (gsize) candidate_max (candidates, LULL_CHUNK_SOURCES);

  self->candidates = candidates;
  self->own_roots = lull_own_new (guint64, count);
  self->own_sleeps = lull_own_new (guint64, count);
  self->places = lull_own_new (guint32, candidates->team_max);
}

void
lull_collector_clear (LullCollector *self)
{
  lull_own_free (self->own_roots);
  lull_own_free (self->own_sleeps);
  lull_own_free (self->places);
}

static guint64 *
chunk_roots (const LullCandidates *self, const LullChunk *chunk)
{
  return (guint64 *) self->roots.base + chunk->first_place;
}

static guint64 *
chunk_sleeps (const LullCandidates *self, const LullChunk *chunk)
{
  return (guint64 *) self->sleeps.base + chunk->first_place;
}

void
lull_collector_begin (LullCollector *self, guint32 index)
{
  LullCandidates *candidates = self->candidates;
  const LullChunk *chunk = &candidates->chunks[index];
  gboolean is_dealt = candidates->share_count > 1;

  self->count = 0;
  memset (chunk->source_counts, 0, LULL_CHUNK_SOURCES * sizeof *chunk->source_counts);
  self->chunk = chunk;
  self->first_source = candidates->first_source + index * LULL_CHUNK_SOURCES;
  self->shares = (guint8 *) candidates->shares.base + chunk->first_place;
  self->roots = is_dealt ? self->own_roots : chunk_roots (candidates, chunk);
  self->sleeps = is_dealt ? self->own_sleeps : chunk_sleeps (candidates, chunk);
  if (candidates->store->sleep == NULL)
    self->sleeps = NULL;
}

/* Where shares begin, from how many candidates each has. */
static void
find_starts (LullCollector *self)
{
  const LullChunk *chunk = self->chunk;
  guint share_count = self->candidates->share_count;

  memset (self->places, 0, share_count * sizeof *self->places);
  for (guint32 i = 0; i < self->count; i++)
    self->places[self->shares[i]]++;
  chunk->share_starts[0] = 0;
  for (guint share = 0; share < share_count; share++)
    {
      chunk->share_starts[share + 1] = chunk->share_starts[share] + self->places[share];
      self->places[share] = chunk->share_starts[share];
    }
}

void
lull_collector_end (LullCollector *self)
{
  const LullChunk *chunk = self->chunk;
  guint64 *roots = chunk_roots (self->candidates, chunk);
  guint64 *sleeps = chunk_sleeps (self->candidates, chunk);

  find_starts (self);
  if (self->roots == roots)
    return;
  for (guint32 i = 0; i < self->count; i++)
    {
      guint32 place = self->places[self->shares[i]]++;

      roots[place] = self->roots[i];
      if (self->sleeps != NULL)
        sleeps[place] = self->sleeps[i];
    }
}

static guint32
share_size (const LullCandidates *self, guint share)
{
  guint32 size = 0;

  for (guint32 i = 0; i < self->chunk_count; i++)
    size += self->chunks[i].share_starts[share + 1] - self->chunks[i].share_starts[share];
  return size;
}

/*
 * What a share has to choose with. There are twice as many slots as it has candidates,
 * and one, so that there is always a free one. A slot holds 1 + the place of a candidate.
 */
typedef struct
{
  const guint64 *roots;
  guint64 *sleeps; /* NULL: none */
  guint32 *slots;
  guint32 slot_count;
  guint32 first_mark;
} Share;

static Share
open_share (const LullCandidates *self, guint number)
{
  Share share = { .roots = self->roots.base, .slots = self->slots.base };

  for (guint i = 0; i < number; i++)
    {
      guint32 size = share_size (self, i);

      share.slots += 2 * size + 1;
      share.first_mark += (size / LULL_OWN_LINE_BYTES + 1) * LULL_OWN_LINE_BYTES;
    }
  share.slot_count = 2 * share_size (self, number) + 1;
  if (self->store->sleep != NULL)
    share.sleeps = self->sleeps.base;
  memset (share.slots, 0, share.slot_count * sizeof *share.slots);
  return share;
}

/* Whether no candidate before it is the same state. */
static inline gboolean
wins (const Share *share, guint32 candidate)
{
  guint64 root = share->roots[candidate];
  guint64 hash = lull_key_hash (root);
  guint32 slot = (guint32) (((hash & G_MAXUINT32) * share->slot_count) >> 32);

  while (share->slots[slot] != 0)
    {
      guint32 winner = share->slots[slot] - 1;

      if (share->roots[winner] == root)
        {
          if (share->sleeps != NULL)
            share->sleeps[winner] &= share->sleeps[candidate];
          return FALSE;
        }
      slot = slot + 1 == share->slot_count ? 0 : slot + 1;
    }
  share->slots[slot] = candidate + 1;
  return TRUE;
}

void
lull_candidates_choose (LullCandidates *self, guint share_number)
{
  Share share = open_share (self, share_number);
  guint8 *marks = self->marks.base;
  guint32 mark = share.first_mark;

  for (guint32 i = 0; i < self->chunk_count; i++)
    {
      const LullChunk *chunk = &self->chunks[i];
      LullPart *part = &self->parts[share_number][i];

      *part = (LullPart){ .first_mark = mark };
      for (guint32 j = chunk->share_starts[share_number];
           j < chunk->share_starts[share_number + 1]; j++)
        {
          marks[mark] = wins (&share, chunk->first_place + j) ? 1 : 0;
          part->winners += marks[mark++];
        }
    }
}

guint32
lull_candidates_count_winners (LullCandidates *self)
{
  self->new_before[0] = 0;
  for (guint32 i = 0; i < self->chunk_count; i++)
    {
      self->new_before[i + 1] = self->new_before[i];
      for (guint share = 0; share < self->share_count; share++)
        self->new_before[i + 1] += self->parts[share][i].winners;
    }
  return self->new_before[self->chunk_count];
}

/* Where the next candidate of a share is, as one goes through a chunk in order. */
typedef struct
{
  guint32 place;
  guint32 mark;
} Cursor;

static void
put_winner (const LullCandidates *self, guint32 place, guint32 number)
{
  LullStore *store = self->store;

  lull_key_set_put (&store->roots, number, ((const guint64 *) self->roots.base)[place]);
  if (store->sleep != NULL)
    lull_sleep_set (store->sleep, number, ((const guint64 *) self->sleeps.base)[place]);
}

/* Stores the winners of one chunk, and how many children each of its sources has. */
static void
store_chunk (const LullCandidates *self, guint32 index, LullParentsWriter *parents)
{
  const LullChunk *chunk = &self->chunks[index];
  const guint8 *marks = self->marks.base;
  const guint8 *share = (const guint8 *) self->shares.base + chunk->first_place;
  guint32 first_source = index * LULL_CHUNK_SOURCES;
  guint32 source_count = MIN (LULL_CHUNK_SOURCES, self->source_count - first_source);
  guint32 number = lull_store_count (self->store) + self->new_before[index];
  Cursor cursors[LULL_TEAM_MAX];

  for (guint i = 0; i < self->share_count; i++)
    cursors[i] = (Cursor){ chunk->first_place + chunk->share_starts[i],
                           self->parts[i][index].first_mark };
  for (guint32 i = 0; i < source_count; i++)
    {
      guint32 first = number;

      for (guint32 j = 0; j < chunk->source_counts[i]; j++)
        {
          Cursor *cursor = &cursors[*share++];

          if (marks[cursor->mark++] != 0)
            put_winner (self, cursor->place, number++);
          cursor->place++;
        }
      if (parents != NULL)
        lull_parents_write (parents, (guint32) self->first_source + first_source + i,
                            number - first);
    }
}

void
lull_candidates_store (LullCandidates *self,
                       guint32 first,
                       guint32 end,
                       gboolean has_parents)
{
  LullParentsWriter parents;

  lull_parents_write_from (&parents, &self->store->parents, self->new_before[first],
                           first * LULL_CHUNK_SOURCES);
  for (guint32 i = first; i < end; i++)
    store_chunk (self, i, has_parents ? &parents : NULL);
  lull_parents_write_end (&parents);
}
