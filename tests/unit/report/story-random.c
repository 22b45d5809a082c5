/* SPDX-License-Identifier: Apache-2.0 */
#include "story-fixtures.h"

typedef struct
{
  guint64 state;
  LullStory *story;
  GArray *pending; /* of guint: arrows that have not arrived */
  GArray *running; /* of guint: bars that have not ended */
} Teller;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static guint64
next_number (Teller *self)
{
  guint64 z = self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint
below (Teller *self, guint count)
{
  return (guint) (next_number (self) % count);
}

/* Mostly short; now and then far too long. */
static char *
random_label (Teller *self, const char *stem)
{
  GString *label = g_string_new (stem);

  g_string_append_printf (label, " %u", below (self, 30));
  for (guint words = below (self, 12) == 0 ? 1 + below (self, 6) : 0; words > 0; words--)
    g_string_append (label, below (self, 2) == 0 ? " and more" : " größer");
  return g_string_free (label, FALSE);
}

static guint
take_index (Teller *self, GArray *indices)
{
  guint place = below (self, indices->len);
  guint index = g_array_index (indices, guint, place);

  g_array_remove_index (indices, place);
  return index;
}

static guint
add_step (Teller *self, guint lane)
{
  LullStory *story = self->story;
  guint64 position = story->steps->len + 1;

  if (g_strcmp0 (story->clock, "step") != 0)
    {
      position = below (self, 5);
      if (below (self, 15) == 0)
        position += below (self, 200);
      if (story->steps->len > 0)
        position +=
            g_array_index (story->steps, LullStoryStep, story->steps->len - 1).position;
    }
  return lull_story_add_step (story, lane, position, random_label (self, "does thing"));
}

static void
tell_send (Teller *self, guint lane)
{
  static const LullArrowKind kinds[] = { LULL_ARROW_PLAIN,   LULL_ARROW_PLAIN,
                                         LULL_ARROW_PLAIN,   LULL_ARROW_IN_TRANSIT,
                                         LULL_ARROW_CONTROL, LULL_ARROW_ORPHAN };
  g_autofree char *label = random_label (self, "call");
  guint to = below (self, self->story->lanes->len);
  guint arrow = lull_story_add_arrow (self->story, lane, to, add_step (self, lane),
                                      kinds[below (self, G_N_ELEMENTS (kinds))], label);

  g_array_index (self->story->arrows, LullStoryArrow, arrow).lost = below (self, 6) == 0;
  g_array_append_val (self->pending, arrow);
}

static void
tell_receive (Teller *self)
{
  LullStoryArrow *arrow = &g_array_index (self->story->arrows, LullStoryArrow,
                                          take_index (self, self->pending));

  arrow->received_step = add_step (self, arrow->to_lane);
}

static void
tell_start (Teller *self, guint lane)
{
  g_autofree char *label = random_label (self, "handler");
  guint bar = lull_story_add_bar (self->story, lane, add_step (self, lane), label);

  g_array_index (self->story->bars, LullStoryBar, bar).lost = below (self, 6) == 0;
  g_array_append_val (self->running, bar);
}

static void
tell_end (Teller *self)
{
  LullStoryBar *bar =
      &g_array_index (self->story->bars, LullStoryBar, take_index (self, self->running));

  bar->last_step = add_step (self, bar->lane);
}

static void
tell_mark (Teller *self, guint lane, LullMarkKind kind, gboolean in_cut)
{
  g_autofree char *label = random_label (self, in_cut ? "open futures" : "value");
  guint mark =
      lull_story_add_mark (self->story, lane, add_step (self, lane), kind, label);

  g_array_index (self->story->marks, LullStoryMark, mark).in_cut = in_cut;
}

static void
tell_waits (Teller *self)
{
  guint lanes = self->story->lanes->len;

  for (guint i = below (self, 5); i > 0; i--)
    {
      g_autofree char *label = random_label (self, "answer to call");
      guint wait = lull_story_add_wait (self->story, below (self, lanes),
                                        below (self, lanes), label);

      g_array_index (self->story->waits, LullStoryWait, wait).in_cycle =
          below (self, 2) == 0;
    }
}

static void
tell_something (Teller *self)
{
  guint lane = below (self, self->story->lanes->len);

  switch (below (self, 8))
    {
    case 0:
    case 1:
      tell_send (self, lane);
      break;
    case 2:
    case 3:
      if (self->pending->len > 0)
        tell_receive (self);
      break;
    case 4:
      tell_start (self, lane);
      break;
    case 5:
      if (self->running->len > 0)
        tell_end (self);
      break;
    case 6:
      if (below (self, 3) == 0)
        tell_mark (self, lane, LULL_MARK_SNAPSHOT, FALSE);
      break;
    default:
      add_step (self, lane);
    }
}

LullStory *
lull_fixture_random (guint64 seed)
{
  Teller self = { .state = seed, .story = lull_story_new ("A random story") };
  guint lanes = 1 + below (&self, 6), steps = below (&self, 45);
  guint cut_at = below (&self, steps + 1);

  self.pending = g_array_new (FALSE, FALSE, sizeof (guint));
  self.running = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint lane = 0; lane < lanes; lane++)
    {
      g_autofree char *name = random_label (&self, "W");

      lull_story_add_lane (self.story, name);
    }
  if (below (&self, 3) == 0)
    {
      g_free (self.story->clock);
      self.story->clock = g_strdup ("tick");
    }
  for (guint i = 0; i <= steps; i++)
    {
      tell_something (&self);
      for (guint lane = 0; i == cut_at && lane < lanes; lane++)
        tell_mark (&self, lane, LULL_MARK_SNAPSHOT, TRUE);
    }
  tell_mark (&self, below (&self, lanes), LULL_MARK_PREMATURE, FALSE);
  self.story->cut = below (&self, 2) == 0 ? LULL_CUT_INCONSISTENT : LULL_CUT_CONSISTENT;
  if (below (&self, 3) == 0)
    tell_waits (&self);
  if (below (&self, 5) == 0)
    self.story->loop_start = below (&self, self.story->steps->len);
  g_array_unref (self.pending);
  g_array_unref (self.running);
  return self.story;
}
