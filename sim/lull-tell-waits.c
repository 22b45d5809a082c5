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

static LullStage
stage_at_end (const TellWaits *self, guint message)
{
  return stage_of (self->tell->world, self->tell->end, message);
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
  g_array_append_val (self->waits, wait);
}

static const TellMessage *
told (const TellWaits *self, guint message)
{
  return tell_message (self->tell, self->tell->slot_message[message]);
}

/* "the handler of call 1 at B", "reply 2 (queued at B)". */
static char *
message_subject (const TellWaits *self, guint message)
{
  g_autofree char *name = lull_tell_short_name (told (self, message));
  const char *worker = tell_worker (self->tell, told (self, message)->target);

  if (stage_at_end (self, message) == STAGE_TASK)
    return g_strdup_printf ("%s (%s at %s)", name,
                            told (self, message)->buffered ? "in a buffer"
                                                           : "a send task",
                            tell_worker (self->tell, told (self, message)->source));
  if (stage_at_end (self, message) != STAGE_RUNNING)
    return g_strdup_printf ("%s (queued at %s)", name, worker);
  return g_strdup_printf ("the %s of %s at %s",
                          told (self, message)->kind == LULL_BASIC_REPLY ? "callback"
                                                                         : "handler",
                          name, worker);
}

char *
lull_tell_waits_subject (const TellWaits *self, guint node)
{
  const Tell *tell = self->tell;

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
  g_autofree char *name = lull_tell_short_name (told (self, message));

  return g_strdup_printf ("%s %s", progress, name);
}

/* WHERE, the answer to CALL or the call itself, came to nothing. Nobody is waited for:
 * whoever is to answer has done so, or does not know of it, or is gone. */
static void
wait_for_what_is_gone (TellWaits *self, guint from, guint call, guint where)
{
  const Tell *tell = self->tell;
  const TellMessage *gone = told (self, where);
  g_autofree char *name = lull_tell_short_name (told (self, call));
  gboolean was_sent = gone->transmitted != TELL_NEVER;
  char *what = g_strdup_printf ("answer to %s", name);

  if (where == call && lull_parts_is_absent (tell->world, tell->end, gone->target))
    lull_tell_waits_add (self, from, TELL_NEVER, what, "an answer to %s, but %s is gone",
                         name, tell_worker (tell, gone->target));
  else
    lull_tell_waits_add (self, from, TELL_NEVER, what, "an answer to %s, but the %s %s",
                         name, where == call ? "call" : "answer",
                         was_sent ? "is lost" : "was never sent");
}

/* The answer to CALL hangs where the reply is, or else the call itself. */
static void
wait_for_answer (TellWaits *self, guint from, guint call)
{
  guint reply = self->tell->world->messages[call].m.reply;
  guint where = tell_was_sent (self->tell, reply) ? reply : call;

  if (stage_at_end (self, where) == STAGE_GONE)
    wait_for_what_is_gone (self, from, call, where);
  else if (stage_at_end (self, where) == STAGE_QUEUED)
    lull_tell_waits_add (self, from, tell_wait_node (self, where),
                         name_progress (self, "handling of", where), "to be handled");
  else if (stage_at_end (self, where) == STAGE_TASK)
    lull_tell_waits_add (self, from, tell_wait_node (self, where),
                         name_progress (self, "sending of", where), "to be sent");
  else if (where == reply)
    lull_tell_waits_add (self, from, tell_wait_node (self, where),
                         name_progress (self, "callback of", where), "to end");
  else
    lull_tell_waits_add (self, from, tell_wait_node (self, where),
                         name_progress (self, "answer to", where), "to answer");
}

static void
wait_for_lock (TellWaits *self, guint from, guint worker)
{
  lull_tell_waits_add (self, from, worker, g_strdup ("futures lock"),
                       "to give back its futures lock");
}

static gboolean
is_locked (const TellWaits *self, guint worker)
{
  const Tell *tell = self->tell;

  return (worker_peek (tell->world, tell->end, worker)[WORKER_FLAGS] & FLAG_LOCKED) != 0;
}

static gboolean
is_unsettled (const TellWaits *self, guint call)
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

  while (sent < count && stage_at_end (self, sends[sent]) != STAGE_UNSENT)
    sent++;
  if (sent > 0 && world->messages[sends[sent - 1]].m.awaited &&
      is_unsettled (self, sends[sent - 1]))
    wait_for_answer (self, from, sends[sent - 1]);
  else if (is_locked (self, worker) &&
           !lull_parts_hold_up (world, self->tell->end, worker, parent))
    wait_for_lock (self, from, worker);
}

/* Whether MESSAGE has a thread of the pool of WORKER in which tasks of KIND are. */
static gboolean
has_thread (const TellWaits *self, guint message, guint worker, LullTaskKind kind)
{
  const LullWorld *world = self->tell->world;

  if (stage_at_end (self, message) == STAGE_FLIGHT)
    return has_thread_until_taken (world, message) &&
           told (self, message)->source == worker &&
           world->pool_of[LULL_TASK_SEND] == world->pool_of[kind];
  return stage_at_end (self, message) == STAGE_RUNNING &&
         told (self, message)->target == worker &&
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

  switch (stage_at_end (self, message))
    {
    case STAGE_RUNNING:
      wait_in_list (self, from, told (self, message)->target, message,
                    world->children + info->children_at, info->child_count);
      break;
    case STAGE_TASK:
      if (!told (self, message)->buffered)
        (void) wait_for_thread (self, from, told (self, message)->source, LULL_TASK_SEND);
      break;
    case STAGE_QUEUED:
      worker = told (self, message)->target;
      if (!wait_for_thread (self, from, worker, task_of (world, message)) &&
          is_locked (self, worker))
        wait_for_lock (self, from, worker);
      break;
    case STAGE_UNSENT:
    case STAGE_FLIGHT:
    case STAGE_HELD:
    case STAGE_DONE:
    case STAGE_GONE:
    case STAGE_LOST:
    case STAGE_RETRY:
    case STAGE_DEFERRED:
    default:
      break;
    }
}

/* The name of the collective that WORKER has contributed to. */
static const char *
collective_of (const TellWaits *self, guint worker)
{
  const Tell *tell = self->tell;

  for (guint step = tell->steps->len; step > 0; step--)
    {
      const TellStep *told = tell_step (tell, step - 1);

      if (told->worker == worker && told->log.contributed)
        return tell->world->protocol->collectives[told->log.collective].name;
    }
  return "collective";
}

/* A part that carries rounds knows who holds them up. */
static void
wait_for_part (TellWaits *self, guint worker)
{
  const LullWorld *world = self->tell->world;
  const LullPartRounds *rounds = world->rounds->part->rounds;

  for (guint other = 0; other < world->workers; other++)
    {
      const char *reason =
          other == worker
              ? NULL
              : rounds->waits_for (world, world->rounds, self->tell->end, worker, other);

      if (reason != NULL)
        lull_tell_waits_add (self, worker, other, g_strdup (collective_of (self, worker)),
                             "%s", reason);
    }
}

/* A round waits for all who have not contributed. */
static void
wait_for_round (TellWaits *self, guint worker)
{
  const Tell *tell = self->tell;
  const LullWorld *world = tell->world;
  guint current = world->collective_count > 1 ? tell->end[world->collective_at] - 1U : 0;
  const char *name = world->protocol->collectives[current].name;

  for (guint other = 0; other < world->workers; other++)
    {
      guint flags = worker_peek (world, tell->end, other)[WORKER_FLAGS];

      if ((flags & FLAG_CONTRIBUTED) != 0)
        continue;
      if (!lull_parts_is_awaited (world, tell->end, other))
        continue;
      if (lull_parts_is_absent (world, tell->end, other))
        lull_tell_waits_add (self, worker, other, g_strdup (name),
                             "to contribute to the %s, but it is gone", name);
      else if ((flags & FLAG_LEFT) != 0)
        lull_tell_waits_add (
            self, worker, other, g_strdup (name),
            "to contribute to the %s, but it has left %s", name,
            lull_world_join_name (world, epoch_of (world, tell->end, other)));
      else
        lull_tell_waits_add (
            self, worker, other, g_strdup (name), "to %scontribute to the %s",
            main_ended (world, tell->end, other) ? "" : "end and ", name);
    }
}

/* What idleness sees in MESSAGE at STAGE; 0 where it does not look there. */
static guint
idle_kind (const TellWaits *self, guint message, LullStage stage)
{
  if (stage == STAGE_TASK)
    return waiting_send_of (self->tell->world, message);
  if (stage == STAGE_QUEUED)
    return LULL_IDLE_QUEUE;
  return stage == STAGE_RUNNING ? LULL_IDLE_RUNNING : 0;
}

static void
wait_for_pool (TellWaits *self, guint worker)
{
  static const char *const ends[] = { [STAGE_TASK] = "to be sent",
                                      [STAGE_QUEUED] = "to be handled",
                                      [STAGE_RUNNING] = "to end" };

  for (guint message = 0; message < self->tell->world->message_count; message++)
    {
      LullStage stage = stage_at_end (self, message);

      if ((self->tell->world->idle & idle_kind (self, message, stage)) == 0)
        continue;
      if (worker == (stage == STAGE_TASK ? told (self, message)->source
                                         : told (self, message)->target))
        lull_tell_waits_add (self, worker, tell_wait_node (self, message),
                             g_strdup ("an idle pool"), "%s", ends[stage]);
    }
}

static void
wait_for_futures (TellWaits *self, guint worker)
{
  for (guint call = 0; call < self->tell->world->message_count; call++)
    if (is_unsettled (self, call) && told (self, call)->source == worker)
      wait_for_answer (self, worker, call);
}

gboolean
lull_tell_waits_failed (const TellWaits *self, guint worker)
{
  const LullPartSite *site = self->tell->world->rounds;

  return site != NULL && site->part->rounds->has_failed (site, self->tell->end, worker);
}

/* What WORKER needs for the steps of the protocol at its place, or to go instead. */
static guint
collect_needs (const TellWaits *self, guint worker)
{
  const LullWorld *world = self->tell->world;
  guint place = worker_peek (world, self->tell->end, worker)[WORKER_PLACE];
  guint needs = lull_parts_needs_to_go (world, self->tell->end, worker);

  if (needs != 0)
    return needs;
  for (guint i = 0; i < world->places[place].count; i++)
    needs |= world->protocol->steps[world->places[place].steps[i]].needs;
  return needs;
}

/* Why the steps of the protocol at this place cannot be taken. */
static void
find_join_waits (TellWaits *self, guint worker)
{
  const LullWorld *world = self->tell->world;
  const guint8 *block = worker_peek (world, self->tell->end, worker);
  guint flags = block[WORKER_FLAGS];
  guint needs = collect_needs (self, worker);

  if (lull_tell_waits_failed (self, worker))
    return;
  if ((flags & FLAG_CONTRIBUTED) != 0 && world->rounds != NULL)
    wait_for_part (self, worker);
  else if ((flags & FLAG_CONTRIBUTED) != 0)
    wait_for_round (self, worker);
  else if ((needs & LULL_NEEDS_IDLE) != 0 && block[WORKER_BUSY] != 0)
    wait_for_pool (self, worker);
  else if ((needs & LULL_NEEDS_NO_FUTURES) != 0 && block[WORKER_FUTURES] != 0)
    wait_for_futures (self, worker);
  else if ((needs & LULL_NEEDS_LOCK) != 0 && (flags & FLAG_LOCKED) != 0)
    wait_for_lock (self, worker, worker);
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
    find_join_waits (self, worker);
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
  lull_parts_find_waits (self, tell->world);
}

void
lull_tell_waits_clear (TellWaits *self)
{
  g_array_unref (self->waits);
}
