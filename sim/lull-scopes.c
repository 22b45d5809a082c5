/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scopes: a part of a program that has a detector of its own. The program goes on behind
 * it when that has announced at its worker. Each scope is a site of this part, with a
 * world for its protocol (lull-scopes-private.h) that is told of what belongs to it; the
 * join is told of it besides, or not.
 */
#include "lull-scopes-private.h"

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->work->scopes->len > 0;
}

static guint
count (const LullWorldConfig *config)
{
  return config->work->scopes->len;
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  ScopeWatch *self = g_new0 (ScopeWatch, 1);

  self->count = config->work->scopes->len;
  self->spans = g_memdup2 (config->work->scopes->data, self->count * sizeof (LullScope));
  self->how = config->scopes;
  self->how.options = self->options = lull_scopes_dup_options (&config->scopes);
  for (guint i = 0; i < world->message_count; i++)
    {
      LullWorldMessage *message = &world->messages[i];

      if (message->m.scope == 0)
        continue;
      message->watched = TRUE;
      message->told = self->how.outer == LULL_SCOPES_OUTER_COUNTS;
    }
  return self;
}

static void
free_watch (gpointer data)
{
  ScopeWatch *self = data;

  lull_scope_free_world (self->world);
  g_strfreev (self->step_names);
  g_free (self->steps);
  g_free (self->options);
  g_free (self->spans);
  g_free (self->name);
  g_free (self);
}

static gboolean
layout_fits (const LullPartSite *site, GError **error)
{
  return lull_world_protocol_fits (scope_watch (site)->world, error);
}

static guint
count_steps (const LullPartSite *site)
{
  return g_strv_length (scope_watch (site)->step_names);
}

static const char *
name_step (const LullPartSite *site, guint step)
{
  return scope_watch (site)->step_names[step];
}

static const LullBag *
bag (const LullPartSite *site)
{
  const LullBag *controls = &scope_watch (site)->world->controls;

  return controls->max > 0 ? controls : NULL;
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  return world->workers * scope_watch (site)->step_count +
         scope_watch (site)->world->controls.max;
}

/* All but the program that opens the scope have ended what the scope knows of theirs. */
static void
initial (const LullApply *apply, const LullPartSite *site)
{
  LullApply inner = lull_scope_enter (apply, site);

  for (guint worker = 0; worker < inner.world->workers; worker++)
    lull_node_init (inner.world, inner.state, worker, inner.log);
  for (guint worker = 0; worker < inner.world->workers; worker++)
    if (worker != scope_span (site)->worker)
      lull_apply_join (&inner, worker);
}

static void
offer_worker (LullOffer *offer, const LullPartSite *site, guint worker)
{
  const LullWorld *world = scope_watch (site)->world;
  LullOffer inner = { .world = world, .state = offer->state };
  const guint8 *block = worker_peek (world, offer->state, worker);
  const LullPlace *place;

  if (!scope_has_begun (site, offer->state, worker) ||
      (block[WORKER_FLAGS] & FLAG_LEFT) != 0)
    return;
  place = &world->places[block[WORKER_PLACE]];
  for (guint i = 0; i < place->count; i++)
    if (lull_can_step (&inner, worker, place->steps[i]))
      lull_offer_part (offer, site, world->step_kinds[place->steps[i]], worker);
}

static void
offer_steps (LullOffer *offer, const LullPartSite *site)
{
  const LullWorld *inner = scope_watch (site)->world;

  for (guint record = 0; record < lull_control_count (inner, offer->state); record++)
    if (lull_control_ready (inner, offer->state, record))
      lull_offer_part (offer, site, LULL_PART_STEP_TAKES, record);
  for (guint worker = 0; worker < inner->workers; worker++)
    offer_worker (offer, site, worker);
}

static void
take_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  LullApply inner = lull_scope_enter (apply, site);

  if (scope_takes_control (site, step))
    lull_apply_deliver (&inner, argument);
  else
    lull_node_step (inner.world, inner.state, argument, scope_watch (site)->steps[step],
                    inner.log);
}

/* A main program that has nothing to do behind its scope joins when that is over.
 * @return whether it has done so now */
static gboolean
go_on (const LullApply *apply, const LullPartSite *site)
{
  const LullScope *span = scope_span (site);
  const guint8 *block = worker_peek (apply->world, apply->state, span->worker);

  if (span->parent != LULL_NO_MESSAGE || !scope_is_over (site, apply->state) ||
      !is_under_way (apply->world, apply->state, span->worker, span->epoch,
                     LULL_NO_MESSAGE) ||
      !all_roots_sent (apply->world, apply->state, span->worker))
    return FALSE;
  lull_apply_join (apply, span->worker);
  return (block[WORKER_FLAGS] & FLAG_JOINED) != 0;
}

/* The body has ended, so that from now on the protocol may find out that all is over. */
static void
enter_join (const LullApply *apply, const LullPartSite *site)
{
  guint worker = scope_span (site)->worker;
  LullApply inner;

  if (scope_has_begun (site, apply->state, worker) ||
      !lull_scope_body_has_ended (apply->world, site, apply->state))
    return;
  inner = lull_scope_enter (apply, site);
  lull_scope_refresh (apply, site, worker);
  lull_apply_join (&inner, worker);
}

static void
follow (const LullApply *apply, const LullPartSite *site)
{
  for (guint worker = 0; worker < apply->world->workers; worker++)
    lull_scope_refresh (apply, site, worker);
  enter_join (apply, site);
  if (go_on (apply, site))
    lull_parts_follow (apply); /* from that, too: its timers may stop */
}

/* A main program that awaits its last call has ended before its protocol is told how the
 * answer came to be, and after it is told that the call is sent. So has a body. */
static void
tell (const LullApply *apply, const LullPartSite *site, LullTold what, guint message)
{
  LullApply inner;

  if (!scope_has (apply->world, site, message))
    return;
  if (what != TOLD_POSTED && what != TOLD_TRANSMITTED)
    enter_join (apply, site);
  lull_scope_refresh (apply, site,
                      is_told_to_sender (what)
                          ? source_of (apply->world, apply->state, message)
                          : target_of (apply->world, apply->state, message));
  inner = lull_scope_enter (apply, site);
  lull_apply_tell (&inner, what, message);
}

static void
owe (const LullApply *apply, const LullPartSite *site, guint message, gint by)
{
  guint8 *undone = apply->state + site->at + SCOPE_UNDONE;

  if (scope_has (apply->world, site, message))
    *undone = (guint8) (*undone + by);
}

static void
count_future (const LullApply *apply, const LullPartSite *site, guint call, gint by)
{
  LullApply inner = { .world = scope_watch (site)->world, .state = apply->state };

  if (scope_has (apply->world, site, call) &&
      scope_watch (site)->how.sees == LULL_SCOPES_SEE_SCOPE)
    lull_apply_count_future (&inner, call, by);
}

static const LullPartSite *
find_site (const LullWorld *world, guint scope)
{
  return lull_part_site (world, &lull_part_scopes) + scope;
}

guint
lull_scopes_count (const LullWorld *self)
{
  const LullPartSite *first = lull_part_site (self, &lull_part_scopes);

  return first != NULL ? scope_watch (first)->count : 0;
}

const LullWorld *
lull_scopes_world (const LullWorld *self, guint scope)
{
  return scope_watch (find_site (self, scope))->world;
}

guint
lull_scopes_opener (const LullWorld *self, guint scope)
{
  return scope_span (find_site (self, scope))->worker;
}

const char *
lull_scopes_awaited (const LullWorld *self,
                     const guint8 *state,
                     guint worker,
                     guint parent)
{
  for (guint scope = 0; scope < lull_scopes_count (self); scope++)
    {
      const LullPartSite *site = find_site (self, scope);

      if (lull_scope_waits (self, site, state) &&
          lull_scope_holds_up (self, site, state, worker, parent))
        return scope_watch (site)->name;
    }
  return NULL;
}

gboolean
lull_scopes_is_sent (const LullWorld *self, const guint8 *state, guint scope)
{
  return lull_scope_is_sent (self, find_site (self, scope), state);
}

static gboolean
holds (const LullWorld *world G_GNUC_UNUSED,
       const LullPartSite *site,
       const guint8 *state)
{
  return state[site->at + SCOPE_LEFT] == 0 || state[site->at + SCOPE_UNDONE] == 0;
}

gboolean
lull_scopes_hold (const LullWorld *self, const guint8 *state, guint scope)
{
  return holds (self, find_site (self, scope), state);
}

static guint
worker_of (const LullWorld *world G_GNUC_UNUSED,
           const LullPartSite *site,
           const guint8 *state,
           guint step,
           guint argument)
{
  if (scope_takes_control (site, step))
    return control_peek (scope_watch (site)->world, state, argument)[LULL_BAG_TARGET];
  return argument;
}

/* Workers, then links, as for the join. */
static guint
fairness_count (const LullWorld *world, const LullPartSite *site)
{
  const LullBag *controls = &scope_watch (site)->world->controls;

  return world->workers +
         world->workers * world->workers * lull_bag_classes_of_a_link (controls);
}

static guint
fairness (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          guint step,
          guint argument)
{
  const LullBag *controls = &scope_watch (site)->world->controls;

  if (scope_takes_control (site, step))
    return world->workers + lull_bag_class (controls, state, argument, world->workers);
  return argument;
}

static const LullPartWatch watch = {
  .tell = tell,
  .owe = owe,
  .count_future = count_future,
  .say = lull_scope_say_watched,
};

static const char *const switches[] = { "scopes.protocol", "calls.scope", NULL };

const LullPart lull_part_scopes = {
  .name = "scopes",
  .switches = switches,
  .is_on = is_on,
  .count = count,
  .misfit = lull_scopes_misfit,
  .fits = lull_scopes_fit,
  .prepare = prepare,
  .free = free_watch,
  .size = lull_scope_make_world,
  .layout_fits = layout_fits,
  .step_count = count_steps,
  .step_name = name_step,
  .bag = bag,
  .words = lull_scope_words,
  .watch = &watch,
  .actions_max = actions_max,
  .initial = initial,
  .offer = offer_steps,
  .allows = lull_scope_allows,
  .holds = holds,
  .holds_up = lull_scope_holds_up,
  .find_waits = lull_scope_find_waits,
  .apply = take_step,
  .follow = follow,
  .worker = worker_of,
  .fairness_count = fairness_count,
  .fairness = fairness,
  .say = lull_scope_say,
  .describe = lull_scope_describe,
};
