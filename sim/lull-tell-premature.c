/* SPDX-License-Identifier: Apache-2.0 */
/* Why somebody left join too early: what was left, and the snapshots that were trusted.
 */
#include "lull-tell.h"

/* What is still to be sent for the join, or for a scope. */
static char *
describe_open_main (const Tell *self, guint worker, gboolean in_figure)
{
  const char *has = in_figure ? "has" : "had";

  if (self->judged == 0)
    return g_strdup_printf ("the main program of %s %s not ended",
                            tell_worker (self, worker), has);
  return g_strdup_printf ("%s %s not sent all that the body of %s sends",
                          tell_worker (self, worker), has, tell_announced_join (self));
}

/* What remained when the first worker left: messages, then main programs, then what is
 * neither. The figure has little room, so its caption leaves out where a message goes.
 */
static GPtrArray *
list_missed (const Tell *self, gboolean in_figure)
{
  GPtrArray *missed = g_ptr_array_new_with_free_func (g_free);
  const char *is = in_figure ? "is" : "was";

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      g_autofree char *name = NULL;

      if (!tell_is_missed (self, message))
        continue;
      name = in_figure ? lull_tell_short_name (message) : lull_tell_name (self, message);
      g_ptr_array_add (missed, lull_tell_what_is_left (self, message, self->announced,
                                                       self->left, name, is));
    }
  for (guint worker = 0; worker < self->world->workers; worker++)
    if ((self->open_mains >> worker & 1U) != 0)
      g_ptr_array_add (missed, describe_open_main (self, worker, in_figure));
  for (guint i = 0; i < self->pending->len; i++)
    g_ptr_array_add (
        missed, g_strdup_printf ("%s %s pending", (char *) self->pending->pdata[i], is));
  return missed;
}

static const char *
leaver (const Tell *self)
{
  return tell_worker (self, tell_step (self, self->announced)->worker);
}

static void
write_what_happened (Tell *self)
{
  g_autoptr (GPtrArray) missed = list_missed (self, FALSE);
  g_autofree char *items = lull_tell_list (missed, "; ", TELL_ITEMS_MAX);

  lull_tell_say (self, "%s left %s at step %u although work %sremained: %s.",
                 leaver (self), tell_announced_join (self), tell_shown (self->announced),
                 self->judged != 0 ? "of it " : "", items);
}

/* "B read sent 0 at step 3 and done 1 at step 8". */
static char *
describe_snapshot (const Tell *self, guint worker)
{
  GString *text = g_string_new (tell_worker (self, worker));
  guint first = lull_tell_first_reading (self, worker);
  const LullStepLog *snapshot = tell_log (self, self->cut[worker]);

  if (snapshot->reading_count == 0)
    g_string_append (text, " contributed");
  else
    g_string_append (text, " read ");
  if (first != TELL_NEVER)
    {
      lull_tell_append_readings (tell_log (self, first), text);
      g_string_append_printf (text, " at step %u and ", tell_shown (first));
    }
  lull_tell_append_readings (snapshot, text);
  g_string_append_printf (text, " at step %u", tell_shown (self->cut[worker]));
  return g_string_free (text, FALSE);
}

/* In the order in which they were taken. */
static GPtrArray *
list_snapshots (const Tell *self)
{
  GPtrArray *snapshots = g_ptr_array_new_with_free_func (g_free);

  for (guint step = 0; step < self->steps->len; step++)
    {
      guint worker = tell_step (self, step)->worker;

      if (self->cut[worker] == step)
        g_ptr_array_add (snapshots, describe_snapshot (self, worker));
    }
  return snapshots;
}

static guint
round_number (const Tell *self)
{
  guint round = 0;

  for (guint step = 0; step <= self->completed; step++)
    round += tell_log (self, step)->completed ? 1 : 0;
  return round;
}

static const char *
article (const char *name)
{
  return strchr ("aeiou", name[0]) != NULL ? "an" : "a";
}

static void
write_what_was_trusted (Tell *self)
{
  g_autoptr (GPtrArray) snapshots = list_snapshots (self);
  g_autofree char *items = lull_tell_list (snapshots, "; ", LULL_WORKERS_MAX);
  guint collective;
  const char *name;

  if (self->completed == TELL_NEVER)
    {
      lull_tell_say (self, "It trusted the last snapshot of each worker: %s.", items);
      return;
    }
  collective = tell_log (self, self->completed)->collective;
  name = tell_judged_world (self)->protocol->collectives[collective].name;
  lull_tell_say (
      self, "It trusted round %u, %s %s, which rests on one snapshot of each worker: %s.",
      round_number (self), article (name), name, items);
}

/* Who is gone cannot be asked. */
static void
write_nobody_left_to_ask (Tell *self, guint gone)
{
  lull_tell_say (self,
                 "There is no cut to speak of: the announcement came without a snapshot "
                 "of %s, which was gone.",
                 tell_worker (self, gone));
  lull_tell_write_absence (self, gone);
}

static const char *
say_absence (const Tell *self, guint worker)
{
  if (lull_parts_is_excused (self->world, self->left, worker))
    return " (gone)";
  return lull_parts_is_absent (self->world, self->left, worker) ? " (yet to come)" : "";
}

static void
write_nobody_asked (Tell *self)
{
  g_autoptr (GPtrArray) silent = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *names = NULL;

  for (guint worker = 0; worker < self->world->workers; worker++)
    if (self->cut[worker] == TELL_NEVER)
      g_ptr_array_add (silent, g_strconcat (tell_worker (self, worker),
                                            say_absence (self, worker), NULL));
  names = lull_tell_list (silent, ", ", LULL_WORKERS_MAX);
  lull_tell_say (self,
                 "There is no cut to speak of: the announcement came without a snapshot "
                 "of %s. If anything was read there, the protocol did not say so.",
                 names);
  lull_tell_say (self,
                 "What would have stopped it: an announcement needs a snapshot of "
                 "every worker, taken after %s has ended.",
                 self->judged == 0 ? "its main program" : "the body of the scope");
}

/* The worker that is gone, if it is the only one of which there is no snapshot, or
 * NEVER. */
static guint
find_gone (const Tell *self)
{
  guint found = TELL_NEVER;

  for (guint worker = 0; worker < self->world->workers; worker++)
    {
      if (self->cut[worker] != TELL_NEVER)
        continue;
      if (found != TELL_NEVER || !lull_parts_is_excused (self->world, self->left, worker))
        return TELL_NEVER;
      found = worker;
    }
  return found;
}

static void
write_without_cut (Tell *self)
{
  guint gone = find_gone (self);

  if (lull_tell_first_mixup (self, self->announced) != NULL)
    lull_tell_write_mixed_up (self);
  else if (gone != TELL_NEVER)
    write_nobody_left_to_ask (self, gone);
  else
    write_nobody_asked (self);
}

static void
write_caption (Tell *self)
{
  g_autofree char *items = lull_tell_list (self->story->missed, "; ", 2);
  g_autofree char *cut = lull_tell_caption_of_cut (self);

  lull_tell_set_caption (self, "%s leaves %s too early: %s. %s", leaver (self),
                         tell_announced_join (self), items, cut);
}

void
lull_tell_write_premature (Tell *self)
{
  g_ptr_array_unref (self->story->missed);
  self->story->missed = list_missed (self, TRUE);
  write_what_happened (self);
  if (self->has_cut)
    {
      write_what_was_trusted (self);
      lull_tell_write_cut (self);
      lull_tell_write_safeguard (self);
    }
  else
    write_without_cut (self);
  write_caption (self);
}
