/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counters side by side, and which safeguard would have stopped the announcement. The
 * safeguard is the pairwise comparison, made at the very snapshots that were taken: where
 * all main programs had ended, some pair must disagree there, or no work were left
 * (Mattern 1987, section 7).
 */
#include "lull-tell.h"

/** What was sent and finished, at the snapshots and when the first worker left. */
typedef struct
{
  guint sent_at_cut, finished_at_cut;
  guint sent, finished;
} Counts;

static void
count_message (const Tell *self, const TellMessage *message, Counts *counts)
{
  counts->sent += message->posted <= self->announced ? 1 : 0;
  counts->finished += message->finished <= self->announced ? 1 : 0;
  counts->sent_at_cut += tell_in_past (self, message->source, message->posted) ? 1 : 0;
  counts->finished_at_cut +=
      tell_in_past (self, message->target, message->finished) ? 1 : 0;
}

static Counts
count_pair (const Tell *self, guint source, guint target)
{
  Counts counts = { 0 };

  for (guint i = 0; i < self->messages->len; i++)
    if (tell_message (self, i)->source == source &&
        tell_message (self, i)->target == target)
      count_message (self, tell_message (self, i), &counts);
  return counts;
}

static Counts
count_all (const Tell *self)
{
  Counts counts = { 0 };

  for (guint i = 0; i < self->messages->len; i++)
    count_message (self, tell_message (self, i), &counts);
  return counts;
}

static void
write_heading (Tell *self)
{
  g_autofree char *sent =
      g_strdup_printf ("sent by step %u", tell_shown (self->announced));
  g_autofree char *finished =
      g_strdup_printf ("finished by step %u", tell_shown (self->announced));

  self->story->table_title =
      g_strdup_printf ("Messages per ordered pair, at the snapshots and when %s left",
                       tell_worker (self, tell_step (self, self->announced)->worker));
  lull_story_add_row (
      self->story,
      (const char *const[]){ "pair", "sent", "finished", "agree", sent, finished, NULL });
}

static void
write_row (Tell *self, const char *name, const Counts *counts)
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

/* @return @transfer{full} the pairs that disagree at the snapshots, in words */
static GPtrArray *
write_table (Tell *self)
{
  GPtrArray *unequal = g_ptr_array_new_with_free_func (g_free);
  guint workers = self->world->workers;
  Counts total = count_all (self);

  write_heading (self);
  for (guint pair = 0; pair < workers * workers; pair++)
    {
      Counts counts = count_pair (self, pair / workers, pair % workers);
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

/* Protocols that count call the one counter "sent". */
static gboolean
reads_sent (const TellStep *step)
{
  for (guint i = 0; i < step->log.reading_count; i++)
    if (g_str_has_prefix (step->log.readings[i].what, "sent"))
      return TRUE;
  return FALSE;
}

/* A message that its sender sent after it had read what it had sent, and before it read
 * the rest. */
static gboolean
fell_between_readings (const Tell *self, const TellMessage *message)
{
  guint first = lull_tell_first_reading (self, message->source);

  return first != TELL_NEVER && reads_sent (tell_step (self, first)) &&
         message->posted > first && message->posted < self->cut[message->source];
}

static gboolean
write_split_reading (Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      g_autofree char *name = NULL;

      if (!message->in_transit || !fell_between_readings (self, message))
        continue;
      name = lull_tell_name (self, message);
      lull_tell_say (self,
                     "What would have stopped it: reading what is finished before what "
                     "is sent, or both in one step. %s read what it had sent at step %u, "
                     "sent %s at step %u, and read what it had finished only at step %u: "
                     "the first reading is too old for the second.",
                     tell_worker (self, message->source),
                     tell_shown (lull_tell_first_reading (self, message->source)), name,
                     tell_shown (message->posted),
                     tell_shown (self->cut[message->source]));
      return TRUE;
    }
  return FALSE;
}

/* What arrived once more counts once more, if nobody takes care that it does not. */
static gboolean
write_copy (Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      g_autofree char *name = NULL;

      if (!message->is_copy)
        continue;
      name = lull_tell_name (self, message);
      lull_tell_say (self,
                     "What would have stopped it: a receiver that knows what it had, and "
                     "drops %s before it is handled or counted.",
                     name);
      return TRUE;
    }
  return FALSE;
}

/* Whether the snapshot of WORKER is of an earlier round than the one that was trusted. */
static gboolean
is_old_snapshot (const Tell *self, guint worker)
{
  guint before = self->completed == TELL_NEVER || self->completed == 0
                     ? TELL_NEVER
                     : lull_tell_last_completed (self, self->completed - 1);

  return before != TELL_NEVER && self->cut[worker] <= before;
}

/* Somebody was gone, and the round did without it. */
static gboolean
write_absence (Tell *self)
{
  for (guint worker = 0; worker < self->world->workers; worker++)
    if ((self->gone >> worker & 1U) != 0 && is_old_snapshot (self, worker))
      {
        lull_tell_say (
            self,
            "What would have stopped it: %s was gone, and took no part in the "
            "round. What it had sent was in no counter any more; somebody else "
            "has to know of it, or it has to be waited for before.",
            tell_worker (self, worker));
        return TRUE;
      }
  return FALSE;
}

/* Whether the timer for MESSAGE had not fired when its worker took its snapshot, and that
 * matters: what it sends is work, or is taken for work. */
static gboolean
is_late_timer (const Tell *self, guint message)
{
  const LullMessage *info = &self->world->messages[message].m;

  if (info->parent != LULL_TIMER || self->world->any)
    return FALSE;
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *told = tell_message (self, i);

      if (told->number == self->numbers[message] &&
          told->kind == (LullBasicKind) info->kind)
        return (told->work || told->orphan) &&
               !tell_in_past (self, told->source, told->posted);
    }
  return self->world->messages[message].work &&
         stage_of (self->world, self->end, message) == STAGE_UNSENT;
}

static gboolean
write_late_timer (Tell *self)
{
  for (guint i = 0; i < self->world->message_count; i++)
    if (is_late_timer (self, i))
      {
        const char *worker = tell_worker (self, self->world->messages[i].m.source);

        lull_tell_say (
            self,
            "What would have stopped it: a snapshot is worth something only when "
            "nothing at its worker sends by itself any more. A timer of %s was "
            "pending at the snapshot of %s; it has to be stopped, or waited for, "
            "before that.",
            worker, worker);
        return TRUE;
      }
  return FALSE;
}

/* Whether the sums of all counters hide what the pairs show. */
static void
write_comparison (Tell *self, const GPtrArray *unequal)
{
  g_autofree char *pairs = lull_tell_list (unequal, "; ", TELL_ITEMS_MAX);
  g_autoptr (GString) totals = g_string_new (NULL);
  Counts total = count_all (self);

  if (total.sent_at_cut == total.finished_at_cut)
    g_string_append_printf (totals,
                            " The totals would not have shown it: %u sent, %u finished.",
                            total.sent_at_cut, total.finished_at_cut);
  lull_tell_say (self,
                 "What would have stopped it: for every ordered pair of workers, count "
                 "the messages sent, at the sender, and the messages whose handling has "
                 "finished, at the receiver, and leave only when every pair agrees. At "
                 "the same snapshots they disagree (%s), so nobody would have left.%s",
                 pairs, totals->str);
}

/* A callback that runs with an error is in no counter of messages. */
static gboolean
write_failing (Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      g_autofree char *name = NULL;

      if (!tell_is_failing (message, self->announced))
        continue;
      name = lull_tell_name (self, message);
      lull_tell_say (self,
                     "What would have stopped it: %s, which timed out at step %u, is not "
                     "done before the callback that runs with the error has ended. At "
                     "these snapshots even the counters of every pair agree.",
                     name, tell_shown (message->timed_out));
      return TRUE;
    }
  return FALSE;
}

void
lull_tell_write_safeguard (Tell *self)
{
  g_autoptr (GPtrArray) unequal = write_table (self);

  if (write_split_reading (self) || write_absence (self) || write_late_timer (self) ||
      write_copy (self) || (unequal->len == 0 && write_failing (self)))
    return;
  if (unequal->len > 0)
    write_comparison (self, unequal);
  else
    lull_tell_say (self,
                   "What would have stopped it: a snapshot is worth something only when "
                   "its worker's main program has ended, since that can always send "
                   "more. At these snapshots even the counters of every pair agree.");
}
