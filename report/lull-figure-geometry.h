/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Points, boxes and segments on the page of a figure. x grows to the right, y downwards.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x, y;
} LullPoint;

/** A rectangle with sides along the axes; x0 ≤ x1, y0 ≤ y1. */
typedef struct
{
  double x0, y0, x1, y1;
} LullBox;

/** The box of the given half sizes around a point. */
LullBox lull_box_around (LullPoint centre, double half_width, double half_height);

/** @p self with @p margin added on every side. */
LullBox lull_box_grown (LullBox self, double margin);

/** The smallest box that holds both. */
LullBox lull_box_union (LullBox self, LullBox other);

/** Whether the two have a point in common that is not on an edge. */
gboolean lull_box_meets_box (LullBox self, LullBox other);

/** Whether @p other lies wholly within @p self. */
gboolean lull_box_contains_box (LullBox self, LullBox other);

/** Whether the segment from @p a to @p b has a point within @p self. */
gboolean lull_box_meets_segment (LullBox self, LullPoint a, LullPoint b);

/** Whether the segments from @p a to @p b and from @p c to @p d cross. */
gboolean lull_segments_meet (LullPoint a, LullPoint b, LullPoint c, LullPoint d);

/** The distance between two points. */
double lull_point_distance (LullPoint a, LullPoint b);

/** The point at @p t of the way from @p a (0) to @p b (1). */
LullPoint lull_point_between (LullPoint a, LullPoint b, double t);

/** The point at @p t of the cubic Bézier curve with the four control points @p c. */
LullPoint lull_point_on_curve (const LullPoint *c, double t);

G_END_DECLS
