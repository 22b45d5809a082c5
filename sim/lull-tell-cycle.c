/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle among the waits of a deadlock, and how the waits are drawn. */
#include "lull-tell-waits.h"

#define NO_WAIT G_MAXUINT

/* The first wait of NODE for somebody who is not resolved. */
static guint
first_open_wait (const TellWaits *self, guint node, const gboolean *resolved)
{
  for (guint i = 0; i < self->waits->len; i++)
    {
      const TellWait *wait = tell_wait (self, i);

      if (wait->from == node && wait->to != TELL_NEVER && !resolved[wait->to])
        return i;
    }
  return NO_WAIT;
}

static guint
next_on_way (const TellWaits *self, guint node, const gboolean *resolved)
{
  return tell_wait (self, first_open_wait (self, node, resolved))->to;
}

/* Those who wait for nobody, or only for such, are on no cycle. Whoever is left waits for
 * somebody who is left, so that following the waits leads into a cycle. */
static void
resolve (const TellWaits *self, gboolean *resolved, guint nodes)
{
  gboolean changed = TRUE;

  while (changed)
    {
      changed = FALSE;
      for (guint node = 0; node < nodes; node++)
        if (!resolved[node] && first_open_wait (self, node, resolved) == NO_WAIT)
          changed = resolved[node] = TRUE;
    }
}

/* A cycle is told from its worker, or else its first message, on. */
static guint
smallest_on_cycle (const TellWaits *self, guint start, const gboolean *resolved)
{
  guint smallest = start;

  for (guint node = next_on_way (self, start, resolved); node != start;
       node = next_on_way (self, node, resolved))
    smallest = MIN (smallest, node);
  return smallest;
}

GArray *
lull_tell_waits_find_cycle (const TellWaits *self)
{
  GArray *cycle = g_array_new (FALSE, FALSE, sizeof (guint));
  guint nodes = tell_wait_node_count (self);
  g_autofree gboolean *resolved = g_new0 (gboolean, nodes);
  guint first = 0, node;

  resolve (self, resolved, nodes);
  while (first < nodes && resolved[first])
    first++;
  if (first == nodes)
    return cycle;
  for (guint i = 0; i < nodes; i++) /* then it is on the cycle for certain */
    first = next_on_way (self, first, resolved);
  first = smallest_on_cycle (self, first, resolved);
  node = first;
  do
    {
      guint wait = first_open_wait (self, node, resolved);

      g_array_append_val (cycle, wait);
      node = tell_wait (self, wait)->to;
    }
  while (node != first);
  return cycle;
}

static gboolean
is_in (const GArray *cycle, guint wait)
{
  for (guint i = 0; i < cycle->len; i++)
    if (g_array_index (cycle, guint, i) == wait)
      return TRUE;
  return FALSE;
}

/* Where NODE is in the figure. */
static void
locate (const TellWaits *self, guint node, guint *lane, guint *bar)
{
  const Tell *tell = self->tell;
  const TellMessage *message;

  *lane = node;
  *bar = LULL_STORY_NEVER;
  if (node < tell->world->workers)
    return;
  if (node >= tell_wait_failing_node (self, 0))
    {
      message = tell_wait_told (self, node - tell_wait_failing_node (self, 0));
      *lane = message->source;
      *bar = message->error_bar;
      return;
    }
  message = tell_wait_told (self, node - tell->world->workers);
  *lane = message->target;
  *bar = message->bar;
}

void
lull_tell_draw_waits (const TellWaits *self, const GArray *cycle)
{
  LullStory *story = self->tell->story;

  for (guint i = 0; i < self->waits->len; i++)
    {
      const TellWait *wait = tell_wait (self, i);
      guint from_lane, from_bar, to_lane, to_bar, index;
      LullStoryWait *drawn;

      if (wait->to == TELL_NEVER)
        continue;
      locate (self, wait->from, &from_lane, &from_bar);
      locate (self, wait->to, &to_lane, &to_bar);
      index = lull_story_add_wait (story, from_lane, to_lane, wait->what);
      drawn = &g_array_index (story->waits, LullStoryWait, index);
      drawn->from_bar = from_bar;
      drawn->to_bar = to_bar;
      drawn->in_cycle = is_in (cycle, i);
    }
}
