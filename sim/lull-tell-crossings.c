/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cut in words: whether it is consistent, which messages cross it, and which it could
 * not show. Of many messages only the one that matters is named.
 */
#include "lull-tell.h"

/* What was missed and could not be in any snapshot, or NULL. */
static const TellMessage *
find_sent_too_late (const Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (tell_is_missed (self, message) &&
          !tell_in_past (self, message->source, message->posted))
        return message;
    }
  return NULL;
}

/* Of several orphan messages the one that matters comes from the worker whose work was
 * missed; else it is the one received first. */
static const TellMessage *
find_orphan (const Tell *self)
{
  const TellMessage *late = find_sent_too_late (self);
  const TellMessage *found = NULL;

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (!message->orphan)
        continue;
      if (late != NULL && message->source == late->source)
        return message;
      if (found == NULL || message->received < found->received)
        found = message;
    }
  return found;
}

static const TellControl *
find_orphan_control (const Tell *self)
{
  for (guint i = 0; i < self->controls->len; i++)
    if (tell_control (self, i)->orphan)
      return tell_control (self, i);
  g_assert_not_reached ();
}

static guint
count_orphans (const Tell *self)
{
  guint count = 0;

  for (guint i = 0; i < self->messages->len; i++)
    count += tell_message (self, i)->orphan ? 1 : 0;
  for (guint i = 0; i < self->controls->len; i++)
    count += tell_control (self, i)->orphan ? 1 : 0;
  return count;
}

/* "1 more message crosses …", "2 more messages cross …", or nothing. */
static char *
say_more (guint count, const char *one, const char *several)
{
  if (count == 0)
    return g_strdup ("");
  return g_strdup_printf (" %u more message%s %s.", count, count == 1 ? "" : "s",
                          count == 1 ? one : several);
}

/** An orphan message, basic or control. */
typedef struct
{
  char *name; /**< (owned) */
  guint source, target;
  guint sent, received;
  gboolean by_task; /**< a send task put it on the wire */
} Orphan;

static void
orphan_init (Orphan *self, const Tell *tell)
{
  const TellMessage *message = find_orphan (tell);
  const TellControl *control;
  char words[128];

  if (message != NULL)
    {
      *self = (Orphan){ lull_tell_name (tell, message),
                        message->source,
                        message->target,
                        message->transmitted,
                        message->received,
                        message->transmitted != message->posted };
      return;
    }
  control = find_orphan_control (tell);
  *self = (Orphan){ .source = control->record[LULL_BAG_SOURCE] - 1U,
                    .target = control->record[LULL_BAG_TARGET],
                    .sent = control->sent,
                    .received = control->received };
  lull_tell_control_words (tell, control, words, sizeof words);
  self->name = g_strdup_printf ("the control message \"%s\" (%s to %s)", words,
                                tell_worker (tell, self->source),
                                tell_worker (tell, self->target));
}

static void
write_orphan (Tell *self)
{
  g_autofree char *more =
      say_more (count_orphans (self) - 1, "crosses the cut in the same way",
                "cross the cut in the same way");
  Orphan orphan;

  orphan_init (&orphan, self);
  lull_tell_say (self,
                 "The proof is the orphan message, %s: %s received it at step %u, before "
                 "its snapshot at step %u, but %s %s at step %u, after its snapshot at "
                 "step %u. In this picture it has arrived without having been sent.%s",
                 orphan.name, tell_worker (self, orphan.target),
                 tell_shown (orphan.received), tell_shown (self->cut[orphan.target]),
                 tell_worker (self, orphan.source),
                 orphan.by_task ? "put it on the wire" : "sent it",
                 tell_shown (orphan.sent), tell_shown (self->cut[orphan.source]), more);
  g_free (orphan.name);
}

/* An answer that comes late is no work any more. */
static const TellMessage *
find_in_transit (const Tell *self, guint *count)
{
  const TellMessage *found = NULL;

  *count = 0;
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (!message->in_transit || tell_is_late (self, message, self->announced))
        continue;
      ++*count;
      if (found == NULL ||
          (tell_is_missed (self, message) && !tell_is_missed (self, found)))
        found = message;
    }
  return found;
}

static void
write_in_transit (Tell *self)
{
  guint count;
  const TellMessage *message = find_in_transit (self, &count);
  g_autofree char *name = NULL;
  g_autofree char *more = NULL;
  guint sender, receiver;

  if (message == NULL)
    return;
  sender = self->cut[message->source];
  receiver = self->cut[message->target];
  name = lull_tell_name (self, message);
  more = say_more (count - 1, "is in transit at the cut as well",
                   "are in transit at the cut as well");
  /* What a fault has done to it is known of the sender's moment alone. */
  if (message->moves != NULL && message->received > receiver)
    {
      lull_tell_say (
          self,
          "In transit at the cut was %s: %s sent it at step %u, before its "
          "snapshot at step %u, and by then it was %s.%s",
          name, tell_worker (self, message->source), tell_shown (message->posted),
          tell_shown (sender),
          lull_tell_whereabouts (message, lull_tell_stage (message, sender, receiver)),
          more);
      return;
    }
  lull_tell_say (
      self,
      "In transit at the cut was %s: %s sent it at step %u, before its snapshot at step "
      "%u, and when %s took its snapshot, at step %u, it was %s.%s",
      name, tell_worker (self, message->source), tell_shown (message->posted),
      tell_shown (sender), tell_worker (self, message->target), tell_shown (receiver),
      lull_tell_whereabouts (message, lull_tell_stage (message, sender, receiver)), more);
}

static void
write_sent_too_late (Tell *self)
{
  const TellMessage *message = find_sent_too_late (self);
  const TellMessage *cause;
  g_autofree char *name = NULL;
  g_autofree char *doer = NULL;
  g_autofree char *cause_name = NULL;

  if (message == NULL)
    return;
  name = lull_tell_name (self, message);
  if (message->is_copy)
    {
      lull_tell_say (self,
                     "What was missed: %s came about at step %u, without having been "
                     "sent. That is after the snapshot of %s at step %u, so no snapshot "
                     "could show it.",
                     name, tell_shown (message->posted),
                     tell_worker (self, message->source),
                     tell_shown (self->cut[message->source]));
      return;
    }
  if (message->cause == TELL_NEVER)
    doer = g_strdup ("its main program");
  else
    {
      cause = tell_message (self, message->cause);
      cause_name = lull_tell_short_name (cause);
      doer = g_strdup_printf ("the %s of %s",
                              message->by_callback ? "callback" : "handler", cause_name);
    }
  lull_tell_say (self,
                 "What was missed: %s sent %s at step %u, in %s. That is after its "
                 "snapshot at step %u, so no snapshot could show it.",
                 tell_worker (self, message->source), name, tell_shown (message->posted),
                 doer, tell_shown (self->cut[message->source]));
}

void
lull_tell_write_cut (Tell *self)
{
  TellMisreading misreading;

  if (self->cut_kind == LULL_CUT_INCONSISTENT)
    {
      lull_tell_say (self,
                     "%s. Taken together they are an inconsistent cut: the picture of a "
                     "state that never was.",
                     lull_tell_find_misreading (self, &misreading)
                         ? "The values are of different moments"
                         : "Each value was right when it was read, but they are of "
                           "different moments");
      write_orphan (self);
    }
  else
    lull_tell_say (self, "These snapshots form a consistent cut, a state that could have "
                         "been: in it no message is received before it is sent. But work "
                         "was left in it, and the values read do not show it.");
  if (self->cut_kind == LULL_CUT_CONSISTENT || find_sent_too_late (self) == NULL)
    write_in_transit (self);
  write_sent_too_late (self);
}

char *
lull_tell_caption_of_cut (const Tell *self)
{
  const TellMessage *message;
  g_autofree char *name = NULL;
  guint count;

  if (lull_tell_first_mixup (self, self->announced) != NULL)
    return g_strdup ("What belongs to one round was taken for part of another.");
  if (!self->has_cut)
    return g_strdup ("It did not wait for a snapshot of every worker.");
  if (self->cut_kind == LULL_CUT_INCONSISTENT)
    {
      message = find_orphan (self);
      name = message != NULL ? lull_tell_short_name (message)
                             : g_strdup ("a control message");
      return g_strdup_printf (
          "It trusted the snapshots that the cut joins, which are of different moments: "
          "%s, the orphan message, is received before the cut and sent after it, so no "
          "moment of the run looked like this.",
          name);
    }
  message = find_in_transit (self, &count);
  if (message == NULL)
    return g_strdup_printf (
        "The snapshots that it trusted form a consistent cut, and %s.",
        find_sent_too_late (self) != NULL ? "all that they missed was sent after it"
                                          : "what they missed is no message");
  name = lull_tell_short_name (message);
  return g_strdup_printf (
      "The snapshots that it trusted form a consistent cut, but %s is in transit there: "
      "sent before the cut and not finished in it.",
      name);
}
