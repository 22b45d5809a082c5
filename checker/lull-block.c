/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-block.h"

#include <string.h>

/* The sources of a block, where memory allows: enough that threads wait for each other
 * seldom, few enough that what was looked up is still in the cache when it is stored. */
#define SOURCES_MAX 4096U
#define CHUNK_SOURCES 64U

/* Blocks of one chunk are not worth waking anybody. */
#define ALONE_SOURCES_MAX CHUNK_SOURCES

/* The candidates of a block may take this part of the memory at most. */
#define BUDGET_SHARE 16U

/* A successor that is not in the store. */
typedef struct
{
  guint64 root;
  guint64 sleep;  /* what sleeps there, on all ways seen */
  guint32 source; /* counted from the block's first */
  guint16 share;  /* of the member that decides on it */
  guint8 is_new;  /* no candidate before it is the same state */
} Candidate;

/* Consecutive sources, and where their candidates are. */
typedef struct
{
  Candidate *candidates;
  guint32 count;
} Chunk;

/* What one thread needs for itself. */
typedef struct
{
  LullBlock *block;
  LullExpander expander;
  LullTally tally;
  Chunk *chunk;          /* being filled */
  guint32 *share_counts; /* candidates seen, by the member whose hash it is; one for each
                            member */
} Member;

struct LullBlock
{
  LullStore *store;
  LullCrew *crew;
  const LullLimits *limits;
  guint32 source_max;
  LullRegion candidates;
  LullRegion slots; /* of guint32: where the choosing looks candidates up */
  Chunk *chunks;
  Member *members; /* as many as the crew */

  guint64 first; /* the block being tried */
  guint32 count;
  gboolean is_initial;
  guint team_size; /* members that take part */
  guint32 chunk_count;
  guint32 new_count;
  guint32 node_count;  /* of the dictionary before the try */
  guint32 node_growth; /* by the last block that was committed */
  _Atomic guint32 next_chunk;
  _Atomic guint32 no_room;     /* a member found the dictionary full */
  _Atomic guint32 stop_bounds; /* a member found limits reached */
};

static void
judge_terminal (gpointer data, guint64 source, const guint8 *state)
{
  Member *self = data;

  lull_tally_judge_terminal (&self->tally, source, state);
}

static void
judge_outside (gpointer data, guint64 source, LullAction action, const guint8 *state)
{
  Member *self = data;
  LullSighting sighting = { TRUE, self->block->is_initial, source, action };

  self->tally.initial_outside = self->tally.initial_outside || self->block->is_initial;
  lull_tally_judge (&self->tally, state, &sighting, FALSE);
}

/* Which member decides on a candidate: the high bits of the hash say, the low ones place
 * it there. */
static inline guint32
share_of (guint64 hash, guint team_size)
{
  return (guint32) (((hash >> 32) * team_size) >> 32);
}

static void
keep_unknown (gpointer data,
              const LullSuccessor *successors,
              guint32 count,
              const guint8 *states,
              gsize stride)
{
  Member *self = data;
  const LullBlock *block = self->block;
  Chunk *chunk = self->chunk;

  for (guint32 i = 0; i < count; i++)
    {
      const LullSuccessor *successor = &successors[i];
      LullSighting sighting = { TRUE, block->is_initial, successor->source,
                                successor->action };
      guint32 share;

      if (successor->number != LULL_KEY_NONE)
        {
          if (block->store->sleep != NULL)
            lull_sleep_meet (block->store->sleep, successor->number, successor->sleep);
          continue;
        }
      lull_tally_judge (&self->tally, states + successor->place * stride, &sighting,
                        TRUE);
      share = share_of (lull_key_hash (successor->root), block->team_size);
      chunk->candidates[chunk->count++] =
          (Candidate){ .root = successor->root,
                       .sleep = successor->sleep,
                       .source = (guint32) (successor->source - block->first),
                       .share = (guint16) share };
      self->share_counts[share]++;
    }
}

static const LullVisitor visitor = { .terminal = judge_terminal,
                                     .outside = judge_outside,
                                     .inside = keep_unknown };

static void
member_init (Member *self, LullBlock *block)
{
  self->block = block;
  lull_tally_init (&self->tally, block->store->model);
  lull_expander_init (&self->expander, block->store, &self->tally, &visitor, self);
  self->share_counts = g_new0 (guint32, lull_crew_size (block->crew));
}

static void
member_clear (Member *self)
{
  g_free (self->share_counts);
  lull_expander_clear (&self->expander);
  lull_tally_clear (&self->tally);
}

static guint32
source_max_for (const LullModel *model, const LullBudget *budget)
{
  guint64 bytes = (sizeof (Candidate) + 2 * sizeof (guint32)) * model->actions_max;

  return (guint32) CLAMP (budget->limit_bytes / BUDGET_SHARE / bytes, 1, SOURCES_MAX);
}

static gboolean
reserve_buffers (LullBlock *self, LullBudget *budget)
{
  guint64 candidate_max = (guint64) self->source_max * self->store->model->actions_max;
  guint64 candidate_bytes = candidate_max * sizeof (Candidate);
  guint64 slot_bytes = (2 * candidate_max + LULL_TEAM_MAX) * sizeof (guint32);
  guint32 chunk_max = self->source_max / CHUNK_SOURCES + 1;

  lull_region_init (&self->candidates, budget, candidate_bytes);
  lull_region_init (&self->slots, budget, slot_bytes);
  self->chunks = g_new (Chunk, chunk_max);
  for (guint32 i = 0; i < chunk_max; i++)
    self->chunks[i].candidates =
        (Candidate *) self->candidates.base +
        (gsize) i * CHUNK_SOURCES * self->store->model->actions_max;
  return lull_region_commit (&self->candidates, candidate_bytes) &&
         lull_region_commit (&self->slots, slot_bytes);
}

LullBlock *
lull_block_new (LullStore *store,
                LullBudget *budget,
                LullCrew *crew,
                const LullLimits *limits)
{
  LullBlock *self = g_new0 (LullBlock, 1);
  guint size = lull_crew_size (crew);

  g_assert (size <= LULL_TEAM_MAX);
  self->store = store;
  self->crew = crew;
  self->limits = limits;
  self->source_max = source_max_for (store->model, budget);
  self->members = g_new0 (Member, size);
  for (guint i = 0; i < size; i++)
    member_init (&self->members[i], self);
  if (!reserve_buffers (self, budget))
    {
      lull_block_free (self);
      return NULL;
    }
  return self;
}

void
lull_block_free (LullBlock *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < lull_crew_size (self->crew); i++)
    member_clear (&self->members[i]);
  g_free (self->members);
  g_free (self->chunks);
  lull_region_clear (&self->slots);
  lull_region_clear (&self->candidates);
  g_free (self);
}

guint32
lull_block_source_max (const LullBlock *self)
{
  return self->source_max;
}

static gboolean
expand_chunk (Member *self, guint32 chunk_index)
{
  const LullBlock *block = self->block;
  guint64 first = block->first + (guint64) chunk_index * CHUNK_SOURCES;
  guint64 end = MIN (first + CHUNK_SOURCES, block->first + block->count);

  self->chunk = &block->chunks[chunk_index];
  self->chunk->count = 0;
  if (block->is_initial)
    return lull_expander_generate (&self->expander, first, end);
  return lull_expander_expand (&self->expander, (guint32) first, (guint32) end);
}

/* Whether this try has come to nothing already. */
static gboolean
has_failed (LullBlock *self)
{
  guint bounds = lull_limits_reached (self->limits);

  if (bounds != LULL_BOUND_NONE)
    atomic_fetch_or (&self->stop_bounds, bounds);
  return atomic_load (&self->stop_bounds) != 0 || atomic_load (&self->no_room) != 0;
}

static void
expand_job (guint number, guint size, gpointer data)
{
  LullBlock *self = data;
  Member *member = &self->members[number];

  lull_tally_reset (&member->tally);
  if (self->store->sleep == NULL)
    lull_expander_skip_repeats (&member->expander);
  else
    lull_expander_forget (&member->expander);
  memset (member->share_counts, 0, size * sizeof *member->share_counts);
  while (!has_failed (self))
    {
      guint32 chunk_index = atomic_fetch_add (&self->next_chunk, 1);

      if (chunk_index >= self->chunk_count)
        return;
      if (!expand_chunk (member, chunk_index))
        atomic_store (&self->no_room, 1);
    }
}

static guint32
share_count (const LullBlock *self, guint share)
{
  guint32 count = 0;

  for (guint i = 0; i < self->team_size; i++)
    count += self->members[i].share_counts[share];
  return count;
}

/*
 * A member's own part of the slots: twice as many as it has candidates, and one, so that
 * there is always a free one. A slot holds 1 + the candidate's place in the buffer of
 * candidates.
 */
typedef struct
{
  guint32 *slots;
  guint32 count;
} Share;

static Share
share_slots (const LullBlock *self, guint number)
{
  Share share = { .slots = self->slots.base };

  for (guint i = 0; i < number; i++)
    share.slots += 2 * share_count (self, i) + 1;
  share.count = 2 * share_count (self, number) + 1;
  return share;
}

static gboolean
is_first_in_share (const Share *share, Candidate *buffer, const Candidate *candidate)
{
  guint64 hash = lull_key_hash (candidate->root);
  guint32 place = (guint32) (((hash & G_MAXUINT32) * share->count) >> 32);

  while (share->slots[place] != 0)
    {
      Candidate *first = &buffer[share->slots[place] - 1];

      if (first->root == candidate->root)
        {
          first->sleep &= candidate->sleep;
          return FALSE;
        }
      place = place + 1 == share->count ? 0 : place + 1;
    }
  share->slots[place] = (guint32) (candidate - buffer) + 1;
  return TRUE;
}

static void
choose_job (guint number, guint size, gpointer data)
{
  LullBlock *self = data;
  Candidate *buffer = self->candidates.base;
  Share share = share_slots (self, number);

  (void) size;
  memset (share.slots, 0, share.count * sizeof *share.slots);
  for (guint32 i = 0; i < self->chunk_count; i++)
    for (guint32 j = 0; j < self->chunks[i].count; j++)
      {
        Candidate *candidate = &self->chunks[i].candidates[j];

        if (candidate->share == number)
          candidate->is_new = is_first_in_share (&share, buffer, candidate) ? 1 : 0;
      }
}

static guint32
count_new (const LullBlock *self)
{
  guint32 count = 0;

  for (guint32 i = 0; i < self->chunk_count; i++)
    for (guint32 j = 0; j < self->chunks[i].count; j++)
      count += self->chunks[i].candidates[j].is_new ? 1 : 0;
  return count;
}

static void
run (LullBlock *self, LullJob job)
{
  if (self->team_size == 1)
    job (0, 1, self);
  else
    lull_crew_run (self->crew, job, self);
}

static void
begin (LullBlock *self, guint64 first, guint32 count, gboolean is_initial)
{
  self->first = first;
  self->count = count;
  self->is_initial = is_initial;
  self->team_size = count <= ALONE_SOURCES_MAX ? 1 : lull_crew_size (self->crew);
  self->chunk_count = (count + CHUNK_SOURCES - 1) / CHUNK_SOURCES;
  self->new_count = 0;
  self->node_count = lull_key_set_count (&self->store->codec.nodes);
}

/* Widens the selection by what spilled. @return FALSE if nothing did, or there is no
 * memory for it */
static gboolean
mend_spill (LullBlock *self, gboolean *has_spilled)
{
  LullStore *store = self->store;
  guint word_count = store->codec.selection.word_count;
  g_autofree guint64 *spill = g_new0 (guint64, word_count);

  *has_spilled = FALSE;
  for (guint i = 0; i < self->team_size; i++)
    {
      LullFold *fold = &self->members[i].expander.fold;

      *has_spilled = *has_spilled || fold->has_spilled;
      for (guint word = 0; word < word_count; word++)
        spill[word] |= fold->spill[word];
      memset (fold->spill, 0, word_count * sizeof *spill);
      fold->has_spilled = FALSE;
    }
  if (!*has_spilled)
    return TRUE;
  lull_key_set_truncate (&store->codec.nodes, self->node_count, self->crew);
  if (!lull_store_widen (store, spill, self->crew))
    return FALSE;
  self->node_count = lull_key_set_count (&store->codec.nodes);
  return TRUE;
}

/*
 * Expands, again with more room in the dictionary or a wider selection whenever it was
 * not enough. To make that rare, there is to be room for as many new nodes as the last
 * block had; no harm is done if there is not.
 */
static LullBlockResult
expand (LullBlock *self)
{
  LullCodec *codec = &self->store->codec;
  gboolean has_spilled;

  lull_codec_make_room (codec, self->node_growth, self->crew);
  for (;;)
    {
      atomic_store (&self->next_chunk, 0);
      atomic_store (&self->no_room, 0);
      atomic_store (&self->stop_bounds, 0);
      run (self, expand_job);
      if (!mend_spill (self, &has_spilled))
        return LULL_BLOCK_NO_MEMORY;
      if (atomic_load (&self->stop_bounds) != 0)
        return LULL_BLOCK_STOPPED;
      if (atomic_load (&self->no_room) == 0)
        return LULL_BLOCK_READY;
      if (!has_spilled && !lull_codec_make_room (codec, 1, self->crew))
        return LULL_BLOCK_NO_MEMORY;
    }
}

LullBlockResult
lull_block_try (LullBlock *self, guint64 first, guint32 count, gboolean is_initial)
{
  LullBlockResult result;

  g_assert (count > 0 && count <= self->source_max);
  begin (self, first, count, is_initial);
  result = expand (self);
  if (result != LULL_BLOCK_READY)
    return result;
  run (self, choose_job);
  self->new_count = count_new (self);
  return LULL_BLOCK_READY;
}

guint32
lull_block_new_count (const LullBlock *self)
{
  return self->new_count;
}

/* Appends the winners of one chunk; parents with the children that stay with them. */
static void
append_chunk (LullBlock *self,
              const Chunk *chunk,
              guint32 first_source,
              guint32 end_source)
{
  const Candidate *candidate = chunk->candidates;
  const Candidate *end = chunk->candidates + chunk->count;

  for (guint32 source = first_source; source < end_source; source++)
    {
      guint32 children = 0;

      for (; candidate < end && candidate->source == source; candidate++)
        if (candidate->is_new)
          {
            if (self->store->sleep != NULL)
              lull_sleep_set (self->store->sleep, lull_store_count (self->store),
                              candidate->sleep);
            lull_key_set_append (&self->store->roots, candidate->root);
            children++;
          }
      if (!self->is_initial)
        lull_parents_append (&self->store->parents, (guint32) self->first + source,
                             children);
    }
}

static void
index_job (guint number, guint size, gpointer data)
{
  LullBlock *self = data;
  guint64 end = lull_store_count (self->store);
  guint64 first = end - self->new_count;

  lull_store_index (self->store,
                    (guint32) (first + self->new_count * (guint64) number / size),
                    (guint32) (first + self->new_count * (guint64) (number + 1) / size));
}

void
lull_block_commit (LullBlock *self, LullTally *tally)
{
  for (guint32 i = 0; i < self->chunk_count; i++)
    append_chunk (self, &self->chunks[i], i * CHUNK_SOURCES,
                  MIN ((i + 1) * CHUNK_SOURCES, self->count));
  /* A sketch takes states in their order only. */
  if (self->store->sketch != NULL)
    index_job (0, 1, self);
  else
    run (self, index_job);
  self->node_growth = lull_key_set_count (&self->store->codec.nodes) - self->node_count;
  for (guint i = 0; i < self->team_size; i++)
    lull_tally_add (tally, &self->members[i].tally);
}

void
lull_block_drop (LullBlock *self)
{
  lull_key_set_truncate (&self->store->codec.nodes, self->node_count, self->crew);
}
