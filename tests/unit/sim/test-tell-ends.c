/* SPDX-License-Identifier: Apache-2.0 */
/* Runs that end in a deadlock, go round for ever, end well, or just stop, as they are
 * told.
 */
#include "sim-fixtures.h"

static LullStory *
tell_deadlock (SimSetup *setup)
{
  g_autoptr (LullWorld) world = sim_setup_build (setup);
  g_autoptr (LullTrace) trace = sim_find (world, SIM_DEADLOCK);

  g_assert (trace != NULL);
  return lull_world_tell (world, trace, NULL);
}

/* "A>B answer to call 1; B>B futures lock*": who waits for whom, where an asterisk is on
 * the cycle and a bar's name in brackets says what runs. */
static char *
list_waits (const LullStory *story)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < story->waits->len; i++)
    {
      const LullStoryWait *wait = &g_array_index (story->waits, LullStoryWait, i);
      const guint lanes[] = { wait->from_lane, wait->to_lane };
      const guint bars[] = { wait->from_bar, wait->to_bar };

      g_string_append (text, i > 0 ? "; " : "");
      for (guint end = 0; end < 2; end++)
        {
          g_string_append_printf (text, "%s%s", end > 0 ? ">" : "",
                                  (const char *) story->lanes->pdata[lanes[end]]);
          if (bars[end] != LULL_STORY_NEVER)
            g_string_append_printf (
                text, "[%s]", g_array_index (story->bars, LullStoryBar, bars[end]).label);
        }
      g_string_append_printf (text, " %s%s", wait->label, wait->in_cycle ? "*" : "");
    }
  return g_string_free (text, FALSE);
}

/* B's handler awaits an answer whose callback needs the thread that the handler has. */
static void
test_thread_cycle (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  g_autofree char *waits = NULL;
  guint8 call;

  sim_setup_init (&setup, "pairwise", 3);
  setup.config.threads_max = 1;
  call = sim_setup_add (&setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "await B -> C", call);
  story = tell_deadlock (&setup);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 4);
  CU_ASSERT_TRUE (
      g_str_has_prefix (SIM_FINDING (story, 3), "What they remember: A: sent "));
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 0),
      "After step 13 no step is possible, and not all workers have left join.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 1),
      "Who waits for what: the main program of A waits for the handler of call 1 at B to "
      "answer; B waits for the main program of A to end and contribute to the allgather; "
      "C waits for the main program of A to end and contribute to the allgather; the "
      "handler of call 1 at B waits for reply 2 (queued at B) to be handled; reply 2 "
      "(queued at B) waits for the handler of call 1 at B to free the only thread.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 2),
      "The cycle: the handler of call 1 at B waits for reply 2 (queued at B) to be "
      "handled, which waits for the handler of call 1 at B to free the only thread.");
  SIM_EXPECT_TEXT (
      story->caption,
      "A deadlock: the handler of call 1 at B waits for reply 2 (queued at B) to be "
      "handled, which waits for the handler of call 1 at B to free the only thread.");
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_NONE);
  CU_ASSERT_EQUAL (story->table->len, 0);
  waits = list_waits (story);
  SIM_EXPECT_TEXT (waits, "A>B[handler 1] answer to call 1; B>A allgather; C>A "
                          "allgather; B[handler 1]>B handling of reply 2*; "
                          "B>B[handler 1] the only thread*");
}

/* Two threads, both taken: the queued answer waits for either. */
static void
test_two_threads (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "barrier-sync", 3);
  setup.config.threads_max = 2;
  for (guint i = 0; i < 2; i++)
    {
      guint8 cast = sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);

      sim_setup_add (&setup, "await B -> C", cast);
    }
  story = tell_deadlock (&setup);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (SIM_FINDING (story, 1),
              "(queued at B) waits for the handler of cast 1 at B to free a thread and "
              "for the handler of cast 3 at B to free a thread"));
}

/* B holds its lock until A contributes, A awaits B's handler, which needs the lock. */
static void
test_lock_cycle (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  g_autofree char *waits = NULL;
  guint8 call;

  sim_setup_init (&setup, "allreduce-max-locked", 2);
  call = sim_setup_add (&setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "B -> A", call);
  story = tell_deadlock (&setup);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 3);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 2),
      "The cycle: the main program of A waits for the handler of call 1 at B to answer, "
      "which waits for B to give back its futures lock, which waits for the main program "
      "of A to end and contribute to the allreduce(MAX).");
  waits = list_waits (story);
  SIM_EXPECT_TEXT (waits, "A>B[handler 1] answer to call 1*; B>A allreduce(MAX)*; "
                          "B[handler 1]>B futures lock*");
}

/* A callback that holds the lock makes a call, which takes it. */
static void
test_lock_of_a_callback (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  g_autofree char *waits = NULL;
  guint8 call;

  sim_setup_init (&setup, "barrier-sync", 2);
  setup.config.callbacks_locked = TRUE;
  call = sim_setup_add (&setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "A -> B", call + 1);
  story = tell_deadlock (&setup);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "the main program of A waits for the callback of reply 1 at A to end; "));
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "The cycle: the callback of reply 1 at A waits for itself to give back the "
             "futures lock of A."));
  waits = list_waits (story);
  CU_ASSERT_PTR_NOT_NULL (strstr (waits, "A[callback 1]>A[callback 1] futures lock*"));
}

/* The same lock holds up an answer: with futures settled first, its callback cannot
 * start.
 */
static void
test_lock_holds_up_a_callback (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&stage.setup, "allreduce-max-locked", 3);
  stage.setup.config.settle = LULL_SETTLE_BEFORE_CALLBACKS;
  call = sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "await B -> C", call);
  sim_stage_open (&stage);
  SIM_TAKE (
      &stage, "A: main program sends call 1 to B, awaits it",
      "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
      "B: handler of call 1 starts", "B: handler of call 1 sends call 2 to C, awaits it",
      "C: listener takes call 2 from B", "C: listener hands call 2 to the pool",
      "C: handler of call 2 starts", "C: handler of call 2 ends, sends reply 2 to B",
      "B: listener takes reply 2 from C", "B: listener hands reply 2 to the pool",
      "B: lock and contribute: open futures 1", "C: lock and contribute: open futures 0");
  CU_ASSERT_EQUAL (sim_walk_offer_count (&stage.walk), 0);
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 2),
                   "The cycle: the main program of A waits for the handler of call 1 at "
                   "B to answer, which waits for reply 2 (queued at B) to be handled, "
                   "which waits for B to give back its futures lock, which waits for the "
                   "main program of A to end and contribute to the allreduce(MAX).");
}

static void
test_join_waits_for_pool_and_round (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&setup, "barrier-sync", 3);
  setup.config.threads_max = 1;
  call = sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "await B -> C", call);
  story = tell_deadlock (&setup);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (SIM_FINDING (story, 1),
              "A waits for B to contribute to the barrier; B waits for the handler of "
              "cast 1 at B to end and for reply 2 (queued at B) to be handled; C waits "
              "for B to contribute to the barrier"));
}

static void
test_join_waits_for_futures (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&setup, "allreduce-max", 3);
  setup.config.threads_max = 1;
  call = sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "await B -> C", call);
  story = tell_deadlock (&setup);
  CU_ASSERT_PTR_NOT_NULL (strstr (SIM_FINDING (story, 1),
                                  "A waits for the handler of call 1 at B to answer"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (SIM_FINDING (story, 1), "B waits for reply 2 (queued at B) to be handled"));
}

/* A protocol whose worker 0 leaves at once, while all others wait for it in a barrier. */

static const char *const places[] = { "at the door", "in the barrier", NULL };
static const LullCollective collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING }, { .name = NULL }
};

static void
enter_or_leave (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  if (view->self == 0)
    {
      lull_outbox_announce (out);
      return;
    }
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, 1);
}

static const LullStep deserting_steps[] = {
  { .name = "enter or leave", .run = enter_or_leave }, { .name = NULL }
};

static const LullProtocol deserting = { .api = LULL_PROTOCOL_API,
                                        .name = "deserting",
                                        .places = places,
                                        .steps = deserting_steps,
                                        .collectives = collectives };

/* A protocol without any step: everybody waits for what nobody sends. */
static const LullProtocol silent = { .api = LULL_PROTOCOL_API,
                                     .name = "silent",
                                     .places = places,
                                     .steps = deserting_steps + 1 };

static void
test_waiting_for_one_who_has_left (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init_with (&setup, &deserting, 2);
  story = tell_deadlock (&setup);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 2);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "Who waits for what: A has left join; B waits for A to contribute to "
                   "the barrier, but it has left join.");
}

static void
test_waiting_for_nobody (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init_with (&setup, &silent, 1);
  story = tell_deadlock (&setup);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 2);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "Who waits for what: A is in join (at the door) and has no step to "
                   "take, and nothing is on its way to it.");
}

/* In any work there are slots for messages that nobody sent; nobody waits for them. */
static void
test_waiting_before_the_first_message (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init_with (&stage.setup, &deserting, 2);
  stage.setup.work.any_messages = 2;
  stage.setup.work.any_calls = TRUE;
  stage.setup.work.any_from = 3;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program ends", "B: main program ends", "B: enter or leave",
            "A: enter or leave; leaves join");
  CU_ASSERT_EQUAL (sim_walk_offer_count (&stage.walk), 0);
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 2);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "Who waits for what: A has left join; B waits for A to contribute to "
                   "the barrier, but it has left join.");
}

/* Control messages are seen to leave, and to make a worker leave join. */
static void
test_told_to_leave (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "dijkstra-scholten", 2);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "B: disengage: deficit 0, sends A \"acknowledgement\"",
            "A: takes control message from B: acknowledgement",
            "A: announce: deficit 0, sends B \"terminated\"; leaves join",
            "B: takes control message from A: terminated; leaves join");
  CU_ASSERT_TRUE (lull_world_all_left (stage.world, stage.walk.state));
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  SIM_EXPECT_TEXT (g_array_index (story->steps, LullStoryStep, 3).text,
                   "takes control message from A: terminated; leaves join");
}

static void
test_good_end (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullTrace) trace = NULL;
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "pairwise", 2);
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  trace = sim_find (world, SIM_ALL_LEFT);
  story = lull_world_tell (world, trace, NULL);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 1);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 0),
      "All workers have left join, and no work remained when the first did.");
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_CONSISTENT);
  SIM_EXPECT_TEXT (story->caption,
                   "Every worker leaves join, and none before the last work is done.");
}

/* The race, but the nested call and its answer are handled before anybody reads the
 * result. */
static void
test_lucky_end (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&stage.setup, "allreduce-max", 2);
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "B -> A", call);
  sim_stage_open (&stage);
  SIM_TAKE (
      &stage, "A: main program sends call 1 to B, ends", "B: contribute: open futures 0",
      "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
      "B: handler of call 1 starts", "B: handler of call 1 sends call 2 to A",
      "B: handler of call 1 ends, sends reply 1 to A", "A: listener takes reply 1 from B",
      "A: listener hands reply 1 to the pool", "A: callback of reply 1 starts",
      "A: callback of reply 1 ends, its future is settled",
      "A: contribute: open futures 0; the round is complete",
      "A: listener takes call 2 from B", "A: listener hands call 2 to the pool",
      "A: handler of call 2 starts", "A: handler of call 2 ends, sends reply 2 to B",
      "B: listener takes reply 2 from A", "B: listener hands reply 2 to the pool",
      "B: callback of reply 2 starts",
      "B: callback of reply 2 ends, its future is settled",
      "A: read the result: all agree; leaves join",
      "B: read the result: all agree; leaves join");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 2);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "It went well all the same: the snapshots that the announcement rests "
                   "on form an inconsistent cut.");
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_INCONSISTENT);
  SIM_EXPECT_TEXT (
      story->caption,
      "Every worker leaves join, and none before the last work is done. The cut "
      "is inconsistent: this run went well, lull check says whether all do.");
}

static void
test_open_end (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "B: listener takes cast 1 from A");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 1);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "The run is shown up to step 2. Workers that have not left join: A, "
                   "B; work is left: cast 1 (A to B) is held by the listener; the main "
                   "program of A has not ended.");
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_NONE);
  CU_ASSERT_EQUAL (g_array_index (story->bars, LullStoryBar, 0).last_step,
                   LULL_STORY_NEVER);
}

static void
test_no_steps (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL (story->steps->len, 0);
  CU_ASSERT_EQUAL (story->findings->len, 1);
}

int
main (void)
{
  CU_TestInfo deadlocks[] = {
    { "a thread waits for what only it could handle", test_thread_cycle },
    { "every thread that is taken is named", test_two_threads },
    { "a lock is held until a round that needs it is complete", test_lock_cycle },
    { "a callback waits for its own lock", test_lock_of_a_callback },
    { "a lock holds up a callback", test_lock_holds_up_a_callback },
    { "join waits for the pool and for others", test_join_waits_for_pool_and_round },
    { "join waits for its own futures", test_join_waits_for_futures },
    { "a round waits for one who has left", test_waiting_for_one_who_has_left },
    { "nothing is on its way", test_waiting_for_nobody },
    { "a control message ends join", test_told_to_leave },
    { "nothing was sent", test_waiting_before_the_first_message },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo others[] = { { "a good end is said to be one", test_good_end },
                           { "luck is said to be luck", test_lucky_end },
                           { "a run that just stops says what is left", test_open_end },
                           { "a run of no steps can be told", test_no_steps },
                           CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "deadlocks", NULL, NULL, NULL, NULL, deadlocks },
                            { "other ends", NULL, NULL, NULL, NULL, others },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
