/* SPDX-License-Identifier: Apache-2.0 */
/* Steps, messages and states in words. */
#include "lull-world-private.h"

/* Requests are numbered from 1 in the order of the scenario; a reply has the number of
 * its call, and a copy that of what it is a copy of. */
static guint
request_number (const LullWorld *self, guint message)
{
  guint same_as = self->messages[message].m.same_as;
  guint last = same_as != 0 ? same_as - 1 : message;
  guint number = 0;

  for (guint i = 0; i <= last; i++)
    if (self->messages[i].m.kind != LULL_BASIC_REPLY)
      number++;
  return number;
}

const char *
lull_world_turn_words (guint turn)
{
  static const char *const words[] = { "", "", "second ", "third ", "fourth " };

  return turn < G_N_ELEMENTS (words) ? words[turn] : "one more ";
}

void
lull_world_message_name (const LullWorld *self,
                         const guint16 *numbers,
                         guint message,
                         GString *text)
{
  static const char *const words[] = {
    [LULL_BASIC_CAST] = "cast", [LULL_BASIC_CALL] = "call", [LULL_BASIC_REPLY] = "reply"
  };

  g_string_append_printf (
      text, "%s%s %u", lull_world_turn_words (self->messages[message].m.turn),
      words[self->messages[message].m.kind],
      numbers != NULL ? numbers[message] : request_number (self, message));
}

/* A thread takes up an answer that nobody waits for. */
static void
say_late (const LullWorld *self, const guint16 *numbers, guint message, GString *text)
{
  lull_world_message_name (self, numbers, message, text);
  g_string_append (text, ", which comes too late, ");
}

void
lull_world_program_name (const LullWorld *self,
                         const guint16 *numbers,
                         guint message,
                         GString *text)
{
  if (message == LULL_NO_MESSAGE)
    {
      g_string_append (text, "main program");
      return;
    }
  g_string_append (text, is_reply (self, message) ? "callback of " : "handler of ");
  lull_world_message_name (self, numbers, message, text);
}

const char *
lull_world_send_word (const LullWorld *self, guint message)
{
  static const char *const words[] = { [LULL_SEND_TASKS_NONE] = "sends",
                                       [LULL_SEND_TASKS_APART] = "queues",
                                       [LULL_SEND_TASKS_IN_POOL] = "queues",
                                       [LULL_SEND_TASKS_BUFFERED] = "buffers" };

  return words[send_tasks_of (self, message)];
}

static void
say_send (const LullWorld *self,
          const guint16 *numbers,
          const char *target,
          guint message,
          GString *text)
{
  g_string_append_printf (text, " %s ", lull_world_send_word (self, message));
  lull_world_message_name (self, numbers, message, text);
  g_string_append_printf (text, " to %s", target);
}

static guint
first_unused_slot (const LullWorld *self, const guint8 *state)
{
  guint message = 0;

  while (stage_of (self, state, message) != STAGE_UNSENT)
    message += self->any_slot_step;
  return message;
}

/* In any work slots change places, so a message is known by what it is, not by a number.
 */
static void
say_any_send (const LullWorld *self,
              const guint16 *numbers,
              const guint8 *state,
              guint argument,
              GString *text)
{
  guint is_main, actor, target;

  lull_world_any_parse (argument, &is_main, &actor, &target);
  if (is_main != 0)
    g_string_append (text, "main program");
  else
    lull_world_program_name (self, numbers, actor, text);
  say_send (self, numbers, self->names[target], first_unused_slot (self, state), text);
}

/* Behind its last send a main program may have local steps to take. */
static void
say_main_send (const LullWorld *self,
               const guint16 *numbers,
               const guint8 *state,
               const guint8 *next,
               guint message,
               GString *text)
{
  guint worker = self->messages[message].m.source;
  guint sent = worker_peek (self, state, worker)[WORKER_PLACE];
  guint roots;

  (void) roots_of (self, state, worker, &roots);
  g_string_append (text, "main program");
  say_send (self, numbers, self->names[self->messages[message].m.target], message, text);
  if (sent + 1U == roots && self->messages[message].m.awaited)
    g_string_append (text, ", awaits it");
  else if ((worker_peek (self, next, worker)[WORKER_FLAGS] & FLAG_JOINED) != 0)
    g_string_append (text, ", ends");
}

static void
say_nested_send (const LullWorld *self,
                 const guint16 *numbers,
                 guint message,
                 GString *text)
{
  const LullMessage *info = &self->messages[message].m;

  lull_world_program_name (self, numbers, info->parent, text);
  say_send (self, numbers, self->names[info->target], message, text);
  if (info->awaited)
    g_string_append (text, ", awaits it");
}

static void
say_start (const LullWorld *self,
           const guint16 *numbers,
           const guint8 *state,
           guint message,
           GString *text)
{
  if (is_late (self, state, message))
    {
      say_late (self, numbers, message, text);
      g_string_append (text, "is taken up");
      return;
    }
  lull_world_program_name (self, numbers, message, text);
  g_string_append (text, " starts");
}

static void
say_finish (const LullWorld *self,
            const guint16 *numbers,
            const guint8 *state,
            guint message,
            GString *text)
{
  const LullMessage *info = &self->messages[message].m;

  if (is_late (self, state, message))
    {
      say_late (self, numbers, message, text);
      g_string_append (text, "is dropped");
      return;
    }
  lull_world_program_name (self, numbers, message, text);
  g_string_append (text, " ends");
  if (info->kind == LULL_BASIC_CALL)
    {
      g_string_append_c (text, ',');
      say_send (self, numbers, self->names[source_of (self, state, message)], info->reply,
                text);
    }
  if (info->kind == LULL_BASIC_REPLY && self->settle == LULL_SETTLE_AFTER_CALLBACKS)
    g_string_append (text, ", its future is settled");
}

static void
say_control (const LullWorld *self, const guint8 *state, guint record, GString *text)
{
  const guint8 *bytes = control_peek (self, state, record);
  char words[128] = "";

  lull_world_control_words (self, bytes + LULL_BAG_PAYLOAD, words, sizeof words);
  g_string_append_printf (text, "takes control message from %s: %s",
                          self->names[bytes[LULL_BAG_SOURCE] - 1U], words);
}

void
lull_world_control_words (const LullWorld *self,
                          const guint8 *payload,
                          char *words,
                          gsize size)
{
  if (self->protocol->describe_control != NULL)
    {
      self->protocol->describe_control (self->options, payload, words, size);
      return;
    }
  words[0] = '\0';
  for (gsize i = 0; i < self->protocol->control_size; i++)
    {
      gsize used = strlen (words);

      g_snprintf (words + used, (gulong) (size - used), "%s%u", i > 0 ? " " : "",
                  payload[i]);
    }
}

void
lull_world_record_words (
    const LullWorld *self, guint bag, const guint8 *record, char *words, gsize size)
{
  if (bag == 0)
    lull_world_control_words (self, record + LULL_BAG_PAYLOAD, words, size);
  else
    lull_parts_words (self, bag, record, words, size);
}

static gboolean
concludes (const LullWorld *self)
{
  for (guint i = 0; i < self->collective_count; i++)
    if (self->protocol->collectives[i].conclude != NULL)
      return TRUE;
  return FALSE;
}

static void
say_result (const LullWorld *self, guint step, guint result, GString *text)
{
  const char *const *words = self->protocol->steps[step].results;
  guint left = result;

  if (words == NULL && concludes (self))
    g_string_append_printf (text, " %u", result);
  if (words == NULL)
    return;
  while (left > 0 && *words != NULL)
    {
      words++;
      left--;
    }
  if (*words != NULL)
    g_string_append_printf (text, ": %s", *words);
}

void
lull_world_say_readings (const LullWorld *self, const LullStepLog *log, GString *text)
{
  for (guint i = 0; i < log->reading_count; i++)
    g_string_append_printf (text, "%s %s %d", i == 0 ? ":" : ",", log->readings[i].what,
                            log->readings[i].value);
  if (log->took_result)
    say_result (self, log->step - 1, log->result, text);
}

void
lull_world_say_effects (const LullWorld *self,
                        const guint8 *state,
                        const LullStepLog *log,
                        const char *for_whom,
                        GString *text)
{
  for (guint i = 0; i < log->control_count; i++)
    {
      char words[128] = "";

      lull_world_control_words (self, log->controls[i], words, sizeof words);
      g_string_append_printf (text, ", %ssends %s \"%s\"", for_whom,
                              self->names[log->control_to[i]], words);
    }
  if (log->completed)
    g_string_append (text, "; the round is complete");
  if (log->announced != 0)
    g_string_append_printf (
        text, "; leaves %s",
        lull_world_join_name (self, epoch_of (self, state, log->worker)));
}

const char *
lull_world_join_name (const LullWorld *self, guint epoch)
{
  static const char *const names[] = { "join 1", "join 2", "join 3", "join 4",
                                       "join 5", "join 6", "join 7", "join 8" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == LULL_EPOCHS_MAX);
  return self->epochs > 1 ? names[epoch] : self->join_name;
}

void
lull_world_say (const LullWorld *self,
                const guint16 *numbers,
                const guint8 *state,
                LullAction action,
                GString *text)
{
  g_autofree guint8 *next = g_malloc (self->model.state_size);
  guint argument = lull_action_argument (action);
  LullStepLog log, scope;

  /* What comes of a step can only be known by taking it. */
  lull_world_apply_watched (self, state, action, next, &log, &scope);
  switch ((LullOp) self->op_of[lull_action_kind (action)])
    {
    case OP_MAIN_SEND:
      if (self->any)
        say_any_send (self, numbers, state, argument, text);
      else
        say_main_send (self, numbers, state, next, argument, text);
      break;
    case OP_MAIN_END:
      g_string_append (text, "main program ends");
      break;
    case OP_TRANSMIT:
      g_string_append (text, "send task puts ");
      lull_world_message_name (self, numbers, argument, text);
      g_string_append_printf (text, " to %s on the wire",
                              self->names[target_of (self, state, argument)]);
      break;
    case OP_RECEIVE:
      g_string_append (text, self->listener ? "listener takes " : "takes ");
      lull_world_message_name (self, numbers, argument, text);
      g_string_append_printf (text, " from %s%s",
                              self->names[source_of (self, state, argument)],
                              self->listener ? "" : " off the wire");
      if (is_task_until_taken (self, argument))
        g_string_append (text, ", whose send task ends");
      break;
    case OP_ENQUEUE:
      g_string_append (text, "listener hands ");
      lull_world_message_name (self, numbers, argument, text);
      g_string_append (text, " to the pool");
      break;
    case OP_START:
      say_start (self, numbers, state, argument, text);
      break;
    case OP_NESTED_SEND:
      if (self->any)
        say_any_send (self, numbers, state, argument, text);
      else
        say_nested_send (self, numbers, argument, text);
      break;
    case OP_FINISH:
      say_finish (self, numbers, state, argument, text);
      break;
    case OP_CONTROL:
      say_control (self, state, argument, text);
      break;
    case OP_STEP:
      g_string_append (text, self->kinds[lull_action_kind (action)]);
      lull_world_say_readings (self, &log, text);
      break;
    case OP_PART:
      lull_parts_say (self, numbers, state, action, text);
      break;
    case OP_COUNT:
    default:
      g_assert_not_reached ();
    }
  lull_parts_say_more (self, state, next, text);
  lull_world_say_effects (self, state, &log, "", text);
  if (scope.scope_number != 0)
    lull_parts_say_watched (self, state, &scope, text);
}

void
lull_world_describe (const LullModel *model,
                     const guint8 *state,
                     LullAction action,
                     GString *text)
{
  const LullWorld *world = (const LullWorld *) model;

  g_string_append_printf (text,
                          "%s: ", world->names[lull_world_actor (world, state, action)]);
  lull_world_say (world, NULL, state, action, text);
}

static const char *
stage_word (const LullWorld *self, guint message, LullStage stage)
{
  static const char *const words[] = { "unsent",
                                       "send task",
                                       "on the wire",
                                       "in the listener",
                                       "queued",
                                       "running",
                                       "done",
                                       "gone",
                                       "lost",
                                       "waiting to be sent again",
                                       "returned and not done" };

  if (stage == STAGE_TASK && send_tasks_of (self, message) == LULL_SEND_TASKS_BUFFERED)
    return "in a buffer";
  return words[stage];
}

static void
describe_messages (const LullWorld *self, const guint8 *state, GString *text)
{
  for (guint message = 0; message < self->message_count; message++)
    {
      LullStage stage = stage_of (self, state, message);

      if (stage == STAGE_UNSENT || stage == STAGE_GONE ||
          (self->any && stage == STAGE_DONE))
        continue;
      lull_world_message_name (self, NULL, message, text);
      g_string_append_printf (text, " (%s to %s): %s\n",
                              self->names[source_of (self, state, message)],
                              self->names[target_of (self, state, message)],
                              stage_word (self, message, stage));
    }
}

void
lull_world_node_words (
    const LullWorld *self, const guint8 *state, guint worker, char *words, gsize size)
{
  LullView view;

  words[0] = '\0';
  lull_node_view (self, state, worker, &view);
  if (self->protocol->describe_node != NULL)
    self->protocol->describe_node (&view, worker_peek (self, state, worker) + WORKER_NODE,
                                   words, size);
}

gboolean
lull_world_count_peer (const LullWorld *self,
                       const guint8 *state,
                       guint worker,
                       guint peer,
                       guint *sent,
                       guint *done)
{
  LullView view;

  if (self->protocol->count_peer == NULL)
    return FALSE;
  lull_node_view (self, state, worker, &view);
  self->protocol->count_peer (&view, worker_peek (self, state, worker) + WORKER_NODE,
                              (guint8) peer, sent, done);
  return TRUE;
}

void
lull_world_describe_worker (const LullWorld *self,
                            const guint8 *state,
                            guint worker,
                            GString *text)
{
  const guint8 *block = worker_peek (self, state, worker);
  const char *join = lull_world_join_name (self, epoch_of (self, state, worker));
  guint flags = block[WORKER_FLAGS];
  char node[256];
  LullView view;

  lull_node_view (self, state, worker, &view);
  g_string_append_printf (text, "%s: ", self->names[worker]);
  if ((flags & FLAG_LEFT) != 0)
    g_string_append_printf (text, "has left %s", join);
  else if ((flags & FLAG_JOINED) != 0)
    g_string_append_printf (text, "in %s, %s", join,
                            self->protocol->places[block[WORKER_PLACE]]);
  else
    g_string_append_printf (text, "in its main program%s%s",
                            self->epochs > 1 ? " before " : "",
                            self->epochs > 1 ? join : "");
  g_string_append_printf (text, ", futures %u, %s", view.futures,
                          view.idle ? "idle" : "busy");
  lull_world_node_words (self, state, worker, node, sizeof node);
  if (node[0] != '\0')
    g_string_append_printf (text, ", %s", node);
  g_string_append_c (text, '\n');
}

void
lull_world_describe_state (const LullWorld *self, const guint8 *state, GString *text)
{
  for (guint worker = 0; worker < self->workers; worker++)
    lull_world_describe_worker (self, state, worker, text);
  describe_messages (self, state, text);
  lull_parts_describe (self, state, text);
  for (guint record = 0; record < lull_control_count (self, state); record++)
    {
      const guint8 *bytes = control_peek (self, state, record);
      char words[128] = "";

      lull_world_control_words (self, bytes + LULL_BAG_PAYLOAD, words, sizeof words);
      g_string_append_printf (text, "control message (%s to %s): %s\n",
                              self->names[bytes[LULL_BAG_SOURCE] - 1U],
                              self->names[bytes[LULL_BAG_TARGET]], words);
    }
}
