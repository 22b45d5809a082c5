/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-bag.h"
#include "lull-test.h"

#define WORKERS 3U
#define RECORDS 4U
#define PAYLOAD_MAX 3U

/* The class of the message FROM → TO that says PAYLOAD, alone in a bag. */
static guint
class_of (gboolean fifo, gsize size, guint from, guint to, const guint8 *payload)
{
  guint8 state[RECORDS * (LULL_BAG_PAYLOAD + PAYLOAD_MAX)] = { 0 };
  const LullBag bag = { .record = (guint32) (LULL_BAG_PAYLOAD + size),
                        .max = RECORDS,
                        .fifo = fifo };

  CU_ASSERT_TRUE (lull_bag_push (&bag, state, from, to, payload));
  return lull_bag_class (&bag, state, 0, WORKERS);
}

/* A run that is fair to a class may still starve one of two messages that share it. */
static void
test_what_says_different_things_has_different_classes (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint value = 0; value < 65536; value++)
    {
      const guint8 payload[2] = { (guint8) value, (guint8) (value >> 8) };

      g_hash_table_add (seen, GUINT_TO_POINTER (1 + class_of (FALSE, 2, 1, 2, payload)));
    }
  CU_ASSERT_EQUAL (g_hash_table_size (seen), 65536);
}

static void
test_small_numbers_stay_apart_in_long_messages (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint value = 0; value < 8 * 8 * 8; value++)
    {
      const guint8 payload[3] = { (guint8) (value % 8), (guint8) (value / 8 % 8),
                                  (guint8) (value / 64) };

      g_hash_table_add (seen, GUINT_TO_POINTER (1 + class_of (FALSE, 3, 0, 1, payload)));
    }
  CU_ASSERT_EQUAL (g_hash_table_size (seen), 8 * 8 * 8);
}

static void
test_links_stay_apart (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint from = 0; from < WORKERS; from++)
    for (guint to = 0; to < WORKERS; to++)
      for (guint8 payload = 0; payload < 2; payload++)
        g_hash_table_add (seen,
                          GUINT_TO_POINTER (1 + class_of (FALSE, 1, from, to, &payload)));
  CU_ASSERT_EQUAL (g_hash_table_size (seen), WORKERS * WORKERS * 2);
}

/* Nothing is overtaken there, so whoever serves the link serves all of its messages. */
static void
test_an_ordered_link_is_one_class (void)
{
  const guint8 one = 1, two = 2;

  CU_ASSERT_EQUAL (class_of (TRUE, 1, 0, 1, &one), class_of (TRUE, 1, 0, 1, &two));
  CU_ASSERT_NOT_EQUAL (class_of (TRUE, 1, 0, 1, &one), class_of (TRUE, 1, 1, 0, &one));
}

int
main (void)
{
  CU_TestInfo classes[] = { { "what says different things has different classes",
                              test_what_says_different_things_has_different_classes },
                            { "small numbers stay apart in long messages",
                              test_small_numbers_stay_apart_in_long_messages },
                            { "links stay apart", test_links_stay_apart },
                            { "an ordered link is one class",
                              test_an_ordered_link_is_one_class },
                            CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "classes", NULL, NULL, NULL, NULL, classes },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
