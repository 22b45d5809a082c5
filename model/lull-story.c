/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-story.h"

static void
step_clear (gpointer data)
{
  g_free (((LullStoryStep *) data)->text);
}

static void
arrow_clear (gpointer data)
{
  g_free (((LullStoryArrow *) data)->label);
}

static void
bar_clear (gpointer data)
{
  g_free (((LullStoryBar *) data)->label);
}

static void
mark_clear (gpointer data)
{
  g_free (((LullStoryMark *) data)->label);
}

static void
wait_clear (gpointer data)
{
  g_free (((LullStoryWait *) data)->label);
}

static void
row_free (gpointer data)
{
  g_ptr_array_unref (data);
}

static GArray *
array_of (guint element_size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, FALSE, element_size);

  g_array_set_clear_func (array, clear);
  return array;
}

LullStory *
lull_story_new (const char *title)
{
  LullStory *self = g_new0 (LullStory, 1);

  self->title = g_strdup (title);
  self->caption = g_strdup ("");
  self->cut = LULL_CUT_NONE;
  self->lanes = g_ptr_array_new_with_free_func (g_free);
  self->absent = array_of (sizeof (guint), NULL);
  self->steps = array_of (sizeof (LullStoryStep), step_clear);
  self->arrows = array_of (sizeof (LullStoryArrow), arrow_clear);
  self->bars = array_of (sizeof (LullStoryBar), bar_clear);
  self->marks = array_of (sizeof (LullStoryMark), mark_clear);
  self->waits = array_of (sizeof (LullStoryWait), wait_clear);
  self->missed = g_ptr_array_new_with_free_func (g_free);
  self->findings = g_ptr_array_new_with_free_func (g_free);
  self->table = g_ptr_array_new_with_free_func (row_free);
  self->loop_start = LULL_STORY_NEVER;
  self->clock = g_strdup ("step");
  return self;
}

void
lull_story_free (LullStory *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->caption);
  g_ptr_array_unref (self->lanes);
  g_array_unref (self->absent);
  g_array_unref (self->steps);
  g_array_unref (self->arrows);
  g_array_unref (self->bars);
  g_array_unref (self->marks);
  g_array_unref (self->waits);
  g_ptr_array_unref (self->missed);
  g_ptr_array_unref (self->findings);
  g_free (self->table_title);
  g_ptr_array_unref (self->table);
  g_free (self->clock);
  g_free (self);
}

void
lull_story_set_title (LullStory *self, const char *title)
{
  char *copy = g_strdup (title);

  g_free (self->title);
  self->title = copy;
}

void
lull_story_add_lane (LullStory *self, const char *name)
{
  g_ptr_array_add (self->lanes, g_strdup (name));
}

void
lull_story_set_absent (LullStory *self, guint lane)
{
  g_assert (lane < self->lanes->len);
  g_array_append_val (self->absent, lane);
}

guint
lull_story_add_step (LullStory *self, guint lane, guint64 position, char *text)
{
  LullStoryStep step = { .lane = lane, .position = position, .text = text };

  g_assert (lane < self->lanes->len);
  g_assert (self->steps->len == 0 ||
            g_array_index (self->steps, LullStoryStep, self->steps->len - 1).position <=
                position);
  g_array_append_val (self->steps, step);
  return self->steps->len - 1;
}

guint
lull_story_add_arrow (LullStory *self,
                      guint from_lane,
                      guint to_lane,
                      guint sent_step,
                      LullArrowKind kind,
                      const char *label)
{
  LullStoryArrow arrow = { .from_lane = from_lane,
                           .to_lane = to_lane,
                           .sent_step = sent_step,
                           .received_step = LULL_STORY_NEVER,
                           .ended_step = LULL_STORY_NEVER,
                           .kind = kind,
                           .lost = FALSE,
                           .label = g_strdup (label) };

  g_assert (from_lane < self->lanes->len && to_lane < self->lanes->len);
  g_array_append_val (self->arrows, arrow);
  return self->arrows->len - 1;
}

guint
lull_story_add_bar (LullStory *self, guint lane, guint first_step, const char *label)
{
  LullStoryBar bar = { .lane = lane,
                       .first_step = first_step,
                       .last_step = LULL_STORY_NEVER,
                       .lost = FALSE,
                       .label = g_strdup (label) };

  g_assert (lane < self->lanes->len);
  g_array_append_val (self->bars, bar);
  return self->bars->len - 1;
}

guint
lull_story_add_mark (
    LullStory *self, guint lane, guint step, LullMarkKind kind, const char *label)
{
  LullStoryMark mark = {
    .lane = lane, .step = step, .kind = kind, .in_cut = FALSE, .label = g_strdup (label)
  };

  g_assert (lane < self->lanes->len);
  g_array_append_val (self->marks, mark);
  return self->marks->len - 1;
}

guint
lull_story_add_wait (LullStory *self, guint from_lane, guint to_lane, const char *label)
{
  LullStoryWait wait = { .from_lane = from_lane,
                         .to_lane = to_lane,
                         .from_bar = LULL_STORY_NEVER,
                         .to_bar = LULL_STORY_NEVER,
                         .in_cycle = FALSE,
                         .label = g_strdup (label) };

  g_assert (from_lane < self->lanes->len && to_lane < self->lanes->len);
  g_array_append_val (self->waits, wait);
  return self->waits->len - 1;
}

void
lull_story_add_finding (LullStory *self, char *text)
{
  g_ptr_array_add (self->findings, text);
}

void
lull_story_add_row (LullStory *self, const char *const *cells)
{
  GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; cells[i] != NULL; i++)
    g_ptr_array_add (row, g_strdup (cells[i]));
  g_assert (self->table->len == 0 ||
            ((const GPtrArray *) g_ptr_array_index (self->table, 0))->len == row->len);
  g_ptr_array_add (self->table, row);
}
