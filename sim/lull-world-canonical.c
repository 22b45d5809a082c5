/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The representative of a state: of all that it is called under the renamings that apply,
 * with equal calls in order, the smallest. Compared are first the workers, one by one, by
 * what costs little to look at; so whole branches of renamings are passed over that begin
 * with a worker that is too large. Only those that end in a draw are written out.
 */
#include <string.h>

#include "lull-world-private.h"
#include "lull-world-symmetry.h"

/* A state, and the smallest renaming of it so far. */
typedef struct
{
  const LullWorld *world;
  const guint8 *state;
  guint64 keys[LULL_WORKERS_MAX]; /* of the workers of the state */
  const LullRenaming *best;
  guint8 *best_state; /* what it makes of the state */
  gboolean is_written;
  guint8 *spare;
} Contest;

gboolean
lull_renaming_applies (const LullRenaming *renaming,
                       const LullWorld *world,
                       const guint8 *state)
{
  for (guint i = 0; i < renaming->displaced_count; i++)
    if (stage_of (world, state, renaming->displaced[i]) == STAGE_UNSENT)
      return FALSE;
  return TRUE;
}

/* A slot that is not in use names no workers. */
static void
rename_slots (const LullRenaming *renaming, const LullWorld *world, guint8 *state)
{
  guint step = world->any_slot_step;

  for (guint first = 0; first < world->message_count; first += step)
    {
      guint8 *source = state + world->messages[first].source_at;
      guint8 *target = state + world->messages[first].target_at;

      if (stage_of (world, state, first) == STAGE_UNSENT ||
          stage_of (world, state, first + step - 1) == STAGE_DONE)
        continue;
      *source = renaming->new_worker[*source];
      *target = renaming->new_worker[*target];
    }
}

static void
rename_links (const LullRenaming *renaming, const LullWorld *world, guint8 *state)
{
  for (guint pair = 0; pair < world->workers * world->workers; pair++)
    {
      const LullLink *link = &world->links[pair];

      for (guint byte = 0; byte < link->capacity; byte++)
        state[link->at + byte] = renaming->new_item[state[link->at + byte]];
    }
}

void
lull_renaming_apply (const LullRenaming *renaming,
                     const LullWorld *world,
                     const guint8 *state,
                     guint8 *renamed)
{
  for (gsize byte = 0; byte < world->model.state_size; byte++)
    renamed[byte] = state[renaming->old_byte[byte]];
  if (world->any)
    rename_slots (renaming, world, renamed);
  if (world->any_sorted)
    lull_world_sort_slots (world, renamed, NULL);
  if (world->links != NULL)
    rename_links (renaming, world, renamed);
}

static guint8
member (const LullEqualCalls *equals, guint call, guint i)
{
  return equals->messages[call * equals->size + i];
}

static const LullLink *
link_of_message (const LullWorld *world, guint message)
{
  return link_of (world, world->messages[message].m.source,
                  world->messages[message].m.target);
}

static void
swap_bytes (guint8 *state, guint32 one, guint32 other, gsize size)
{
  for (gsize i = 0; i < size; i++)
    {
      guint8 held = state[one + i];

      state[one + i] = state[other + i];
      state[other + i] = held;
    }
}

static void
swap_items (guint8 *queue, guint capacity, guint one, guint other)
{
  for (guint i = 0; i < capacity; i++)
    if (queue[i] == one + 1)
      queue[i] = (guint8) (other + 1);
    else if (queue[i] == other + 1)
      queue[i] = (guint8) (one + 1);
}

void
lull_equal_calls_swap (const LullEqualCalls *equals,
                       const LullWorld *world,
                       guint8 *state,
                       guint one,
                       guint other)
{
  for (guint i = 0; i < equals->size; i++)
    {
      guint8 a = member (equals, one, i);
      guint8 b = member (equals, other, i);
      const LullLink *link = link_of_message (world, a);

      swap_bytes (state, world->messages[a].stage_at, world->messages[b].stage_at, 1);
      swap_bytes (state, world->messages[a].tag_at, world->messages[b].tag_at,
                  world->tag_size);
      if (link != NULL)
        swap_items (state + link->at, link->capacity, a, b);
    }
}

/* Where MESSAGE stands in its queue; behind all where it does not. */
static guint
place_in_queue (const LullWorld *world, const guint8 *state, guint message)
{
  const LullLink *link = link_of_message (world, message);
  guint place = 0;

  while (link != NULL && place < link->capacity && state[link->at + place] != message + 1)
    place++;
  return place;
}

/*
 * Whether call ONE has to stand before OTHER: the one that has come farther does, hence
 * those that are not sent stand last, where they have to; then by tags; then the one that
 * is earlier on its link.
 */
static gboolean
stands_before (const LullEqualCalls *equals,
               const LullWorld *world,
               const guint8 *state,
               guint one,
               guint other)
{
  gint order = 0;

  for (guint i = 0; i < equals->size && order == 0; i++)
    order = state[world->messages[member (equals, one, i)].stage_at] -
            state[world->messages[member (equals, other, i)].stage_at];
  for (guint i = 0; i < equals->size && order == 0; i++)
    order = memcmp (state + world->messages[member (equals, one, i)].tag_at,
                    state + world->messages[member (equals, other, i)].tag_at,
                    world->tag_size);
  for (guint i = 0; i < equals->size && order == 0; i++)
    order = (gint) place_in_queue (world, state, member (equals, other, i)) -
            (gint) place_in_queue (world, state, member (equals, one, i));
  return order > 0;
}

static void
order_equal_calls (const LullWorld *world, guint8 *state)
{
  const LullSymmetry *symmetry = world->symmetry;

  for (guint i = 0; i < symmetry->equal_count; i++)
    {
      const LullEqualCalls *equals = &symmetry->equals[i];

      for (guint sorted = 1; sorted < equals->count; sorted++)
        for (guint call = sorted;
             call > 0 && stands_before (equals, world, state, call, call - 1); call--)
          lull_equal_calls_swap (equals, world, state, call, call - 1);
    }
}

/* A slot of any work that is not in use names no workers. */
static gboolean
is_on_its_way (const LullWorld *world, const guint8 *state, guint message)
{
  LullStage stage = stage_of (world, state, message);

  return stage != STAGE_UNSENT && stage != STAGE_DONE;
}

/* Values that are summed, spread so that different bags seldom have the same sum. */
static guint32
spread (guint value)
{
  return (guint32) (value + 1) * (value + 7) * 40503U;
}

/*
 * What a renaming takes along with a worker: its first bytes, then a sum over the bytes
 * of its node, which only change places, and over the messages on their way from and to
 * it.
 */
static void
read_keys (Contest *self)
{
  const LullWorld *world = self->world;
  guint32 sums[LULL_WORKERS_MAX] = { 0 };

  for (guint i = 0; i < world->message_count; i++)
    if (is_on_its_way (world, self->state, i))
      {
        guint stage = stage_of (world, self->state, i);

        sums[source_of (world, self->state, i)] += spread (stage + 8);
        sums[target_of (world, self->state, i)] += spread (stage + 16);
      }
  for (guint worker = 0; worker < world->workers; worker++)
    {
      const guint8 *block = worker_peek (world, self->state, worker);

      for (guint byte = 0; byte < world->node_size; byte++)
        sums[worker] += spread (block[WORKER_NODE + byte] + 32U);
      self->keys[worker] = (guint64) block[WORKER_PLACE] << 56 |
                           (guint64) block[WORKER_FLAGS] << 48 |
                           (guint64) block[WORKER_BUSY] << 40 |
                           (guint64) block[WORKER_FUTURES] << 32 | sums[worker];
    }
}

/* How RENAMING compares with the best by its workers: 0 for a draw. The worker that
 * decides is *LEVEL. */
static gint
compare_workers (const Contest *self, const LullRenaming *renaming, guint *level)
{
  for (*level = 0; *level < self->world->workers; (*level)++)
    {
      guint64 key = self->keys[renaming->old_worker[*level]];
      guint64 best = self->keys[self->best->old_worker[*level]];

      if (key != best)
        return key < best ? -1 : 1;
    }
  return 0;
}

static void
write_out (const Contest *self, const LullRenaming *renaming, guint8 *renamed)
{
  lull_renaming_apply (renaming, self->world, self->state, renamed);
  order_equal_calls (self->world, renamed);
}

/* Its workers are as small as those of the best: all bytes decide. */
static void
decide_draw (Contest *self, const LullRenaming *renaming)
{
  guint8 *held;

  if (!self->is_written)
    write_out (self, self->best, self->best_state);
  self->is_written = TRUE;
  write_out (self, renaming, self->spare);
  if (memcmp (self->spare, self->best_state, self->world->model.state_size) >= 0)
    return;
  held = self->best_state;
  self->best = renaming;
  self->best_state = self->spare;
  self->spare = held;
}

static void
find_best (Contest *self)
{
  const LullSymmetry *symmetry = self->world->symmetry;
  guint i = 1;

  while (i < symmetry->renaming_count)
    {
      const LullRenaming *renaming = &symmetry->renamings[i];
      guint level;
      gint order = compare_workers (self, renaming, &level);

      i = order > 0 ? renaming->next_branch[level] : i + 1;
      if (order > 0 || !lull_renaming_applies (renaming, self->world, self->state))
        continue;
      if (order == 0)
        decide_draw (self, renaming);
      else
        {
          self->best = renaming;
          self->is_written = FALSE;
        }
    }
}

void
lull_world_canonical (const LullModel *model, guint8 *state, guint8 *scratch)
{
  const LullWorld *world = (const LullWorld *) model;
  Contest self = { .world = world,
                   .state = state,
                   .best = world->symmetry->renamings,
                   .best_state = scratch,
                   .spare = scratch + (model->state_size + 7) / 8 * 8 };

  order_equal_calls (world, state);
  if (world->symmetry->renaming_count == 1)
    return;
  read_keys (&self);
  find_best (&self);
  if (self.best == world->symmetry->renamings)
    return;
  if (!self.is_written)
    write_out (&self, self.best, self.best_state);
  memcpy (state, self.best_state, model->state_size);
}
