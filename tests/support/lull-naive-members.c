/* SPDX-License-Identifier: Apache-2.0 */
/* Workers that crash, leave for good, or come late. */
#include "lull-naive-state.h"

static gboolean
is_gone (const LullNaiveState *state, guint worker)
{
  return state->member[worker] == CRASHED || state->member[worker] == WITHDRAWN;
}

gboolean
lull_naive_is_there (const LullNaiveState *state, guint worker)
{
  return state->member[worker] == PRESENT;
}

gboolean
lull_naive_is_awaited (const LullNaiveScenario *scenario,
                       const LullNaiveState *state,
                       guint worker)
{
  return state->member[worker] == PRESENT ||
         (state->member[worker] == CRASHED && !scenario->options.rounds_go_on);
}

gboolean
lull_naive_is_excused (const LullNaiveState *state, guint worker)
{
  return is_gone (state, worker);
}

gboolean
lull_naive_is_abandoned (const LullNaiveScenario *scenario,
                         const LullNaiveState *state,
                         guint8 call)
{
  const LullNaiveMessage *m = &scenario->messages[call];

  return state->told[m->source][m->target] != 0 && !m->times_out &&
         (state->stage[call] == NEVER ||
          (state->stage[call] == DONE && state->stage[m->reply] == NEVER));
}

/* Whether @message was at @worker, or had yet to leave it. */
static gboolean
was_with (const LullNaiveScenario *scenario,
          const LullNaiveState *state,
          guint message,
          guint worker)
{
  const LullNaiveMessage *m = &scenario->messages[message];

  switch (state->stage[message])
    {
    case UNSENT:
      return m->source == worker;
    case SEND_TASK:
    case LOST:
    case WAITING:
      return m->source == worker;
    case IN_FLIGHT:
      return m->source == worker && scenario->options.rendezvous &&
             lull_naive_way (scenario, (guint8) message) != LULL_NAIVE_BY_SEND;
    case IN_HAND:
    case QUEUED:
    case RUNNING:
    case RETURNED:
      return m->target == worker;
    default:
      return FALSE;
    }
}

static void
swallow (const LullNaiveScenario *scenario, LullNaiveState *state, guint worker)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (state->stage[message] == IN_FLIGHT &&
        scenario->messages[message].target == worker)
      {
        lull_naive_leave_flight (scenario, state, message);
        state->stage[message] = NEVER;
      }
}

static void
lose_messages (const LullNaiveScenario *scenario, LullNaiveState *state, guint worker)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    {
      if (!was_with (scenario, state, message, worker))
        continue;
      if (state->stage[message] == IN_FLIGHT)
        lull_naive_leave_flight (scenario, state, message);
      state->stage[message] = NEVER;
      state->place[message] = 0;
    }
}

/* Nobody asks what has become of a call whose caller is gone, unless its answer may still
 * come. */
static void
forget_fates (const LullNaiveScenario *scenario, LullNaiveState *state, guint worker)
{
  for (guint message = 0; message < scenario->message_count; message++)
    {
      const LullNaiveMessage *m = &scenario->messages[message];
      gboolean may_come = m->reply != LULL_NAIVE_NONE && state->stage[message] != NEVER &&
                          state->stage[m->reply] != NEVER &&
                          state->stage[m->reply] != DONE;

      if (m->source == worker && !may_come)
        state->fate[message] = OPEN;
    }
}

/* Its callbacks end with it, those that ran with an error, too. */
static void
end_callbacks (const LullNaiveScenario *scenario, LullNaiveState *state, guint worker)
{
  for (guint8 call = 0; call < scenario->message_count; call++)
    if (scenario->messages[call].source == worker && state->fate[call] == FAILING)
      state->fate[call] = FAILED;
}

static void
lose_locals (const LullNaiveScenario *scenario, LullNaiveState *state, guint worker)
{
  for (guint local = 0; local < scenario->local_count; local++)
    if (scenario->locals[local].worker == worker)
      state->local[local] = LOCAL_OVER;
  for (guint name = 0; name < LULL_NAIVE_NAMES_MAX; name++)
    state->holder[worker][name] = state->raised[worker][name] = 0;
}

static void
go (const LullNaiveScenario *scenario, LullNaiveState *state, guint worker, guint8 why)
{
  gboolean had_answer = state->phase[worker] == ANSWERED;

  state->member[worker] = why;
  end_callbacks (scenario, state, worker);
  lose_messages (scenario, state, worker);
  lose_locals (scenario, state, worker);
  swallow (scenario, state, worker);
  forget_fates (scenario, state, worker);
  if (state->phase[worker] == CONTRIBUTED || state->phase[worker] == IN_BARRIER_1 ||
      state->phase[worker] == IN_BARRIER_2)
    state->phase[worker] = AWAY_CONTRIBUTED;
  else if (state->phase[worker] != JOINED)
    state->phase[worker] = AWAY;
  for (guint each = 0; each < scenario->workers; each++)
    {
      state->told[worker][each] = 0;
      state->vain[worker][each] = 0;
      had_answer = had_answer && state->phase[each] != ANSWERED;
    }
  if (had_answer)
    state->result = 0;
  lull_naive_complete_round (scenario, state);
}

gboolean
lull_naive_will_leave (const LullNaiveScenario *scenario,
                       const LullNaiveState *state,
                       guint8 worker)
{
  guint instead_of = scenario->options.instead_of;

  return (scenario->options.leaving >> worker & 1U) != 0 &&
         state->epoch[worker] + 1U >= (instead_of > 0 ? instead_of : scenario->epochs);
}

static gboolean
can_leave (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 worker)
{
  return lull_naive_will_leave (scenario, state, worker) &&
         state->phase[worker] != IN_MAIN &&
         lull_naive_main_has_ended (scenario, state, worker) &&
         (!scenario->options.drained || lull_naive_is_free (scenario, state, worker));
}

static gboolean
can_learn (const LullNaiveScenario *scenario,
           const LullNaiveState *state,
           guint worker,
           guint gone)
{
  if (lull_naive_is_locked (scenario, state, (guint8) worker) ||
      !scenario->options.told || !is_gone (state, gone) || state->told[worker][gone] != 0)
    return FALSE;
  for (guint message = 0; message < scenario->message_count; message++)
    if (state->stage[message] == IN_FLIGHT &&
        scenario->messages[message].source == gone &&
        scenario->messages[message].target == worker)
      return FALSE;
  return TRUE;
}

static guint
count_crashed (const LullNaiveScenario *scenario, const LullNaiveState *state)
{
  guint count = 0;

  for (guint worker = 0; worker < scenario->workers; worker++)
    count += state->member[worker] == CRASHED ? 1 : 0;
  return count;
}

static void
expand_member (const LullNaiveScenario *scenario,
               const LullNaiveState *state,
               guint8 worker,
               LullNaiveVisit visit,
               gpointer user_data)
{
  LullNaiveState next = *state;

  if (count_crashed (scenario, state) < scenario->options.crashes &&
      (scenario->options.crash_proof >> worker & 1U) == 0)
    {
      go (scenario, &next, worker, CRASHED);
      visit (LULL_NAIVE_CRASH, &next, user_data);
    }
  if (can_leave (scenario, state, worker))
    {
      next = *state;
      go (scenario, &next, worker, WITHDRAWN);
      visit (LULL_NAIVE_WITHDRAW, &next, user_data);
    }
  for (guint gone = 0; gone < scenario->workers; gone++)
    if (can_learn (scenario, state, worker, gone))
      {
        next = *state;
        next.told[worker][gone] = 1;
        visit (LULL_NAIVE_LEARN, &next, user_data);
      }
}

/* Who comes goes by the joins that nobody has left yet, if there is one. */
static void
arrive (const LullNaiveScenario *scenario, LullNaiveState *state, guint8 worker)
{
  guint8 left = 0;

  for (guint other = 0; other < scenario->workers; other++)
    left = MAX (left,
                (guint8) (state->epoch[other] + (state->phase[other] == JOINED ? 1 : 0)));
  state->member[worker] = PRESENT;
  state->epoch[worker] = MIN (left, (guint8) (scenario->epochs - 1));
  state->phase[worker] = lull_naive_phase_after_sending (scenario, state, worker);
}

void
lull_naive_members_expand (const LullNaiveScenario *scenario,
                           const LullNaiveState *state,
                           LullNaiveVisit visit,
                           gpointer user_data)
{
  for (guint8 worker = 0; worker < scenario->workers; worker++)
    if (state->member[worker] == PRESENT)
      expand_member (scenario, state, worker, visit, user_data);
    else if (state->member[worker] == NOT_YET)
      {
        LullNaiveState next = *state;

        arrive (scenario, &next, worker);
        visit (LULL_NAIVE_ARRIVE, &next, user_data);
      }
}

void
lull_naive_members_init (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  for (guint worker = 0; worker < MIN (scenario->workers, LULL_NAIVE_WORKERS_MAX);
       worker++)
    if ((scenario->options.late >> worker & 1U) != 0)
      state->member[worker] = NOT_YET;
}

void
lull_naive_members_swallow (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  for (guint worker = 0; worker < scenario->workers; worker++)
    if (is_gone (state, worker))
      {
        lose_messages (scenario, state, worker);
        swallow (scenario, state, worker);
        forget_fates (scenario, state, worker);
      }
}
