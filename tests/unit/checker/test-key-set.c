/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-key-set.h"
#include "lull-test.h"

#define MIB ((guint64) 1 << 20)

static LullBudget budget;
static LullKeySet set;

static void
set_up (guint64 limit_bytes)
{
  lull_budget_init (&budget, limit_bytes);
  lull_key_set_init (&set, &budget);
}

static guint32
find (guint64 key)
{
  return lull_key_set_find (&set, key, lull_key_hash (key));
}

static guint32
intern (guint64 key)
{
  return lull_key_set_intern (&set, key, lull_key_hash (key));
}

/* Keys are odd: an even one was never added. */
static guint64
nth_key (guint32 n)
{
  return 2 * (guint64) n * n + 1;
}

static void
test_numbers_are_given_in_order (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (1);

  set_up (64 * MIB);
  CU_ASSERT_TRUE (lull_key_set_make_room (&set, 3, crew));
  CU_ASSERT_EQUAL (intern (77), 0);
  CU_ASSERT_EQUAL (intern (0), 1);
  CU_ASSERT_EQUAL (intern (77), 0);
  CU_ASSERT_EQUAL (intern (G_MAXUINT64), 2);
  CU_ASSERT_EQUAL (lull_key_set_count (&set), 3);
  CU_ASSERT_EQUAL (find (0), 1);
  CU_ASSERT_EQUAL (find (1), LULL_KEY_NONE);
  CU_ASSERT_EQUAL (lull_key_set_key (&set, 2), G_MAXUINT64);
  lull_key_set_clear (&set);
}

static void
test_growing_loses_nothing (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (2);
  guint32 wrong = 0;

  set_up (64 * MIB);
  for (guint32 i = 0; i < 300000; i++)
    {
      if (!lull_key_set_make_room (&set, 1, crew))
        break;
      wrong += intern (nth_key (i)) != i ? 1 : 0;
    }
  for (guint32 i = 0; i < 300000; i++)
    wrong += find (nth_key (i)) != i || find (nth_key (i) + 1) != LULL_KEY_NONE ? 1 : 0;
  CU_ASSERT_EQUAL (wrong, 0);
  CU_ASSERT_EQUAL (lull_key_set_count (&set), 300000);
  lull_key_set_clear (&set);
}

static void
test_added_keys_are_found (void)
{
  for (guint size = 1; size <= 16; size *= 2)
    {
      g_autoptr (LullCrew) crew = lull_crew_new (size);
      guint32 wrong = 0;

      set_up (64 * MIB);
      CU_ASSERT_TRUE (lull_key_set_make_room (&set, 5000, crew));
      for (guint32 i = 0; i < 5000; i++)
        lull_key_set_put (&set, i, nth_key (i));
      CU_ASSERT_EQUAL (find (nth_key (17)), LULL_KEY_NONE);
      for (guint32 more = 1000; more > 0; more -= 200)
        lull_key_set_add (&set, more, crew);
      lull_key_set_add (&set, 5000 - 3000, NULL);
      for (guint32 i = 0; i < 5000; i++)
        wrong += find (nth_key (i)) != i ? 1 : 0;
      CU_ASSERT_EQUAL (wrong, 0);
      CU_ASSERT_EQUAL (find (nth_key (5000)), LULL_KEY_NONE);
      CU_ASSERT_EQUAL (lull_key_set_count (&set), 5000);
      lull_key_set_clear (&set);
    }
}

/* A few lines, nearly full, among many members: many keys belong behind their part. */
static void
test_members_leave_strays (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (5);

  for (guint32 count = 1; count < 200; count++)
    {
      guint32 wrong = 0;

      set_up (MIB);
      CU_ASSERT_TRUE (lull_key_set_make_room (&set, count, crew));
      CU_ASSERT_EQUAL (set.line_count,
                       (count + LULL_KEY_LINE_LOAD - 1) / LULL_KEY_LINE_LOAD);
      for (guint32 i = 0; i < count; i++)
        lull_key_set_put (&set, i, nth_key (i));
      lull_key_set_add (&set, count, crew);
      lull_key_set_refill (&set, crew);
      for (guint32 i = 0; i < count; i++)
        wrong += find (nth_key (i)) != i ? 1 : 0;
      CU_ASSERT_EQUAL (wrong, 0);
      CU_ASSERT_EQUAL (find (nth_key (count)), LULL_KEY_NONE);
      lull_key_set_clear (&set);
    }
}

static void
test_guess_is_nearly_always_right (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (1);
  guint32 right = 0;

  set_up (64 * MIB);
  CU_ASSERT_TRUE (lull_key_set_make_room (&set, 20000, crew));
  for (guint32 i = 0; i < 20000; i++)
    intern (nth_key (i));
  for (guint32 i = 0; i < 20000; i++)
    right += lull_key_set_guess (&set, lull_key_hash (nth_key (i))) == i ? 1 : 0;
  CU_ASSERT_TRUE (right > 18000);
  lull_key_set_clear (&set);
}

static void
test_no_room_is_reported (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (1);
  guint32 room;

  set_up (64 * MIB);
  CU_ASSERT_TRUE (lull_key_set_make_room (&set, 1, crew));
  room = set.room;
  for (guint32 i = 0; i < room; i++)
    CU_ASSERT_EQUAL (intern (nth_key (i)), i);
  CU_ASSERT_EQUAL (intern (nth_key (room)), LULL_KEY_NONE);
  CU_ASSERT_EQUAL (intern (nth_key (room - 1)), room - 1);
  CU_ASSERT_EQUAL (lull_key_set_count (&set), room);
  CU_ASSERT_TRUE (lull_key_set_make_room (&set, 1, crew));
  CU_ASSERT_EQUAL (intern (nth_key (room)), room);
  lull_key_set_clear (&set);
}

static void
test_memory_is_used_up_before_giving_up (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (1);
  guint32 count = 0;

  set_up (4 * MIB);
  while (lull_key_set_make_room (&set, 1, crew))
    {
      CU_ASSERT_EQUAL (intern (nth_key (count)), count);
      count++;
    }
  CU_ASSERT_TRUE (budget.peak_bytes <= 4 * MIB);
  CU_ASSERT_TRUE (count > 4 * MIB * 9 / 10 / 14);
  CU_ASSERT_EQUAL (find (nth_key (count / 2)), count / 2);
  CU_ASSERT_EQUAL (find (nth_key (count)), LULL_KEY_NONE);
  lull_key_set_clear (&set);
}

static void
test_truncating_forgets_the_rest (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (1);

  set_up (64 * MIB);
  CU_ASSERT_TRUE (lull_key_set_make_room (&set, 1000, crew));
  for (guint32 i = 0; i < 1000; i++)
    intern (nth_key (i));
  lull_key_set_truncate (&set, 400, crew);
  CU_ASSERT_EQUAL (lull_key_set_count (&set), 400);
  CU_ASSERT_EQUAL (find (nth_key (399)), 399);
  CU_ASSERT_EQUAL (find (nth_key (400)), LULL_KEY_NONE);
  CU_ASSERT_EQUAL (intern (nth_key (900)), 400);
  lull_key_set_clear (&set);
}

#define SHARED_KEYS 20000U

static guint32 given[8][SHARED_KEYS];

static void
intern_all (guint member, guint size, gpointer data)
{
  (void) data;
  for (guint32 i = 0; i < SHARED_KEYS; i++)
    {
      guint32 n = (i + member * SHARED_KEYS / size) % SHARED_KEYS;

      given[member][n] = intern (nth_key (n));
    }
}

static void
test_threads_agree_on_numbers (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (4);
  guint32 wrong = 0;

  set_up (64 * MIB);
  CU_ASSERT_TRUE (lull_key_set_make_room (&set, SHARED_KEYS, crew));
  lull_crew_run (crew, intern_all, NULL);
  CU_ASSERT_EQUAL (lull_key_set_count (&set), SHARED_KEYS);
  for (guint member = 0; member < 4; member++)
    for (guint32 n = 0; n < SHARED_KEYS; n++)
      wrong += lull_key_set_key (&set, given[member][n]) != nth_key (n) ? 1 : 0;
  CU_ASSERT_EQUAL (wrong, 0);
  lull_key_set_clear (&set);
}

static void
intern_until_full (guint member, guint size, gpointer data)
{
  guint32 *refused = data;

  for (guint32 i = 0; i < 4 * SHARED_KEYS; i++)
    if (intern (nth_key (i * size + member)) == LULL_KEY_NONE)
      refused[member]++;
}

static void
test_threads_fill_the_room_exactly (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (4);
  guint32 refused[4] = { 0 };

  set_up (64 * MIB);
  CU_ASSERT_TRUE (lull_key_set_make_room (&set, SHARED_KEYS, crew));
  lull_crew_run (crew, intern_until_full, refused);
  CU_ASSERT_EQUAL (lull_key_set_count (&set), set.room);
  CU_ASSERT_EQUAL (refused[0] + refused[1] + refused[2] + refused[3],
                   16 * SHARED_KEYS - set.room);
  lull_key_set_clear (&set);
}

static CU_TestInfo key_set_tests[] = {
  { "numbers are given in order", test_numbers_are_given_in_order },
  { "growing loses nothing", test_growing_loses_nothing },
  { "added keys are found, whoever enters them", test_added_keys_are_found },
  { "members leave strays to the end", test_members_leave_strays },
  { "a guess is nearly always right", test_guess_is_nearly_always_right },
  { "want of room is reported", test_no_room_is_reported },
  { "memory is used up before giving up", test_memory_is_used_up_before_giving_up },
  { "truncating forgets the rest", test_truncating_forgets_the_rest },
  { "threads agree on numbers", test_threads_agree_on_numbers },
  { "threads fill the room exactly", test_threads_fill_the_room_exactly },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "key set", NULL, NULL, NULL, NULL, key_set_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
