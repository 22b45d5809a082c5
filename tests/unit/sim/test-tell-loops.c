/* SPDX-License-Identifier: Apache-2.0 */
/* Runs that go round for ever, as they are told: what repeats, who is in it, and who
 * waits for what all the while. */
#include "sim-fixtures.h"

/* Takes the steps of @p prefix, then those of @p loop, which lead back, and tells both.
 */
static LullStory *
tell_loop (SimStage *stage, const char *const *prefix, const char *const *loop)
{
  sim_stage_open (stage);
  sim_walk_take_all (&stage->walk, prefix);
  stage->walk.trace->loop_start = lull_trace_length (stage->walk.trace);
  sim_walk_take_all (&stage->walk, loop);
  CU_ASSERT_TRUE (lull_trace_replay (
      stage->walk.trace, lull_world_get_model (stage->world), NULL, NULL, NULL, NULL));
  return lull_world_tell (stage->world, stage->walk.trace, NULL);
}

/* The only thread of B is taken for ever, so the counters never agree, and the rounds go
 * on. */
static void
a_thread_that_is_never_free_is_waited_for (void)
{
  static const char *const prefix[] = {
    "A: main program sends cast 1 to B, ends",
    "B: listener takes cast 1 from A",
    "B: listener hands cast 1 to the pool",
    "B: handler of cast 1 starts",
    "B: handler of cast 1 sends call 2 to A, awaits it",
    "A: listener takes call 2 from B",
    "A: listener hands call 2 to the pool",
    "A: handler of call 2 starts",
    "A: handler of call 2 ends, sends reply 2 to B",
    "B: listener takes reply 2 from A",
    "B: listener hands reply 2 to the pool",
    NULL
  };
  static const char *const loop[] = {
    "A: contribute: done 1, sent 2",
    "B: contribute: done 0, sent 1; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 cast;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.threads_max = 1;
  cast = sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "await B -> A", cast);
  story = tell_loop (&stage, prefix, loop);
  CU_ASSERT_EQUAL (story->loop_start, 11);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 6);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 5),
                   "What they remember: A: sent 0 2, done 0 1; B: "
                   "sent 1 0, done 0 0.");
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "After step 15 everything is as it was before step 12, and whatever "
                   "could go on has had its turn.");
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "Never leaving join: A, B. All the while work is left: cast 1 (A to "
                   "B) is being handled; reply 2 (A to B) is queued in the pool.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 2),
      "The counters never agree: A to B stays 2 sent, 0 done in every round, "
      "for cast 1 is being handled, reply 2 is queued in the pool.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 3),
      "Who waits for what, all the while: the handler of cast 1 at B waits for "
      "reply 2 (queued at B) to be handled; reply 2 (queued at B) waits for "
      "the handler of cast 1 at B to free the only thread.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 4),
      "The cycle: the handler of cast 1 at B waits for reply 2 (queued at B) to "
      "be handled, which waits for the handler of cast 1 at B to free the only "
      "thread.");
  CU_ASSERT_EQUAL (story->waits->len, 2);
  SIM_EXPECT_TEXT (story->caption, "A run for ever, in which A, B never leave join.");
}

/* The handler waits for a flag that nobody raises. */
static void
a_flag_that_is_never_raised_is_waited_for (void)
{
  static const char *const prefix[] = { "A: main program sends cast 1 to B, ends",
                                        "B: listener takes cast 1 from A",
                                        "B: listener hands cast 1 to the pool",
                                        "B: handler of cast 1 starts", NULL };
  static const char *const loop[] = {
    "A: contribute: done 0, sent 1",
    "B: contribute: done 0, sent 0; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 cast;

  sim_setup_init (&stage.setup, "pairwise", 2);
  cast = sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  CU_ASSERT_TRUE (
      lull_work_add_local (&stage.setup.work, LULL_LOCAL_WAIT, 1, cast, "never"));
  story = tell_loop (&stage, prefix, loop);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "Who waits for what, all the while: the handler of cast 1 "
             "at B waits for flag never, which nobody raises."));
  CU_ASSERT_EQUAL (story->waits->len, 0);
}

/* Who waits for a round at one place of the loop does not at another. */
static void
what_is_waited_for_in_passing_is_left_out (void)
{
  static const char *const prefix[] = { "A: main program sends cast 1 to B, ends",
                                        "A: the network loses cast 1 to B",
                                        "A: contribute: done 0, sent 1", NULL };
  static const char *const loop[] = {
    "B: contribute: done 0, sent 0; the round is complete", "B: read the result: not yet",
    "A: read the result: not yet", "A: contribute: done 0, sent 1", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 1;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = tell_loop (&stage, prefix, loop);
  for (guint i = 0; i < story->findings->len; i++)
    CU_ASSERT_FALSE (g_str_has_prefix (SIM_FINDING (story, i), "Who waits"));
  CU_ASSERT_EQUAL (story->waits->len, 0);
}

/* A cast that only one side counts. */
static LullStory *
tell_uncounted (LullTraits uncounted, const char *const *loop)
{
  static const char *const prefix[] = { "A: main program sends cast 1 to B, ends",
                                        "B: listener takes cast 1 from A",
                                        "B: listener hands cast 1 to the pool",
                                        "B: handler of cast 1 starts",
                                        "B: handler of cast 1 ends",
                                        NULL };
  g_auto (SimStage) stage = { 0 };
  guint8 cast;

  sim_setup_init (&stage.setup, "pairwise", 2);
  cast = sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  lull_work_mark (&stage.setup.work, cast, (guint) uncounted);
  return tell_loop (&stage, prefix, loop);
}

static void
what_one_side_did_not_count_is_named (void)
{
  static const char *const sent[] = {
    "A: contribute: done 0, sent 1",
    "B: contribute: done 0, sent 0; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  static const char *const done[] = {
    "A: contribute: done 0, sent 0",
    "B: contribute: done 1, sent 0; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  g_autoptr (LullStory) as_sent = tell_uncounted (LULL_TRAIT_DONE_UNCOUNTED, sent);
  g_autoptr (LullStory) as_done = tell_uncounted (LULL_TRAIT_SENT_UNCOUNTED, done);

  CU_ASSERT_TRUE (sim_story_mentions (
      as_sent,
      "The counters never agree: A to B stays 1 sent, 0 done in every round, for "
      "cast 1 was not counted as done (counted: sent)."));
  CU_ASSERT_TRUE (sim_story_mentions (
      as_done,
      "The counters never agree: A to B stays 0 sent, 1 done in every round, for "
      "cast 1 was not counted as sent (counted: done)."));
}

static void
what_was_done_and_not_sent_is_named (void)
{
  static const char *const prefix[] = { "A: main program sends cast 1 to B, ends",
                                        "A: the network doubles cast 1 to B",
                                        "B: takes cast 1 from A off the wire",
                                        "B: handler of cast 1 starts",
                                        "B: handler of cast 1 ends",
                                        "B: takes second cast 1 from A off the wire",
                                        "B: handler of second cast 1 starts",
                                        "B: handler of second cast 1 ends",
                                        NULL };
  static const char *const loop[] = {
    "A: contribute: done 0, sent 1",
    "B: contribute: done 2, sent 0; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.listener = FALSE;
  stage.setup.config.faults.duplication = 1;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = tell_loop (&stage, prefix, loop);
  CU_ASSERT_TRUE (sim_story_mentions (
      story,
      "A to B stays 1 sent, 2 done in every round, for second cast 1 was done too, "
      "and is nothing that was sent."));
}

static void
what_was_sent_anew_is_named (void)
{
  static const char *const prefix[] = {
    "A: main program sends cast 1 to B, ends",
    "A: the network loses cast 1 to B",
    "A: finds out that cast 1 to B is lost, and keeps it to send it again",
    "A: sends cast 1 to B again, as a new message",
    "B: takes cast 1 from A off the wire",
    "B: handler of cast 1 starts",
    "B: handler of cast 1 ends",
    NULL
  };
  static const char *const loop[] = {
    "A: contribute: done 0, sent 2",
    "B: contribute: done 1, sent 0; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.listener = FALSE;
  stage.setup.config.faults.loss = 1;
  stage.setup.config.faults.retry = LULL_RETRY_NEW;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = tell_loop (&stage, prefix, loop);
  CU_ASSERT_TRUE (sim_story_mentions (
      story,
      "A to B stays 2 sent, 1 done in every round, for cast 1 failed to arrive, and "
      "was sent again as a new message."));
}

/* Of two that did not arrive the protocol has taken back one: which that is is not known
 * from the numbers, and not said. */
static void
what_cannot_be_told_is_not_said (void)
{
  static const char *const prefix[] = { "A: main program fails to send cast 1 to B",
                                        "A: main program sends cast 2 to B, ends",
                                        "B: takes cast 2 from A off the wire",
                                        "B: handler of cast 2 starts", NULL };
  static const char *const loop[] = {
    "A: contribute: done 0, sent 1",
    "B: contribute: done 0, sent 0; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 cast;

  sim_setup_init (&stage.setup, "pairwise", 2);
  sim_setup_set (&stage.setup, "failed", "undone");
  stage.setup.config.listener = FALSE;
  stage.setup.config.faults.send_errors = 1;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  cast = sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  CU_ASSERT_TRUE (
      lull_work_add_local (&stage.setup.work, LULL_LOCAL_WAIT, 1, cast, "never"));
  story = tell_loop (&stage, prefix, loop);
  CU_ASSERT_TRUE (
      sim_story_mentions (story, "A to B stays 1 sent, 0 done in every round."));
}

/* All that is left is behind a join that nobody comes to. */
static void
work_of_joins_to_come_is_told_as_such (void)
{
  static const char *const prefix[] = { "A: main program sends cast 1 to B, ends",
                                        "A: the network loses cast 1 to B", NULL };
  static const char *const loop[] = {
    "A: contribute: done 0, sent 1",
    "B: contribute: done 0, sent 0; the round is complete", "A: read the result: not yet",
    "B: read the result: not yet", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.faults.loss = 1;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  CU_ASSERT_TRUE (lull_work_join (&stage.setup.work));
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = tell_loop (&stage, prefix, loop);
  CU_ASSERT_TRUE (sim_story_mentions (
      story,
      "Never leaving join: A (join 1), B (join 1). All the while what work is left "
      "is of joins to come."));
}

/* Who has left the group for good need not leave join. */
static void
who_is_gone_is_not_in_it (void)
{
  static const char *const prefix[] = { "A: main program sends cast 1 to B, ends",
                                        "B: listener takes cast 1 from A",
                                        "B: listener hands cast 1 to the pool",
                                        "B: handler of cast 1 starts",
                                        "B: handler of cast 1 ends",
                                        "A: leaves the group for good",
                                        NULL };
  static const char *const loop[] = {
    "B: contribute: done 1, sent 0; the round is complete", "B: read the result: not yet",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.members.leaving = 1;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = tell_loop (&stage, prefix, loop);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "Never leaving join: B. All the while no work is left."));
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "A to B stays 0 sent, 1 done in every round, for A is gone, and what it had "
             "counted with it."));
  SIM_EXPECT_TEXT (story->caption, "A run for ever, in which B never leaves join.");
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a thread that is never free is waited for",
      a_thread_that_is_never_free_is_waited_for },
    { "a flag that is never raised is waited for",
      a_flag_that_is_never_raised_is_waited_for },
    { "what is waited for in passing is left out",
      what_is_waited_for_in_passing_is_left_out },
    { "what one side did not count is named", what_one_side_did_not_count_is_named },
    { "what was done and not sent is named", what_was_done_and_not_sent_is_named },
    { "what was sent anew is named", what_was_sent_anew_is_named },
    { "work of joins to come is told as such", work_of_joins_to_come_is_told_as_such },
    { "what cannot be told is not said", what_cannot_be_told_is_not_said },
    { "who is gone is not in it", who_is_gone_is_not_in_it },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "stories of livelocks", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
