/* SPDX-License-Identifier: Apache-2.0 */
/* What programs do that sends nothing: locks, flags, and time that passes. */
#include "lull-naive-state.h"

/* What stands in a lock that a main program has. */
#define MAIN_HOLDS 0xffU

static gboolean
is_part_of (const LullNaiveScenario *scenario,
            const LullNaiveState *state,
            guint local,
            guint8 parent,
            guint8 source)
{
  const LullNaiveLocal *step = &scenario->locals[local];

  if (step->parent != parent)
    return FALSE;
  return parent != LULL_NAIVE_NONE ||
         (step->worker == source && step->epoch == state->epoch[source]);
}

gboolean
lull_naive_is_busy_before (const LullNaiveScenario *scenario,
                           const LullNaiveState *state,
                           guint8 parent,
                           guint8 source,
                           guint8 message)
{
  for (guint local = 0; local < scenario->local_count; local++)
    if (is_part_of (scenario, state, local, parent, source) &&
        scenario->locals[local].after <= message && state->local[local] != LOCAL_OVER)
      return TRUE;
  return FALSE;
}

static gboolean
is_sent_and_settled (const LullNaiveScenario *scenario,
                     const LullNaiveState *state,
                     guint8 message)
{
  return state->stage[message] != UNSENT &&
         (!scenario->messages[message].sync ||
          lull_naive_is_settled (scenario, state, message));
}

/* Whether the list of @message is being gone through: by a thread or by nobody's, for a
 * callback with its answer or, in its place, with an error. */
static gboolean
is_executing (const LullNaiveScenario *scenario,
              const LullNaiveState *state,
              guint8 message)
{
  if (lull_naive_is_late (scenario, state, message))
    return state->fate[scenario->messages[message].request] == FAILING;
  return state->stage[message] == RUNNING || state->stage[message] == RETURNED;
}

/* Whether all that stands before the step in its program has been done. */
static gboolean
is_reached (const LullNaiveScenario *scenario, const LullNaiveState *state, guint local)
{
  const LullNaiveLocal *step = &scenario->locals[local];

  if (step->parent != LULL_NAIVE_NONE ? !is_executing (scenario, state, step->parent)
                                      : state->phase[step->worker] != IN_MAIN ||
                                            state->epoch[step->worker] != step->epoch)
    return FALSE;
  if (lull_naive_is_in_scope_before_local (scenario, state, local))
    return FALSE;
  for (guint other = 0; other < local; other++)
    if (is_part_of (scenario, state, other, step->parent, step->worker) &&
        state->local[other] != LOCAL_OVER)
      return FALSE;
  for (guint8 message = 0; message < step->after; message++)
    {
      gboolean mine = step->parent == LULL_NAIVE_NONE
                          ? lull_naive_is_due (scenario, state, message, step->worker)
                          : scenario->messages[message].parent == step->parent;

      if (mine && !is_sent_and_settled (scenario, state, message))
        return FALSE;
    }
  return TRUE;
}

static guint8
holder_mark (const LullNaiveLocal *step)
{
  return step->parent == LULL_NAIVE_NONE ? MAIN_HOLDS : (guint8) (step->parent + 1);
}

/* A main program keeps its locks until it has left the join behind it. */
void
lull_naive_give_back (LullNaiveState *state, guint8 worker)
{
  for (guint name = 0; name < LULL_NAIVE_NAMES_MAX; name++)
    if (state->holder[worker][name] == MAIN_HOLDS)
      state->holder[worker][name] = 0;
}

static void
end_step (const LullNaiveScenario *scenario, LullNaiveState *state, guint local)
{
  const LullNaiveLocal *step = &scenario->locals[local];

  state->local[local] = LOCAL_OVER;
  if (step->parent == LULL_NAIVE_NONE)
    state->phase[step->worker] =
        lull_naive_phase_after_sending (scenario, state, step->worker);
}

void
lull_naive_drop_locals (const LullNaiveScenario *scenario,
                        LullNaiveState *state,
                        guint8 parent,
                        guint8 source)
{
  for (guint local = 0; local < scenario->local_count; local++)
    {
      const LullNaiveLocal *step = &scenario->locals[local];
      guint8 *holder = &state->holder[step->worker][step->name];

      if (!is_part_of (scenario, state, local, parent, source) ||
          state->local[local] == LOCAL_OVER)
        continue;
      state->local[local] = LOCAL_OVER;
      if (step->deed == LULL_NAIVE_GIVES && *holder == holder_mark (step))
        *holder = 0;
    }
}

static void
raise_flag (const LullNaiveScenario *scenario,
            LullNaiveState *state,
            const LullNaiveLocal *step)
{
  if (!scenario->options.flags_forgotten)
    {
      state->raised[step->worker][step->name] = 1;
      return;
    }
  for (guint other = 0; other < scenario->local_count; other++)
    if (state->local[other] == LOCAL_WAITS &&
        scenario->locals[other].worker == step->worker &&
        scenario->locals[other].name == step->name)
      end_step (scenario, state, other);
}

/* Takes the step, if it can be taken. */
static gboolean
try_step (const LullNaiveScenario *scenario, LullNaiveState *state, guint local)
{
  const LullNaiveLocal *step = &scenario->locals[local];
  guint8 *holder = &state->holder[step->worker][step->name];

  switch (step->deed)
    {
    case LULL_NAIVE_TAKES:
      if (*holder != 0)
        return FALSE;
      *holder = holder_mark (step);
      break;
    case LULL_NAIVE_GIVES:
      g_assert (*holder == holder_mark (step));
      *holder = 0;
      break;
    case LULL_NAIVE_NOTIFIES:
      raise_flag (scenario, state, step);
      break;
    case LULL_NAIVE_WAITS:
      if (!scenario->options.flags_forgotten)
        {
          if (state->raised[step->worker][step->name] == 0)
            return FALSE;
          break;
        }
      if (state->local[local] == LOCAL_WAITS)
        return FALSE;
      state->local[local] = LOCAL_WAITS;
      return TRUE;
    case LULL_NAIVE_FLUSHES:
      lull_naive_empty_buffers (scenario, state, step->worker);
      break;
    case LULL_NAIVE_COMPUTES:
    default:
      break;
    }
  end_step (scenario, state, local);
  return TRUE;
}

void
lull_naive_local_expand (const LullNaiveScenario *scenario,
                         const LullNaiveState *state,
                         LullNaiveVisit visit,
                         gpointer user_data)
{
  for (guint local = 0; local < scenario->local_count; local++)
    {
      LullNaiveState next = *state;

      if (state->local[local] != LOCAL_OVER &&
          lull_naive_is_there (state, scenario->locals[local].worker) &&
          is_reached (scenario, state, local) && try_step (scenario, &next, local))
        visit (LULL_NAIVE_LOCAL, &next, user_data);
    }
}
