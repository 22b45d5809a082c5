/* SPDX-License-Identifier: Apache-2.0 */
/* The parts that a world may have, and how the world calls those that it has. */
#include "lull-faults-private.h"
#include "lull-part.h"
#include "lull-rounds-private.h"

/* Of a step that the world does not have. */
#define NO_KIND G_MAXUINT8

/* What follows from a step, follows in this order as well: what a scope is about is seen
 * when buffers are flushed and timers stopped. */
const LullPart *const lull_parts[] = { &lull_part_loss,        &lull_part_retries,
                                       &lull_part_duplication, &lull_part_rendezvous,
                                       &lull_part_timeouts,    &lull_part_deferred,
                                       &lull_rounds_messages,  &lull_rounds_answers,
                                       &lull_rounds_store,     &lull_part_timers,
                                       &lull_part_local_steps, &lull_part_buffers,
                                       &lull_part_send_errors, &lull_part_scopes,
                                       &lull_part_members,     NULL };

guint
lull_part_message_count (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return world->message_count;
}

guint
lull_part_sender (const LullWorld *world,
                  const LullPartSite *site,
                  const guint8 *state,
                  guint step,
                  guint message)
{
  (void) site;
  (void) step;
  return source_of (world, state, message);
}

guint
lull_part_sender_count (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return MAX (world->message_count, world->workers);
}

guint
lull_part_sender_class (const LullWorld *world,
                        const LullPartSite *site,
                        const guint8 *state,
                        guint step,
                        guint message)
{
  (void) site;
  (void) step;
  return world->any ? source_of (world, state, message) : message;
}

const LullPartSite *
lull_part_site (const LullWorld *self, const LullPart *part)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part == part)
      return &self->parts[i];
  return NULL;
}

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

static gboolean
part_fits (const LullPart *part, const LullWorldConfig *config, GError **error)
{
  const char *misfit = part->misfit != NULL ? part->misfit (config) : NULL;

  if (misfit != NULL)
    return lull_world_refuse (error, LULL_WORLD_ERROR_INVALID, misfit);
  return part->fits == NULL || part->fits (config, error);
}

gboolean
lull_parts_fit (const LullWorldConfig *config,
                const char *const **switches,
                GError **error)
{
  for (guint i = 0; lull_parts[i] != NULL; i++)
    {
      *switches = lull_parts[i]->switches;
      if (lull_parts[i]->is_on (config) && !part_fits (lull_parts[i], config, error))
        return FALSE;
    }
  return TRUE;
}

void
lull_parts_expand (const LullWorldConfig *config, LullWork *work)
{
  for (guint i = 0; lull_parts[i] != NULL; i++)
    if (lull_parts[i]->expand != NULL && lull_parts[i]->is_on (config))
      lull_parts[i]->expand (config, work);
}

/* How many sites PART has. */
static guint
count_sites (const LullPart *part, const LullWorldConfig *config)
{
  if (!part->is_on (config))
    return 0;
  return part->count != NULL ? part->count (config) : 1;
}

static void
prepare_site (LullWorld *self,
              const LullPart *part,
              guint number,
              const LullWorldConfig *config)
{
  LullPartSite *site = &self->parts[self->part_count++];

  site->part = part;
  site->number = number;
  if (part->prepare != NULL)
    site->data = part->prepare (self, config);
  if (part->rounds != NULL)
    self->rounds = site;
}

void
lull_parts_prepare (LullWorld *self, const LullWorldConfig *config)
{
  guint count = 0;

  for (guint i = 0; lull_parts[i] != NULL; i++)
    count += count_sites (lull_parts[i], config);
  self->parts = g_new0 (LullPartSite, count + 1);
  for (guint i = 0; lull_parts[i] != NULL; i++)
    for (guint number = 0; number < count_sites (lull_parts[i], config); number++)
      prepare_site (self, lull_parts[i], number, config);
}

guint32
lull_parts_lay_out (LullWorld *self, guint32 at)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      LullPartSite *site = &self->parts[i];

      site->at = at;
      if (site->part->size != NULL)
        at += site->part->size (self, site);
    }
  return at;
}

gboolean
lull_parts_layout_fits (const LullWorld *self, GError **error)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->layout_fits != NULL &&
        !self->parts[i].part->layout_fits (&self->parts[i], error))
      return FALSE;
  return TRUE;
}

static const LullBag *
bag_at (const LullPartSite *site)
{
  return site->part->bag != NULL ? site->part->bag (site) : NULL;
}

void
lull_parts_list_bags (LullWorld *self)
{
  for (guint i = 0; i < self->part_count; i++)
    if (bag_at (&self->parts[i]) != NULL)
      self->bags[self->bag_count++] = bag_at (&self->parts[i]);
}

/* The part of which bag number BAG is. */
static const LullPartSite *
site_of_bag (const LullWorld *self, guint bag)
{
  const LullPartSite *site = self->parts;

  for (guint left = bag; left > 0; site++)
    if (bag_at (site) != NULL && --left == 0)
      return site;
  g_assert_not_reached ();
}

void
lull_parts_words (
    const LullWorld *self, guint bag, const guint8 *record, char *words, gsize size)
{
  const LullPartSite *site = site_of_bag (self, bag);

  site->part->words (self, site, record, words, size);
}

guint
lull_parts_round_of (const LullWorld *self,
                     guint bag,
                     const guint8 *record,
                     const guint *rounds)
{
  const LullPartSite *site = bag > 0 ? site_of_bag (self, bag) : NULL;

  if (site == NULL || site->part->rounds == NULL)
    return 0;
  return site->part->rounds->round_of (self, site, record, rounds);
}

void
lull_parts_renew (const LullWorld *self, guint bag, guint8 *record)
{
  const LullPartSite *site = bag > 0 ? site_of_bag (self, bag) : NULL;

  if (site != NULL && site->part->rounds != NULL && site->part->rounds->renew != NULL)
    site->part->rounds->renew (record);
}

gboolean
lull_parts_uses (const LullWorld *self,
                 guint bag,
                 const guint8 *state,
                 const guint8 *record)
{
  const LullPartSite *site = site_of_bag (self, bag);

  return site->part->rounds->uses (self, site, state, record);
}

const LullBag *
lull_parts_bag_of (const LullWorld *self, LullAction action)
{
  const LullPartSite *site = site_of (self, action);

  return step_of (site, action) == LULL_PART_STEP_TAKES ? bag_at (site) : NULL;
}

static gboolean
has_step (const LullWorld *self, const LullPartSite *site, guint step)
{
  return site->part->has_step == NULL || site->part->has_step (self, site, step);
}

static guint
step_count (const LullPartSite *site)
{
  return site->part->step_count != NULL ? site->part->step_count (site)
                                        : count_names (site->part->steps);
}

static const char *
step_name (const LullPartSite *site, guint step)
{
  return site->part->step_name != NULL ? site->part->step_name (site, step)
                                       : site->part->steps[step];
}

guint
lull_parts_name_kinds (LullWorld *self, guint count)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      LullPartSite *site = &self->parts[i];

      /* A part may have no step at all. */
      site->kinds = g_malloc (step_count (site) + 1);
      memset (site->kinds, NO_KIND, step_count (site) + 1);
      for (guint step = 0; step < step_count (site); step++)
        {
          if (!has_step (self, site, step))
            continue;
          site->kinds[step] = (guint8) count;
          self->part_of[count] = (guint8) i;
          self->op_of[count] = OP_PART;
          self->kinds[count++] = g_strdup (step_name (site, step));
        }
    }
  return count;
}

guint
lull_parts_kind_count (const LullWorld *self)
{
  guint count = 0;

  for (guint i = 0; i < self->part_count; i++)
    for (guint step = 0; step < step_count (&self->parts[i]); step++)
      count += has_step (self, &self->parts[i], step) ? 1 : 0;
  return count;
}

guint
lull_parts_actions_max (const LullWorld *self)
{
  guint max = 0;

  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->actions_max != NULL)
      max += self->parts[i].part->actions_max (self, &self->parts[i]);
  return max;
}

guint
lull_parts_prepare_fairness (LullWorld *self, guint count)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      LullPartSite *site = &self->parts[i];

      site->fairness_at = count;
      if (site->part->fairness_count != NULL)
        count += site->part->fairness_count (self, site);
    }
  return count;
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
  g_assert (site->kinds[step] != NO_KIND);
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

char *
lull_parts_names (const LullWorld *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].number == 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              self->parts[i].part->name);
  return g_string_free (names, names->len == 0);
}

char *
lull_parts_left_out (const LullWorld *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->part_count; i++)
    {
      const LullPartSite *site = &self->parts[i];
      g_autofree char *words =
          site->part->left_out != NULL ? site->part->left_out (self, site) : NULL;

      if (words != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", words);
    }
  return g_string_free (text, text->len == 0);
}

void
lull_parts_free (LullWorld *self)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      g_free (self->parts[i].kinds);
      if (self->parts[i].part->free != NULL)
        self->parts[i].part->free (self->parts[i].data);
      else
        g_free (self->parts[i].data);
    }
  g_free (self->parts);
}
