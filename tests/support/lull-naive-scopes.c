/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A detector inside another. Three of the protocols are those of the join, which see, of
 * the world, a copy in which nothing but the scope was ever sent. The fourth is a tree.
 */
#include "lull-naive-state.h"

#include <string.h>

/* A message is of the scope in whose body it is sent, or of that of its cause. */
gboolean
lull_naive_is_of_scope (const LullNaiveScenario *scenario, guint8 message, guint scope)
{
  guint8 at = message;

  while (at < scenario->message_count)
    {
      if (scenario->messages[at].body_of == scope + 1)
        return TRUE;
      at = scenario->messages[at].request != LULL_NAIVE_NONE
               ? scenario->messages[at].request
               : scenario->messages[at].parent;
    }
  return FALSE;
}

gboolean
lull_naive_is_hidden (const LullNaiveScenario *scenario, guint8 message)
{
  for (guint scope = 0; scope < scenario->scopes.count && scenario->scopes.blind; scope++)
    if (lull_naive_is_of_scope (scenario, message, scope))
      return TRUE;
  return FALSE;
}

/* Any message that the body sends tells whose scope it is, and in which program. */
static const LullNaiveMessage *
some_of_body (const LullNaiveScenario *scenario, guint scope)
{
  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].body_of == scope + 1)
      return &scenario->messages[message];
  g_assert_not_reached ();
}

static guint8
opener (const LullNaiveScenario *scenario, guint scope)
{
  return some_of_body (scenario, scope)->source;
}

gboolean
lull_naive_scope_is_announced (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               guint scope)
{
  for (guint worker = 0; worker < scenario->workers; worker++)
    if (state->scopes[scope].phase[worker] == JOINED)
      return TRUE;
  return FALSE;
}

static gboolean
is_over (const LullNaiveScenario *scenario, const LullNaiveState *state, guint scope)
{
  return state->scopes[scope].phase[opener (scenario, scope)] == JOINED;
}

static gboolean
is_program_of (const LullNaiveScenario *scenario,
               const LullNaiveState *state,
               guint scope,
               guint8 parent,
               guint8 source)
{
  const LullNaiveMessage *body = some_of_body (scenario, scope);

  return body->parent == parent &&
         (parent != LULL_NAIVE_NONE ||
          (body->source == source && body->epoch == state->epoch[source]));
}

/* The first and the last that the body sends. */
static guint8
first_of_body (const LullNaiveScenario *scenario, guint scope)
{
  return (guint8) (some_of_body (scenario, scope) - scenario->messages);
}

static guint8
last_of_body (const LullNaiveScenario *scenario, guint scope)
{
  guint8 last = 0;

  for (guint8 message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].body_of == scope + 1)
      last = message;
  return last;
}

gboolean
lull_naive_is_in_scope_before (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               guint8 parent,
                               guint8 source,
                               guint8 message)
{
  for (guint scope = 0; scope < scenario->scopes.count; scope++)
    if (is_program_of (scenario, state, scope, parent, source) &&
        message > last_of_body (scenario, scope) && !is_over (scenario, state, scope))
      return TRUE;
  return FALSE;
}

gboolean
lull_naive_is_in_scope_before_local (const LullNaiveScenario *scenario,
                                     const LullNaiveState *state,
                                     guint local)
{
  const LullNaiveLocal *step = &scenario->locals[local];

  for (guint scope = 0; scope < scenario->scopes.count; scope++)
    if (step->body_of != scope + 1 && step->after > first_of_body (scenario, scope) &&
        is_program_of (scenario, state, scope, step->parent, step->worker) &&
        !is_over (scenario, state, scope))
      return TRUE;
  return FALSE;
}

/* Whether the program of the scope is at the end of its body. */
static gboolean
body_has_ended (const LullNaiveScenario *scenario,
                const LullNaiveState *state,
                guint scope)
{
  const LullNaiveMessage *body = some_of_body (scenario, scope);
  guint8 parent = body->parent;

  if (parent == LULL_NAIVE_NONE
          ? state->phase[body->source] != IN_MAIN ||
                state->epoch[body->source] != body->epoch
          : state->stage[parent] != RUNNING && state->stage[parent] != RETURNED)
    return FALSE;
  if (parent != LULL_NAIVE_NONE && lull_naive_is_late (scenario, state, parent))
    return FALSE;
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].body_of == scope + 1 &&
        (state->stage[message] == UNSENT ||
         (scenario->messages[message].sync &&
          !lull_naive_is_settled (scenario, state, message))))
      return FALSE;
  for (guint local = 0; local < scenario->local_count; local++)
    if (scenario->locals[local].body_of == scope + 1 && state->local[local] != LOCAL_OVER)
      return FALSE;
  return TRUE;
}

gboolean
lull_naive_awaits_scope (const LullNaiveScenario *scenario,
                         const LullNaiveState *state,
                         guint8 parent)
{
  for (guint scope = 0; scope < scenario->scopes.count; scope++)
    if (some_of_body (scenario, scope)->parent == parent &&
        body_has_ended (scenario, state, scope) && !is_over (scenario, state, scope))
      return TRUE;
  return FALSE;
}

/* A copy of the world in which there is nothing but what the scope is about. Nobody's
 * main program sends anything there: whether the body has ended is known outside. */
static void
look_into (const LullNaiveScenario *scenario,
           const LullNaiveState *state,
           guint scope,
           LullNaiveScenario *inner,
           LullNaiveState *seen)
{
  const LullNaiveScopes *scopes = &scenario->scopes;
  const LullNaiveScopeState *own = &state->scopes[scope];

  *inner = *scenario;
  *seen = *state;
  inner->protocol = scopes->protocol;
  inner->scopes.count = 0;
  inner->epochs = 1;
  inner->local_count = 0;
  inner->options.carrier = LULL_NAIVE_BY_STEP;
  inner->options.done_early = scopes->options.done_early;
  inner->options.done_at_return = scopes->options.done_at_return;
  inner->options.snapshot = scopes->options.snapshot;
  inner->options.wait_idle = scopes->options.wait_idle;
  inner->options.wait_first = scopes->options.wait_first;
  inner->options.sent_late = scopes->options.sent_late;
  inner->options.narrow = scopes->options.narrow;
  inner->options.finale = scopes->options.finale;
  inner->options.gather_diff = scopes->options.gather_diff;
  inner->options.sums = scopes->options.sums;
  inner->options.late_answers = scopes->options.late_answers;
  inner->options.retries_counted = FALSE;
  inner->options.timers_behind = 0;
  for (guint8 message = 0; message < scenario->message_count; message++)
    {
      LullNaiveMessage *m = &inner->messages[message];

      if (m->parent != LULL_NAIVE_TIMER || !scopes->see_all)
        m->parent = LULL_NAIVE_COPY;
      else if (state->epoch[m->source] < scenario->options.timers_behind)
        seen->stopped[message] = 1; /* it is not there yet */
      if (lull_naive_is_of_scope (scenario, message, scope))
        continue;
      m->sent_uncounted = m->done_uncounted = TRUE;
      if (scopes->see_all)
        continue;
      seen->stage[message] = UNSENT;
      seen->fate[message] = OPEN;
    }
  memset (seen->epoch, 0, sizeof seen->epoch);
  memset (seen->vain, 0, sizeof seen->vain);
  memcpy (seen->phase, own->phase, sizeof own->phase);
  seen->open = own->open;
  seen->result = own->result;
  seen->maximum = own->maximum;
  memcpy (seen->sent, own->sent, sizeof own->sent);
  memcpy (seen->done, own->done, sizeof own->done);
}

static void
take_back (const LullNaiveState *seen, LullNaiveScopeState *own)
{
  memcpy (own->phase, seen->phase, sizeof own->phase);
  own->open = seen->open;
  own->result = seen->result;
  own->maximum = seen->maximum;
  memcpy (own->sent, seen->sent, sizeof own->sent);
  memcpy (own->done, seen->done, sizeof own->done);
}

typedef struct
{
  const LullNaiveState *state;
  guint scope;
  LullNaiveVisit visit;
  gpointer user_data;
} Inside;

static void
visit_from_inside (LullNaiveStep step G_GNUC_UNUSED,
                   const LullNaiveState *seen,
                   gpointer user_data)
{
  const Inside *self = user_data;
  LullNaiveState next = *self->state;

  take_back (seen, &next.scopes[self->scope]);
  self->visit (LULL_NAIVE_SCOPE, &next, self->user_data);
}

static gboolean
is_tree (const LullNaiveScenario *scenario)
{
  return scenario->scopes.protocol == LULL_NAIVE_DIJKSTRA_SCHOLTEN;
}

/* Worker 0 began it all, so that everybody else is in the tree below it. */
void
lull_naive_scopes_init (const LullNaiveScenario *scenario, LullNaiveState *state)
{
  LullNaiveScenario inner = *scenario;

  inner.protocol = scenario->scopes.protocol;
  inner.options = scenario->scopes.options;
  for (guint scope = 0; scope < scenario->scopes.count; scope++)
    {
      LullNaiveScopeState *own = &state->scopes[scope];

      for (guint worker = 0; worker < scenario->workers; worker++)
        if (worker == opener (scenario, scope))
          own->phase[worker] = IN_MAIN;
        else
          own->phase[worker] =
              is_tree (scenario) ? CONTRIBUTING : lull_naive_join_start (&inner);
      if (is_tree (scenario))
        own->out[0] = (guint8) (scenario->workers - 1);
    }
}

static void
note_message (const LullNaiveScenario *scenario,
              const LullNaiveState *before,
              const LullNaiveState *after,
              guint8 message,
              LullNaiveScopeState *own)
{
  const LullNaiveMessage *m = &scenario->messages[message];

  if (before->stage[message] == UNSENT && after->stage[message] != UNSENT &&
      !m->sent_uncounted)
    own->out[m->source]++;
  if (before->stage[message] >= QUEUED || after->stage[message] != QUEUED ||
      m->done_uncounted)
    return;
  if (!own->free[m->target])
    {
      own->receipts[m->target][m->source]++;
      return;
    }
  own->free[m->target] = FALSE;
  own->engager[m->target] = m->source;
}

void
lull_naive_scopes_follow (const LullNaiveScenario *scenario,
                          const LullNaiveState *before,
                          LullNaiveState *state)
{
  LullNaiveScenario inner = *scenario;

  inner.protocol = scenario->scopes.protocol;
  inner.options = scenario->scopes.options;
  for (guint scope = 0; scope < scenario->scopes.count; scope++)
    {
      guint8 worker = opener (scenario, scope);
      LullNaiveScopeState *own = &state->scopes[scope];

      for (guint8 message = 0; message < scenario->message_count && is_tree (scenario);
           message++)
        if (lull_naive_is_of_scope (scenario, message, scope))
          note_message (scenario, before, state, message, own);
      if (own->phase[worker] == IN_MAIN && body_has_ended (scenario, state, scope))
        own->phase[worker] =
            is_tree (scenario) ? CONTRIBUTING : lull_naive_join_start (&inner);
      if (state->phase[worker] == IN_MAIN)
        state->phase[worker] = lull_naive_phase_after_sending (scenario, state, worker);
    }
}

/* A notice is 1 + how many receipts have to arrive before it. */
static gboolean
is_behind_notice (const LullNaiveScenario *scenario,
                  const LullNaiveScopeState *own,
                  guint from,
                  guint to)
{
  return scenario->options.fifo && from == 0 && own->notices[to] == 1;
}

/* A receipt arrives, or the notice that all is over. */
static void
expand_letters (const LullNaiveScenario *scenario,
                const LullNaiveState *state,
                guint scope,
                LullNaiveVisit visit,
                gpointer user_data)
{
  const LullNaiveScopeState *own = &state->scopes[scope];

  for (guint from = 0; from < scenario->workers; from++)
    for (guint to = 0; to < scenario->workers; to++)
      if (own->receipts[from][to] > 0 && !is_behind_notice (scenario, own, from, to))
        {
          LullNaiveState next = *state;

          next.scopes[scope].receipts[from][to]--;
          next.scopes[scope].out[to]--;
          if (from == 0 && own->notices[to] > 1)
            next.scopes[scope].notices[to]--;
          visit (LULL_NAIVE_SCOPE, &next, user_data);
        }
  for (guint to = 0; to < scenario->workers; to++)
    if (own->notices[to] == 1)
      {
        LullNaiveState next = *state;

        next.scopes[scope].notices[to] = 0;
        next.scopes[scope].phase[to] = JOINED;
        visit (LULL_NAIVE_SCOPE, &next, user_data);
      }
}

/* Whoever is idle, and owed nothing, leaves the tree; the first ends it. */
static void
shrink (const LullNaiveScenario *scenario, LullNaiveScopeState *own, guint worker)
{
  if (worker == 0)
    {
      own->phase[0] = JOINED;
      for (guint other = 1; other < scenario->workers; other++)
        own->notices[other] =
            (guint8) (1 + (scenario->options.fifo ? own->receipts[0][other] : 0));
      return;
    }
  own->free[worker] = TRUE;
  own->receipts[worker][own->engager[worker]]++;
  own->engager[worker] = 0;
}

static void
expand_tree (const LullNaiveScenario *scenario,
             const LullNaiveState *state,
             guint scope,
             LullNaiveVisit visit,
             gpointer user_data)
{
  const LullNaiveScopeState *own = &state->scopes[scope];
  LullNaiveScenario inner;
  LullNaiveState seen;

  look_into (scenario, state, scope, &inner, &seen);
  expand_letters (scenario, state, scope, visit, user_data);
  for (guint8 worker = 0; worker < scenario->workers; worker++)
    if (own->phase[worker] == CONTRIBUTING && !own->free[worker] &&
        own->out[worker] == 0 && lull_naive_is_idle (&inner, &seen, worker))
      {
        LullNaiveState next = *state;

        shrink (scenario, &next.scopes[scope], worker);
        visit (LULL_NAIVE_SCOPE, &next, user_data);
      }
}

void
lull_naive_scopes_expand (const LullNaiveScenario *scenario,
                          const LullNaiveState *state,
                          LullNaiveVisit visit,
                          gpointer user_data)
{
  for (guint scope = 0; scope < scenario->scopes.count; scope++)
    {
      Inside inside = { state, scope, visit, user_data };
      LullNaiveScenario inner;
      LullNaiveState seen;

      if (is_tree (scenario))
        {
          expand_tree (scenario, state, scope, visit, user_data);
          continue;
        }
      look_into (scenario, state, scope, &inner, &seen);
      lull_naive_join_expand (&inner, &seen, visit_from_inside, &inside);
    }
}
