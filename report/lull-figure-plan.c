/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-plan.h"

#define AXIS_GAP 5.0
#define AXIS_HEIGHT 17.0
#define LEGEND_GAP 7.0
#define LEGEND_ROW 15.0
#define LEGEND_SAMPLE 24.0 /* width of an arrow or bar */
#define LEGEND_POINT 11.0  /* width of a mark */
#define LEGEND_SPACE 15.0  /* between two entries */
#define LEGEND_WORDS 5.0   /* between a symbol and its words */
#define CAPTION_GAP 6.0
#define WIDENING_FLAW 26.0 /* what doubling the width costs, in flaws of labels */

/* The widths that are tried, narrowest first. */
static const double stretches[] = { 1.0, 1.12, 1.25, 1.4, 1.6, 1.85, 2.2 };

static void
label_clear (gpointer data)
{
  g_free (((LullPlanLabel *) data)->text);
}

static LullFigurePlan *
plan_new_stretched (const LullStory *story, double stretch)
{
  LullFigurePlan *self = g_new0 (LullFigurePlan, 1);

  self->story = story;
  self->stretch = stretch;
  self->lanes = g_array_new (FALSE, TRUE, sizeof (LullPlanLane));
  self->columns = g_array_new (FALSE, TRUE, sizeof (double));
  self->is_drawn = g_array_new (FALSE, TRUE, sizeof (gboolean));
  self->breaks = g_array_new (FALSE, TRUE, sizeof (guint));
  self->arrows = g_array_new (FALSE, TRUE, sizeof (LullPlanArrow));
  self->bars = g_array_new (FALSE, TRUE, sizeof (LullPlanBar));
  self->marks = g_array_new (FALSE, TRUE, sizeof (LullPlanMark));
  self->cut = g_array_new (FALSE, TRUE, sizeof (LullPoint));
  self->labels = g_array_new (FALSE, TRUE, sizeof (LullPlanLabel));
  g_array_set_clear_func (self->labels, label_clear);
  self->legend = g_array_new (FALSE, TRUE, sizeof (LullPlanLegend));
  return self;
}

void
lull_figure_plan_free (LullFigurePlan *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->lanes);
  g_array_unref (self->columns);
  g_array_unref (self->is_drawn);
  g_array_unref (self->breaks);
  g_array_unref (self->arrows);
  g_array_unref (self->bars);
  g_array_unref (self->marks);
  g_array_unref (self->cut);
  g_array_unref (self->labels);
  g_array_unref (self->legend);
  g_free (self);
}

LullFigurePlan *
lull_figure_plan_new (const LullStory *story, LullFigureText *text)
{
  LullFigurePlan *best = NULL;
  double best_flaws = G_MAXDOUBLE;

  for (guint i = 0; i < G_N_ELEMENTS (stretches); i++)
    {
      LullFigurePlan *plan = plan_new_stretched (story, stretches[i]);
      double flaws = WIDENING_FLAW * (stretches[i] - 1.0);

      lull_figure_plan_lay_out_columns (plan, text);
      lull_figure_plan_lay_out (plan, text);
      flaws += lull_figure_plan_place_labels (plan, text);
      if (flaws >= best_flaws)
        {
          lull_figure_plan_free (plan);
          continue;
        }
      lull_figure_plan_free (best);
      best = plan;
      best_flaws = flaws;
    }
  lull_figure_plan_finish (best, text);
  return best;
}

gboolean
lull_figure_plan_is_clocked (const LullFigurePlan *self)
{
  return g_strcmp0 (self->story->clock, "step") != 0;
}

static void
measure_body (LullFigurePlan *self)
{
  LullBox body = { 0.0, -LULL_BAR_HEIGHT, self->lane_end + 4.0,
                   lull_figure_plan_y (self, self->lanes->len - 1) + LULL_BAR_HEIGHT };

  for (guint i = 0; i < self->bars->len; i++)
    body = lull_box_union (body, g_array_index (self->bars, LullPlanBar, i).box);
  for (guint i = 0; i < self->labels->len; i++)
    {
      const LullPlanLabel *label = &g_array_index (self->labels, LullPlanLabel, i);

      if (label->is_placed)
        body = lull_box_union (body, label->box);
    }
  for (guint i = 0; i < self->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (self->arrows, LullPlanArrow, i);

      for (guint j = 0; j < arrow->point_count; j++)
        body = lull_box_union (body, lull_box_around (arrow->points[j], 1.0, 1.0));
    }
  for (guint i = 0; i < self->cut->len; i++)
    body = lull_box_union (
        body, lull_box_around (g_array_index (self->cut, LullPoint, i), 1.0, 1.0));
  self->body = body;
}

/* A lasso: a bracket over the part that repeats. */
static void
add_loop (LullFigurePlan *self, LullFigureText *text)
{
  LullPlanLabel label = { .kind = LULL_LABEL_LOOP,
                          .role = LULL_TEXT_LABEL,
                          .is_placed = TRUE };
  double width, height, middle;

  if (self->story->loop_start >= self->columns->len)
    return;
  self->loop_y = self->body.y0 - 8.0;
  middle = (lull_figure_plan_x (self, self->story->loop_start) + self->lane_end) / 2.0;
  label.text = g_strdup ("repeats for ever");
  lull_figure_text_measure (text, label.role, label.text, &width, &height);
  middle = MIN (middle, self->lane_end - width / 2.0);
  label.box = (LullBox){ middle - width / 2.0, self->loop_y - 3.0 - height,
                         middle + width / 2.0, self->loop_y - 3.0 };
  self->body = lull_box_union (self->body, label.box);
  g_array_append_val (self->labels, label);
}

static void
add_axis_label (LullFigurePlan *self, LullBox box, char *text)
{
  LullPlanLabel label = { .kind = LULL_LABEL_AXIS,
                          .role = LULL_TEXT_AXIS,
                          .text = text,
                          .box = box,
                          .is_placed = TRUE };

  g_array_append_val (self->labels, label);
}

/* Numbers of the steps at which something is drawn, or their ticks, as far as they have
 * room; steps of one tick share a number. */
static void
add_axis (LullFigurePlan *self, LullFigureText *text)
{
  gboolean is_clocked = lull_figure_plan_is_clocked (self);
  guint64 last = G_MAXUINT64;
  double used, width, height;

  self->axis_y = self->body.y1 + AXIS_GAP;
  lull_figure_text_measure (text, LULL_TEXT_AXIS, self->story->clock, &width, &height);
  used = self->lane_start - 8.0;
  add_axis_label (
      self,
      (LullBox){ used - width, self->axis_y + 4.0, used, self->axis_y + 4.0 + height },
      g_strdup (self->story->clock));
  for (guint step = 0; step < self->columns->len; step++)
    {
      guint64 number =
          is_clocked ? g_array_index (self->story->steps, LullStoryStep, step).position
                     : step + 1;
      double x = lull_figure_plan_x (self, step);
      g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
      LullBox box;

      if (!g_array_index (self->is_drawn, gboolean, step) || number == last)
        continue;
      lull_figure_text_measure (text, LULL_TEXT_AXIS, digits, &width, &height);
      box = (LullBox){ x - width / 2.0, self->axis_y + 4.0, x + width / 2.0,
                       self->axis_y + 4.0 + height };
      if (box.x0 < used + 3.0)
        continue;
      used = box.x1;
      last = number;
      add_axis_label (self, box, g_steal_pointer (&digits));
    }
  self->body.y1 = self->axis_y + AXIS_HEIGHT;
}

static void
find_legend (const LullFigurePlan *self, gboolean *has)
{
  static const LullLegendKind kinds[] = { [LULL_LOOK_MESSAGE] = LULL_LEGEND_MESSAGE,
                                          [LULL_LOOK_IN_TRANSIT] = LULL_LEGEND_IN_TRANSIT,
                                          [LULL_LOOK_ORPHAN] = LULL_LEGEND_ORPHAN,
                                          [LULL_LOOK_MISSED] = LULL_LEGEND_MISSED,
                                          [LULL_LOOK_CONTROL] = LULL_LEGEND_CONTROL,
                                          [LULL_LOOK_WAIT] = LULL_LEGEND_WAIT,
                                          [LULL_LOOK_CYCLE] = LULL_LEGEND_CYCLE };
  static const LullLegendKind of_marks[] = { [LULL_MARK_SNAPSHOT] = LULL_LEGEND_SNAPSHOT,
                                             [LULL_MARK_ANNOUNCE] = LULL_LEGEND_ANNOUNCE,
                                             [LULL_MARK_PREMATURE] =
                                                 LULL_LEGEND_PREMATURE,
                                             [LULL_MARK_COMES] = LULL_LEGEND_COMES,
                                             [LULL_MARK_GOES] = LULL_LEGEND_GOES,
                                             [LULL_MARK_CRASH] = LULL_LEGEND_CRASH };

  for (guint i = 0; i < self->arrows->len; i++)
    has[kinds[g_array_index (self->arrows, LullPlanArrow, i).look]] = TRUE;
  for (guint i = 0; i < self->bars->len; i++)
    has[g_array_index (self->bars, LullPlanBar, i).bar->lost ? LULL_LEGEND_LOST
                                                             : LULL_LEGEND_RUNNING] =
        TRUE;
  for (guint i = 0; i < self->marks->len; i++)
    {
      const LullStoryMark *mark = g_array_index (self->marks, LullPlanMark, i).mark;

      if (mark->kind == LULL_MARK_SNAPSHOT && !mark->in_cut)
        has[LULL_LEGEND_OTHER_SNAPSHOT] = TRUE;
      else
        has[of_marks[mark->kind]] = TRUE;
    }
  has[LULL_LEGEND_CUT] = self->cut->len > 0;
}

typedef struct
{
  const char *text;
  double sample_width;
} LegendStyle;

static const LegendStyle legend_styles[LULL_LEGEND_KINDS] = {
  [LULL_LEGEND_MESSAGE] = { "message", LEGEND_SAMPLE },
  [LULL_LEGEND_ORPHAN] = { "orphan message", LEGEND_SAMPLE },
  [LULL_LEGEND_MISSED] = { "message that was missed", LEGEND_SAMPLE },
  [LULL_LEGEND_IN_TRANSIT] = { "message in transit", LEGEND_SAMPLE },
  [LULL_LEGEND_CONTROL] = { "control message", LEGEND_SAMPLE },
  [LULL_LEGEND_RUNNING] = { "handler or callback", LEGEND_SAMPLE },
  [LULL_LEGEND_LOST] = { "work that was missed", LEGEND_SAMPLE },
  [LULL_LEGEND_SNAPSHOT] = { "snapshot", LEGEND_POINT },
  [LULL_LEGEND_OTHER_SNAPSHOT] = { "snapshot outside the cut", LEGEND_POINT },
  [LULL_LEGEND_CUT] = { "cut, its past shaded", LEGEND_SAMPLE },
  [LULL_LEGEND_ANNOUNCE] = { LULL_WORDS_LEAVES_JOIN, LEGEND_POINT },
  [LULL_LEGEND_PREMATURE] = { "leaves join too early", LEGEND_POINT + 3.0 },
  [LULL_LEGEND_COMES] = { "comes to the group", LEGEND_POINT },
  [LULL_LEGEND_GOES] = { "leaves the group for good", LEGEND_POINT },
  [LULL_LEGEND_CRASH] = { "crashes", LEGEND_POINT },
  [LULL_LEGEND_WAIT] = { "waits for", LEGEND_SAMPLE },
  [LULL_LEGEND_CYCLE] = { "waits in a cycle", LEGEND_SAMPLE },
};

/* Puts the entry after those before it, or into a new row. */
static void
add_legend_entry (LullFigurePlan *self,
                  LullFigureText *text,
                  LullPlanLegend *entry,
                  LullPoint *at)
{
  double sample_width = legend_styles[entry->kind].sample_width;
  double width, height;

  lull_figure_text_measure (text, LULL_TEXT_LEGEND, entry->text, &width, &height);
  if (at->x > 0.0 && at->x + sample_width + LEGEND_WORDS + width > self->body.x1)
    {
      at->x = 0.0;
      at->y += LEGEND_ROW;
    }
  entry->sample = (LullBox){ at->x, at->y, at->x + sample_width, at->y + LEGEND_ROW };
  entry->box.x0 = entry->sample.x1 + LEGEND_WORDS;
  entry->box.x1 = entry->box.x0 + width;
  entry->box.y0 = at->y + (LEGEND_ROW - height) / 2.0;
  entry->box.y1 = at->y + (LEGEND_ROW + height) / 2.0;
  at->x = entry->box.x1 + LEGEND_SPACE;
  g_array_append_val (self->legend, *entry);
}

static void
add_legend (LullFigurePlan *self, LullFigureText *text)
{
  gboolean has[LULL_LEGEND_KINDS] = { FALSE };
  LullPoint at = { 0.0, self->body.y1 + LEGEND_GAP };

  find_legend (self, has);
  for (guint kind = 0; kind < LULL_LEGEND_KINDS; kind++)
    {
      LullPlanLegend entry = { .kind = kind, .text = legend_styles[kind].text };

      if (kind == LULL_LEGEND_OTHER_SNAPSHOT && !has[LULL_LEGEND_CUT])
        entry.text = "snapshot";
      if (has[kind])
        add_legend_entry (self, text, &entry, &at);
    }
  if (self->legend->len > 0)
    self->body.y1 = at.y + LEGEND_ROW;
}

void
lull_figure_plan_finish (LullFigurePlan *self, LullFigureText *text)
{
  double content;

  measure_body (self);
  add_loop (self, text);
  add_axis (self, text);
  add_legend (self, text);
  content = self->body.x1 - self->body.x0;
  self->caption_y = self->body.y1 + CAPTION_GAP;
  self->origin =
      (LullPoint){ LULL_PAGE_MARGIN - self->body.x0, LULL_PAGE_MARGIN - self->body.y0 };
  self->width = content + 2.0 * LULL_PAGE_MARGIN;
  self->height = self->caption_y - self->body.y0 + 2.0 * LULL_PAGE_MARGIN +
                 lull_figure_text_measure_caption (text, self->story->title,
                                                   self->story->caption, content);
}
