/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds of collectives as one step: the last contribution makes the result known to all.
 * Where a part of the world carries them, it is asked instead.
 */
#include "lull-part.h"

void
lull_round_combine (const LullWorld *self,
                    guint8 *total,
                    guint worker,
                    guint collective,
                    const guint8 *part)
{
  gsize size = self->contribution_sizes[collective];
  LullCombine how = self->protocol->collectives[collective].combine;

  if (how == LULL_COMBINE_GATHER)
    total += worker * size;
  for (gsize i = 0; i < size; i++)
    if (how == LULL_COMBINE_MAX)
      total[i] = MAX (total[i], part[i]);
    else
      total[i] = (guint8) (total[i] + part[i]);
}

/* The last contribution completes the round in the same step: everyone may now take the
 * result. */
static void
complete_round (const LullWorld *self, guint8 *state, guint collective)
{
  const LullCollective *info = &self->protocol->collectives[collective];

  if (info->conclude != NULL)
    state[self->result_at] =
        info->conclude (self->workers, self->options, state + self->total_at);
  memset (state + self->total_at, 0, self->total_size);
  if (self->collective_count > 1)
    state[self->collective_at] = 0;
  for (guint worker = 0; worker < self->workers; worker++)
    {
      guint8 *flags = worker_at (self, state, worker) + WORKER_FLAGS;

      *flags &= (guint8) ~FLAG_CONTRIBUTED;
      if (!lull_parts_is_absent (self, state, worker))
        *flags |= FLAG_COMPLETE;
    }
}

static gboolean
all_contributed (const LullWorld *self, const guint8 *state)
{
  for (guint worker = 0; worker < self->workers; worker++)
    if ((worker_peek (self, state, worker)[WORKER_FLAGS] & FLAG_CONTRIBUTED) == 0 &&
        lull_parts_is_awaited (self, state, worker))
      return FALSE;
  return TRUE;
}

static gboolean
some_contributed (const LullWorld *self, const guint8 *state)
{
  for (guint worker = 0; worker < self->workers; worker++)
    if ((worker_peek (self, state, worker)[WORKER_FLAGS] & FLAG_CONTRIBUTED) != 0)
      return TRUE;
  return FALSE;
}

void
lull_round_recheck (const LullApply *apply)
{
  const LullWorld *world = apply->world;
  guint several = world->collective_count > 1 ? apply->state[world->collective_at] : 1;

  if (world->rounds != NULL || !some_contributed (world, apply->state) ||
      !all_contributed (world, apply->state))
    return;
  complete_round (world, apply->state, several - 1);
  if (apply->log != NULL)
    {
      apply->log->completed = TRUE;
      apply->log->collective = several - 1;
    }
}

/* A round is collected by one collective at a time. */
static const char *
enter_collective (const LullWorld *self, guint8 *state, guint collective)
{
  guint8 *current = state + self->collective_at;

  if (self->collective_count == 1)
    return NULL;
  if (*current != 0 && *current != collective + 1)
    return LULL_FAULT_OTHER_COLLECTIVE;
  *current = (guint8) (collective + 1);
  return NULL;
}

/* What may not be, whoever carries the round. */
static const char *
find_fault (const LullWorld *self, const guint8 *state, guint worker, guint collective)
{
  guint flags = worker_peek (self, state, worker)[WORKER_FLAGS];

  if (collective >= self->collective_count)
    return "it contributed to a collective that does not exist";
  if ((flags & FLAG_CONTRIBUTED) != 0)
    return "it contributed twice to one round";
  if ((flags & FLAG_COMPLETE) != 0)
    return "it contributed before it had taken the result of the round before";
  return NULL;
}

static void
note_contribution (const LullWorld *self,
                   const guint8 *state,
                   guint collective,
                   LullStepLog *log)
{
  if (log == NULL)
    return;
  log->contributed = TRUE;
  log->collective = collective;
  log->completed = self->rounds == NULL && all_contributed (self, state);
}

const char *
lull_round_contribute (const LullWorld *self,
                       guint8 *state,
                       guint worker,
                       const LullOutbox *out,
                       LullStepLog *log)
{
  guint collective = out->collective;
  gboolean is_whole = (out->effects & LULL_EFFECT_CONTRIBUTE) != 0;
  const char *fault = find_fault (self, state, worker, collective);

  if (fault == NULL && self->rounds == NULL)
    fault = enter_collective (self, state, collective);
  if (fault != NULL)
    return fault;
  if (is_whole)
    {
      worker_at (self, state, worker)[WORKER_FLAGS] |= FLAG_CONTRIBUTED;
      note_contribution (self, state, collective, log);
    }
  if (self->rounds != NULL)
    {
      LullApply apply = { .world = self, .state = state, .log = log };

      self->rounds->part->rounds->contribute (&apply, self->rounds, worker, collective,
                                              out->contribution, is_whole);
      return NULL;
    }
  lull_round_combine (self, state + self->total_at, worker, collective,
                      out->contribution);
  if (is_whole && all_contributed (self, state))
    complete_round (self, state, collective);
  return NULL;
}

guint8
lull_round_result (const LullWorld *self, const guint8 *state, guint worker)
{
  if (self->rounds != NULL)
    return self->rounds->part->rounds->result (self, self->rounds, state, worker);
  return state[self->result_at];
}

/* The result goes when its last reader has taken it. */
void
lull_round_take_result (const LullWorld *self, guint8 *state, guint worker)
{
  LullApply apply = { .world = self, .state = state };

  if (self->rounds != NULL)
    {
      self->rounds->part->rounds->take_result (&apply, self->rounds, worker);
      return;
    }
  worker_at (self, state, worker)[WORKER_FLAGS] &= (guint8) ~FLAG_COMPLETE;
  for (guint other = 0; other < self->workers; other++)
    if ((worker_peek (self, state, other)[WORKER_FLAGS] & FLAG_COMPLETE) != 0)
      return;
  state[self->result_at] = 0;
}
