/* SPDX-License-Identifier: Apache-2.0 */
/* Follows a run and collects what happened to every message, control message and worker.
 */
#include "lull-tell.h"

/* The join that has to wait for MESSAGE, sent at STEP: in any work it is that of the
 * message that brought it about, or of the main program. */
static guint
epoch_of_sent (const Tell *self, guint message, guint cause, guint step)
{
  if (!self->world->any)
    return self->world->messages[message].m.epoch;
  return cause != TELL_NEVER ? tell_message (self, cause)->epoch
                             : tell_step (self, step)->epoch;
}

/* A message is posted: from now on it has a history. In any work requests are numbered as
 * they are sent. */
static void
begin_message (
    Tell *self, guint message, guint source, guint target, guint cause, guint step)
{
  const LullMessage *info = &self->world->messages[message].m;
  LullSendTasks sent_by = send_tasks_of (self->world, message);
  TellMessage fresh = { .source = source,
                        .target = target,
                        .kind = (LullBasicKind) info->kind,
                        .number = self->numbers[message],
                        .turn = info->turn,
                        .is_copy = info->copy_of != 0,
                        .epoch = epoch_of_sent (self, message, cause, step),
                        .cause = cause,
                        .work = self->world->messages[message].work,
                        .posted = step,
                        .transmitted =
                            sent_by == LULL_SEND_TASKS_NONE ? step : TELL_NEVER,
                        .buffered = sent_by == LULL_SEND_TASKS_BUFFERED,
                        .received = TELL_NEVER,
                        .queued = TELL_NEVER,
                        .started = TELL_NEVER,
                        .finished = TELL_NEVER,
                        .gone = TELL_NEVER,
                        .returned = TELL_NEVER,
                        .timed_out = TELL_NEVER,
                        .given_up = TELL_NEVER,
                        .bar = TELL_NEVER };

  if (info->parent != LULL_NO_MESSAGE)
    fresh.by_callback = is_reply (self->world, info->parent);
  else if (self->world->any && cause != TELL_NEVER && info->kind != LULL_BASIC_REPLY)
    fresh.by_callback = tell_message (self, cause)->kind == LULL_BASIC_REPLY;
  self->slot_message[message] = self->messages->len;
  g_array_append_val (self->messages, fresh);
}

static guint
first_unused (const LullWorld *world, const guint8 *state)
{
  guint message = 0;

  while (stage_of (world, state, message) != STAGE_UNSENT)
    message += world->any_slot_step;
  return message;
}

/* The message whose handler or callback sends MESSAGE of a forest, or what it is a copy
 * of. A callback that runs with an error belongs to its call: there need be no answer. */
static guint
cause_of (const Tell *self, guint message)
{
  const LullWorld *world = self->world;
  guint copy_of = world->messages[message].m.copy_of;
  const LullMessage *info = &world->messages[copy_of != 0 ? copy_of - 1 : message].m;
  guint request;

  if (info->kind == LULL_BASIC_REPLY)
    return self->slot_message[info->request];
  if (info->parent >= world->message_count)
    return TELL_NEVER;
  request = world->messages[info->parent].m.request;
  if (request != LULL_NO_MESSAGE &&
      tell_message (self, self->slot_message[request])->timed_out != TELL_NEVER)
    return self->slot_message[request];
  return self->slot_message[info->parent];
}

static void
follow_send (Tell *self, const guint8 *state, guint argument, guint step)
{
  const LullWorld *world = self->world;
  const LullMessage *info;
  guint is_main, actor, target;

  if (!world->any)
    {
      info = &world->messages[argument].m;
      begin_message (self, argument, info->source, info->target,
                     cause_of (self, argument), step);
      return;
    }
  lull_world_any_parse (argument, &is_main, &actor, &target);
  begin_message (self, first_unused (world, state),
                 is_main != 0 ? actor : target_of (world, state, actor), target,
                 is_main != 0 ? TELL_NEVER : self->slot_message[actor], step);
}

static void
follow_finish (Tell *self, guint message, guint step)
{
  guint reply = self->world->messages[message].m.reply;
  guint index = self->slot_message[message];
  TellMessage *told = tell_message (self, index);

  told->finished = step;
  if (reply != LULL_NO_MESSAGE)
    begin_message (self, reply, told->target, told->source, index, step);
}

static void
add_move (TellMessage *told, LullStage stage, guint step)
{
  TellMove move = { .step = step, .stage = stage };

  g_array_append_val (told->moves, move);
}

/* From its first mishap on, all that becomes of a message at its sender is kept. */
static void
mark_mishap (TellMessage *told, LullStage stage, guint step)
{
  if (told->moves == NULL)
    {
      told->moves = g_array_new (FALSE, FALSE, sizeof (TellMove));
      if (told->transmitted != TELL_NEVER)
        add_move (told, STAGE_FLIGHT, told->transmitted);
    }
  add_move (told, stage, step);
  if (stage == STAGE_GONE)
    told->gone = step;
}

static void
mark_transmitted (TellMessage *told, guint step)
{
  told->transmitted = step;
  if (told->moves != NULL)
    add_move (told, STAGE_FLIGHT, step);
}

static void
mark_stage (TellMessage *told, LullStage stage, guint step)
{
  if (stage == STAGE_FLIGHT)
    mark_transmitted (told, step);
  else if (stage == STAGE_LOST || stage == STAGE_RETRY || stage == STAGE_GONE ||
           (stage == STAGE_TASK && told->moves != NULL))
    mark_mishap (told, stage, step);
  else if (stage == STAGE_HELD)
    told->received = step;
  else if (stage == STAGE_QUEUED)
    told->queued = step;
  else if (stage == STAGE_RUNNING)
    told->started = step;
  else if (stage == STAGE_DEFERRED)
    told->returned = step;
  else if (stage == STAGE_DONE)
    told->finished = step;
}

static void
follow_message (Tell *self, LullOp op, guint message, guint step)
{
  TellMessage *told = tell_message (self, self->slot_message[message]);

  if (op == OP_TRANSMIT)
    mark_transmitted (told, step);
  else if (op == OP_RECEIVE)
    told->received = step;
  else if (op == OP_START)
    told->started = step;
  if (op == OP_ENQUEUE || (op == OP_RECEIVE && !self->world->listener))
    told->queued = step;
}

static void
follow_future (
    Tell *self, const guint8 *state, const guint8 *next, guint call, guint step)
{
  LullFuture before = future_of (self->world, state, call);
  LullFuture after = future_of (self->world, next, call);
  TellMessage *told;

  if (before == after || stage_of (self->world, next, call) == STAGE_GONE)
    return;
  told = tell_message (self, self->slot_message[call]);
  if (before == FUTURE_OPEN)
    told->timed_out = step;
  if (after == FUTURE_FAILED)
    told->given_up = step;
}

/* A part of the world may do anything to a message: what it did is seen in the stages,
 * and in what becomes of futures. */
static void
follow_part (Tell *self, const guint8 *state, const guint8 *next, guint step)
{
  const LullWorld *world = self->world;

  for (guint message = 0; message < world->message_count; message++)
    {
      LullStage before = stage_of (world, state, message);
      LullStage after = stage_of (world, next, message);
      gboolean was_sent = before != STAGE_UNSENT && before != STAGE_GONE;

      if (before == after || after == STAGE_UNSENT || (after == STAGE_GONE && !was_sent))
        continue;
      if (!was_sent)
        begin_message (self, message, source_of (world, next, message),
                       target_of (world, next, message), cause_of (self, message), step);
      mark_stage (tell_message (self, self->slot_message[message]), after, step);
    }
  for (guint call = 0; call < world->message_count; call++)
    follow_future (self, state, next, call, step);
}

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

/* A buffer may have been flushed in the step that filled it. */
static void
follow_flushes (Tell *self, const guint8 *next, guint step)
{
  for (guint i = 0; i < self->world->message_count; i++)
    if (stage_of (self->world, next, i) == STAGE_FLIGHT)
      {
        TellMessage *told = tell_message (self, self->slot_message[i]);

        told->transmitted = MIN (told->transmitted, step);
      }
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
    self->taken_round = control->round;
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
static void
follow_rounds (Tell *self, const guint8 *state, LullAction action, guint step)
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

/* Control messages have no names: whatever a bag holds beyond those known was sent by
 * this step. */
static void
follow_sent_controls (Tell *self, guint number, const guint8 *next, guint step)
{
  const LullBag *bag = self->world->bags[number];

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

/* Whether the main program of WORKER has not sent yet what the join EPOCH has to wait
 * for; in any work, whether it has not ended that often. */
static gboolean
has_more_to_send (const LullWorld *world, const guint8 *state, guint worker, guint epoch)
{
  if (world->any)
    return lull_world_may_begin (world, worker) &&
           epoch_of (world, state, worker) < epoch;
  for (guint i = 0; i < world->message_count; i++)
    {
      const LullMessage *message = &world->messages[i].m;

      if (message->source == worker && message->parent == LULL_NO_MESSAGE &&
          message->kind != LULL_BASIC_REPLY && message->epoch <= epoch &&
          stage_of (world, state, i) == STAGE_UNSENT)
        return TRUE;
    }
  return FALSE;
}

/* Those that the join EPOCH, which somebody left, had to wait for. */
static guint
list_open_mains (const LullWorld *world, const guint8 *state, guint epoch)
{
  guint open = 0;

  for (guint worker = 0; worker < world->workers; worker++)
    if (lull_parts_is_excused (world, state, worker))
      continue;
    else if (has_more_to_send (world, state, worker, epoch) ||
             (epoch_of (world, state, worker) == epoch &&
              !main_ended (world, state, worker)))
      open |= 1U << worker;
  return open;
}

static void
mark_announcement (Tell *self, guint step, const guint8 *next)
{
  const LullModel *model = &self->world->model;
  gboolean premature = !model->properties[0].holds (model, next);
  const TellStep *told = tell_step (self, step);
  g_autofree char *label =
      g_strdup_printf ("leaves %s", lull_world_join_name (self->world, told->epoch));

  if (self->story != NULL)
    lull_story_add_mark (self->story, told->worker, step,
                         premature ? LULL_MARK_PREMATURE : LULL_MARK_ANNOUNCE, label);
  if (self->premature || (self->announced != TELL_NEVER && !premature &&
                          told->epoch <= tell_step (self, self->announced)->epoch))
    return;
  self->premature = premature;
  self->announced = step;
  self->open_mains = list_open_mains (self->world, next, told->epoch);
  self->pending = lull_parts_list_pending (self->world, next);
  for (guint worker = 0; worker < self->world->workers; worker++)
    if (lull_parts_is_excused (self->world, next, worker))
      self->gone |= 1U << worker;
}

static void
note_fault (Tell *self, guint step, const LullStepLog *log)
{
  if (self->fault != NULL || log->fault == NULL)
    return;
  self->fault = log->fault;
  self->fault_step = step;
  self->fault_worker = log->worker;
}

/* What a worker read is a mark on its lane. */
static void
mark_readings (Tell *self, guint step)
{
  const TellStep *told = tell_step (self, step);
  const LullStepLog *log = &told->log;
  g_autoptr (GString) label = NULL;

  if (log->reading_count == 0 || self->story == NULL)
    return;
  label = g_string_new (NULL);
  for (guint i = 0; i < log->reading_count; i++)
    g_string_append_printf (label, "%s%s %d", i > 0 ? ", " : "", log->readings[i].what,
                            log->readings[i].value);
  lull_story_add_mark (self->story, told->worker, step, LULL_MARK_SNAPSHOT, label->str);
}

static void
mark_step (Tell *self, guint step, const guint8 *next)
{
  const LullStepLog *log = &tell_step (self, step)->log;

  mark_readings (self, step);
  if (log->announced != 0)
    mark_announcement (self, step, next);
  note_fault (self, step, log);
}

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

/* In any work slots change places. */
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

/* What is sent to a worker that is gone is gone at once. */
static void
follow_swallowed (Tell *self, LullOp op, guint argument, const guint8 *next, guint step)
{
  guint sent = argument;

  if (self->world->any || (op != OP_MAIN_SEND && op != OP_NESTED_SEND &&
                           op != OP_TRANSMIT && op != OP_FINISH))
    return;
  if (op == OP_FINISH)
    sent = self->world->messages[argument].m.reply;
  if (sent != LULL_NO_MESSAGE && stage_of (self->world, next, sent) == STAGE_GONE)
    mark_mishap (tell_message (self, self->slot_message[sent]), STAGE_GONE, step);
}

static void
follow_step (Tell *self, const guint8 *state, LullAction action, guint8 *next)
{
  const LullWorld *world = self->world;
  LullOp op = (LullOp) world->op_of[lull_action_kind (action)];
  guint argument = lull_action_argument (action);
  guint step = self->steps->len;
  TellStep fresh = { .op = op };

  lull_world_apply_logged (world, state, action, next, &fresh.log);
  fresh.worker = fresh.log.worker;
  fresh.epoch = epoch_of (world, state, fresh.worker);
  g_array_append_val (self->steps, fresh);
  follow_rounds (self, state, action, step);
  if (self->story != NULL)
    write_step (self, state, action, step);
  if (op == OP_MAIN_SEND || op == OP_NESTED_SEND)
    follow_send (self, state, argument, step);
  else if (op == OP_FINISH)
    follow_finish (self, argument, step);
  else if (op == OP_PART)
    follow_part (self, state, next, step);
  else if (op != OP_STEP && op != OP_MAIN_END && op != OP_CONTROL)
    follow_message (self, op, argument, step);
  follow_swallowed (self, op, argument, next, step);
  follow_moves (self, &fresh.log);
  if (world->part_count > 0)
    follow_flushes (self, next, step);
  if (fresh.log.controls_sent > 0)
    follow_sent_controls (self, 0, next, step);
  for (guint bag = 1; bag < world->bag_count; bag++)
    follow_sent_controls (self, bag, next, step);
  mark_step (self, step, next);
}

void
lull_tell_follow (Tell *self)
{
  const LullModel *model = &self->world->model;
  guint8 *state = g_malloc (model->state_size);
  guint8 *next = g_malloc (model->state_size);
  LullStepLog start = { 0 };

  if (!self->world->any)
    number_forest (self);
  lull_world_initial_logged (self->world, state, &start);
  note_fault (self, TELL_NEVER, &start);
  follow_sent_controls (self, 0, state, 0); /* sent before the first step, drawn at it */
  /* From a broken contract on, the run means nothing. */
  for (guint step = 0; step < lull_trace_length (self->trace) && self->fault == NULL;
       step++)
    {
      guint8 *swapped = state;

      follow_step (self, state, lull_trace_action (self->trace, step), next);
      state = next;
      next = swapped;
    }
  g_free (next);
  self->end = state;
}
