/* SPDX-License-Identifier: Apache-2.0 */
/* The race of allreduce(MAX), as it is told: every word, row, arrow and mark. */
#include "sim-fixtures.h"

static char *
row_text (const LullStory *story, guint index)
{
  const GPtrArray *row = story->table->pdata[index];
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < row->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " | " : "",
                            (const char *) row->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
expect_row (const LullStory *story, guint index, const char *expected)
{
  g_autofree char *found = row_text (story, index);

  SIM_EXPECT_TEXT (found, expected);
}

/* A calls B, whose handler calls A; B looks at its futures before that, A when its own
 * call is answered. */
static const char *const race[] = {
  "A: main program sends call 1 to B, ends",
  "B: contribute: open futures 0",
  "B: listener takes call 1 from A",
  "B: listener hands call 1 to the pool",
  "B: handler of call 1 starts",
  "B: handler of call 1 sends call 2 to A",
  "B: handler of call 1 ends, sends reply 1 to A",
  "A: listener takes reply 1 from B",
  "A: listener hands reply 1 to the pool",
  "A: callback of reply 1 starts",
  "A: callback of reply 1 ends, its future is settled",
  "A: contribute: open futures 0; the round is complete",
  "A: read the result: all agree; leaves join",
  NULL
};

/* The first STEPS of it. */
static LullStory *
tell_race_up_to (SimStage *stage, guint steps)
{
  const char *words[G_N_ELEMENTS (race)] = { NULL };
  guint8 call;

  memcpy (words, race, steps * sizeof words[0]);
  sim_setup_init (&stage->setup, "allreduce-max", 2);
  call = sim_setup_add (&stage->setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage->setup, "B -> A", call);
  return sim_stage_tell (stage, words);
}

static LullStory *
tell_race (SimStage *stage)
{
  return tell_race_up_to (stage, G_N_ELEMENTS (race) - 1);
}

static void
test_race_findings (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_race (&stage);

  CU_ASSERT_EQUAL_FATAL (story->findings->len, 6);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 0),
      "A left join at step 13 although work remained: call 2 (B to A) was on the wire.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 1),
      "It trusted round 1, an allreduce(MAX), which rests on one snapshot of each "
      "worker: B read open futures 0 at step 2; A read open futures 0 at step 12.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 2),
      "Each value was right when it was read, but they are of different moments. Taken "
      "together they are an inconsistent cut: the picture of a state that never was.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 3),
      "The proof is the orphan message, reply 1 (B to A): A received it at step 8, "
      "before its snapshot at step 12, but B sent it at step 7, after its snapshot at "
      "step 2. In this picture it has arrived without having been sent.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 4),
      "What was missed: B sent call 2 (B to A) at step 6, in the handler of call 1. That "
      "is after its snapshot at step 2, so no snapshot could show it.");
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 5),
      "What would have stopped it: for every ordered pair of workers, count the messages "
      "sent, at the sender, and the messages whose handling has finished, at the "
      "receiver, and leave only when every pair agrees. At the same snapshots they "
      "disagree (A to B: 1 sent, 0 finished; B to A: 0 sent, 1 finished), so nobody "
      "would have left. The totals would not have shown it: 1 sent, 1 finished.");
}

static void
test_race_table (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_race (&stage);

  SIM_EXPECT_TEXT (story->table_title,
                   "Messages per ordered pair, at the snapshots and when A left");
  CU_ASSERT_EQUAL_FATAL (story->table->len, 4);
  expect_row (story, 0,
              "pair | sent | finished | agree | sent by step 13 | finished by step 13");
  expect_row (story, 1, "A to B | 1 | 0 | no | 1 | 1");
  expect_row (story, 2, "B to A | 0 | 1 | no | 2 | 1");
  expect_row (story, 3, "all | 1 | 1 | yes | 3 | 2");
}

static void
test_race_figure (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_race (&stage);
  const LullStoryMark *marks = (const LullStoryMark *) (const void *) story->marks->data;

  CU_ASSERT_EQUAL (story->cut, LULL_CUT_INCONSISTENT);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "call 1")->kind, LULL_ARROW_IN_TRANSIT);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "reply 1")->kind, LULL_ARROW_ORPHAN);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "call 2")->kind, LULL_ARROW_PLAIN);
  CU_ASSERT_EQUAL_FATAL (story->marks->len, 3);
  CU_ASSERT_TRUE (marks[0].step == 1 && marks[0].lane == 1 && marks[0].in_cut);
  CU_ASSERT_TRUE (marks[1].step == 11 && marks[1].lane == 0 && marks[1].in_cut);
  CU_ASSERT_TRUE (marks[2].step == 12 && marks[2].kind == LULL_MARK_PREMATURE);
  SIM_EXPECT_TEXT (marks[0].label, "open futures 0");
  CU_ASSERT_PTR_NULL (sim_story_bar (story, "main"));
  CU_ASSERT_EQUAL (sim_story_bar (story, "handler 1")->last_step, 6);
  CU_ASSERT_EQUAL (sim_story_bar (story, "callback 1")->first_step, 9);
  SIM_EXPECT_TEXT (story->caption,
                   "A leaves join too early: call 2 is on the wire. It trusted the "
                   "snapshots that the cut joins, which are of different moments: reply "
                   "1, the orphan message, is received before the cut and sent after it, "
                   "so no moment of the run looked like this.");
}

static void
test_race_steps (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = tell_race (&stage);
  const LullStoryStep *step = &g_array_index (story->steps, LullStoryStep, 5);

  CU_ASSERT_EQUAL (story->steps->len, 13);
  CU_ASSERT_EQUAL (step->lane, 1);
  CU_ASSERT_EQUAL (step->position, 6);
  SIM_EXPECT_TEXT (step->text, "handler of call 1 sends call 2 to A");
  SIM_EXPECT_TEXT (story->clock, "step");
  SIM_EXPECT_TEXT (story->lanes->pdata[1], "B");
}

/* The same run, but it goes on until everything is done: what was missed is told as of
 * the first announcement. */
static void
test_run_that_goes_on (void)
{
  static const char *const rest[] = {
    "A: listener takes call 2 from B",
    "A: listener hands call 2 to the pool",
    "A: handler of call 2 starts",
    "A: handler of call 2 ends, sends reply 2 to B",
    "B: listener takes reply 2 from A",
    "B: listener hands reply 2 to the pool",
    "B: callback of reply 2 starts",
    "B: callback of reply 2 ends, its future is settled",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) first = tell_race (&stage);
  g_autoptr (LullStory) story = NULL;

  sim_walk_take_all (&stage.walk, rest);
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL_FATAL (story->findings->len, first->findings->len);
  for (guint i = 0; i < first->findings->len; i++)
    SIM_EXPECT_TEXT (SIM_FINDING (story, i), SIM_FINDING (first, i));
  SIM_EXPECT_TEXT (story->caption, first->caption);
  CU_ASSERT_TRUE (sim_story_arrow (story, "call 2")->lost);
  CU_ASSERT_FALSE (sim_story_arrow (story, "reply 2")->lost);
  CU_ASSERT_TRUE (sim_story_bar (story, "handler 2")->lost);
  CU_ASSERT_TRUE (sim_story_bar (story, "callback 2")->lost);
  CU_ASSERT_FALSE (sim_story_bar (story, "handler 1")->lost);
}

/* Call 2 gets farther each time; it is lost until its handler runs. */
static void
test_how_far_a_lost_message_gets (void)
{
  static const char *const way[] = { "A: listener takes call 2 from B",
                                     "A: listener hands call 2 to the pool",
                                     "A: handler of call 2 starts" };

  for (guint far = 0; far <= G_N_ELEMENTS (way); far++)
    {
      g_auto (SimStage) stage = { 0 };
      g_autoptr (LullStory) start = tell_race_up_to (&stage, G_N_ELEMENTS (race) - 2);
      g_autoptr (LullStory) story = NULL;

      for (guint i = 0; i < far; i++)
        sim_walk_take (&stage.walk, way[i]);
      sim_walk_take (&stage.walk, "A: read the result: all agree; leaves join");
      story = lull_world_tell (stage.world, stage.walk.trace, NULL);
      CU_ASSERT_FALSE (sim_story_arrow (start, "call 2")->lost);
      CU_ASSERT_EQUAL (sim_story_arrow (story, "call 2")->lost, far < G_N_ELEMENTS (way));
      CU_ASSERT_EQUAL (sim_story_bar (story, "handler 2") != NULL,
                       far == G_N_ELEMENTS (way));
      CU_ASSERT_FALSE (sim_story_arrow (story, "call 1")->lost);
    }
}

static void
test_ticks (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) first = tell_race (&stage);
  g_autoptr (LullStory) story = NULL;
  guint64 ticks[13];

  for (guint i = 0; i < 13; i++)
    ticks[i] = 100 + i / 2;
  story = lull_world_tell (stage.world, stage.walk.trace, ticks);
  SIM_EXPECT_TEXT (story->clock, "tick");
  CU_ASSERT_EQUAL (g_array_index (story->steps, LullStoryStep, 5).position, 102);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0), SIM_FINDING (first, 0));
}

/* The first round fails, since A's call is open; the second is the race. */
static void
test_second_round (void)
{
  static const char *const words[] = {
    "A: main program sends call 1 to B, ends",
    "A: contribute: open futures 1",
    "B: contribute: open futures 0; the round is complete",
    "A: read the result: not yet",
    "B: read the result: not yet",
    "B: own futures answered",
    "B: contribute: open futures 0",
    "B: listener takes call 1 from A",
    "B: listener hands call 1 to the pool",
    "B: handler of call 1 starts",
    "B: handler of call 1 sends call 2 to A",
    "B: handler of call 1 ends, sends reply 1 to A",
    "A: listener takes reply 1 from B",
    "A: listener hands reply 1 to the pool",
    "A: callback of reply 1 starts",
    "A: callback of reply 1 ends, its future is settled",
    "A: own futures answered",
    "A: contribute: open futures 0; the round is complete",
    "B: read the result: all agree; leaves join",
    NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&stage.setup, "allreduce-max", 2);
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "B -> A", call);
  story = sim_stage_tell (&stage, words);
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 1),
      "It trusted round 2, an allreduce(MAX), which rests on one snapshot of each "
      "worker: B read open futures 0 at step 7; A read open futures 0 at step 18.");
  for (guint i = 0; i < 2; i++)
    CU_ASSERT_FALSE (g_array_index (story->marks, LullStoryMark, i).in_cut);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "the race is explained in six sentences", test_race_findings },
    { "… with its counters side by side", test_race_table },
    { "… drawn with an orphan, a message in transit and a cut", test_race_figure },
    { "… and told step by step", test_race_steps },
    { "… also in a second round", test_second_round },
    { "a run that goes on is explained as of the announcement", test_run_that_goes_on },
    { "a message is lost until its handler runs", test_how_far_a_lost_message_gets },
    { "a run on a clock has ticks as positions", test_ticks },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "the race", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
