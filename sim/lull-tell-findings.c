/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of run it is, and what there is to say of one that did not go wrong, or has
 * not ended. */
#include "lull-tell.h"

/* "A", or where there are several joins "A (join 2)". */
static char *
name_with_join (const Tell *self, guint worker)
{
  if (self->world->epochs == 1)
    return g_strdup (tell_worker (self, worker));
  return g_strdup_printf (
      "%s (%s)", tell_worker (self, worker),
      lull_world_join_name (self->world, epoch_of (self->world, self->end, worker)));
}

/* Who has not left join and has to, or NULL if nobody. @return @transfer{full} */
static char *
list_in_join (const Tell *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint worker = 0; worker < self->world->workers; worker++)
    if ((worker_peek (self->world, self->end, worker)[WORKER_FLAGS] & FLAG_LEFT) == 0 &&
        !lull_parts_is_excused (self->world, self->end, worker))
      g_ptr_array_add (names, name_with_join (self, worker));
  return names->len > 0 ? lull_tell_list (names, ", ", 2 * TELL_ITEMS_MAX) : NULL;
}

/* "", or ", and waits for the end of the scope". @return @transfer{full} */
static char *
describe_scope_of (const Tell *self, guint worker, guint parent)
{
  const char *scope = lull_scopes_awaited (self->world, self->end, worker, parent);

  return scope != NULL ? g_strdup_printf (", and waits for the end of %s", scope)
                       : g_strdup ("");
}

/* The message of the world that stands for message number INDEX of the run at its end. */
static guint
slot_of (const Tell *self, guint index)
{
  guint slot = 0;

  while (slot < self->world->message_count && self->slot_message[slot] != index)
    slot++;
  return slot;
}

/* Whether work is left, and where. @return @transfer{full} */
static char *
describe_work (const Tell *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) pending = NULL;
  g_autofree char *list = NULL;
  guint last = self->steps->len;

  if (!lull_world_has_work (self->world, self->end))
    return g_strdup ("no work is left");
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      g_autofree char *name = NULL;
      g_autofree char *where = NULL;
      g_autofree char *scope = NULL;

      if (!tell_is_left (self, message, last, self->end))
        continue;
      name = lull_tell_name (self, message);
      where = lull_tell_what_is_left (self, message, last, self->end, name, "is");
      scope = describe_scope_of (self, message->target, slot_of (self, i));
      g_ptr_array_add (items, g_strconcat (where, scope, NULL));
    }
  for (guint worker = 0; worker < self->world->workers; worker++)
    if (!lull_parts_is_excused (self->world, self->end, worker) &&
        !main_ended (self->world, self->end, worker))
      {
        g_autofree char *scope = describe_scope_of (self, worker, LULL_NO_MESSAGE);

        g_ptr_array_add (items, g_strdup_printf ("the main program of %s has not ended%s",
                                                 tell_worker (self, worker), scope));
      }
  pending = lull_parts_list_pending (self->world, self->end, LULL_EPOCHS_MAX);
  for (guint i = 0; i < pending->len; i++)
    g_ptr_array_add (items,
                     g_strdup_printf ("%s is pending", (char *) pending->pdata[i]));
  /* What main programs are to send behind joins to come is owed from the start. */
  if (items->len == 0)
    return g_strdup ("what work is left is of joins to come");
  list = lull_tell_list (items, "; ", TELL_ITEMS_MAX);
  return g_strdup_printf ("work is left: %s", list);
}

static gboolean
is_stuck (const Tell *self)
{
  const LullModel *model = &self->world->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max + 1);

  return lull_model_is_stuck (model, self->end, actions,
                              model->actions (model, self->end, actions));
}

/* "A", or for a scope "the scope at A". */
static char *
name_faulty (const Tell *self)
{
  const char *worker = tell_worker (self, self->fault_worker);

  if (self->fault_scope == 0)
    return g_strdup (worker);
  return g_strdup_printf (
      "%s at %s", lull_scopes_world (self->world, self->fault_scope - 1)->join_name,
      worker);
}

static void
write_fault (Tell *self)
{
  g_autofree char *worker = name_faulty (self);

  if (self->fault_step == TELL_NEVER)
    lull_tell_say (self,
                   "Before the first step the protocol of %s broke its contract: %s.",
                   worker, self->fault);
  else
    lull_tell_say (self, "At step %u the protocol of %s broke its contract: %s.",
                   tell_shown (self->fault_step), worker, self->fault);
  lull_tell_say (self, "What it would do from there on means nothing.");
  lull_tell_set_caption (self, "The protocol of %s breaks its contract: %s.", worker,
                         self->fault);
}

static void
write_loop (Tell *self)
{
  g_autofree char *names = list_in_join (self);
  g_autofree char *work = describe_work (self);

  lull_tell_say (self,
                 "After step %u everything is as it was before step %u, and whatever "
                 "could go on has had its turn.",
                 self->steps->len, tell_shown (self->story->loop_start));
  lull_tell_say (self, "Never leaving join: %s. All the while %s.", names, work);
  lull_tell_write_disagreement (self);
  lull_tell_write_loop_waits (self);
  lull_tell_say_nodes (self);
  lull_tell_set_caption (self, "A run for ever, in which %s never leave%s join.", names,
                         strchr (names, ',') == NULL ? "s" : "");
}

static void
write_good_end (Tell *self)
{
  if (self->world->epochs > 1)
    lull_tell_say (self,
                   "All workers have left each of the %u joins, and no work of one "
                   "remained when the first worker left it.",
                   self->world->epochs);
  else
    lull_tell_say (
        self, "All workers have left join, and no work remained when the first did.");
  lull_tell_write_mixup (self, self->steps->len);
  if (self->cut_kind == LULL_CUT_INCONSISTENT)
    lull_tell_say (self, "It went well all the same: the snapshots that the announcement "
                         "rests on form an inconsistent cut.");
  lull_tell_set_caption (
      self, "Every worker leaves join, and none before the last work is done.%s",
      self->cut_kind == LULL_CUT_INCONSISTENT ? " The cut is inconsistent: this run went "
                                                "well, lull check says whether all do."
                                              : "");
}

static void
write_open_end (Tell *self)
{
  g_autofree char *names = list_in_join (self);
  g_autofree char *work = describe_work (self);

  lull_tell_say (
      self, "The run is shown up to step %u. Workers that have not left join: %s; %s.",
      self->steps->len, names, work);
  lull_tell_set_caption (self, "The beginning of a run: %s.", work);
}

static void
write_first_state (Tell *self)
{
  lull_tell_say (self,
                 "A worker left join before the first step, although work remained.");
  lull_tell_set_caption (self, "A worker leaves join before anything happens.");
}

void
lull_tell_write_findings (Tell *self)
{
  const LullModel *model = &self->world->model;

  if (self->fault != NULL)
    write_fault (self);
  if (self->premature)
    lull_tell_write_premature (self);
  else if (!model->properties[0].holds (model, self->end))
    write_first_state (self);
  else if (self->fault != NULL)
    return; /* which is said, and what follows from it is of no interest */
  else if (self->story->loop_start != LULL_STORY_NEVER)
    write_loop (self);
  else if (is_stuck (self))
    lull_tell_write_deadlock (self);
  else if (lull_world_all_left (self->world, self->end))
    write_good_end (self);
  else
    write_open_end (self);
}
