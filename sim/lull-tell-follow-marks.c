/* SPDX-License-Identifier: Apache-2.0 */
/* The part of following a run that is about single moments: who leaves join and what was
 * open then, what is read, and where the contract is broken. */
#include "lull-tell-follow.h"

/* Whether the main program of WORKER has not sent yet what the join EPOCH has to wait
 * for; in any work, whether it has not ended that often. */
static gboolean
has_more_to_send (const LullWorld *world, const guint8 *state, guint worker, guint epoch)
{
  if (world->any)
    return lull_world_may_begin (world, worker) &&
           epoch_of (world, state, worker) < epoch;
  for (guint i = 0; i < world->message_count; i++)
    {
      const LullMessage *message = &world->messages[i].m;

      if (message->source == worker && message->parent == LULL_NO_MESSAGE &&
          message->kind != LULL_BASIC_REPLY && message->epoch <= epoch &&
          stage_of (world, state, i) == STAGE_UNSENT)
        return TRUE;
    }
  return FALSE;
}

/* Those that the join EPOCH, which somebody left, had to wait for. */
static guint
list_open_mains (const LullWorld *world, const guint8 *state, guint epoch)
{
  guint open = 0;

  for (guint worker = 0; worker < world->workers; worker++)
    if (lull_parts_is_excused (world, state, worker))
      continue;
    else if (has_more_to_send (world, state, worker, epoch) ||
             (epoch_of (world, state, worker) == epoch &&
              !main_ended (world, state, worker)))
      open |= 1U << worker;
  return open;
}

/* NEXT is the state that an announcement led to, and PENDING what was pending then.
 * @param pending  @transfer{full} */
static void
keep_what_was_left (Tell *self, const guint8 *next, GPtrArray *pending)
{
  g_clear_pointer (&self->pending, g_ptr_array_unref);
  self->pending = pending;
  g_free (self->left);
  self->left = g_memdup2 (next, self->world->model.state_size);
}

static void
mark_announcement (Tell *self, guint step, const guint8 *next)
{
  gboolean premature = !lull_world_join_holds (self->world, next);
  const TellStep *told = tell_step (self, step);
  g_autofree char *label =
      g_strdup_printf ("leaves %s", lull_world_join_name (self->world, told->epoch));

  if (self->story != NULL)
    lull_story_add_mark (self->story, told->worker, step,
                         premature ? LULL_MARK_PREMATURE : LULL_MARK_ANNOUNCE, label);
  if (self->premature || (self->announced != TELL_NEVER && !premature &&
                          told->epoch <= tell_step (self, self->announced)->epoch))
    return;
  self->premature = premature;
  self->announced = step;
  self->open_mains = list_open_mains (self->world, next, told->epoch);
  keep_what_was_left (self, next,
                      lull_parts_list_pending (self->world, next, told->epoch));
}

/* Where a scope goes well, its end is a mark and no more. */
static void
mark_end_of_scope (Tell *self, guint step, const guint8 *next)
{
  const TellStep *told = tell_step (self, step);
  guint scope = told->scope.scope_number - 1;
  gboolean premature = !lull_scopes_hold (self->world, next, scope);
  g_autofree char *label =
      g_strdup_printf ("leaves %s", lull_scopes_world (self->world, scope)->join_name);

  if (self->story != NULL)
    lull_story_add_mark (self->story, told->worker, step,
                         premature ? LULL_MARK_PREMATURE : LULL_MARK_ANNOUNCE, label);
  if (self->premature || !premature)
    return;
  self->premature = TRUE;
  self->judged = scope + 1;
  self->announced = step;
  self->open_mains = lull_scopes_is_sent (self->world, next, scope)
                         ? 0
                         : 1U << lull_scopes_opener (self->world, scope);
  keep_what_was_left (self, next, g_ptr_array_new ());
}

void
lull_tell_note_fault (Tell *self, guint step, const LullStepLog *log)
{
  if (self->fault != NULL || log->fault == NULL)
    return;
  self->fault = log->fault;
  self->fault_step = step;
  self->fault_worker = log->worker;
  self->fault_scope = log->scope_number;
}

/* What a worker read is a mark on its lane. */
static void
mark_readings (Tell *self, guint step, const LullStepLog *log, const char *for_whom)
{
  const TellStep *told = tell_step (self, step);
  g_autoptr (GString) label = NULL;

  if (log->reading_count == 0 || self->story == NULL)
    return;
  label = g_string_new (for_whom);
  lull_tell_append_readings (log, label);
  lull_story_add_mark (self->story, told->worker, step, LULL_MARK_SNAPSHOT, label->str);
}

static void
mark_main_ends (Tell *self, guint step, const guint8 *next)
{
  const LullWorld *world = self->world;

  for (guint worker = 0; worker < world->workers; worker++)
    {
      guint *end =
          &self->main_ends[worker * world->epochs + epoch_of (world, next, worker)];

      if (*end == TELL_NEVER && (main_ended (world, next, worker) ||
                                 lull_parts_is_excused (world, next, worker)))
        *end = step;
    }
}

/* Who comes and who goes is seen in who is there. */
static void
mark_comings_and_goings (Tell *self, guint step, const guint8 *state, const guint8 *next)
{
  const LullWorld *world = self->world;

  for (guint worker = 0; worker < world->workers && self->story != NULL; worker++)
    {
      gboolean before = lull_parts_is_absent (world, state, worker);
      gboolean after = lull_parts_is_absent (world, next, worker);

      if (before == after)
        continue;
      lull_story_add_mark (self->story, worker, step,
                           before ? LULL_MARK_COMES
                           : lull_parts_has_crashed (world, next, worker)
                               ? LULL_MARK_CRASH
                               : LULL_MARK_GOES,
                           "");
    }
}

void
lull_tell_mark_step (Tell *self, guint step, const guint8 *state, const guint8 *next)
{
  const TellStep *told = tell_step (self, step);

  mark_comings_and_goings (self, step, state, next);
  mark_readings (self, step, &told->log, NULL);
  mark_readings (self, step, &told->scope, "scope: ");
  mark_main_ends (self, step, next);
  if (told->scope.announced != 0)
    mark_end_of_scope (self, step, next);
  if (told->log.announced != 0)
    mark_announcement (self, step, next);
  lull_tell_note_fault (self, step, &told->log);
  lull_tell_note_fault (self, step, &told->scope);
}
