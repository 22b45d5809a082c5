/* SPDX-License-Identifier: Apache-2.0 */
/* The part of following a run that is about control messages and collectives: which was
 * sent when and taken when, and of which round it is. */
#include "lull-tell-follow.h"

static gboolean
looks_like (const Tell *self, const TellControl *control, guint bag, const guint8 *record)
{
  return control->bag == bag &&
         memcmp (control->record, record, self->world->bags[bag]->record) == 0;
}

/* The round that WORKER is in, or begins next. */
static guint
round_at (const Tell *self, const guint8 *state, guint worker)
{
  guint flags = worker_peek (self->world, state, worker)[WORKER_FLAGS];

  return self->rounds[worker] + ((flags & FLAG_CONTRIBUTED) != 0 ? 0 : 1);
}

/* Equal control messages cannot be told apart: the one sent first counts as the one that
 * arrived. */
static TellControl *
follow_control (Tell *self, guint bag, const guint8 *record, guint step)
{
  for (guint i = 0; i < self->wire->len; i++)
    {
      TellControl *control = tell_control (self, g_array_index (self->wire, guint, i));

      if (!looks_like (self, control, bag, record))
        continue;
      control->received = step;
      g_array_remove_index (self->wire, i);
      return control;
    }
  g_assert_not_reached ();
}

/* WORKER takes something that FROM sent for ROUND. */
static void
follow_round (
    Tell *self, const guint8 *state, guint step, guint worker, guint from, guint round)
{
  TellMixup mixup = { .step = step,
                      .worker = worker,
                      .from = from,
                      .round = round,
                      .taken = round_at (self, state, worker) };

  self->taken_round = round;
  if (mixup.taken != round)
    g_array_append_val (self->mixups, mixup);
}

/* A message that is taken and not used. */
static void
follow_early (Tell *self, guint step, const guint8 *record, guint round)
{
  self->taken_round = round;
  if (self->early.step == TELL_NEVER)
    self->early = (TellMixup){ .step = step,
                               .worker = record[LULL_BAG_TARGET],
                               .from = record[LULL_BAG_SOURCE] - 1U,
                               .round = round };
}

/* A message that is taken out of a bag. */
static void
follow_taken (Tell *self, const guint8 *state, LullAction action, guint step)
{
  const LullWorld *world = self->world;
  guint bag = lull_world_bag_of (world, action);
  const guint8 *record;
  const TellControl *control;

  if (bag == LULL_NO_BAG)
    return;
  record = lull_bag_peek (world->bags[bag], state, lull_action_argument (action));
  control = follow_control (self, bag, record, step);
  if (control->round == 0)
    return;
  if (lull_parts_uses (world, bag, state, record))
    follow_round (self, state, step, record[LULL_BAG_TARGET],
                  record[LULL_BAG_SOURCE] - 1U, control->round);
  else
    follow_early (self, step, record, control->round);
}

/* Whether that was the last contribution to its round. */
static gboolean
is_last_contribution (const Tell *self, guint worker)
{
  for (guint other = 0; other < self->world->workers; other++)
    if (self->rounds[other] < self->rounds[worker])
      return FALSE;
  return TRUE;
}

/* Which rounds there are is seen by counting contributions. */
void
lull_tell_follow_rounds (Tell *self, const guint8 *state, LullAction action, guint step)
{
  LullStepLog *log = &tell_step (self, step)->log;

  self->taken_round = 0;
  follow_taken (self, state, action, step);
  if (log->put != 0)
    self->put[log->put - 1] = self->rounds[log->put - 1];
  if (log->read != 0)
    follow_round (self, state, step, log->worker, log->read - 1,
                  self->put[log->read - 1]);
  if (!log->contributed)
    return;
  self->rounds[log->worker]++;
  if (self->world->rounds != NULL)
    log->completed = is_last_contribution (self, log->worker);
}

static guint
count_in_bag (const LullBag *bag, const guint8 *state, const guint8 *record)
{
  guint count = 0;

  for (guint i = 0; i < lull_bag_count (bag, state); i++)
    if (memcmp (lull_bag_peek (bag, state, i), record, bag->record) == 0)
      count++;
  return count;
}

static guint
count_on_the_wire (const Tell *self, guint bag, const guint8 *record)
{
  guint count = 0;

  for (guint i = 0; i < self->wire->len; i++)
    if (looks_like (self, tell_control (self, g_array_index (self->wire, guint, i)), bag,
                    record))
      count++;
  return count;
}

/* What a part has renewed in this step is known by its new bytes from now on. What was on
 * its way to one that is gone is gone as it was. */
static void
renew_controls (Tell *self, guint number, const guint8 *next)
{
  const LullBag *bag = self->world->bags[number];

  for (guint i = 0; i < self->wire->len; i++)
    {
      TellControl *control = tell_control (self, g_array_index (self->wire, guint, i));

      if (control->bag == number &&
          !lull_parts_is_absent (self->world, next, control->record[LULL_BAG_TARGET]) &&
          count_on_the_wire (self, number, control->record) >
              count_in_bag (bag, next, control->record))
        lull_parts_renew (self->world, number, control->record);
    }
}

/* Control messages have no names: whatever a bag holds beyond those known was sent by
 * this step. */
void
lull_tell_follow_controls (Tell *self, guint number, const guint8 *next, guint step)
{
  const LullBag *bag = self->world->bags[number];

  renew_controls (self, number, next);
  for (guint i = 0; i < lull_bag_count (bag, next); i++)
    {
      const guint8 *record = lull_bag_peek (bag, next, i);
      TellControl fresh = { .bag = number, .sent = step, .received = TELL_NEVER };
      guint index = self->controls->len;

      if (count_on_the_wire (self, number, record) >= count_in_bag (bag, next, record))
        continue;
      memcpy (fresh.record, record, bag->record);
      fresh.round = lull_parts_round_of (self->world, number, record, self->rounds);
      g_array_append_val (self->controls, fresh);
      g_array_append_val (self->wire, index);
    }
}
