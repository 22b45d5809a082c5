/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-work.h"

void
lull_work_init (LullWork *self)
{
  *self = (LullWork){ .epochs = 1,
                      .messages = g_array_new (FALSE, TRUE, sizeof (LullMessage)),
                      .local_steps = g_array_new (FALSE, TRUE, sizeof (LullLocalStep)),
                      .names = g_ptr_array_new_with_free_func (g_free),
                      .scopes = g_array_new (FALSE, TRUE, sizeof (LullScope)) };
}

void
lull_work_clear (LullWork *self)
{
  g_clear_pointer (&self->messages, g_array_unref);
  g_clear_pointer (&self->local_steps, g_array_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->scopes, g_array_unref);
}

/* How many messages the handler or callback PARENT sends so far; for roots, SOURCE's main
 * program. */
static guint8
next_rank (const LullWork *self, guint8 source, guint8 parent)
{
  guint8 rank = 0;

  for (guint i = 0; i < self->messages->len; i++)
    {
      const LullMessage *message = &g_array_index (self->messages, LullMessage, i);

      if (message->kind == LULL_BASIC_REPLY || message->parent != parent)
        continue;
      if (parent != LULL_NO_MESSAGE || message->source == source)
        rank++;
    }
  return rank;
}

static guint8
epoch_of (const LullWork *self, guint8 parent)
{
  return parent < self->messages->len
             ? g_array_index (self->messages, LullMessage, parent).epoch
             : (guint8) (self->epochs - 1);
}

/* What the program of the scope that is open sends is its body. */
static gboolean
is_in_body (const LullWork *self, guint8 source, guint8 parent)
{
  const LullScope *scope;

  if (!self->scope_is_open)
    return FALSE;
  scope = &g_array_index (self->scopes, LullScope, self->scopes->len - 1);
  return scope->parent == parent &&
         (parent != LULL_NO_MESSAGE ||
          (scope->worker == source && scope->epoch == self->epochs - 1));
}

static guint8
scope_of (const LullWork *self, guint8 source, guint8 parent)
{
  if (is_in_body (self, source, parent))
    return (guint8) self->scopes->len;
  return parent < self->messages->len
             ? g_array_index (self->messages, LullMessage, parent).scope
             : 0;
}

guint8
lull_work_add (LullWork *self,
               guint8 source,
               guint8 target,
               LullBasicKind kind,
               gboolean awaited,
               guint8 parent)
{
  guint index = self->messages->len;
  guint added = kind == LULL_BASIC_CALL ? 2 : 1;
  LullMessage request = { .source = source,
                          .target = target,
                          .kind = (guint8) kind,
                          .awaited = awaited != FALSE,
                          .parent = parent,
                          .rank = next_rank (self, source, parent),
                          .reply = LULL_NO_MESSAGE,
                          .request = LULL_NO_MESSAGE };

  g_return_val_if_fail (kind != LULL_BASIC_REPLY, LULL_NO_MESSAGE);
  g_return_val_if_fail (parent == LULL_NO_MESSAGE || parent == LULL_TIMER ||
                            parent < index,
                        LULL_NO_MESSAGE);
  g_return_val_if_fail (!awaited || (kind == LULL_BASIC_CALL && parent != LULL_TIMER),
                        LULL_NO_MESSAGE);

  if (index + self->local_steps->len + added > LULL_MESSAGES_MAX)
    return LULL_NO_MESSAGE;
  request.epoch = epoch_of (self, parent);
  request.scope = scope_of (self, source, parent);
  if (kind == LULL_BASIC_CALL)
    request.reply = (guint8) (index + 1);
  g_array_append_val (self->messages, request);
  if (kind == LULL_BASIC_CALL)
    {
      LullMessage reply = { .source = target,
                            .target = source,
                            .kind = LULL_BASIC_REPLY,
                            .parent = LULL_NO_MESSAGE,
                            .reply = LULL_NO_MESSAGE,
                            .request = (guint8) index,
                            .epoch = request.epoch,
                            .scope = request.scope };
      g_array_append_val (self->messages, reply);
    }
  return (guint8) index;
}

gboolean
lull_work_join (LullWork *self)
{
  if (self->epochs == LULL_EPOCHS_MAX)
    return FALSE;
  self->epochs++;
  return TRUE;
}

static guint8
index_of_name (LullWork *self, const char *name)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, &index))
    return (guint8) index;
  g_ptr_array_add (self->names, g_strdup (name));
  return (guint8) (self->names->len - 1);
}

/* How many messages its program sends before a local step that is added now. */
static guint8
count_before (const LullWork *self, guint8 worker, guint8 parent)
{
  guint8 count = 0;

  for (guint i = 0; i < self->messages->len; i++)
    {
      const LullMessage *message = &g_array_index (self->messages, LullMessage, i);

      if (message->kind == LULL_BASIC_REPLY || message->parent != parent)
        continue;
      if (parent != LULL_NO_MESSAGE ||
          (message->source == worker && message->epoch == self->epochs - 1))
        count++;
    }
  return count;
}

gboolean
lull_work_add_local (
    LullWork *self, LullLocalKind kind, guint8 worker, guint8 parent, const char *name)
{
  LullLocalStep step = { .kind = (guint8) kind,
                         .worker = worker,
                         .parent = parent,
                         .epoch = epoch_of (self, parent),
                         .sent = count_before (self, worker, parent) };

  g_return_val_if_fail (
      (name == NULL) == (kind == LULL_LOCAL_COMPUTE || kind == LULL_LOCAL_FLUSH), FALSE);

  if (self->messages->len + self->local_steps->len >= LULL_MESSAGES_MAX)
    return FALSE;
  if (name != NULL)
    step.name = index_of_name (self, name);
  g_array_append_val (self->local_steps, step);
  return TRUE;
}

void
lull_work_mark (LullWork *self, guint8 message, guint traits)
{
  LullMessage *marked = &g_array_index (self->messages, LullMessage, message);

  g_return_if_fail (message < self->messages->len);

  marked->traits = (guint8) (marked->traits | traits);
}

gboolean
lull_work_open_scope (LullWork *self, guint8 worker, guint8 parent)
{
  LullScope scope = { .worker = worker,
                      .parent = parent,
                      .epoch = epoch_of (self, parent),
                      .first = (guint8) self->messages->len,
                      .first_local = (guint8) self->local_steps->len };

  g_return_val_if_fail (parent == LULL_NO_MESSAGE || parent < self->messages->len, FALSE);

  if (self->scope_is_open || self->scopes->len == LULL_SCOPES_MAX)
    return FALSE;
  g_array_append_val (self->scopes, scope);
  self->scope_is_open = TRUE;
  return TRUE;
}

gboolean
lull_work_close_scope (LullWork *self)
{
  LullScope *scope;

  g_return_val_if_fail (self->scope_is_open, FALSE);

  scope = &g_array_index (self->scopes, LullScope, self->scopes->len - 1);
  scope->end = (guint8) self->messages->len;
  scope->end_local = (guint8) self->local_steps->len;
  self->scope_is_open = FALSE;
  for (guint i = scope->first; i < scope->end; i++)
    if (g_array_index (self->messages, LullMessage, i).scope == self->scopes->len)
      return TRUE;
  return FALSE;
}

guint
lull_work_message_count (const LullWork *self)
{
  if (self->any_messages > 0)
    return self->any_calls ? 2 * self->any_messages : self->any_messages;
  return self->messages->len;
}
