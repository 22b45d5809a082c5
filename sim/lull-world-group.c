/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Partial-order reduction by groups of workers: all steps that a group can take, and
 * nobody else's, where nobody else can do anything about the group. Who can is a question
 * of causes: a message matters to the workers at which it, or what it brings about, will
 * still take steps. `docs/reductions.md` has the proof, under (e).
 */
#include "lull-world-private.h"

/** A state that offers more actions is expanded fully. */
#define OFFERS_MAX 512U

/** A message on its way, with its handler or callback, or a main program. */
typedef struct
{
  guint32 at;    /**< the worker at which its next step is; one bit */
  guint32 reach; /**< workers at which it and what it brings about take steps, as bits */
} Agent;

/** An action that is enabled. */
typedef struct
{
  guint32 reach;     /**< of its agent; of a step of the protocol: its worker */
  gboolean is_loose; /**< nothing says that a round lies between it and itself */
  gboolean finishes; /**< work is less after it */
} Offer;

/** What matters of a state. */
typedef struct
{
  const LullWorld *world;
  const guint8 *state;
  guint32
      waiting; /**< workers whose protocol does nothing before the round is complete */
  guint32 missing; /**< workers without whom it will not be */
  guint agent_count;
  Agent agents[LULL_MESSAGES_MAX + LULL_WORKERS_MAX];
  guint32 reach_of[LULL_MESSAGES_MAX]; /**< of each message that is an agent */
  Offer offers[OFFERS_MAX];
} Survey;

static guint32
bit (guint worker)
{
  return (guint32) 1 << worker;
}

/* What the end of MESSAGE brings about besides what its handler sent: the reply, or that
 * a handler or a main program goes on which waits for it. */
static guint32
reach_after (const LullWorld *self, guint message)
{
  const LullMessage *info = &self->messages[message].m;
  const LullMessage *request;

  if (info->reply != LULL_NO_MESSAGE)
    return self->reach[info->reply];
  if (info->request == LULL_NO_MESSAGE)
    return 0;
  request = &self->messages[info->request].m;
  if (!request->awaited)
    return 0;
  return request->parent == LULL_NO_MESSAGE ? self->program_reach[request->source]
                                            : self->reach[request->parent];
}

static guint32
reach_of_unsent (const Survey *self, const guint8 *list, guint count)
{
  guint32 reach = 0;

  for (guint i = 0; i < count; i++)
    if (stage_of (self->world, self->state, list[i]) == STAGE_UNSENT)
      reach |= self->world->reach[list[i]];
  return reach;
}

static void
survey_message (Survey *self, guint message)
{
  const LullWorld *world = self->world;
  const LullWorldMessage *info = &world->messages[message];
  LullStage stage = stage_of (world, self->state, message);
  Agent *agent = &self->agents[self->agent_count];

  if (stage == STAGE_UNSENT || stage == STAGE_DONE)
    return;
  agent->at = bit (stage == STAGE_TASK ? info->m.source : info->m.target);
  agent->reach =
      agent->at | bit (info->m.target) | reach_after (world, message) |
      reach_of_unsent (self, world->children + info->children_at, info->child_count);
  self->reach_of[message] = agent->reach;
  self->agent_count++;
}

/* Whether nothing but the result of the round, if anything, gets the protocol of WORKER
 * on. */
static gboolean
is_waiting (const Survey *self, guint worker)
{
  const LullWorld *world = self->world;
  const guint8 *block = worker_peek (world, self->state, worker);
  const LullPlace *place = &world->places[block[WORKER_PLACE]];

  if ((block[WORKER_FLAGS] & FLAG_LEFT) != 0)
    return TRUE;
  if ((block[WORKER_FLAGS] & FLAG_CONTRIBUTED) == 0)
    return FALSE;
  for (guint i = 0; i < place->count; i++)
    if ((world->protocol->steps[place->steps[i]].needs & LULL_NEEDS_RESULT) == 0)
      return FALSE;
  return TRUE;
}

static void
survey_worker (Survey *self, guint worker)
{
  const LullWorld *world = self->world;
  guint flags = worker_peek (world, self->state, worker)[WORKER_FLAGS];
  guint count;
  const guint8 *roots = roots_of (world, self->state, worker, &count);

  if ((flags & FLAG_JOINED) == 0)
    self->agents[self->agent_count++] =
        (Agent){ .at = bit (worker),
                 .reach = bit (worker) | reach_of_unsent (self, roots, count) };
  if ((flags & (FLAG_CONTRIBUTED | FLAG_LEFT)) == 0)
    self->missing |= bit (worker);
  if (world->meet_freely && is_waiting (self, worker))
    self->waiting |= bit (worker);
}

/*
 * Whether a cycle on which WORKER takes STEP contains a round, or is none. Messages do
 * not move on a cycle, so the node is the same when the next step comes.
 */
static gboolean
turns_with_the_round (const Survey *self, guint worker, guint step)
{
  const LullWorld *world = self->world;
  const LullStep *steps = world->protocol->steps;
  const guint ends = LULL_EFFECT_CONTRIBUTE | LULL_EFFECT_ANNOUNCE;
  const LullPlace *place;
  LullOutbox out;

  if ((steps[step].needs & LULL_NEEDS_RESULT) != 0)
    return TRUE;
  lull_node_probe (world, self->state, worker, step, &out);
  if ((out.effects & ends) != 0)
    return TRUE;
  if ((out.effects & LULL_EFFECT_GO) == 0 || out.place >= world->place_count)
    return FALSE;
  place = &world->places[out.place];
  if (place->count != 1 || steps[place->steps[0]].ready != NULL)
    return FALSE;
  if ((steps[place->steps[0]].needs & LULL_NEEDS_RESULT) != 0)
    return TRUE;
  lull_node_probe_next (world, self->state, worker, step, place->steps[0], &out);
  return (out.effects & ends) != 0;
}

/* FALSE for an action of which nothing is known here. */
static gboolean
survey_action (Survey *self, LullAction action, Offer *offer)
{
  const LullWorld *world = self->world;
  guint argument = lull_action_argument (action);
  guint kind = lull_action_kind (action);

  *offer = (Offer){ 0 };
  switch ((LullOp) world->op_of[kind])
    {
    case OP_STEP:
      offer->reach = bit (argument);
      offer->is_loose = !turns_with_the_round (self, argument, world->step_of[kind]) ||
                        lull_world_breaks_contract (world, self->state, action);
      return TRUE;
    case OP_MAIN_SEND:
      offer->reach = bit (world->messages[argument].m.source);
      return TRUE;
    case OP_NESTED_SEND:
      offer->reach = self->reach_of[world->messages[argument].m.parent];
      return TRUE;
    case OP_FINISH:
      offer->reach = self->reach_of[argument];
      offer->finishes = world->messages[argument].m.reply == LULL_NO_MESSAGE;
      return TRUE;
    case OP_TRANSMIT:
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
      offer->reach = self->reach_of[argument];
      return TRUE;
    case OP_MAIN_END:
    case OP_CONTROL:
    case OP_PART:
    case OP_COUNT:
    default:
      return FALSE;
    }
}

static gboolean
survey (Survey *self, const LullAction *actions, guint count)
{
  for (guint message = 0; message < self->world->message_count; message++)
    survey_message (self, message);
  for (guint worker = 0; worker < self->world->workers; worker++)
    survey_worker (self, worker);
  for (guint i = 0; i < count; i++)
    if (!survey_action (self, actions[i], &self->offers[i]))
      return FALSE;
  return TRUE;
}

/* Takes in whoever holds something that reaches the group. One who waits for the round
 * does not come in: of him, only what reaches the group matters. */
static guint32
close_group (const Survey *self, guint32 group)
{
  guint32 before;

  do
    {
      before = group;
      for (guint i = 0; i < self->agent_count; i++)
        if ((self->agents[i].reach & group) != 0)
          group |= self->agents[i].at & ~self->waiting;
    }
  while (group != before);
  return group;
}

static gboolean
is_taken (const Offer *offer, guint32 group)
{
  return (offer->reach & group) != 0;
}

/* How many actions GROUP takes; COUNT if they may not be taken alone. */
static guint
group_size (const Survey *self, guint32 group, guint count)
{
  guint size = 0;
  gboolean keeps_work = FALSE;

  for (guint i = 0; i < count; i++)
    {
      const Offer *offer = &self->offers[i];

      if (!is_taken (offer, group))
        continue;
      if (offer->is_loose)
        return count;
      keeps_work = keeps_work || !offer->finishes;
      size++;
    }
  return keeps_work ? size : count;
}

/* The smallest set counts, and of several the one of the first worker. */
static guint32
smallest_group (const Survey *self, guint *size, guint count)
{
  guint32 smallest = 0;

  *size = count;
  for (guint worker = 0; worker < self->world->workers; worker++)
    {
      guint32 group;
      guint found;

      if ((self->missing & bit (worker)) == 0)
        continue;
      group = close_group (self, bit (worker));
      found = group_size (self, group, count);
      if (found >= *size)
        continue;
      *size = found;
      smallest = group;
    }
  return smallest;
}

guint
lull_world_group (const LullWorld *self,
                  const guint8 *state,
                  LullAction *actions,
                  guint count)
{
  Survey found;
  guint32 group;
  guint size, taken = 0;

  if (self->reach == NULL || count > OFFERS_MAX)
    return count;
  found.world = self;
  found.state = state;
  found.waiting = found.missing = 0;
  found.agent_count = 0;
  if (!survey (&found, actions, count))
    return count;
  group = smallest_group (&found, &size, count);
  for (guint i = 0; i < count && size < count; i++)
    if (is_taken (&found.offers[i], group))
      {
        LullAction action = actions[i];

        memmove (actions + taken + 1, actions + taken, (i - taken) * sizeof *actions);
        actions[taken++] = action;
      }
  return size;
}

/* One round of finding what reaches what; FALSE if it found nothing new. */
static gboolean
spread_reach (LullWorld *self)
{
  gboolean is_new = FALSE;

  for (guint message = 0; message < self->message_count; message++)
    {
      const LullWorldMessage *info = &self->messages[message];
      guint32 reach =
          bit (info->m.source) | bit (info->m.target) | reach_after (self, message);

      for (guint i = 0; i < info->child_count; i++)
        reach |= self->reach[self->children[info->children_at + i]];
      is_new = is_new || reach != self->reach[message];
      self->reach[message] = reach;
    }
  for (guint worker = 0; worker < self->workers; worker++)
    {
      guint32 reach = bit (worker);

      for (guint i = self->roots_at[worker]; i < self->roots_at[worker + 1]; i++)
        reach |= self->reach[self->roots[i]];
      is_new = is_new || reach != self->program_reach[worker];
      self->program_reach[worker] = reach;
    }
  return is_new;
}

/* In any work, whoever sends takes a message from all others; a worker that leaves one
 * join of several sends more; and other protocols than those whose steps are local do not
 * only meet in rounds. */
void
lull_world_prepare_group (LullWorld *self)
{
  if (self->any || self->epochs > 1 || !self->steps_local)
    return;
  self->meet_freely = !self->pools_limited && !self->pools_ordered &&
                      self->hand_max == 0 && self->links == NULL &&
                      !self->callbacks_locked;
  self->reach = g_new0 (guint32, self->message_count);
  self->program_reach = g_new0 (guint32, self->workers);
  while (spread_reach (self))
    continue;
}
