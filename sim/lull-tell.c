/* SPDX-License-Identifier: Apache-2.0 */
/* Follows a run and collects what happened to every message, control message and worker.
 */
#include "lull-tell.h"

static const char *const kind_words[] = {
  [LULL_BASIC_CAST] = "cast", [LULL_BASIC_CALL] = "call", [LULL_BASIC_REPLY] = "reply"
};

void
lull_tell_name_message (const Tell *self, const TellMessage *message, GString *text)
{
  g_string_append_printf (text, "%s %u (%s to %s)", kind_words[message->kind],
                          message->number,
                          lull_world_worker_name (self->world, message->source),
                          lull_world_worker_name (self->world, message->target));
}

/* Requests are numbered as the scenario lists them; in any work, as they are sent. */
static guint
number_of (const Tell *self, guint message)
{
  guint number = 0;

  if (self->world->any)
    {
      for (guint i = 0; i < self->messages->len; i++)
        if (tell_message (self, i)->kind != LULL_BASIC_REPLY)
          number++;
      return number + 1;
    }
  for (guint i = 0; i <= message; i++)
    if (self->world->messages[i].m.kind != LULL_BASIC_REPLY)
      number++;
  return number;
}

/* A message is posted: from now on it has a history. */
static guint
begin_message (
    Tell *self, guint message, guint source, guint target, guint cause, guint step)
{
  const LullMessage *info = &self->world->messages[message].m;
  TellMessage fresh = { .source = source,
                        .target = target,
                        .kind = (LullBasicKind) info->kind,
                        .cause = cause,
                        .posted = step,
                        .transmitted = TELL_NEVER,
                        .received = TELL_NEVER,
                        .queued = TELL_NEVER,
                        .started = TELL_NEVER,
                        .finished = TELL_NEVER,
                        .bar = TELL_NEVER };

  fresh.number = info->kind == LULL_BASIC_REPLY
                     ? tell_message (self, self->slot_message[info->request])->number
                     : number_of (self, message);
  if (!self->world->send_tasks)
    fresh.transmitted = step;
  self->slot_message[message] = self->messages->len;
  tell_step (self, step)->posted = self->messages->len;
  g_array_append_val (self->messages, fresh);
  return self->slot_message[message];
}

static guint
first_unused (const LullWorld *world, const guint8 *state)
{
  guint message = 0;

  while (stage_of (world, state, message) != STAGE_UNSENT)
    message += world->any_slot_step;
  return message;
}

static void
follow_send (Tell *self, const guint8 *state, LullOp op, guint argument, guint step)
{
  const LullWorld *world = self->world;
  guint is_main, actor, target, parent;

  if (!world->any)
    {
      parent = world->messages[argument].m.parent;
      begin_message (self, argument, world->messages[argument].m.source,
                     world->messages[argument].m.target,
                     op == OP_MAIN_SEND ? TELL_NEVER : self->slot_message[parent], step);
      return;
    }
  lull_world_any_parse (argument, &is_main, &actor, &target);
  begin_message (self, first_unused (world, state),
                 is_main ? actor : target_of (world, state, actor), target,
                 is_main ? TELL_NEVER : self->slot_message[actor], step);
}

static void
begin_bar (Tell *self, TellMessage *message, guint step)
{
  g_autofree char *label = g_strdup_printf (
      "%s %u", message->kind == LULL_BASIC_REPLY ? "callback" : "handler",
      message->number);

  message->bar = lull_story_add_bar (self->story, message->target, step, label);
}

static void
follow_finish (Tell *self, guint message, guint step)
{
  guint reply = self->world->messages[message].m.reply;
  guint index = self->slot_message[message];
  TellMessage *told = tell_message (self, index);

  told->finished = step;
  g_array_index (self->story->bars, LullStoryBar, told->bar).last_step = step;
  if (reply != LULL_NO_MESSAGE)
    begin_message (self, reply, told->target, told->source, index, step);
}

static void
follow_message (Tell *self, LullOp op, guint message, guint step)
{
  TellMessage *told = tell_message (self, self->slot_message[message]);

  if (op == OP_TRANSMIT)
    told->transmitted = step;
  else if (op == OP_RECEIVE)
    {
      told->received = step;
      if (!self->world->listener)
        told->queued = step;
    }
  else if (op == OP_ENQUEUE)
    told->queued = step;
  else if (op == OP_START)
    {
      told->started = step;
      begin_bar (self, told, step);
    }
}

static TellControl *
find_control (const Tell *self, const guint8 *record, guint received)
{
  for (guint i = 0; i < self->controls->len; i++)
    {
      TellControl *control = &g_array_index (self->controls, TellControl, i);

      if (control->received == received &&
          memcmp (control->record, record, self->world->control_record) == 0)
        return control;
    }
  return NULL;
}

static guint
count_in_bag (const LullWorld *world, const guint8 *state, const guint8 *record)
{
  guint count = 0;

  for (guint i = 0; i < lull_control_count (world, state); i++)
    if (memcmp (control_peek (world, state, i), record, world->control_record) == 0)
      count++;
  return count;
}

static guint
count_on_the_wire (const Tell *self, const guint8 *record)
{
  guint count = 0;

  for (guint i = 0; i < self->controls->len; i++)
    {
      const TellControl *control = &g_array_index (self->controls, TellControl, i);

      if (control->received == TELL_NEVER &&
          memcmp (control->record, record, self->world->control_record) == 0)
        count++;
    }
  return count;
}

/* Control messages have no names: whatever the bag holds beyond those known was sent by
 * this step. */
static void
follow_sent_controls (Tell *self, const guint8 *next, guint step)
{
  const LullWorld *world = self->world;

  for (guint i = 0; i < lull_control_count (world, next); i++)
    {
      const guint8 *record = control_peek (world, next, i);
      TellControl fresh = { .sent = step, .received = TELL_NEVER };

      if (count_on_the_wire (self, record) >= count_in_bag (world, next, record))
        continue;
      memcpy (fresh.record, record, world->control_record);
      g_array_append_val (self->controls, fresh);
    }
}

static void
mark_step (Tell *self, guint step, const guint8 *next)
{
  const TellStep *told = tell_step (self, step);
  const LullStepLog *log = &told->log;
  gboolean premature =
      !self->world->model.properties[0].holds (&self->world->model, next);

  if (log->reading_count > 0)
    {
      g_autoptr (GString) label = g_string_new (NULL);

      for (guint i = 0; i < log->reading_count; i++)
        g_string_append_printf (label, "%s%s %d", i > 0 ? ", " : "",
                                log->readings[i].what, log->readings[i].value);
      lull_story_add_mark (self->story, told->worker, step, LULL_MARK_SNAPSHOT,
                           label->str);
    }
  if (log->announced == 0)
    return;
  lull_story_add_mark (self->story, told->worker, step,
                       premature ? LULL_MARK_PREMATURE : LULL_MARK_ANNOUNCE,
                       "leaves join");
  if (premature && self->announced == TELL_NEVER)
    self->announced = step;
}

/* The numbers by which messages are called, for the world's own words. */
static void
number_slots (const Tell *self, const guint8 *state, guint16 *numbers)
{
  for (guint i = 0; i < self->world->message_count; i++)
    numbers[i] = (guint16) (stage_of (self->world, state, i) == STAGE_UNSENT
                                ? number_of (self, i)
                                : tell_message (self, self->slot_message[i])->number);
}

/* A reply not sent yet is called after its call. */
static void
number_replies (const Tell *self, guint16 *numbers)
{
  for (guint i = 0; i < self->world->message_count; i++)
    if (self->world->messages[i].m.kind == LULL_BASIC_REPLY)
      numbers[i] = numbers[self->world->messages[i].m.request];
}

static void
write_step (
    Tell *self, const guint8 *state, LullAction action, guint step, const guint64 *ticks)
{
  const LullWorld *world = self->world;
  g_autofree guint16 *numbers = g_new0 (guint16, world->message_count + 1);
  GString *text = g_string_new (NULL);

  number_slots (self, state, numbers);
  number_replies (self, numbers);
  lull_world_say (world, numbers, state, action, text);
  lull_story_add_step (self->story, tell_step (self, step)->worker,
                       ticks != NULL ? ticks[step] : step + 1,
                       g_string_free (text, FALSE));
}

static void
follow_moves (Tell *self, const LullStepLog *log)
{
  const LullWorld *world = self->world;
  guint step = world->any_slot_step;
  g_autofree guint *before = NULL;

  if (!world->any_sorted)
    return;
  before = g_memdup2 (self->slot_message, world->message_count * sizeof (guint));
  for (guint i = 0; i < world->message_count; i++)
    self->slot_message[log->slot_now[i / step] * step + i % step] = before[i];
}

static void
follow_step (Tell *self,
             const guint8 *state,
             LullAction action,
             guint8 *next,
             const guint64 *ticks)
{
  const LullWorld *world = self->world;
  LullOp op = (LullOp) world->op_of[lull_action_kind (action)];
  guint argument = lull_action_argument (action);
  guint step = self->steps->len;
  TellStep fresh = { .op = op, .posted = TELL_NEVER };

  lull_world_apply_logged (world, state, action, next, &fresh.log);
  fresh.worker = fresh.log.worker;
  g_array_append_val (self->steps, fresh);
  write_step (self, state, action, step, ticks);
  if (op == OP_MAIN_SEND || op == OP_NESTED_SEND)
    follow_send (self, state, op, argument, step);
  else if (op == OP_FINISH)
    follow_finish (self, argument, step);
  else if (op == OP_CONTROL)
    find_control (self, control_peek (world, state, argument), TELL_NEVER)->received =
        step;
  else if (op != OP_STEP && op != OP_MAIN_END)
    follow_message (self, op, argument, step);
  follow_moves (self, &fresh.log);
  follow_sent_controls (self, next, step);
  mark_step (self, step, next);
}

static void
follow_run (Tell *self, const guint64 *ticks)
{
  const LullModel *model = &self->world->model;
  guint8 *state = g_malloc (model->state_size);
  guint8 *next = g_malloc (model->state_size);

  model->initial (model, self->trace->initial, state);
  for (guint step = 0; step < lull_trace_length (self->trace); step++)
    {
      guint8 *swapped = state;

      follow_step (self, state, lull_trace_action (self->trace, step), next, ticks);
      state = next;
      next = swapped;
    }
  g_free (next);
  self->end = state;
}

static LullArrowKind
arrow_kind (const TellMessage *message)
{
  if (message->orphan)
    return LULL_ARROW_ORPHAN;
  return message->in_transit ? LULL_ARROW_IN_TRANSIT : LULL_ARROW_PLAIN;
}

/* A message that the announcement missed: not finished when the run ends. */
static void
draw_messages (Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      g_autofree char *label =
          g_strdup_printf ("%s %u", kind_words[message->kind], message->number);
      guint sent =
          message->transmitted != TELL_NEVER ? message->transmitted : message->posted;
      guint arrow = lull_story_add_arrow (self->story, message->source, message->target,
                                          sent, arrow_kind (message), label);

      g_array_index (self->story->arrows, LullStoryArrow, arrow).received_step =
          message->received;
      if (message->bar != TELL_NEVER)
        g_array_index (self->story->bars, LullStoryBar, message->bar).lost =
            self->announced != TELL_NEVER && message->finished == TELL_NEVER;
    }
}

static void
draw_controls (Tell *self)
{
  const LullWorld *world = self->world;

  for (guint i = 0; i < self->controls->len; i++)
    {
      const TellControl *control = &g_array_index (self->controls, TellControl, i);
      char words[128] = "";
      guint arrow;

      lull_world_control_words (world, control->record + CONTROL_PAYLOAD, words,
                                sizeof words);
      arrow = lull_story_add_arrow (self->story, control->record[CONTROL_SOURCE] - 1U,
                                    control->record[CONTROL_TARGET], control->sent,
                                    LULL_ARROW_CONTROL, words);
      g_array_index (self->story->arrows, LullStoryArrow, arrow).received_step =
          control->received;
    }
}

/* A main program that sends more than once lasts from its first send to its last. */
static void
draw_main_programs (Tell *self)
{
  for (guint worker = 0; worker < self->world->workers; worker++)
    {
      guint bar = TELL_NEVER;

      for (guint step = 0; step < self->steps->len; step++)
        {
          const TellStep *told = tell_step (self, step);

          if (told->worker != worker ||
              (told->op != OP_MAIN_SEND && told->op != OP_MAIN_END))
            continue;
          if (bar == TELL_NEVER)
            bar = lull_story_add_bar (self->story, worker, step, "main");
          g_array_index (self->story->bars, LullStoryBar, bar).last_step = step;
        }
    }
}

static void
draw_cut (Tell *self)
{
  self->story->cut = self->cut_kind;
  if (!self->has_cut)
    return;
  for (guint i = 0; i < self->story->marks->len; i++)
    {
      LullStoryMark *mark = &g_array_index (self->story->marks, LullStoryMark, i);

      mark->in_cut =
          mark->kind == LULL_MARK_SNAPSHOT && mark->step == self->cut[mark->lane];
    }
}

LullStory *
lull_world_tell (const LullWorld *self, const LullTrace *trace, const guint64 *ticks)
{
  Tell tell = { .world = self,
                .trace = trace,
                .story = lull_story_new (self->model.name),
                .steps = g_array_new (FALSE, TRUE, sizeof (TellStep)),
                .messages = g_array_new (FALSE, TRUE, sizeof (TellMessage)),
                .controls = g_array_new (FALSE, TRUE, sizeof (TellControl)),
                .slot_message = g_new0 (guint, self->message_count + 1),
                .announced = TELL_NEVER,
                .completed = TELL_NEVER };

  for (guint worker = 0; worker < self->workers; worker++)
    lull_story_add_lane (tell.story, self->names[worker]);
  g_free (tell.story->clock);
  tell.story->clock = g_strdup (ticks != NULL ? "tick" : "step");
  tell.story->loop_start =
      trace->loop_start == LULL_TRACE_NO_LOOP ? LULL_STORY_NEVER : trace->loop_start;
  follow_run (&tell, ticks);
  lull_tell_find_cut (&tell);
  draw_messages (&tell);
  draw_controls (&tell);
  draw_main_programs (&tell);
  draw_cut (&tell);
  lull_tell_write_findings (&tell);
  g_array_unref (tell.steps);
  g_array_unref (tell.messages);
  g_array_unref (tell.controls);
  g_free (tell.slot_message);
  g_free (tell.end);
  return tell.story;
}
