/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-plan.h"

#define COLUMN_MAX 24.0     /* between two steps at which something is drawn */
#define COLUMN_MIN 15.5     /* the same in a long story */
#define COLUMNS_WIDTH 540.0 /* that columns share before they get narrower */
#define COLUMN_IDLE 5.0     /* up to a step at which nothing is drawn */
#define COLUMN_FAR 72.0     /* the longest wait that a clocked story shows to scale */
#define LANE_LEAD 14.0      /* before the first step and after the last */

static void
set_drawn (LullFigurePlan *self, guint step)
{
  if (step < self->is_drawn->len)
    g_array_index (self->is_drawn, gboolean, step) = TRUE;
}

static void
find_drawn_steps (LullFigurePlan *self)
{
  const LullStory *story = self->story;

  g_array_set_size (self->is_drawn, story->steps->len);
  for (guint i = 0; i < story->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, i);

      set_drawn (self, arrow->sent_step);
      set_drawn (self, arrow->received_step);
      set_drawn (self, arrow->ended_step);
    }
  for (guint i = 0; i < story->bars->len; i++)
    {
      const LullStoryBar *bar = &g_array_index (story->bars, LullStoryBar, i);

      set_drawn (self, bar->first_step);
      set_drawn (self, bar->last_step);
    }
  for (guint i = 0; i < story->marks->len; i++)
    set_drawn (self, g_array_index (story->marks, LullStoryMark, i).step);
}

static guint64
position_of (const LullStory *story, guint step)
{
  return g_array_index (story->steps, LullStoryStep, step).position;
}

static guint
count_drawn (const LullFigurePlan *self)
{
  guint count = 0;

  for (guint step = 0; step < self->is_drawn->len; step++)
    count += g_array_index (self->is_drawn, gboolean, step) ? 1 : 0;
  return count;
}

/* Of a clocked story: so that the steps, were they spread evenly, would be a column
 * apart. */
static double
points_per_tick (const LullFigurePlan *self, double column)
{
  const LullStory *story = self->story;
  guint64 ticks = story->steps->len > 1 ? position_of (story, story->steps->len - 1) -
                                              position_of (story, 0)
                                        : 0;

  return ticks > 0 ? column * count_drawn (self) / (double) ticks : 0.0;
}

/* The distance of a step from the one before it. */
static double
column_width (LullFigurePlan *self, guint step, double column, double per_tick)
{
  double least = g_array_index (self->is_drawn, gboolean, step) ? column : COLUMN_IDLE;
  double wanted;

  if (!lull_figure_plan_is_clocked (self))
    return least;
  /* Time to scale, but never so close that marks touch, nor so far that the page is
   * empty. */
  wanted = per_tick * (double) (position_of (self->story, step) -
                                position_of (self->story, step - 1));
  least *= 0.6;
  if (wanted > COLUMN_FAR)
    g_array_append_val (self->breaks, step);
  return CLAMP (wanted, least, COLUMN_FAR);
}

static double
left_column_width (const LullFigurePlan *self, LullFigureText *text)
{
  double widest, height;

  lull_figure_text_measure (text, LULL_TEXT_AXIS, self->story->clock, &widest, &height);
  for (guint lane = 0; lane < self->story->lanes->len; lane++)
    {
      double width;

      lull_figure_text_measure (text, LULL_TEXT_LANE,
                                g_ptr_array_index (self->story->lanes, lane), &width,
                                &height);
      widest = MAX (widest, width);
    }
  return widest + 8.0;
}

void
lull_figure_plan_lay_out_columns (LullFigurePlan *self, LullFigureText *text)
{
  guint count = self->story->steps->len;
  double column, per_tick, natural, widen;

  find_drawn_steps (self);
  column = CLAMP (COLUMNS_WIDTH / (count_drawn (self) + 1.0), COLUMN_MIN, COLUMN_MAX);
  per_tick = points_per_tick (self, column);
  self->lane_start = left_column_width (self, text);
  g_array_set_size (self->columns, count);
  for (guint step = 0; step < count; step++)
    g_array_index (self->columns, double, step) =
        step == 0 ? 0.0
                  : lull_figure_plan_x (self, step - 1) +
                        column_width (self, step, column, per_tick);
  natural = count > 0 ? lull_figure_plan_x (self, count - 1) : 0.0;
  widen = 1.0;
  /* A short story is spread over the least width that legend and caption need. */
  if (natural > 0.0)
    widen =
        MAX (widen, (LULL_PAGE_WIDTH_MIN - self->lane_start - 2.0 * LANE_LEAD) / natural);
  widen *= self->stretch;
  for (guint step = 0; step < count; step++)
    g_array_index (self->columns, double, step) =
        self->lane_start + LANE_LEAD + widen * lull_figure_plan_x (self, step);
  self->lane_end = count > 0 ? lull_figure_plan_x (self, count - 1) + LANE_LEAD : 0.0;
  self->lane_end = MAX (self->lane_end, LULL_PAGE_WIDTH_MIN);
}
