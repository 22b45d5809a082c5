/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Members that crash, leave or come late, as a part of the world. A worker that is gone
 * takes no step any more. What it held, ran or was to send comes to nothing, and so do
 * messages to it; what it had put on the wire for others still arrives. It need not leave
 * join.
 *
 *     | per worker: what it is | per worker and worker that is gone: whether it was told
 * |
 */
#include "lull-part.h"

enum
{
  CRASH,
  LEAVE,
  ARRIVE,
  LEARN
};

static const char *const steps[] = { [CRASH] = "crash",
                                     [LEAVE] = "leave the group",
                                     [ARRIVE] = "arrive",
                                     [LEARN] = "learn",
                                     NULL };

/** What a worker is to the group. */
enum
{
  MEMBER,
  NOT_YET,
  CRASHED,
  LEFT_GROUP
};

static const LullMembers *
how (const LullPartSite *site)
{
  return site->data;
}

static guint
status (const LullPartSite *site, const guint8 *state, guint worker)
{
  return state[site->at + worker];
}

static gboolean
is_gone (const LullPartSite *site, const guint8 *state, guint worker)
{
  return status (site, state, worker) >= CRASHED;
}

static gboolean
has_bit (guint32 set, guint worker)
{
  return (set >> worker & 1U) != 0;
}

/** Where it says whether WORKER was told that GONE is. */
static guint32
told_at (const LullWorld *world, const LullPartSite *site, guint worker, guint gone)
{
  return site->at + world->workers + worker * world->workers + gone;
}

static gboolean
is_on (const LullWorldConfig *config)
{
  const LullMembers *members = &config->members;

  return members->crashes > 0 || members->leaving != 0 || members->late != 0;
}

/* The join that those who leave do not take part in any more, from 0. */
static guint
epoch_of_leaving (const LullMembers *members, guint epochs)
{
  return members->instead_of > 0 ? members->instead_of - 1 : epochs - 1;
}

/* Whether somebody who leaves has something to do behind the join that it leaves
 * instead of. */
static gboolean
some_leave_too_early (const LullMembers *members, const LullWork *work)
{
  guint last = epoch_of_leaving (members, work->epochs);

  for (guint i = 0; i < work->messages->len; i++)
    {
      const LullMessage *m = &g_array_index (work->messages, LullMessage, i);

      if (m->parent == LULL_NO_MESSAGE && m->kind != LULL_BASIC_REPLY &&
          m->epoch > last && has_bit (members->leaving, m->source))
        return TRUE;
    }
  for (guint i = 0; i < work->local_steps->len; i++)
    {
      const LullLocalStep *step = &g_array_index (work->local_steps, LullLocalStep, i);

      if (step->parent == LULL_NO_MESSAGE && step->epoch > last &&
          has_bit (members->leaving, step->worker))
        return TRUE;
    }
  return FALSE;
}

static const char *
misfit (const LullWorldConfig *config)
{
  const LullMembers *members = &config->members;
  gboolean group_changes =
      members->leaving != 0 || members->late != 0 || members->rounds_go_on;

  if (config->work->any_messages > 0)
    return "members that crash, leave or come late do not go with any work, in which "
           "nothing says what one that goes would have sent: list the calls";
  if (members->instead_of > config->work->epochs)
    return "who leaves does so instead of a join that there is not: there are fewer "
           "joins";
  if (some_leave_too_early (members, config->work))
    return "who leaves does nothing behind the join that it leaves instead of: leave "
           "that out, or let it leave instead of a later join";
  if (config->faults.duplication > 0)
    return "members that crash, leave or come late do not go with duplication, for a "
           "copy may be made of what one that is gone had sent: leave out the one or the "
           "other";
  if (group_changes && config->rounds.by != LULL_ROUNDS_STEP)
    return "a group that changes does not go with collectives made of messages, whose "
           "routes go by all workers: let collectives be one step";
  return NULL;
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  world->futures_fail = world->futures_fail || config->members.told;
  return g_memdup2 (&config->members, sizeof config->members);
}

static gboolean
has_step (const LullWorld *world, const LullPartSite *site, guint step)
{
  const LullMembers *members = how (site);
  gboolean some_crash = members->crashes > 0 && members->crashing != 0;

  (void) world;
  switch (step)
    {
    case CRASH:
      return some_crash;
    case LEAVE:
      return members->leaving != 0;
    case ARRIVE:
      return members->late != 0;
    case LEARN:
      return members->told && (some_crash || members->leaving != 0);
    default:
      g_assert_not_reached ();
    }
}

static guint32
size (const LullWorld *world, const LullPartSite *site)
{
  return world->workers + (how (site)->told ? world->workers * world->workers : 0);
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return world->workers * (2 + world->workers);
}

static void
keep_away_the_late (const LullApply *apply, const LullPartSite *site)
{
  for (guint worker = 0; worker < apply->world->workers; worker++)
    if (has_bit (how (site)->late, worker))
      apply->state[site->at + worker] = NOT_YET;
}

static guint
count_crashed (const LullWorld *world, const LullPartSite *site, const guint8 *state)
{
  guint count = 0;

  for (guint worker = 0; worker < world->workers; worker++)
    count += status (site, state, worker) == CRASHED ? 1 : 0;
  return count;
}

/* Whether WORKER leaves instead of the join that it is in or will be in next. Who comes
 * too late for the join that it was to leave instead of leaves instead of the next. */
static gboolean
is_leaving (const LullWorld *world,
            const LullPartSite *site,
            const guint8 *state,
            guint worker)
{
  return has_bit (how (site)->leaving, worker) &&
         epoch_of (world, state, worker) >= epoch_of_leaving (how (site), world->epochs);
}

static gboolean
can_leave (const LullOffer *offer, const LullPartSite *site, guint worker)
{
  const guint8 *block = worker_peek (offer->world, offer->state, worker);

  return is_leaving (offer->world, site, offer->state, worker) &&
         main_ended (offer->world, offer->state, worker) &&
         (!how (site)->drained ||
          (block[WORKER_BUSY] == 0 && block[WORKER_FUTURES] == 0));
}

/* That a peer is gone is seen behind all that it had sent, as a closed connection is. The
 * calls to it get an error, and to settle a future takes the lock. */
static gboolean
can_learn (const LullOffer *offer, const LullPartSite *site, guint worker, guint gone)
{
  const LullWorld *world = offer->world;

  if (!is_gone (site, offer->state, gone) ||
      offer->state[told_at (world, site, worker, gone)] != 0 ||
      !lull_can_settle (offer, worker))
    return FALSE;
  for (guint message = 0; message < world->message_count; message++)
    if (stage_of (world, offer->state, message) == STAGE_FLIGHT &&
        world->messages[message].m.source == gone &&
        world->messages[message].m.target == worker)
      return FALSE;
  return TRUE;
}

static void
offer_member (LullOffer *offer,
              const LullPartSite *site,
              guint worker,
              gboolean may_crash)
{
  const LullWorld *world = offer->world;

  if (may_crash && has_bit (how (site)->crashing, worker))
    lull_offer_part (offer, site, CRASH, worker);
  if (can_leave (offer, site, worker))
    lull_offer_part (offer, site, LEAVE, worker);
  for (guint gone = 0; how (site)->told && gone < world->workers; gone++)
    if (can_learn (offer, site, worker, gone))
      lull_offer_part (offer, site, LEARN, worker * world->workers + gone);
}

static void
offer_steps (LullOffer *offer, const LullPartSite *site)
{
  gboolean may_crash =
      count_crashed (offer->world, site, offer->state) < how (site)->crashes;

  for (guint worker = 0; worker < offer->world->workers; worker++)
    if (status (site, offer->state, worker) == MEMBER)
      offer_member (offer, site, worker, may_crash);
    else if (status (site, offer->state, worker) == NOT_YET)
      lull_offer_part (offer, site, ARRIVE, worker);
}

/* Who is away takes no step but to arrive, and who leaves instead takes none in join. */
static gboolean
allows (const LullWorld *world,
        const LullPartSite *site,
        const guint8 *state,
        LullAction action)
{
  guint kind = lull_action_kind (action);
  guint actor = lull_world_actor (world, state, action);

  if (kind == site->kinds[ARRIVE])
    return TRUE;
  if (lull_parts_is_of_the_network (world, action))
    return TRUE;
  return status (site, state, actor) == MEMBER &&
         (world->op_of[kind] != OP_STEP || !is_leaving (world, site, state, actor));
}

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
         is_gone (site, state, world->messages[message].m.target);
}

static guint
account_of (const LullWorld *world, const guint8 *state, guint epoch)
{
  return epoch == LULL_ALL_EPOCHS ? state[STATE_UNDONE]
                                  : state[lull_epoch_account (world, epoch)];
}

/* It goes on its way like any other, but what comes of it is nothing. */
static guint
vain (const LullWorld *world, const guint8 *state, guint epoch)
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

static void
go (const LullApply *apply, const LullPartSite *site, guint worker, guint8 why)
{
  const LullWorld *world = apply->world;

  apply->state[site->at + worker] = why;
  for (guint gone = 0; how (site)->told && gone < world->workers; gone++)
    apply->state[told_at (world, site, worker, gone)] = 0;
  orphan_calls (apply, worker);
  drop_messages (apply, worker);
  clear_worker (apply, worker);
  lull_parts_forsake (apply, worker);
  lull_round_recheck (apply);
}

/* Who comes late takes part in the first join that nobody has left. */
static guint
first_open_epoch (const LullWorld *world, const guint8 *state)
{
  guint epoch = 0;

  for (guint worker = 0; worker < world->workers; worker++)
    epoch = MAX (epoch, joins_left (world, state, worker));
  return MIN (epoch, world->epochs - 1);
}

static void
arrive (const LullApply *apply, const LullPartSite *site, guint worker)
{
  apply->state[site->at + worker] = MEMBER;
  lull_apply_begin_at (apply, worker, first_open_epoch (apply->world, apply->state));
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
static void
abandon_calls (const LullApply *apply, guint worker, guint gone)
{
  const LullWorld *world = apply->world;

  for (guint call = 0; call < world->message_count; call++)
    if (world->messages[call].m.source == worker &&
        world->messages[call].m.target == gone &&
        is_unanswered (world, apply->state, call))
      lull_apply_abandon (apply, call);
}

static void
take_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  const LullWorld *world = apply->world;
  guint worker = argument / world->workers;
  guint gone = argument % world->workers;

  switch (step)
    {
    case CRASH:
      go (apply, site, argument, CRASHED);
      break;
    case LEAVE:
      go (apply, site, argument, LEFT_GROUP);
      break;
    case ARRIVE:
      arrive (apply, site, argument);
      break;
    case LEARN:
      apply->state[told_at (world, site, worker, gone)] = 1;
      abandon_calls (apply, worker, gone);
      lull_node_peer_gone (world, apply->state, worker, gone, apply->log);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* What is sent to one that is gone is gone, too, and who knows that has an error at once.
 * What came of what is gone may have been for another who is. */
static void
swallow (const LullApply *apply, const LullPartSite *site)
{
  const LullWorld *world = apply->world;

  for (guint gone = 0; gone < world->workers; gone++)
    if (is_gone (site, apply->state, gone))
      drop_messages (apply, gone);
  for (guint gone = 0; gone < world->workers; gone++)
    {
      if (!is_gone (site, apply->state, gone))
        continue;
      close_futures (apply, gone);
      for (guint worker = 0; how (site)->told && worker < world->workers; worker++)
        if (apply->state[told_at (world, site, worker, gone)] != 0)
          abandon_calls (apply, worker, gone);
    }
}

static const LullDelay *
delay (const LullWorld *world,
       const LullPartSite *site,
       const guint8 *state G_GNUC_UNUSED,
       guint step,
       guint argument)
{
  (void) argument;
  return step == CRASH || step == ARRIVE ? &how (site)->delay : &world->step_delay;
}

static guint
worker_of (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint step,
           guint argument)
{
  (void) site;
  (void) state;
  return step == LEARN ? argument / world->workers : argument;
}

/* A crash need not come; all else does: per worker that it leaves or arrives, then per
 * pair that the one is told of the other. */
static guint
fairness_count (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return world->workers * (1 + world->workers);
}

static guint
fairness (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          guint step,
          guint argument)
{
  (void) site;
  (void) state;
  if (step == CRASH)
    return LULL_UNFAIR;
  return step == LEARN ? world->workers + argument : argument;
}

static void
say (const LullWorld *world,
     const LullPartSite *site,
     const guint16 *numbers,
     const guint8 *state,
     guint step,
     guint argument,
     GString *text)
{
  static const char *const words[] = { [CRASH] = "crashes",
                                       [LEAVE] = "leaves the group for good",
                                       [ARRIVE] = "comes to the group" };

  (void) numbers;
  if (step != LEARN)
    g_string_append (text, words[step]);
  else
    g_string_append_printf (
        text, "learns that %s %s", world->names[argument % world->workers],
        status (site, state, argument % world->workers) == CRASHED ? "has crashed"
                                                                   : "has left");
}

static void
describe (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          GString *text)
{
  static const char *const words[] = { [NOT_YET] = "has not come yet",
                                       [CRASHED] = "has crashed",
                                       [LEFT_GROUP] = "has left the group" };

  for (guint worker = 0; worker < world->workers; worker++)
    if (status (site, state, worker) != MEMBER)
      g_string_append_printf (text, "%s %s\n", world->names[worker],
                              words[status (site, state, worker)]);
}

static gboolean
is_absent (const LullPartSite *site, const guint8 *state, guint worker)
{
  return status (site, state, worker) != MEMBER;
}

static gboolean
is_awaited (const LullPartSite *site, const guint8 *state, guint worker)
{
  return status (site, state, worker) == MEMBER ||
         (status (site, state, worker) == CRASHED && !how (site)->rounds_go_on);
}

static gboolean
is_excused (const LullPartSite *site, const guint8 *state, guint worker)
{
  return is_gone (site, state, worker);
}

static guint
needs_to_go (const LullWorld *world,
             const LullPartSite *site,
             const guint8 *state,
             guint worker)
{
  return how (site)->drained && is_leaving (world, site, state, worker)
             ? LULL_NEEDS_IDLE | LULL_NEEDS_NO_FUTURES
             : 0;
}

static gboolean
has_crashed (const LullPartSite *site, const guint8 *state, guint worker)
{
  return status (site, state, worker) == CRASHED;
}

static const LullPartPresence presence = { .is_absent = is_absent,
                                           .is_awaited = is_awaited,
                                           .has_crashed = has_crashed,
                                           .is_excused = is_excused,
                                           .needs_to_go = needs_to_go };

static const char *const switches[] = { "members.crashes", "members.leaving",
                                        "members.late", NULL };

const LullPart lull_part_members = {
  .name = "members that come and go",
  .steps = steps,
  .switches = switches,
  .is_on = is_on,
  .misfit = misfit,
  .prepare = prepare,
  .has_step = has_step,
  .size = size,
  .presence = &presence,
  .actions_max = actions_max,
  .initial = keep_away_the_late,
  .vain = vain,
  .offer = offer_steps,
  .allows = allows,
  .apply = take_step,
  .follow = swallow,
  .delay = delay,
  .worker = worker_of,
  .fairness_count = fairness_count,
  .fairness = fairness,
  .say = say,
  .describe = describe,
};
