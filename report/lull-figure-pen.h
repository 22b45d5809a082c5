/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How the symbols of a figure look. The figure and its legend draw with the same pen, so
 * a symbol and its explanation cannot differ. Every distinction that colour makes is made
 * by shape or stroke as well: the figure must read in black and white.
 */
#pragma once

#include "lull-figure-plan.h"

G_BEGIN_DECLS

/** Colours by what they say. */
typedef enum
{
  LULL_INK_TEXT,
  LULL_INK_FAINT, /**< axis, leaders, control messages' labels */
  LULL_INK_ALARM, /**< orphan message, missed work, premature announcement */
  LULL_INK_CUT,
  LULL_INK_PAPER
} LullInk;

/** Sets the colour of what is drawn next. */
void lull_pen_set_ink (cairo_t *cr, LullInk ink);

/** The line of a lane. */
void lull_pen_lane (cairo_t *cr, double x0, double x1, double y);

/** Something that runs; @p is_open: it has not ended. */
void lull_pen_bar (cairo_t *cr, LullBox box, gboolean is_lost, gboolean is_open);

/** A message along @p points. */
void lull_pen_arrow (cairo_t *cr,
                     const LullPoint *points,
                     guint point_count,
                     const LullPoint *head,
                     LullArrowLook look);

/** A mark of a lane. */
void lull_pen_mark (cairo_t *cr, LullPoint at, LullMarkKind kind, gboolean in_cut);

/** The line of a cut. */
void lull_pen_cut (cairo_t *cr, const LullPoint *points, guint point_count);

/** The past of a cut: all between @p left and its line. */
void lull_pen_past (cairo_t *cr, const LullPoint *points, guint point_count, double left);

G_END_DECLS
