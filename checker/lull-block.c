/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-block.h"

#include "lull-own.h"

#include <string.h>

/* The sources of a block, where memory allows: enough that threads wait for each other
 * seldom, few enough that what was looked up is still in the cache when it is stored. */
#define SOURCES_MAX 4096U

/* Blocks of one chunk are not worth waking anybody. */
#define ALONE_SOURCES_MAX LULL_CHUNK_SOURCES

/* The candidates of a block may take this part of the memory at most. */
#define BUDGET_SHARE 16U

/* What one thread needs for itself. */
typedef struct
{
  LullBlock *block;
  LullExpander expander;
  LullTally tally;
  LullCollector collector;
  gboolean is_stale; /* what the expander remembers may not have come to be */
  guint32 last_chunk;
  guint32 chunk_end;          /* of those that it begins with */
  _Atomic guint32 next_chunk; /* of those; others help when they have done their own */
} Member;

struct LullBlock
{
  LullStore *store;
  LullCrew *crew;
  const LullLimits *limits;
  guint32 source_max;
  LullCandidates candidates;
  Member **members; /* as many as the crew */

  guint64 first; /* the block being tried */
  guint32 count;
  gboolean is_initial;
  LullCrew *team; /* the crew, or NULL: the caller alone is enough */
  guint32 new_count;
  guint32 node_count;          /* of the dictionary before the try */
  guint32 node_growth;         /* by the last block that was committed */
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
judge_resting (gpointer data, guint64 source, const guint8 *state)
{
  Member *self = data;

  lull_tally_judge_resting (&self->tally, source, state);
}

static void
judge_outside (gpointer data, guint64 source, LullAction action, const guint8 *state)
{
  Member *self = data;
  LullSighting sighting = { TRUE, self->block->is_initial, source, action };

  self->tally.initial_outside = self->tally.initial_outside || self->block->is_initial;
  lull_tally_judge (&self->tally, state, &sighting, FALSE);
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

  for (guint32 i = 0; i < count; i++)
    {
      const LullSuccessor *successor = &successors[i];
      LullSighting sighting = { TRUE, block->is_initial, successor->source,
                                successor->action };

      if (successor->number != LULL_KEY_NONE)
        {
          if (block->store->sleep != NULL)
            lull_sleep_meet (block->store->sleep, successor->number, successor->sleep);
          continue;
        }
      lull_tally_judge (&self->tally, states + successor->place * stride, &sighting,
                        TRUE);
      lull_collector_add (&self->collector, successor->source, successor->root,
                          successor->sleep);
    }
}

static const LullVisitor visitor = { .terminal = judge_terminal,
                                     .resting = judge_resting,
                                     .outside = judge_outside,
                                     .inside = keep_unknown };

static Member *
member_new (LullBlock *block)
{
  Member *self = lull_own_new (Member, 1);

  self->block = block;
  self->is_stale = TRUE;
  lull_tally_init (&self->tally, block->store->model);
  lull_expander_init (&self->expander, block->store, &self->tally, &visitor, self);
  lull_collector_init (&self->collector, &block->candidates);
  return self;
}

static void
member_free (Member *self)
{
  lull_collector_clear (&self->collector);
  lull_expander_clear (&self->expander);
  lull_tally_clear (&self->tally);
  lull_own_free (self);
}

static guint32
source_max_for (const LullModel *model, const LullBudget *budget)
{
  guint64 bytes = LULL_CANDIDATE_BYTES * model->actions_max;

  return (guint32) CLAMP (budget->limit_bytes / BUDGET_SHARE / bytes, 1, SOURCES_MAX);
}

LullBlock *
lull_block_new (LullStore *store,
                LullBudget *budget,
                LullCrew *crew,
                const LullLimits *limits)
{
  LullBlock *self = g_new0 (LullBlock, 1);
  guint size = lull_crew_size (crew);
  gboolean has_room;

  self->store = store;
  self->crew = crew;
  self->limits = limits;
  self->source_max = source_max_for (store->model, budget);
  has_room =
      lull_candidates_init (&self->candidates, store, budget, self->source_max, size);
  self->members = g_new (Member *, size);
  for (guint i = 0; i < size; i++)
    self->members[i] = member_new (self);
  if (!has_room)
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
    member_free (self->members[i]);
  g_free (self->members);
  lull_candidates_clear (&self->candidates);
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
  guint64 first = block->first + (guint64) chunk_index * LULL_CHUNK_SOURCES;
  guint64 end = MIN (first + LULL_CHUNK_SOURCES, block->first + block->count);
  gboolean is_done;

  lull_collector_begin (&self->collector, chunk_index);
  if (block->is_initial)
    is_done = lull_expander_generate (&self->expander, first, end);
  else
    is_done = lull_expander_expand (&self->expander, (guint32) first, (guint32) end);
  lull_collector_end (&self->collector);
  return is_done;
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

/* What is told once need not be told again; sleep sets want to know each way, though. */
static void
forget (Member *self)
{
  if (self->block->store->sleep == NULL)
    lull_expander_skip_repeats (&self->expander);
  else
    lull_expander_forget (&self->expander);
  self->is_stale = FALSE;
}

/* The next chunk for member number @p number: one of its own, or else of a neighbour's,
 * who is behind. FALSE: there are none. */
static gboolean
take_chunk (LullBlock *self, guint number, guint size, guint32 *chunk)
{
  for (guint i = 0; i < size; i++)
    {
      Member *owner = self->members[(number + i) % size];

      if (atomic_load (&owner->next_chunk) >= owner->chunk_end)
        continue;
      *chunk = atomic_fetch_add (&owner->next_chunk, 1);
      if (*chunk < owner->chunk_end)
        return TRUE;
    }
  return FALSE;
}

static void
expand_job (guint number, guint size, gpointer data)
{
  LullBlock *self = data;
  Member *member = self->members[number];
  guint32 chunk;

  lull_tally_reset (&member->tally);
  member->last_chunk = 0;
  while (!has_failed (self) && take_chunk (self, number, size, &chunk))
    {
      /* Of equal successors the first is to be told, so going back one has to forget. */
      if (member->is_stale || chunk < member->last_chunk)
        forget (member);
      member->last_chunk = chunk;
      if (!expand_chunk (member, chunk))
        atomic_store (&self->no_room, 1);
    }
}

static void
choose_job (guint number, guint size, gpointer data)
{
  LullBlock *self = data;

  (void) size;
  lull_candidates_choose (&self->candidates, number);
}

static void
begin (LullBlock *self, guint64 first, guint32 count, gboolean is_initial)
{
  self->first = first;
  self->count = count;
  self->is_initial = is_initial;
  self->team = count <= ALONE_SOURCES_MAX ? NULL : self->crew;
  self->new_count = 0;
  self->node_count = lull_key_set_count (&self->store->codec.nodes);
  lull_candidates_begin (&self->candidates, first, count, lull_crew_size (self->team));
}

/* Each member begins with chunks side by side, and with the same ones in each block:
 * their memory then stays with its processor, and what comes again is seen by the same
 * member. */
static void
deal_out_chunks (LullBlock *self)
{
  guint size = lull_crew_size (self->team);
  guint32 count = self->candidates.chunk_count;

  for (guint i = 0; i < size; i++)
    {
      atomic_store (&self->members[i]->next_chunk, count * i / size);
      self->members[i]->chunk_end = count * (i + 1) / size;
    }
}

/* Nothing that members remember of this try came to be. */
static void
turn_stale (LullBlock *self)
{
  for (guint i = 0; i < lull_crew_size (self->crew); i++)
    self->members[i]->is_stale = TRUE;
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
  for (guint i = 0; i < lull_crew_size (self->team); i++)
    {
      LullFold *fold = &self->members[i]->expander.fold;

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
      deal_out_chunks (self);
      atomic_store (&self->no_room, 0);
      atomic_store (&self->stop_bounds, 0);
      lull_crew_run (self->team, expand_job, self);
      if (!mend_spill (self, &has_spilled))
        return LULL_BLOCK_NO_MEMORY;
      if (atomic_load (&self->stop_bounds) != 0)
        return LULL_BLOCK_STOPPED;
      if (atomic_load (&self->no_room) == 0)
        return LULL_BLOCK_READY;
      turn_stale (self);
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
    {
      turn_stale (self);
      return result;
    }
  lull_crew_run (self->team, choose_job, self);
  self->new_count = lull_candidates_count_winners (&self->candidates);
  return LULL_BLOCK_READY;
}

guint32
lull_block_new_count (const LullBlock *self)
{
  return self->new_count;
}

static void
store_job (guint number, guint size, gpointer data)
{
  LullBlock *self = data;
  guint32 count = self->candidates.chunk_count;

  lull_candidates_store (&self->candidates, count * number / size,
                         count * (number + 1) / size, !self->is_initial);
}

void
lull_block_commit (LullBlock *self, LullTally *tally)
{
  LullStore *store = self->store;

  lull_crew_run (self->team, store_job, self);
  if (!self->is_initial)
    lull_parents_add (&store->parents, self->new_count, self->count);
  lull_store_add (store, self->new_count, self->team);
  self->node_growth = lull_key_set_count (&store->codec.nodes) - self->node_count;
  for (guint i = 0; i < lull_crew_size (self->team); i++)
    lull_tally_add (tally, &self->members[i]->tally);
}

void
lull_block_drop (LullBlock *self)
{
  turn_stale (self);
  lull_key_set_truncate (&self->store->codec.nodes, self->node_count, self->crew);
}
