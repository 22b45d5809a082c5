/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Duplication: so many messages may arrive once more. The network makes the copy of what
 * is on the wire; where senders retry, the sender does, who takes for lost what is only
 * slow. A receiver that knows what it had drops the copy before anybody is told; any
 * other handles it again, and whatever that causes happens again. A call has one future:
 * it is settled by the answer that is first, and those that come later are dropped once
 * they have been counted.
 */
#include "lull-copies.h"
#include "lull-faults-private.h"

enum
{
  DUPLICATE,
  DROP
};

static const char *const steps[] = { "duplicate", "drop", NULL };

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->faults.duplication > 0;
}

static gboolean
has_timer (const LullWork *work)
{
  for (guint i = 0; i < work->messages->len; i++)
    if (g_array_index (work->messages, LullMessage, i).parent == LULL_TIMER)
      return TRUE;
  return FALSE;
}

static const char *
misfit (const LullWorldConfig *config)
{
  if (config->work->any_messages > 0)
    return "duplication does not go with work of any shape; list the calls instead";
  if (has_timer (config->work))
    return "duplication does not go with timers; leave them out";
  if (config->faults.deduplication && config->faults.loss > 0)
    return "loss and duplication go together only without deduplication, where a copy "
           "cannot stand in for what is lost; set one of them to 0";
  return NULL;
}

static gboolean
fits (const LullWorldConfig *config, GError **error)
{
  LullWork work = *config->work;
  g_autoptr (GArray) messages = work.messages = g_array_copy (work.messages);
  g_autoptr (GArray) local_steps = work.local_steps = g_array_copy (work.local_steps);

  return lull_copies_add (&work, config->faults.duplication,
                          config->faults.deduplication) ||
         lull_world_refuse (
             error, LULL_WORLD_ERROR_TOO_LARGE,
             "too many messages for one world, with all that copies may cause; mark some "
             "of the calls by faults");
}

static void
expand (const LullWorldConfig *config, LullWork *work)
{
  gboolean fit =
      lull_copies_add (work, config->faults.duplication, config->faults.deduplication);

  g_assert (fit);
}

static gboolean
is_copy (const LullWorld *world, guint message)
{
  return world->messages[message].m.copy_of != 0;
}

/* No copy is there yet. */
static void
initial (const LullApply *self, const LullPartSite *site)
{
  (void) site;
  for (guint message = 0; message < self->world->message_count; message++)
    if (is_copy (self->world, message))
      lull_apply_drop (self, message);
}

/* Where a copy of MESSAGE can be made, or LULL_NO_MESSAGE. */
static guint
unused_copy (const LullWorld *world, const guint8 *state, guint message)
{
  for (guint i = 0; i < world->message_count; i++)
    if (world->messages[i].m.copy_of == message + 1 &&
        stage_of (world, state, i) == STAGE_GONE)
      return i;
  return LULL_NO_MESSAGE;
}

static gboolean
has_begun (const LullWorld *world, const guint8 *state, guint message)
{
  LullStage stage = stage_of (world, state, message);

  return stage == STAGE_RUNNING || stage == STAGE_DONE;
}

/* Whether another answer to the same call has begun to be one. */
static gboolean
is_second_answer (const LullWorld *world, const guint8 *state, guint message)
{
  guint request = world->messages[message].m.request;
  guint answer;

  if (request == LULL_NO_MESSAGE)
    return FALSE;
  for (answer = world->messages[request].m.reply; answer != 0;
       answer = world->messages[answer].next_answer)
    if (answer != message && has_begun (world, state, answer))
      return TRUE;
  return FALSE;
}

static guint count_open (const LullWorld *world, const guint8 *state, guint message);

static guint
count_open_children (const LullWorld *world, const guint8 *state, guint parent)
{
  const LullWorldMessage *info = &world->messages[parent];
  guint count = 0;

  for (guint i = 0; i < info->child_count; i++)
    count += count_open (world, state, world->children[info->children_at + i]);
  return count;
}

/* Messages that are not done, of all that MESSAGE would bring about, itself included. The
 * recursion is as deep as calls are nested. */
static guint
count_open (const LullWorld *world, const guint8 *state, guint message)
{
  guint reply = world->messages[message].m.reply;
  LullStage stage = stage_of (world, state, message);
  guint count = stage == STAGE_DONE || stage == STAGE_GONE ? 0 : 1;

  count += count_open_children (world, state, message);
  return reply == LULL_NO_MESSAGE ? count : count + count_open (world, state, reply);
}

/* An answer that is not the first finds no future: it is counted, and runs nothing. */
static guint
vain (const LullWorld *world, const guint8 *state, guint epoch)
{
  guint count = 0;

  if (world->faults.deduplication)
    return 0;
  for (guint message = 0; message < world->message_count; message++)
    if (!has_begun (world, state, message) &&
        (epoch == LULL_ALL_EPOCHS || epoch_of_message (world, state, message) == epoch) &&
        is_second_answer (world, state, message))
      count += count_open (world, state, message);
  return count;
}

static gboolean
has_arrived (const LullWorld *world, const guint8 *state, guint message)
{
  LullStage stage = stage_of (world, state, message);

  return (stage >= STAGE_HELD && stage <= STAGE_DONE) || stage == STAGE_DEFERRED;
}

static LullOp
op_of (const LullWorld *world, LullAction action)
{
  return (LullOp) world->op_of[lull_action_kind (action)];
}

/* Whether ACTION, which the world offers, is one that drops its message instead. */
static gboolean
drops (const LullWorld *world, const guint8 *state, LullAction action)
{
  guint message = lull_action_argument (action);

  switch (op_of (world, action))
    {
    case OP_RECEIVE:
      return world->faults.deduplication && is_copy (world, message);
    case OP_START:
      return is_second_answer (world, state, message);
    case OP_MAIN_SEND:
    case OP_MAIN_END:
    case OP_TRANSMIT:
    case OP_ENQUEUE:
    case OP_NESTED_SEND:
    case OP_FINISH:
    case OP_CONTROL:
    case OP_STEP:
    case OP_PART:
    case OP_COUNT:
    default:
      return FALSE;
    }
}

/* Of two that are on the wire the first to arrive is not the copy: they look the same. */
static gboolean
can_drop (const LullWorld *world, const guint8 *state, LullAction action)
{
  guint message = lull_action_argument (action);

  return drops (world, state, action) &&
         (op_of (world, action) == OP_START ||
          has_arrived (world, state, world->messages[message].m.copy_of - 1U));
}

static void
offer (LullOffer *offered, const LullPartSite *site)
{
  const LullWorld *world = offered->world;
  guint count = offered->count;

  for (guint i = 0; i < count; i++)
    if (can_drop (world, offered->state, offered->actions[i]))
      lull_offer_part (offered, site, DROP, lull_action_argument (offered->actions[i]));
  if (offered->state[site->at] == world->faults.duplication)
    return;
  for (guint message = 0; message < world->message_count; message++)
    if (stage_of (world, offered->state, message) == STAGE_FLIGHT &&
        world->messages[message].m.faulty &&
        unused_copy (world, offered->state, message) != LULL_NO_MESSAGE)
      lull_offer_part (offered, site, DUPLICATE, message);
}

static gboolean
allows (const LullWorld *world,
        const LullPartSite *site,
        const guint8 *state,
        LullAction action)
{
  (void) site;
  return !drops (world, state, action);
}

static void
duplicate (const LullApply *self, const LullPartSite *site, guint message)
{
  const LullWorld *world = self->world;
  guint copy = unused_copy (world, self->state, message);
  const LullMessage *m = &world->messages[copy].m;

  self->state[site->at]++;
  if (!world->faults.deduplication)
    lull_faults_remember (self, copy);
  memcpy (self->state + world->messages[copy].tag_at,
          self->state + world->messages[message].tag_at, world->tag_size);
  if (world->faults.retry != LULL_RETRY_NEVER)
    {
      lull_faults_keep_for_retry (self, copy);
      return;
    }
  lull_apply_set_stage (self, copy, STAGE_FLIGHT);
  lull_link_push (world, self->state, m->source, m->target, (guint8) (copy + 1));
}

static void
drop_copy (const LullApply *self, guint copy)
{
  lull_faults_take_off_the_wire (self, copy);
  lull_apply_set_stage (self, copy, STAGE_GONE);
}

/* It takes a thread, and the protocol is told of it, but nothing runs. */
static void
drop_answer (const LullApply *self, guint answer)
{
  const LullWorld *world = self->world;
  guint target = world->messages[answer].m.target;

  lull_pool_pop (world, self->state, target, task_of (world, answer));
  lull_apply_keep_busy (self, target, LULL_IDLE_QUEUE, -1);
  lull_apply_tell (self, TOLD_STARTED, answer);
  lull_apply_tell (self, TOLD_FINISHED, answer);
  lull_apply_drop (self, answer);
}

static void
apply (const LullApply *self, const LullPartSite *site, guint step, guint message)
{
  if (step == DUPLICATE)
    duplicate (self, site, message);
  else if (stage_of (self->world, self->state, message) == STAGE_QUEUED)
    drop_answer (self, message);
  else
    drop_copy (self, message);
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return 2 * world->message_count;
}

/* What is dropped takes a step, as what is handled does. */
static const LullDelay *
delay (const LullWorld *world,
       const LullPartSite *site,
       const guint8 *state,
       guint step,
       guint message)
{
  return step == DUPLICATE ? lull_faults_delay (world, site, state, step, message)
                           : &world->step_delay;
}

static guint
worker (const LullWorld *world,
        const LullPartSite *site,
        const guint8 *state,
        guint step,
        guint message)
{
  (void) site;
  (void) state;
  return step == DUPLICATE ? world->messages[message].m.source
                           : world->messages[message].m.target;
}

/* That a copy comes about is owed to nobody; that what has arrived is dropped, is. */
static guint
fairness (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          guint step,
          guint message)
{
  (void) world;
  (void) site;
  (void) state;
  return step == DUPLICATE ? LULL_UNFAIR : message;
}

static void
say_drop (const LullWorld *world,
          const guint16 *numbers,
          const guint8 *state,
          guint message,
          GString *text)
{
  gboolean is_late = stage_of (world, state, message) == STAGE_QUEUED;

  g_string_append (text, is_late ? "drops " : "listener drops ");
  lull_world_message_name (world, numbers, message, text);
  g_string_append_printf (text, " from %s",
                          world->names[world->messages[message].m.source]);
  g_string_append (text, is_late ? ": its call is answered" : ": it had it before");
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
  (void) site;
  if (step == DROP)
    say_drop (world, numbers, state, message, text);
  else if (world->faults.retry == LULL_RETRY_NEVER)
    lull_faults_say (world, numbers, state, message, "the network doubles", text);
  else
    {
      lull_faults_say (world, numbers, state, message, "takes", text);
      g_string_append (text, " for lost, and keeps it to send it again");
    }
}

/* A second answer is dropped by whoever made the call. */
static gboolean
has_step (const LullWorld *world, const LullPartSite *site, guint step)
{
  gboolean some_answer = FALSE;

  (void) site;
  for (guint message = 0; message < world->message_count; message++)
    some_answer = some_answer || is_reply (world, message);
  return step != DROP || world->faults.deduplication || some_answer;
}

static const char *const switches[] = { "network.duplication", NULL };

const LullPart lull_part_duplication = {
  .name = "duplication",
  .steps = steps,
  .is_of_messages = TRUE,
  .switches = switches,
  .is_on = is_on,
  .misfit = misfit,
  .fits = fits,
  .expand = expand,
  .prepare = lull_faults_prepare,
  .has_step = has_step,
  .size = lull_faults_size,
  .actions_max = actions_max,
  .initial = initial,
  .vain = vain,
  .offer = offer,
  .allows = allows,
  .apply = apply,
  .worker = worker,
  .delay = delay,
  .fairness_count = lull_part_message_count,
  .fairness = fairness,
  .say = say,
};
