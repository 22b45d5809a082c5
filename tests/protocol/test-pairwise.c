/* SPDX-License-Identifier: Apache-2.0 */
/* Pairwise counters, rule by rule and option by option. */
#include "lull-hand-crank.h"
#include "lull-protocols.h"
#include "lull-test.h"

#include <string.h>

static void
start (LullCrank *crank, guint workers, const char *settings)
{
  lull_crank_init (crank, lull_protocols_find ("pairwise"), workers, settings);
}

static void
contribute_all (LullCrank *crank)
{
  for (guint worker = 0; worker < crank->views[0].workers; worker++)
    lull_crank_take (crank, worker, "contribute");
}

static void
a_send_counts_at_once (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, NULL);
  lull_crank_post (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "sent 0 1, done 0 0");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "sent 0 0, done 0 0");
}

static void
a_message_is_done_at_the_end_of_its_handler (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, NULL);
  lull_crank_queue (&crank, 0, 1);
  lull_crank_start (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "sent 0 0, done 0 0");
  lull_crank_finish (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "sent 0 0, done 1 0");
}

static void
done_can_be_counted_at_the_start (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, "done=start");
  lull_crank_queue (&crank, 0, 1);
  lull_crank_start (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "sent 0 0, done 1 0");
  lull_crank_finish (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "sent 0 0, done 1 0");
}

static void
sent_can_be_counted_on_the_wire (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, "sent=transmitted");
  lull_crank_leave_to_task (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "sent 0 0, done 0 0");
  lull_crank_transmit (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "sent 0 1, done 0 0");
}

static void
counters_of_two_bits_wrap (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, "width=2-bits");
  for (guint i = 0; i < 3; i++)
    lull_crank_message (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "sent 0 3, done 0 0");
  lull_crank_message (&crank, 0, 1);
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 0), "sent 0 0, done 0 0");
  CU_ASSERT_STRING_EQUAL (lull_crank_node (&crank, 1), "sent 0 0, done 0 0");
}

/* Four messages on their way look like none. */
static void
narrow_counters_hide_four_messages (void)
{
  static const char *const settings[] = { "width=2-bits", "width=2-bits gather=diff",
                                          NULL };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_auto (LullCrank) crank = { 0 };

      start (&crank, 2, settings[i]);
      for (guint message = 0; message < 4; message++)
        lull_crank_post (&crank, 0, 1);
      lull_crank_join_all (&crank);
      contribute_all (&crank);
      lull_crank_take (&crank, 0, "read the result");
      CU_ASSERT_EQUAL (crank.views[0].left, settings[i] != NULL);
    }
}

static void
agreement_ends_join (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, NULL);
  lull_crank_message (&crank, 0, 1);
  lull_crank_message (&crank, 1, 0);
  lull_crank_join_all (&crank);
  contribute_all (&crank);
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_EQUAL (crank.views[0].left, 1);
}

static void
a_message_under_way_means_another_round (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, NULL);
  lull_crank_post (&crank, 0, 1);
  lull_crank_join_all (&crank);
  contribute_all (&crank);
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_EQUAL (crank.views[0].left, 0);
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "contribute"));
}

static void
another_round_can_wait_until_idle (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, "wait=idle");
  lull_crank_post (&crank, 0, 1);
  lull_crank_join_all (&crank);
  lull_crank_queue (&crank, 0, 1);
  contribute_all (&crank);
  lull_crank_take (&crank, 1, "read the result");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "contribute"));
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "locally idle"));
  lull_crank_finish (&crank, 0, 1);
  lull_crank_take (&crank, 1, "locally idle");
  CU_ASSERT_TRUE (lull_crank_can (&crank, 1, "contribute"));
}

static void
every_round_can_wait_until_idle (void)
{
  static const char *const readings[] = { "contribute", "read done", "read sent" };
  static const char *const settings[] = { "wait=first", "wait=first snapshot=done-sent",
                                          "wait=first snapshot=sent-done" };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_auto (LullCrank) crank = { 0 };

      start (&crank, 2, settings[i]);
      lull_crank_queue (&crank, 1, 0);
      lull_crank_join_all (&crank);
      CU_ASSERT_FALSE (lull_crank_can (&crank, 0, readings[i]));
      CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "locally idle"));
      lull_crank_finish (&crank, 1, 0);
      lull_crank_take (&crank, 0, "locally idle");
      lull_crank_queue (&crank, 1, 0);
      CU_ASSERT_TRUE (lull_crank_can (&crank, 0, readings[i]));
    }
}

static void
an_unequal_round_waits_like_the_first (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, "wait=first");
  lull_crank_post (&crank, 0, 1);
  lull_crank_join_all (&crank);
  for (guint worker = 0; worker < 2; worker++)
    lull_crank_take (&crank, worker, "locally idle");
  contribute_all (&crank);
  lull_crank_take (&crank, 0, "read the result");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "contribute"));
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "locally idle"));
}

static void
a_finale_waits_for_futures_and_for_all (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, "finale=futures-barrier");
  lull_crank_join_all (&crank);
  crank.views[0].futures = 1;
  contribute_all (&crank);
  for (guint worker = 0; worker < 2; worker++)
    lull_crank_take (&crank, worker, "read the result");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "own futures answered"));
  lull_crank_take (&crank, 1, "own futures answered");
  lull_crank_take (&crank, 1, "barrier");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 1, "leave"));
  crank.views[0].futures = 0;
  lull_crank_take (&crank, 0, "own futures answered");
  lull_crank_take (&crank, 0, "barrier");
  lull_crank_take (&crank, 1, "leave");
  CU_ASSERT_EQUAL (crank.views[1].left, 1);
}

static void
nobody_reads_a_result_before_all_contribute (void)
{
  g_auto (LullCrank) crank = { 0 };

  start (&crank, 2, NULL);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "contribute");
  CU_ASSERT_FALSE (lull_crank_can (&crank, 0, "read the result"));
  lull_crank_take (&crank, 1, "contribute");
  CU_ASSERT_TRUE (lull_crank_can (&crank, 0, "read the result"));
}

/* A handler of worker 1 finishes and sends between the two readings of worker 1. */
static void
run_handler_between_readings (LullCrank *crank, const char *first, const char *second)
{
  lull_crank_post (crank, 0, 1);
  lull_crank_join_all (crank);
  lull_crank_queue (crank, 0, 1);
  lull_crank_take (crank, 1, first);
  lull_crank_start (crank, 0, 1);
  lull_crank_post (crank, 1, 0);
  lull_crank_finish (crank, 0, 1);
  lull_crank_take (crank, 1, second);
}

static void
done_first_counts_what_was_sent_and_not_what_was_done (void)
{
  g_auto (LullCrank) crank = { 0 };
  const guint8 row[] = { 1, 0, 0, 0 };

  start (&crank, 2, "snapshot=done-sent");
  run_handler_between_readings (&crank, "read done", "read sent and contribute");
  CU_ASSERT_EQUAL (memcmp (crank.total + 4, row, sizeof row), 0);
}

static void
sent_first_counts_what_was_done_and_not_what_was_sent (void)
{
  g_auto (LullCrank) crank = { 0 };
  const guint8 row[] = { 0, 0, 1, 0 };

  start (&crank, 2, "snapshot=sent-done");
  run_handler_between_readings (&crank, "read sent", "read done and contribute");
  CU_ASSERT_EQUAL (memcmp (crank.total + 4, row, sizeof row), 0);
}

static void
only_the_chosen_snapshot_can_be_taken (void)
{
  static const char *const names[] = { "contribute", "read done", "read sent" };
  static const char *const settings[] = { NULL, "snapshot=done-sent",
                                          "snapshot=sent-done" };

  for (guint chosen = 0; chosen < G_N_ELEMENTS (settings); chosen++)
    {
      g_auto (LullCrank) crank = { 0 };

      start (&crank, 2, settings[chosen]);
      lull_crank_join_all (&crank);
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        CU_ASSERT_EQUAL (lull_crank_can (&crank, 0, names[i]), i == chosen);
    }
}

/* Two messages, one counted as sent only, one as done only: totals agree, pairs do not.
 */
static void
mismatch (LullCrank *crank, const char *settings)
{
  start (crank, 3, settings);
  lull_crank_post (crank, 0, 1);
  lull_crank_queue (crank, 2, 1);
  lull_crank_finish (crank, 2, 1);
  lull_crank_join_all (crank);
  contribute_all (crank);
  lull_crank_take (crank, 0, "read the result");
}

static void
pairs_tell_what_sums_hide (void)
{
  g_auto (LullCrank) pairs = { 0 };
  g_auto (LullCrank) sums = { 0 };
  g_auto (LullCrank) matrix_pairs = { 0 };
  g_auto (LullCrank) matrix_sums = { 0 };

  mismatch (&pairs, NULL);
  CU_ASSERT_EQUAL (pairs.views[0].left, 0);
  mismatch (&sums, "compare=sums");
  CU_ASSERT_EQUAL (sums.views[0].left, 1);
  mismatch (&matrix_pairs, "gather=diff");
  CU_ASSERT_EQUAL (matrix_pairs.views[0].left, 0);
  mismatch (&matrix_sums, "gather=diff compare=sums");
  CU_ASSERT_EQUAL (matrix_sums.views[0].left, 1);
}

/* Differences are sent - done for every ordered pair, a message to oneself included. */
static void
differences_are_of_ordered_pairs (void)
{
  g_auto (LullCrank) crank = { 0 };
  const guint8 matrix[] = { 1, 2, 0, 0xff };

  start (&crank, 2, "gather=diff");
  lull_crank_post (&crank, 0, 0);
  lull_crank_post (&crank, 0, 1);
  lull_crank_post (&crank, 0, 1);
  lull_crank_queue (&crank, 1, 1);
  lull_crank_finish (&crank, 1, 1);
  lull_crank_join_all (&crank);
  lull_crank_take (&crank, 0, "contribute");
  CU_ASSERT_EQUAL (crank.total[0], 1);
  CU_ASSERT_EQUAL (crank.total[1], 2);
  crank.contributed[0] = FALSE; /* keep the round open, to look at the whole sum */
  lull_crank_take (&crank, 1, "contribute");
  CU_ASSERT_EQUAL (memcmp (crank.total, matrix, sizeof matrix), 0);
}

int
main (void)
{
  CU_TestInfo counting[] = {
    { "a send counts at once", a_send_counts_at_once },
    { "a message is done at the end of its handler",
      a_message_is_done_at_the_end_of_its_handler },
    { "done can be counted at the start", done_can_be_counted_at_the_start },
    { "sent can be counted on the wire", sent_can_be_counted_on_the_wire },
    { "counters of two bits wrap", counters_of_two_bits_wrap },
    { "narrow counters hide four messages", narrow_counters_hide_four_messages },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo rounds[] = {
    { "agreement ends join", agreement_ends_join },
    { "a message under way means another round",
      a_message_under_way_means_another_round },
    { "another round can wait until idle", another_round_can_wait_until_idle },
    { "every round can wait until idle", every_round_can_wait_until_idle },
    { "an unequal round waits like the first", an_unequal_round_waits_like_the_first },
    { "a finale waits for futures and for all", a_finale_waits_for_futures_and_for_all },
    { "nobody reads a result before all contribute",
      nobody_reads_a_result_before_all_contribute },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo snapshots[] = { { "done first counts what was sent and not what was done",
                                done_first_counts_what_was_sent_and_not_what_was_done },
                              { "sent first counts what was done and not what was sent",
                                sent_first_counts_what_was_done_and_not_what_was_sent },
                              { "only the chosen snapshot can be taken",
                                only_the_chosen_snapshot_can_be_taken },
                              CU_TEST_INFO_NULL };
  CU_TestInfo comparison[] = { { "pairs tell what sums hide", pairs_tell_what_sums_hide },
                               { "differences are of ordered pairs",
                                 differences_are_of_ordered_pairs },
                               CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "counting", NULL, NULL, NULL, NULL, counting },
                            { "rounds", NULL, NULL, NULL, NULL, rounds },
                            { "snapshots", NULL, NULL, NULL, NULL, snapshots },
                            { "comparison", NULL, NULL, NULL, NULL, comparison },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
