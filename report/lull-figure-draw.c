/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-draw.h"

#include "lull-figure-pen.h"

static void
draw_cut (const LullFigurePlan *plan, cairo_t *cr)
{
  if (plan->cut->len > 0)
    lull_pen_cut (cr, &g_array_index (plan->cut, LullPoint, 0), plan->cut->len);
}

static void
draw_ground (const LullFigurePlan *plan, cairo_t *cr)
{
  if (plan->cut->len > 0)
    lull_pen_past (cr, &g_array_index (plan->cut, LullPoint, 0), plan->cut->len,
                   plan->lane_start);
  for (guint lane = 0; lane < plan->lanes->len; lane++)
    {
      const LullPlanLane *line = &g_array_index (plan->lanes, LullPlanLane, lane);

      lull_pen_lane (cr, line->x0, line->x1, line->y);
    }
}

static void
draw_bars (const LullFigurePlan *plan, cairo_t *cr)
{
  for (guint i = 0; i < plan->bars->len; i++)
    {
      const LullPlanBar *bar = &g_array_index (plan->bars, LullPlanBar, i);

      lull_pen_bar (cr, bar->box, bar->bar->lost, bar->is_open);
    }
}

/* From the least to the most important, so that the latter lie on top. */
static void
draw_arrows (const LullFigurePlan *plan, cairo_t *cr)
{
  static const LullArrowLook order[] = { LULL_LOOK_WAIT,       LULL_LOOK_CYCLE,
                                         LULL_LOOK_CONTROL,    LULL_LOOK_MESSAGE,
                                         LULL_LOOK_IN_TRANSIT, LULL_LOOK_MISSED,
                                         LULL_LOOK_ORPHAN };

  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    for (guint i = 0; i < plan->arrows->len; i++)
      {
        const LullPlanArrow *arrow = &g_array_index (plan->arrows, LullPlanArrow, i);

        if (arrow->look == order[k])
          lull_pen_arrow (cr, arrow->points, arrow->point_count, arrow->head,
                          arrow->look);
      }
}

static void
draw_marks (const LullFigurePlan *plan, cairo_t *cr)
{
  for (guint i = 0; i < plan->marks->len; i++)
    {
      const LullPlanMark *mark = &g_array_index (plan->marks, LullPlanMark, i);

      lull_pen_mark (cr, mark->at, mark->mark->kind, mark->mark->in_cut);
    }
}

static LullInk
label_ink (const LullFigurePlan *plan, const LullPlanLabel *label)
{
  switch (label->kind)
    {
    case LULL_LABEL_ORPHAN:
    case LULL_LABEL_MISSED:
      return LULL_INK_ALARM;
    case LULL_LABEL_CUT:
      return LULL_INK_CUT;
    case LULL_LABEL_VALUE:
      return g_array_index (plan->marks, LullPlanMark, label->owner).mark->kind ==
                     LULL_MARK_PREMATURE
                 ? LULL_INK_ALARM
                 : LULL_INK_CUT;
    case LULL_LABEL_MARK:
    case LULL_LABEL_CONTROL:
    case LULL_LABEL_AXIS:
      return LULL_INK_FAINT;
    case LULL_LABEL_LANE:
    case LULL_LABEL_LOST:
    case LULL_LABEL_IN_TRANSIT:
    case LULL_LABEL_MESSAGE:
    case LULL_LABEL_WAIT:
    case LULL_LABEL_BAR:
    case LULL_LABEL_LOOP:
      return LULL_INK_TEXT;
    default:
      g_assert_not_reached ();
    }
}

static void
draw_label (const LullFigurePlan *plan,
            const LullPlanLabel *label,
            LullFigureText *text,
            cairo_t *cr)
{
  if (label->has_leader)
    {
      lull_pen_set_ink (cr, LULL_INK_FAINT);
      cairo_set_line_width (cr, 0.6);
      cairo_move_to (cr, label->leader[0].x, label->leader[0].y);
      cairo_line_to (cr, label->leader[1].x, label->leader[1].y);
      cairo_stroke (cr);
    }
  if (label->is_crossed)
    lull_figure_text_halo (text, label->role, label->text, cr, label->box.x0,
                           label->box.y0);
  if (label->kind == LULL_LABEL_LOST && !label->has_leader)
    {
      /* Hatching would make it hard to read. */
      lull_pen_set_ink (cr, LULL_INK_PAPER);
      cairo_rectangle (cr, label->box.x0 - 1.0, label->box.y0 + 1.0,
                       label->box.x1 - label->box.x0 + 2.0,
                       label->box.y1 - label->box.y0 - 2.0);
      cairo_fill (cr);
    }
  lull_pen_set_ink (cr, label_ink (plan, label));
  lull_figure_text_show (text, label->role, label->text, cr, label->box.x0,
                         label->box.y0);
}

static void
draw_loop (const LullFigurePlan *plan, cairo_t *cr)
{
  double from, to = plan->lane_end;

  if (plan->story->loop_start >= plan->columns->len)
    return;
  from = lull_figure_plan_x (plan, plan->story->loop_start) - 6.0;
  lull_pen_set_ink (cr, LULL_INK_TEXT);
  cairo_set_line_width (cr, 0.9);
  cairo_move_to (cr, from, plan->loop_y + 5.0);
  cairo_line_to (cr, from, plan->loop_y);
  cairo_line_to (cr, to, plan->loop_y);
  cairo_line_to (cr, to, plan->loop_y + 5.0);
  cairo_stroke (cr);
}

/* Two strokes through the axis, as charts have it where time was left out. */
static void
draw_break (const LullFigurePlan *plan, guint step, cairo_t *cr)
{
  double x =
      (lull_figure_plan_x (plan, step - 1) + lull_figure_plan_x (plan, step)) / 2.0;

  for (guint i = 0; i < 2; i++)
    {
      cairo_move_to (cr, x - 4.0 + 4.0 * i, plan->axis_y + 4.0);
      cairo_line_to (cr, x + 4.0 * i, plan->axis_y - 4.0);
    }
}

static void
draw_axis (const LullFigurePlan *plan, cairo_t *cr)
{
  lull_pen_set_ink (cr, LULL_INK_FAINT);
  cairo_set_line_width (cr, 0.6);
  for (guint step = 0; step < plan->columns->len; step++)
    {
      double x = lull_figure_plan_x (plan, step);

      if (!g_array_index (plan->is_drawn, gboolean, step))
        continue;
      cairo_move_to (cr, x, plan->axis_y);
      cairo_line_to (cr, x, plan->axis_y + 3.0);
    }
  for (guint i = 0; i < plan->breaks->len; i++)
    draw_break (plan, g_array_index (plan->breaks, guint, i), cr);
  cairo_move_to (cr, plan->lane_start, plan->axis_y);
  cairo_line_to (cr, plan->lane_end, plan->axis_y);
  cairo_stroke (cr);
}

static void
draw_sample_arrow (cairo_t *cr, LullBox box, LullArrowLook look)
{
  double y = (box.y0 + box.y1) / 2.0;
  double half =
      (look == LULL_LOOK_ORPHAN ? LULL_HEAD_WIDTH_ORPHAN : LULL_HEAD_WIDTH) / 2.0;
  LullPoint points[] = { { box.x0, y }, { box.x1, y } };
  LullPoint head[] = { { box.x1, y },
                       { box.x1 - LULL_HEAD_LENGTH, y - half },
                       { box.x1 - LULL_HEAD_LENGTH, y + half } };

  lull_pen_arrow (cr, points, G_N_ELEMENTS (points), head, look);
}

static void
draw_sample_bar (cairo_t *cr, LullBox box, gboolean is_lost)
{
  lull_pen_bar (cr, (LullBox){ box.x0, box.y0 + 3.0, box.x1, box.y1 - 3.0 }, is_lost,
                FALSE);
}

static void
draw_sample_cut (cairo_t *cr, LullBox box)
{
  double x = (box.x0 + box.x1) / 2.0;
  LullPoint points[] = { { x, box.y0 + 1.0 }, { x, box.y1 - 1.0 } };

  lull_pen_past (cr, points, G_N_ELEMENTS (points), box.x0 + 2.0);
  lull_pen_cut (cr, points, G_N_ELEMENTS (points));
}

static void
draw_sample (cairo_t *cr, const LullPlanLegend *entry)
{
  LullBox box = entry->sample;
  LullPoint centre = { (box.x0 + box.x1) / 2.0, (box.y0 + box.y1) / 2.0 };

  switch (entry->kind)
    {
    case LULL_LEGEND_MESSAGE:
      draw_sample_arrow (cr, box, LULL_LOOK_MESSAGE);
      break;
    case LULL_LEGEND_ORPHAN:
      draw_sample_arrow (cr, box, LULL_LOOK_ORPHAN);
      break;
    case LULL_LEGEND_MISSED:
      draw_sample_arrow (cr, box, LULL_LOOK_MISSED);
      break;
    case LULL_LEGEND_IN_TRANSIT:
      draw_sample_arrow (cr, box, LULL_LOOK_IN_TRANSIT);
      break;
    case LULL_LEGEND_CONTROL:
      draw_sample_arrow (cr, box, LULL_LOOK_CONTROL);
      break;
    case LULL_LEGEND_RUNNING:
      draw_sample_bar (cr, box, FALSE);
      break;
    case LULL_LEGEND_LOST:
      draw_sample_bar (cr, box, TRUE);
      break;
    case LULL_LEGEND_SNAPSHOT:
      lull_pen_mark (cr, centre, LULL_MARK_SNAPSHOT, TRUE);
      break;
    case LULL_LEGEND_OTHER_SNAPSHOT:
      lull_pen_mark (cr, centre, LULL_MARK_SNAPSHOT, FALSE);
      break;
    case LULL_LEGEND_CUT:
      draw_sample_cut (cr, box);
      break;
    case LULL_LEGEND_ANNOUNCE:
      lull_pen_mark (cr, centre, LULL_MARK_ANNOUNCE, FALSE);
      break;
    case LULL_LEGEND_PREMATURE:
      lull_pen_mark (cr, centre, LULL_MARK_PREMATURE, FALSE);
      break;
    case LULL_LEGEND_COMES:
      lull_pen_mark (cr, centre, LULL_MARK_COMES, FALSE);
      break;
    case LULL_LEGEND_GOES:
      lull_pen_mark (cr, centre, LULL_MARK_GOES, FALSE);
      break;
    case LULL_LEGEND_CRASH:
      lull_pen_mark (cr, centre, LULL_MARK_CRASH, FALSE);
      break;
    case LULL_LEGEND_WAIT:
      draw_sample_arrow (cr, box, LULL_LOOK_WAIT);
      break;
    case LULL_LEGEND_CYCLE:
      draw_sample_arrow (cr, box, LULL_LOOK_CYCLE);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
draw_legend (const LullFigurePlan *plan, LullFigureText *text, cairo_t *cr)
{
  for (guint i = 0; i < plan->legend->len; i++)
    {
      const LullPlanLegend *entry = &g_array_index (plan->legend, LullPlanLegend, i);

      draw_sample (cr, entry);
      lull_pen_set_ink (cr, LULL_INK_TEXT);
      lull_figure_text_show (text, LULL_TEXT_LEGEND, entry->text, cr, entry->box.x0,
                             entry->box.y0);
    }
}

void
lull_figure_draw (const LullFigurePlan *plan, LullFigureText *text, cairo_t *cr)
{
  lull_pen_set_ink (cr, LULL_INK_PAPER);
  cairo_paint (cr);
  cairo_translate (cr, plan->origin.x, plan->origin.y);
  draw_ground (plan, cr);
  draw_cut (plan, cr);
  draw_bars (plan, cr);
  draw_arrows (plan, cr);
  draw_marks (plan, cr);
  draw_loop (plan, cr);
  draw_axis (plan, cr);
  for (guint i = 0; i < plan->labels->len; i++)
    {
      const LullPlanLabel *label = &g_array_index (plan->labels, LullPlanLabel, i);

      if (label->is_placed)
        draw_label (plan, label, text, cr);
    }
  draw_legend (plan, text, cr);
  lull_pen_set_ink (cr, LULL_INK_TEXT);
  lull_figure_text_show_caption (text, plan->story->title, plan->story->caption,
                                 plan->body.x1 - plan->body.x0, cr, plan->body.x0,
                                 plan->caption_y);
}
