/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds carried by a store. Each worker puts its value under a key of its own, then
 * reads the keys of the others one after the other, waiting for each until it is there,
 * and decides by what it read.
 *
 * With tags a round has keys of its own, which go when everybody is done with it. Without
 * them the keys are used again: who reads may find the value of the round before, or
 * already that of the next.
 */
#include "lull-rounds-private.h"

/** The steps. */
enum
{
  STEP_PUT,
  STEP_READ
};

/** Bytes of a slot: 1 + the collective of the value, 0 while there is none. */
enum
{
  SLOT_COLLECTIVE,
  SLOT_VALUE
};

static guint
store_tags (const RoundsPlan *plan)
{
  return plan->how.tags ? 2 : 1;
}

guint32
lull_rounds_slot (const LullWorld *world,
                  const RoundsPlan *plan,
                  guint8 bits,
                  guint worker)
{
  guint tag = (bits & ROUND_NEXT) != 0 ? 1 : 0;

  return plan->slots_at + (tag * world->workers + worker) * plan->slot_size;
}

guint
lull_rounds_read_next (const RoundsPlan *plan, const guint8 *state, guint worker)
{
  guint count = round_peek (plan, state, worker)[ROUND_COUNT];

  return count < worker ? count : count + 1;
}

/* The last who is done with a round takes its keys away; those of the next are then the
 * only ones. */
static void
forget_round (const LullApply *apply, const RoundsPlan *plan)
{
  gsize size = apply->world->workers * plan->slot_size;
  guint8 *old = apply->state + plan->slots_at;

  if (!lull_rounds_begin_anew (apply, plan))
    return;
  memcpy (old, old + size, size);
  memset (old + size, 0, size);
}

static void
decide (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  guint8 *round = round_of (plan, apply->state, worker);

  lull_rounds_complete (apply, plan, worker,
                        lull_rounds_conclude (apply->world, round[ROUND_COLLECTIVE] - 1U,
                                              round_total (plan, round)));
  if (!plan->how.tags)
    return;
  round[ROUND_BITS] |= ROUND_NEXT;
  forget_round (apply, plan);
}

static void
go_on (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  if (round_peek (plan, apply->state, worker)[ROUND_COUNT] + 1U == apply->world->workers)
    decide (apply, plan, worker);
}

/* What WORKER contributed waits until it is put. */
static void
contribute (const LullApply *apply,
            const LullPartSite *site,
            guint worker,
            guint collective,
            const guint8 *part,
            gboolean is_whole)
{
  const RoundsPlan *plan = rounds_plan (site);
  guint8 *round = round_of (plan, apply->state, worker);

  (void) is_whole;
  if (lull_rounds_enter (apply, plan, worker, collective))
    lull_round_combine (apply->world, round + ROUND_VALUES, worker, collective, part);
}

static gsize
row_of (const LullWorld *world, guint collective, guint worker)
{
  gboolean gathers =
      world->protocol->collectives[collective].combine == LULL_COMBINE_GATHER;

  return gathers ? worker * world->contribution_sizes[collective] : 0;
}

static void
put (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  const LullWorld *world = apply->world;
  guint8 *round = round_of (plan, apply->state, worker);
  guint collective = round[ROUND_COLLECTIVE] - 1U;
  guint8 *own = round + ROUND_VALUES;
  guint8 *slot = apply->state + lull_rounds_slot (world, plan, round[ROUND_BITS], worker);

  memset (slot, 0, plan->slot_size);
  slot[SLOT_COLLECTIVE] = (guint8) (collective + 1);
  memcpy (slot + SLOT_VALUE, own + row_of (world, collective, worker),
          world->contribution_sizes[collective]);
  memcpy (round_total (plan, round), own, plan->total_size);
  memset (own, 0, plan->own_size);
  round[ROUND_BITS] |= ROUND_PUT;
  if (apply->log != NULL)
    apply->log->put = worker + 1;
  go_on (apply, plan, worker);
}

static void
read_next (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  const LullWorld *world = apply->world;
  guint8 *round = round_of (plan, apply->state, worker);
  guint other = lull_rounds_read_next (plan, apply->state, worker);
  const guint8 *slot =
      apply->state + lull_rounds_slot (world, plan, round[ROUND_BITS], other);
  guint collective = slot[SLOT_COLLECTIVE] - 1U;

  if (apply->log != NULL)
    apply->log->read = other + 1;
  if (!lull_rounds_enter (apply, plan, worker, collective))
    return;
  lull_round_combine (world, round_total (plan, round), other, collective,
                      slot + SLOT_VALUE);
  round[ROUND_COUNT]++;
  go_on (apply, plan, worker);
}

static void
apply_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  if (step == STEP_PUT)
    put (apply, rounds_plan (site), argument);
  else
    read_next (apply, rounds_plan (site), argument);
}

static gboolean
can_read (const LullWorld *world,
          const RoundsPlan *plan,
          const guint8 *state,
          guint worker)
{
  guint8 bits = round_peek (plan, state, worker)[ROUND_BITS];
  guint other = lull_rounds_read_next (plan, state, worker);

  return state[lull_rounds_slot (world, plan, bits, other) + SLOT_COLLECTIVE] != 0;
}

static void
offer (LullOffer *offer, const LullPartSite *site)
{
  const RoundsPlan *plan = rounds_plan (site);
  const LullWorld *world = offer->world;

  if (!lull_rounds_serves (world, plan, offer->state, plan->how.leader))
    return;
  for (guint worker = 0; worker < world->workers; worker++)
    {
      guint flags = worker_peek (world, offer->state, worker)[WORKER_FLAGS];
      guint bits = round_peek (plan, offer->state, worker)[ROUND_BITS];

      if ((flags & FLAG_CONTRIBUTED) == 0 || (bits & ROUND_FAILED) != 0)
        continue;
      if ((bits & ROUND_PUT) == 0)
        lull_offer_part (offer, site, STEP_PUT, worker);
      else if (can_read (world, plan, offer->state, worker))
        lull_offer_part (offer, site, STEP_READ, worker);
    }
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return world->workers;
}

static guint32
size (const LullWorld *world, const LullPartSite *site)
{
  RoundsPlan *plan = site->data;
  guint32 used;

  plan->own_size = plan->total_size = lull_rounds_total_max (world);
  used = lull_rounds_lay_out_workers (world, plan, site->at);
  plan->slots_at = site->at + used;
  plan->slot_size = SLOT_VALUE + (guint32) world->contribution_max;
  return used + store_tags (plan) * world->workers * plan->slot_size;
}

static guint
worker_of (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint step,
           guint argument)
{
  (void) world;
  (void) site;
  (void) state;
  (void) step;
  return argument;
}

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->rounds.by == LULL_ROUNDS_STORE;
}

static const char *
waits_for (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint worker,
           guint other)
{
  const RoundsPlan *plan = rounds_plan (site);

  (void) worker;
  if (other == plan->how.leader && !lull_rounds_serves (world, plan, state, other))
    return "to serve the store, but it has left join";
  return lull_rounds_missing (world, plan, state, other);
}

static const LullPartRounds rounds = { .contribute = contribute,
                                       .result = lull_rounds_result,
                                       .take_result = lull_rounds_take_result,
                                       .waits_for = waits_for,
                                       .has_failed = lull_rounds_has_failed };

static const char *const steps[] = { "put", "read", NULL };

static const char *const switches[] = { "collectives.by", NULL };

const LullPart lull_rounds_store = {
  .name = "collectives in a store",
  .steps = steps,
  .switches = switches,
  .is_on = is_on,
  .misfit = lull_rounds_misfit,
  .prepare = lull_rounds_prepare,
  .size = size,
  .actions_max = actions_max,
  .offer = offer,
  .allows = lull_rounds_allow,
  .apply = apply_step,
  .worker = worker_of,
  .fairness_count = actions_max,
  .rounds = &rounds,
  .say = lull_rounds_say_store,
  .describe = lull_rounds_describe,
};
