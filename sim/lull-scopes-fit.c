/* SPDX-License-Identifier: Apache-2.0 */
/* What scopes, and what their protocol asks for, do not go with. */
#include "lull-scopes-private.h"

static gboolean
has_collectives (const LullProtocol *protocol)
{
  return protocol->collectives != NULL && protocol->collectives[0].name != NULL;
}

static gboolean
takes_lock (const LullScopes *scopes, const gint *options)
{
  for (const LullStep *step = scopes->protocol->steps; step->name != NULL; step++)
    if ((step->needs & LULL_NEEDS_LOCK) != 0 &&
        (step->exists == NULL || step->exists (options)))
      return TRUE;
  return FALSE;
}

static gboolean
has_cast_in_scope (const LullWork *work)
{
  for (guint i = 0; i < work->messages->len; i++)
    {
      const LullMessage *message = &g_array_index (work->messages, LullMessage, i);

      if (message->scope != 0 && message->kind == LULL_BASIC_CAST)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_scope_in_callback (const LullWork *work)
{
  for (guint i = 0; i < work->scopes->len; i++)
    {
      guint parent = g_array_index (work->scopes, LullScope, i).parent;

      if (parent < work->messages->len &&
          g_array_index (work->messages, LullMessage, parent).kind == LULL_BASIC_REPLY)
        return TRUE;
    }
  return FALSE;
}

static guint
count_options (const LullProtocol *protocol)
{
  guint options = 0;

  while (protocol->options != NULL && protocol->options[options].name != NULL)
    options++;
  return options;
}

gint *
lull_scopes_dup_options (const LullScopes *scopes)
{
  guint options = count_options (scopes->protocol);
  gint *values = g_new0 (gint, options + 1);

  if (scopes->options != NULL)
    memcpy (values, scopes->options, options * sizeof (gint));
  return values;
}

/* What the protocol asks for that a scope does not have. */
static const char *
misfit_of_protocol (const LullWorldConfig *config)
{
  const LullScopes *scopes = &config->scopes;
  g_autofree gint *options = NULL;

  if (scopes->protocol == NULL)
    return "scopes need a protocol";
  options = lull_scopes_dup_options (scopes);
  if (!lull_world_has_values (scopes->protocol, options))
    return "an option of the scopes' protocol has no such value";
  if (takes_lock (scopes, options))
    return "the scopes' protocol takes the futures lock, of which a worker has one, for "
           "its join; use another protocol";
  if (scopes->protocol->needs_replies && has_cast_in_scope (config->work))
    return "the scopes' protocol counts open futures, which one-way casts do not have; "
           "make those of the scopes calls";
  if (has_collectives (scopes->protocol) && config->rounds.by != LULL_ROUNDS_STEP)
    return "collectives made of messages are for the join alone; use a protocol for "
           "scopes that has control messages, or let collectives be by step";
  return NULL;
}

const char *
lull_scopes_misfit (const LullWorldConfig *config)
{
  const char *reason = misfit_of_protocol (config);

  if (reason != NULL)
    return reason;
  if (lull_part_members.is_on (config))
    return "scopes do not go with members that crash, leave or come late; leave out one "
           "or the other";
  if (config->faults.duplication > 0)
    return "scopes do not go with messages that are doubled; leave out one or the other";
  if (!lull_part_timeouts.is_on (config))
    return NULL;
  if (config->timeouts.awaiting_stops)
    return "a program that ends where it waits for a call that times out may never come "
           "to its scope; let timeouts.await be goes-on";
  if (has_scope_in_callback (config->work))
    return "the callback of a call may be skipped where calls time out, and cannot open "
           "a scope; let a handler or a main program open it";
  return NULL;
}

gboolean
lull_scopes_fit (const LullWorldConfig *config, GError **error)
{
  return lull_world_has_short_messages (config->scopes.protocol) ||
         lull_world_refuse (error, LULL_WORLD_ERROR_TOO_LARGE,
                            "the messages of the scopes' protocol are too long");
}
