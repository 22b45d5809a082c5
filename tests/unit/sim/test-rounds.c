/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds carried by messages or by a store: their words, and what does not fit. */
#include "sim-fixtures.h"

static void
set_up (SimSetup *setup, guint workers, LullRoundsBy by)
{
  sim_setup_init (setup, "allreduce-max", workers);
  setup->config.rounds.by = by;
}

static LullStory *
tell_found (SimSetup *setup, SimGoal goal)
{
  g_autoptr (LullWorld) world = sim_setup_build (setup);
  g_autoptr (LullTrace) trace = sim_find (world, goal);

  g_assert (trace != NULL);
  return lull_world_tell (world, trace, NULL);
}

static gboolean
has_arrow (const LullStory *story, const char *label)
{
  for (guint i = 0; i < story->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, i);

      if (arrow->kind == LULL_ARROW_CONTROL && g_str_equal (arrow->label, label))
        return TRUE;
    }
  return FALSE;
}

static void
test_messages_are_drawn (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 2, LULL_ROUNDS_LEADER);
  story = tell_found (&setup, SIM_ALL_LEFT);
  CU_ASSERT (has_arrow (story, "contribution 0, round 1"));
  CU_ASSERT (has_arrow (story, "result 0, round 1"));
  CU_ASSERT_EQUAL (story->arrows->len, 2);
}

static void
test_mixed_up_rounds_are_named (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 3, LULL_ROUNDS_EXCHANGE);
  setup.config.rounds.tags = FALSE;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  story = tell_found (&setup, SIM_PREMATURE);
  CU_ASSERT (sim_story_mentions (story, "Rounds were mixed up"));
  CU_ASSERT (sim_story_mentions (story, "collectives.tags"));
  CU_ASSERT_EQUAL (story->findings->len, 4);
  CU_ASSERT (sim_story_mentions (story, "It carries no tag that says so."));
  CU_ASSERT (
      sim_story_mentions (story, "messages of rounds that carry the number of their"));
}

/* What was trusted is of several rounds, and so of no one cut. */
static void
test_mixed_up_rounds_have_no_cut (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 3, LULL_ROUNDS_EXCHANGE);
  setup.config.rounds.tags = FALSE;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  story = tell_found (&setup, SIM_PREMATURE);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_NONE);
  for (guint i = 0; i < story->marks->len; i++)
    CU_ASSERT_FALSE (g_array_index (story->marks, LullStoryMark, i).in_cut);
  CU_ASSERT_EQUAL (story->table->len, 0);
}

/* The keys of the first round are still there in the second. */
static void
test_old_keys_are_named (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&setup, "futures-wait", 2);
  setup.config.rounds.by = LULL_ROUNDS_STORE;
  setup.config.rounds.tags = FALSE;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  story = tell_found (&setup, SIM_PREMATURE);
  CU_ASSERT (sim_story_mentions (story, "for round 2, A had put there for round 1. Its "
                                        "key does not say of which round it is."));
  CU_ASSERT (
      sim_story_mentions (story, "keys in the store that carry the number of their"));
}

static void
test_who_left_without_answering (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 2, LULL_ROUNDS_LEADER);
  setup.config.rounds.serves = LULL_SERVES_IN_JOIN;
  story = tell_found (&setup, SIM_DEADLOCK);
  CU_ASSERT (sim_story_mentions (story, "B waits for A to answer, but it has left join"));
}

static void
test_the_store_is_gone (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 2, LULL_ROUNDS_STORE);
  setup.config.rounds.leader = 1;
  setup.config.rounds.serves = LULL_SERVES_IN_JOIN;
  story = tell_found (&setup, SIM_DEADLOCK);
  CU_ASSERT (sim_story_mentions (
      story, "A waits for B to serve the store, but it has left join"));
}

/* A has left its first round, and not begun its second, when B contributes to that. */
static void
test_what_came_too_early_is_named (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 2, LULL_ROUNDS_LEADER);
  setup.config.rounds.early = LULL_EARLY_LOST;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  story = tell_found (&setup, SIM_DEADLOCK);
  CU_ASSERT (sim_story_mentions (story, "What B sent for round 2 came at step "));
  CU_ASSERT (sim_story_mentions (story, ", before A had begun that round, and was not "
                                        "kept (collectives.early)."));
}

static void
test_who_fails_says_why (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 2, LULL_ROUNDS_LEADER);
  setup.config.rounds.early = LULL_EARLY_REFUSED;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  story = tell_found (&setup, SIM_DEADLOCK);
  CU_ASSERT (sim_story_mentions (
      story, "A has failed: it was given what is not for the collective"));
  CU_ASSERT (sim_story_mentions (story, "B waits for A to go on, but it has failed"));
}

static void
check_refused (SimSetup *setup, LullWorldError code, const char *expected)
{
  g_autofree char *reason = sim_setup_refusal (setup, code);

  SIM_EXPECT_TEXT (reason, expected);
}

static void
test_what_does_not_fit (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_auto (SimSetup) other = { 0 };
  g_auto (SimSetup) large = { 0 };

  set_up (&setup, 2, LULL_ROUNDS_TREE);
  setup.config.rounds.leader = 2;
  check_refused (&setup, LULL_WORLD_ERROR_INVALID,
                 "the leader of the collectives is a worker that does not exist");
  setup.config.rounds.leader = 1;
  setup.config.rounds.fan_out = 0;
  check_refused (&setup, LULL_WORLD_ERROR_INVALID,
                 "a tree needs a fan-out of at least 1");
  sim_setup_init (&other, "safra", 2);
  other.config.rounds.by = LULL_ROUNDS_RING;
  check_refused (&other, LULL_WORLD_ERROR_INVALID,
                 "the protocol uses no collectives; leave collectives out");
  sim_setup_init (&large, "pairwise", 2);
  large.config.workers = 12;
  large.config.names = NULL;
  large.config.rounds.by = LULL_ROUNDS_RING;
  check_refused (&large, LULL_WORLD_ERROR_TOO_LARGE,
                 "a message of a collective has 292 bytes here, at most 256; use "
                 "fewer workers");
}

int
main (void)
{
  CU_TestInfo stories[] = {
    { "messages are drawn with what they say and their round", test_messages_are_drawn },
    { "a message taken for another round is named", test_mixed_up_rounds_are_named },
    { "so is a key of the round before", test_old_keys_are_named },
    { "rounds that were mixed up have no cut", test_mixed_up_rounds_have_no_cut },
    { "who left without answering is named", test_who_left_without_answering },
    { "so is a store that is gone", test_the_store_is_gone },
    { "what came too early is named", test_what_came_too_early_is_named },
    { "who failed says why", test_who_fails_says_why },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo limits[] = { { "what does not fit is refused", test_what_does_not_fit },
                           CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "stories", NULL, NULL, NULL, NULL, stories },
                            { "limits", NULL, NULL, NULL, NULL, limits },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
