/* SPDX-License-Identifier: Apache-2.0 */
/* The reference models against the known answers, by the plain search: what these models
 * reach does not depend on the checker that they are there to test. */
#include "lull-known-answers.h"
#include "lull-plain-search.h"
#include "lull-test.h"

/* Beyond this the plain search takes its time, and the checker's own test has the case.
 */
#define STATES_MAX 100000U

static LullPlainFindings
search (const LullReferenceSpec *spec, gboolean stop_at_violation)
{
  LullModel *model = lull_reference_model_new (spec);
  LullPlainFindings found = lull_plain_search (model, stop_at_violation, NULL, NULL);

  found.transitions += model->initial_count;
  lull_reference_model_free (model);
  return found;
}

static void
expect_equal (const LullReferenceSpec *spec,
              const char *what,
              guint64 found,
              guint64 expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  CU_ASSERT_EQUAL (found, expected);
  if (found == expected)
    return;
  lull_reference_spec_describe (spec, text);
  g_print ("%s: found %" G_GUINT64_FORMAT " for %s, expected %" G_GUINT64_FORMAT "\n",
           text->str, found, what, expected);
}

static void
models_reach_the_known_counts (void)
{
  guint count;
  const LullKnownCount *known = lull_known_counts (&count);

  for (guint i = 0; i < count && known[i].states <= STATES_MAX; i++)
    {
      LullPlainFindings found = search (&known[i].spec, FALSE);

      expect_equal (&known[i].spec, "states", found.states, known[i].states);
      expect_equal (&known[i].spec, "generated", found.transitions, known[i].generated);
      expect_equal (&known[i].spec, "deadlock", found.deadlock, LULL_PLAIN_NEVER);
      for (guint property = 0; property < LULL_PLAIN_PROPERTIES_MAX; property++)
        expect_equal (&known[i].spec, "violation", found.violated[property],
                      LULL_PLAIN_NEVER);
    }
}

static void
mistakes_are_as_far_away_as_known (void)
{
  guint count;
  const LullKnownViolation *known = lull_known_violations (&count);

  for (guint i = 0; i < count; i++)
    {
      LullPlainFindings found = search (&known[i].spec, TRUE);
      guint expected =
          known[i].steps == LULL_KNOWN_SAFE ? LULL_PLAIN_NEVER : known[i].steps;

      expect_equal (&known[i].spec, "violation", found.violated[0], expected);
    }
}

static void
ewd840_has_one_terminal_state (void)
{
  for (guint nodes = 2; nodes <= 5; nodes++)
    {
      LullReferenceSpec spec = { LULL_REFERENCE_EWD840, nodes, 0, 0 };

      expect_equal (&spec, "terminal states", search (&spec, FALSE).terminal, 1);
    }
}

static void
ewd998_with_two_nodes_has_seven_terminal_states (void)
{
  LullReferenceSpec spec = { LULL_REFERENCE_EWD998, 2, 3, 0 };

  expect_equal (&spec, "terminal states", search (&spec, FALSE).terminal, 7);
}

static void
nodes_that_never_whiten_are_safe (void)
{
  LullReferenceSpec ewd840 = { LULL_REFERENCE_EWD840, 4, 0, LULL_EWD840_NEVER_WHITENS };
  LullReferenceSpec ewd998 = { LULL_REFERENCE_EWD998, 2, 3, LULL_EWD998_NEVER_WHITENS };

  expect_equal (&ewd840, "violation", search (&ewd840, FALSE).violated[0],
                LULL_PLAIN_NEVER);
  expect_equal (&ewd998, "violation", search (&ewd998, FALSE).violated[0],
                LULL_PLAIN_NEVER);
}

static void
sync_reaches_two_to_the_n_plus_one (void)
{
  for (guint nodes = 1; nodes <= 10; nodes++)
    {
      LullReferenceSpec spec = { LULL_REFERENCE_SYNC, nodes, 0, 0 };

      expect_equal (&spec, "states", search (&spec, FALSE).states, (1U << nodes) + 1);
    }
}

static void
async_reaches_eight_to_the_n_plus_one (void)
{
  for (guint nodes = 1; nodes <= 5; nodes++)
    {
      LullReferenceSpec spec = { LULL_REFERENCE_ASYNC, nodes, 3, 0 };

      expect_equal (&spec, "states", search (&spec, FALSE).states,
                    (1U << (3 * nodes)) + 1);
    }
}

/* For each property, how often it fails in a state that differs in one bit from a
 * reachable one. */
typedef struct
{
  guint64 failures[LULL_PLAIN_PROPERTIES_MAX];
} Damage;

static void
damage_each_bit (const LullModel *model, const guint8 *state, gpointer user_data)
{
  Damage *damage = user_data;
  guint64 words[8];
  guint8 *copy = (guint8 *) words;

  g_assert (model->state_size <= sizeof words);
  memcpy (copy, state, model->state_size);
  for (guint bit = 0; bit < 8 * model->state_size; bit++)
    {
      copy[bit / 8] ^= (guint8) (1U << bit % 8);
      for (guint property = 0; property < model->property_count; property++)
        if (!model->properties[property].holds (model, copy))
          damage->failures[property]++;
      copy[bit / 8] ^= (guint8) (1U << bit % 8);
    }
}

static void
claims_can_fail (void)
{
  static const LullReferenceSpec SPECS[] = {
    { LULL_REFERENCE_EWD840, 3, 0, 0 },
    { LULL_REFERENCE_EWD998, 3, 1, 0 },
    { LULL_REFERENCE_SYNC, 3, 0, 0 },
    { LULL_REFERENCE_ASYNC, 3, 3, 0 },
    { LULL_REFERENCE_CHANNEL_COUNTING, 3, 3, 0 },
    { LULL_REFERENCE_DIJKSTRA_SCHOLTEN, 4, 0, 0 },
    { LULL_REFERENCE_HUANG, 3, 0, 0 },
    { LULL_REFERENCE_DETECTOR, 3, 3, LULL_DETECTOR_PAIRWISE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (SPECS); i++)
    {
      LullModel *model = lull_reference_model_new (&SPECS[i]);
      Damage damage = { { 0 } };

      lull_plain_search (model, FALSE, damage_each_bit, &damage);
      for (guint property = 0; property < model->property_count; property++)
        expect_equal (&SPECS[i], model->properties[property].name,
                      damage.failures[property] > 0, TRUE);
      lull_reference_model_free (model);
    }
}

/* Any bit of a counter or a pending number counts in P0, and no other does: eight bits
 * for each of the nodes that there is room for. */
static void
p0_of_ewd998_counts_every_message (void)
{
  for (guint nodes = 2; nodes <= 3; nodes++)
    {
      LullReferenceSpec spec = { LULL_REFERENCE_EWD998, nodes, 1, 0 };
      LullModel *model = lull_reference_model_new (&spec);
      Damage damage = { { 0 } };
      LullPlainFindings found =
          lull_plain_search (model, FALSE, damage_each_bit, &damage);

      CU_ASSERT_STRING_EQUAL (model->properties[1].name, "P0");
      expect_equal (&spec, "P0", damage.failures[1],
                    found.states * LULL_EWD998_NODES_MAX * 8);
      lull_reference_model_free (model);
    }
}

/* The orbit of a state under all permutations of the nodes, as the multiset of the nodes'
 * own states: how many nodes have each, four bits a count, and the flag above. */
typedef struct
{
  guint nodes;
  guint node_bits;
  guint flag_bit;
  GHashTable *orbits; /* of guint64 *, owned */
} Orbits;

static void
note_orbit (const LullModel *model, const guint8 *state, gpointer user_data)
{
  Orbits *self = user_data;
  guint64 word = 0;
  guint64 orbit;

  memcpy (&word, state, model->state_size);
  orbit = word >> self->flag_bit << 60;
  for (guint node = 0; node < self->nodes; node++)
    {
      guint own =
          (guint) (word >> (node * self->node_bits)) & ((1U << self->node_bits) - 1);

      orbit += G_GUINT64_CONSTANT (1) << (4 * own);
    }
  g_hash_table_add (self->orbits, g_memdup2 (&orbit, sizeof orbit));
}

static guint
count_orbits (LullModel *model, guint nodes, guint node_bits, guint flag_bit)
{
  Orbits orbits = { .nodes = nodes, .node_bits = node_bits, .flag_bit = flag_bit };
  guint count;

  orbits.orbits = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  lull_plain_search (model, FALSE, note_orbit, &orbits);
  count = g_hash_table_size (orbits.orbits);
  g_hash_table_unref (orbits.orbits);
  lull_reference_model_free (model);
  return count;
}

static void
sync_has_n_plus_two_orbits (void)
{
  for (guint nodes = 1; nodes <= 8; nodes++)
    CU_ASSERT_EQUAL (count_orbits (lull_sync_new (nodes), nodes, 1, LULL_SYNC_NODES_MAX),
                     nodes + 2);
}

static void
async_has_the_known_number_of_orbits (void)
{
  static const guint known[] = { 9, 37, 121, 331 };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    CU_ASSERT_EQUAL (
        count_orbits (lull_async_new (i + 1, 3), i + 1, 4, 4 * LULL_ASYNC_NODES_MAX),
        known[i]);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "models reach the known counts", models_reach_the_known_counts },
    { "mistakes are as far away as known", mistakes_are_as_far_away_as_known },
    { "EWD840 has one terminal state", ewd840_has_one_terminal_state },
    { "EWD998 with two nodes has seven terminal states",
      ewd998_with_two_nodes_has_seven_terminal_states },
    { "nodes that never whiten are safe", nodes_that_never_whiten_are_safe },
    { "claims can fail", claims_can_fail },
    { "P0 of EWD998 counts every message", p0_of_ewd998_counts_every_message },
    { "Sync reaches 2^N + 1", sync_reaches_two_to_the_n_plus_one },
    { "Async reaches 8^N + 1", async_reaches_eight_to_the_n_plus_one },
    { "Sync has N + 2 orbits", sync_has_n_plus_two_orbits },
    { "Async has the known number of orbits", async_has_the_known_number_of_orbits },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "known answers, plain search", NULL, NULL, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
