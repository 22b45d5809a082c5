/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-twin-scopes.h"

#include "lull-protocols.h"
#include "lull-twin-world.h"

static gboolean
is_program_of (const LullScope *scope, guint8 worker, guint8 parent, guint8 epoch)
{
  return scope->parent == parent && (parent != LULL_NO_MESSAGE ||
                                     (scope->worker == worker && scope->epoch == epoch));
}

void
lull_twin_scopes_end (LullWork *work)
{
  if (work->scope_is_open && !lull_work_close_scope (work))
    g_assert_not_reached ();
}

void
lull_twin_scopes_enter (
    LullWork *work, guint8 body_of, guint8 worker, guint8 parent, guint8 epoch)
{
  guint last = work->scopes->len;

  if (work->scope_is_open && body_of != last &&
      (body_of > last ||
       is_program_of (&g_array_index (work->scopes, LullScope, last - 1), worker, parent,
                      epoch)))
    lull_twin_scopes_end (work);
  if (body_of > last && !lull_work_open_scope (work, worker, parent))
    g_assert_not_reached ();
}

void
lull_twin_scopes_set (const LullNaiveScenario *scenario,
                      gint *options,
                      LullScopes *scopes)
{
  static const char *const names[] = { "allreduce-max", "pairwise", "barrier-sync",
                                       "dijkstra-scholten" };

  if (scenario->scopes.count == 0)
    return;
  scopes->protocol = lull_protocols_find (names[scenario->scopes.protocol]);
  g_assert (scopes->protocol != NULL);
  if (scenario->scopes.protocol == LULL_NAIVE_PAIRWISE)
    lull_twin_set_pairwise_options (scopes->protocol, &scenario->scopes.options, options);
  scopes->options = options;
  scopes->outer =
      scenario->scopes.blind ? LULL_SCOPES_OUTER_BLIND : LULL_SCOPES_OUTER_COUNTS;
  scopes->sees =
      scenario->scopes.see_all ? LULL_SCOPES_SEE_WORKER : LULL_SCOPES_SEE_SCOPE;
}
