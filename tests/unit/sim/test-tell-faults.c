/* SPDX-License-Identifier: Apache-2.0 */
/* Runs on which something goes wrong with a message or a worker, as they are told. */
#include "sim-fixtures.h"

/* Arrows called @p label. */
static guint
count_arrows (const LullStory *story, const char *label)
{
  guint count = 0;

  for (guint i = 0; i < story->arrows->len; i++)
    count += g_str_equal (g_array_index (story->arrows, LullStoryArrow, i).label, label)
                 ? 1
                 : 0;
  return count;
}

/* A call that failed to be sent was made all the same: it is awaited, for ever. */
static void
a_call_that_is_not_sent_is_awaited (void)
{
  const char *const words[] = { "B: contribute: done 0, sent 0",
                                "A: main program sends call 1 to B",
                                "A: main program fails to send call 2 to B", NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.send_errors = 1;
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "call 1")->ended_step, LULL_STORY_NEVER);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "call 2, not sent")->sent_step, 2);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "call 2, not sent")->ended_step, 2);
  CU_ASSERT_EQUAL (sim_story_bar (story, "main")->last_step, LULL_STORY_NEVER);
}

static void
whoever_awaits_what_was_not_sent_says_so (void)
{
  const char *const words[] = { "B: contribute: done 0, sent 0",
                                "A: main program fails to send call 1 to B", NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.send_errors = 1;
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "Who waits for what: the main program of A waits for an answer to call 1, "
             "but the call was never sent; B waits for the main program of A to end and "
             "contribute to the allgather."));
  CU_ASSERT_EQUAL (story->waits->len, 1);
}

static void
whoever_awaits_an_answer_that_was_not_sent_says_so (void)
{
  const char *const words[] = { "A: main program sends call 1 to B, awaits it",
                                "B: listener takes call 1 from A",
                                "B: listener hands call 1 to the pool",
                                "B: handler of call 1 starts",
                                "B: handler of call 1 fails to send reply 1 to A",
                                "B: contribute: done 1, sent 1",
                                NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.send_errors = 1;
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "Who waits for what: the main program of A waits for an answer to call 1, "
             "but the answer was never sent; B waits for"));
  CU_ASSERT_EQUAL (sim_story_arrow (story, "reply 1, not sent")->ended_step, 4);
  CU_ASSERT_EQUAL (sim_story_bar (story, "handler 1")->last_step, 4);
}

static void
whoever_awaits_what_is_lost_says_so (void)
{
  const char *const words[] = { "B: contribute: done 0, sent 0",
                                "A: main program sends call 1 to B, awaits it",
                                "A: the network loses call 1 to B", NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 1;
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_TRUE (
      sim_story_mentions (story, "the main program of A waits for an answer to call 1, "
                                 "but the call is lost; B waits for"));
  CU_ASSERT_EQUAL (sim_story_arrow (story, "call 1, lost")->ended_step, 2);
}

/* A copy that its sender keeps was never on the wire before it is sent. */
static void
a_copy_that_is_kept_was_not_lost (void)
{
  const char *const words[] = {
    "A: main program queues cast 1 to B, ends",
    "A: send task puts cast 1 to B on the wire",
    "A: takes cast 1 to B for lost, and keeps it to send it again",
    "B: listener takes cast 1 from A",
    "A: sends second cast 1 to B again",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.send_tasks = LULL_SEND_TASKS_APART;
  stage.setup.config.faults.duplication = 1;
  stage.setup.config.faults.retry = LULL_RETRY_SAME;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (story->arrows->len, 2);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 1")->received_step, 3);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "second cast 1")->sent_step, 4);
}

/* What is left of a handler that has returned waits as one that runs does. */
static void
a_handler_that_has_returned_waits (void)
{
  const char *const words[] = { "A: main program sends call 1 to B, awaits it",
                                "B: listener takes call 1 from A",
                                "B: listener hands call 1 to the pool",
                                "B: handler of call 1 starts",
                                "B: handler of call 1 sends call 2 to A, awaits it",
                                "B: handler of call 1 returns, and has yet to answer",
                                "B: the network loses call 2 to A",
                                "B: contribute: done 0, sent 1",
                                NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 1;
  call = sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  lull_work_mark (&stage.setup.work, call, LULL_TRAIT_DEFERRED);
  sim_setup_add (&stage.setup, "await B -> A", call);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "the main program of A waits for what is left of call 1 at B to answer; B "
             "waits for the main program of A to end and contribute to the allgather; "
             "what is left of call 1 at B waits for an answer to call 2, but the call is "
             "lost."));
}

/* So does a callback that runs with an error. */
static void
a_callback_with_an_error_waits (void)
{
  const char *const words[] = { "A: main program sends call 1 to B, awaits it",
                                "A: the network loses call 1 to B",
                                "A: call 1 times out, its callback starts with an error",
                                "A: callback of reply 1 sends call 2 to B, awaits it",
                                "A: the network loses call 2 to B",
                                "B: contribute: done 0, sent 0",
                                NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 2;
  stage.setup.config.timeouts.callback_runs = TRUE;
  call = sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  lull_work_mark (&stage.setup.work, call, LULL_TRAIT_TIMES_OUT);
  sim_setup_add (&stage.setup, "await A -> B", call + 1);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "the main program of A waits for the callback of call 1 at A to end; B "
             "waits for the main program of A to end and contribute to the allgather; "
             "the callback of call 1 at A waits for an answer to call 2, but the call is "
             "lost."));
  CU_ASSERT_EQUAL (g_array_index (story->waits, LullStoryWait, 0).to_bar, 0);
  SIM_EXPECT_TEXT (g_array_index (story->bars, LullStoryBar, 0).label, "callback 1");
}

static void
each_attempt_is_an_arrow (void)
{
  const char *const words[] = {
    "A: main program sends cast 1 to B, ends",
    "A: the network loses cast 1 to B",
    "A: finds out that cast 1 to B is lost, and keeps it to send it again",
    "A: sends cast 1 to B again",
    "A: the network loses cast 1 to B",
    "A: finds out that cast 1 to B is lost, and keeps it to send it again",
    "A: sends cast 1 to B again",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 2;
  stage.setup.config.faults.retry = LULL_RETRY_SAME;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (count_arrows (story, "cast 1, lost"), 2);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 1")->sent_step, 6);
}

/* A message for the round after this one stays the same message when all are done with
 * this one. */
static void
a_message_of_the_next_round_is_one_arrow (void)
{
  const char *const words[] = { "A: barrier 1",
                                "B: barrier 1",
                                "C: barrier 1",
                                "A: takes control message from B: contribution",
                                "A: takes control message from C: contribution",
                                "A: pool empty: idle 1",
                                "A: barrier 2",
                                "B: takes control message from A: contribution",
                                "B: takes control message from C: contribution",
                                "C: takes control message from A: contribution",
                                "C: takes control message from B: contribution",
                                NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "barrier-sync", 3);
  stage.setup.config.fifo = TRUE;
  stage.setup.config.rounds.by = LULL_ROUNDS_EXCHANGE;
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (story->arrows->len, 8);
}

/* What a worker runs ends where it crashes, its main program too, though that had yet to
 * make the call that it would have awaited. */
static void
a_crash_ends_what_runs (void)
{
  const char *const words[] = { "A: main program sends call 1 to B",
                                "B: listener takes call 1 from A",
                                "B: listener hands call 1 to the pool",
                                "B: handler of call 1 starts",
                                "A: crashes",
                                "B: crashes",
                                NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.members.crashes = 2;
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "B -> A", call);
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (sim_story_bar (story, "main")->last_step, 4);
  CU_ASSERT_EQUAL (sim_story_bar (story, "handler 1")->last_step, 5);
}

/* A future that gets an error in the very step that made the call ends the wait. */
static void
a_main_program_ends_where_its_call_is_given_up (void)
{
  const char *const words[] = {
    "A: main program sends call 1 to B", "B: crashes",
    "A: learns that B has crashed",      "A: main program sends call 2 to B, awaits it",
    "A: contribute: done 0, sent 2",     NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.members.crashes = 1;
  stage.setup.config.members.told = TRUE;
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (sim_story_bar (story, "main")->last_step, 3);
}

int
main (void)
{
  CU_TestInfo messages[] = {
    { "a call that is not sent is awaited", a_call_that_is_not_sent_is_awaited },
    { "whoever awaits what was not sent says so",
      whoever_awaits_what_was_not_sent_says_so },
    { "whoever awaits an answer that was not sent says so",
      whoever_awaits_an_answer_that_was_not_sent_says_so },
    { "whoever awaits what is lost says so", whoever_awaits_what_is_lost_says_so },
    { "a copy that is kept was not lost", a_copy_that_is_kept_was_not_lost },
    { "a handler that has returned waits", a_handler_that_has_returned_waits },
    { "a callback with an error waits", a_callback_with_an_error_waits },
    { "each attempt is an arrow", each_attempt_is_an_arrow },
    { "a message of the next round is one arrow",
      a_message_of_the_next_round_is_one_arrow },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo members[] = { { "a crash ends what runs", a_crash_ends_what_runs },
                            { "a main program ends where its call is given up",
                              a_main_program_ends_where_its_call_is_given_up },
                            CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = {
    { "stories of messages that go wrong", NULL, NULL, NULL, NULL, messages },
    { "stories of members that go", NULL, NULL, NULL, NULL, members },
    CU_SUITE_INFO_NULL
  };

  return lull_test_main (suites);
}
