/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-tell.h"

void
lull_tell_init (Tell *self, const LullWorld *world, const LullTrace *trace)
{
  *self = (Tell){ .world = world,
                  .trace = trace,
                  .steps = g_array_new (FALSE, FALSE, sizeof (TellStep)),
                  .messages = g_array_new (FALSE, FALSE, sizeof (TellMessage)),
                  .controls = g_array_new (FALSE, FALSE, sizeof (TellControl)),
                  .mixups = g_array_new (FALSE, FALSE, sizeof (TellMixup)),
                  .wire = g_array_new (FALSE, FALSE, sizeof (guint)),
                  .main_ends = g_new0 (guint, world->workers * world->epochs),
                  .slot_message = g_new0 (guint, world->message_count + 1),
                  .numbers = g_new0 (guint16, world->message_count + 1),
                  .early.step = TELL_NEVER,
                  .announced = TELL_NEVER,
                  .fault_step = TELL_NEVER,
                  .completed = TELL_NEVER };
  for (guint message = 0; message < world->message_count; message++)
    self->slot_message[message] = TELL_NEVER;
  for (guint program = 0; program < world->workers * world->epochs; program++)
    self->main_ends[program] = TELL_NEVER;
}

void
lull_tell_clear (Tell *self)
{
  g_array_unref (self->steps);
  for (guint i = 0; i < self->messages->len; i++)
    g_clear_pointer (&tell_message (self, i)->moves, g_array_unref);
  g_array_unref (self->messages);
  g_array_unref (self->controls);
  g_array_unref (self->wire);
  g_array_unref (self->mixups);
  g_clear_pointer (&self->pending, g_ptr_array_unref);
  g_clear_pointer (&self->standing, g_ptr_array_unref);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_free (self->main_ends);
  g_free (self->slot_message);
  g_free (self->numbers);
  g_free (self->end);
  g_free (self->left);
}

static void
begin_story (Tell *self, const guint64 *ticks)
{
  self->ticks = ticks;
  self->story = lull_story_new (self->world->model.name);
  for (guint worker = 0; worker < self->world->workers; worker++)
    lull_story_add_lane (self->story, tell_worker (self, worker));
  if (ticks != NULL)
    {
      g_free (self->story->clock);
      self->story->clock = g_strdup ("tick");
    }
  if (self->trace->loop_start != LULL_TRACE_NO_LOOP)
    self->story->loop_start = self->trace->loop_start;
}

LullStory *
lull_world_tell (const LullWorld *self, const LullTrace *trace, const guint64 *ticks)
{
  Tell tell;

  lull_tell_init (&tell, self, trace);
  begin_story (&tell, ticks);
  lull_tell_follow (&tell);
  lull_tell_find_cut (&tell);
  lull_tell_draw (&tell);
  lull_tell_write_findings (&tell);
  lull_tell_clear (&tell);
  return tell.story;
}
