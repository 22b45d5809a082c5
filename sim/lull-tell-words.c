/* SPDX-License-Identifier: Apache-2.0 */
/* How messages, places and lists are put into words; every sentence of a story uses
 * these.
 */
#include "lull-tell.h"

static const char *const kind_words[] = {
  [LULL_BASIC_CAST] = "cast", [LULL_BASIC_CALL] = "call", [LULL_BASIC_REPLY] = "reply"
};

char *
lull_tell_short_name (const TellMessage *message)
{
  return g_strdup_printf ("%s%s %u", lull_world_turn_words (message->turn),
                          kind_words[message->kind], message->number);
}

char *
lull_tell_name (const Tell *self, const TellMessage *message)
{
  return g_strdup_printf ("%s%s %u (%s to %s)", lull_world_turn_words (message->turn),
                          kind_words[message->kind], message->number,
                          tell_worker (self, message->source),
                          tell_worker (self, message->target));
}

void
lull_tell_control_words (const Tell *self,
                         const TellControl *control,
                         char *words,
                         gsize size)
{
  words[0] = '\0';
  lull_world_record_words (self->world, control->bag, control->record, words, size);
  if (control->round != 0)
    {
      g_autofree char *said = g_strdup (words);

      g_snprintf (words, (gulong) size, "%s, round %u", said, control->round);
    }
}

void
lull_tell_say_round (const Tell *self, guint step, GString *text)
{
  const TellMixup *last =
      self->mixups->len == 0
          ? NULL
          : &g_array_index (self->mixups, TellMixup, self->mixups->len - 1);

  if (self->taken_round != 0)
    g_string_append_printf (text, ", round %u", self->taken_round);
  if (last != NULL && last->step == step)
    g_string_append_printf (text, ", and takes it for one of round %u", last->taken);
  if (self->world->rounds != NULL && tell_step (self, step)->log.completed)
    g_string_append_printf (text, "; all have contributed to round %u",
                            self->rounds[tell_step (self, step)->worker]);
}

/* What is in a store is read, and has a key. */
static gboolean
is_of_store (const Tell *self, const TellMixup *mixup)
{
  return tell_step (self, mixup->step)->log.read != 0;
}

void
lull_tell_write_mixup (Tell *self, guint step)
{
  const TellMixup *mixup = lull_tell_first_mixup (self, step);

  if (mixup == NULL)
    return;
  if (is_of_store (self, mixup))
    lull_tell_say (
        self,
        "Rounds were mixed up: what %s read in the store at step %u, for round %u, %s "
        "had put there for round %u. Its key does not say of which round it is.",
        tell_worker (self, mixup->worker), tell_shown (mixup->step), mixup->taken,
        tell_worker (self, mixup->from), mixup->round);
  else
    lull_tell_say (
        self,
        "Rounds were mixed up: what %s took at step %u, for round %u, came from "
        "%s in round %u. It carries no tag that says so.",
        tell_worker (self, mixup->worker), tell_shown (mixup->step), mixup->taken,
        tell_worker (self, mixup->from), mixup->round);
}

void
lull_tell_write_mixed_up (Tell *self)
{
  const TellMixup *mixup = lull_tell_first_mixup (self, self->announced);

  lull_tell_write_mixup (self, self->announced);
  lull_tell_say (self, "There is no cut to speak of: from then on, what a worker decides "
                       "on may be contributions of different rounds.");
  lull_tell_say (self,
                 "What would have stopped it: %s that carry the number of their round "
                 "(collectives.tags).",
                 is_of_store (self, mixup) ? "keys in the store" : "messages of rounds");
}

char *
lull_tell_list (const GPtrArray *items, const char *separator, guint max)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (items->len, max); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? separator : "",
                            (const char *) items->pdata[i]);
  if (items->len > max)
    g_string_append_printf (text, "%sand %u more", separator, items->len - max);
  return g_string_free (text, FALSE);
}

/* Where something went wrong with MESSAGE, what had become of it by step SENDER. */
static LullStage
stage_at_sender (const TellMessage *message, guint sender)
{
  LullStage stage = STAGE_TASK;

  for (guint i = 0; i < message->moves->len; i++)
    {
      const TellMove *move = &g_array_index (message->moves, TellMove, i);

      if (move->step <= sender)
        stage = move->stage;
    }
  return stage;
}

LullStage
lull_tell_stage (const TellMessage *message, guint sender, guint receiver)
{
  if (message->finished <= receiver)
    return STAGE_DONE;
  if (message->returned <= receiver)
    return STAGE_DEFERRED;
  if (message->started <= receiver)
    return STAGE_RUNNING;
  if (message->queued <= receiver)
    return STAGE_QUEUED;
  if (message->received <= receiver)
    return STAGE_HELD;
  if (message->posted > sender)
    return STAGE_UNSENT;
  if (message->moves != NULL)
    return stage_at_sender (message, sender);
  return message->transmitted <= sender ? STAGE_FLIGHT : STAGE_TASK;
}

const char *
lull_tell_whereabouts (const TellMessage *message, LullStage stage)
{
  static const char *const places[] = {
    [STAGE_UNSENT] = "not sent yet",
    [STAGE_TASK] = "waiting as a send task",
    [STAGE_FLIGHT] = "on the wire",
    [STAGE_HELD] = "held by the listener",
    [STAGE_QUEUED] = "queued in the pool",
    [STAGE_RUNNING] = "being handled",
    [STAGE_DONE] = "finished",
    [STAGE_GONE] = "lost for good",
    [STAGE_LOST] = "lost, and its sender did not know",
    [STAGE_RETRY] = "waiting to be sent again",
    [STAGE_DEFERRED] = "yet to be finished, its handler having returned",
  };

  if (stage == STAGE_RUNNING && message->kind == LULL_BASIC_REPLY)
    return "being handled by its callback";
  if (stage == STAGE_TASK && message->buffered)
    return "waiting in a buffer";
  return places[stage];
}

char *
lull_tell_what_is_left (const Tell *self,
                        const TellMessage *message,
                        guint step,
                        const guint8 *state,
                        const char *name,
                        const char *is)
{
  if (tell_awaits_error (self, message, state))
    return g_strdup_printf ("the callback of %s %s yet to run with an error", name, is);
  if (MIN (message->finished, message->gone) <= step)
    return g_strdup_printf ("the callback of %s %s running with an error", name, is);
  return g_strdup_printf (
      "%s %s %s", name, is,
      lull_tell_whereabouts (message, lull_tell_stage (message, step, step)));
}

/* WORLD is that of the join, or of a scope. */
static void
say_nodes (Tell *self, const LullWorld *world, const char *where)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *all = NULL;

  for (guint worker = 0; worker < self->world->workers; worker++)
    {
      char words[256];

      if (lull_parts_is_absent (self->world, self->end, worker))
        continue;
      lull_world_node_words (world, self->end, worker, words, sizeof words);
      if (words[0] != '\0')
        g_ptr_array_add (items,
                         g_strdup_printf ("%s: %s", tell_worker (self, worker), words));
    }
  if (items->len == 0)
    return;
  all = lull_tell_list (items, "; ", 2 * TELL_ITEMS_MAX);
  lull_tell_say (self, "What they remember%s: %s.", where, all);
}

/* Of scopes that are over nothing has to be remembered. */
void
lull_tell_say_nodes (Tell *self)
{
  say_nodes (self, self->world, "");
  for (guint scope = 0; scope < lull_scopes_count (self->world); scope++)
    {
      const LullWorld *world = lull_scopes_world (self->world, scope);
      g_autofree char *where = g_strdup_printf (" of %s", world->join_name);

      if (self->end[world->left_at] == 0)
        say_nodes (self, world, where);
    }
}

void
lull_tell_append_readings (const LullStepLog *log, GString *text)
{
  for (guint i = 0; i < log->reading_count; i++)
    g_string_append_printf (text, "%s%s %d", i > 0 ? ", " : "", log->readings[i].what,
                            log->readings[i].value);
}

void
lull_tell_say (Tell *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  lull_story_add_finding (self->story, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
lull_tell_set_caption (Tell *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_free (self->story->caption);
  self->story->caption = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}
