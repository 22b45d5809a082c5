/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What workers do in rounds carried by messages, as told in lull-rounds-messages.c: which
 * messages they send, how they use one that arrives, and when they have the result.
 */
#include "lull-rounds-private.h"

/* Values of one collective, without those of others, fit together in any order. */
static void
merge (const LullWorld *world, guint collective, guint8 *total, const guint8 *values)
{
  gsize size = lull_rounds_total_size (world, collective);
  gboolean is_max = world->protocol->collectives[collective].combine == LULL_COMBINE_MAX;

  for (gsize i = 0; i < size; i++)
    total[i] = is_max ? MAX (total[i], values[i]) : (guint8) (total[i] + values[i]);
}

/* In an exchange each has a place of its own in what is gathered, and writes it anew. */
static void
absorb (const LullWorld *world,
        const RoundsPlan *plan,
        guint8 *total,
        const guint8 *record)
{
  guint collective = record[LULL_BAG_PAYLOAD + WIRE_COLLECTIVE];
  const guint8 *values = record + LULL_BAG_PAYLOAD + WIRE_VALUES;
  gsize size = world->contribution_sizes[collective];
  gsize at = (record[LULL_BAG_SOURCE] - 1U) * size;

  if (plan->how.by == LULL_ROUNDS_EXCHANGE &&
      world->protocol->collectives[collective].combine == LULL_COMBINE_GATHER)
    memcpy (total + at, values + at, size);
  else
    merge (world, collective, total, values);
}

/* A ring without tags has but one kind of message. */
static void
compose (const RoundsPlan *plan,
         const guint8 *round,
         WireKind kind,
         const guint8 *values,
         gsize size,
         guint8 *payload)
{
  gboolean is_bare = plan->how.by == LULL_ROUNDS_RING && !plan->how.tags;
  gboolean is_next = (round[ROUND_BITS] & ROUND_NEXT) != 0;

  memset (payload, 0, plan->bag.record - LULL_BAG_PAYLOAD);
  payload[WIRE_KIND] = (guint8) ((is_bare ? 0 : kind) | (is_next ? WIRE_NEXT : 0));
  payload[WIRE_COLLECTIVE] = (guint8) (round[ROUND_COLLECTIVE] - 1);
  memcpy (payload + WIRE_VALUES, values, size);
}

static void
put_on_wire (const LullApply *apply,
             const RoundsPlan *plan,
             guint source,
             guint target,
             const guint8 *payload)
{
  gboolean has_room = lull_bag_push (&plan->bag, apply->state, source, target, payload);

  g_assert (has_room);
}

void
lull_rounds_answer_next (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  guint8 *owed = round_of (plan, apply->state, worker) + round_owed_at (plan);
  guint index = lull_rounds_answer_count (apply->world, plan, worker) - owed[0];

  put_on_wire (apply, plan, worker,
               lull_rounds_answered (apply->world, plan, worker, index), owed + 1);
  owed[0]--;
  if (owed[0] == 0)
    memset (owed + 1, 0, plan->owed_size);
}

gboolean
lull_rounds_owes_answers (const RoundsPlan *plan, const guint8 *state, guint worker)
{
  return plan->owed_size > 0 &&
         round_peek (plan, state, worker)[round_owed_at (plan)] > 0;
}

/* WORKER gives the answer PAYLOAD to those it answers: at once, or in steps to come. */
static void
give_answers (const LullApply *apply,
              const RoundsPlan *plan,
              guint worker,
              const guint8 *payload)
{
  guint count = lull_rounds_answer_count (apply->world, plan, worker);
  guint8 *owed = round_of (plan, apply->state, worker) + round_owed_at (plan);

  if (plan->owed_size > 0 && count > 0)
    {
      owed[0] = (guint8) count;
      memcpy (owed + 1, payload, plan->owed_size);
      return;
    }
  for (guint i = 0; i < count; i++)
    put_on_wire (apply, plan, worker,
                 lull_rounds_answered (apply->world, plan, worker, i), payload);
}

void
lull_rounds_renew (guint8 *record)
{
  record[LULL_BAG_PAYLOAD + WIRE_KIND] &= (guint8) ~WIRE_NEXT;
}

/* All messages on the wire are then of the next round, so none changes its place. */
static void
forget_round (const LullApply *apply, const RoundsPlan *plan)
{
  guint count = lull_bag_count (&plan->bag, apply->state);

  if (!lull_rounds_begin_anew (apply, plan))
    return;
  for (guint i = 0; i < count; i++)
    lull_rounds_renew (apply->state + plan->bag.at + i * plan->bag.record);
}

/* Only in an exchange can messages of two rounds meet, so only there tags are kept. */
static void
complete (const LullApply *apply, const RoundsPlan *plan, guint worker, guint8 result)
{
  lull_rounds_complete (apply, plan, worker, result);
  if (plan->how.by != LULL_ROUNDS_EXCHANGE || !plan->how.tags)
    return;
  round_of (plan, apply->state, worker)[ROUND_BITS] |= ROUND_NEXT;
  forget_round (apply, plan);
}

/* Who decides for the others tells them what; in a ring each decides by what went round.
 */
static void
decide (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  guint8 *round = round_of (plan, apply->state, worker);
  guint collective = round[ROUND_COLLECTIVE] - 1U;
  const guint8 *total = round_total (plan, round);
  guint8 result = lull_rounds_conclude (apply->world, collective, total);
  guint8 payload[LULL_BAG_RECORD_MAX];

  if (plan->how.by == LULL_ROUNDS_RING)
    compose (plan, round, WIRE_RESULT, total,
             lull_rounds_total_size (apply->world, collective), payload);
  else
    compose (plan, round, WIRE_RESULT, &result, 1, payload);
  give_answers (apply, plan, worker, payload);
  complete (apply, plan, worker, result);
}

static void
pass_on (const LullApply *apply, const RoundsPlan *plan, guint worker, guint next)
{
  guint8 *round = round_of (plan, apply->state, worker);
  guint8 *total = round_total (plan, round);
  guint8 payload[LULL_BAG_RECORD_MAX];

  compose (plan, round, WIRE_CONTRIBUTIONS, total,
           lull_rounds_total_size (apply->world, round[ROUND_COLLECTIVE] - 1U), payload);
  put_on_wire (apply, plan, worker, next, payload);
  memset (total, 0, plan->total_size);
  round[ROUND_COUNT] = 0;
  round[ROUND_BITS] |= ROUND_PASSED;
}

static gboolean
has_contributed (const LullWorld *world, const guint8 *state, guint worker)
{
  return (worker_peek (world, state, worker)[WORKER_FLAGS] & FLAG_CONTRIBUTED) != 0;
}

static gboolean
has_passed (const RoundsPlan *plan, const guint8 *state, guint worker)
{
  return (round_peek (plan, state, worker)[ROUND_BITS] & ROUND_PASSED) != 0;
}

/* Goes on if all is there that WORKER waits for. */
static void
go_on (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  guint count = round_peek (plan, apply->state, worker)[ROUND_COUNT];
  guint next = lull_rounds_next (apply->world, plan, worker);

  if (!has_contributed (apply->world, apply->state, worker) ||
      has_passed (plan, apply->state, worker) ||
      count < lull_rounds_needed (apply->world, plan, worker))
    return;
  if (next == ROUNDS_NOBODY)
    decide (apply, plan, worker);
  else
    pass_on (apply, plan, worker, next);
}

static void
send_to_all (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  guint8 *round = round_of (plan, apply->state, worker);
  guint8 *own = round + ROUND_VALUES;
  guint8 payload[LULL_BAG_RECORD_MAX];

  compose (plan, round, WIRE_CONTRIBUTIONS, own, plan->own_size, payload);
  for (guint other = 0; other < apply->world->workers; other++)
    if (other != worker)
      put_on_wire (apply, plan, worker, other, payload);
  merge (apply->world, round[ROUND_COLLECTIVE] - 1U, round_total (plan, round), own);
  memset (own, 0, plan->own_size);
}

/* What WORKER still owes for the round before goes out at the latest now. */
static void
begin_round (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  while (lull_rounds_owes_answers (plan, apply->state, worker))
    lull_rounds_answer_next (apply, plan, worker);
  round_of (plan, apply->state, worker)[ROUND_BITS] &= (guint8) ~ROUND_CLOSED;
  if (plan->how.by == LULL_ROUNDS_EXCHANGE)
    send_to_all (apply, plan, worker);
  go_on (apply, plan, worker);
}

/* In an exchange own values travel by themselves, so they are kept apart. */
void
lull_rounds_contribute (const LullApply *apply,
                        const LullPartSite *site,
                        guint worker,
                        guint collective,
                        const guint8 *part,
                        gboolean is_whole)
{
  const RoundsPlan *plan = rounds_plan (site);
  guint8 *round = round_of (plan, apply->state, worker);

  if (!lull_rounds_enter (apply, plan, worker, collective))
    return;
  lull_round_combine (
      apply->world, plan->own_size > 0 ? round + ROUND_VALUES : round_total (plan, round),
      worker, collective, part);
  if (is_whole)
    begin_round (apply, plan, worker);
}

/* Whether RECORD is for what WORKER waits for after it has passed on its values. */
static gboolean
is_result (const RoundsPlan *plan, const guint8 *state, const guint8 *record)
{
  guint kind = record[LULL_BAG_PAYLOAD + WIRE_KIND];

  if (plan->how.by == LULL_ROUNDS_RING && !plan->how.tags)
    return has_passed (plan, state, record[LULL_BAG_TARGET]);
  return (kind & WIRE_RESULT) != 0;
}

WireUse
lull_rounds_use (const LullWorld *world,
                 const RoundsPlan *plan,
                 const guint8 *state,
                 const guint8 *record)
{
  guint worker = record[LULL_BAG_TARGET];
  const guint8 *round = round_peek (plan, state, worker);
  gboolean is_next = (record[LULL_BAG_PAYLOAD + WIRE_KIND] & WIRE_NEXT) != 0;

  if (is_result (plan, state, record))
    return has_passed (plan, state, worker) ? WIRE_USED_AS_RESULT : WIRE_USED_LATER;
  if (has_passed (plan, state, worker) ||
      round[ROUND_COUNT] >= lull_rounds_needed (world, plan, worker) ||
      is_next != ((round[ROUND_BITS] & ROUND_NEXT) != 0))
    return WIRE_USED_LATER;
  return WIRE_USED_AS_VALUE;
}

static void
take_value (const LullApply *apply, const RoundsPlan *plan, const guint8 *record)
{
  guint worker = record[LULL_BAG_TARGET];
  guint8 *round = round_of (plan, apply->state, worker);

  if (!lull_rounds_enter (apply, plan, worker,
                          record[LULL_BAG_PAYLOAD + WIRE_COLLECTIVE]))
    return;
  absorb (apply->world, plan, round_total (plan, round), record);
  round[ROUND_COUNT]++;
  go_on (apply, plan, worker);
}

static void
take_result (const LullApply *apply, const RoundsPlan *plan, const guint8 *record)
{
  guint worker = record[LULL_BAG_TARGET];
  guint collective = record[LULL_BAG_PAYLOAD + WIRE_COLLECTIVE];
  const guint8 *values = record + LULL_BAG_PAYLOAD + WIRE_VALUES;

  if (!lull_rounds_enter (apply, plan, worker, collective))
    return;
  give_answers (apply, plan, worker, record + LULL_BAG_PAYLOAD);
  complete (apply, plan, worker,
            plan->how.by == LULL_ROUNDS_RING
                ? lull_rounds_conclude (apply->world, collective, values)
                : values[0]);
}

gboolean
lull_rounds_is_early (const LullWorld *world,
                      const RoundsPlan *plan,
                      const guint8 *state,
                      const guint8 *record)
{
  const guint8 *round = round_peek (plan, state, record[LULL_BAG_TARGET]);

  return (round[ROUND_BITS] & ROUND_CLOSED) != 0 ||
         lull_rounds_use (world, plan, state, record) == WIRE_USED_LATER;
}

void
lull_rounds_take_message (const LullApply *apply, const RoundsPlan *plan, guint index)
{
  guint8 record[LULL_BAG_RECORD_MAX];
  WireUse use;
  gboolean is_early;

  memcpy (record, lull_bag_peek (&plan->bag, apply->state, index), plan->bag.record);
  use = lull_rounds_use (apply->world, plan, apply->state, record);
  is_early = lull_rounds_is_early (apply->world, plan, apply->state, record);
  lull_bag_remove (&plan->bag, apply->state, index);
  if (is_early && plan->how.early == LULL_EARLY_LOST)
    return;
  if (is_early)
    round_of (plan, apply->state, record[LULL_BAG_TARGET])[ROUND_BITS] |= ROUND_FAILED;
  else if (use == WIRE_USED_AS_RESULT)
    take_result (apply, plan, record);
  else
    take_value (apply, plan, record);
}
