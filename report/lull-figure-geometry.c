/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-geometry.h"

#include <math.h>

LullBox
lull_box_around (LullPoint centre, double half_width, double half_height)
{
  return (LullBox){ centre.x - half_width, centre.y - half_height, centre.x + half_width,
                    centre.y + half_height };
}

LullBox
lull_box_grown (LullBox self, double margin)
{
  return (LullBox){ self.x0 - margin, self.y0 - margin, self.x1 + margin,
                    self.y1 + margin };
}

LullBox
lull_box_union (LullBox self, LullBox other)
{
  return (LullBox){ MIN (self.x0, other.x0), MIN (self.y0, other.y0),
                    MAX (self.x1, other.x1), MAX (self.y1, other.y1) };
}

gboolean
lull_box_meets_box (LullBox self, LullBox other)
{
  return self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 &&
         other.y0 < self.y1;
}

gboolean
lull_box_contains_box (LullBox self, LullBox other)
{
  return self.x0 <= other.x0 && other.x1 <= self.x1 && self.y0 <= other.y0 &&
         other.y1 <= self.y1;
}

/* Narrows the part [*from, *to] of a segment to where start + t·delta lies in [low,
 * high]. */
static gboolean
clip (double start, double delta, double low, double high, double *from, double *to)
{
  double enter, leave;

  if (fabs (delta) < 1e-12)
    return start > low && start < high;
  enter = (low - start) / delta;
  leave = (high - start) / delta;
  *from = MAX (*from, MIN (enter, leave));
  *to = MIN (*to, MAX (enter, leave));
  return *from < *to;
}

/* Liang and Barsky's clipping: what is left of the segment after each pair of edges. */
gboolean
lull_box_meets_segment (LullBox self, LullPoint a, LullPoint b)
{
  double from = 0.0, to = 1.0;

  return clip (a.x, b.x - a.x, self.x0, self.x1, &from, &to) &&
         clip (a.y, b.y - a.y, self.y0, self.y1, &from, &to);
}

/* Twice the area of the triangle, positive if it turns clockwise on the page. */
static double
turn (LullPoint a, LullPoint b, LullPoint c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

gboolean
lull_segments_meet (LullPoint a, LullPoint b, LullPoint c, LullPoint d)
{
  return turn (a, b, c) * turn (a, b, d) < 0.0 && turn (c, d, a) * turn (c, d, b) < 0.0;
}

double
lull_point_distance (LullPoint a, LullPoint b)
{
  return hypot (b.x - a.x, b.y - a.y);
}

LullPoint
lull_point_between (LullPoint a, LullPoint b, double t)
{
  return (LullPoint){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
}

LullPoint
lull_point_on_curve (const LullPoint *c, double t)
{
  LullPoint left = lull_point_between (c[0], c[1], t);
  LullPoint middle = lull_point_between (c[1], c[2], t);
  LullPoint right = lull_point_between (c[2], c[3], t);

  return lull_point_between (lull_point_between (left, middle, t),
                             lull_point_between (middle, right, t), t);
}
