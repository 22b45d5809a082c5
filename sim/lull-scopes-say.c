/* SPDX-License-Identifier: Apache-2.0 */
/* Scopes in words: what their steps do, what a state holds, and who waits for whom. */
#include "lull-scopes-private.h"
#include "lull-tell-waits.h"

void
lull_scope_say (const LullWorld *world,
                const LullPartSite *site,
                const guint16 *numbers G_GNUC_UNUSED,
                const guint8 *state,
                guint step,
                guint argument,
                GString *text)
{
  const ScopeWatch *self = scope_watch (site);
  const guint8 *record;
  char words[128] = "";

  if (!scope_takes_control (site, step))
    {
      g_string_append (text, self->step_names[step]);
      return;
    }
  record = control_peek (self->world, state, argument);
  lull_world_control_words (self->world, record + LULL_BAG_PAYLOAD, words, sizeof words);
  g_string_append_printf (text, "takes control message of %s from %s: %s", self->name,
                          world->names[record[LULL_BAG_SOURCE] - 1U], words);
}

void
lull_scope_say_watched (const LullWorld *world G_GNUC_UNUSED,
                        const LullPartSite *site,
                        const guint8 *state,
                        const LullStepLog *log,
                        GString *text)
{
  const ScopeWatch *self = scope_watch (site);
  g_autofree char *for_whom = g_strdup_printf ("for %s ", self->name);

  if (log->scope_number != site->number + 1)
    return;
  if (log->step != 0)
    lull_world_say_readings (self->world, log, text);
  lull_world_say_effects (self->world, state, log, log->step != 0 ? "" : for_whom, text);
  if ((log->announced >> scope_span (site)->worker & 1U) != 0)
    g_string_append (text, ", and goes on behind it");
}

void
lull_scope_words (const LullWorld *world G_GNUC_UNUSED,
                  const LullPartSite *site,
                  const guint8 *record,
                  char *words,
                  gsize size)
{
  const ScopeWatch *self = scope_watch (site);
  char said[128] = "";

  lull_world_control_words (self->world, record + LULL_BAG_PAYLOAD, said, sizeof said);
  g_snprintf (words, (gulong) size, "%s: %s", self->name, said);
}

void
lull_scope_describe (const LullWorld *world,
                     const LullPartSite *site,
                     const guint8 *state,
                     GString *text)
{
  const ScopeWatch *self = scope_watch (site);

  for (guint worker = 0; worker < world->workers; worker++)
    if (scope_has_begun (site, state, worker))
      lull_world_describe_worker (self->world, state, worker, text);
    else
      g_string_append_printf (text, "%s: %s has yet to be sent\n", world->names[worker],
                              self->name);
  for (guint record = 0; record < lull_control_count (self->world, state); record++)
    {
      const guint8 *bytes = control_peek (self->world, state, record);
      char words[128] = "";

      lull_scope_words (world, site, bytes, words, sizeof words);
      g_string_append_printf (text, "control message (%s to %s): %s\n",
                              world->names[bytes[LULL_BAG_SOURCE] - 1U],
                              world->names[bytes[LULL_BAG_TARGET]], words);
    }
}

/* What MESSAGE, which belongs to the scope, still has to do; NULL if it is over, or goes
 * on by itself. */
static const char *
what_is_left (const LullWorld *world, const guint8 *state, guint message)
{
  switch (stage_of (world, state, message))
    {
    case STAGE_TASK:
      return "to be sent";
    case STAGE_QUEUED:
      return "to be handled";
    case STAGE_RUNNING:
    case STAGE_DEFERRED:
      return "to end";
    case STAGE_UNSENT:
    case STAGE_FLIGHT:
    case STAGE_HELD:
    case STAGE_DONE:
    case STAGE_GONE:
    case STAGE_LOST:
    case STAGE_RETRY:
    default:
      return NULL;
    }
}

/* @return whether work of the scope is left that somebody waits to do */
static gboolean
wait_for_work (TellWaits *waits, const LullPartSite *site, guint from)
{
  const Tell *tell = waits->tell;
  const char *name = scope_watch (site)->name;
  gboolean some = FALSE;

  for (guint message = 0; message < tell->world->message_count; message++)
    {
      const char *left = what_is_left (tell->world, tell->end, message);

      if (left == NULL || !scope_has (tell->world, site, message))
        continue;
      some = TRUE;
      lull_tell_waits_add (waits, from, tell_wait_node (waits, message),
                           g_strdup_printf ("end of %s", name), "of %s %s", name, left);
    }
  return some;
}

/* Whoever opened the scope waits for what is left of it; where nothing is, for those who
 * have to find that out. */
void
lull_scope_find_waits (TellWaits *waits, const LullPartSite *site)
{
  const Tell *tell = waits->tell;
  const ScopeWatch *self = scope_watch (site);
  const LullScope *span = scope_span (site);
  TellProtocol protocol = { .world = self->world };
  guint from = span->parent == LULL_NO_MESSAGE ? span->worker
                                               : tell_wait_node (waits, span->parent);

  if (self->how.sees == LULL_SCOPES_SEE_SCOPE)
    protocol.scope = site->number + 1;
  if (!lull_scope_waits (tell->world, site, tell->end) ||
      wait_for_work (waits, site, from))
    return;
  if (from != span->worker)
    lull_tell_waits_add (waits, from, span->worker,
                         g_strdup_printf ("end of %s", self->name),
                         "to find that %s is over", self->name);
  for (guint worker = 0; worker < tell->world->workers; worker++)
    if (scope_has_begun (site, tell->end, worker))
      lull_tell_waits_add_protocol (waits, &protocol, worker);
}
