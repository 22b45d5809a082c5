/* SPDX-License-Identifier: Apache-2.0 */
/* Members that crash, leave or come late, as a part of the world: who is what, and what
 * each may do. */
#include "lull-members-private.h"

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

static gboolean
has_bit (guint32 set, guint worker)
{
  return (set >> worker & 1U) != 0;
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
  const LullMembers *members = lull_members_how (site);
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
  return world->workers +
         (lull_members_how (site)->told ? world->workers * world->workers : 0);
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
    if (has_bit (lull_members_how (site)->late, worker))
      apply->state[site->at + worker] = NOT_YET;
}

static guint
count_crashed (const LullWorld *world, const LullPartSite *site, const guint8 *state)
{
  guint count = 0;

  for (guint worker = 0; worker < world->workers; worker++)
    count += lull_members_status (site, state, worker) == CRASHED ? 1 : 0;
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
  return has_bit (lull_members_how (site)->leaving, worker) &&
         epoch_of (world, state, worker) >=
             epoch_of_leaving (lull_members_how (site), world->epochs);
}

static gboolean
can_leave (const LullOffer *offer, const LullPartSite *site, guint worker)
{
  const guint8 *block = worker_peek (offer->world, offer->state, worker);

  return is_leaving (offer->world, site, offer->state, worker) &&
         main_ended (offer->world, offer->state, worker) &&
         (!lull_members_how (site)->drained ||
          (block[WORKER_BUSY] == 0 && block[WORKER_FUTURES] == 0));
}

/* That a peer is gone is seen behind all that it had sent, as a closed connection is. The
 * calls to it get an error, and to settle a future takes the lock. */
static gboolean
can_learn (const LullOffer *offer, const LullPartSite *site, guint worker, guint gone)
{
  const LullWorld *world = offer->world;

  if (!lull_members_is_gone (site, offer->state, gone) ||
      offer->state[lull_members_told_at (world, site, worker, gone)] != 0 ||
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

  if (may_crash && has_bit (lull_members_how (site)->crashing, worker))
    lull_offer_part (offer, site, CRASH, worker);
  if (can_leave (offer, site, worker))
    lull_offer_part (offer, site, LEAVE, worker);
  for (guint gone = 0; lull_members_how (site)->told && gone < world->workers; gone++)
    if (can_learn (offer, site, worker, gone))
      lull_offer_part (offer, site, LEARN, worker * world->workers + gone);
}

static void
offer_steps (LullOffer *offer, const LullPartSite *site)
{
  gboolean may_crash =
      count_crashed (offer->world, site, offer->state) < lull_members_how (site)->crashes;

  for (guint worker = 0; worker < offer->world->workers; worker++)
    if (lull_members_status (site, offer->state, worker) == MEMBER)
      offer_member (offer, site, worker, may_crash);
    else if (lull_members_status (site, offer->state, worker) == NOT_YET)
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
  return lull_members_status (site, state, actor) == MEMBER &&
         (world->op_of[kind] != OP_STEP || !is_leaving (world, site, state, actor));
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

static void
take_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  const LullWorld *world = apply->world;
  guint worker = argument / world->workers;
  guint gone = argument % world->workers;

  switch (step)
    {
    case CRASH:
      lull_members_go (apply, site, argument, CRASHED);
      break;
    case LEAVE:
      lull_members_go (apply, site, argument, LEFT_GROUP);
      break;
    case ARRIVE:
      arrive (apply, site, argument);
      break;
    case LEARN:
      apply->state[lull_members_told_at (world, site, worker, gone)] = 1;
      lull_members_abandon_calls (apply, worker, gone);
      lull_node_peer_gone (world, apply->state, worker, gone, apply->log);
      break;
    default:
      g_assert_not_reached ();
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
  return step == CRASH || step == ARRIVE ? &lull_members_how (site)->delay
                                         : &world->step_delay;
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
        lull_members_status (site, state, argument % world->workers) == CRASHED
            ? "has crashed"
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
    if (lull_members_status (site, state, worker) != MEMBER)
      g_string_append_printf (text, "%s %s\n", world->names[worker],
                              words[lull_members_status (site, state, worker)]);
}

static gboolean
is_absent (const LullPartSite *site, const guint8 *state, guint worker)
{
  return lull_members_status (site, state, worker) != MEMBER;
}

static gboolean
is_awaited (const LullPartSite *site, const guint8 *state, guint worker)
{
  return lull_members_status (site, state, worker) == MEMBER ||
         (lull_members_status (site, state, worker) == CRASHED &&
          !lull_members_how (site)->rounds_go_on);
}

static gboolean
is_excused (const LullPartSite *site, const guint8 *state, guint worker)
{
  return lull_members_is_gone (site, state, worker);
}

static guint
needs_to_go (const LullWorld *world,
             const LullPartSite *site,
             const guint8 *state,
             guint worker)
{
  return lull_members_how (site)->drained && is_leaving (world, site, state, worker)
             ? LULL_NEEDS_IDLE | LULL_NEEDS_NO_FUTURES
             : 0;
}

static gboolean
has_crashed (const LullPartSite *site, const guint8 *state, guint worker)
{
  return lull_members_status (site, state, worker) == CRASHED;
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
  .vain = lull_members_vain,
  .offer = offer_steps,
  .allows = allows,
  .apply = take_step,
  .follow = lull_members_swallow,
  .delay = delay,
  .worker = worker_of,
  .fairness_count = fairness_count,
  .fairness = fairness,
  .say = say,
  .describe = describe,
};
