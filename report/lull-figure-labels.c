/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-plan.h"

static void
add_label (LullFigurePlan *self,
           LullLabelKind kind,
           LullTextRole role,
           guint owner,
           const char *text)
{
  LullPlanLabel label = { .kind = kind, .role = role, .owner = owner };

  if (text == NULL || text[0] == '\0')
    return;
  label.text = g_strdup (text);
  g_array_append_val (self->labels, label);
}

static void
add_arrow_labels (LullFigurePlan *self)
{
  static const LullLabelKind kinds[] = { [LULL_LOOK_MESSAGE] = LULL_LABEL_MESSAGE,
                                         [LULL_LOOK_IN_TRANSIT] = LULL_LABEL_IN_TRANSIT,
                                         [LULL_LOOK_ORPHAN] = LULL_LABEL_ORPHAN,
                                         [LULL_LOOK_MISSED] = LULL_LABEL_MISSED,
                                         [LULL_LOOK_CONTROL] = LULL_LABEL_CONTROL,
                                         [LULL_LOOK_WAIT] = LULL_LABEL_WAIT,
                                         [LULL_LOOK_CYCLE] = LULL_LABEL_WAIT };

  for (guint i = 0; i < self->arrows->len; i++)
    {
      const LullPlanArrow *arrow = &g_array_index (self->arrows, LullPlanArrow, i);
      gboolean is_strong =
          arrow->look == LULL_LOOK_ORPHAN || arrow->look == LULL_LOOK_MISSED;

      add_label (self, kinds[arrow->look], is_strong ? LULL_TEXT_VALUE : LULL_TEXT_LABEL,
                 i, arrow->label);
    }
}

static void
add_mark_label (LullFigurePlan *self, guint index)
{
  const LullStoryMark *mark = g_array_index (self->marks, LullPlanMark, index).mark;

  if (mark->kind == LULL_MARK_ANNOUNCE &&
      g_strcmp0 (mark->label, LULL_WORDS_LEAVES_JOIN) == 0)
    return;
  if (mark->in_cut || mark->kind == LULL_MARK_PREMATURE)
    add_label (self, LULL_LABEL_VALUE, LULL_TEXT_VALUE, index, mark->label);
  else
    add_label (self, LULL_LABEL_MARK, LULL_TEXT_SMALL, index, mark->label);
}

static void
add_labels (LullFigurePlan *self)
{
  add_arrow_labels (self);
  for (guint i = 0; i < self->bars->len; i++)
    {
      const LullStoryBar *bar = g_array_index (self->bars, LullPlanBar, i).bar;

      add_label (self, bar->lost ? LULL_LABEL_LOST : LULL_LABEL_BAR, LULL_TEXT_SMALL, i,
                 bar->label);
    }
  for (guint i = 0; i < self->marks->len; i++)
    add_mark_label (self, i);
  if (self->cut->len > 0 && self->story->cut != LULL_CUT_NONE)
    add_label (self, LULL_LABEL_CUT, LULL_TEXT_LABEL, 0,
               self->story->cut == LULL_CUT_INCONSISTENT ? "inconsistent cut"
                                                         : "consistent cut");
}

/* Names of lanes stand where they stand; all else keeps clear of them. */
static void
place_lane_names (LullFigurePlan *self, LullFigureText *text)
{
  for (guint lane = 0; lane < self->lanes->len; lane++)
    {
      LullPlanLabel label = {
        .kind = LULL_LABEL_LANE, .role = LULL_TEXT_LANE, .owner = lane, .is_placed = TRUE
      };
      double y = lull_figure_plan_y (self, lane);
      double width, height;

      label.text = g_strdup (g_ptr_array_index (self->story->lanes, lane));
      lull_figure_text_measure (text, label.role, label.text, &width, &height);
      label.box = (LullBox){ self->lane_start - 8.0 - width, y - height / 2.0,
                             self->lane_start - 8.0, y + height / 2.0 };
      g_array_append_val (self->labels, label);
    }
}

/* What it costs the figure that a label of this kind is missing. */
static guint
missing_flaw (LullLabelKind kind)
{
  if (kind <= LULL_LABEL_IN_TRANSIT)
    return 100;
  if (kind <= LULL_LABEL_MESSAGE)
    return 15;
  return kind <= LULL_LABEL_BAR ? 9 : 2;
}

guint
lull_figure_plan_place_labels (LullFigurePlan *self, LullFigureText *text)
{
  guint flaws = 0;

  place_lane_names (self, text);
  add_labels (self);
  for (guint kind = LULL_LABEL_VALUE; kind <= LULL_LABEL_CONTROL; kind++)
    for (guint i = 0; i < self->labels->len; i++)
      {
        LullPlanLabel *label = &g_array_index (self->labels, LullPlanLabel, i);

        if (label->kind != kind)
          continue;
        lull_figure_plan_place_label (self, text, label);
        if (!label->is_placed)
          flaws += missing_flaw (label->kind);
        else
          flaws += (label->is_crossed ? 10U : 0U) + (label->has_leader ? 1U : 0U);
      }
  return flaws;
}
