/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-pen.h"

typedef struct
{
  double red, green, blue;
} Colour;

static const Colour inks[] = {
  [LULL_INK_TEXT] = { 0.11, 0.13, 0.16 },  [LULL_INK_FAINT] = { 0.46, 0.49, 0.54 },
  [LULL_INK_ALARM] = { 0.76, 0.07, 0.12 }, [LULL_INK_CUT] = { 0.10, 0.33, 0.62 },
  [LULL_INK_PAPER] = { 1.0, 1.0, 1.0 },
};

static const Colour lane_colour = { 0.42, 0.45, 0.50 };
static const Colour bar_fill = { 0.84, 0.87, 0.91 };
static const Colour bar_stroke = { 0.35, 0.39, 0.45 };
static const Colour lost_fill = { 0.99, 0.91, 0.91 };
static const Colour past_fill = { 0.945, 0.957, 0.973 };

static void
set_colour (cairo_t *cr, const Colour *colour)
{
  cairo_set_source_rgb (cr, colour->red, colour->green, colour->blue);
}

void
lull_pen_set_ink (cairo_t *cr, LullInk ink)
{
  set_colour (cr, &inks[ink]);
}

void
lull_pen_lane (cairo_t *cr, double x0, double x1, double y)
{
  set_colour (cr, &lane_colour);
  cairo_set_line_width (cr, 0.9);
  cairo_move_to (cr, x0, y);
  cairo_line_to (cr, x1, y);
  cairo_stroke (cr);
}

/* A bar that has not ended has no right side. */
static void
trace_bar (cairo_t *cr, LullBox box, gboolean is_open)
{
  const double radius = 2.2;

  cairo_new_path (cr);
  if (is_open)
    cairo_move_to (cr, box.x1, box.y1);
  else
    {
      cairo_arc (cr, box.x1 - radius, box.y0 + radius, radius, -G_PI_2, 0.0);
      cairo_arc (cr, box.x1 - radius, box.y1 - radius, radius, 0.0, G_PI_2);
    }
  cairo_arc (cr, box.x0 + radius, box.y1 - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, box.x0 + radius, box.y0 + radius, radius, G_PI, 3.0 * G_PI_2);
  if (is_open)
    cairo_line_to (cr, box.x1, box.y0);
  else
    cairo_close_path (cr);
}

/* Oblique lines: missed work is seen to be another thing in black and white too. */
static void
hatch (cairo_t *cr, LullBox box)
{
  double height = box.y1 - box.y0;

  cairo_save (cr);
  cairo_clip_preserve (cr);
  cairo_new_path (cr);
  cairo_set_line_width (cr, 0.7);
  for (double x = box.x0 - height + 4.5; x < box.x1; x += 4.5)
    {
      cairo_move_to (cr, x, box.y1);
      cairo_line_to (cr, x + height, box.y0);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
lull_pen_bar (cairo_t *cr, LullBox box, gboolean is_lost, gboolean is_open)
{
  trace_bar (cr, box, is_open);
  set_colour (cr, is_lost ? &lost_fill : &bar_fill);
  cairo_fill_preserve (cr);
  if (is_lost)
    {
      lull_pen_set_ink (cr, LULL_INK_ALARM);
      hatch (cr, box);
      trace_bar (cr, box, is_open);
    }
  set_colour (cr, is_lost ? &inks[LULL_INK_ALARM] : &bar_stroke);
  cairo_set_line_width (cr, is_lost ? 1.2 : 0.8);
  cairo_stroke (cr);
}

typedef struct
{
  double width;
  LullInk ink;
  double dashes[2];   /* 0: a solid line */
  gboolean is_hollow; /* the head */
} Stroke;

static const Stroke arrow_strokes[] = {
  [LULL_LOOK_MESSAGE] = { 1.1, LULL_INK_TEXT, { 0.0, 0.0 }, FALSE },
  [LULL_LOOK_IN_TRANSIT] = { 1.2, LULL_INK_TEXT, { 4.5, 3.0 }, FALSE },
  [LULL_LOOK_ORPHAN] = { 2.3, LULL_INK_ALARM, { 0.0, 0.0 }, FALSE },
  [LULL_LOOK_MISSED] = { 1.3, LULL_INK_ALARM, { 2.2, 2.2 }, TRUE },
  [LULL_LOOK_CONTROL] = { 0.8, LULL_INK_FAINT, { 0.0, 0.0 }, FALSE },
  [LULL_LOOK_WAIT] = { 0.9, LULL_INK_FAINT, { 1.4, 2.0 }, FALSE },
  [LULL_LOOK_CYCLE] = { 1.9, LULL_INK_FAINT, { 0.0, 0.0 }, FALSE },
};

static void
trace_path (cairo_t *cr, const LullPoint *points, guint point_count)
{
  cairo_new_path (cr);
  for (guint i = 0; i < point_count; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
}

static void
draw_head (cairo_t *cr, const LullPoint *head, const Stroke *stroke)
{
  trace_path (cr, head, 3);
  cairo_close_path (cr);
  if (stroke->is_hollow)
    {
      lull_pen_set_ink (cr, LULL_INK_PAPER);
      cairo_fill_preserve (cr);
      lull_pen_set_ink (cr, stroke->ink);
      cairo_set_line_width (cr, 1.0);
      cairo_stroke (cr);
    }
  else
    cairo_fill (cr);
}

void
lull_pen_arrow (cairo_t *cr,
                const LullPoint *points,
                guint point_count,
                const LullPoint *head,
                LullArrowLook look)
{
  const Stroke *stroke = &arrow_strokes[look];
  LullPoint tip = points[point_count - 1];

  lull_pen_set_ink (cr, stroke->ink);
  cairo_set_line_width (cr, stroke->width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (stroke->dashes[0] > 0.0)
    cairo_set_dash (cr, stroke->dashes, G_N_ELEMENTS (stroke->dashes), 0.0);
  trace_path (cr, points, point_count - 1);
  /* The line ends within the head, so that the tip stays sharp. */
  cairo_line_to (cr, (tip.x + head[1].x + head[2].x) / 3.0,
                 (tip.y + head[1].y + head[2].y) / 3.0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
  draw_head (cr, head, stroke);
}

static void
draw_point (cairo_t *cr, LullPoint at, gboolean in_cut)
{
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, LULL_MARK_RADIUS - (in_cut ? 0.0 : 0.6), 0.0, 2.0 * G_PI);
  lull_pen_set_ink (cr, in_cut ? LULL_INK_CUT : LULL_INK_PAPER);
  cairo_fill_preserve (cr);
  lull_pen_set_ink (cr, in_cut ? LULL_INK_PAPER : LULL_INK_CUT);
  cairo_set_line_width (cr, in_cut ? 0.9 : 1.2);
  cairo_stroke (cr);
}

static void
draw_diamond (cairo_t *cr, LullPoint at)
{
  const double radius = LULL_MARK_RADIUS + 0.2;
  const LullPoint corners[] = { { at.x, at.y - radius },
                                { at.x + radius, at.y },
                                { at.x, at.y + radius },
                                { at.x - radius, at.y } };

  trace_path (cr, corners, G_N_ELEMENTS (corners));
  cairo_close_path (cr);
  lull_pen_set_ink (cr, LULL_INK_PAPER);
  cairo_fill_preserve (cr);
  lull_pen_set_ink (cr, LULL_INK_TEXT);
  cairo_set_line_width (cr, 1.2);
  cairo_stroke (cr);
}

/* A warning sign: the exclamation mark is drawn, not written, so that no font is needed.
 */
static void
draw_warning (cairo_t *cr, LullPoint at)
{
  const LullPoint corners[] = { { at.x, at.y - 5.6 },
                                { at.x + 5.8, at.y + 4.6 },
                                { at.x - 5.8, at.y + 4.6 } };

  trace_path (cr, corners, G_N_ELEMENTS (corners));
  cairo_close_path (cr);
  lull_pen_set_ink (cr, LULL_INK_ALARM);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 1.6);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  lull_pen_set_ink (cr, LULL_INK_PAPER);
  cairo_set_line_width (cr, 1.5);
  cairo_move_to (cr, at.x, at.y - 2.6);
  cairo_line_to (cr, at.x, at.y + 1.2);
  cairo_stroke (cr);
  cairo_arc (cr, at.x, at.y + 3.0, 0.85, 0.0, 2.0 * G_PI);
  cairo_fill (cr);
}

static void
draw_stroke (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_stroke (cr);
}

/* The end of a lane, with a piece of it to the left (-1) or to the right (+1). */
static void
draw_end (cairo_t *cr, LullPoint at, double direction)
{
  lull_pen_set_ink (cr, LULL_INK_TEXT);
  cairo_set_line_width (cr, 1.8);
  draw_stroke (cr, at.x, at.y - LULL_MARK_RADIUS, at.x, at.y + LULL_MARK_RADIUS);
  draw_stroke (cr, at.x, at.y, at.x + direction * LULL_MARK_RADIUS, at.y);
}

static void
draw_cross (cairo_t *cr, LullPoint at)
{
  const double arm = LULL_MARK_RADIUS - 0.4;

  lull_pen_set_ink (cr, LULL_INK_TEXT);
  cairo_set_line_width (cr, 2.0);
  draw_stroke (cr, at.x - arm, at.y - arm, at.x + arm, at.y + arm);
  draw_stroke (cr, at.x - arm, at.y + arm, at.x + arm, at.y - arm);
}

void
lull_pen_mark (cairo_t *cr, LullPoint at, LullMarkKind kind, gboolean in_cut)
{
  switch (kind)
    {
    case LULL_MARK_SNAPSHOT:
      draw_point (cr, at, in_cut);
      break;
    case LULL_MARK_ANNOUNCE:
      draw_diamond (cr, at);
      break;
    case LULL_MARK_PREMATURE:
      draw_warning (cr, at);
      break;
    case LULL_MARK_COMES:
      draw_end (cr, at, 1.0);
      break;
    case LULL_MARK_GOES:
      draw_end (cr, at, -1.0);
      break;
    case LULL_MARK_CRASH:
      draw_cross (cr, at);
      break;
    default:
      g_assert_not_reached ();
    }
}

void
lull_pen_cut (cairo_t *cr, const LullPoint *points, guint point_count)
{
  static const double dashes[] = { 6.0, 2.2, 1.4, 2.2 };

  lull_pen_set_ink (cr, LULL_INK_CUT);
  cairo_set_line_width (cr, 1.3);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
  trace_path (cr, points, point_count);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

void
lull_pen_past (cairo_t *cr, const LullPoint *points, guint point_count, double left)
{
  trace_path (cr, points, point_count);
  cairo_line_to (cr, left, points[point_count - 1].y);
  cairo_line_to (cr, left, points[0].y);
  cairo_close_path (cr);
  set_colour (cr, &past_fill);
  cairo_fill (cr);
}
