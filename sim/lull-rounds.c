/* SPDX-License-Identifier: Apache-2.0 */
/* What all ways of carrying a round have in common: to enter it, to end it, to fail. */
#include "lull-rounds-private.h"

gsize
lull_rounds_total_size (const LullWorld *world, guint collective)
{
  gboolean gathers =
      world->protocol->collectives[collective].combine == LULL_COMBINE_GATHER;

  return world->contribution_sizes[collective] * (gathers ? world->workers : 1);
}

guint8
lull_rounds_conclude (const LullWorld *world, guint collective, const guint8 *combined)
{
  const LullCollective *info = &world->protocol->collectives[collective];

  return info->conclude == NULL
             ? 0
             : info->conclude (world->workers, world->options, combined);
}

gboolean
lull_rounds_enter (const LullApply *apply,
                   const RoundsPlan *plan,
                   guint worker,
                   guint collective)
{
  guint8 *round = round_of (plan, apply->state, worker);

  if (round[ROUND_COLLECTIVE] == 0 || round[ROUND_COLLECTIVE] == collective + 1)
    {
      round[ROUND_COLLECTIVE] = (guint8) (collective + 1);
      return TRUE;
    }
  if (plan->how.tags)
    lull_node_breach (apply->state, LULL_FAULT_OTHER_COLLECTIVE, apply->log);
  round[ROUND_BITS] |= ROUND_FAILED;
  return FALSE;
}

void
lull_rounds_complete (const LullApply *apply,
                      const RoundsPlan *plan,
                      guint worker,
                      guint8 result)
{
  guint8 *round = round_of (plan, apply->state, worker);
  guint8 *flags = worker_at (apply->world, apply->state, worker) + WORKER_FLAGS;

  *flags = (guint8) ((*flags & ~FLAG_CONTRIBUTED) | FLAG_COMPLETE);
  round[ROUND_BITS] &= (guint8) ~(ROUND_PASSED | ROUND_PUT);
  if (plan->how.early != LULL_EARLY_HELD && plan->bag.max > 0)
    round[ROUND_BITS] |= ROUND_CLOSED;
  round[ROUND_COUNT] = 0;
  round[ROUND_COLLECTIVE] = 0;
  round[ROUND_RESULT] = result;
  memset (round_total (plan, round), 0, plan->total_size);
}

gboolean
lull_rounds_begin_anew (const LullApply *apply, const RoundsPlan *plan)
{
  for (guint worker = 0; worker < apply->world->workers; worker++)
    if ((round_peek (plan, apply->state, worker)[ROUND_BITS] & ROUND_NEXT) == 0)
      return FALSE;
  for (guint worker = 0; worker < apply->world->workers; worker++)
    round_of (plan, apply->state, worker)[ROUND_BITS] &= (guint8) ~ROUND_NEXT;
  return TRUE;
}

/* Between two joins it is in none. */
gboolean
lull_rounds_serves (const LullWorld *world,
                    const RoundsPlan *plan,
                    const guint8 *state,
                    guint worker)
{
  guint flags = worker_peek (world, state, worker)[WORKER_FLAGS];

  if (plan->how.serves == LULL_SERVES_ALWAYS)
    return TRUE;
  return (flags & FLAG_LEFT) == 0 &&
         ((flags & FLAG_JOINED) != 0 || epoch_of (world, state, worker) == 0);
}

gboolean
lull_rounds_failed (const RoundsPlan *plan, const guint8 *state, guint worker)
{
  return (round_peek (plan, state, worker)[ROUND_BITS] & ROUND_FAILED) != 0;
}

gboolean
lull_rounds_has_failed (const LullPartSite *site, const guint8 *state, guint worker)
{
  return lull_rounds_failed (rounds_plan (site), state, worker);
}

const char *
lull_rounds_missing (const LullWorld *world,
                     const RoundsPlan *plan,
                     const guint8 *state,
                     guint other)
{
  guint flags = worker_peek (world, state, other)[WORKER_FLAGS];

  if (lull_rounds_failed (plan, state, other))
    return "to go on, but it has failed";
  if ((flags & FLAG_CONTRIBUTED) == 0 && lull_parts_is_absent (world, state, other))
    return "to contribute, but it is gone";
  if ((flags & (FLAG_CONTRIBUTED | FLAG_COMPLETE | FLAG_LEFT)) != 0)
    return NULL;
  return main_ended (world, state, other) ? "to contribute" : "to end and contribute";
}

guint8
lull_rounds_result (const LullWorld *world,
                    const LullPartSite *site,
                    const guint8 *state,
                    guint worker)
{
  (void) world;
  return round_peek (rounds_plan (site), state, worker)[ROUND_RESULT];
}

void
lull_rounds_take_result (const LullApply *apply, const LullPartSite *site, guint worker)
{
  worker_at (apply->world, apply->state, worker)[WORKER_FLAGS] &= (guint8) ~FLAG_COMPLETE;
  round_of (rounds_plan (site), apply->state, worker)[ROUND_RESULT] = 0;
}

/* Who has failed takes no step of the protocol any more. */
gboolean
lull_rounds_allow (const LullWorld *world,
                   const LullPartSite *site,
                   const guint8 *state,
                   LullAction action)
{
  return world->op_of[lull_action_kind (action)] != OP_STEP ||
         !lull_rounds_failed (rounds_plan (site), state, lull_action_argument (action));
}

gpointer
lull_rounds_prepare (LullWorld *world, const LullWorldConfig *config)
{
  RoundsPlan *plan = g_new0 (RoundsPlan, 1);

  (void) world;
  plan->how = config->rounds;
  return plan;
}

const char *
lull_rounds_misfit (const LullWorldConfig *config)
{
  const LullCollective *collectives = config->protocol->collectives;

  if (collectives == NULL || collectives->name == NULL)
    return "the protocol uses no collectives; leave collectives out";
  if (config->rounds.leader >= config->workers)
    return "the leader of the collectives is a worker that does not exist";
  if (config->rounds.by == LULL_ROUNDS_TREE && config->rounds.fan_out == 0)
    return "a tree needs a fan-out of at least 1";
  return NULL;
}

guint32
lull_rounds_total_max (const LullWorld *world)
{
  gsize max = 0;

  for (guint i = 0; i < world->collective_count; i++)
    max = MAX (max, lull_rounds_total_size (world, i));
  return (guint32) max;
}

guint32
lull_rounds_lay_out_workers (const LullWorld *world, RoundsPlan *plan, guint32 at)
{
  plan->workers_at = at;
  plan->worker_size = ROUND_VALUES + plan->own_size + plan->total_size;
  if (plan->owed_size > 0)
    plan->worker_size += 1 + plan->owed_size;
  return world->workers * plan->worker_size;
}
