/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of messages and main programs. */
#include "lull-naive-state.h"

static gboolean
same_pair (const LullNaiveMessage *one, const LullNaiveMessage *other)
{
  return one->source == other->source && one->target == other->target;
}

void
lull_naive_enter_flight (const LullNaiveScenario *scenario,
                         LullNaiveState *state,
                         guint8 message)
{
  guint8 before = 0;

  for (guint other = 0; other < scenario->message_count; other++)
    if (state->stage[other] == IN_FLIGHT &&
        same_pair (&scenario->messages[other], &scenario->messages[message]))
      before++;
  state->stage[message] = IN_FLIGHT;
  if (scenario->options.fifo)
    state->turn[message] = (guint8) (before + 1);
}

void
lull_naive_leave_flight (const LullNaiveScenario *scenario,
                         LullNaiveState *state,
                         guint8 message)
{
  for (guint other = 0; other < scenario->message_count; other++)
    if (state->turn[other] > state->turn[message] &&
        same_pair (&scenario->messages[other], &scenario->messages[message]))
      state->turn[other]--;
  state->turn[message] = 0;
}

void
lull_naive_post (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 message)
{
  g_assert (state->stage[message] == UNSENT || state->stage[message] == WAITING);
  switch (lull_naive_way (scenario, message))
    {
    case LULL_NAIVE_BY_POOL:
      lull_naive_enter_pool (scenario, state, message, LULL_NAIVE_SENDING,
                             scenario->messages[message].source);
      break;
    case LULL_NAIVE_BY_TASK:
      state->stage[message] = SEND_TASK;
      break;
    case LULL_NAIVE_BY_BUFFER:
      lull_naive_enter_buffer (scenario, state, message);
      break;
    case LULL_NAIVE_BY_SEND:
    default:
      lull_naive_enter_flight (scenario, state, message);
      break;
    }
}

gboolean
lull_naive_is_locked (const LullNaiveScenario *scenario,
                      const LullNaiveState *state,
                      guint8 worker)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    {
      guint8 request = scenario->messages[message].request;

      if (!scenario->options.callbacks_locked || request == LULL_NAIVE_NONE ||
          scenario->messages[message].target != worker)
        continue;
      if (lull_naive_is_late (scenario, state, message)
              ? state->fate[request] == FAILING
              : state->stage[message] == RUNNING)
        return TRUE;
    }
  return FALSE;
}

gboolean
lull_naive_can_post (const LullNaiveScenario *scenario,
                     const LullNaiveState *state,
                     guint8 message)
{
  return scenario->messages[message].reply == LULL_NAIVE_NONE ||
         !lull_naive_is_locked (scenario, state, scenario->messages[message].source);
}

/* An answer that somebody waits for settles a future, which needs the lock. */
static gboolean
can_start (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 message)
{
  return scenario->messages[message].request == LULL_NAIVE_NONE ||
         lull_naive_is_late (scenario, state, message) ||
         !lull_naive_is_locked (scenario, state, scenario->messages[message].target);
}

/* Messages at @worker in @stage. */
static guint
count_at (const LullNaiveScenario *scenario,
          const LullNaiveState *state,
          guint8 worker,
          guint8 stage)
{
  guint count = 0;

  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].target == worker && state->stage[message] == stage)
      count++;
  return count;
}

gboolean
lull_naive_is_settled (const LullNaiveScenario *scenario,
                       const LullNaiveState *state,
                       guint8 message)
{
  g_assert (scenario->messages[message].reply != LULL_NAIVE_NONE);
  if (lull_naive_is_abandoned (scenario, state, message))
    return TRUE;
  if (state->fate[message] != OPEN)
    return state->fate[message] != FAILING || scenario->options.settle_at_start;
  for (guint8 reply = 0; reply < scenario->message_count; reply++)
    if (lull_naive_is_answer_to (scenario, reply, message) &&
        (state->stage[reply] == DONE ||
         (scenario->options.settle_at_start && state->stage[reply] == RUNNING)))
      return TRUE;
  return FALSE;
}

gboolean
lull_naive_is_due (const LullNaiveScenario *scenario,
                   const LullNaiveState *state,
                   guint8 message,
                   guint8 source)
{
  const LullNaiveMessage *root = &scenario->messages[message];

  return root->parent == LULL_NAIVE_NONE && root->request == LULL_NAIVE_NONE &&
         root->source == source && root->epoch == state->epoch[source];
}

LullNaiveNext
lull_naive_next (const LullNaiveScenario *scenario,
                 const LullNaiveState *state,
                 guint8 parent,
                 guint8 source,
                 guint8 *message)
{
  for (guint8 number = 0; number < scenario->message_count; number++)
    {
      const LullNaiveMessage *candidate = &scenario->messages[number];

      if (candidate->parent != parent || candidate->source != source ||
          candidate->request != LULL_NAIVE_NONE || state->fate[number] == FORGONE)
        continue;
      if (parent == LULL_NAIVE_NONE &&
          !lull_naive_is_due (scenario, state, number, source))
        continue;
      if (state->stage[number] == UNSENT)
        {
          if (lull_naive_is_busy_before (scenario, state, parent, source, number) ||
              lull_naive_is_in_scope_before (scenario, state, parent, source, number))
            return LULL_NAIVE_NEXT_BLOCKED;
          *message = number;
          return LULL_NAIVE_NEXT_SEND;
        }
      if (candidate->sync && !lull_naive_is_settled (scenario, state, number))
        return LULL_NAIVE_NEXT_BLOCKED;
    }
  if (lull_naive_is_busy_before (scenario, state, parent, source,
                                 (guint8) scenario->message_count) ||
      lull_naive_is_in_scope_before (scenario, state, parent, source,
                                     (guint8) scenario->message_count))
    return LULL_NAIVE_NEXT_BLOCKED;
  return LULL_NAIVE_NEXT_NOTHING;
}

guint8
lull_naive_phase_after_sending (const LullNaiveScenario *scenario,
                                const LullNaiveState *state,
                                guint8 worker)
{
  if (scenario->any_requests > 0)
    return (scenario->any_from & (1U << worker)) != 0 ? IN_MAIN
                                                      : lull_naive_join_start (scenario);
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (lull_naive_is_due (scenario, state, message, worker) &&
        state->stage[message] == UNSENT && state->fate[message] != FORGONE)
      return IN_MAIN;
  if (lull_naive_is_busy_before (scenario, state, LULL_NAIVE_NONE, worker,
                                 (guint8) scenario->message_count) ||
      lull_naive_is_in_scope_before (scenario, state, LULL_NAIVE_NONE, worker,
                                     (guint8) scenario->message_count))
    return IN_MAIN;
  return lull_naive_join_start (scenario);
}

void
lull_naive_leave (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  lull_naive_give_back (state, worker);
  if (state->epoch[worker] + 1 == scenario->epochs)
    {
      state->phase[worker] = JOINED;
      return;
    }
  state->epoch[worker]++;
  state->phase[worker] = lull_naive_phase_after_sending (scenario, state, worker);
}

void
lull_naive_state_init (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  if (scenario->any_requests > 0)
    {
      lull_naive_any_init (scenario, state);
      return;
    }
  *state = (LullNaiveState){ 0 };
  lull_naive_scopes_init (scenario, state);
  for (guint8 worker = 0; worker < scenario->workers; worker++)
    state->phase[worker] = lull_naive_phase_after_sending (scenario, state, worker);
  lull_naive_members_init (scenario, state);
  lull_naive_timers_stop (scenario, state);
}

/* Whether the handler of @parent waits for an answer. */
static gboolean
awaits (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 parent)
{
  for (guint8 number = 0; number < scenario->message_count; number++)
    if (scenario->messages[number].parent == parent && scenario->messages[number].sync &&
        state->stage[number] != UNSENT &&
        !lull_naive_is_settled (scenario, state, number))
      return TRUE;
  return FALSE;
}

static void
expand_main (const LullNaiveScenario *scenario,
             const LullNaiveState *state,
             guint8 worker,
             LullNaiveVisit visit,
             gpointer user_data)
{
  LullNaiveState next = *state;
  guint8 root;

  if (state->phase[worker] != IN_MAIN || !lull_naive_is_there (state, worker) ||
      lull_naive_next (scenario, state, LULL_NAIVE_NONE, worker, &root) !=
          LULL_NAIVE_NEXT_SEND ||
      !lull_naive_can_post (scenario, state, root))
    return;
  lull_naive_post (scenario, &next, root);
  next.phase[worker] = lull_naive_phase_after_sending (scenario, &next, worker);
  visit (LULL_NAIVE_MAIN_SEND, &next, user_data);
}

static gboolean
can_receive (const LullNaiveScenario *scenario,
             const LullNaiveState *state,
             guint8 message)
{
  guint limit = scenario->options.hand;

  if (scenario->options.fifo && state->turn[message] != 1)
    return FALSE;
  return limit == 0 ||
         count_at (scenario, state, scenario->messages[message].target, IN_HAND) < limit;
}

/* A running handler sends its next child, or ends and, in the same step, replies. One
 * that is deferred returns first, and the rest comes when it has. For an answer that is
 * late nothing is sent. */
static void
expand_running (const LullNaiveScenario *scenario,
                const LullNaiveState *state,
                guint8 message,
                LullNaiveVisit visit,
                gpointer user_data)
{
  const LullNaiveMessage *running = &scenario->messages[message];
  LullNaiveState next = *state;
  LullNaiveNext what = LULL_NAIVE_NEXT_NOTHING;
  guint8 child = LULL_NAIVE_NONE;

  if (!lull_naive_is_late (scenario, state, message))
    what = lull_naive_next (scenario, state, message, running->target, &child);
  if (running->deferred && state->stage[message] == RUNNING &&
      what != LULL_NAIVE_NEXT_SEND &&
      (what == LULL_NAIVE_NEXT_NOTHING || awaits (scenario, state, message) ||
       lull_naive_awaits_scope (scenario, state, message)))
    {
      next.stage[message] = RETURNED;
      visit (LULL_NAIVE_RETURN, &next, user_data);
      return;
    }
  switch (what)
    {
    case LULL_NAIVE_NEXT_SEND:
      if (!lull_naive_can_post (scenario, state, child))
        break;
      lull_naive_post (scenario, &next, child);
      visit (LULL_NAIVE_CHILD_SEND, &next, user_data);
      break;
    case LULL_NAIVE_NEXT_NOTHING:
      next.stage[message] = DONE;
      if (running->reply != LULL_NAIVE_NONE)
        lull_naive_post (scenario, &next, running->reply);
      visit (running->deferred ? LULL_NAIVE_RETURNED_END : LULL_NAIVE_FINISH, &next,
             user_data);
      break;
    case LULL_NAIVE_NEXT_BLOCKED:
    default:
      break;
    }
}

static void
expand_send_task (const LullNaiveScenario *scenario,
                  const LullNaiveState *state,
                  guint8 message,
                  LullNaiveVisit visit,
                  gpointer user_data)
{
  guint8 source = scenario->messages[message].source;
  LullNaiveState next = *state;

  if (lull_naive_way (scenario, message) == LULL_NAIVE_BY_BUFFER)
    return;
  if (lull_naive_way (scenario, message) == LULL_NAIVE_BY_POOL)
    {
      if (!lull_naive_gets_thread (scenario, state, message, LULL_NAIVE_SENDING, source))
        return;
      lull_naive_leave_pool (scenario, &next, message, LULL_NAIVE_SENDING, source);
    }
  lull_naive_enter_flight (scenario, &next, message);
  visit (LULL_NAIVE_TRANSMIT, &next, user_data);
}

static void
expand_message (const LullNaiveScenario *scenario,
                const LullNaiveState *state,
                guint8 message,
                LullNaiveVisit visit,
                gpointer user_data)
{
  guint8 target = scenario->messages[message].target;
  LullNaiveTask task = lull_naive_task (scenario, message);
  LullNaiveState next = *state;

  if (!lull_naive_is_there (state, state->stage[message] == SEND_TASK
                                       ? scenario->messages[message].source
                                       : target))
    return;
  switch (state->stage[message])
    {
    case SEND_TASK:
      expand_send_task (scenario, state, message, visit, user_data);
      break;
    case IN_FLIGHT:
      if (!can_receive (scenario, state, message))
        break;
      if (lull_naive_is_dropped (scenario, state, message))
        {
          if (!lull_naive_must_wait (scenario, state, message))
            lull_naive_drop (scenario, state, message, visit, user_data);
          break;
        }
      lull_naive_leave_flight (scenario, &next, message);
      next.stage[message] = IN_HAND;
      if (scenario->options.straight)
        lull_naive_enter_pool (scenario, &next, message, task, target);
      visit (LULL_NAIVE_RECEIVE, &next, user_data);
      break;
    case IN_HAND:
      lull_naive_enter_pool (scenario, &next, message, task, target);
      visit (LULL_NAIVE_ENQUEUE, &next, user_data);
      break;
    case QUEUED:
      if (!lull_naive_gets_thread (scenario, state, message, task, target) ||
          !can_start (scenario, state, message))
        break;
      if (lull_naive_is_dropped (scenario, state, message))
        {
          lull_naive_drop (scenario, state, message, visit, user_data);
          break;
        }
      lull_naive_leave_pool (scenario, &next, message, task, target);
      next.stage[message] = RUNNING;
      visit (LULL_NAIVE_START, &next, user_data);
      break;
    case RUNNING:
    case RETURNED:
      expand_running (scenario, state, message, visit, user_data);
      break;
    default:
      break;
    }
}

void
lull_naive_known_expand (const LullNaiveScenario *scenario,
                         const LullNaiveState *state,
                         LullNaiveVisit visit,
                         gpointer user_data)
{
  LullNaiveSending sending = { scenario, state, visit, user_data };

  for (guint8 worker = 0; worker < scenario->workers; worker++)
    expand_main (scenario, state, worker, lull_naive_visit_sending, &sending);
  for (guint8 message = 0; message < scenario->message_count; message++)
    expand_message (scenario, state, message, lull_naive_visit_sending, &sending);
  lull_naive_local_expand (scenario, state, visit, user_data);
  lull_naive_faults_expand (scenario, state, visit, user_data);
  lull_naive_buffer_expand (scenario, state, visit, user_data);
  lull_naive_timeouts_expand (scenario, state, lull_naive_visit_sending, &sending);
  lull_naive_join_expand (scenario, state, visit, user_data);
  lull_naive_rounds_expand (scenario, state, visit, user_data);
}

/* A visitor, and what follows at once from each step before it comes. */
typedef struct
{
  const LullNaiveScenario *scenario;
  const LullNaiveState *before;
  LullNaiveVisit visit;
  gpointer user_data;
} Consequences;

static void
visit_after_consequences (LullNaiveStep step,
                          const LullNaiveState *next,
                          gpointer user_data)
{
  const Consequences *self = user_data;
  LullNaiveState after = *next;

  lull_naive_scopes_follow (self->scenario, self->before, &after);
  lull_naive_timers_stop (self->scenario, &after);
  lull_naive_members_swallow (self->scenario, &after);
  self->visit (step, &after, self->user_data);
}

void
lull_naive_state_expand (const LullNaiveScenario *scenario,
                         const LullNaiveState *state,
                         LullNaiveVisit visit,
                         gpointer user_data)
{
  Consequences self = { scenario, state, visit, user_data };

  if (scenario->any_requests > 0)
    {
      lull_naive_any_expand (scenario, state, visit, user_data);
      return;
    }
  lull_naive_known_expand (scenario, state, visit_after_consequences, &self);
  lull_naive_timers_expand (scenario, state, visit_after_consequences, &self);
  lull_naive_members_expand (scenario, state, visit_after_consequences, &self);
  lull_naive_scopes_expand (scenario, state, visit_after_consequences, &self);
}
