/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-story-laws.h"

#include <string.h>

static const LullStoryStep *
step_at (const LullStory *self, guint step)
{
  return &g_array_index (self->steps, LullStoryStep, step);
}

/* FALSE of words that were put together from something that is not there. */
static gboolean
is_said (const char *words)
{
  return words != NULL && words[0] != '\0' && strstr (words, "(null)") == NULL &&
         strstr (words, ": .") == NULL && strstr (words, ": ;") == NULL;
}

/* A later moment, or none. */
static gboolean
is_after (const LullStory *self, guint step, guint earlier)
{
  return step == LULL_STORY_NEVER || (step < self->steps->len && step >= earlier);
}

static const char *
find_flaw_of_steps (const LullStory *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LullStoryStep *step = step_at (self, i);

      if (step->lane >= self->lanes->len || !is_said (step->text))
        return "a step without a lane, or without words";
      if (i > 0 && step->position < step_at (self, i - 1)->position)
        return "time goes back";
    }
  return NULL;
}

static const char *
find_flaw_of_arrows (const LullStory *self)
{
  for (guint i = 0; i < self->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (self->arrows, LullStoryArrow, i);

      if (arrow->from_lane >= self->lanes->len || arrow->to_lane >= self->lanes->len ||
          !is_said (arrow->label))
        return "an arrow without a lane, or without words";
      if (arrow->sent_step >= self->steps->len)
        return "an arrow from nowhere";
      if (!is_after (self, arrow->received_step, arrow->sent_step) ||
          !is_after (self, arrow->ended_step, arrow->sent_step))
        return "an arrow that arrives before it is sent";
      if (arrow->received_step != LULL_STORY_NEVER &&
          arrow->ended_step < arrow->received_step)
        return "an arrow that arrives although it was lost";
    }
  return NULL;
}

static const char *
find_flaw_of_bars (const LullStory *self)
{
  for (guint i = 0; i < self->bars->len; i++)
    {
      const LullStoryBar *bar = &g_array_index (self->bars, LullStoryBar, i);

      if (bar->lane >= self->lanes->len || !is_said (bar->label))
        return "a bar without a lane, or without words";
      if (bar->first_step >= self->steps->len ||
          !is_after (self, bar->last_step, bar->first_step))
        return "a bar that ends before it begins";
    }
  return NULL;
}

static const char *
find_flaw_of_marks (const LullStory *self)
{
  guint last = 0;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const LullStoryMark *mark = &g_array_index (self->marks, LullStoryMark, i);

      if (mark->lane >= self->lanes->len ||
          (mark->kind < LULL_MARK_COMES && !is_said (mark->label)) ||
          mark->step >= self->steps->len || mark->step < last)
        return "a mark without a place, or out of order";
      last = mark->step;
    }
  return NULL;
}

static gboolean
has_end (const LullStory *self, guint lane, guint bar)
{
  return lane < self->lanes->len &&
         (bar == LULL_STORY_NEVER ||
          (bar < self->bars->len &&
           g_array_index (self->bars, LullStoryBar, bar).lane == lane));
}

static const char *
find_flaw_of_waits (const LullStory *self)
{
  for (guint i = 0; i < self->waits->len; i++)
    {
      const LullStoryWait *wait = &g_array_index (self->waits, LullStoryWait, i);

      if (!has_end (self, wait->from_lane, wait->from_bar) ||
          !has_end (self, wait->to_lane, wait->to_bar) || !is_said (wait->label))
        return "a wait without an end, or without words";
    }
  return NULL;
}

static const char *
find_flaw_of_words (const LullStory *self)
{
  if (self->findings->len == 0 || !is_said (self->caption))
    return "no explanation, or no caption";
  for (guint i = 0; i < self->findings->len; i++)
    if (!is_said (self->findings->pdata[i]))
      return "a sentence that says nothing";
  for (guint row = 0; row < self->table->len; row++)
    {
      const GPtrArray *cells = self->table->pdata[row];

      for (guint i = 0; i < cells->len; i++)
        if (!is_said (cells->pdata[i]))
          return "an empty cell";
    }
  return NULL;
}

/* Whether the main program of LANE does something after STEP, before it may have another
 * join to come to. */
static gboolean
goes_on_after (const LullStory *self, guint lane, guint step)
{
  for (guint i = step + 1; i < self->steps->len; i++)
    {
      const LullStoryStep *later = step_at (self, i);

      if (later->lane != lane)
        continue;
      if (strstr (later->text, "leaves join") != NULL)
        return FALSE;
      if (g_str_has_prefix (later->text, "main program"))
        return TRUE;
    }
  return FALSE;
}

static const char *
find_flaw_of_ends (const LullStory *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LullStoryStep *step = step_at (self, i);

      if (g_str_has_prefix (step->text, "main program") &&
          strstr (step->text, ", ends") != NULL && goes_on_after (self, step->lane, i))
        return "a main program that goes on after its end";
    }
  return NULL;
}

/* Whether a worker of that name crashes, or leaves the group. */
static gboolean
goes (const LullStory *self, const char *name)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LullStoryStep *step = step_at (self, i);

      if (g_str_equal (self->lanes->pdata[step->lane], name) &&
          (g_str_has_prefix (step->text, "crashes") ||
           g_str_has_prefix (step->text, "leaves the group")))
        return TRUE;
    }
  return FALSE;
}

/* Those who never leave join are there. */
static const char *
find_flaw_of_loop (const LullStory *self)
{
  static const char *const words = "Never leaving join: ";

  for (guint i = 0; i < self->findings->len; i++)
    {
      const char *finding = self->findings->pdata[i];
      g_autofree char *names = NULL;
      g_auto (GStrv) list = NULL;

      if (!g_str_has_prefix (finding, words))
        continue;
      names =
          g_strndup (finding + strlen (words), strcspn (finding + strlen (words), "."));
      list = g_strsplit (names, ", ", -1);
      for (guint name = 0; list[name] != NULL; name++)
        if (goes (self, list[name]))
          return "somebody who is gone never leaves join";
    }
  return NULL;
}

/* Nobody is in join whose main program has yet to end. */
static const char *
find_flaw_of_waiting (const LullStory *self)
{
  for (guint i = 0; i < self->findings->len; i++)
    for (guint lane = 0; lane < self->lanes->len; lane++)
      {
        const char *name = self->lanes->pdata[lane];
        g_autofree char *in_join = g_strdup_printf (" %s is in join", name);
        g_autofree char *open = g_strdup_printf ("the main program of %s ", name);

        if (strstr (self->findings->pdata[i], in_join) != NULL &&
            strstr (self->findings->pdata[i], open) != NULL)
          return "somebody is in join and has yet to come to it";
      }
  return NULL;
}

/* Whether a control message to LANE is on the wire at the end. */
static gboolean
awaits_control (const LullStory *self, guint lane)
{
  for (guint i = 0; i < self->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (self->arrows, LullStoryArrow, i);

      if (arrow->kind == LULL_ARROW_CONTROL && arrow->to_lane == lane &&
          arrow->received_step == LULL_STORY_NEVER &&
          arrow->ended_step == LULL_STORY_NEVER)
        return TRUE;
    }
  return FALSE;
}

/* Of whom it is said that nothing is on its way to him, nothing is. */
static const char *
find_flaw_of_silence (const LullStory *self)
{
  for (guint i = 0; i < self->findings->len; i++)
    for (guint lane = 0; lane < self->lanes->len; lane++)
      {
        const char *name = self->lanes->pdata[lane];
        g_autofree char *in_join = g_strdup_printf (" %s is in join", name);
        const char *said = strstr (self->findings->pdata[i], in_join);

        if (said != NULL && awaits_control (self, lane))
          return "something is on its way to whom nothing is said to be";
      }
  return NULL;
}

const char *
lull_story_find_flaw (const LullStory *self)
{
  const char *(*const laws[]) (const LullStory *) = {
    find_flaw_of_steps,   find_flaw_of_arrows, find_flaw_of_bars, find_flaw_of_marks,
    find_flaw_of_waits,   find_flaw_of_words,  find_flaw_of_ends, find_flaw_of_loop,
    find_flaw_of_waiting, find_flaw_of_silence
  };

  for (guint i = 0; i < G_N_ELEMENTS (laws); i++)
    {
      const char *flaw = laws[i](self);

      if (flaw != NULL)
        return flaw;
    }
  return NULL;
}
