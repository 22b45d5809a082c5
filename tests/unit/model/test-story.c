/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-story.h"
#include "lull-test.h"

static LullStory *
two_lane_story (void)
{
  LullStory *story = lull_story_new ("a call");

  lull_story_add_lane (story, "W0");
  lull_story_add_lane (story, "W1");
  return story;
}

static void
test_new_story_is_empty (void)
{
  g_autoptr (LullStory) story = lull_story_new ("a call");

  CU_ASSERT_STRING_EQUAL (story->title, "a call");
  CU_ASSERT_STRING_EQUAL (story->clock, "step");
  CU_ASSERT_STRING_EQUAL (story->caption, "");
  CU_ASSERT_EQUAL (story->lanes->len, 0);
  CU_ASSERT_EQUAL (story->steps->len, 0);
  CU_ASSERT_EQUAL (story->loop_start, LULL_STORY_NEVER);
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_NONE);
}

static void
test_things_are_numbered_in_order (void)
{
  g_autoptr (LullStory) story = two_lane_story ();

  CU_ASSERT_EQUAL (lull_story_add_step (story, 0, 1, g_strdup ("W0 calls W1")), 0);
  CU_ASSERT_EQUAL (lull_story_add_step (story, 1, 1, g_strdup ("W1 starts call 1")), 1);
  CU_ASSERT_EQUAL (lull_story_add_arrow (story, 0, 1, 0, LULL_ARROW_PLAIN, "call 1"), 0);
  CU_ASSERT_EQUAL (lull_story_add_arrow (story, 1, 0, 1, LULL_ARROW_CONTROL, "token"), 1);
  CU_ASSERT_EQUAL (lull_story_add_bar (story, 1, 1, "call 1"), 0);
  CU_ASSERT_EQUAL (
      lull_story_add_mark (story, 0, 0, LULL_MARK_SNAPSHOT, "open futures 0"), 0);
  CU_ASSERT_EQUAL (lull_story_add_wait (story, 0, 1, "answer to call 1"), 0);
  CU_ASSERT_EQUAL (lull_story_add_wait (story, 1, 0, "allgather"), 1);
  CU_ASSERT_STRING_EQUAL (g_array_index (story->waits, LullStoryWait, 1).label,
                          "allgather");
  CU_ASSERT_STRING_EQUAL (g_array_index (story->steps, LullStoryStep, 1).text,
                          "W1 starts call 1");
  CU_ASSERT_EQUAL (g_array_index (story->arrows, LullStoryArrow, 1).kind,
                   LULL_ARROW_CONTROL);
}

static void
test_what_has_not_ended_never_ends (void)
{
  g_autoptr (LullStory) story = two_lane_story ();

  lull_story_add_step (story, 0, 1, g_strdup ("W0 calls W1"));
  lull_story_add_arrow (story, 0, 1, 0, LULL_ARROW_PLAIN, "call 1");
  lull_story_add_bar (story, 0, 0, "main");
  CU_ASSERT_EQUAL (g_array_index (story->arrows, LullStoryArrow, 0).received_step,
                   LULL_STORY_NEVER);
  CU_ASSERT_EQUAL (g_array_index (story->bars, LullStoryBar, 0).last_step,
                   LULL_STORY_NEVER);
}

static void
test_rows_and_findings_are_kept (void)
{
  static const char *const heading[] = { "worker", "sent", NULL };
  static const char *const row[] = { "W0", "1", NULL };
  g_autoptr (LullStory) story = two_lane_story ();
  const GPtrArray *second;

  lull_story_add_row (story, heading);
  lull_story_add_row (story, row);
  lull_story_add_finding (story, g_strdup ("the cut is inconsistent"));
  CU_ASSERT_EQUAL (story->table->len, 2);
  second = g_ptr_array_index (story->table, 1);
  CU_ASSERT_STRING_EQUAL (g_ptr_array_index (second, 0), "W0");
  CU_ASSERT_STRING_EQUAL (g_ptr_array_index (story->findings, 0),
                          "the cut is inconsistent");
}

static CU_TestInfo story_tests[] = {
  { "a new story is empty", test_new_story_is_empty },
  { "things are numbered in order", test_things_are_numbered_in_order },
  { "what has not ended never ends", test_what_has_not_ended_never_ends },
  { "rows and findings are kept", test_rows_and_findings_are_kept },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "story", NULL, NULL, NULL, NULL, story_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
