/* SPDX-License-Identifier: Apache-2.0 */
/* How far the program that opens a scope has come, and what it may not do yet. */
#include "lull-local-steps.h"
#include "lull-scopes-private.h"

/* Whether the program sends MESSAGE itself. */
static gboolean
sends (const LullScope *span, const LullMessage *message)
{
  if (message->kind == LULL_BASIC_REPLY || message->parent != span->parent)
    return FALSE;
  return span->parent != LULL_NO_MESSAGE ||
         (message->source == span->worker && message->epoch == span->epoch);
}

static gboolean
takes (const LullScope *span, const LullLocalStep *step)
{
  if (step->parent != span->parent)
    return FALSE;
  return span->parent != LULL_NO_MESSAGE ||
         (step->worker == span->worker && step->epoch == span->epoch);
}

gboolean
lull_scope_is_sent (const LullWorld *world, const LullPartSite *site, const guint8 *state)
{
  const LullScope *span = scope_span (site);

  for (guint i = span->first; i < span->end; i++)
    if (sends (span, &world->messages[i].m) && stage_of (world, state, i) == STAGE_UNSENT)
      return FALSE;
  return TRUE;
}

static gboolean
awaits_nothing (const LullWorld *world, const LullPartSite *site, const guint8 *state)
{
  const LullScope *span = scope_span (site);

  for (guint i = span->first; i < span->end; i++)
    if (sends (span, &world->messages[i].m) && world->messages[i].m.awaited &&
        !call_settled (world, state, i))
      return FALSE;
  return TRUE;
}

static gboolean
has_local_steps_left (const LullWorld *world,
                      const LullPartSite *site,
                      const guint8 *state)
{
  const LullPartSite *locals = lull_part_site (world, &lull_part_local_steps);
  const LullScope *span = scope_span (site);

  for (guint i = span->first_local; i < span->end_local; i++)
    {
      LullLocalLook look = lull_locals_look (world, locals, state);

      if (takes (span, &look.locals->steps[i]) && look.progress[i] != LOCAL_DONE)
        return TRUE;
    }
  return FALSE;
}

gboolean
lull_scope_body_has_ended (const LullWorld *world,
                           const LullPartSite *site,
                           const guint8 *state)
{
  const LullScope *span = scope_span (site);

  return is_under_way (world, state, span->worker, span->epoch, span->parent) &&
         lull_scope_is_sent (world, site, state) && awaits_nothing (world, site, state) &&
         !has_local_steps_left (world, site, state);
}

gboolean
lull_scope_waits (const LullWorld *world, const LullPartSite *site, const guint8 *state)
{
  return !scope_is_over (site, state) && lull_scope_body_has_ended (world, site, state);
}

/* What is awaited in the body holds the program up by itself. */
gboolean
lull_scope_holds_up (const LullWorld *world,
                     const LullPartSite *site,
                     const guint8 *state,
                     guint worker,
                     guint parent)
{
  const LullScope *span = scope_span (site);

  if (span->parent != parent || scope_is_over (site, state))
    return FALSE;
  if (parent == LULL_NO_MESSAGE &&
      (span->worker != worker || span->epoch != epoch_of (world, state, worker)))
    return FALSE;
  return lull_scope_is_sent (world, site, state);
}

/* A local step that stands behind the scope. */
static gboolean
is_local_behind (const LullWorld *world, const LullScope *span, LullAction action)
{
  const LullPartSite *site = &world->parts[world->part_of[lull_action_kind (action)]];
  const LullLocals *locals = site->data;
  guint index = lull_action_argument (action);

  return site->part == &lull_part_local_steps && index >= span->end_local &&
         takes (span, &locals->steps[index]);
}

gboolean
lull_scope_allows (const LullWorld *world,
                   const LullPartSite *site,
                   const guint8 *state,
                   LullAction action)
{
  const LullScope *span = scope_span (site);
  guint message = lull_action_argument (action);

  switch ((LullOp) world->op_of[lull_action_kind (action)])
    {
    case OP_MAIN_SEND:
    case OP_NESTED_SEND:
      return message < span->end || !sends (span, &world->messages[message].m) ||
             scope_is_over (site, state);
    case OP_FINISH:
      return message != span->parent || is_late (world, state, message) ||
             scope_is_over (site, state);
    case OP_PART:
      return !is_local_behind (world, span, action) || scope_is_over (site, state);
    case OP_MAIN_END:
    case OP_TRANSMIT:
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_CONTROL:
    case OP_STEP:
    case OP_COUNT:
    default:
      return TRUE;
    }
}
