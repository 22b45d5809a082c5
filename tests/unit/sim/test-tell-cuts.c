/* SPDX-License-Identifier: Apache-2.0 */
/* Other runs that end too early: what their cut is, what crosses it, and who is to blame.
 */
#include "sim-fixtures.h"

/* One cast, and both find their pools empty while it is on the wire. */
static LullStory *
tell_barriers (SimStage *stage, const char *last_stage)
{
  sim_setup_init (&stage->setup, "barrier-sync", 2);
  sim_setup_add (&stage->setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (stage);
  SIM_TAKE (stage, "A: main program sends cast 1 to B, ends", "A: barrier 1",
            "B: barrier 1; the round is complete", "A: pool empty: idle 1",
            "A: barrier 2");
  if (last_stage != NULL)
    sim_walk_take (&stage->walk, last_stage);
  SIM_TAKE (stage, "B: pool empty: idle 1", "B: barrier 2; the round is complete",
            "A: joins; leaves join");
  return lull_world_tell (stage->world, stage->walk.trace, NULL);
}

static void
test_consistent_cut (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_barriers (&stage, NULL);

  CU_ASSERT_EQUAL (story->cut, LULL_CUT_CONSISTENT);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 1")->kind, LULL_ARROW_IN_TRANSIT);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 5);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 1),
      "It trusted round 2, a barrier, which rests on one snapshot of each worker: A read "
      "idle 1 at step 4; B read idle 1 at step 6.");
  SIM_EXPECT_TEXT (SIM_FINDING (story, 2),
                   "These snapshots form a consistent cut, a state that could have been: "
                   "in it no message is received before it is sent. But work was left in "
                   "it, and the values read do not show it.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 3),
      "In transit at the cut was cast 1 (A to B): A sent it at step 1, before its "
      "snapshot at step 4, and when B took its snapshot, at step 6, it was on the wire.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 4),
      "What would have stopped it: for every ordered pair of workers, count the messages "
      "sent, at the sender, and the messages whose handling has finished, at the "
      "receiver, and leave only when every pair agrees. At the same snapshots they "
      "disagree (A to B: 1 sent, 0 finished), so nobody would have left.");
  SIM_EXPECT_TEXT (story->caption,
                   "A leaves join too early: cast 1 is on the wire. The snapshots that "
                   "it trusted form a consistent cut, but cast 1 is in transit there: "
                   "sent before the cut and not finished in it.");
}

static void
test_in_the_listener (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_barriers (&stage, "B: listener takes cast 1 from A");

  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "A left join at step 9 although work remained: cast 1 (A to B) was "
                   "held by the listener.");
  CU_ASSERT_TRUE (sim_story_mentions (story, "at step 7, it was held by the listener."));
}

static LullStory *
tell_pairwise (SimStage *stage,
               const char *option,
               const char *value,
               const char *const *words)
{
  guint8 cast;

  sim_setup_init (&stage->setup, "pairwise", 3);
  sim_setup_set (&stage->setup, option, value);
  cast = sim_setup_add (&stage->setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage->setup, "B ~> C", cast);
  return sim_stage_tell (stage, words);
}

/* B reads that it has sent nothing, handles the cast, and reads that it is done with it.
 */
static void
test_split_snapshot (void)
{
  static const char *const words[] = {
    "A: main program sends cast 1 to B, ends",
    "A: read sent: sent 1",
    "A: read done and contribute: done 0",
    "B: read sent: sent 0",
    "B: listener takes cast 1 from A",
    "B: listener hands cast 1 to the pool",
    "B: handler of cast 1 starts",
    "B: handler of cast 1 sends cast 2 to C",
    "B: handler of cast 1 ends",
    "B: read done and contribute: done 1",
    "C: read sent: sent 0",
    "C: read done and contribute: done 0; the round is complete",
    "C: read the result: all agree; leaves join",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_pairwise (&stage, "snapshot", "sent-done", words);

  CU_ASSERT_EQUAL (story->cut, LULL_CUT_CONSISTENT);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 1),
      "It trusted round 1, an allgather, which rests on one snapshot of each worker: A "
      "read sent 1 at step 2 and done 0 at step 3; B read sent 0 at step 4 and done 1 at "
      "step 10; C read sent 0 at step 11 and done 0 at step 12.");
  SIM_EXPECT_TEXT (SIM_FINDING (story, story->findings->len - 1),
                   "What would have stopped it: reading what is finished before what is "
                   "sent, or both in one step. B read what it had sent at step 4, sent "
                   "cast 2 (B to C) at step 8, and read what it had finished only at "
                   "step 10: the first reading is too old for the second.");
}

/* A protocol that does not say what it reads when it contributes, and reads all the time
 * otherwise. */

static const char *const mute_places[] = { "outside", "inside", NULL };
static const LullCollective mute_collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING }, { .name = NULL }
};

static void
enter (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, 1);
}

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_snapshot (out, "too late", 1);
  lull_outbox_announce (out);
}

static void
read_on_queueing (const LullView *view G_GNUC_UNUSED,
                  gpointer node G_GNUC_UNUSED,
                  const LullBasic *message G_GNUC_UNUSED,
                  LullOutbox *out)
{
  lull_outbox_snapshot (out, "queued", 1);
}

static const LullStep mute_steps[] = {
  { .name = "enter", .at = 0, .run = enter },
  { .name = "leave", .at = 1, .needs = LULL_NEEDS_RESULT, .run = leave },
  { .name = NULL },
};

static const LullProtocol mute = { .api = LULL_PROTOCOL_API,
                                   .name = "mute",
                                   .places = mute_places,
                                   .steps = mute_steps,
                                   .collectives = mute_collectives,
                                   .on_queued = read_on_queueing };

/* Contributing is the snapshot, not what is read after it. */
static void
test_contributing_is_a_snapshot (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  const LullStoryMark *mark;

  sim_setup_init_with (&stage.setup, &mute, 2);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends", "B: enter",
            "B: listener takes cast 1 from A", "B: listener hands cast 1 to the pool",
            "A: enter; the round is complete", "A: leave: too late 1; leaves join");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 1),
                   "It trusted round 1, a barrier, which rests on one snapshot of each "
                   "worker: B contributed at step 2; A contributed at step 5.");
  mark = &g_array_index (story->marks, LullStoryMark, 0);
  SIM_EXPECT_TEXT (mark->label, "contributes");
  CU_ASSERT_TRUE (mark->in_cut && mark->step == 1 && mark->lane == 1);
  mark = &g_array_index (story->marks, LullStoryMark, 1);
  SIM_EXPECT_TEXT (mark->label, "queued 1");
  CU_ASSERT_FALSE (mark->in_cut);
}

/* Sums agree by accident: casts 1 and 2 are counted as sent and not as done, casts 3 and
 * 4 as done and not as sent. B sends cast 2 before its two readings, or between them. */
static LullStory *
tell_sums (SimStage *stage,
           const char *order,
           gboolean sent_before,
           const char *const *b_reads,
           const char *const *a_reads)
{
  static const char cast_2[] = "B: handler of cast 1 sends cast 2 to A";
  guint8 cast;

  sim_setup_init (&stage->setup, "pairwise", 2);
  sim_setup_set (&stage->setup, "compare", "sums");
  sim_setup_set (&stage->setup, "snapshot", order);
  cast = sim_setup_add (&stage->setup, "A ~> B", LULL_NO_MESSAGE);
  for (guint i = 0; i < 3; i++)
    sim_setup_add (&stage->setup, "B ~> A", cast);
  sim_stage_open (stage);
  SIM_TAKE (
      stage, "A: main program sends cast 1 to B, ends", "B: listener takes cast 1 from A",
      "B: listener hands cast 1 to the pool", "B: handler of cast 1 starts",
      sent_before ? cast_2 : b_reads[0], sent_before ? b_reads[0] : cast_2, b_reads[1],
      "B: handler of cast 1 sends cast 3 to A", "B: handler of cast 1 sends cast 4 to A",
      "A: listener takes cast 3 from B", "A: listener takes cast 4 from B",
      "A: listener hands cast 3 to the pool", "A: listener hands cast 4 to the pool",
      "A: handler of cast 3 starts", "A: handler of cast 4 starts",
      "A: handler of cast 3 ends", "A: handler of cast 4 ends", a_reads[0], a_reads[1],
      "A: read the result: all agree; leaves join");
  return lull_world_tell (stage->world, stage->walk.trace, NULL);
}

/* Done first and then sent is the right order. */
static void
test_right_order_is_not_to_blame (void)
{
  static const char *const b_reads[] = { "B: read done: done 0",
                                         "B: read sent and contribute: sent 1" };
  static const char *const a_reads[] = {
    "A: read done: done 2", "A: read sent and contribute: sent 1; the round is complete"
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_sums (&stage, "done-sent", FALSE, b_reads, a_reads);

  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 2")->kind, LULL_ARROW_IN_TRANSIT);
  CU_ASSERT_TRUE (sim_story_mentions (story, "leave only when every pair agrees"));
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "The totals would not have shown it: 2 sent, 2 finished."));
}

/* The order is wrong, but nothing happened in between. */
static void
test_nothing_fell_between (void)
{
  static const char *const b_reads[] = { "B: read sent: sent 1",
                                         "B: read done and contribute: done 0" };
  static const char *const a_reads[] = {
    "A: read sent: sent 1", "A: read done and contribute: done 2; the round is complete"
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_sums (&stage, "sent-done", TRUE, b_reads, a_reads);

  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 2")->kind, LULL_ARROW_IN_TRANSIT);
  CU_ASSERT_TRUE (sim_story_mentions (story, "leave only when every pair agrees"));
}

static void
test_done_at_start (void)
{
  static const char *const words[] = {
    "A: main program sends cast 1 to B, ends",
    "A: contribute: done 0, sent 1",
    "C: contribute: done 0, sent 0",
    "B: listener takes cast 1 from A",
    "B: listener hands cast 1 to the pool",
    "B: handler of cast 1 starts",
    "B: contribute: done 1, sent 0; the round is complete",
    "A: read the result: all agree; leaves join",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_pairwise (&stage, "done", "start", words);

  CU_ASSERT_EQUAL (story->cut, LULL_CUT_CONSISTENT);
  CU_ASSERT_TRUE (sim_story_bar (story, "handler 1")->lost);
  CU_ASSERT_EQUAL (sim_story_bar (story, "handler 1")->last_step, LULL_STORY_NEVER);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "when B took its snapshot, at step 7, it was being handled."));
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "(A to B: 1 sent, 0 finished), so nobody would have left."));
}

/* B looks before its handler makes three calls and answers; A looks when it has received
 * two of them and the answer. */
static void
test_several_orphans (void)
{
  static const char *const words[] = {
    "B: contribute: open futures 0",
    "A: main program sends call 1 to B, ends",
    "B: listener takes call 1 from A",
    "B: listener hands call 1 to the pool",
    "B: handler of call 1 starts",
    "B: handler of call 1 sends call 2 to A",
    "B: handler of call 1 sends call 3 to A",
    "B: handler of call 1 sends call 4 to A",
    "A: listener takes call 3 from B",
    "A: listener takes call 2 from B",
    "B: handler of call 1 ends, sends reply 1 to A",
    "A: listener takes reply 1 from B",
    "A: listener hands reply 1 to the pool",
    "A: callback of reply 1 starts",
    "A: callback of reply 1 ends, its future is settled",
    "A: contribute: open futures 0; the round is complete",
    "B: read the result: all agree; leaves join",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&stage.setup, "allreduce-max", 2);
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  for (guint i = 0; i < 3; i++)
    sim_setup_add (&stage.setup, "B -> A", call);
  story = sim_stage_tell (&stage, words);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "B left join at step 17 although work remained: call 2 (B to A) was "
                   "held by the listener; call 3 (B to A) was held by the listener; call "
                   "4 (B to A) was on the wire.");
  CU_ASSERT_TRUE (
      sim_story_mentions (story, "The proof is the orphan message, call 2 (B to A)"));
  CU_ASSERT_TRUE (
      sim_story_mentions (story, " 2 more messages cross the cut in the same way."));
}

static void
test_long_lists_are_cut_short (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  for (guint i = 0; i < 5; i++)
    sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B", "A: main program sends cast 3 to B",
            "A: main program sends cast 4 to B",
            "A: main program sends cast 5 to B, ends", "A: barrier 1",
            "B: barrier 1; the round is complete", "A: pool empty: idle 1",
            "A: barrier 2", "B: pool empty: idle 1",
            "B: barrier 2; the round is complete", "A: joins; leaves join");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 0),
      "A left join at step 12 although work remained: cast 1 (A to B) was on the wire; "
      "cast 2 (A to B) was on the wire; cast 3 (A to B) was on the wire; and 2 more.");
  CU_ASSERT_TRUE (
      sim_story_mentions (story, "4 more messages are in transit at the cut as well."));
  CU_ASSERT_EQUAL (sim_story_bar (story, "main")->first_step, 0);
  CU_ASSERT_EQUAL (sim_story_bar (story, "main")->last_step, 4);
}

/* With send tasks a message is sent, for the cut, when it enters the wire. */
static void
test_orphan_from_a_send_task (void)
{
  static const char *const words[] = {
    "A: main program queues cast 1 to B, ends",
    "A: contribute: done 0, sent 1",
    "A: send task puts cast 1 to B on the wire",
    "B: listener takes cast 1 from A",
    "B: listener hands cast 1 to the pool",
    "B: handler of cast 1 starts",
    "B: contribute: done 1, sent 0; the round is complete",
    "B: read the result: all agree; leaves join",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "pairwise", 2);
  sim_setup_set (&stage.setup, "done", "start");
  stage.setup.config.send_tasks = TRUE;
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_INCONSISTENT);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 1")->kind, LULL_ARROW_ORPHAN);
  CU_ASSERT_EQUAL (g_array_index (story->arrows, LullStoryArrow, 0).sent_step, 2);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "but A put it on the wire at step 3, after its snapshot at step 2."));
}

static LullStory *
tell_shortest (SimSetup *setup, SimGoal goal)
{
  g_autoptr (LullWorld) world = sim_setup_build (setup);
  g_autoptr (LullTrace) trace = sim_find (world, goal);

  g_assert (trace != NULL);
  return lull_world_tell (world, trace, NULL);
}

/* The last snapshots of a ring: the token's last visit to each worker, and the
 * announcement itself. */
static void
test_token_without_colour (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 cast;

  sim_setup_init (&setup, "safra-no-blackening", 3);
  cast = sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "B ~> C", cast);
  sim_setup_add (&setup, "B ~> A", cast);
  story = tell_shortest (&setup, SIM_PREMATURE);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_INCONSISTENT);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 3")->kind, LULL_ARROW_ORPHAN);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "token, q 0, white")->kind,
                   LULL_ARROW_CONTROL);
  CU_ASSERT_TRUE (g_str_has_prefix (
      SIM_FINDING (story, 1),
      "It trusted the last snapshot of each worker: C read sent - received 0 at step "));
}

static void
test_tree_that_lost_a_branch (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 cast;

  sim_setup_init (&setup, "dijkstra-scholten-ack-early", 3);
  cast = sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "B ~> C", cast);
  story = tell_shortest (&setup, SIM_PREMATURE);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_CONSISTENT);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 2")->kind, LULL_ARROW_IN_TRANSIT);
  CU_ASSERT_TRUE (sim_story_mentions (story, "B read deficit 1 at step"));
}

/* B acknowledges a cast that finds it engaged again, after it has disengaged. */
static void
test_orphan_acknowledgement (void)
{
  static const char *const words[] = {
    "C: main program sends cast 2 to B, ends",
    "A: main program sends cast 1 to B, ends",
    "B: disengage: deficit 0, sends A \"acknowledgement\"",
    "C: disengage: deficit 1, sends A \"acknowledgement\"",
    "A: takes control message from B: acknowledgement",
    "A: takes control message from C: acknowledgement",
    "B: listener takes cast 2 from C",
    "B: listener hands cast 2 to the pool",
    "B: listener takes cast 1 from A",
    "B: listener hands cast 1 to the pool, sends A \"acknowledgement\"",
    "A: takes control message from B: acknowledgement",
    "A: announce: deficit 0, sends B \"terminated\", sends C \"terminated\"; leaves join",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "dijkstra-scholten-ack-early", 3);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "C ~> B", LULL_NO_MESSAGE);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_INCONSISTENT);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 6);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 3),
                   "The proof is the orphan message, the control message "
                   "\"acknowledgement\" (B to A): A received it at step 11, before its "
                   "snapshot at step 12, but B sent it at step 10, after its snapshot at "
                   "step 3. In this picture it has arrived without having been sent.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 4),
      "In transit at the cut was cast 2 (C to B): C sent it at step 1, before its "
      "snapshot at step 4, and when B took its snapshot, at step 3, it was on the wire. "
      "1 more message is in transit at the cut as well.");
}

static void
test_nobody_was_asked (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "dijkstra-scholten-no-programs", 3);
  sim_setup_add (&setup, "B ~> A", LULL_NO_MESSAGE);
  story = tell_shortest (&setup, SIM_PREMATURE);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_NONE);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, 3);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "A left join at step 1 although work remained: the main program of B "
                   "had not ended.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 1),
      "There is no cut to speak of: the announcement came without a "
      "snapshot of B, C. If anything was read there, the protocol did not say so.");
  CU_ASSERT_EQUAL (story->table->len, 0);
}

static void
test_any_work (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "allreduce-max", 2);
  setup.work.any_messages = 2;
  setup.work.any_from = 1;
  setup.work.any_calls = TRUE;
  story = tell_shortest (&setup, SIM_PREMATURE);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_INCONSISTENT);
  CU_ASSERT_EQUAL (story->steps->len, 14);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 0),
      "A left join at step 14 although work remained: call 2 (B to A) was on the wire.");
  CU_ASSERT_TRUE (
      sim_story_mentions (story, "The proof is the orphan message, reply 1 (B to A)"));
  CU_ASSERT_TRUE (sim_story_mentions (story, "in the handler of call 1."));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a message on the wire crosses a consistent cut", test_consistent_cut },
    { "… or is held by the listener", test_in_the_listener },
    { "a snapshot in two steps is blamed where it is wrong", test_split_snapshot },
    { "… and not where its order is right", test_right_order_is_not_to_blame },
    { "… or where nothing was sent in between", test_nothing_fell_between },
    { "contributing is a snapshot where nothing was read",
      test_contributing_is_a_snapshot },
    { "a message counted before it was finished is in transit", test_done_at_start },
    { "of several orphans one is named, the others are counted", test_several_orphans },
    { "long lists are cut short", test_long_lists_are_cut_short },
    { "a send task sends when it enters the wire", test_orphan_from_a_send_task },
    { "a token's visits are its snapshots", test_token_without_colour },
    { "disengaging is a snapshot", test_tree_that_lost_a_branch },
    { "a control message may be the orphan", test_orphan_acknowledgement },
    { "without a snapshot of everybody there is no cut", test_nobody_was_asked },
    { "any work is told with numbers as sent", test_any_work },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "cuts", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
