/* SPDX-License-Identifier: Apache-2.0 */
/* How the world calls its parts: what they offer, forbid and do, and what they say of it.
 */
#include "lull-part.h"

/* The part of which ACTION is a step. */
static const LullPartSite *
site_of (const LullWorld *self, LullAction action)
{
  return &self->parts[self->part_of[lull_action_kind (action)]];
}

static guint
step_of (const LullPartSite *site, LullAction action)
{
  guint step = 0;

  while (site->kinds[step] != lull_action_kind (action))
    step++;
  return step;
}

void
lull_parts_initial (const LullApply *apply)
{
  for (guint i = 0; i < apply->world->part_count; i++)
    if (apply->world->parts[i].part->initial != NULL)
      apply->world->parts[i].part->initial (apply, &apply->world->parts[i]);
}

void
lull_parts_forsake (const LullApply *apply, guint worker)
{
  for (guint i = 0; i < apply->world->part_count; i++)
    if (apply->world->parts[i].part->forsake != NULL)
      apply->world->parts[i].part->forsake (apply, &apply->world->parts[i], worker);
}

gboolean
lull_parts_is_of_a_message (const LullWorld *self, LullAction action)
{
  return site_of (self, action)->part->is_of_messages;
}

gboolean
lull_parts_is_of_the_network (const LullWorld *self, LullAction action)
{
  return self->op_of[lull_action_kind (action)] == OP_PART &&
         site_of (self, action)->part->is_of_the_network;
}

/* Presence is one part's. */
static const LullPartSite *
presence_of (const LullWorld *self)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->presence != NULL)
      return &self->parts[i];
  return NULL;
}

gboolean
lull_parts_is_absent (const LullWorld *self, const guint8 *state, guint worker)
{
  const LullPartSite *site = presence_of (self);

  return site != NULL && site->part->presence->is_absent (site, state, worker);
}

gboolean
lull_parts_is_awaited (const LullWorld *self, const guint8 *state, guint worker)
{
  const LullPartSite *site = presence_of (self);

  return site == NULL || site->part->presence->is_awaited (site, state, worker);
}

gboolean
lull_parts_has_crashed (const LullWorld *self, const guint8 *state, guint worker)
{
  const LullPartSite *site = presence_of (self);

  return site != NULL && site->part->presence->has_crashed (site, state, worker);
}

gboolean
lull_parts_is_excused (const LullWorld *self, const guint8 *state, guint worker)
{
  const LullPartSite *site = presence_of (self);

  return site != NULL && site->part->presence->is_excused (site, state, worker);
}

guint
lull_parts_needs_to_go (const LullWorld *self, const guint8 *state, guint worker)
{
  const LullPartSite *site = presence_of (self);

  return site != NULL ? site->part->presence->needs_to_go (self, site, state, worker) : 0;
}

void
lull_parts_follow (const LullApply *apply)
{
  for (guint i = 0; i < apply->world->part_count; i++)
    if (apply->world->parts[i].part->follow != NULL)
      apply->world->parts[i].part->follow (apply, &apply->world->parts[i]);
}

const LullDelay *
lull_parts_delay (const LullWorld *self, const guint8 *state, LullAction action)
{
  const LullPartSite *site = site_of (self, action);

  if (site->part->delay == NULL)
    return &self->step_delay;
  return site->part->delay (self, site, state, step_of (site, action),
                            lull_action_argument (action));
}

void
lull_offer_part (LullOffer *self, const LullPartSite *site, guint step, guint argument)
{
  g_assert (site->kinds[step] != LULL_PART_NO_KIND);
  self->actions[self->count++] = lull_action (site->kinds[step], argument);
}

gboolean
lull_parts_allow (const LullWorld *self, const guint8 *state, LullAction action)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      const LullPartSite *site = &self->parts[i];

      if (site->part->allows != NULL && !site->part->allows (self, site, state, action))
        return FALSE;
    }
  return TRUE;
}

void
lull_parts_tell (const LullApply *apply, LullTold what, guint message)
{
  for (guint i = 0; i < apply->world->part_count; i++)
    if (apply->world->parts[i].part->watch != NULL)
      apply->world->parts[i].part->watch->tell (apply, &apply->world->parts[i], what,
                                                message);
}

void
lull_parts_owe (const LullApply *apply, guint message, gint by)
{
  for (guint i = 0; i < apply->world->part_count; i++)
    if (apply->world->parts[i].part->watch != NULL)
      apply->world->parts[i].part->watch->owe (apply, &apply->world->parts[i], message,
                                               by);
}

void
lull_parts_count_future (const LullApply *apply, guint call, gint by)
{
  for (guint i = 0; i < apply->world->part_count; i++)
    if (apply->world->parts[i].part->watch != NULL)
      apply->world->parts[i].part->watch->count_future (apply, &apply->world->parts[i],
                                                        call, by);
}

void
lull_parts_say_watched (const LullWorld *self,
                        const guint8 *state,
                        const LullStepLog *log,
                        GString *text)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->watch != NULL)
      self->parts[i].part->watch->say (self, &self->parts[i], state, log, text);
}

gboolean
lull_parts_hold (const LullWorld *self, const guint8 *state)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      const LullPartSite *site = &self->parts[i];

      if (site->part->holds != NULL && !site->part->holds (self, site, state))
        return FALSE;
    }
  return TRUE;
}

gboolean
lull_parts_hold_up (const LullWorld *self,
                    const guint8 *state,
                    guint worker,
                    guint parent)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      const LullPartSite *site = &self->parts[i];

      if (site->part->holds_up != NULL &&
          site->part->holds_up (self, site, state, worker, parent))
        return TRUE;
    }
  return FALSE;
}

void
lull_parts_cancel (const LullApply *apply, guint worker, guint parent)
{
  for (guint i = 0; i < apply->world->part_count; i++)
    if (apply->world->parts[i].part->cancel != NULL)
      apply->world->parts[i].part->cancel (apply, &apply->world->parts[i], worker,
                                           parent);
}

void
lull_parts_find_waits (TellWaits *waits, const LullWorld *world)
{
  for (guint i = 0; i < world->part_count; i++)
    if (world->parts[i].part->find_waits != NULL)
      world->parts[i].part->find_waits (waits, &world->parts[i]);
}

void
lull_parts_offer (LullOffer *offer)
{
  const LullWorld *world = offer->world;
  guint kept = 0;

  for (guint i = 0; i < world->part_count; i++)
    if (world->parts[i].part->offer != NULL)
      world->parts[i].part->offer (offer, &world->parts[i]);
  for (guint i = 0; i < offer->count; i++)
    if (lull_parts_allow (world, offer->state, offer->actions[i]))
      offer->actions[kept++] = offer->actions[i];
  offer->count = kept;
}

void
lull_parts_apply (const LullApply *apply, LullAction action)
{
  const LullPartSite *site = site_of (apply->world, action);

  site->part->apply (apply, site, step_of (site, action), lull_action_argument (action));
}

guint
lull_parts_worker (const LullWorld *self, const guint8 *state, LullAction action)
{
  const LullPartSite *site = site_of (self, action);

  return site->part->worker (self, site, state, step_of (site, action),
                             lull_action_argument (action));
}

guint
lull_parts_fairness (const LullWorld *self, const guint8 *state, LullAction action)
{
  const LullPartSite *site = site_of (self, action);
  guint fairness = lull_action_argument (action);

  if (site->part->fairness_count == NULL)
    return LULL_UNFAIR;
  if (site->part->fairness != NULL)
    fairness = site->part->fairness (self, site, state, step_of (site, action), fairness);
  return fairness == LULL_UNFAIR ? LULL_UNFAIR : site->fairness_at + fairness;
}

guint
lull_parts_vain (const LullWorld *self, const guint8 *state, guint epoch)
{
  guint vain = 0;

  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->vain != NULL)
      vain += self->parts[i].part->vain (self, state, epoch);
  return vain;
}

gboolean
lull_parts_may_rest (const LullModel *model,
                     const guint8 *state,
                     const LullAction *actions,
                     guint count)
{
  const LullWorld *self = (const LullWorld *) model;

  for (guint i = 0; i < count; i++)
    if (self->op_of[lull_action_kind (actions[i])] != OP_PART ||
        lull_parts_fairness (self, state, actions[i]) != LULL_UNFAIR)
      return FALSE;
  return TRUE;
}

void
lull_parts_say (const LullWorld *self,
                const guint16 *numbers,
                const guint8 *state,
                LullAction action,
                GString *text)
{
  const LullPartSite *site = site_of (self, action);

  site->part->say (self, site, numbers, state, step_of (site, action),
                   lull_action_argument (action), text);
}

GPtrArray *
lull_parts_list_pending (const LullWorld *self, const guint8 *state, guint epoch)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->list_pending != NULL)
      self->parts[i].part->list_pending (self, &self->parts[i], state, epoch, items);
  return items;
}

void
lull_parts_say_more (const LullWorld *self,
                     const guint8 *state,
                     const guint8 *next,
                     GString *text)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->say_more != NULL)
      self->parts[i].part->say_more (self, &self->parts[i], state, next, text);
}

void
lull_parts_describe (const LullWorld *self, const guint8 *state, GString *text)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->describe != NULL)
      self->parts[i].part->describe (self, &self->parts[i], state, text);
}
