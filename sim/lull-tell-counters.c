/* SPDX-License-Identifier: Apache-2.0 */
/* The counters of all messages side by side, whether a protocol counts them or not. */
#include "lull-tell.h"

static void
count_message (const Tell *self, const TellMessage *message, TellCounts *counts)
{
  if (!tell_is_about (self, message))
    return;
  counts->sent += message->posted <= self->announced ? 1 : 0;
  counts->finished += message->finished <= self->announced ? 1 : 0;
  counts->sent_at_cut += tell_in_past (self, message->source, message->posted) ? 1 : 0;
  counts->finished_at_cut +=
      tell_in_past (self, message->target, message->finished) ? 1 : 0;
}

static TellCounts
count_pair (const Tell *self, guint source, guint target)
{
  TellCounts counts = { 0 };

  for (guint i = 0; i < self->messages->len; i++)
    if (tell_message (self, i)->source == source &&
        tell_message (self, i)->target == target)
      count_message (self, tell_message (self, i), &counts);
  return counts;
}

TellCounts
lull_tell_count_all (const Tell *self)
{
  TellCounts counts = { 0 };

  for (guint i = 0; i < self->messages->len; i++)
    count_message (self, tell_message (self, i), &counts);
  return counts;
}

/* Whether the protocol is not told of all that is in the table. */
static gboolean
has_uncounted (const Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    if ((tell_message (self, i)->traits &
         (LULL_TRAIT_SENT_UNCOUNTED | LULL_TRAIT_DONE_UNCOUNTED)) != 0)
      return TRUE;
  return FALSE;
}

static void
write_heading (Tell *self)
{
  g_autofree char *sent =
      g_strdup_printf ("sent by step %u", tell_shown (self->announced));
  g_autofree char *finished =
      g_strdup_printf ("finished by step %u", tell_shown (self->announced));

  self->story->table_title =
      g_strdup_printf ("Messages per ordered pair, at the snapshots and when %s left%s",
                       tell_worker (self, tell_step (self, self->announced)->worker),
                       has_uncounted (self) ? ", counted by the protocol or not" : "");
  lull_story_add_row (
      self->story,
      (const char *const[]){ "pair", "sent", "finished", "agree", sent, finished, NULL });
}

static void
write_row (Tell *self, const char *name, const TellCounts *counts)
{
  char cells[4][16];

  g_snprintf (cells[0], sizeof cells[0], "%u", counts->sent_at_cut);
  g_snprintf (cells[1], sizeof cells[1], "%u", counts->finished_at_cut);
  g_snprintf (cells[2], sizeof cells[2], "%u", counts->sent);
  g_snprintf (cells[3], sizeof cells[3], "%u", counts->finished);
  lull_story_add_row (self->story,
                      (const char *const[]){
                          name, cells[0], cells[1],
                          counts->sent_at_cut == counts->finished_at_cut ? "yes" : "no",
                          cells[2], cells[3], NULL });
}

GPtrArray *
lull_tell_write_table (Tell *self)
{
  GPtrArray *unequal = g_ptr_array_new_with_free_func (g_free);
  guint workers = self->world->workers;
  TellCounts total = lull_tell_count_all (self);

  write_heading (self);
  for (guint pair = 0; pair < workers * workers; pair++)
    {
      TellCounts counts = count_pair (self, pair / workers, pair % workers);
      g_autofree char *name =
          g_strdup_printf ("%s to %s", tell_worker (self, pair / workers),
                           tell_worker (self, pair % workers));

      if (counts.sent == 0)
        continue;
      write_row (self, name, &counts);
      if (counts.sent_at_cut != counts.finished_at_cut)
        g_ptr_array_add (unequal,
                         g_strdup_printf ("%s: %u sent, %u finished", name,
                                          counts.sent_at_cut, counts.finished_at_cut));
    }
  write_row (self, "all", &total);
  return unequal;
}
