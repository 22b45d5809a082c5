/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Send errors: so many messages may not get onto the wire. The step that would have put
 * one there is taken, send() or its task having counted what it counts, and fails; the
 * sender is told. Without a retry nothing comes of the message. The future of a call
 * stays as it is: send() made it before it failed.
 */
#include "lull-buffers.h"
#include "lull-deferred.h"
#include "lull-faults-private.h"

static const char *const steps[] = { "fail to send", NULL };

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->faults.send_errors > 0;
}

static const char *
misfit (const LullWorldConfig *config)
{
  if (config->work->any_messages > 0)
    return "send errors do not go with work of any shape; list the calls instead";
  if (lull_buffers_are_on (config))
    return "send errors do not go with a buffer for sends, which goes out as a whole; "
           "leave out the one or the other";
  return NULL;
}

/* The answer to REQUEST, if there is one. */
static guint
answer_to (const LullWorld *world, guint request)
{
  return request == LULL_NO_MESSAGE ? LULL_NO_MESSAGE : world->messages[request].m.reply;
}

/* The message that ACTION puts on the wire, or LULL_NO_MESSAGE. */
static guint
message_sent_by (const LullWorld *world, LullAction action)
{
  guint argument = lull_action_argument (action);
  guint message;

  switch ((LullOp) world->op_of[lull_action_kind (action)])
    {
    case OP_TRANSMIT:
      return argument;
    case OP_MAIN_SEND:
    case OP_NESTED_SEND:
      message = argument;
      break;
    case OP_FINISH:
      message = answer_to (world, argument);
      break;
    case OP_PART:
      message = answer_to (world, lull_deferred_ended_by (world, action));
      break;
    case OP_MAIN_END:
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_CONTROL:
    case OP_STEP:
    case OP_COUNT:
    default:
      return LULL_NO_MESSAGE;
    }
  return message != LULL_NO_MESSAGE &&
                 send_tasks_of (world, message) == LULL_SEND_TASKS_NONE
             ? message
             : LULL_NO_MESSAGE;
}

/* Whose handler REPLY is the answer of: of a copy, the copy. */
static guint
answered_by (const LullWorld *world, guint reply)
{
  guint request = 0;

  while (world->messages[request].m.reply != reply)
    request++;
  return request;
}

/* The step that would put MESSAGE on the wire. */
static LullAction
sending_of (const LullWorld *world, guint message)
{
  const LullMessage *m = &world->messages[message].m;
  LullAction end;

  if (send_tasks_of (world, message) != LULL_SEND_TASKS_NONE)
    return lull_action (world->kind_of[OP_TRANSMIT], message);
  if (m->kind == LULL_BASIC_REPLY &&
      lull_deferred_end_of (world, answered_by (world, message), &end))
    return end;
  if (m->kind == LULL_BASIC_REPLY)
    return lull_action (world->kind_of[OP_FINISH], answered_by (world, message));
  return lull_action (
      world->kind_of[m->parent == LULL_NO_MESSAGE ? OP_MAIN_SEND : OP_NESTED_SEND],
      message);
}

static void
offer (LullOffer *offered, const LullPartSite *site)
{
  const LullWorld *world = offered->world;
  guint count = offered->count;

  if (offered->state[site->at] == world->faults.send_errors)
    return;
  for (guint i = 0; i < count; i++)
    {
      guint message = message_sent_by (world, offered->actions[i]);

      if (message != LULL_NO_MESSAGE && world->messages[message].m.faulty &&
          lull_parts_allow (world, offered->state, offered->actions[i]))
        lull_offer_part (offered, site, 0, message);
    }
}

static void
apply (const LullApply *self, const LullPartSite *site, guint step, guint message)
{
  const LullWorld *world = self->world;

  (void) step;
  self->state[site->at]++;
  if (self->log != NULL)
    self->log->failed = message + 1;
  lull_apply_take (self, sending_of (world, message));
  lull_faults_take_off_the_wire (self, message);
  if (world->faults.retry != LULL_RETRY_NEVER)
    {
      lull_faults_keep_for_retry (self, message);
      return;
    }
  lull_apply_tell (self, TOLD_FAILED, message);
  lull_apply_drop (self, message);
}

static void
say (const LullWorld *world,
     const LullPartSite *site,
     const guint16 *numbers,
     const guint8 *state,
     guint step,
     guint message,
     GString *text)
{
  const LullMessage *m = &world->messages[message].m;
  LullAction end;

  (void) site;
  (void) step;
  if (send_tasks_of (world, message) != LULL_SEND_TASKS_NONE)
    g_string_append (text, "send task");
  else
    {
      guint program =
          m->kind == LULL_BASIC_REPLY ? answered_by (world, message) : m->parent;

      if (m->kind == LULL_BASIC_REPLY && lull_deferred_end_of (world, program, &end))
        g_string_append (text, "what is left of ");
      lull_world_program_name (world, numbers, program, text);
    }
  lull_faults_say (world, numbers, state, message, " fails to send", text);
  if (world->faults.retry != LULL_RETRY_NEVER)
    g_string_append (text, ", and keeps it to send it again");
}

static const char *const switches[] = { "network.send-errors", NULL };

const LullPart lull_part_send_errors = {
  .name = "send errors",
  .steps = steps,
  .is_of_messages = TRUE,
  .switches = switches,
  .is_on = is_on,
  .misfit = misfit,
  .prepare = lull_faults_prepare,
  .size = lull_faults_size,
  .actions_max = lull_part_message_count,
  .offer = offer,
  .apply = apply,
  .worker = lull_part_sender,
  .say = say,
};
