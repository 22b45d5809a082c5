/* SPDX-License-Identifier: Apache-2.0 */
/* Lowered collectives in words. */
#include "lull-rounds-private.h"

static const char *
collective_name (const LullWorld *world, guint number)
{
  return world->protocol->collectives[number].name;
}

/* What a message of that kind is called where rounds are carried this way. */
static const char *
kind_word (const RoundsPlan *plan, guint kind)
{
  if ((kind & WIRE_RESULT) != 0)
    return plan->how.by == LULL_ROUNDS_RING ? "all contributions" : "result";
  if ((kind & WIRE_CONTRIBUTIONS) == 0)
    return "values";
  if (plan->how.by == LULL_ROUNDS_RING || plan->how.by == LULL_ROUNDS_TREE)
    return "contributions so far";
  return "contribution";
}

/* Whether the values of such a message are one byte, which says something to people. */
static gboolean
is_one_byte (const LullWorld *world, const RoundsPlan *plan, guint kind, guint collective)
{
  if ((kind & WIRE_RESULT) != 0 && plan->how.by != LULL_ROUNDS_RING)
    return world->protocol->collectives[collective].conclude != NULL;
  return lull_rounds_total_size (world, collective) == 1;
}

/* Of which collective it is goes without saying where there is but one. */
void
lull_rounds_message_words (const LullWorld *world,
                           const LullPartSite *site,
                           const guint8 *record,
                           char *words,
                           gsize size)
{
  const RoundsPlan *plan = rounds_plan (site);
  const guint8 *payload = record + LULL_BAG_PAYLOAD;
  guint collective = payload[WIRE_COLLECTIVE];
  char value[8] = "";

  if (is_one_byte (world, plan, payload[WIRE_KIND], collective))
    g_snprintf (value, sizeof value, " %u", payload[WIRE_VALUES]);
  g_snprintf (words, (gulong) size, "%s%s%s%s", kind_word (plan, payload[WIRE_KIND]),
              value, world->collective_count > 1 ? ", " : "",
              world->collective_count > 1 ? collective_name (world, collective) : "");
}

static void
say_early (const LullWorld *world,
           const RoundsPlan *plan,
           const guint8 *state,
           const guint8 *record,
           GString *text)
{
  if (!lull_rounds_is_early (world, plan, state, record))
    return;
  g_string_append (text, plan->how.early == LULL_EARLY_LOST
                             ? " (too early: it is lost)"
                             : " (too early: it is refused, and its receiver fails)");
}

void
lull_rounds_say_message (const LullWorld *world,
                         const LullPartSite *site,
                         const guint16 *numbers,
                         const guint8 *state,
                         guint step,
                         guint argument,
                         GString *text)
{
  const RoundsPlan *plan = rounds_plan (site);
  const guint8 *record;
  char words[128];

  (void) numbers;
  if (step != LULL_PART_STEP_TAKES)
    {
      g_string_append (text, "sends an answer that it owes");
      return;
    }
  record = lull_bag_peek (&plan->bag, state, argument);
  lull_rounds_message_words (world, site, record, words, sizeof words);
  g_string_append_printf (text, "takes control message from %s: %s",
                          world->names[record[LULL_BAG_SOURCE] - 1U], words);
  say_early (world, plan, state, record, text);
}

void
lull_rounds_say_store (const LullWorld *world,
                       const LullPartSite *site,
                       const guint16 *numbers,
                       const guint8 *state,
                       guint step,
                       guint argument,
                       GString *text)
{
  const RoundsPlan *plan = rounds_plan (site);
  guint collective = round_peek (plan, state, argument)[ROUND_COLLECTIVE] - 1U;

  (void) numbers;
  if (step == 0)
    g_string_append (text, "puts its contribution into the store");
  else
    g_string_append_printf (text, "reads the contribution of %s in the store",
                            world->names[lull_rounds_read_next (plan, state, argument)]);
  g_string_append_printf (text, ": %s", collective_name (world, collective));
}

static void
describe_worker (const LullWorld *world,
                 const RoundsPlan *plan,
                 const guint8 *state,
                 guint worker,
                 GString *text)
{
  const guint8 *round = round_peek (plan, state, worker);

  if (round[ROUND_COLLECTIVE] != 0)
    g_string_append_printf (
        text, "%s: %s, %u contributions of others here%s\n", world->names[worker],
        collective_name (world, round[ROUND_COLLECTIVE] - 1U), round[ROUND_COUNT],
        (round[ROUND_BITS] & ROUND_PASSED) != 0 ? ", passed on" : "");
  if ((round[ROUND_BITS] & ROUND_FAILED) != 0)
    g_string_append_printf (text, "%s: failed\n", world->names[worker]);
}

void
lull_rounds_describe (const LullWorld *world,
                      const LullPartSite *site,
                      const guint8 *state,
                      GString *text)
{
  const RoundsPlan *plan = rounds_plan (site);
  guint count = plan->bag.max > 0 ? lull_bag_count (&plan->bag, state) : 0;

  for (guint worker = 0; worker < world->workers; worker++)
    describe_worker (world, plan, state, worker, text);
  for (guint i = 0; i < count; i++)
    {
      const guint8 *record = lull_bag_peek (&plan->bag, state, i);
      char words[128];

      lull_rounds_message_words (world, site, record, words, sizeof words);
      g_string_append_printf (text, "control message (%s to %s): %s\n",
                              world->names[record[LULL_BAG_SOURCE] - 1U],
                              world->names[record[LULL_BAG_TARGET]], words);
    }
}
