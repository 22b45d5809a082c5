/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a worker read a number of messages that is not what happened. */
#include "lull-tell.h"

/* How many messages WORKER had sent, or was done with, at STEP. What came to nothing may
 * have been taken back. */
static guint
count_truth (const Tell *self, guint worker, guint step, gboolean is_sent)
{
  guint count = 0;

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (is_sent && message->source == worker)
        count += message->posted <= step && message->gone > step ? 1 : 0;
      else if (!is_sent && message->target == worker)
        count += message->finished <= step ? 1 : 0;
    }
  return count;
}

/* A message that is in transit and that WORKER should have read of at STEP: best one that
 * was missed in the end. */
static const TellMessage *
find_hidden (const Tell *self, guint worker, guint step, gboolean is_sent)
{
  const TellMessage *found = NULL;

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (!message->in_transit || message->posted > step || message->finished <= step ||
          (is_sent ? message->source : message->target) != worker)
        continue;
      if (tell_is_missed (self, message))
        return message;
      found = found == NULL ? message : found;
    }
  return found;
}

static gboolean
is_misread (const Tell *self,
            guint worker,
            guint step,
            const LullReading *reading,
            TellMisreading *found)
{
  gboolean is_sent = g_str_equal (reading->what, "sent");
  guint truth;

  if (!is_sent && !g_str_equal (reading->what, "done"))
    return FALSE;
  truth = count_truth (self, worker, step, is_sent);
  if (is_sent ? reading->value >= (gint) truth : reading->value <= (gint) truth)
    return FALSE;
  *found = (TellMisreading){ .message = find_hidden (self, worker, step, is_sent),
                             .reading = reading,
                             .worker = worker,
                             .step = step,
                             .truth = truth };
  return found->message != NULL;
}

static gboolean
find_at (const Tell *self, guint worker, guint step, TellMisreading *found)
{
  const LullStepLog *log;

  if (step == TELL_NEVER)
    return FALSE;
  log = &tell_step (self, step)->log;
  for (guint i = 0; i < log->reading_count; i++)
    if (is_misread (self, worker, step, &log->readings[i], found))
      return TRUE;
  return FALSE;
}

gboolean
lull_tell_find_misreading (const Tell *self, TellMisreading *found)
{
  if (!self->has_cut || self->world->epochs > 1)
    return FALSE;
  for (guint worker = 0; worker < self->world->workers; worker++)
    if (find_at (self, worker, lull_tell_first_reading (self, worker), found) ||
        find_at (self, worker, self->cut[worker], found))
      return TRUE;
  return FALSE;
}
