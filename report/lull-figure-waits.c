/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who waits for whom where the story ends: brackets to the right of the lanes, the
 * shorter ones within the longer ones, so that none crosses another needlessly.
 *
 *     A ─────── ◂────╮
 *               ───╮ │     A waits for B, and B for A
 *     B ─────── ◂──╯ │
 *               ─────╯
 */
#include "lull-figure-plan.h"

#include <math.h>

#define START_GAP 4.0    /* between the end of a lane and its brackets */
#define REACH_LOOP 15.0  /* of a bracket that returns to its own place */
#define REACH_MIN 21.0   /* of the innermost of the others */
#define END_GAP 8.0      /* between two ends at one place */
#define CORNER 9.0       /* radius */
#define CORNER_POINTS 5U /* of the path, in a corner */
#define SIDE_POINTS 4U   /* of the path, between the corners */
#define LABEL_ROOM 14.0  /* for a label, beside its width */

G_STATIC_ASSERT (2 + 2 * CORNER_POINTS + SIDE_POINTS <= LULL_PATH_POINTS_MAX);

/** A bracket before it is drawn. */
typedef struct
{
  const LullStoryWait *wait;
  double from_y, to_y; /* of the places where it starts and ends */
  double label_width;
  double reach;
} Bracket;

/** One end of a bracket, among all that are at its place. */
typedef struct
{
  double y, other_y;
  double reach;
  guint index; /* of the bracket */
  gboolean is_head;
} End;

static double
place_of (const LullFigurePlan *self, guint lane, guint bar)
{
  LullBox box;

  if (bar == LULL_STORY_NEVER)
    return lull_figure_plan_y (self, lane);
  box = g_array_index (self->bars, LullPlanBar, bar).box;
  return (box.y0 + box.y1) / 2.0;
}

static double
span_of (const Bracket *bracket)
{
  return fabs (bracket->to_y - bracket->from_y);
}

static gboolean
is_loop (const Bracket *bracket)
{
  return span_of (bracket) == 0.0;
}

static gboolean
comes_before (const Bracket *brackets, guint index, guint other)
{
  double span = span_of (&brackets[index]), others = span_of (&brackets[other]);

  return span < others || (span == others && index < other);
}

/* Whether the two stand beside each other somewhere. */
static gboolean
overlaps (const Bracket *one, const Bracket *other)
{
  return MAX (MIN (one->from_y, one->to_y), MIN (other->from_y, other->to_y)) <=
         MIN (MAX (one->from_y, one->to_y), MAX (other->from_y, other->to_y));
}

/* Each reaches so far that its label has room between it and those within, which are
 * known; what returns to its own place has its label outside. */
static double
find_reach (const Bracket *brackets, guint count, guint index)
{
  const Bracket *bracket = &brackets[index];
  double reach = REACH_MIN;

  if (is_loop (bracket))
    return REACH_LOOP;
  for (guint i = 0; i < count; i++)
    {
      const Bracket *inner = &brackets[i];

      if (!comes_before (brackets, i, index) || !overlaps (inner, bracket))
        continue;
      if (!is_loop (inner))
        reach = MAX (reach, inner->reach + bracket->label_width + LABEL_ROOM);
      else if (inner->from_y != bracket->from_y && inner->from_y != bracket->to_y)
        reach = MAX (reach, inner->reach + inner->label_width + LABEL_ROOM);
    }
  return reach;
}

/* From the innermost to the outermost. */
static void
find_reaches (Bracket *brackets, guint count)
{
  for (guint rank = 0; rank < count; rank++)
    for (guint i = 0; i < count; i++)
      {
        guint before = 0;

        for (guint other = 0; other < count; other++)
          before += comes_before (brackets, other, i) ? 1 : 0;
        if (before == rank)
          brackets[i].reach = find_reach (brackets, count, i);
      }
}

static Bracket *
brackets_new (const LullFigurePlan *self, LullFigureText *text)
{
  const GArray *waits = self->story->waits;
  Bracket *brackets = g_new0 (Bracket, waits->len + 1);
  double height;

  for (guint i = 0; i < waits->len; i++)
    {
      const LullStoryWait *wait = &g_array_index (waits, LullStoryWait, i);

      brackets[i].wait = wait;
      brackets[i].from_y = place_of (self, wait->from_lane, wait->from_bar);
      brackets[i].to_y = place_of (self, wait->to_lane, wait->to_bar);
      lull_figure_text_measure (text, LULL_TEXT_LABEL, wait->label,
                                &brackets[i].label_width, &height);
    }
  find_reaches (brackets, waits->len);
  return brackets;
}

/* From top to bottom: ends of what leads upwards, the innermost first in that direction;
 * what returns, one below the other; ends of what leads downwards. */
static double
order_of (const End *end)
{
  if (end->other_y == end->y)
    return end->index + (end->is_head ? 0.5 : 0.0);
  return end->other_y < end->y ? end->reach - 1e6 : 1e6 - end->reach;
}

static End
end_of (const Bracket *brackets, guint index, gboolean is_head)
{
  const Bracket *bracket = &brackets[index];

  return (End){ .y = is_head ? bracket->to_y : bracket->from_y,
                .other_y = is_head ? bracket->from_y : bracket->to_y,
                .reach = bracket->reach,
                .index = index,
                .is_head = is_head };
}

/* The y of one end: all that are at its place stand around it, in their order. */
static double
spread (const Bracket *brackets, guint count, guint index, gboolean is_head)
{
  const End end = end_of (brackets, index, is_head);
  guint before = 0, all = 0;

  for (guint i = 0; i < 2 * count; i++)
    {
      const End other = end_of (brackets, i / 2, i % 2 == 1);

      if (other.y != end.y)
        continue;
      all++;
      before += order_of (&other) < order_of (&end) ? 1 : 0;
    }
  return end.y + END_GAP * (before - (all - 1) / 2.0);
}

static void
add_point (LullPlanArrow *plan, double x, double y)
{
  plan->points[plan->point_count++] = (LullPoint){ x, y };
}

/* Out from one end, round two corners, and back to the other. */
static void
trace_bracket (LullPlanArrow *plan, double x, double reach, double from, double to)
{
  double down = to > from ? 1.0 : -1.0;
  double radius = MIN (CORNER, fabs (to - from) / 2.0);
  double far = x + reach, first = from + down * radius, second = to - down * radius;

  add_point (plan, x, from);
  for (guint i = 0; i < CORNER_POINTS; i++)
    {
      double angle = G_PI_2 * i / (CORNER_POINTS - 1.0);

      add_point (plan, far - radius * (1.0 - sin (angle)),
                 first - down * radius * cos (angle));
    }
  for (guint i = 1; i <= SIDE_POINTS; i++)
    add_point (plan, far, first + (second - first) * i / (SIDE_POINTS + 1.0));
  for (guint i = 0; i < CORNER_POINTS; i++)
    {
      double angle = G_PI_2 * i / (CORNER_POINTS - 1.0);

      add_point (plan, far - radius * (1.0 - cos (angle)),
                 second + down * radius * sin (angle));
    }
  add_point (plan, x, to);
}

void
lull_figure_plan_lay_out_waits (LullFigurePlan *self, LullFigureText *text)
{
  guint count = self->story->waits->len;
  g_autofree Bracket *brackets = brackets_new (self, text);

  self->waits_end = self->lane_end;
  for (guint i = 0; i < count; i++)
    {
      const LullStoryWait *wait = brackets[i].wait;
      LullPlanArrow plan = { .label = wait->label,
                             .look = wait->in_cycle ? LULL_LOOK_CYCLE : LULL_LOOK_WAIT };

      trace_bracket (&plan, self->lane_end + START_GAP, brackets[i].reach,
                     spread (brackets, count, i, FALSE),
                     spread (brackets, count, i, TRUE));
      lull_figure_plan_add_arrow (self, &plan);
      self->waits_end =
          MAX (self->waits_end, self->lane_end + START_GAP + brackets[i].reach +
                                    brackets[i].label_width + LABEL_ROOM);
    }
}
