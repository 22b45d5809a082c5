/* SPDX-License-Identifier: Apache-2.0 */
/* Breadth first over a hash table of whole states, and nothing else. */
#include "lull-naive-state.h"

#include <string.h>

G_STATIC_ASSERT (
    sizeof (LullNaiveState) ==
    8 * LULL_NAIVE_MESSAGES_MAX + 3 * LULL_NAIVE_WORKERS_MAX + 5 + LULL_NAIVE_COPIES_MAX +
        LULL_NAIVE_LOCALS_MAX + 2 * LULL_NAIVE_WORKERS_MAX * LULL_NAIVE_NAMES_MAX +
        (4 + LULL_NAIVE_LETTERS_MAX) * LULL_NAIVE_WORKERS_MAX * LULL_NAIVE_WORKERS_MAX +
        11 * LULL_NAIVE_WORKERS_MAX +
        LULL_NAIVE_SCOPES_MAX * (3 + 5 * LULL_NAIVE_WORKERS_MAX +
                                 3 * LULL_NAIVE_WORKERS_MAX * LULL_NAIVE_WORKERS_MAX));

typedef struct
{
  GHashTable *seen;  /* of states: the set */
  GPtrArray *states; /* the same states in the order found; (owned) */
  guint successors;  /* of the state being expanded */
  guint owed;        /* of these, by steps that have to come */
  LullNaiveFindings *findings;
} Search;

static guint
state_hash (gconstpointer state)
{
  const guint8 *bytes = state;
  guint32 hash = 2166136261U;

  for (gsize index = 0; index < sizeof (LullNaiveState); index++)
    hash = (hash ^ bytes[index]) * 16777619U;
  return hash;
}

static gboolean
state_equal (gconstpointer one, gconstpointer other)
{
  return memcmp (one, other, sizeof (LullNaiveState)) == 0;
}

static void
keep (Search *search, const LullNaiveState *state)
{
  gpointer copy;

  if (g_hash_table_contains (search->seen, state))
    return;
  copy = g_memdup2 (state, sizeof *state);
  g_hash_table_add (search->seen, copy);
  g_ptr_array_add (search->states, copy);
}

/* Faults may come, and need not: what is left when nothing else can happen is stuck. */
static gboolean
may_be_left_out (LullNaiveStep step)
{
  return step == LULL_NAIVE_CRASH || step == LULL_NAIVE_LOSE ||
         step == LULL_NAIVE_DUPLICATE || step == LULL_NAIVE_FAIL;
}

static void
visit (LullNaiveStep step, const LullNaiveState *next, gpointer user_data)
{
  Search *search = user_data;

  search->successors++;
  search->owed += may_be_left_out (step) ? 0 : 1;
  search->findings->edges++;
  search->findings->edges_by_step[step]++;
  keep (search, next);
}

static guint
count_joined (const LullNaiveScenario *scenario, const LullNaiveState *state)
{
  guint joined = 0;

  for (guint worker = 0; worker < scenario->workers; worker++)
    if (state->phase[worker] == JOINED || lull_naive_is_excused (state, worker))
      joined++;
  return joined;
}

/* Whether @message has still to get onto the wire, to somebody who is gone. */
static gboolean
is_for_nobody (const LullNaiveScenario *scenario,
               const LullNaiveState *state,
               guint8 message)
{
  guint8 target = scenario->messages[message].target;
  guint8 stage = state->stage[message];

  return (stage == SEND_TASK || stage == LOST || stage == WAITING) &&
         lull_naive_is_excused (state, target);
}

/* Whether @message was lost for good, or nobody will ever send it for want of one that
 * was. */
static gboolean
is_lost (const LullNaiveScenario *scenario, const LullNaiveState *state, guint8 message)
{
  guint8 cause = message;

  while (cause < scenario->message_count)
    {
      const LullNaiveMessage *caused = &scenario->messages[cause];

      if (scenario->any_requests == 0 &&
          lull_naive_has_other_cause (scenario, state, cause))
        return FALSE;
      if (state->stage[cause] == NEVER || state->stage[cause] == DROPPED ||
          is_for_nobody (scenario, state, cause))
        return TRUE;
      if (state->stage[cause] != RUNNING && state->stage[cause] != DONE &&
          lull_naive_is_second (scenario, state, cause))
        return TRUE;
      if (state->stage[cause] != UNSENT)
        return FALSE;
      cause = caused->request != LULL_NAIVE_NONE ? caused->request : caused->parent;
    }
  return FALSE;
}

static guint
joins_left (const LullNaiveState *state, guint worker)
{
  return state->epoch[worker] + (state->phase[worker] == JOINED ? 1U : 0U);
}

/* Whether all is done that the first @joins joins have to wait for. */
static gboolean
all_done (const LullNaiveScenario *scenario, const LullNaiveState *state, guint joins)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    if (lull_naive_joins_before (scenario, state, message) < joins &&
        lull_naive_is_work (scenario, state, message) &&
        (scenario->any_requests > 0 || !is_lost (scenario, state, message)) &&
        !lull_naive_is_over (scenario, state, message))
      return FALSE;
  for (guint local = 0; local < scenario->local_count; local++)
    if (scenario->locals[local].parent == LULL_NAIVE_NONE &&
        scenario->locals[local].epoch < joins && state->local[local] != LOCAL_OVER)
      return FALSE;
  return TRUE;
}

/* Whether all is done of a scope that was said to be over. */
static gboolean
scopes_hold (const LullNaiveScenario *scenario, const LullNaiveState *state)
{
  for (guint scope = 0; scope < scenario->scopes.count; scope++)
    for (guint8 message = 0; message < scenario->message_count; message++)
      if (lull_naive_scope_is_announced (scenario, state, scope) &&
          lull_naive_is_of_scope (scenario, message, scope) &&
          !is_lost (scenario, state, message) &&
          !lull_naive_is_over (scenario, state, message))
        return FALSE;
  return TRUE;
}

/* Judges a state at @level that has @successors, of which @owed by steps that have to
 * come. Premature outweighs a deadlock seen earlier. */
static void
judge (const LullNaiveScenario *scenario,
       const LullNaiveState *state,
       guint successors,
       guint owed,
       guint level,
       LullNaiveFindings *findings)
{
  guint joined = count_joined (scenario, state);
  gboolean premature = !scopes_hold (scenario, state);

  findings->terminal_states += successors == 0 ? 1 : 0;
  for (guint worker = 0; worker < scenario->workers; worker++)
    if (!all_done (scenario, state, joins_left (state, worker)))
      premature = TRUE;
  if (premature)
    {
      if (findings->premature_states++ == 0)
        {
          findings->verdict = LULL_NAIVE_PREMATURE;
          findings->depth = level;
        }
    }
  if (owed == 0 && joined < scenario->workers)
    {
      if (findings->deadlock_states++ == 0 && findings->premature_states == 0)
        {
          findings->verdict = LULL_NAIVE_DEADLOCK;
          findings->depth = level;
        }
    }
}

static gboolean
search_run (Search *search, const LullNaiveScenario *scenario, guint64 states_max)
{
  LullNaiveScenario known;
  LullNaiveState initial;
  guint level = 0;

  lull_naive_state_init (scenario, &initial);
  keep (search, &initial);
  for (guint first = 0; first < search->states->len; level++)
    {
      guint end = search->states->len;

      g_assert (level < LULL_NAIVE_LEVELS_MAX);
      search->findings->levels = level;
      search->findings->level_states[level] = end - first;
      for (; first < end; first++)
        {
          const LullNaiveState *state = g_ptr_array_index (search->states, first);

          search->successors = 0;
          search->owed = 0;
          lull_naive_copies_know (scenario, state, &known);
          lull_naive_state_expand (&known, state, visit, search);
          judge (&known, state, search->successors, search->owed, level,
                 search->findings);
          if (states_max > 0 && search->states->len > states_max)
            return FALSE;
        }
    }
  return TRUE;
}

void
lull_naive_check (const LullNaiveScenario *scenario,
                  guint64 states_max,
                  LullNaiveFindings *findings)
{
  Search search = { 0 };

  memset (findings, 0, sizeof *findings);
  search.findings = findings;
  search.seen = g_hash_table_new (state_hash, state_equal);
  search.states = g_ptr_array_new_with_free_func (g_free);
  findings->complete = search_run (&search, scenario, states_max);
  findings->states = search.states->len;
  g_hash_table_unref (search.seen);
  g_ptr_array_unref (search.states);
}
