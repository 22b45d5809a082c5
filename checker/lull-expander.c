/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-expander.h"

#include "lull-own.h"

#include <string.h>

/* States expanded together, and successors looked up together: enough to keep the memory
 * busy, few enough to stay in the first caches. */
#define SOURCES_MAX 32U
#define BATCH_MIN 128U

/* Roots that are remembered: few enough to stay in the second cache, and most of what
 * comes again comes soon. */
#define RECENT_COUNT 8192U

/* Look-ups whose cache misses overlap: about as many as a core can have under way. */
#define LOOKUP_BATCH 32U

void
lull_expander_init (LullExpander *self,
                    LullStore *store,
                    LullTally *tally,
                    const LullVisitor *visitor,
                    gpointer data)
{
  const LullCodec *codec = &store->codec;

  self->store = store;
  self->visitor = visitor;
  self->data = data;
  self->tally = tally;
  self->batch_max = BATCH_MIN + store->model->actions_max;
  self->batch_count = 0;
  self->batch = lull_own_new (LullSuccessor, self->batch_max);
  self->batch_states =
      lull_own_alloc (1, lull_codec_buffer_size (codec, self->batch_max));
  self->sources = lull_own_alloc (1, lull_codec_buffer_size (codec, SOURCES_MAX));
  self->source_nodes = lull_own_new (guint32, (gsize) SOURCES_MAX * codec->node_max);
  self->actions = lull_own_new (LullAction, store->model->actions_max);
  self->agents = lull_own_new (guint8, store->model->actions_max);
  self->commuting = lull_own_new (guint64, store->model->actions_max);
  self->recent = NULL;
  self->scratch = lull_own_alloc (1, lull_codec_buffer_size (codec, 2));
  lull_fold_init (&self->fold, &store->codec, self->batch_max);
}

void
lull_expander_clear (LullExpander *self)
{
  lull_fold_clear (&self->fold);
  lull_own_free (self->scratch);
  lull_own_free (self->recent);
  lull_own_free (self->actions);
  lull_own_free (self->agents);
  lull_own_free (self->commuting);
  lull_own_free (self->source_nodes);
  lull_own_free (self->sources);
  lull_own_free (self->batch_states);
  lull_own_free (self->batch);
}

static inline guint8 *
batch_state (const LullExpander *self, guint32 i)
{
  return self->batch_states + i * self->store->codec.stride;
}

/* Looks up to LOOKUP_BATCH successors up, in three passes: ask for the slots, guess and
 * ask for the keys and for what sleeps there, compare. */
static void
look_up (const LullStore *store, LullSuccessor *successors, guint32 count)
{
  const LullKeySet *roots = &store->roots;
  guint64 hashes[LOOKUP_BATCH];

  for (guint32 i = 0; i < count; i++)
    {
      hashes[i] = lull_key_hash (successors[i].root);
      lull_key_set_prefetch (roots, hashes[i]);
    }
  for (guint32 i = 0; i < count; i++)
    {
      successors[i].number = lull_key_set_guess (roots, hashes[i]);
      if (successors[i].number >= LULL_KEY_UNSURE)
        continue;
      lull_key_set_prefetch_key (roots, successors[i].number);
      if (store->sleep != NULL)
        lull_sleep_prefetch (store->sleep, successors[i].number);
    }
  for (guint32 i = 0; i < count; i++)
    {
      guint32 guess = successors[i].number;

      if (guess == LULL_KEY_NONE)
        continue;
      if (guess == LULL_KEY_UNSURE ||
          lull_key_set_key (roots, guess) != successors[i].root)
        successors[i].number = lull_key_set_find (roots, successors[i].root, hashes[i]);
    }
}

/* Asks the sketch about up to LOOKUP_BATCH successors. A known state has no number there:
 * any but none says that it is known. */
static void
look_up_in_sketch (const LullExpander *self, guint32 first, guint32 count)
{
  const LullSketch *sketch = self->store->sketch;
  XXH128_hash_t hashes[LOOKUP_BATCH];

  for (guint32 i = 0; i < count; i++)
    {
      hashes[i] = lull_sketch_hash (batch_state (self, self->batch[first + i].place),
                                    self->store->codec.state_size);
      lull_sketch_prefetch (sketch, hashes[i]);
    }
  for (guint32 i = 0; i < count; i++)
    self->batch[first + i].number =
        lull_sketch_has (sketch, hashes[i]) ? 0 : LULL_KEY_NONE;
}

static inline guint64 *
recent_place (const LullExpander *self, guint64 root)
{
  return &self->recent[lull_key_hash (root) % RECENT_COUNT];
}

/* A place that holds a root that belongs elsewhere is empty: 0 belongs at place 0, 1 does
 * not. */
void
lull_expander_forget (LullExpander *self)
{
  lull_fold_forget (&self->fold);
}

void
lull_expander_skip_repeats (LullExpander *self)
{
  lull_expander_forget (self);
  if (self->recent == NULL)
    self->recent = lull_own_new (guint64, RECENT_COUNT);
  memset (self->recent, 0, RECENT_COUNT * sizeof *self->recent);
  g_assert (recent_place (self, 0) == &self->recent[0]);
  g_assert (recent_place (self, 1) != &self->recent[0]);
  self->recent[0] = 1;
}

/* Moves the roots into the batch, without those seen lately; returns how many are left.
 */
static guint32
sift_batch (LullExpander *self, guint32 count)
{
  guint32 kept = 0;

  for (guint32 i = 0; i < count; i++)
    {
      guint64 root = self->fold.roots[i];
      guint64 *recent = self->recent != NULL ? recent_place (self, root) : NULL;

      if (recent != NULL && *recent == root)
        continue;
      if (recent != NULL)
        *recent = root;
      self->batch[kept] = self->batch[i];
      self->batch[kept].root = root;
      self->batch[kept++].place = i;
    }
  return kept;
}

static gboolean
flush (LullExpander *self)
{
  guint32 count = self->batch_count;

  self->batch_count = 0;
  if (count == 0)
    return TRUE;
  if (!lull_fold_finish (&self->fold))
    return FALSE;
  count = sift_batch (self, count);
  for (guint32 i = 0; i < count; i += LOOKUP_BATCH)
    if (self->store->sketch != NULL)
      look_up_in_sketch (self, i, MIN (LOOKUP_BATCH, count - i));
    else
      look_up (self->store, self->batch + i, MIN (LOOKUP_BATCH, count - i));
  self->visitor->inside (self->data, self->batch, count, self->batch_states,
                         self->store->codec.stride);
  return TRUE;
}

static inline gboolean
is_within (const LullModel *model, const guint8 *state)
{
  return model->within == NULL || model->within (model, state);
}

/* Puts the representative of its class in the place of a state. */
static inline void
represent (LullExpander *self, guint8 *state)
{
  if (self->store->is_symmetric)
    self->store->model->canonical (self->store->model, state, self->scratch);
}

/* A state being expanded. */
typedef struct
{
  guint32 number;
  guint64 root;
  const guint8 *state;
  const guint32 *nodes;
} Source;

/* Takes one action into the batch, which has room for it. */
static inline gboolean
take_action (LullExpander *self,
             const Source *source,
             LullAction action,
             guint64 sleep,
             gboolean *is_outside)
{
  const LullModel *model = self->store->model;
  guint8 *next;

  if (lull_fold_is_full (&self->fold) && !flush (self))
    return FALSE;
  next = batch_state (self, self->batch_count);
  model->apply (model, source->state, action, next);
  *is_outside = !is_within (model, next);
  if (*is_outside)
    {
      self->visitor->outside (self->data, source->number, action, next);
      return TRUE;
    }
  represent (self, next);
  self->batch[self->batch_count] =
      (LullSuccessor){ .source = source->number, .action = action, .sleep = sleep };
  lull_fold_add_step (&self->fold, self->batch_count, next, source->state, source->root,
                      source->nodes);
  self->batch_count++;
  return TRUE;
}

static gboolean
take_actions (LullExpander *self, const Source *source, guint32 action_count)
{
  gboolean is_outside = FALSE;

  for (guint32 i = 0; i < action_count; i++)
    {
      LullAction action = self->actions[i];

      self->tally->kind_fired[lull_action_kind (action)]++;
      if ((i == 0 || action != self->actions[i - 1]) &&
          !take_action (self, source, action, 0, &is_outside))
        return FALSE;
      self->tally->outside += is_outside ? 1 : 0;
    }
  return TRUE;
}

/* Takes the actions of the agents that are awake; the others' are only counted. */
static gboolean
take_actions_awake (LullExpander *self, const Source *source, guint32 action_count)
{
  const LullModel *model = self->store->model;
  guint64 sleep = lull_sleep_get (self->store->sleep, source->number);
  guint64 before = sleep;
  gboolean is_outside = FALSE;

  model->agents (model, source->state, self->actions, action_count, self->agents,
                 self->commuting);
  for (guint32 i = 0; i < action_count; i++)
    {
      LullAction action = self->actions[i];
      guint64 agent = G_GUINT64_CONSTANT (1) << self->agents[i];

      self->tally->kind_fired[lull_action_kind (action)]++;
      if ((sleep & agent) == 0)
        {
          if (!take_action (self, source, action, before & self->commuting[i] & ~agent,
                            &is_outside))
            return FALSE;
          self->tally->outside += is_outside ? 1 : 0;
        }
      before |= agent;
    }
  return TRUE;
}

static gboolean
expand_one (LullExpander *self, const Source *source)
{
  const LullModel *model = self->store->model;
  guint32 action_count = model->actions (model, source->state, self->actions);

  if (G_UNLIKELY (action_count > model->actions_max))
    g_error ("model %s: found %u actions, expected at most %u", model->name, action_count,
             model->actions_max);
  if (action_count == 0)
    {
      self->visitor->terminal (self->data, source->number, source->state);
      return TRUE;
    }
  if (G_UNLIKELY (model->may_rest != NULL) &&
      model->may_rest (model, source->state, self->actions, action_count))
    self->visitor->resting (self->data, source->number, source->state);
  if (self->store->is_reduced)
    action_count = model->ample (model, source->state, self->actions, action_count);
  if (self->batch_count + action_count > self->batch_max && !flush (self))
    return FALSE;
  return self->store->sleep != NULL ? take_actions_awake (self, source, action_count)
                                    : take_actions (self, source, action_count);
}

/* The batch refers to the sources, so it is flushed before others take their place. */
static gboolean
expand_sources (LullExpander *self, guint32 first, guint32 count)
{
  const LullCodec *codec = &self->store->codec;
  const guint64 *roots = (const guint64 *) self->store->roots.keys.base + first;

  lull_codec_unfold (codec, roots, count, self->sources, self->source_nodes,
                     self->fold.leaves);
  for (guint32 i = 0; i < count; i++)
    {
      Source source = { .number = first + i,
                        .root = roots[i],
                        .state = self->sources + i * codec->stride,
                        .nodes = self->source_nodes + (gsize) i * codec->node_count };

      if (!expand_one (self, &source))
        return FALSE;
    }
  return flush (self);
}

static void
forget_batch (LullExpander *self)
{
  self->batch_count = 0;
  self->fold.entry_count = 0;
}

gboolean
lull_expander_expand (LullExpander *self, guint32 first, guint32 end)
{
  for (guint32 i = first; i < end; i += MIN (SOURCES_MAX, end - i))
    if (!expand_sources (self, i, MIN (SOURCES_MAX, end - i)))
      {
        forget_batch (self);
        return FALSE;
      }
  return TRUE;
}

static gboolean
generate_one (LullExpander *self, guint64 number)
{
  const LullModel *model = self->store->model;
  guint8 *state;

  if ((self->batch_count == self->batch_max || lull_fold_is_full (&self->fold)) &&
      !flush (self))
    return FALSE;
  state = batch_state (self, self->batch_count);
  model->initial (model, number, state);
  if (!is_within (model, state))
    {
      self->visitor->outside (self->data, number, 0, state);
      return TRUE;
    }
  represent (self, state);
  self->batch[self->batch_count] = (LullSuccessor){ .source = number };
  lull_fold_add_whole (&self->fold, self->batch_count, state, self->store->sample);
  self->batch_count++;
  return TRUE;
}

gboolean
lull_expander_generate (LullExpander *self, guint64 first, guint64 end)
{
  gboolean has_room = TRUE;

  for (guint64 i = first; i < end && has_room; i++)
    has_room = generate_one (self, i);
  has_room = has_room && flush (self);
  if (!has_room)
    forget_batch (self);
  return has_room;
}
