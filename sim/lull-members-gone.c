/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of all that a worker had when it is gone: what it held, ran or was to send
 * comes to nothing, and so do messages to it; what it had put on the wire for others
 * still arrives. */
#include "lull-members-private.h"

/* Whether nothing comes of MESSAGE any more, now that WORKER is gone. What a rendezvous
 * has not brought over yet has not left its sender. */
static gboolean
dies_with (const LullWorld *world, const guint8 *state, guint message, guint worker)
{
  const LullMessage *m = &world->messages[message].m;

  switch (stage_of (world, state, message))
    {
    case STAGE_UNSENT:
      return m->source == worker && m->request == LULL_NO_MESSAGE &&
             m->parent >= world->message_count;
    case STAGE_TASK:
    case STAGE_LOST:
    case STAGE_RETRY:
      return m->source == worker;
    case STAGE_FLIGHT:
      return m->target == worker ||
             (m->source == worker && is_task_until_taken (world, message));
    case STAGE_HELD:
    case STAGE_QUEUED:
    case STAGE_RUNNING:
    case STAGE_DEFERRED:
      return m->target == worker;
    case STAGE_DONE:
    case STAGE_GONE:
    default:
      return FALSE;
    }
}

/* Whether MESSAGE, which its sender has still to put on the wire, is for one that is
 * gone.
 */
static gboolean
is_doomed (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint message)
{
  LullStage stage = stage_of (world, state, message);

  return (stage == STAGE_TASK || stage == STAGE_LOST || stage == STAGE_RETRY) &&
         lull_members_is_gone (site, state, world->messages[message].m.target);
}

static guint
account_of (const LullWorld *world, const guint8 *state, guint epoch)
{
  return epoch == LULL_ALL_EPOCHS ? state[STATE_UNDONE]
                                  : state[lull_epoch_account (world, epoch)];
}

/* It goes on its way like any other, but what comes of it is nothing. */
guint
lull_members_vain (const LullWorld *world, const guint8 *state, guint epoch)
{
  const LullPartSite *site = lull_part_site (world, &lull_part_members);
  guint64 words[STATE_SIZE_MAX / 8 + 1];
  LullApply apply = { .world = world, .state = (guint8 *) words };
  gboolean some = FALSE;

  for (guint message = 0; message < world->message_count; message++)
    {
      if (!is_doomed (world, site, state, message))
        continue;
      if (!some)
        memcpy (apply.state, state, world->model.state_size);
      some = TRUE;
      lull_apply_drop (&apply, message);
    }
  return some ? account_of (world, state, epoch) - account_of (world, apply.state, epoch)
              : 0;
}

static void
clear_queue (const LullLink *queue, guint8 *state)
{
  if (queue != NULL && queue->capacity > 0)
    memset (state + queue->at, 0, queue->capacity);
}

/* What is on the wire to WORKER never arrives, control messages included. */
static void
clear_wire (const LullApply *apply, guint worker)
{
  const LullWorld *world = apply->world;

  for (guint source = 0; source < world->workers; source++)
    clear_queue (link_of (world, source, worker), apply->state);
  for (guint i = 0; i < world->bag_count; i++)
    for (guint record = lull_bag_count (world->bags[i], apply->state); record > 0;
         record--)
      if (lull_bag_peek (world->bags[i], apply->state, record - 1)[LULL_BAG_TARGET] ==
          worker)
        lull_bag_remove (world->bags[i], apply->state, record - 1);
}

/* The futures of one that is gone are nobody's. As long as an answer may come it is kept
 * of one that was given up that the answer is no work any more. */
static void
close_futures (const LullApply *apply, guint worker)
{
  const LullWorld *world = apply->world;

  for (guint call = 0; call < world->message_count; call++)
    {
      const LullWorldMessage *info = &world->messages[call];
      LullStage reply;

      if (info->m.source != worker || info->future_at == 0)
        continue;
      reply = stage_of (world, apply->state, info->m.reply);
      if (reply == STAGE_GONE || reply == STAGE_DONE)
        apply->state[info->future_at] = FUTURE_OPEN;
    }
}

/* Of a rendezvous the other side knows that it is over. */
static void
drop_message (const LullApply *apply, guint message)
{
  const LullWorld *world = apply->world;
  const LullMessage *m = &world->messages[message].m;

  if (stage_of (world, apply->state, message) == STAGE_FLIGHT &&
      is_task_until_taken (world, message))
    {
      lull_link_remove (world, apply->state, m->source, m->target,
                        (guint8) (message + 1));
      if (!lull_parts_is_absent (world, apply->state, m->source))
        lull_apply_keep_busy (apply, m->source, LULL_IDLE_SENDS, -1);
    }
  lull_apply_drop (apply, message);
}

static void
drop_messages (const LullApply *apply, guint worker)
{
  for (guint message = 0; message < apply->world->message_count; message++)
    if (dies_with (apply->world, apply->state, message, worker))
      drop_message (apply, message);
  clear_wire (apply, worker);
}

static void
orphan_calls (const LullApply *apply, guint worker)
{
  for (guint call = 0; call < apply->world->message_count; call++)
    if (apply->world->messages[call].m.source == worker &&
        apply->world->messages[call].times_out)
      lull_apply_orphan (apply, call);
}

/* What it contributed to a round stays, and a result that it did not take is nobody's. */
static void
clear_worker (const LullApply *apply, guint worker)
{
  const LullWorld *world = apply->world;
  guint8 *block = worker_at (world, apply->state, worker);
  guint kept = FLAG_LEFT | FLAG_CONTRIBUTED;

  if ((block[WORKER_FLAGS] & FLAG_COMPLETE) != 0)
    lull_round_take_result (world, apply->state, worker);
  kept &= block[WORKER_FLAGS];
  memset (block, 0, world->worker_size);
  block[WORKER_FLAGS] = (guint8) (kept | FLAG_JOINED);
  for (guint pool = 0; pool < world->pool_count; pool++)
    if (world->pools[pool].queues != NULL)
      clear_queue (&world->pools[pool].queues[worker], apply->state);
}

void
lull_members_go (const LullApply *apply,
                 const LullPartSite *site,
                 guint worker,
                 guint8 why)
{
  const LullWorld *world = apply->world;

  apply->state[site->at + worker] = why;
  for (guint gone = 0; lull_members_how (site)->told && gone < world->workers; gone++)
    apply->state[lull_members_told_at (world, site, worker, gone)] = 0;
  orphan_calls (apply, worker);
  drop_messages (apply, worker);
  clear_worker (apply, worker);
  lull_parts_forsake (apply, worker);
  lull_round_recheck (apply);
}

/* Whether CALL was made and waits for an answer that does not come, with no timeout to
 * end that. */
static gboolean
is_unanswered (const LullWorld *world, const guint8 *state, guint call)
{
  guint reply = world->messages[call].m.reply;

  return reply != LULL_NO_MESSAGE && !world->messages[call].times_out &&
         stage_of (world, state, call) != STAGE_UNSENT &&
         stage_of (world, state, reply) == STAGE_GONE &&
         future_of (world, state, call) == FUTURE_OPEN;
}

/* WORKER knows that GONE is. */
void
lull_members_abandon_calls (const LullApply *apply, guint worker, guint gone)
{
  const LullWorld *world = apply->world;

  for (guint call = 0; call < world->message_count; call++)
    if (world->messages[call].m.source == worker &&
        world->messages[call].m.target == gone &&
        is_unanswered (world, apply->state, call))
      lull_apply_abandon (apply, call);
}

/* What is sent to one that is gone is gone, too, and who knows that has an error at once.
 * What came of what is gone may have been for another who is. */
void
lull_members_swallow (const LullApply *apply, const LullPartSite *site)
{
  const LullWorld *world = apply->world;

  for (guint gone = 0; gone < world->workers; gone++)
    if (lull_members_is_gone (site, apply->state, gone))
      drop_messages (apply, gone);
  for (guint gone = 0; gone < world->workers; gone++)
    {
      if (!lull_members_is_gone (site, apply->state, gone))
        continue;
      close_futures (apply, gone);
      for (guint worker = 0; lull_members_how (site)->told && worker < world->workers;
           worker++)
        if (apply->state[lull_members_told_at (world, site, worker, gone)] != 0)
          lull_members_abandon_calls (apply, worker, gone);
    }
}
