/* SPDX-License-Identifier: Apache-2.0 */
/* Finds who waits for whom, and why, among workers and messages. */
#include "lull-tell-waits.h"

#include "lull-part.h"

static void
wait_clear (gpointer data)
{
  g_free (((TellWait *) data)->reason);
  g_free (((TellWait *) data)->what);
}

/* A worker may wait for one thing as a member of the join, and of a scope as well. */
static gboolean
is_known (const TellWaits *self, const TellWait *wait)
{
  for (guint i = 0; i < self->waits->len; i++)
    {
      const TellWait *other = tell_wait (self, i);

      if (other->from == wait->from && other->to == wait->to &&
          g_str_equal (other->reason, wait->reason))
        return TRUE;
    }
  return FALSE;
}

void
lull_tell_waits_add (
    TellWaits *self, guint from, guint to, char *what, const char *format, ...)
{
  TellWait wait = { .from = from, .to = to, .what = what };
  va_list arguments;

  va_start (arguments, format);
  wait.reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (is_known (self, &wait))
    wait_clear (&wait);
  else
    g_array_append_val (self->waits, wait);
}

/* "the handler of call 1 at B", "reply 2 (queued at B)". */
static char *
message_subject (const TellWaits *self, guint message)
{
  const TellMessage *told = tell_wait_told (self, message);
  g_autofree char *name = lull_tell_short_name (told);
  const char *source = tell_worker (self->tell, told->source);
  const char *target = tell_worker (self->tell, told->target);
  const char *program = told->kind == LULL_BASIC_REPLY ? "callback" : "handler";

  switch (tell_wait_stage (self, message))
    {
    case STAGE_TASK:
      return g_strdup_printf ("%s (%s at %s)", name,
                              told->buffered ? "in a buffer" : "a send task", source);
    case STAGE_QUEUED:
      return g_strdup_printf ("%s (queued at %s)", name, target);
    case STAGE_RUNNING:
      return g_strdup_printf ("the %s of %s at %s", program, name, target);
    case STAGE_DEFERRED:
      return g_strdup_printf ("what is left of %s at %s", name, target);
    case STAGE_UNSENT:
    case STAGE_FLIGHT:
    case STAGE_HELD:
    case STAGE_DONE:
    case STAGE_GONE:
    case STAGE_LOST:
    case STAGE_RETRY:
    default:
      return g_strdup_printf ("%s (%s to %s)", name, source, target);
    }
}

/* The callback of CALL, which runs with an error in place of an answer. */
static char *
failing_subject (const TellWaits *self, guint call)
{
  g_autofree char *name = lull_tell_short_name (tell_wait_told (self, call));

  return g_strdup_printf ("the callback of %s at %s", name,
                          tell_worker (self->tell, tell_wait_told (self, call)->source));
}

char *
lull_tell_waits_subject (const TellWaits *self, guint node)
{
  const Tell *tell = self->tell;

  if (node >= tell_wait_failing_node (self, 0))
    return failing_subject (self, node - tell_wait_failing_node (self, 0));
  if (node >= tell->world->workers)
    return message_subject (self, node - tell->world->workers);
  if (main_ended (tell->world, tell->end, node) ||
      lull_parts_is_excused (tell->world, tell->end, node))
    return g_strdup (tell_worker (tell, node));
  return g_strdup_printf ("the main program of %s", tell_worker (tell, node));
}

/* "handling of call 1", "end of callback 1", "answer to call 1". */
static char *
name_progress (const TellWaits *self, const char *progress, guint message)
{
  g_autofree char *name = lull_tell_short_name (tell_wait_told (self, message));

  return g_strdup_printf ("%s %s", progress, name);
}

/* Whether something may still come of MESSAGE. */
static gboolean
is_open (const TellWaits *self, guint message)
{
  LullStage stage = tell_wait_stage (self, message);

  return stage != STAGE_UNSENT && stage != STAGE_DONE && stage != STAGE_GONE;
}

/* What the answer to CALL hangs at: an answer, or else the call, or a copy of it;
 * LULL_NO_MESSAGE if all that came to nothing. */
static guint
find_open (const TellWaits *self, guint call)
{
  const LullWorld *world = self->tell->world;
  guint answer = world->messages[call].m.reply;

  do
    {
      if (is_open (self, answer))
        return answer;
      answer = world->messages[answer].next_answer;
    }
  while (answer != 0);
  for (guint i = 0; i < world->message_count; i++)
    if ((i == call || world->messages[i].m.copy_of == call + 1) && is_open (self, i))
      return i;
  return LULL_NO_MESSAGE;
}

/* The answer to CALL, or the call itself, came to nothing. Nobody is waited for: whoever
 * is to answer has done so, or does not know of it, or is gone. */
static void
wait_for_what_is_gone (TellWaits *self, guint from, guint call)
{
  const Tell *tell = self->tell;
  guint reply = tell->world->messages[call].m.reply;
  gboolean was_answered = tell_was_sent (tell, reply);
  const TellMessage *gone = tell_wait_told (self, was_answered ? reply : call);
  g_autofree char *name = lull_tell_short_name (tell_wait_told (self, call));
  gboolean was_sent = gone->transmitted != TELL_NEVER;
  char *what = g_strdup_printf ("answer to %s", name);

  if (!was_answered && lull_parts_is_absent (tell->world, tell->end, gone->target))
    lull_tell_waits_add (self, from, TELL_NEVER, what, "an answer to %s, but %s is gone",
                         name, tell_worker (tell, gone->target));
  else
    lull_tell_waits_add (self, from, TELL_NEVER, what, "an answer to %s, but the %s %s",
                         name, was_answered ? "answer" : "call",
                         was_sent ? "is lost" : "was never sent");
}

/* How far WHERE, an answer or what is to be answered, has to go: "handling of call 1",
 * and "to be handled". */
static void
wait_for_open (TellWaits *self, guint from, guint where)
{
  gboolean is_answer = is_reply (self->tell->world, where);
  guint to = tell_wait_node (self, where);
  LullStage stage = tell_wait_stage (self, where);

  if (stage == STAGE_TASK)
    lull_tell_waits_add (self, from, to, name_progress (self, "sending of", where),
                         "to be sent");
  else if (stage == STAGE_QUEUED || (is_answer && stage != STAGE_RUNNING))
    lull_tell_waits_add (self, from, to, name_progress (self, "handling of", where),
                         "to be handled");
  else if (is_answer)
    lull_tell_waits_add (self, from, to, name_progress (self, "callback of", where),
                         "to end");
  else
    lull_tell_waits_add (self, from, to, name_progress (self, "answer to", where),
                         "to answer");
}

void
lull_tell_wait_for_answer (TellWaits *self, guint from, guint call)
{
  guint where = find_open (self, call);

  if (future_of (self->tell->world, self->tell->end, call) == FUTURE_FAILING)
    lull_tell_waits_add (self, from, tell_wait_failing_node (self, call),
                         name_progress (self, "callback of", call), "to end");
  else if (where == LULL_NO_MESSAGE)
    wait_for_what_is_gone (self, from, call);
  else
    wait_for_open (self, from, where);
}

/* The callback at WORKER that runs while holding the futures lock, or TELL_NEVER. */
static guint
find_callback_with_lock (const TellWaits *self, guint worker)
{
  const LullWorld *world = self->tell->world;
  const guint8 *end = self->tell->end;

  for (guint i = 0; world->callbacks_locked && i < world->message_count; i++)
    if (is_reply (world, i) && tell_wait_stage (self, i) == STAGE_RUNNING &&
        target_of (world, end, i) == worker && !is_late (world, end, i))
      return tell_wait_node (self, i);
    else if (future_of (world, end, i) == FUTURE_FAILING &&
             source_of (world, end, i) == worker)
      return tell_wait_failing_node (self, i);
  return TELL_NEVER;
}

void
lull_tell_wait_for_lock (TellWaits *self, guint from, guint worker)
{
  guint callback = find_callback_with_lock (self, worker);

  if (callback != TELL_NEVER)
    lull_tell_waits_add (self, from, callback, g_strdup ("futures lock"),
                         "to give back the futures lock of %s",
                         tell_worker (self->tell, worker));
  else
    lull_tell_waits_add (self, from, worker, g_strdup ("futures lock"),
                         "to give back its futures lock");
}

static gboolean
is_locked (const TellWaits *self, guint worker)
{
  const Tell *tell = self->tell;

  return (worker_peek (tell->world, tell->end, worker)[WORKER_FLAGS] & FLAG_LOCKED) != 0;
}

gboolean
lull_tell_is_unsettled (const TellWaits *self, guint call)
{
  const Tell *tell = self->tell;

  return tell->world->messages[call].m.kind == LULL_BASIC_CALL &&
         tell->world->messages[call].m.copy_of == 0 && tell_was_sent (tell, call) &&
         !call_settled (tell->world, tell->end, call);
}

/* A handler, callback or main program awaits the last call it made, if it awaits any;
 * otherwise the futures lock can hold it up, unless a part of the world does. */
static void
wait_in_list (TellWaits *self,
              guint from,
              guint worker,
              guint parent,
              const guint8 *sends,
              guint count)
{
  const LullWorld *world = self->tell->world;
  guint sent = 0;

  while (sent < count && tell_wait_stage (self, sends[sent]) != STAGE_UNSENT)
    sent++;
  if (sent > 0 && world->messages[sends[sent - 1]].m.awaited &&
      lull_tell_is_unsettled (self, sends[sent - 1]))
    lull_tell_wait_for_answer (self, from, sends[sent - 1]);
  else if (is_locked (self, worker) &&
           !lull_parts_hold_up (world, self->tell->end, worker, parent))
    lull_tell_wait_for_lock (self, from, worker);
}

/* Whether MESSAGE has a thread of the pool of WORKER in which tasks of KIND are. */
static gboolean
has_thread (const TellWaits *self, guint message, guint worker, LullTaskKind kind)
{
  const LullWorld *world = self->tell->world;

  if (tell_wait_stage (self, message) == STAGE_FLIGHT)
    return has_thread_until_taken (world, message) &&
           tell_wait_told (self, message)->source == worker &&
           world->pool_of[LULL_TASK_SEND] == world->pool_of[kind];
  return tell_wait_stage (self, message) == STAGE_RUNNING &&
         tell_wait_told (self, message)->target == worker &&
         world->pool_of[task_of (world, message)] == world->pool_of[kind];
}

/* Whether no thread is free for a task of that kind; if so, those who have one are waited
 * for. */
static gboolean
wait_for_thread (TellWaits *self, guint from, guint worker, LullTaskKind kind)
{
  const LullWorld *world = self->tell->world;
  guint limit = pool_of (world, kind)->threads_max;
  const char *which = limit == 1 ? "the only" : "a";
  guint running = 0;

  for (guint other = 0; other < world->message_count; other++)
    if (has_thread (self, other, worker, kind))
      running++;
  if (limit == 0 || running < limit)
    return FALSE;
  for (guint other = 0; other < world->message_count; other++)
    if (has_thread (self, other, worker, kind))
      lull_tell_waits_add (self, from, tell_wait_node (self, other),
                           g_strdup_printf ("%s thread", which), "to free %s thread",
                           which);
  return TRUE;
}

static void
find_message_waits (TellWaits *self, guint message)
{
  const LullWorld *world = self->tell->world;
  const LullWorldMessage *info = &world->messages[message];
  guint from = tell_wait_node (self, message);
  guint worker;

  switch (tell_wait_stage (self, message))
    {
    case STAGE_RUNNING:
    case STAGE_DEFERRED:
      wait_in_list (self, from, tell_wait_told (self, message)->target, message,
                    world->children + info->children_at, info->child_count);
      break;
    case STAGE_TASK:
      if (!tell_wait_told (self, message)->buffered)
        (void) wait_for_thread (self, from, tell_wait_told (self, message)->source,
                                LULL_TASK_SEND);
      break;
    case STAGE_QUEUED:
      worker = tell_wait_told (self, message)->target;
      if (!wait_for_thread (self, from, worker, task_of (world, message)) &&
          is_locked (self, worker))
        lull_tell_wait_for_lock (self, from, worker);
      break;
    case STAGE_UNSENT:
    case STAGE_FLIGHT:
    case STAGE_HELD:
    case STAGE_DONE:
    case STAGE_GONE:
    case STAGE_LOST:
    case STAGE_RETRY:
    default:
      break;
    }
}

/* A callback that runs with an error has the list of the answer's. */
static void
find_failing_waits (TellWaits *self, guint call)
{
  const LullWorld *world = self->tell->world;
  guint reply = world->messages[call].m.reply;
  const LullWorldMessage *info;

  if (future_of (world, self->tell->end, call) != FUTURE_FAILING)
    return;
  info = &world->messages[reply];
  wait_in_list (self, tell_wait_failing_node (self, call),
                tell_wait_told (self, call)->source, reply,
                world->children + info->children_at, info->child_count);
}

static void
find_worker_waits (TellWaits *self, guint worker)
{
  const LullWorld *world = self->tell->world;
  const guint8 *end = self->tell->end;
  const guint8 *roots;
  guint count;

  if ((worker_peek (world, end, worker)[WORKER_FLAGS] & FLAG_LEFT) != 0 ||
      lull_parts_is_absent (world, end, worker))
    return;
  if (main_ended (world, end, worker))
    lull_tell_find_join_waits (self, worker);
  else if (!world->any)
    {
      roots = roots_of (world, end, worker, &count);
      wait_in_list (self, worker, worker, LULL_NO_MESSAGE, roots, count);
    }
}

void
lull_tell_waits_init (TellWaits *self, const Tell *tell)
{
  *self =
      (TellWaits){ .tell = tell, .waits = g_array_new (FALSE, FALSE, sizeof (TellWait)) };
  g_array_set_clear_func (self->waits, wait_clear);
  for (guint worker = 0; worker < tell->world->workers; worker++)
    find_worker_waits (self, worker);
  for (guint message = 0; message < tell->world->message_count; message++)
    find_message_waits (self, message);
  for (guint call = 0; call < tell->world->message_count; call++)
    find_failing_waits (self, call);
  lull_parts_find_waits (self, tell->world);
}

void
lull_tell_waits_clear (TellWaits *self)
{
  g_array_unref (self->waits);
}
