/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-plan.h"

#include <math.h>

#define LANE_GAP 62.0
#define LANE_GAP_MANY 52.0 /* from four lanes on */
#define MOMENT_WIDTH 4.0   /* half the width of a bar that begins and ends in one step */
#define ROW_GAP 2.5        /* between bars that overlap in time */
#define CUT_OVERHANG 27.0  /* how far the cut reaches beyond the outer lanes */
#define CUT_SAMPLES 16U    /* straight pieces of the cut from lane to lane */
#define LOST_AT 0.74 /* how far an arrow that never arrives gets on its way across */

/* Row 0 lies on the line of the lane; the others below and above it in turn. */
static double
row_offset (guint row)
{
  double distance = ((row + 1) / 2) * (LULL_BAR_HEIGHT + ROW_GAP);

  return row % 2 == 1 ? distance : -distance;
}

static gboolean
row_is_free (const LullFigurePlan *self, const LullPlanBar *bar, guint row)
{
  for (guint i = 0; i < self->bars->len; i++)
    {
      const LullPlanBar *other = &g_array_index (self->bars, LullPlanBar, i);

      if (other->bar->lane == bar->bar->lane && other->row == row &&
          bar->box.x0 < other->box.x1 + 1.0 && other->box.x0 < bar->box.x1 + 1.0)
        return FALSE;
    }
  return TRUE;
}

static void
lay_out_bars (LullFigurePlan *self)
{
  const GArray *bars = self->story->bars;

  for (guint i = 0; i < bars->len; i++)
    {
      const LullStoryBar *bar = &g_array_index (bars, LullStoryBar, i);
      LullPlanBar plan = { .bar = bar, .is_open = bar->last_step == LULL_STORY_NEVER };

      plan.box.x0 = lull_figure_plan_x (self, bar->first_step);
      plan.box.x1 =
          plan.is_open ? self->lane_end - 3.0 : lull_figure_plan_x (self, bar->last_step);
      if (plan.box.x1 < plan.box.x0 + 2.0 * MOMENT_WIDTH)
        {
          plan.box.x1 = plan.box.x0 + MOMENT_WIDTH;
          plan.box.x0 -= MOMENT_WIDTH;
        }
      while (!row_is_free (self, &plan, plan.row))
        plan.row++;
      g_array_append_val (self->bars, plan);
    }
}

/* How far the bars of a lane reach beyond its line, upwards (-1) or downwards (+1). */
static double
lane_reach (const LullFigurePlan *self, guint lane, double direction)
{
  double reach = LULL_BAR_HEIGHT / 2.0;

  for (guint i = 0; i < self->bars->len; i++)
    {
      const LullPlanBar *bar = &g_array_index (self->bars, LullPlanBar, i);

      if (bar->bar->lane == lane)
        reach = MAX (reach, direction * row_offset (bar->row) + LULL_BAR_HEIGHT / 2.0);
    }
  return reach;
}

static void
lay_out_lanes (LullFigurePlan *self)
{
  guint count = self->story->lanes->len;
  double gap = count > 3 ? LANE_GAP_MANY : LANE_GAP;
  double y = 0.0;

  gap *= 1.0 + (self->stretch - 1.0) * 0.7;
  g_array_set_size (self->lanes, count);
  for (guint lane = 0; lane < count; lane++)
    {
      if (lane > 0)
        y += lane_reach (self, lane - 1, 1.0) + gap - LULL_BAR_HEIGHT +
             lane_reach (self, lane, -1.0);
      g_array_index (self->lanes, LullPlanLane, lane) =
          (LullPlanLane){ y, self->lane_start, self->lane_end };
    }
  for (guint i = 0; i < self->bars->len; i++)
    {
      LullPlanBar *bar = &g_array_index (self->bars, LullPlanBar, i);
      double centre = lull_figure_plan_y (self, bar->bar->lane) + row_offset (bar->row);

      bar->box.y0 = centre - LULL_BAR_HEIGHT / 2.0;
      bar->box.y1 = centre + LULL_BAR_HEIGHT / 2.0;
    }
}

static void
lay_out_marks (LullFigurePlan *self)
{
  const GArray *marks = self->story->marks;

  for (guint i = 0; i < marks->len; i++)
    {
      const LullStoryMark *mark = &g_array_index (marks, LullStoryMark, i);
      LullPlanMark plan = { .mark = mark };
      double radius = LULL_MARK_RADIUS + (mark->kind == LULL_MARK_PREMATURE ? 2.6 : 0.0);

      plan.at.x = lull_figure_plan_x (self, mark->step);
      plan.at.y = lull_figure_plan_y (self, mark->lane);
      /* Marks of different kinds at one step stand side by side; of one kind they are
       * one. */
      for (guint j = 0; j < i; j++)
        {
          const LullPlanMark *other = &g_array_index (self->marks, LullPlanMark, j);

          if (other->mark->lane == mark->lane && other->mark->step == mark->step &&
              other->mark->kind != mark->kind)
            plan.at.x = MAX (plan.at.x, other->box.x1 + radius + 1.0);
        }
      plan.box = lull_box_around (plan.at, radius, radius);
      g_array_append_val (self->marks, plan);
    }
}

/* Where somebody comes a lane begins, where it goes for good the lane ends. */
static void
lay_out_lane_ends (LullFigurePlan *self)
{
  for (guint i = 0; i < self->story->absent->len; i++)
    {
      guint absent = g_array_index (self->story->absent, guint, i);

      g_array_index (self->lanes, LullPlanLane, absent).x1 = self->lane_start;
    }
  for (guint i = 0; i < self->marks->len; i++)
    {
      const LullPlanMark *mark = &g_array_index (self->marks, LullPlanMark, i);
      LullPlanLane *lane = &g_array_index (self->lanes, LullPlanLane, mark->mark->lane);

      if (mark->mark->kind == LULL_MARK_COMES)
        lane->x0 = mark->at.x;
      else if (mark->mark->kind == LULL_MARK_GOES || mark->mark->kind == LULL_MARK_CRASH)
        lane->x1 = mark->at.x;
    }
}

/* Where an arrow meets a lane: at the edge of what covers the line there, seen from a
 * side. */
static LullPoint
dock (const LullFigurePlan *self, guint lane, double x, double direction)
{
  LullPoint point = { x, lull_figure_plan_y (self, lane) };
  double reach = 0.8;

  for (guint i = 0; i < self->bars->len; i++)
    {
      const LullPlanBar *bar = &g_array_index (self->bars, LullPlanBar, i);

      if (bar->bar->lane == lane && bar->box.x0 - 0.1 <= x && x <= bar->box.x1 + 0.1)
        reach = MAX (reach, direction * row_offset (bar->row) + LULL_BAR_HEIGHT / 2.0);
    }
  for (guint i = 0; i < self->marks->len; i++)
    {
      const LullPlanMark *mark = &g_array_index (self->marks, LullPlanMark, i);

      if (mark->mark->lane == lane && fabs (mark->at.x - x) < LULL_MARK_RADIUS)
        reach = MAX (reach, mark->box.y1 - mark->at.y);
    }
  point.y += direction * reach;
  return point;
}

/* The how-manieth message this is of those between its two lanes that never arrive. */
static guint
unreceived_rank (const LullFigurePlan *self, guint index)
{
  const LullStoryArrow *arrow =
      &g_array_index (self->story->arrows, LullStoryArrow, index);
  guint rank = 0;

  for (guint i = 0; i < index; i++)
    {
      const LullStoryArrow *other =
          &g_array_index (self->story->arrows, LullStoryArrow, i);

      rank += other->received_step == LULL_STORY_NEVER &&
                      other->ended_step == LULL_STORY_NEVER &&
                      other->to_lane == arrow->to_lane &&
                      other->from_lane == arrow->from_lane
                  ? 1
                  : 0;
    }
  return rank;
}

static void
lay_out_straight (LullFigurePlan *self, LullPlanArrow *plan, guint index)
{
  const LullStoryArrow *arrow = plan->arrow;
  double direction = arrow->to_lane > arrow->from_lane ? 1.0 : -1.0;
  LullPoint from = dock (self, arrow->from_lane,
                         lull_figure_plan_x (self, arrow->sent_step), direction);
  LullPoint to;

  if (arrow->received_step != LULL_STORY_NEVER)
    to = dock (self, arrow->to_lane, lull_figure_plan_x (self, arrow->received_step),
               -direction);
  else if (arrow->ended_step != LULL_STORY_NEVER)
    {
      /* Lost on its way. */
      to.x = MAX (lull_figure_plan_x (self, arrow->ended_step), from.x + 10.0);
      to.y = from.y + LOST_AT * (lull_figure_plan_y (self, arrow->to_lane) - from.y);
    }
  else
    {
      /* Still on the wire where the story ends: on its way, not there. */
      guint rank = unreceived_rank (self, index);
      double way = MAX (LOST_AT - 0.14 * rank, 0.2);

      to.x = MAX (self->lane_end - 9.0 * (rank % 4), from.x + 10.0);
      to.y = from.y + way * (lull_figure_plan_y (self, arrow->to_lane) - from.y);
    }
  plan->points[0] = from;
  plan->points[1] = to;
  plan->point_count = 2;
}

/* A message to oneself leaves its lane upwards and comes back. */
static void
lay_out_returning (LullFigurePlan *self, LullPlanArrow *plan)
{
  const LullStoryArrow *arrow = plan->arrow;
  gboolean arrives = arrow->received_step != LULL_STORY_NEVER;
  LullPoint from =
      dock (self, arrow->from_lane, lull_figure_plan_x (self, arrow->sent_step), -1.0);
  LullPoint to = { self->lane_end, from.y - 16.0 };
  LullPoint control[4];
  double rise;

  if (arrives)
    to = dock (self, arrow->to_lane, lull_figure_plan_x (self, arrow->received_step),
               -1.0);
  else if (arrow->ended_step != LULL_STORY_NEVER)
    to.x = MAX (lull_figure_plan_x (self, arrow->ended_step), from.x + 10.0);
  rise = MIN (from.y, to.y) - 26.0 - MIN (0.06 * (to.x - from.x), 10.0);
  control[0] = from;
  control[1] = (LullPoint){ from.x + 0.25 * (to.x - from.x), rise };
  control[2] = (LullPoint){ to.x - 0.25 * (to.x - from.x), arrives ? rise : to.y };
  control[3] = to;
  plan->point_count = LULL_PATH_POINTS_MAX;
  for (guint i = 0; i < LULL_PATH_POINTS_MAX; i++)
    plan->points[i] = lull_point_on_curve (control, i / (LULL_PATH_POINTS_MAX - 1.0));
}

/* A triangle whose tip is the end of the path. */
static void
lay_out_head (LullPlanArrow *plan)
{
  double width =
      plan->look == LULL_LOOK_ORPHAN ? LULL_HEAD_WIDTH_ORPHAN : LULL_HEAD_WIDTH;
  LullPoint tip = plan->points[plan->point_count - 1];
  LullPoint before = plan->points[plan->point_count - 2];
  double length = MAX (lull_point_distance (before, tip), 1e-6);
  double ux = (tip.x - before.x) / length, uy = (tip.y - before.y) / length;
  LullPoint base = { tip.x - ux * LULL_HEAD_LENGTH, tip.y - uy * LULL_HEAD_LENGTH };

  plan->head[0] = tip;
  plan->head[1] = (LullPoint){ base.x - uy * width / 2.0, base.y + ux * width / 2.0 };
  plan->head[2] = (LullPoint){ base.x + uy * width / 2.0, base.y - ux * width / 2.0 };
  plan->head_box = (LullBox){ tip.x, tip.y, tip.x, tip.y };
  for (guint i = 1; i < 3; i++)
    plan->head_box =
        lull_box_union (plan->head_box, lull_box_around (plan->head[i], 0.0, 0.0));
}

void
lull_figure_plan_add_arrow (LullFigurePlan *self, const LullPlanArrow *arrow)
{
  LullPlanArrow plan = *arrow;

  lay_out_head (&plan);
  g_array_append_val (self->arrows, plan);
}

static LullArrowLook
look_of (const LullStoryArrow *arrow)
{
  static const LullArrowLook looks[] = { [LULL_ARROW_PLAIN] = LULL_LOOK_MESSAGE,
                                         [LULL_ARROW_IN_TRANSIT] = LULL_LOOK_IN_TRANSIT,
                                         [LULL_ARROW_ORPHAN] = LULL_LOOK_ORPHAN,
                                         [LULL_ARROW_CONTROL] = LULL_LOOK_CONTROL };

  /* An orphan message stays one: it is the proof. */
  if (arrow->lost && arrow->kind != LULL_ARROW_ORPHAN)
    return LULL_LOOK_MISSED;
  return looks[arrow->kind];
}

static void
lay_out_arrows (LullFigurePlan *self)
{
  const GArray *arrows = self->story->arrows;

  for (guint i = 0; i < arrows->len; i++)
    {
      LullPlanArrow plan = { .arrow = &g_array_index (arrows, LullStoryArrow, i) };

      plan.label = plan.arrow->label;
      plan.look = look_of (plan.arrow);
      if (plan.arrow->from_lane == plan.arrow->to_lane)
        lay_out_returning (self, &plan);
      else
        lay_out_straight (self, &plan, i);
      lull_figure_plan_add_arrow (self, &plan);
    }
}

/* The last mark of the cut on a lane, or NULL. */
static const LullPlanMark *
cut_mark (const LullFigurePlan *self, guint lane)
{
  const LullPlanMark *found = NULL;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const LullPlanMark *mark = &g_array_index (self->marks, LullPlanMark, i);

      if (mark->mark->in_cut && mark->mark->lane == lane)
        found = mark;
    }
  return found;
}

/* From lane to lane the cut leaves and arrives at right angles to the lanes. */
static void
append_cut_piece (GArray *cut, LullPoint from, LullPoint to)
{
  double middle = (from.y + to.y) / 2.0;
  LullPoint control[4] = { from, { from.x, middle }, { to.x, middle }, to };

  for (guint i = 1; i <= CUT_SAMPLES; i++)
    {
      LullPoint point = lull_point_on_curve (control, i / (double) CUT_SAMPLES);

      g_array_append_val (cut, point);
    }
}

static void
lay_out_cut (LullFigurePlan *self)
{
  LullPoint end;

  for (guint lane = 0; lane < self->lanes->len; lane++)
    {
      const LullPlanMark *mark = cut_mark (self, lane);

      if (mark == NULL)
        continue;
      if (self->cut->len == 0)
        {
          LullPoint start = { mark->at.x, lull_figure_plan_y (self, 0) -
                                              lane_reach (self, 0, -1.0) - CUT_OVERHANG };

          g_array_append_val (self->cut, start);
          g_array_append_val (self->cut, mark->at);
        }
      else
        append_cut_piece (self->cut,
                          g_array_index (self->cut, LullPoint, self->cut->len - 1),
                          mark->at);
    }
  if (self->cut->len == 0)
    return;
  end = g_array_index (self->cut, LullPoint, self->cut->len - 1);
  end.y = lull_figure_plan_y (self, self->lanes->len - 1) +
          lane_reach (self, self->lanes->len - 1, 1.0) + CUT_OVERHANG;
  g_array_append_val (self->cut, end);
}

void
lull_figure_plan_lay_out (LullFigurePlan *self, LullFigureText *text)
{
  lay_out_bars (self);
  lay_out_lanes (self);
  lay_out_marks (self);
  lay_out_lane_ends (self);
  lay_out_arrows (self);
  lull_figure_plan_lay_out_waits (self, text);
  lay_out_cut (self);
}
