/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which safeguard would have stopped the announcement. Mostly it is the pairwise
 * comparison, made at the very snapshots that were taken: where all main programs had
 * ended there, and nothing else sends, some pair must disagree, or no work were left
 * (Mattern 1987, section 7).
 */
#include "lull-tell.h"

/* Protocols that count call the one counter "sent". */
static gboolean
reads_sent (const LullStepLog *log)
{
  for (guint i = 0; i < log->reading_count; i++)
    if (g_str_has_prefix (log->readings[i].what, "sent"))
      return TRUE;
  return FALSE;
}

/* A message that its sender sent after it had read what it had sent, and before it read
 * the rest. */
static gboolean
fell_between_readings (const Tell *self, const TellMessage *message)
{
  guint first = lull_tell_first_reading (self, message->source);

  return first != TELL_NEVER && reads_sent (tell_log (self, first)) &&
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

void
lull_tell_write_absence (Tell *self, guint worker)
{
  lull_tell_say (self,
                 "What would have stopped it: what %s had sent was in no counter any "
                 "more when it was gone. Somebody else has to know of it, or %s, if it "
                 "goes of its own accord, has to wait for it first.",
                 tell_worker (self, worker), tell_worker (self, worker));
}

/* Whether the timer for MESSAGE had not fired when its worker took its snapshot, and that
 * matters: what it sends is work, or is taken for work. */
static gboolean
is_late_timer (const Tell *self, guint message)
{
  const LullMessage *info = &self->world->messages[message].m;

  if (info->parent != LULL_TIMER || self->world->any || self->judged != 0)
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
         stage_of (self->world, self->left, message) == STAGE_UNSENT;
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
append_totals (const Tell *self, GString *text)
{
  TellCounts total = lull_tell_count_all (self);

  if (total.sent_at_cut == total.finished_at_cut)
    g_string_append_printf (text,
                            " The totals would not have shown it: %u sent, %u finished.",
                            total.sent_at_cut, total.finished_at_cut);
}

/* Why a protocol that counts messages may have missed MESSAGE by STEP, as far as one
 * sees.
 */
static void
append_reason (const Tell *self, const TellMessage *message, guint step, GString *text)
{
  g_autofree char *name = lull_tell_name (self, message);

  if ((message->traits & LULL_TRAIT_SENT_UNCOUNTED) != 0)
    g_string_append_printf (text, " The protocol was not told that %s was sent.", name);
  else if (message->timed_out <= step)
    g_string_append_printf (text,
                            " That %s timed out at step %u ended the wait of its caller, "
                            "and not the work.",
                            name, tell_shown (message->timed_out));
}

static void
append_first_reason (const Tell *self, GString *text)
{
  gsize before = text->len;

  for (guint i = 0; i < self->messages->len && text->len == before; i++)
    if (tell_message (self, i)->in_transit &&
        tell_is_missed (self, tell_message (self, i)))
      append_reason (self, tell_message (self, i), self->announced, text);
}

/* The protocol counts by pair as it should, and its numbers are not what happened. */
static gboolean
write_misreading (Tell *self, const GPtrArray *unequal)
{
  g_autofree char *pairs = lull_tell_list (unequal, "; ", TELL_ITEMS_MAX);
  g_autoptr (GString) reason = g_string_new (NULL);
  g_autofree char *name = NULL;
  TellMisreading found;
  LullStage stage;
  gboolean is_sent;

  if (unequal->len == 0 || !lull_tell_find_misreading (self, &found))
    return FALSE;
  is_sent = g_str_equal (found.reading->what, "sent");
  name = lull_tell_name (self, found.message);
  stage = lull_tell_stage (found.message, found.step, found.step);
  append_reason (self, found.message, found.step, reason);
  if (reason->len == 0)
    append_first_reason (self, reason);
  lull_tell_say (self,
                 "What would have stopped it: numbers that say what happened. At step %u "
                 "%s read %s %d, and it %s %u by then: %s was %s.%s By what was sent and "
                 "finished at these snapshots the pairs disagree (%s), so nobody would "
                 "have left.",
                 tell_shown (found.step), tell_worker (self, found.worker),
                 found.reading->what, found.reading->value,
                 is_sent ? "had sent" : "was done with", found.truth, name,
                 lull_tell_whereabouts (found.message, stage), reason->str, pairs);
  return TRUE;
}

static void
write_comparison (Tell *self, const GPtrArray *unequal)
{
  g_autofree char *pairs = lull_tell_list (unequal, "; ", TELL_ITEMS_MAX);
  g_autoptr (GString) more = g_string_new (NULL);

  append_totals (self, more);
  append_first_reason (self, more);
  lull_tell_say (self,
                 "What would have stopped it: for every ordered pair of workers, count "
                 "the messages sent, at the sender, and the messages whose handling has "
                 "finished, at the receiver, and leave only when every pair agrees. At "
                 "the same snapshots they disagree (%s), so nobody would have left.%s",
                 pairs, more->str);
}

/* Whether MESSAGE is missed because its callback runs with an error, and is otherwise
 * done. */
static gboolean
is_only_failing (const Tell *self, const TellMessage *message)
{
  return tell_is_failing (message, self->announced) &&
         MIN (message->finished, message->gone) <= self->announced;
}

/* The call whose callback runs with an error, where nothing else was missed, or NULL. */
static const TellMessage *
find_failing (const Tell *self)
{
  const TellMessage *found = NULL;

  if (self->open_mains != 0 || self->pending->len > 0)
    return NULL;
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (!tell_is_missed (self, message))
        continue;
      if (!is_only_failing (self, message))
        return NULL;
      found = found == NULL ? message : found;
    }
  return found;
}

/* A callback that runs with an error is in no counter of messages. */
static gboolean
write_failing (Tell *self, const GPtrArray *unequal)
{
  const TellMessage *message = find_failing (self);
  g_autofree char *name = NULL;

  if (message == NULL)
    return FALSE;
  name = lull_tell_name (self, message);
  lull_tell_say (self,
                 "What would have stopped it: %s, which timed out at step %u, is not "
                 "done before the callback that runs with the error has ended.%s",
                 name, tell_shown (message->timed_out),
                 unequal->len > 0
                     ? ""
                     : " At these snapshots even the counters of every pair agree.");
  return TRUE;
}

/* Whether the main program of some worker had not ended at its snapshot, or had not even
 * begun: the snapshot may be of the join before. */
static gboolean
has_open_main (const Tell *self)
{
  guint epoch = tell_step (self, self->announced)->epoch;

  /* Nobody looks before the body of a scope has ended. */
  for (guint worker = 0; worker < self->world->workers && self->judged == 0; worker++)
    {
      const TellStep *snapshot = tell_step (self, self->cut[worker]);

      if (snapshot->main_open || snapshot->epoch < epoch)
        return TRUE;
    }
  return self->open_mains != 0;
}

void
lull_tell_write_safeguard (Tell *self)
{
  g_autoptr (GPtrArray) unequal = lull_tell_write_table (self);

  if (write_split_reading (self) || write_late_timer (self) || write_copy (self) ||
      write_failing (self, unequal) || write_misreading (self, unequal))
    return;
  if (unequal->len > 0)
    write_comparison (self, unequal);
  else if (!has_open_main (self))
    lull_tell_say (self, "At these snapshots even the counters of every pair agree: what "
                         "was missed came about after them.");
  else
    lull_tell_say (self,
                   "What would have stopped it: a snapshot is worth something only when "
                   "%s has ended, since that can always send "
                   "more. At these snapshots even the counters of every pair agree.",
                   self->judged == 0 ? "its worker's main program"
                                     : "the body of the scope");
}
