/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-plan.h"
#include "lull-test.h"
#include "story-fixtures.h"

#include <math.h>

#define RANDOM_STORIES 300U

/* Judges overlaps with arithmetic of its own, not with that which placed the labels. */
static gboolean
boxes_share_area (LullBox a, LullBox b)
{
  double width = MIN (a.x1, b.x1) - MAX (a.x0, b.x0);
  double height = MIN (a.y1, b.y1) - MAX (a.y0, b.y0);

  return width > 1e-9 && height > 1e-9;
}

static LullBox
box_of_points (const LullPoint *points, guint count)
{
  LullBox box = { points[0].x, points[0].y, points[0].x, points[0].y };

  for (guint i = 1; i < count; i++)
    {
      box.x0 = MIN (box.x0, points[i].x);
      box.y0 = MIN (box.y0, points[i].y);
      box.x1 = MAX (box.x1, points[i].x);
      box.y1 = MAX (box.y1, points[i].y);
    }
  return box;
}

static const LullPlanLabel *
label_at (const LullFigurePlan *plan, guint index)
{
  return &g_array_index (plan->labels, LullPlanLabel, index);
}

static gboolean
is_within (LullBox outer, LullBox inner)
{
  return outer.x0 <= inner.x0 && inner.x1 <= outer.x1 && outer.y0 <= inner.y0 &&
         inner.y1 <= outer.y1;
}

static guint
count_label_overlaps (const LullFigurePlan *plan)
{
  guint count = 0;

  for (guint i = 0; i < plan->labels->len; i++)
    for (guint j = i + 1; j < plan->labels->len; j++)
      count += label_at (plan, i)->is_placed && label_at (plan, j)->is_placed &&
                       boxes_share_area (label_at (plan, i)->box, label_at (plan, j)->box)
                   ? 1
                   : 0;
  return count;
}

/* A label within its own bar is where it belongs; on the edge of it, or in another, it is
 * not. */
static guint
count_bar_overlaps (const LullFigurePlan *plan, const LullPlanLabel *label)
{
  gboolean names_bar = label->kind == LULL_LABEL_BAR || label->kind == LULL_LABEL_LOST;
  guint count = 0;

  for (guint i = 0; i < plan->bars->len; i++)
    {
      LullBox box = g_array_index (plan->bars, LullPlanBar, i).box;
      gboolean is_at_home = names_bar && label->owner == i && is_within (box, label->box);

      count += boxes_share_area (box, label->box) && !is_at_home ? 1 : 0;
    }
  return count;
}

static guint
count_symbol_overlaps (const LullFigurePlan *plan)
{
  guint count = 0;

  for (guint i = 0; i < plan->labels->len; i++)
    {
      const LullPlanLabel *label = label_at (plan, i);

      if (!label->is_placed)
        continue;
      for (guint j = 0; j < plan->arrows->len; j++)
        {
          const LullPlanArrow *arrow = &g_array_index (plan->arrows, LullPlanArrow, j);

          count += boxes_share_area (box_of_points (arrow->head, 3), label->box) ? 1 : 0;
        }
      for (guint j = 0; j < plan->marks->len; j++)
        {
          const LullPlanMark *mark = &g_array_index (plan->marks, LullPlanMark, j);
          const LullBox box = { mark->at.x - LULL_MARK_RADIUS,
                                mark->at.y - LULL_MARK_RADIUS,
                                mark->at.x + LULL_MARK_RADIUS,
                                mark->at.y + LULL_MARK_RADIUS };

          count += boxes_share_area (box, label->box) ? 1 : 0;
        }
      count += count_bar_overlaps (plan, label);
    }
  return count;
}

static guint
count_missing (const LullFigurePlan *plan)
{
  guint count = 0;

  for (guint i = 0; i < plan->labels->len; i++)
    count += label_at (plan, i)->is_placed ? 0 : 1;
  return count;
}

static gboolean
lies_on_page (const LullFigurePlan *plan)
{
  const LullBox page = { -plan->origin.x, -plan->origin.y, plan->width - plan->origin.x,
                         plan->height - plan->origin.y };

  for (guint i = 0; i < plan->labels->len; i++)
    if (label_at (plan, i)->is_placed && !is_within (page, label_at (plan, i)->box))
      return FALSE;
  for (guint i = 0; i < plan->legend->len; i++)
    if (!is_within (page, g_array_index (plan->legend, LullPlanLegend, i).box))
      return FALSE;
  for (guint i = 0; i < plan->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (plan->arrows, LullPlanArrow, i);

      if (!is_within (page, box_of_points (arrow->points, arrow->point_count)))
        return FALSE;
    }
  return TRUE;
}

static void
assert_clear (const LullFigurePlan *plan, const char *name)
{
  guint overlaps = count_label_overlaps (plan) + count_symbol_overlaps (plan);

  if (overlaps > 0 || !lies_on_page (plan))
    g_print ("story %s: %u overlaps\n", name, overlaps);
  CU_ASSERT_EQUAL (overlaps, 0);
  CU_ASSERT_TRUE (lies_on_page (plan));
}

static void
labels_of_told_stories_are_clear_and_complete (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();

  for (const LullStoryFixture *fixture = lull_story_fixtures; fixture->name != NULL;
       fixture++)
    {
      g_autoptr (LullStory) story = fixture->make ();
      g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);

      assert_clear (plan, fixture->name);
      if (count_missing (plan) > 0)
        g_print ("story %s: %u labels without a place\n", fixture->name,
                 count_missing (plan));
      CU_ASSERT_EQUAL (count_missing (plan), 0);
    }
}

static void
labels_of_random_stories_are_clear (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();

  for (guint i = 0; i < RANDOM_STORIES; i++)
    {
      guint64 seed = lull_test_seed () + i;
      g_autofree char *name = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);
      g_autoptr (LullStory) story = lull_fixture_random (seed);
      g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);

      assert_clear (plan, name);
    }
}

/* The judge must object when a label is moved onto another, onto a head, a mark or a bar.
 */
static void
a_label_in_the_wrong_place_is_noticed (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = lull_fixture_race ();
  g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);
  LullPlanLabel *label = &g_array_index (plan->labels, LullPlanLabel, story->lanes->len);
  LullBox home = label->box;

  label->box = label_at (plan, 0)->box;
  CU_ASSERT_EQUAL (count_label_overlaps (plan), 1);
  label->box =
      lull_box_grown (g_array_index (plan->arrows, LullPlanArrow, 2).head_box, 1.0);
  CU_ASSERT (count_symbol_overlaps (plan) >= 1);
  label->box = g_array_index (plan->bars, LullPlanBar, 0).box;
  CU_ASSERT (count_symbol_overlaps (plan) >= 1);
  label->box = g_array_index (plan->marks, LullPlanMark, 0).box;
  CU_ASSERT (count_symbol_overlaps (plan) >= 1);
  label->box = home;
  CU_ASSERT_EQUAL (count_label_overlaps (plan) + count_symbol_overlaps (plan), 0);
}

static void
time_runs_to_the_right (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (LullStory) story = lull_fixture_random (lull_test_seed () + i);
      g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);

      CU_ASSERT_EQUAL (plan->columns->len, story->steps->len);
      for (guint step = 1; step < plan->columns->len; step++)
        CU_ASSERT (lull_figure_plan_x (plan, step - 1) < lull_figure_plan_x (plan, step));
      CU_ASSERT (lull_figure_plan_x (plan, plan->columns->len - 1) < plan->lane_end);
    }
}

/* Of messages that arrive: where they leave and arrive is when the story says so. */
static void
arrows_leave_and_arrive_at_their_steps (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = lull_fixture_race ();
  g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);

  for (guint i = 0; i < plan->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (plan->arrows, LullPlanArrow, i);
      const LullStoryArrow *told = arrow->arrow;
      LullPoint from = arrow->points[0], to = arrow->points[arrow->point_count - 1];
      double target_y = lull_figure_plan_y (plan, told->to_lane);

      CU_ASSERT_DOUBLE_EQUAL (from.x, lull_figure_plan_x (plan, told->sent_step), 1e-9);
      CU_ASSERT (fabs (from.y - lull_figure_plan_y (plan, told->from_lane)) <=
                 LULL_BAR_HEIGHT / 2.0);
      if (told->received_step == LULL_STORY_NEVER)
        {
          CU_ASSERT (fabs (to.y - target_y) > LULL_BAR_HEIGHT);
          continue;
        }
      CU_ASSERT_DOUBLE_EQUAL (to.x, lull_figure_plan_x (plan, told->received_step), 1e-9);
      CU_ASSERT (fabs (to.y - target_y) <= LULL_BAR_HEIGHT / 2.0);
    }
}

static gboolean
cut_passes (const LullFigurePlan *plan, LullPoint point)
{
  for (guint i = 0; i < plan->cut->len; i++)
    {
      LullPoint at = g_array_index (plan->cut, LullPoint, i);

      if (fabs (at.x - point.x) < 1e-6 && fabs (at.y - point.y) < 1e-6)
        return TRUE;
    }
  return FALSE;
}

static void
the_cut_joins_its_snapshots_and_no_others (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();

  for (const LullStoryFixture *fixture = lull_story_fixtures; fixture->name != NULL;
       fixture++)
    {
      g_autoptr (LullStory) story = fixture->make ();
      g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);

      for (guint i = 0; i < plan->marks->len; i++)
        {
          const LullPlanMark *mark = &g_array_index (plan->marks, LullPlanMark, i);

          CU_ASSERT_EQUAL (cut_passes (plan, mark->at), mark->mark->in_cut);
        }
    }
}

static void
bars_that_overlap_in_time_lie_in_rows (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (LullStory) story = lull_fixture_random (lull_test_seed () + i);
      g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);

      for (guint j = 0; j < plan->bars->len; j++)
        for (guint k = j + 1; k < plan->bars->len; k++)
          CU_ASSERT_FALSE (
              boxes_share_area (g_array_index (plan->bars, LullPlanBar, j).box,
                                g_array_index (plan->bars, LullPlanBar, k).box));
    }
}

static void
the_legend_explains_what_is_drawn_and_nothing_else (void)
{
  static const LullLegendKind expected[] = { LULL_LEGEND_MESSAGE,  LULL_LEGEND_ORPHAN,
                                             LULL_LEGEND_MISSED,   LULL_LEGEND_RUNNING,
                                             LULL_LEGEND_SNAPSHOT, LULL_LEGEND_CUT,
                                             LULL_LEGEND_PREMATURE };
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = lull_fixture_race ();
  g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);

  CU_ASSERT_EQUAL (plan->legend->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < MIN (plan->legend->len, G_N_ELEMENTS (expected)); i++)
    CU_ASSERT_EQUAL (g_array_index (plan->legend, LullPlanLegend, i).kind, expected[i]);
}

/* The race, with call 2 (arrow 1) taken from the wire at the step before A leaves. */
static void
a_message_is_missed_wherever_it_was (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = lull_fixture_race ();
  LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, 1);
  g_autoptr (LullFigurePlan) queued = NULL;
  g_autoptr (LullFigurePlan) handled = NULL;
  g_autoptr (LullFigurePlan) orphan = NULL;

  arrow->received_step = story->steps->len - 2;
  queued = lull_figure_plan_new (story, text);
  CU_ASSERT_EQUAL (g_array_index (queued->arrows, LullPlanArrow, 1).look,
                   LULL_LOOK_MISSED);
  arrow->lost = FALSE;
  handled = lull_figure_plan_new (story, text);
  CU_ASSERT_EQUAL (g_array_index (handled->arrows, LullPlanArrow, 1).look,
                   LULL_LOOK_IN_TRANSIT);
  arrow->lost = TRUE;
  arrow->kind = LULL_ARROW_ORPHAN;
  orphan = lull_figure_plan_new (story, text);
  CU_ASSERT_EQUAL (g_array_index (orphan->arrows, LullPlanArrow, 1).look,
                   LULL_LOOK_ORPHAN);
}

static const LullStoryFixture *
find_fixture (const char *name)
{
  const LullStoryFixture *fixture = lull_story_fixtures;

  while (!g_str_equal (fixture->name, name))
    fixture++;
  return fixture;
}

static gboolean
segments_cross (LullPoint a, LullPoint b, LullPoint c, LullPoint d)
{
  double abc = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  double abd = (b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x);
  double cda = (d.x - c.x) * (a.y - c.y) - (d.y - c.y) * (a.x - c.x);
  double cdb = (d.x - c.x) * (b.y - c.y) - (d.y - c.y) * (b.x - c.x);

  return abc * abd < 0.0 && cda * cdb < 0.0;
}

static guint
count_arrow_crossings (const LullPlanArrow *one, const LullPlanArrow *other)
{
  guint count = 0;

  for (guint i = 0; i + 1 < one->point_count; i++)
    for (guint j = 0; j + 1 < other->point_count; j++)
      count += segments_cross (one->points[i], one->points[i + 1], other->points[j],
                               other->points[j + 1])
                   ? 1
                   : 0;
  return count;
}

/* Behind the lanes, from near the one that waits to near the other, none across
 * another. */
static void
waits_stand_behind_the_lanes_and_within_each_other (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = find_fixture ("stuck")->make ();
  g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);
  guint first = story->arrows->len;

  CU_ASSERT_EQUAL (plan->arrows->len, first + story->waits->len);
  for (guint i = first; i < plan->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (plan->arrows, LullPlanArrow, i);
      const LullStoryWait *wait = &g_array_index (story->waits, LullStoryWait, i - first);
      LullPoint from = arrow->points[0], to = arrow->points[arrow->point_count - 1];

      CU_ASSERT_EQUAL (arrow->look == LULL_LOOK_CYCLE, wait->in_cycle);
      CU_ASSERT (fabs (from.y - lull_figure_plan_y (plan, wait->from_lane)) <= 30.0);
      CU_ASSERT (fabs (to.y - lull_figure_plan_y (plan, wait->to_lane)) <= 30.0);
      for (guint point = 0; point < arrow->point_count; point++)
        CU_ASSERT (arrow->points[point].x > plan->lane_end);
      for (guint other = first; other < i; other++)
        CU_ASSERT_EQUAL (count_arrow_crossings (
                             arrow, &g_array_index (plan->arrows, LullPlanArrow, other)),
                         0);
    }
}

static void
a_tick_is_written_once_however_many_steps_it_has (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = lull_fixture_clocked ();
  g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);
  guint of_95 = 0, of_96 = 0;

  for (guint i = 0; i < plan->labels->len; i++)
    {
      const LullPlanLabel *label = label_at (plan, i);

      of_95 += label->kind == LULL_LABEL_AXIS && g_str_equal (label->text, "95") ? 1 : 0;
      of_96 += label->kind == LULL_LABEL_AXIS && g_str_equal (label->text, "96") ? 1 : 0;
    }
  CU_ASSERT_EQUAL (of_95, 1);
  CU_ASSERT_EQUAL (of_96, 1);
  CU_ASSERT_EQUAL (plan->breaks->len, 1);
}

/* Between the marks of comings and goings; that of the one that never comes is empty. */
static void
a_lane_is_as_long_as_its_worker_is_there (void)
{
  static const LullLegendKind expected[] = {
    LULL_LEGEND_MESSAGE, LULL_LEGEND_RUNNING, LULL_LEGEND_OTHER_SNAPSHOT,
    LULL_LEGEND_COMES,   LULL_LEGEND_GOES,    LULL_LEGEND_CRASH,
    LULL_LEGEND_WAIT
  };
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = find_fixture ("comings-and-goings")->make ();
  g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);
  const LullPlanLane *lanes = (const LullPlanLane *) (gconstpointer) plan->lanes->data;

  CU_ASSERT_TRUE (lanes[0].x0 == plan->lane_start && lanes[0].x1 == plan->lane_end);
  CU_ASSERT_TRUE (lanes[1].x0 == plan->lane_start);
  CU_ASSERT_DOUBLE_EQUAL (lanes[1].x1, lull_figure_plan_x (plan, 6), 0.1);
  CU_ASSERT_DOUBLE_EQUAL (lanes[2].x0, lull_figure_plan_x (plan, 4), 0.1);
  CU_ASSERT_DOUBLE_EQUAL (lanes[2].x1, lull_figure_plan_x (plan, 8), 0.1);
  CU_ASSERT_TRUE (lanes[3].x0 == lanes[3].x1);
  CU_ASSERT_EQUAL_FATAL (plan->legend->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < plan->legend->len; i++)
    CU_ASSERT_EQUAL (g_array_index (plan->legend, LullPlanLegend, i).kind, expected[i]);
}

/* 85 mm are 241 points; type below 5.5 points cannot be read in print. */
static void
the_race_can_be_read_in_a_column_of_a_paper (void)
{
  g_autoptr (LullFigureText) text = lull_figure_text_new ();
  g_autoptr (LullStory) story = lull_fixture_race ();
  g_autoptr (LullFigurePlan) plan = lull_figure_plan_new (story, text);
  double width, height;

  lull_figure_text_measure (text, LULL_TEXT_LABEL, "call 1", &width, &height);
  /* A line is somewhat higher than its type. */
  CU_ASSERT (height / 1.2 * 241.0 / plan->width >= 5.5);
  CU_ASSERT (plan->height < plan->width);
}

static CU_TestInfo label_tests[] = {
  { "labels of told stories lie on nothing, and none is missing",
    labels_of_told_stories_are_clear_and_complete },
  { "labels of random stories lie on nothing", labels_of_random_stories_are_clear },
  { "a label in the wrong place is noticed", a_label_in_the_wrong_place_is_noticed },
  CU_TEST_INFO_NULL,
};

static CU_TestInfo layout_tests[] = {
  { "time runs to the right", time_runs_to_the_right },
  { "arrows leave and arrive at their steps", arrows_leave_and_arrive_at_their_steps },
  { "the cut joins its snapshots and no others",
    the_cut_joins_its_snapshots_and_no_others },
  { "bars that overlap in time lie in rows", bars_that_overlap_in_time_lie_in_rows },
  { "the legend explains what is drawn and nothing else",
    the_legend_explains_what_is_drawn_and_nothing_else },
  { "a message is missed wherever it was", a_message_is_missed_wherever_it_was },
  { "waits stand behind the lanes, and within each other",
    waits_stand_behind_the_lanes_and_within_each_other },
  { "a tick is written once, however many steps it has",
    a_tick_is_written_once_however_many_steps_it_has },
  { "a lane is as long as its worker is there",
    a_lane_is_as_long_as_its_worker_is_there },
  { "the race can be read in a column of a paper",
    the_race_can_be_read_in_a_column_of_a_paper },
  CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
  { "labels", NULL, NULL, NULL, NULL, label_tests },
  { "layout", NULL, NULL, NULL, NULL, layout_tests },
  CU_SUITE_INFO_NULL,
};

int
main (void)
{
  return lull_test_main (suites);
}
