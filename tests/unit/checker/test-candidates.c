/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-candidates.h"
#include "lull-chance.h"
#include "lull-test.h"
#include "lull-toy-grid.h"

#define MIB ((guint64) 1 << 20)

/* Three chunks, the last of them not full. */
#define SOURCES (2 * LULL_CHUNK_SOURCES + 7)
#define COUNTERS 5U
#define CANDIDATES_MAX (SOURCES * COUNTERS)

/* What a block found: few roots, so that most come several times. */
typedef struct
{
  guint32 counts[SOURCES];
  guint64 roots[CANDIDATES_MAX];
  guint64 sleeps[CANDIDATES_MAX];
} Found;

/* What is to be stored of it: the first of equal ones, as one goes through them in order.
 */
typedef struct
{
  guint64 roots[CANDIDATES_MAX];
  guint64 sleeps[CANDIDATES_MAX];
  guint32 parents[CANDIDATES_MAX];
  guint32 count;
} Expected;

static void
find_something (Found *found, guint64 seed, guint root_count)
{
  LullChance chance = lull_chance (seed, root_count);
  guint32 count = 0;

  for (guint32 i = 0; i < SOURCES; i++)
    {
      found->counts[i] = (guint32) lull_chance_below (&chance, COUNTERS + 1);
      for (guint32 j = 0; j < found->counts[i]; j++)
        {
          found->roots[count] = 1000 + lull_chance_below (&chance, root_count);
          found->sleeps[count++] = lull_chance_next (&chance);
        }
    }
}

static guint32
place_in (const Expected *expected, guint64 root)
{
  for (guint32 i = 0; i < expected->count; i++)
    if (expected->roots[i] == root)
      return i;
  return expected->count;
}

static void
expect (Expected *expected, const Found *found)
{
  guint32 candidate = 0;

  expected->count = 0;
  for (guint32 i = 0; i < SOURCES; i++)
    for (guint32 j = 0; j < found->counts[i]; j++, candidate++)
      {
        guint32 place = place_in (expected, found->roots[candidate]);

        if (place < expected->count)
          {
            expected->sleeps[place] &= found->sleeps[candidate];
            continue;
          }
        expected->roots[place] = found->roots[candidate];
        expected->sleeps[place] = found->sleeps[candidate];
        expected->parents[place] = i;
        expected->count++;
      }
}

/* Fills the store with as many states as there are sources. */
static void
fill_store (LullStore *store)
{
  CU_ASSERT_TRUE (lull_store_make_room (store, SOURCES, 0, NULL));
  for (guint32 i = 0; i < SOURCES; i++)
    lull_key_set_put (&store->roots, i, i);
  lull_store_add (store, SOURCES, NULL);
  if (store->sleep != NULL)
    lull_sleep_enter_level (store->sleep, SOURCES);
}

/* Collects one chunk, by whichever member. */
static void
collect_chunk (LullCollector *collector, guint32 index, const Found *found)
{
  guint32 first = index * LULL_CHUNK_SOURCES;
  guint32 candidate = 0;

  for (guint32 i = 0; i < first; i++)
    candidate += found->counts[i];
  lull_collector_begin (collector, index);
  for (guint32 i = first; i < MIN (first + LULL_CHUNK_SOURCES, SOURCES); i++)
    for (guint32 j = 0; j < found->counts[i]; j++, candidate++)
      lull_collector_add (collector, i, found->roots[candidate],
                          found->sleeps[candidate]);
  lull_collector_end (collector);
}

/* Goes through the phases as a team of @p size would, each part in an order of its own.
 */
static void
go_through (LullStore *store, LullCandidates *candidates, const Found *found, guint size)
{
  LullCollector collector;
  guint32 count;

  lull_candidates_begin (candidates, 0, SOURCES, size);
  lull_collector_init (&collector, candidates);
  for (guint32 i = candidates->chunk_count; i > 0; i--)
    collect_chunk (&collector, i - 1, found);
  for (guint i = size; i > 0; i--)
    lull_candidates_choose (candidates, i - 1);
  count = lull_candidates_count_winners (candidates);
  CU_ASSERT_TRUE (lull_store_make_room (store, count, SOURCES, NULL));
  CU_ASSERT_TRUE (store->sleep == NULL ||
                  lull_sleep_make_room (store->sleep, SOURCES + count));
  lull_candidates_store (candidates, 1, candidates->chunk_count, TRUE);
  lull_candidates_store (candidates, 0, 1, TRUE);
  lull_parents_add (&store->parents, count, SOURCES);
  lull_store_add (store, count, NULL);
  lull_collector_clear (&collector);
}

static void
check_sleep (LullStore *store, const Expected *expected)
{
  guint32 wrong = 0;

  lull_sleep_enter_level (store->sleep, lull_store_count (store));
  for (guint32 i = 0; i < expected->count; i++)
    wrong += lull_sleep_get (store->sleep, SOURCES + i) != expected->sleeps[i] ? 1 : 0;
  CU_ASSERT_EQUAL (wrong, 0);
}

static void
check_store (LullStore *store, const Expected *expected)
{
  g_autoptr (GArray) ancestry = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 wrong = 0;

  CU_ASSERT_EQUAL (lull_store_count (store), SOURCES + expected->count);
  for (guint32 i = 0; i < expected->count; i++)
    {
      guint64 root = lull_key_set_key (&store->roots, SOURCES + i);

      lull_parents_get_ancestry (&store->parents, SOURCES, SOURCES + i, ancestry);
      wrong += root != expected->roots[i] ||
                       lull_key_set_find (&store->roots, root, lull_key_hash (root)) !=
                           SOURCES + i ||
                       g_array_index (ancestry, guint32, 0) != expected->parents[i]
                   ? 1
                   : 0;
    }
  CU_ASSERT_EQUAL (wrong, 0);
  if (store->sleep != NULL)
    check_sleep (store, expected);
}

static void
try_team (const LullModel *model, const Found *found, guint size, gboolean has_sleep)
{
  LullBudget budget;
  LullStore store;
  LullCandidates candidates;
  Expected expected;

  lull_budget_init (&budget, 64 * MIB);
  lull_store_init (&store, model, &budget, TRUE, LULL_STORAGE_EXACT);
  if (has_sleep)
    lull_store_use_sleep (&store, &budget);
  fill_store (&store);
  CU_ASSERT_TRUE (lull_candidates_init (&candidates, &store, &budget, SOURCES, size));
  go_through (&store, &candidates, found, size);
  expect (&expected, found);
  check_store (&store, &expected);
  lull_candidates_clear (&candidates);
  lull_store_clear (&store);
}

static const guint team_sizes[] = { 1, 2, 3, 8, LULL_TEAM_MAX };

static void
try_teams (gboolean has_sleep)
{
  ToyGrid grid;

  toy_grid_init (&grid, COUNTERS, 3, 1);
  for (guint i = 0; i < G_N_ELEMENTS (team_sizes); i++)
    for (guint root_count = 1; root_count < 1000; root_count *= 5)
      {
        Found found;

        find_something (&found, lull_test_seed (), root_count);
        try_team (&grid.model, &found, team_sizes[i], has_sleep);
      }
}

static void
test_first_of_equal_candidates_wins (void)
{
  try_teams (FALSE);
}

static void
test_what_sleeps_on_every_way_sleeps (void)
{
  try_teams (TRUE);
}

static void
test_lack_of_memory_is_reported (void)
{
  LullBudget budget;
  LullStore store;
  LullCandidates candidates;
  ToyGrid grid;

  toy_grid_init (&grid, COUNTERS, 3, 1);
  lull_budget_init (&budget, 64 << 10);
  lull_store_init (&store, &grid.model, &budget, TRUE, LULL_STORAGE_EXACT);
  CU_ASSERT_FALSE (lull_candidates_init (&candidates, &store, &budget, 4096, 2));
  lull_candidates_clear (&candidates);
  CU_ASSERT_TRUE (budget.used_bytes <= budget.limit_bytes);
  lull_store_clear (&store);
}

static CU_TestInfo candidates_tests[] = {
  { "the first of equal candidates wins, in any team",
    test_first_of_equal_candidates_wins },
  { "what sleeps on every way sleeps", test_what_sleeps_on_every_way_sleeps },
  { "lack of memory is reported", test_lack_of_memory_is_reported },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "candidates", NULL, NULL, NULL, NULL, candidates_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
