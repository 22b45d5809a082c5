/* SPDX-License-Identifier: Apache-2.0 */
/* What stays as it is all through the loop of a livelock: who waits for what. */
#include "lull-tell-waits.h"

/* One wait in words, by which it is known in another state: in any work messages change
 * places. */
static char *
name_wait (const TellWaits *waits, const TellWait *wait)
{
  g_autofree char *from = lull_tell_waits_subject (waits, wait->from);
  g_autofree char *to =
      wait->to != TELL_NEVER ? lull_tell_waits_subject (waits, wait->to) : NULL;

  return g_strjoin ("\n", from, wait->reason, to, NULL);
}

static gboolean
has_name (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return TRUE;
  return FALSE;
}

static GPtrArray *
list_names (const TellWaits *waits)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < waits->waits->len; i++)
    g_ptr_array_add (names, name_wait (waits, tell_wait (waits, i)));
  return names;
}

void
lull_tell_follow_loop (Tell *self, guint8 *state)
{
  g_auto (TellWaits) waits = { 0 };
  g_autoptr (GPtrArray) names = NULL;

  self->end = state;
  lull_tell_waits_init (&waits, self);
  names = list_names (&waits);
  self->end = NULL;
  if (self->standing == NULL)
    self->standing = g_steal_pointer (&names);
  for (guint i = self->standing->len; i > 0 && names != NULL; i--)
    if (!has_name (names, self->standing->pdata[i - 1]))
      g_ptr_array_remove_index (self->standing, i - 1);
}

/* Whether NODE is a worker whose protocol takes steps in the loop: what it waits for at
 * one of its places it does not wait for at others. */
static gboolean
goes_round (const Tell *self, guint node)
{
  for (guint step = self->story->loop_start; step < self->steps->len; step++)
    if (tell_step (self, step)->op == OP_STEP && tell_step (self, step)->worker == node)
      return TRUE;
  return FALSE;
}

static void
drop_passing_waits (TellWaits *waits)
{
  const Tell *tell = waits->tell;

  for (guint i = waits->waits->len; i > 0; i--)
    {
      const TellWait *wait = tell_wait (waits, i - 1);
      g_autofree char *name = name_wait (waits, wait);

      if (goes_round (tell, wait->from) || !has_name (tell->standing, name))
        g_array_remove_index (waits->waits, i - 1);
    }
}

void
lull_tell_write_loop_waits (Tell *self)
{
  g_auto (TellWaits) waits = { 0 };
  g_autoptr (GArray) cycle = NULL;
  g_autofree char *all = NULL;
  g_autofree char *round = NULL;

  lull_tell_waits_init (&waits, self);
  drop_passing_waits (&waits);
  if (waits.waits->len == 0)
    return;
  cycle = lull_tell_waits_find_cycle (&waits);
  all = lull_tell_waits_describe (&waits, FALSE);
  round = lull_tell_waits_describe_cycle (&waits, cycle);
  lull_tell_say (self, "Who waits for what, all the while: %s.", all);
  if (round != NULL)
    lull_tell_say (self, "The cycle: %s.", round);
  lull_tell_draw_waits (&waits, cycle);
}
