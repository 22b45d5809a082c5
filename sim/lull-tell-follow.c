/* SPDX-License-Identifier: Apache-2.0 */
/* Follows a run step by step and collects what happened to every message, control message
 * and worker: lull-tell-follow-messages.c, lull-tell-follow-rounds.c and
 * lull-tell-follow-marks.c say what a step means for each. */
#include "lull-tell-follow.h"

/* Requests are numbered as the scenario lists them; in any work, as they are sent. */
static void
number_forest (Tell *self)
{
  guint16 number = 0;

  for (guint i = 0; i < self->world->message_count; i++)
    {
      guint same_as = self->world->messages[i].m.same_as;

      if (same_as == 0 && self->world->messages[i].m.kind != LULL_BASIC_REPLY)
        number++;
      self->numbers[i] = same_as != 0 ? self->numbers[same_as - 1] : number;
    }
}

/* A slot that is not used yet will get the next number, and its reply with it. */
static void
number_slots (Tell *self, const guint8 *state)
{
  const LullWorld *world = self->world;
  guint16 next = 1;

  for (guint i = 0; i < self->messages->len; i++)
    if (tell_message (self, i)->kind != LULL_BASIC_REPLY)
      next++;
  for (guint i = 0; i < world->message_count; i++)
    {
      guint request = i - i % world->any_slot_step;

      self->numbers[i] =
          stage_of (world, state, request) == STAGE_UNSENT
              ? next
              : (guint16) tell_message (self, self->slot_message[request])->number;
    }
}

static void
write_step (Tell *self, const guint8 *state, LullAction action, guint step)
{
  GString *text = g_string_new (NULL);

  if (self->world->any)
    number_slots (self, state);
  lull_world_say (self->world, self->numbers, state, action, text);
  lull_tell_say_round (self, step, text);
  lull_story_add_step (self->story, tell_step (self, step)->worker,
                       self->ticks != NULL ? self->ticks[step] : tell_shown (step),
                       g_string_free (text, FALSE));
}

static void
follow_step (Tell *self, const guint8 *state, LullAction action, guint8 *next)
{
  const LullWorld *world = self->world;
  LullOp op = (LullOp) world->op_of[lull_action_kind (action)];
  guint step = self->steps->len;
  TellStep fresh = { .op = op };

  lull_world_apply_watched (world, state, action, next, &fresh.log, &fresh.scope);
  fresh.worker = fresh.log.worker;
  fresh.epoch = epoch_of (world, state, fresh.worker);
  fresh.main_open = !main_ended (world, next, fresh.worker);
  g_array_append_val (self->steps, fresh);
  lull_tell_follow_rounds (self, state, action, step);
  if (self->story != NULL)
    write_step (self, state, action, step);
  lull_tell_follow_messages (self, state, action, next, step);
  if (fresh.log.controls_sent > 0)
    lull_tell_follow_controls (self, 0, next, step);
  for (guint bag = 1; bag < world->bag_count; bag++)
    lull_tell_follow_controls (self, bag, next, step);
  lull_tell_mark_step (self, step, state, next);
}

void
lull_tell_follow (Tell *self)
{
  const LullModel *model = &self->world->model;
  guint8 *state = g_malloc (model->state_size);
  guint8 *next = g_malloc (model->state_size);
  LullStepLog scope = { 0 };
  LullStepLog start = { .scope = &scope };

  if (!self->world->any)
    number_forest (self);
  lull_world_initial_logged (self->world, state, &start);
  lull_tell_note_fault (self, TELL_NEVER, &start);
  lull_tell_note_fault (self, TELL_NEVER, &scope);
  /* What is sent before the first step is drawn at it. */
  lull_tell_follow_controls (self, 0, state, 0);
  /* From a broken contract on, the run means nothing. */
  for (guint step = 0; step < lull_trace_length (self->trace) && self->fault == NULL;
       step++)
    {
      guint8 *swapped = state;

      follow_step (self, state, lull_trace_action (self->trace, step), next);
      if (self->story != NULL && self->story->loop_start <= step)
        {
          lull_tell_follow_pairs (self, next);
          lull_tell_follow_loop (self, next);
        }
      state = next;
      next = swapped;
    }
  g_free (next);
  self->end = state;
}
