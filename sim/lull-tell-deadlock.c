/* SPDX-License-Identifier: Apache-2.0 */
/* A deadlock in words: who waits for what, and the cycle. */
#include "lull-tell-waits.h"

/* "A waits for B to contribute to a barrier and for C to …", or NULL if NODE does not
 * wait. One that does not has no name either: it may be a message that was never sent. */
static char *
describe_waits (const TellWaits *self, guint node)
{
  g_autoptr (GString) text = NULL;

  for (guint i = 0; i < self->waits->len; i++)
    {
      const TellWait *wait = tell_wait (self, i);
      g_autofree char *to = NULL;

      if (wait->from != node)
        continue;
      if (wait->to == node)
        to = g_strdup ("itself");
      else if (wait->to != TELL_NEVER)
        to = lull_tell_waits_subject (self, wait->to);
      if (text == NULL)
        {
          g_autofree char *from = lull_tell_waits_subject (self, node);

          text = g_string_new (from);
          g_string_append (text, " waits");
        }
      else
        g_string_append (text, " and");
      g_string_append_printf (text, " for %s%s%s", to != NULL ? to : "",
                              to != NULL ? " " : "", wait->reason);
    }
  return text != NULL ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* A worker in join whose steps are not enabled though nobody holds it up. */
static char *
describe_idle_worker (const TellWaits *self, guint worker)
{
  const Tell *tell = self->tell;
  const guint8 *block = worker_peek (tell->world, tell->end, worker);

  const char *join =
      lull_world_join_name (tell->world, epoch_of (tell->world, tell->end, worker));

  if (lull_parts_is_absent (tell->world, tell->end, worker))
    return g_strdup_printf ("%s is gone", tell_worker (tell, worker));
  if ((block[WORKER_FLAGS] & FLAG_LEFT) != 0)
    return g_strdup_printf ("%s has left %s", tell_worker (tell, worker), join);
  if (!main_ended (tell->world, tell->end, worker))
    return g_strdup_printf ("the main program of %s has no step to take",
                            tell_worker (tell, worker));
  if (lull_tell_waits_failed (self, worker))
    return g_strdup_printf ("%s has failed: it was given what is not for the collective "
                            "that it is in, and takes no further step in %s",
                            tell_worker (tell, worker), join);
  return g_strdup_printf (
      "%s is in %s (%s) and has no step to take, and nothing is on its way to it",
      tell_worker (tell, worker), join,
      tell->world->protocol->places[block[WORKER_PLACE]]);
}

char *
lull_tell_waits_describe (const TellWaits *self, gboolean whole)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  guint workers = self->tell->world->workers;

  for (guint node = 0; node < tell_wait_node_count (self); node++)
    {
      char *item = describe_waits (self, node);

      if (item == NULL && node < workers && whole)
        item = describe_idle_worker (self, node);
      if (item != NULL)
        g_ptr_array_add (items, item);
    }
  return lull_tell_list (items, "; ", 2 * TELL_ITEMS_MAX);
}

char *
lull_tell_waits_describe_cycle (const TellWaits *self, const GArray *cycle)
{
  GString *text = g_string_new (NULL);

  if (cycle->len == 0)
    return g_string_free (text, TRUE);
  for (guint i = 0; i < cycle->len; i++)
    {
      const TellWait *wait = tell_wait (self, g_array_index (cycle, guint, i));
      g_autofree char *from = lull_tell_waits_subject (self, wait->from);
      g_autofree char *to = wait->to == wait->from
                                ? g_strdup ("itself")
                                : lull_tell_waits_subject (self, wait->to);

      g_string_append_printf (text, "%s waits for %s %s", i == 0 ? from : ", which", to,
                              wait->reason);
    }
  return g_string_free (text, FALSE);
}

/* What the round waits for may be what came before it. */
static void
write_early (Tell *self)
{
  const TellMixup *early = &self->early;

  if (early->step != TELL_NEVER)
    lull_tell_say (self,
                   "What %s sent for round %u came at step %u, before %s had begun that "
                   "round, and was not kept (collectives.early).",
                   tell_worker (self, early->from), early->round,
                   tell_shown (early->step), tell_worker (self, early->worker));
}

void
lull_tell_write_deadlock (Tell *self)
{
  g_auto (TellWaits) waits = { 0 };
  g_autoptr (GArray) links = NULL;
  g_autofree char *all = NULL;
  g_autofree char *cycle = NULL;

  lull_tell_waits_init (&waits, self);
  links = lull_tell_waits_find_cycle (&waits);
  all = lull_tell_waits_describe (&waits, TRUE);
  cycle = lull_tell_waits_describe_cycle (&waits, links);
  lull_tell_say (self,
                 "After step %u no step is possible, and not all workers have left join.",
                 self->steps->len);
  lull_tell_write_mixup (self, self->steps->len);
  write_early (self);
  lull_tell_say (self, "Who waits for what: %s.", all);
  if (cycle != NULL)
    lull_tell_say (self, "The cycle: %s.", cycle);
  lull_tell_say_nodes (self);
  lull_tell_draw_waits (&waits, links);
  lull_tell_set_caption (self, "A deadlock: %s.", cycle != NULL ? cycle : all);
}
