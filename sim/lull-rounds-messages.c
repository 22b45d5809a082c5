/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds carried by messages. A worker combines what it contributes with what others sent
 * it; when it has what it waits for, it passes that on, or if nobody is next, has the
 * result and gives it to those it answers, who do the same.
 *
 * A message that nobody can use yet stays on the wire: whether it has arrived makes no
 * difference to anybody. So does one whose tag says that it is for the next round. Where
 * there are no tags, a message is for whatever its receiver waits for.
 *
 * What a step does is in lull-rounds-messages-steps.c; here is which steps there are.
 */
#include "lull-rounds-private.h"

/** The steps. */
enum
{
  STEP_TAKE = LULL_PART_STEP_TAKES,
  STEP_ANSWER
};

static void
apply_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  if (step == STEP_TAKE)
    lull_rounds_take_message (apply, rounds_plan (site), argument);
  else
    lull_rounds_answer_next (apply, rounds_plan (site), argument);
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
    if (lull_rounds_owes_answers (plan, offer->state, worker) &&
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

  if (!lull_rounds_owes_answers (plan, state, other))
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

static const LullPartRounds rounds = { .contribute = lull_rounds_contribute,
                                       .result = lull_rounds_result,
                                       .take_result = lull_rounds_take_result,
                                       .waits_for = waits_for,
                                       .has_failed = lull_rounds_has_failed,
                                       .round_of = round_of_message,
                                       .renew = lull_rounds_renew,
                                       .uses = uses };

static const char *const steps[] = { "collective message", NULL };
static const char *const steps_with_answers[] = { "collective message", "answer", NULL };

static const char *const switches[] = { "collectives.by", NULL };

#define MESSAGES(the_steps, the_condition)                                               \
  {                                                                                      \
    .name = "collectives made of messages", .steps = (the_steps), .switches = switches,  \
    .is_on = (the_condition), .misfit = lull_rounds_misfit,                              \
    .prepare = lull_rounds_prepare, .size = size, .bag = bag,                            \
    .actions_max = actions_max, .offer = offer, .allows = lull_rounds_allow,             \
    .apply = apply_step, .worker = worker_of, .fairness_count = fairness_count,          \
    .fairness = fairness, .rounds = &rounds, .words = lull_rounds_message_words,         \
    .say = lull_rounds_say_message, .describe = lull_rounds_describe,                    \
  }

const LullPart lull_rounds_messages = MESSAGES (steps, uses_messages);
const LullPart lull_rounds_answers = MESSAGES (steps_with_answers, uses_answers);
