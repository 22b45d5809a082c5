/* SPDX-License-Identifier: Apache-2.0 */
#include "sim-fixtures.h"

gboolean
sim_is_text (const char *found, const char *expected)
{
  if (g_str_equal (found, expected))
    return TRUE;
  g_print ("\n    found    \"%s\"\n    expected \"%s\"", found, expected);
  return FALSE;
}

gboolean
sim_story_mentions (const LullStory *story, const char *words)
{
  for (guint i = 0; i < story->findings->len; i++)
    if (strstr (SIM_FINDING (story, i), words) != NULL)
      return TRUE;
  g_print ("\n    no finding says \"%s\"", words);
  return FALSE;
}

const LullStoryArrow *
sim_story_arrow (const LullStory *story, const char *label)
{
  for (guint i = 0; i < story->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, i);

      if (g_str_equal (arrow->label, label))
        return arrow;
    }
  g_error ("no arrow \"%s\"", label);
}

const LullStoryBar *
sim_story_bar (const LullStory *story, const char *label)
{
  for (guint i = 0; i < story->bars->len; i++)
    if (g_str_equal (g_array_index (story->bars, LullStoryBar, i).label, label))
      return &g_array_index (story->bars, LullStoryBar, i);
  return NULL;
}

gboolean
sim_stage_has_work (const SimStage *self)
{
  return lull_world_has_work (self->world, self->walk.state);
}

LullStory *
sim_stage_tell (SimStage *self, const char *const *words)
{
  sim_stage_open (self);
  sim_walk_take_all (&self->walk, words);
  return lull_world_tell (self->world, self->walk.trace, NULL);
}
