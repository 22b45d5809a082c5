/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds the cut that an announcement rests on. With collectives it is the snapshots of
 * the round whose result was acted on; with control messages, the last snapshot of each
 * worker before the announcement.
 */
#include "lull-tell.h"

/* The last step up to STEP that completed a round, or NEVER. */
static guint
last_completed (const Tell *self, guint step)
{
  for (guint i = step + 1; i > 0; i--)
    if (tell_step (self, i - 1)->log.completed)
      return i - 1;
  return TELL_NEVER;
}

/* The step of the snapshot of WORKER that counts at step BEFORE: what it read last, else
 * contributed last. */
static guint
snapshot_of (const Tell *self, guint worker, guint before)
{
  guint contributed = TELL_NEVER;

  for (guint i = before + 1; i > 0; i--)
    {
      const TellStep *step = tell_step (self, i - 1);

      if (step->worker != worker)
        continue;
      if (step->log.reading_count > 0)
        return i - 1;
      if (step->log.contributed && contributed == TELL_NEVER)
        contributed = i - 1;
    }
  return contributed;
}

static void
classify (const Tell *self, TellMessage *message)
{
  gboolean sent = tell_in_past (self, message->source, message->posted);
  gboolean received = tell_in_past (self, message->target, message->received);
  gboolean finished = tell_in_past (self, message->target, message->finished);

  message->orphan = received && !sent;
  message->in_transit = sent && !finished;
}

void
lull_tell_find_cut (Tell *self)
{
  guint before = self->announced;

  self->cut_kind = LULL_CUT_NONE;
  if (self->announced == TELL_NEVER)
    return;
  self->completed = last_completed (self, self->announced);
  if (self->completed != TELL_NEVER)
    before = self->completed;
  for (guint worker = 0; worker < self->world->workers; worker++)
    {
      self->cut[worker] = snapshot_of (self, worker, before);
      if (self->cut[worker] == TELL_NEVER)
        return;
    }
  self->has_cut = TRUE;
  self->cut_kind = LULL_CUT_CONSISTENT;
  for (guint i = 0; i < self->messages->len; i++)
    {
      classify (self, tell_message (self, i));
      if (tell_message (self, i)->orphan)
        self->cut_kind = LULL_CUT_INCONSISTENT;
    }
}
