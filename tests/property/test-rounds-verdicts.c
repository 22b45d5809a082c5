/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A protocol cannot tell how its rounds are carried: with tags, and where everybody
 * serves always, a world has the same verdict whether a round is one step or made of
 * messages, or of a store; without tags too where nothing can be confused.
 */
#include "lull-naive-fair.h"
#include "lull-protocols.h"
#include "lull-random-world.h"
#include "lull-test.h"

#define WORLDS 150U
#define STATES_MAX 30000U

/** Which kinds of bad runs there are. */
typedef struct
{
  gboolean complete; /**< FALSE: the graph is too large */
  gboolean premature, deadlock, livelock;
} Verdicts;

static Verdicts
explore (const LullWorld *world)
{
  const LullModel *model = lull_world_get_model (world);
  g_autoptr (LullNaiveGraph) graph =
      lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, STATES_MAX);
  Verdicts verdicts = { .complete = graph->complete };

  if (!graph->complete)
    return verdicts;
  verdicts.premature = graph->violating_states > 0;
  verdicts.deadlock = graph->deadlock_states > 0;
  verdicts.livelock = lull_naive_fair_run_exists (graph, &model->properties[1]);
  return verdicts;
}

static gboolean
same_verdicts (const Verdicts *a, const Verdicts *b)
{
  return a->premature == b->premature && a->deadlock == b->deadlock &&
         a->livelock == b->livelock;
}

/* A tree of one worker below each, or of two. */
static LullRounds
draw_rounds (LullSplitMix *numbers)
{
  LullRounds rounds = { .by = (LullRoundsBy) (LULL_ROUNDS_LEADER +
                                              lull_split_mix_below (numbers, 5)),
                        .leader = lull_split_mix_below (numbers, 3),
                        .fan_out = 1 + lull_split_mix_below (numbers, 2),
                        .tags = TRUE };

  if (rounds.by == LULL_ROUNDS_LEADER || rounds.by == LULL_ROUNDS_TREE)
    rounds.tags = lull_split_mix_below (numbers, 2) == 0;
  return rounds;
}

static gboolean
is_compared (const LullProtocol *const *protocols,
             LullRounds rounds,
             LullSplitMix *numbers)
{
  LullRandomRange range = {
    .workers_max = 3, .tame = TRUE, .protocols = protocols, .extras = LULL_TWIN_LIVELOCKS
  };
  LullRounds step = { .by = LULL_ROUNDS_STEP };
  LullSplitMix again = *numbers;
  g_auto (LullRandomWorld) plain = { 0 };
  g_auto (LullRandomWorld) carried = { 0 };
  Verdicts one, other;

  range.rounds = &step;
  lull_random_world_draw_within (&plain, numbers, &range);
  rounds.leader %= lull_world_worker_count (plain.world);
  range.rounds = &rounds;
  lull_random_world_draw_within (&carried, &again, &range);
  CU_ASSERT_STRING_EQUAL (plain.text, carried.text);
  other = explore (carried.world);
  if (!other.complete)
    return FALSE;
  one = explore (plain.world);
  if (!same_verdicts (&one, &other))
    g_print ("\n    %s, carried by %u: premature %d %d, deadlock %d %d, livelock %d %d",
             plain.text, (guint) rounds.by, one.premature, other.premature, one.deadlock,
             other.deadlock, one.livelock, other.livelock);
  CU_ASSERT (same_verdicts (&one, &other));
  return TRUE;
}

/* Shipped ones, and those with a rule left out. */
static GPtrArray *
list_users_of_collectives (void)
{
  GPtrArray *users = g_ptr_array_new ();
  const LullProtocol *const *lists[] = { lull_protocols_list (),
                                         lull_protocols_list_broken () };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (const LullProtocol *const *protocol = lists[i]; *protocol != NULL; protocol++)
      if ((*protocol)->collectives != NULL)
        g_ptr_array_add (users, (gpointer) (gsize) *protocol);
  g_ptr_array_add (users, NULL);
  return users;
}

static void
verdicts_do_not_depend_on_how_rounds_are_carried (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  g_autoptr (GPtrArray) users = list_users_of_collectives ();
  guint compared = 0;

  for (guint drawn = 0; compared < WORLDS; drawn++)
    {
      LullRounds rounds = draw_rounds (&numbers);

      g_assert (drawn < 20 * WORLDS);
      compared += is_compared ((const LullProtocol *const *) (gpointer) users->pdata,
                               rounds, &numbers)
                      ? 1
                      : 0;
    }
}

int
main (void)
{
  CU_TestInfo tests[] = { { "a protocol has its verdict however its rounds are carried",
                            verdicts_do_not_depend_on_how_rounds_are_carried },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "carried rounds", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
