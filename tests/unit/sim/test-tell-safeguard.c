/* SPDX-License-Identifier: Apache-2.0 */
/* What is said to have been missing, of runs with timers, timeouts, faults and workers
 * that are gone. */
#include "sim-fixtures.h"

#define LAST(story) SIM_FINDING ((story), (story)->findings->len - 1)

static LullStory *
tell_shortest (SimSetup *setup)
{
  g_autoptr (LullWorld) world = sim_setup_build (setup);
  g_autoptr (LullTrace) trace = sim_find (world, SIM_PREMATURE);

  g_assert (trace != NULL);
  return lull_world_tell (world, trace, NULL);
}

/* A leaves while B's timer is pending. B's leaving stops it, so that at the end of the
 * run nobody sees that there was one. */
static void
test_timer_stopped_after_it_was_missed (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.timers.scope = LULL_TIMERS_IN_SCOPE;
  stage.setup.config.timers.stop = LULL_TIMERS_STOPPED_BY_LEAVE;
  sim_setup_add (&stage.setup, "B ~> A", LULL_TIMER);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: contribute: done 0, sent 0",
            "B: contribute: done 0, sent 0; the round is complete",
            "A: read the result: all agree; leaves join",
            "B: read the result: all agree; leaves join");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  SIM_EXPECT_TEXT (LAST (story),
                   "What would have stopped it: a snapshot is worth something only when "
                   "nothing at its worker sends by itself any more. A timer of B was "
                   "pending at the snapshot of B; it has to be stopped, or waited for, "
                   "before that.");
}

/* The callback of a call that timed out runs while the late answer is on the wire. The
 * pair disagrees just then; had the answer come, it would agree, and the callback run. */
static void
test_callback_with_an_error (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&setup, "pairwise", 3);
  sim_setup_set (&setup, "late", "timed-out");
  setup.config.timeouts.calls = LULL_TIMEOUTS_ALL;
  setup.config.timeouts.callback_runs = TRUE;
  call = sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "A ~> C", (guint8) (call + 1));
  story = tell_shortest (&setup);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "the callback of call 1 (A to B) was running with an error."));
  CU_ASSERT_TRUE (g_str_has_prefix (LAST (story), "What would have stopped it: call 1 (A "
                                                  "to B), which timed out at step "));
  CU_ASSERT_TRUE (g_str_has_suffix (
      LAST (story),
      "is not done before the callback that runs with the error has ended."));
  /* The answer is on the wire, and no work any more. */
  for (guint i = 0; i < story->findings->len; i++)
    CU_ASSERT_PTR_NULL (strstr (SIM_FINDING (story, i), "In transit at the cut"));
  CU_ASSERT_TRUE (g_str_has_suffix (
      story->caption, "form a consistent cut, and what they missed is no message."));
}

static void
test_path_not_counted (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "pairwise", 2);
  lull_work_mark (&setup.work, sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE),
                  LULL_TRAIT_SENT_UNCOUNTED);
  story = tell_shortest (&setup);
  SIM_EXPECT_TEXT (
      LAST (story),
      "What would have stopped it: numbers that say what happened. At step 2 A read sent "
      "0, and it had sent 1 by then: cast 1 (A to B) was on the wire. The protocol was "
      "not told that cast 1 (A to B) was sent. By what was sent and finished at these "
      "snapshots the pairs disagree (A to B: 1 sent, 0 finished), so nobody would have "
      "left.");
  SIM_EXPECT_TEXT (story->table_title,
                   "Messages per ordered pair, at the snapshots and when A left, counted "
                   "by the protocol or not");
}

/* Whoever counts by pair as it should is not told to. */
static void
test_done_too_early (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "pairwise", 2);
  sim_setup_set (&setup, "done", "start");
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  story = tell_shortest (&setup);
  SIM_EXPECT_TEXT (
      LAST (story),
      "What would have stopped it: numbers that say what happened. At step 6 B read done "
      "1, and it was done with 0 by then: cast 1 (A to B) was being handled. By what was "
      "sent and finished at these snapshots the pairs disagree (A to B: 1 sent, 0 "
      "finished), so nobody would have left.");
}

/* The numbers are right, and their sums hide what the pairs show. */
static void
test_sums_are_right_numbers (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 first;

  sim_setup_init (&setup, "pairwise", 2);
  sim_setup_set (&setup, "compare", "sums");
  first = sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "B -> A", first);
  story = tell_shortest (&setup);
  CU_ASSERT_PTR_NOT_NULL (strstr (LAST (story), "for every ordered pair of workers"));
  CU_ASSERT_PTR_NOT_NULL (strstr (LAST (story), "The totals would not have shown it"));
}

static void
test_timeout_ends_no_work (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "allreduce-max", 2);
  setup.config.timeouts.calls = LULL_TIMEOUTS_ALL;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  story = tell_shortest (&setup);
  SIM_EXPECT_TEXT (strstr (LAST (story), " That "),
                   " That call 1 (A to B) timed out at step 3 ended the wait of its "
                   "caller, and not the work.");
}

static void
test_sender_is_gone (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "pairwise", 3);
  setup.config.members.leaving = 1U << 2;
  sim_setup_add (&setup, "C ~> A", LULL_NO_MESSAGE);
  story = tell_shortest (&setup);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 3);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "There is no cut to speak of: the announcement came without a "
                   "snapshot of C, which was gone.");
  SIM_EXPECT_TEXT (LAST (story),
                   "What would have stopped it: what C had sent was in no counter any "
                   "more when it was gone. Somebody else has to know of it, or C, if it "
                   "goes of its own accord, has to wait for it first.");
}

/* C took part in the first round, and crashed before the second, which goes on without
 * it: its snapshot is not one of those that were trusted. */
static void
test_sender_took_part_before (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 3);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.members.crashing = 1U << 2;
  stage.setup.config.members.rounds_go_on = TRUE;
  sim_setup_add (&stage.setup, "C ~> A", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "C: main program sends cast 1 to A, ends",
            "A: contribute: done 0, sent 0", "B: contribute: done 0, sent 0",
            "C: contribute: done 0, sent 1; the round is complete",
            "A: read the result: not yet", "B: read the result: not yet", "C: crashes",
            "A: contribute: done 0, sent 0",
            "B: contribute: done 0, sent 0; the round is complete",
            "A: read the result: all agree; leaves join");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_NONE);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "There is no cut to speak of: the announcement came without a "
                   "snapshot of C, which was gone.");
}

static void
test_sender_is_yet_to_come (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "pairwise", 3);
  setup.config.members.late = 1U << 2;
  sim_setup_add (&setup, "C ~> A", LULL_NO_MESSAGE);
  story = tell_shortest (&setup);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "the announcement came without a snapshot of C (yet to come). If"));
}

/* A looks while its message, which was lost, waits to be sent again; B had looked before.
 */
static void
test_message_waits_to_be_sent_again (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  sim_setup_set (&stage.setup, "failed", "undone");
  stage.setup.config.faults.loss = 1;
  stage.setup.config.faults.retry = LULL_RETRY_NEW;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "B: contribute: done 0, sent 0",
            "A: main program sends cast 1 to B, ends", "A: the network loses cast 1 to B",
            "A: finds out that cast 1 to B is lost, and keeps it to send it again",
            "A: contribute: done 0, sent 0; the round is complete",
            "A: read the result: all agree; leaves join");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "In transit at the cut was cast 1 (A to B): A sent it at step 2, before its "
             "snapshot at step 5, and by then it was waiting to be sent again."));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a timer that is stopped after it was missed is named",
      test_timer_stopped_after_it_was_missed },
    { "a callback with an error is in no counter", test_callback_with_an_error },
    { "a path that is not counted is named", test_path_not_counted },
    { "what is done too early is named", test_done_too_early },
    { "sums are no wrong numbers", test_sums_are_right_numbers },
    { "a timeout ends no work", test_timeout_ends_no_work },
    { "who is gone cannot be asked", test_sender_is_gone },
    { "… even if it took part before", test_sender_took_part_before },
    { "who is yet to come can", test_sender_is_yet_to_come },
    { "a lost message is where its sender knows it",
      test_message_waits_to_be_sent_again },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "safeguards", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
