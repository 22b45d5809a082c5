/* SPDX-License-Identifier: Apache-2.0 */
/* Puts what was followed into the figure: arrows, bars, and the points of the cut. */
#include "lull-tell.h"

/* The step at which the last attempt to send MESSAGE was lost, or NEVER. */
static guint
last_loss (const TellMessage *message)
{
  guint lost = TELL_NEVER;

  for (guint i = 0; message->moves != NULL && i < message->moves->len; i++)
    {
      const TellMove *move = &g_array_index (message->moves, TellMove, i);

      if (move->stage == STAGE_FLIGHT)
        lost = TELL_NEVER;
      else if (lost == TELL_NEVER && move->stage != STAGE_TASK)
        lost = move->step;
    }
  return lost;
}

static LullStoryArrow *
add_attempt (Tell *self, const TellMessage *message, guint sent, guint lost)
{
  g_autofree char *name = lull_tell_short_name (message);
  gboolean was_sent = message->transmitted != TELL_NEVER;
  g_autofree char *label = g_strconcat (
      name, lost == TELL_NEVER ? NULL : (was_sent ? ", lost" : ", not sent"), NULL);
  guint index = lull_story_add_arrow (self->story, message->source, message->target, sent,
                                      LULL_ARROW_PLAIN, label);
  LullStoryArrow *arrow = &g_array_index (self->story->arrows, LullStoryArrow, index);

  arrow->ended_step = lost;
  return arrow;
}

/* The attempts that another one followed. What did not even get onto the wire is none. */
static void
draw_lost_attempts (Tell *self, const TellMessage *message)
{
  guint sent = TELL_NEVER, lost = TELL_NEVER;

  for (guint i = 0; message->moves != NULL && i < message->moves->len; i++)
    {
      const TellMove *move = &g_array_index (message->moves, TellMove, i);

      if (lost == TELL_NEVER && (move->stage == STAGE_LOST || move->stage == STAGE_RETRY))
        lost = move->step;
      if (move->stage != STAGE_FLIGHT)
        continue;
      if (sent != TELL_NEVER && lost != TELL_NEVER)
        (void) add_attempt (self, message, sent, lost);
      sent = move->step;
      lost = TELL_NEVER;
    }
}

static void
draw_arrow (Tell *self, const TellMessage *message)
{
  guint sent =
      message->transmitted != TELL_NEVER ? message->transmitted : message->posted;
  /* What arrived and came to nothing later was not lost on its way. */
  guint lost = message->received != TELL_NEVER ? TELL_NEVER : last_loss (message);
  LullStoryArrow *arrow = add_attempt (self, message, sent, lost);

  if (message->orphan)
    arrow->kind = LULL_ARROW_ORPHAN;
  else if (message->in_transit)
    arrow->kind = LULL_ARROW_IN_TRANSIT;
  arrow->received_step = message->received;
  arrow->lost = self->premature && tell_is_missed (self, message) &&
                message->started > self->announced;
}

/* Lost is what an announcement missed: whatever was not finished by then, and what came
 * of it. */
static void
draw_bar (Tell *self, TellMessage *message)
{
  g_autofree char *label = g_strdup_printf (
      "%s %u", message->kind == LULL_BASIC_REPLY ? "callback" : "handler",
      message->number);
  guint index;
  LullStoryBar *bar;

  if (message->started == TELL_NEVER || tell_is_late (self, message, message->started))
    return;
  index = lull_story_add_bar (self->story, message->target, message->started, label);
  message->bar = index;
  bar = &g_array_index (self->story->bars, LullStoryBar, index);
  bar->last_step = MIN (message->finished, message->gone);
  bar->lost = self->premature && message->finished > self->announced &&
              tell_is_owed (self, message);
}

/* The callback of a call that has timed out. */
static void
draw_failing (Tell *self, TellMessage *message)
{
  g_autofree char *label = g_strdup_printf ("callback %u", message->number);
  guint bar;

  if (message->timed_out == message->given_up)
    return;
  bar = lull_story_add_bar (self->story, message->source, message->timed_out, label);
  message->error_bar = bar;
  g_array_index (self->story->bars, LullStoryBar, bar).last_step = message->given_up;
  g_array_index (self->story->bars, LullStoryBar, bar).lost =
      self->premature && message->given_up > self->announced;
}

static void
draw_control (Tell *self, const TellControl *control)
{
  char words[128];
  guint arrow;

  lull_tell_control_words (self, control, words, sizeof words);
  arrow = lull_story_add_arrow (self->story, control->record[LULL_BAG_SOURCE] - 1U,
                                control->record[LULL_BAG_TARGET], control->sent,
                                control->orphan ? LULL_ARROW_ORPHAN : LULL_ARROW_CONTROL,
                                words);
  g_array_index (self->story->arrows, LullStoryArrow, arrow).received_step =
      control->received;
}

/* A main program lasts from its first send until it has ended. One that ends with its
 * only send is a point, and not drawn. */
static void
draw_main (Tell *self, guint worker, guint epoch)
{
  guint last = self->main_ends[worker * self->world->epochs + epoch];
  guint first = TELL_NEVER;
  guint bar;

  for (guint step = 0; step < self->steps->len; step++)
    {
      const TellStep *told = tell_step (self, step);

      if (told->worker != worker || told->epoch != epoch ||
          (told->op != OP_MAIN_SEND && told->op != OP_MAIN_END))
        continue;
      first = MIN (first, step);
    }
  if (first == TELL_NEVER || first == last)
    return;
  bar = lull_story_add_bar (self->story, worker, first, "main");
  g_array_index (self->story->bars, LullStoryBar, bar).last_step = last;
  g_array_index (self->story->bars, LullStoryBar, bar).lost =
      self->premature && self->judged == 0 && last > self->announced &&
      epoch <= tell_step (self, self->announced)->epoch;
}

/* A snapshot of which the protocol does not say what it read still belongs to the cut. */
static void
add_snapshot_mark (Tell *self, guint worker, guint step)
{
  LullStoryMark mark = { .lane = worker,
                         .step = step,
                         .kind = LULL_MARK_SNAPSHOT,
                         .in_cut = TRUE,
                         .label = g_strdup ("contributes") };
  guint place = 0;

  while (place < self->story->marks->len &&
         g_array_index (self->story->marks, LullStoryMark, place).step < step)
    place++;
  g_array_insert_val (self->story->marks, place, mark);
}

static void
draw_snapshot (Tell *self, guint worker)
{
  for (guint i = 0; i < self->story->marks->len; i++)
    {
      LullStoryMark *mark = &g_array_index (self->story->marks, LullStoryMark, i);

      if (mark->kind != LULL_MARK_SNAPSHOT || mark->lane != worker ||
          mark->step != self->cut[worker])
        continue;
      mark->in_cut = TRUE;
      return;
    }
  add_snapshot_mark (self, worker, self->cut[worker]);
}

void
lull_tell_draw (Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    {
      draw_lost_attempts (self, tell_message (self, i));
      draw_arrow (self, tell_message (self, i));
      draw_bar (self, tell_message (self, i));
      draw_failing (self, tell_message (self, i));
    }
  for (guint i = 0; i < self->controls->len && self->steps->len > 0; i++)
    draw_control (self, tell_control (self, i));
  for (guint worker = 0; worker < self->world->workers; worker++)
    if (lull_parts_is_absent (self->world, self->end, worker) &&
        !lull_parts_is_excused (self->world, self->end, worker))
      lull_story_set_absent (self->story, worker);
  for (guint worker = 0; worker < self->world->workers; worker++)
    for (guint epoch = 0; epoch < self->world->epochs; epoch++)
      draw_main (self, worker, epoch);
  self->story->cut = self->cut_kind;
  for (guint worker = 0; worker < self->world->workers && self->has_cut; worker++)
    draw_snapshot (self, worker);
}
