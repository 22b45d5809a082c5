/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-event-queue.h"
#include "lull-random.h"
#include "lull-test.h"

static void
test_new_queue_is_empty (void)
{
  g_autoptr (LullEventQueue) queue = lull_event_queue_new ();

  CU_ASSERT_EQUAL (lull_event_queue_length (queue), 0);
  CU_ASSERT_PTR_NULL (lull_event_queue_peek (queue));
  CU_ASSERT_FALSE (lull_event_queue_has (queue, 0));
}

static void
test_earliest_leaves_first (void)
{
  g_autoptr (LullEventQueue) queue = lull_event_queue_new ();

  lull_event_queue_push (queue, 30, 3);
  lull_event_queue_push (queue, 10, 1);
  lull_event_queue_push (queue, 20, 2);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 1);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 2);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 3);
}

static void
test_ties_leave_in_order (void)
{
  g_autoptr (LullEventQueue) queue = lull_event_queue_new ();

  lull_event_queue_push (queue, 5, 100);
  for (LullAction action = 0; action < 20; action++)
    lull_event_queue_push (queue, 7, action);
  lull_event_queue_push (queue, 5, 101);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 100);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 101);
  for (LullAction action = 0; action < 20; action++)
    CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, action);
}

static void
test_peek_takes_nothing (void)
{
  g_autoptr (LullEventQueue) queue = lull_event_queue_new ();

  lull_event_queue_push (queue, 4, 9);
  CU_ASSERT_EQUAL (lull_event_queue_peek (queue)->due_tick, 4);
  CU_ASSERT_EQUAL (lull_event_queue_peek (queue)->action, 9);
  CU_ASSERT_EQUAL (lull_event_queue_length (queue), 1);
}

static void
test_has_what_was_pushed (void)
{
  g_autoptr (LullEventQueue) queue = lull_event_queue_new ();

  lull_event_queue_push (queue, 4, 9);
  lull_event_queue_push (queue, 3, 8);
  CU_ASSERT_TRUE (lull_event_queue_has (queue, 9));
  lull_event_queue_pop (queue);
  CU_ASSERT_FALSE (lull_event_queue_has (queue, 8));
  CU_ASSERT_TRUE (lull_event_queue_has (queue, 9));
}

/* Keeps even actions, as ten times what they were. */
static gboolean
keep_even (LullEvent *event, gpointer user_data)
{
  guint *asked = user_data;

  ++*asked;
  if (event->action % 2 != 0)
    return FALSE;
  event->action *= 10;
  return TRUE;
}

static void
test_retain_drops_and_renames (void)
{
  g_autoptr (LullEventQueue) queue = lull_event_queue_new ();
  guint asked = 0;

  for (LullAction action = 0; action < 6; action++)
    lull_event_queue_push (queue, 6 - action / 2, action);
  lull_event_queue_retain (queue, keep_even, &asked);
  CU_ASSERT_EQUAL (asked, 6);
  CU_ASSERT_EQUAL (lull_event_queue_length (queue), 3);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 40);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 20);
  CU_ASSERT_EQUAL (lull_event_queue_pop (queue).action, 0);
}

/* The plain twin: an array that is sorted anew each time, by tick and then by arrival. */
static gint
compare_events (gconstpointer one, gconstpointer other)
{
  const LullEvent *a = one, *b = other;

  if (a->due_tick != b->due_tick)
    return a->due_tick < b->due_tick ? -1 : 1;
  return a->sequence < b->sequence ? -1 : 1;
}

static gboolean
keep_two_of_three (LullEvent *event, gpointer user_data G_GNUC_UNUSED)
{
  return event->action % 3 != 0;
}

static void
retain_in_twin (GArray *twin)
{
  for (guint i = twin->len; i > 0; i--)
    if (g_array_index (twin, LullEvent, i - 1).action % 3 == 0)
      g_array_remove_index (twin, i - 1);
}

static void
check_pop (LullEventQueue *queue, GArray *twin)
{
  LullEvent found = lull_event_queue_pop (queue);
  LullEvent expected;

  g_array_sort (twin, compare_events);
  expected = g_array_index (twin, LullEvent, 0);
  g_array_remove_index (twin, 0);
  CU_ASSERT_EQUAL (found.due_tick, expected.due_tick);
  CU_ASSERT_EQUAL (found.action, expected.action);
}

static void
test_agrees_with_sorted_array (void)
{
  g_autoptr (LullEventQueue) queue = lull_event_queue_new ();
  g_autoptr (GArray) twin = g_array_new (FALSE, FALSE, sizeof (LullEvent));
  LullRandom random;
  guint pops = 0;

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < 20000; i++)
    {
      guint64 choice = lull_random_below (&random, 100);
      LullEvent event = { .due_tick = lull_random_below (&random, 12),
                          .sequence = i,
                          .action = i };

      if (choice == 0)
        {
          lull_event_queue_retain (queue, keep_two_of_three, NULL);
          retain_in_twin (twin);
        }
      else if (choice < 50 && twin->len > 0)
        {
          check_pop (queue, twin);
          pops++;
        }
      else
        {
          lull_event_queue_push (queue, event.due_tick, event.action);
          g_array_append_val (twin, event);
        }
      CU_ASSERT_EQUAL_FATAL (lull_event_queue_length (queue), twin->len);
    }
  CU_ASSERT_TRUE (pops > 5000);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a new queue is empty", test_new_queue_is_empty },
    { "the earliest leaves first", test_earliest_leaves_first },
    { "ties leave in the order they came", test_ties_leave_in_order },
    { "looking takes nothing", test_peek_takes_nothing },
    { "an event is in the queue until it leaves", test_has_what_was_pushed },
    { "retain drops and renames, and keeps the order", test_retain_drops_and_renames },
    { "20000 random operations agree with a sorted array",
      test_agrees_with_sorted_array },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "event queue", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
