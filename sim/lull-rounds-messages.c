/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds carried by messages. A worker combines what it contributes with what others sent
 * it; when it has what it waits for, it passes that on, or if nobody is next, has the
 * result and gives it to those it answers, who do the same.
 *
 * A message that nobody can use yet stays on the wire: whether it has arrived makes no
 * difference to anybody. So does one whose tag says that it is for the next round. Where
 * there are no tags, a message is for whatever its receiver waits for.
 */
#include "lull-rounds-private.h"

/** The steps. */
enum
{
  STEP_TAKE = LULL_PART_STEP_TAKES,
  STEP_ANSWER
};

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

static void
answer_next (const LullApply *apply, const RoundsPlan *plan, guint worker)
{
  guint8 *owed = round_of (plan, apply->state, worker) + round_owed_at (plan);
  guint index = lull_rounds_answer_count (apply->world, plan, worker) - owed[0];

  put_on_wire (apply, plan, worker,
               lull_rounds_answered (apply->world, plan, worker, index), owed + 1);
  owed[0]--;
  if (owed[0] == 0)
    memset (owed + 1, 0, plan->owed_size);
}

static gboolean
owes_answers (const RoundsPlan *plan, const guint8 *state, guint worker)
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

/* All messages on the wire are then of the next round, so none changes its place. */
static void
forget_round (const LullApply *apply, const RoundsPlan *plan)
{
  guint count = lull_bag_count (&plan->bag, apply->state);

  if (!lull_rounds_begin_anew (apply, plan))
    return;
  for (guint i = 0; i < count; i++)
    apply->state[plan->bag.at + i * plan->bag.record + LULL_BAG_PAYLOAD + WIRE_KIND] &=
        (guint8) ~WIRE_NEXT;
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
  while (owes_answers (plan, apply->state, worker))
    answer_next (apply, plan, worker);
  round_of (plan, apply->state, worker)[ROUND_BITS] &= (guint8) ~ROUND_CLOSED;
  if (plan->how.by == LULL_ROUNDS_EXCHANGE)
    send_to_all (apply, plan, worker);
  go_on (apply, plan, worker);
}

/* In an exchange own values travel by themselves, so they are kept apart. */
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

static void
take (const LullApply *apply, const RoundsPlan *plan, guint index)
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

static void
apply_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  if (step == STEP_TAKE)
    take (apply, rounds_plan (site), argument);
  else
    answer_next (apply, rounds_plan (site), argument);
}

static gboolean
acts (const LullWorld *world, const RoundsPlan *plan, const guint8 *state, guint worker)
{
  return lull_rounds_serves (world, plan, state, worker) &&
         !lull_rounds_failed (plan, state, worker);
}

static void
offer (LullOffer *offer, const LullPartSite *site)
{
  const RoundsPlan *plan = rounds_plan (site);
  const LullWorld *world = offer->world;
  guint count = lull_bag_count (&plan->bag, offer->state);

  for (guint i = 0; i < count; i++)
    {
      const guint8 *record = lull_bag_peek (&plan->bag, offer->state, i);

      if (lull_bag_is_first (&plan->bag, offer->state, i) &&
          acts (world, plan, offer->state, record[LULL_BAG_TARGET]) &&
          (plan->how.early != LULL_EARLY_HELD ||
           lull_rounds_use (world, plan, offer->state, record) != WIRE_USED_LATER))
        lull_offer_part (offer, site, STEP_TAKE, i);
    }
  for (guint worker = 0; worker < world->workers; worker++)
    if (owes_answers (plan, offer->state, worker) &&
        acts (world, plan, offer->state, worker))
      lull_offer_part (offer, site, STEP_ANSWER, worker);
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  return rounds_plan (site)->bag.max + world->workers;
}

static guint32
size (const LullWorld *world, const LullPartSite *site)
{
  RoundsPlan *plan = site->data;
  guint32 used;

  plan->total_size = lull_rounds_total_max (world);
  plan->bag =
      (LullBag){ .record = LULL_BAG_PAYLOAD + WIRE_VALUES + MAX (plan->total_size, 1),
                 .max = lull_rounds_wire_max (world, plan),
                 .fifo = world->fifo };
  if (plan->how.by == LULL_ROUNDS_EXCHANGE)
    plan->own_size = plan->total_size;
  else if (plan->how.serves == LULL_SERVES_IN_JOIN)
    plan->owed_size = plan->bag.record - LULL_BAG_PAYLOAD;
  used = lull_rounds_lay_out_workers (world, plan, site->at);
  plan->bag.at = site->at + used;
  return used + plan->bag.record * plan->bag.max;
}

static const LullBag *
bag (const LullPartSite *site)
{
  return &rounds_plan (site)->bag;
}

static guint
worker_of (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint step,
           guint argument)
{
  (void) world;
  if (step == STEP_ANSWER)
    return argument;
  return lull_bag_peek (bag (site), state, argument)[LULL_BAG_TARGET];
}

static guint
fairness_count (const LullWorld *world, const LullPartSite *site)
{
  return world->workers * (1 + world->workers * lull_bag_classes_of_a_link (bag (site)));
}

static guint
fairness (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          guint step,
          guint argument)
{
  if (step == STEP_ANSWER)
    return argument;
  return world->workers + lull_bag_class (bag (site), state, argument, world->workers);
}

static gboolean
answers_at_once (const LullRounds *how)
{
  return how->serves == LULL_SERVES_ALWAYS || how->by == LULL_ROUNDS_EXCHANGE;
}

static gboolean
uses_messages (const LullWorldConfig *config)
{
  return config->rounds.by != LULL_ROUNDS_STEP &&
         config->rounds.by != LULL_ROUNDS_STORE && answers_at_once (&config->rounds);
}

static gboolean
uses_answers (const LullWorldConfig *config)
{
  return config->rounds.by != LULL_ROUNDS_STEP &&
         config->rounds.by != LULL_ROUNDS_STORE && !answers_at_once (&config->rounds);
}

/* A result is for the round that its receiver is in. What is said of a message of a ring
 * without tags goes by its sender; but answers that go out late might be of either of two
 * rounds. */
static guint
round_of_message (const LullWorld *world,
                  const LullPartSite *site,
                  const guint8 *record,
                  const guint *rounds)
{
  const RoundsPlan *plan = rounds_plan (site);
  guint kind = record[LULL_BAG_PAYLOAD + WIRE_KIND];

  (void) world;
  if ((kind & (WIRE_CONTRIBUTIONS | WIRE_RESULT)) == 0 && plan->owed_size > 0)
    return 0;
  return rounds[(kind & WIRE_RESULT) != 0 ? record[LULL_BAG_TARGET]
                                          : record[LULL_BAG_SOURCE] - 1U];
}

static gboolean
owes (const LullWorld *world,
      const RoundsPlan *plan,
      const guint8 *state,
      guint other,
      guint worker)
{
  guint count = lull_rounds_answer_count (world, plan, other);
  guint owed;

  if (!owes_answers (plan, state, other))
    return FALSE;
  owed = round_peek (plan, state, other)[round_owed_at (plan)];
  for (guint i = count - owed; i < count; i++)
    if (lull_rounds_answered (world, plan, other, i) == worker)
      return TRUE;
  return FALSE;
}

static const char *
waits_for (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint worker,
           guint other)
{
  const RoundsPlan *plan = rounds_plan (site);

  if (owes (world, plan, state, other, worker) &&
      !lull_rounds_serves (world, plan, state, other))
    return "to answer, but it has left join";
  return lull_rounds_missing (world, plan, state, other);
}

static gboolean
uses (const LullWorld *world,
      const LullPartSite *site,
      const guint8 *state,
      const guint8 *record)
{
  return !lull_rounds_is_early (world, rounds_plan (site), state, record);
}

static const LullPartRounds rounds = { .contribute = contribute,
                                       .result = lull_rounds_result,
                                       .take_result = lull_rounds_take_result,
                                       .waits_for = waits_for,
                                       .has_failed = lull_rounds_has_failed,
                                       .round_of = round_of_message,
                                       .uses = uses };

static const char *const steps[] = { "collective message", NULL };
static const char *const steps_with_answers[] = { "collective message", "answer", NULL };

#define MESSAGES(the_steps, the_condition)                                               \
  {                                                                                      \
    .name = "collectives made of messages", .steps = (the_steps),                        \
    .is_on = (the_condition), .fits = lull_rounds_fit, .prepare = lull_rounds_prepare,   \
    .size = size, .bag = bag, .actions_max = actions_max, .offer = offer,                \
    .allows = lull_rounds_allow, .apply = apply_step, .worker = worker_of,               \
    .fairness_count = fairness_count, .fairness = fairness, .rounds = &rounds,           \
    .words = lull_rounds_message_words, .say = lull_rounds_say_message,                  \
    .describe = lull_rounds_describe,                                                    \
  }

const LullPart lull_rounds_messages = MESSAGES (steps, uses_messages);
const LullPart lull_rounds_answers = MESSAGES (steps_with_answers, uses_answers);
