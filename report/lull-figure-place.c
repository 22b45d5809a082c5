/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-plan.h"

#include <math.h>

/* Costs are in units of "less handy" and decide between places that are free. */
#define LABEL_CLEAR 1.5    /* kept free around every label */
#define LABEL_GAP 2.5      /* between a label and anything else */
#define LABEL_SPACE 6.0    /* between two labels side by side, lest they read as one */
#define LEADER_MIN 8.0     /* a label farther from its symbol than this has a leader */
#define CROSSING_COST 8.0  /* of a line that passes behind a label */
#define NEIGHBOUR_COST 2.0 /* of an arrow nearby that the label does not belong to */
#define NEIGHBOUR_GAP 5.0  /* that is nearby */
#define OUTSIDE_COST 6.0   /* of reaching to the left of the lanes */
#define OUTSIDE_MAX                                                                      \
  40.0                    /* how far a label reaches beyond the end of the lanes at most \
                           */
#define INSIDE_PLACES 6   /* that are tried within a bar, on either side of its middle */
#define DISTANCE_COST 0.1 /* of a point between a label and what it names */

/* A place for a label, and how unhandy it is. */
typedef struct
{
  LullBox box;
  double cost;
  gboolean is_inside; /* of its own bar */
  gboolean has_leader;
  LullPoint leader[2];
} Candidate;

/* One label being placed. */
typedef struct
{
  LullFigurePlan *plan;
  LullPlanLabel *label;
  double width, height;
  Candidate best;
  gboolean best_is_crossed;
} Placing;

static gboolean
meets_path (LullBox box, const LullPoint *points, guint count)
{
  for (guint i = 0; i + 1 < count; i++)
    if (lull_box_meets_segment (box, points[i], points[i + 1]))
      return TRUE;
  return FALSE;
}

static gboolean
names_arrow (LullLabelKind kind)
{
  return kind == LULL_LABEL_ORPHAN || kind == LULL_LABEL_MISSED ||
         kind == LULL_LABEL_IN_TRANSIT || kind == LULL_LABEL_MESSAGE ||
         kind == LULL_LABEL_CONTROL || kind == LULL_LABEL_WAIT;
}

static gboolean
names_bar (LullLabelKind kind)
{
  return kind == LULL_LABEL_LOST || kind == LULL_LABEL_BAR;
}

static gboolean
meets_symbol (const Placing *self, LullBox box, gboolean is_inside)
{
  const LullFigurePlan *plan = self->plan;

  for (guint i = 0; i < plan->marks->len; i++)
    if (lull_box_meets_box (box, g_array_index (plan->marks, LullPlanMark, i).box))
      return TRUE;
  for (guint i = 0; i < plan->arrows->len; i++)
    if (lull_box_meets_box (box, g_array_index (plan->arrows, LullPlanArrow, i).head_box))
      return TRUE;
  for (guint i = 0; i < plan->bars->len; i++)
    if (lull_box_meets_box (box, g_array_index (plan->bars, LullPlanBar, i).box) &&
        !(is_inside && i == self->label->owner))
      return TRUE;
  return FALSE;
}

static gboolean
meets_label (const LullFigurePlan *plan, const Candidate *candidate)
{
  LullBox box = candidate->box;

  box.x0 -= LABEL_SPACE;
  box.x1 += LABEL_SPACE;
  for (guint i = 0; i < plan->labels->len; i++)
    {
      const LullPlanLabel *other = &g_array_index (plan->labels, LullPlanLabel, i);

      if (!other->is_placed)
        continue;
      if (lull_box_meets_box (box, other->box) ||
          (other->has_leader && meets_path (box, other->leader, 2)) ||
          (candidate->has_leader && meets_path (other->box, candidate->leader, 2)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
meets_lane (const LullFigurePlan *plan, LullBox box)
{
  for (guint lane = 0; lane < plan->lanes->len; lane++)
    {
      const LullPlanLane *line = &g_array_index (plan->lanes, LullPlanLane, lane);

      if (box.y0 < line->y && line->y < box.y1 && line->x0 < box.x1 && box.x0 < line->x1)
        return TRUE;
    }
  return FALSE;
}

/* How many arrows other than its own are so near that the label could be taken for
 * theirs. */
static guint
count_neighbours (const Placing *self, LullBox box)
{
  LullBox around = lull_box_grown (box, NEIGHBOUR_GAP);
  guint count = 0;

  for (guint i = 0; names_arrow (self->label->kind) && i < self->plan->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (self->plan->arrows, LullPlanArrow, i);

      count += i != self->label->owner &&
                       meets_path (around, arrow->points, arrow->point_count)
                   ? 1
                   : 0;
    }
  return count;
}

/* How many lines pass behind the label; the one that it names may not. */
static guint
count_crossings (const Placing *self, LullBox box, gboolean *crosses_own)
{
  const LullFigurePlan *plan = self->plan;
  guint count = 0;

  *crosses_own = FALSE;
  for (guint i = 0; i < plan->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (plan->arrows, LullPlanArrow, i);

      if (!meets_path (box, arrow->points, arrow->point_count))
        continue;
      count++;
      if (names_arrow (self->label->kind) && i == self->label->owner)
        *crosses_own = TRUE;
    }
  if (plan->cut->len > 0 &&
      meets_path (box, &g_array_index (plan->cut, LullPoint, 0), plan->cut->len))
    {
      count++;
      *crosses_own = *crosses_own || self->label->kind == LULL_LABEL_CUT;
    }
  return count;
}

/* How many lines a leader crosses. */
static guint
count_path_crossings (const LullPoint *leader, const LullPoint *points, guint point_count)
{
  guint count = 0;

  for (guint i = 0; i + 1 < point_count; i++)
    count += lull_segments_meet (leader[0], leader[1], points[i], points[i + 1]) ? 1 : 0;
  return count;
}

static guint
count_leader_crossings (const LullFigurePlan *plan, const LullPoint *leader)
{
  guint count = 0;

  for (guint i = 0; i < plan->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (plan->arrows, LullPlanArrow, i);

      count += count_path_crossings (leader, arrow->points, arrow->point_count);
    }
  if (plan->cut->len > 0)
    count += count_path_crossings (leader, &g_array_index (plan->cut, LullPoint, 0),
                                   plan->cut->len);
  return count;
}

static double
right_end (const Placing *self)
{
  return self->label->kind == LULL_LABEL_WAIT ? self->plan->waits_end
                                              : self->plan->lane_end + OUTSIDE_MAX;
}

/* Keeps the candidate if it is free and better than the best so far; of equals the first
 * stays. */
static void
consider (Placing *self, const Candidate *candidate)
{
  LullBox box = lull_box_grown (candidate->box, LABEL_CLEAR);
  double cost = candidate->cost;
  gboolean crosses_own;
  guint crossings;

  if (candidate->box.x0 < 0.0 || candidate->box.x1 > right_end (self))
    return;
  if (candidate->box.x0 < self->plan->lane_start)
    cost += OUTSIDE_COST;
  cost += DISTANCE_COST * MAX (candidate->box.x1 - self->plan->lane_end, 0.0);
  if (candidate->has_leader)
    {
      guint leader_crossings = count_leader_crossings (self->plan, candidate->leader);

      /* A tangle says less than a bar without a name. */
      if (leader_crossings > 0 && self->label->kind == LULL_LABEL_BAR)
        return;
      cost += CROSSING_COST / 2.0 * leader_crossings;
    }
  if (cost >= self->best.cost)
    return;
  if (meets_symbol (self, box, candidate->is_inside) ||
      meets_label (self->plan, candidate) ||
      (!candidate->is_inside && meets_lane (self->plan, box)))
    return;
  crossings = count_crossings (self, box, &crosses_own);
  cost += CROSSING_COST * crossings + NEIGHBOUR_COST * count_neighbours (self, box);
  if (crosses_own || cost >= self->best.cost)
    return;
  self->best = *candidate;
  self->best.cost = cost;
  self->best_is_crossed = crossings > 0;
}

/* A label in rows above (-1) or below (+1) a symbol: over it, or beginning or ending at
 * it. */
static void
consider_rows (Placing *self, LullBox symbol, double direction, double cost)
{
  static const double rows[] = {
    LABEL_GAP, 6.0, 16.0, 23.0, 30.0, 37.0, 44.0, 51.0, 64.0
  };
  double middle = (symbol.x0 + symbol.x1) / 2.0;
  const double lefts[] = { middle - self->width / 2.0, middle + LABEL_GAP + 1.0,
                           middle - LABEL_GAP - 1.0 - self->width, symbol.x0,
                           symbol.x1 - self->width };
  const double align_costs[] = { 0.0, 0.3, 0.4, 0.6, 0.7 };

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    for (guint i = 0; i < G_N_ELEMENTS (lefts); i++)
      {
        Candidate candidate = { .cost =
                                    cost + DISTANCE_COST * rows[row] + align_costs[i] };
        double near = direction < 0.0 ? symbol.y0 - rows[row] : symbol.y1 + rows[row];
        double far = near + direction * self->height;

        candidate.box = (LullBox){ lefts[i], MIN (near, far), lefts[i] + self->width,
                                   MAX (near, far) };
        candidate.has_leader = rows[row] > LEADER_MIN;
        candidate.leader[0] =
            (LullPoint){ middle, direction < 0.0 ? symbol.y0 : symbol.y1 };
        candidate.leader[1] =
            (LullPoint){ CLAMP (middle, candidate.box.x0 + 3.0, candidate.box.x1 - 3.0),
                         near };
        consider (self, &candidate);
      }
}

static void
consider_mark (Placing *self)
{
  const LullPlanMark *mark =
      &g_array_index (self->plan->marks, LullPlanMark, self->label->owner);
  gboolean is_upper =
      2 * mark->mark->lane + 1 < self->plan->lanes->len || self->plan->lanes->len == 1;

  consider_rows (self, mark->box, is_upper ? -1.0 : 1.0, 0.0);
  consider_rows (self, mark->box, is_upper ? 1.0 : -1.0, 1.0);
}

/* Within the bar: in its middle, else as near to it as marks and arrows allow. */
static void
consider_within (Placing *self, LullBox bar)
{
  double room = (bar.x1 - bar.x0 - self->width) / 2.0 - LABEL_CLEAR;

  for (gint i = -INSIDE_PLACES; room >= 0.0 && i <= INSIDE_PLACES; i++)
    {
      double shift = room * i / INSIDE_PLACES;
      LullPoint centre = { (bar.x0 + bar.x1) / 2.0 + shift, (bar.y0 + bar.y1) / 2.0 };
      Candidate candidate = { .is_inside = TRUE,
                              .cost = DISTANCE_COST / 4.0 * fabs (shift) };

      candidate.box = lull_box_around (centre, self->width / 2.0, self->height / 2.0);
      if (lull_box_contains_box (bar, candidate.box))
        consider (self, &candidate);
    }
}

static void
consider_bar (Placing *self)
{
  const LullPlanBar *bar =
      &g_array_index (self->plan->bars, LullPlanBar, self->label->owner);

  consider_within (self, bar->box);
  consider_rows (self, bar->box, -1.0, 3.0);
  consider_rows (self, bar->box, 1.0, 3.0);
}

static LullBox
box_at (const Placing *self, LullPoint centre)
{
  return lull_box_around (centre, self->width / 2.0, self->height / 2.0);
}

static void
consider_around (Placing *self, LullPoint centre, double cost)
{
  Candidate candidate = { .box = box_at (self, centre), .cost = cost };

  consider (self, &candidate);
}

/* Whether a label there is still between the two ends of the line. */
static gboolean
is_between (const Placing *self, LullPoint centre, LullPoint from, LullPoint to)
{
  return centre.y - self->height / 2.0 >= MIN (from.y, to.y) - LABEL_GAP &&
         centre.y + self->height / 2.0 <= MAX (from.y, to.y) + LABEL_GAP;
}

/*
 * Left and right of a piece of an arrow, and above and below it, each time just clear of
 * the line. The flatter the line, the farther to the side a box has to stay, and the
 * other way round.
 */
static void
consider_beside (Placing *self, LullPoint from, LullPoint to, double t, double cost)
{
  double dx = fabs (to.x - from.x), dy = fabs (to.y - from.y);
  LullPoint at = lull_point_between (from, to, t);
  double aside = LABEL_GAP + (self->height / 2.0 + LABEL_CLEAR) * dx / MAX (dy, 1.0);
  double above = LABEL_GAP + (self->width / 2.0 + LABEL_CLEAR) * dy / MAX (dx, 1.0);

  for (guint side = 0; side < 2; side++)
    {
      double sign = side == 0 ? 1.0 : -1.0;
      LullPoint beside = { at.x + sign * (aside + self->width / 2.0), at.y };
      LullPoint over = { at.x, at.y - sign * (above + self->height / 2.0) };

      consider_around (self, beside, cost + DISTANCE_COST * aside + 0.4 * side);
      if (is_between (self, over, from, to))
        consider_around (self, over, cost + DISTANCE_COST * above + 0.4 * side);
    }
}

static void
consider_arrow (Placing *self)
{
  static const double straight[] = { 0.50, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68,
                                     0.26, 0.74, 0.20, 0.80, 0.14, 0.86 };
  const LullPlanArrow *arrow =
      &g_array_index (self->plan->arrows, LullPlanArrow, self->label->owner);

  if (arrow->point_count == 2)
    for (guint i = 0; i < G_N_ELEMENTS (straight); i++)
      consider_beside (self, arrow->points[0], arrow->points[1], straight[i],
                       8.0 * fabs (straight[i] - 0.5));
  else
    for (guint i = 3; i + 4 < arrow->point_count; i++)
      consider_beside (self, arrow->points[i], arrow->points[i + 1], 0.5, 0.0);
}

/* At the ends of the cut, where it reaches beyond the outer lanes, else somewhere along
 * it. */
static void
consider_cut (Placing *self)
{
  const GArray *cut = self->plan->cut;
  double aside = self->width / 2.0 + 5.0, above = self->height / 2.0 + 4.0;

  for (guint i = 0; i < cut->len; i++)
    {
      LullPoint at = g_array_index (cut, LullPoint, i);
      gboolean is_end = i == 0 || i + 1 == cut->len;
      double cost = is_end ? 0.0 : 3.0;

      if (is_end)
        at.y += (i == 0 ? 0.5 : -0.5) * self->height;
      consider_around (self, (LullPoint){ at.x + aside, at.y }, cost);
      consider_around (self, (LullPoint){ at.x - aside, at.y }, cost + 0.2);
      consider_around (self, (LullPoint){ at.x, at.y - above }, cost + 0.5);
      consider_around (self, (LullPoint){ at.x, at.y + above }, cost + 0.5);
    }
}

void
lull_figure_plan_place_label (LullFigurePlan *plan,
                              LullFigureText *text,
                              LullPlanLabel *label)
{
  Placing self = { .plan = plan, .label = label, .best = { .cost = HUGE_VAL } };

  lull_figure_text_measure (text, label->role, label->text, &self.width, &self.height);
  if (names_arrow (label->kind))
    consider_arrow (&self);
  else if (names_bar (label->kind))
    consider_bar (&self);
  else if (label->kind == LULL_LABEL_CUT)
    consider_cut (&self);
  else
    consider_mark (&self);
  label->is_placed = self.best.cost < HUGE_VAL;
  label->box = self.best.box;
  label->is_crossed = self.best_is_crossed;
  label->has_leader = self.best.has_leader;
  label->leader[0] = self.best.leader[0];
  label->leader[1] = self.best.leader[1];
}
