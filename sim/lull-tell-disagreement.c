/* SPDX-License-Identifier: Apache-2.0 */
/* Which pairs of workers never agree, all through the loop of a livelock, by what their
 * protocol has counted, and which messages were counted on one side only. */
#include "lull-tell.h"

static TellPair *
pair_of (const Tell *self, guint source, guint target)
{
  return &g_array_index (self->pairs, TellPair, source * self->world->workers + target);
}

static gboolean
count (const Tell *self, const guint8 *state, guint source, guint target, TellPair *pair)
{
  guint other;

  return lull_world_count_peer (self->world, state, source, target, &pair->sent,
                                &other) &&
         lull_world_count_peer (self->world, state, target, source, &other, &pair->done);
}

void
lull_tell_follow_pairs (Tell *self, const guint8 *state)
{
  gboolean is_first = self->pairs == NULL;

  if (self->world->protocol->count_peer == NULL)
    return;
  if (is_first)
    {
      self->pairs = g_array_new (FALSE, TRUE, sizeof (TellPair));
      g_array_set_size (self->pairs, self->world->workers * self->world->workers);
    }
  for (guint source = 0; source < self->world->workers; source++)
    for (guint target = 0; target < self->world->workers; target++)
      {
        TellPair *pair = pair_of (self, source, target);
        TellPair now = { 0 };

        if (!count (self, state, source, target, &now))
          continue;
        now.varies = !is_first &&
                     (pair->varies || now.sent != pair->sent || now.done != pair->done);
        *pair = now;
      }
}

/* Why MESSAGE counts as sent and not as done, or NULL. */
static char *
why_not_done (const Tell *self, const TellMessage *message, const char *name)
{
  guint last = self->steps->len;

  if (message->is_copy || (message->traits & LULL_TRAIT_SENT_UNCOUNTED) != 0)
    return NULL;
  if ((message->traits & LULL_TRAIT_DONE_UNCOUNTED) != 0)
    return g_strdup_printf ("%s was not counted as done (counted: sent)", name);
  if (message->finished != TELL_NEVER)
    return NULL;
  if (message->gone != TELL_NEVER)
    return g_strdup_printf (
        "%s %s", name, message->transmitted == TELL_NEVER ? "was never sent" : "is lost");
  return g_strdup_printf (
      "%s is %s", name,
      lull_tell_whereabouts (message, lull_tell_stage (message, last, last)));
}

/* Why it counts as done and not as sent, or NULL. */
static char *
why_not_sent (const TellMessage *message, const char *name)
{
  if (message->finished == TELL_NEVER ||
      (message->traits & LULL_TRAIT_DONE_UNCOUNTED) != 0)
    return NULL;
  if (message->is_copy)
    return g_strdup_printf ("%s was done too, and is nothing that was sent", name);
  if ((message->traits & LULL_TRAIT_SENT_UNCOUNTED) != 0)
    return g_strdup_printf ("%s was not counted as sent (counted: done)", name);
  return NULL;
}

/* Whether MESSAGE failed to arrive, and was sent again as another. */
static gboolean
was_sent_anew (const Tell *self, const TellMessage *message)
{
  if (self->world->faults.retry != LULL_RETRY_NEW || message->moves == NULL)
    return FALSE;
  for (guint i = 0; i < message->moves->len; i++)
    if (g_array_index (message->moves, TellMove, i).stage == STAGE_RETRY)
      return TRUE;
  return FALSE;
}

/* What is counted twice, once, or not at all as the protocol is set to. */
static char *
why_perhaps (const Tell *self, const TellMessage *message, const char *name)
{
  if (message->finished == TELL_NEVER)
    return NULL;
  if (tell_is_late (self, message, message->finished))
    return g_strdup_printf ("%s came when its call had timed out", name);
  if (was_sent_anew (self, message))
    return g_strdup_printf ("%s failed to arrive, and was sent again as a new message",
                            name);
  return NULL;
}

static GPtrArray *
list_reasons (const Tell *self, guint source, guint target, gboolean perhaps)
{
  GPtrArray *reasons = g_ptr_array_new_with_free_func (g_free);
  const TellPair *pair = pair_of (self, source, target);

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      g_autofree char *name = lull_tell_short_name (message);
      char *reason;

      if (message->source != source || message->target != target)
        continue;
      if (perhaps)
        reason = why_perhaps (self, message, name);
      else
        reason = pair->sent > pair->done ? why_not_done (self, message, name)
                                         : why_not_sent (message, name);
      if (reason != NULL)
        g_ptr_array_add (reasons, reason);
    }
  return reasons;
}

/* More reasons than messages are amiss explain nothing. @return @transfer{full} NULL if
 * nothing is known */
static char *
explain_pair (const Tell *self, guint source, guint target)
{
  const TellPair *pair = pair_of (self, source, target);
  guint amiss = MAX (pair->sent, pair->done) - MIN (pair->sent, pair->done);
  const guint ends[] = { source, target };
  g_autoptr (GPtrArray) reasons = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (lull_parts_is_excused (self->world, self->end, ends[i]))
      return g_strdup_printf ("%s is gone, and what it had counted with it",
                              tell_worker (self, ends[i]));
  reasons = list_reasons (self, source, target, FALSE);
  if (reasons->len == 0)
    {
      g_ptr_array_unref (reasons);
      reasons = list_reasons (self, source, target, TRUE);
    }
  return reasons->len > 0 && reasons->len <= amiss
             ? lull_tell_list (reasons, ", ", TELL_ITEMS_MAX)
             : NULL;
}

static gboolean
has_rounds (const Tell *self)
{
  for (guint step = self->story->loop_start; step < self->steps->len; step++)
    if (tell_step (self, step)->log.completed)
      return TRUE;
  return FALSE;
}

static char *
describe_pair (const Tell *self, guint source, guint target)
{
  const TellPair *pair = pair_of (self, source, target);
  g_autofree char *why = explain_pair (self, source, target);

  return g_strdup_printf ("%s to %s stays %u sent, %u done %s%s%s",
                          tell_worker (self, source), tell_worker (self, target),
                          pair->sent, pair->done,
                          has_rounds (self) ? "in every round" : "all the while",
                          why != NULL ? ", for " : "", why != NULL ? why : "");
}

void
lull_tell_write_disagreement (Tell *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *all = NULL;

  for (guint i = 0; self->pairs != NULL && i < self->pairs->len; i++)
    {
      const TellPair *pair = &g_array_index (self->pairs, TellPair, i);

      if (!pair->varies && pair->sent != pair->done)
        g_ptr_array_add (items, describe_pair (self, i / self->world->workers,
                                               i % self->world->workers));
    }
  if (items->len == 0)
    return;
  all = lull_tell_list (items, "; ", TELL_ITEMS_MAX);
  lull_tell_say (self, "The counters never agree: %s.", all);
}
