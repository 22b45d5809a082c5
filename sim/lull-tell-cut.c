/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds the cut that an announcement rests on. With collectives it is the snapshots of
 * the round whose result was acted on; with control messages, the last snapshot of each
 * worker up to the announcement.
 *
 * A message is sent, for the question whether it is an orphan, when it enters the wire:
 * from then on it can be received, so the cut is inconsistent in Lamport's sense of
 * happened-before if and only if it has an orphan message.
 */
#include "lull-tell.h"

guint
lull_tell_last_completed (const Tell *self, guint step)
{
  for (guint i = step + 1; i > 0; i--)
    if (tell_log (self, i - 1)->completed)
      return i - 1;
  return TELL_NEVER;
}

static guint
last_contributed (const Tell *self, guint worker, guint step)
{
  for (guint i = step + 1; i > 0; i--)
    if (tell_step (self, i - 1)->worker == worker && tell_log (self, i - 1)->contributed)
      return i - 1;
  return TELL_NEVER;
}

/* Of several joins, each has snapshots of its own: those that came before somebody left
 * the join before were trusted then. @return the first step that counts for the join that
 * was announced at ANNOUNCED */
static guint
first_that_counts (const Tell *self, guint announced)
{
  guint epoch = tell_step (self, announced)->epoch;

  for (guint i = 0; i < announced && epoch > 0; i++)
    if (tell_log (self, i)->announced != 0 && tell_step (self, i)->epoch + 1 == epoch)
      return i + 1;
  return 0;
}

/* The last of the steps SINCE … STEP at which WORKER read something. */
static guint
last_reading (const Tell *self, guint worker, guint since, guint step)
{
  for (guint i = step + 1; i > since; i--)
    if (tell_step (self, i - 1)->worker == worker &&
        tell_log (self, i - 1)->reading_count > 0)
      return i - 1;
  return TELL_NEVER;
}

/* Who is gone, or yet to come, takes no part in a round: the last thing that it
 * contributed, at step CONTRIBUTED, was for one before. */
static gboolean
is_of_earlier_round (const Tell *self, guint contributed)
{
  guint before = self->completed > 0
                     ? lull_tell_last_completed (self, self->completed - 1)
                     : TELL_NEVER;

  return contributed == TELL_NEVER || (before != TELL_NEVER && contributed <= before);
}

/* What a worker contributes it has read before; where the protocol does not say when,
 * contributing is the snapshot. */
static guint
find_snapshot (const Tell *self, guint worker, guint announced)
{
  guint contributed, reading;

  if (self->completed == TELL_NEVER)
    return last_reading (self, worker, first_that_counts (self, announced), announced);
  contributed = last_contributed (self, worker, self->completed);
  if (is_of_earlier_round (self, contributed))
    return TELL_NEVER;
  reading = last_reading (self, worker, 0, contributed);
  return reading != TELL_NEVER ? reading : contributed;
}

guint
lull_tell_first_reading (const Tell *self, guint worker)
{
  for (guint step = self->cut[worker]; step > 0; step--)
    {
      const TellStep *told = tell_step (self, step - 1);
      const LullStepLog *log = tell_log (self, step - 1);

      if (told->worker != worker || log->step == 0)
        continue;
      return log->reading_count > 0 && !log->contributed &&
                     tell_log (self, self->cut[worker])->contributed
                 ? step - 1
                 : TELL_NEVER;
    }
  return TELL_NEVER;
}

static void
classify_message (const Tell *self, TellMessage *message)
{
  gboolean sent = tell_in_past (self, message->source, message->posted);
  gboolean on_the_wire = tell_in_past (self, message->source, message->transmitted);
  gboolean received = tell_in_past (self, message->target, message->received);
  gboolean finished = tell_in_past (self, message->target, message->finished);

  message->orphan = tell_is_about (self, message) && received && !on_the_wire;
  message->in_transit = tell_is_about (self, message) && sent && !finished &&
                        !tell_in_past (self, message->source, message->gone);
}

static void
classify_control (const Tell *self, TellControl *control)
{
  guint source = control->record[LULL_BAG_SOURCE] - 1U;
  guint target = control->record[LULL_BAG_TARGET];

  control->orphan = tell_in_past (self, target, control->received) &&
                    !tell_in_past (self, source, control->sent);
}

static void
classify (Tell *self)
{
  self->cut_kind = LULL_CUT_CONSISTENT;
  for (guint i = 0; i < self->messages->len; i++)
    {
      classify_message (self, tell_message (self, i));
      if (tell_message (self, i)->orphan)
        self->cut_kind = LULL_CUT_INCONSISTENT;
    }
  for (guint i = 0; i < self->controls->len; i++)
    {
      /* What carries the snapshots is no part of the picture that they give. */
      if (self->world->bags[tell_control (self, i)->bag] !=
          &tell_judged_world (self)->controls)
        continue;
      classify_control (self, tell_control (self, i));
      if (tell_control (self, i)->orphan)
        self->cut_kind = LULL_CUT_INCONSISTENT;
    }
}

gboolean
lull_tell_take_cut (Tell *self, guint completed, guint announced)
{
  self->cut_kind = LULL_CUT_NONE;
  self->completed = completed;
  self->has_cut = TRUE;
  for (guint worker = 0; worker < self->world->workers; worker++)
    {
      self->cut[worker] = find_snapshot (self, worker, announced);
      if (self->cut[worker] == TELL_NEVER)
        self->has_cut = FALSE;
    }
  if (self->has_cut)
    classify (self);
  return self->has_cut;
}

const TellMixup *
lull_tell_first_mixup (const Tell *self, guint step)
{
  const TellMixup *first;

  if (self->mixups->len == 0 || self->judged != 0)
    return NULL;
  first = &g_array_index (self->mixups, TellMixup, 0);
  return first->step <= step ? first : NULL;
}

/* A round of the join before was acted on then. */
static guint
round_acted_on (const Tell *self)
{
  guint completed = lull_tell_last_completed (self, self->announced);

  if (completed == TELL_NEVER || completed < first_that_counts (self, self->announced))
    return TELL_NEVER;
  return completed;
}

void
lull_tell_find_cut (Tell *self)
{
  if (!self->premature && !lull_world_all_left (self->world, self->end))
    return;
  /* After a mix-up nobody acts on one round any more, so there is no one cut. */
  if (self->announced != TELL_NEVER &&
      lull_tell_first_mixup (self, self->announced) == NULL)
    (void) lull_tell_take_cut (self, round_acted_on (self), self->announced);
}
