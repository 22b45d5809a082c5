/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timers as a part of the world. One that is pending has an unsent message, one that was
 * stopped a message that is gone. It fires once, at any moment from when it is set.
 *
 * It belongs to the join in which it fires. One that a join stops fires in that; any
 * other belongs, until it has fired, to the join that its worker is in or will be in
 * next.
 *
 *     | per timer: whether it is set, if not all are at first | per timer: the join that
 *     it belongs to, if that changes |
 */
#include "lull-part.h"

enum
{
  FIRE
};

static const char *const steps[] = { [FIRE] = "timer", NULL };

/** What is kept of the config, and where the timers are. */
typedef struct
{
  LullTimers how;
  guint first;         /* the join before which they are set, from 0 */
  gboolean joins_open; /* the one that they belong to changes until they fire */
  guint count;
  guint8 messages[LULL_MESSAGES_MAX];
} Timers;

static gboolean
is_on (const LullWorldConfig *config)
{
  const GArray *messages = config->work->messages;

  for (guint i = 0; i < messages->len; i++)
    if (g_array_index (messages, LullMessage, i).parent == LULL_TIMER)
      return TRUE;
  return FALSE;
}

static const char *
misfit (const LullWorldConfig *config)
{
  if (config->work->any_messages > 0)
    return "timers do not go with any work: list the calls";
  if (config->timers.join < 1 || config->timers.join > config->work->epochs)
    return "timers are set before a join that there is not: there are fewer joins";
  return NULL;
}

/* The message of the timer that brings MESSAGE about, or LULL_NO_MESSAGE. */
static guint
timer_of (const LullWorld *world, guint message)
{
  const LullMessage *m = &world->messages[message].m;

  while (m->parent != LULL_TIMER)
    {
      message = m->request != LULL_NO_MESSAGE ? m->request : m->parent;
      if (message >= world->message_count)
        return LULL_NO_MESSAGE;
      m = &world->messages[message].m;
    }
  return message;
}

/* What they bring about belongs to the join that they belong to. */
static void
give_to_join (LullWorld *world, const Timers *self)
{
  for (guint i = 0; i < world->message_count; i++)
    {
      if (timer_of (world, i) == LULL_NO_MESSAGE)
        continue;
      world->messages[i].m.epoch = (guint8) self->first;
      world->messages[i].work = self->how.scope == LULL_TIMERS_IN_SCOPE;
    }
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  Timers *self = g_new0 (Timers, 1);

  self->how = config->timers;
  self->first = config->timers.join - 1;
  self->joins_open = self->first < world->epochs - 1 &&
                     self->how.stop == LULL_TIMERS_STOPPED_BY_NOTHING &&
                     self->how.scope == LULL_TIMERS_IN_SCOPE;
  for (guint i = 0; i < world->message_count; i++)
    if (world->messages[i].m.parent == LULL_TIMER)
      self->messages[self->count++] = (guint8) i;
  give_to_join (world, self);
  return self;
}

/* Where it says whether timer number TIMER is set, and which join it belongs to. */
static guint32
set_at (const LullPartSite *site, guint timer)
{
  return site->at + timer;
}

static guint32
join_at (const LullPartSite *site, guint timer)
{
  const Timers *self = site->data;

  return site->at + (self->first > 0 ? self->count : 0) + timer;
}

static guint
number_of (const Timers *self, guint message)
{
  guint timer = 0;

  while (self->messages[timer] != message)
    timer++;
  return timer;
}

/* Only now is it known where the bytes are. */
static guint32
size (const LullWorld *world, const LullPartSite *site)
{
  const Timers *self = site->data;

  for (guint i = 0; self->joins_open && i < world->message_count; i++)
    {
      guint message = timer_of (world, i);

      if (message != LULL_NO_MESSAGE)
        world->messages[i].epoch_at = join_at (site, number_of (self, message));
    }
  return (self->first > 0 ? self->count : 0) + (self->joins_open ? self->count : 0);
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  const Timers *self = site->data;

  (void) world;
  return self->count;
}

static gboolean
is_pending (const LullWorld *world, const guint8 *state, guint message)
{
  return stage_of (world, state, message) == STAGE_UNSENT;
}

static gboolean
is_set (const LullPartSite *site, const guint8 *state, guint timer)
{
  const Timers *self = site->data;

  return self->first == 0 || state[set_at (site, timer)] != 0;
}

/* What a timer brings about, none of which is sent yet, goes along with WORKER, which has
 * it. */
static void
move_along (const LullApply *apply, const LullPartSite *site, guint timer, guint worker)
{
  const LullWorld *world = apply->world;
  guint first = ((const Timers *) site->data)->first;
  guint epoch = MAX (first, epoch_of (world, apply->state, worker));
  guint8 *join = apply->state + join_at (site, timer);
  gint count = 0;

  if (*join == epoch)
    return;
  for (guint i = 0; i < world->message_count; i++)
    count += world->messages[i].epoch_at == join_at (site, timer) ? 1 : 0;
  lull_apply_owe_join (apply, *join, -count);
  *join = (guint8) epoch;
  lull_apply_owe_join (apply, epoch, count);
}

/* A timer that is set may keep its worker from being idle. */
static void
begin (const LullApply *apply, const LullPartSite *site)
{
  const Timers *self = site->data;

  for (guint i = 0; self->first == 0 && i < self->count; i++)
    lull_apply_keep_busy (apply, apply->world->messages[self->messages[i]].m.source,
                          LULL_IDLE_TIMERS, 1);
}

/* A call needs the futures lock, as every call does. */
static gboolean
can_fire (const LullOffer *offer, const LullPartSite *site, guint timer)
{
  guint message = ((const Timers *) site->data)->messages[timer];
  const LullMessage *m = &offer->world->messages[message].m;
  guint flags = worker_peek (offer->world, offer->state, m->source)[WORKER_FLAGS];

  return is_pending (offer->world, offer->state, message) &&
         is_set (site, offer->state, timer) &&
         (m->kind != LULL_BASIC_CALL || (flags & FLAG_LOCKED) == 0);
}

static void
offer_timers (LullOffer *offer, const LullPartSite *site)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    if (can_fire (offer, site, i))
      lull_offer_part (offer, site, FIRE, self->messages[i]);
}

static void
fire (const LullApply *apply, const LullPartSite *site, guint step, guint message)
{
  (void) site;
  (void) step;
  lull_apply_keep_busy (apply, apply->world->messages[message].m.source, LULL_IDLE_TIMERS,
                        -1);
  lull_apply_post (apply, message);
}

static gboolean
is_over (const Timers *self, const LullApply *apply, guint worker)
{
  guint epoch = epoch_of (apply->world, apply->state, worker);

  switch (self->how.stop)
    {
    case LULL_TIMERS_STOPPED_BY_JOIN:
      return epoch > self->first ||
             (epoch == self->first && main_ended (apply->world, apply->state, worker));
    case LULL_TIMERS_STOPPED_BY_LEAVE:
      return joins_left (apply->world, apply->state, worker) > self->first;
    case LULL_TIMERS_STOPPED_BY_NOTHING:
    default:
      return FALSE;
    }
}

/* A timer is set when its worker begins with what it does before the join. */
static void
follow_timer (const LullApply *apply, const LullPartSite *site, guint timer)
{
  const Timers *self = site->data;
  guint message = self->messages[timer];
  guint worker = apply->world->messages[message].m.source;

  if (!is_set (site, apply->state, timer) &&
      epoch_of (apply->world, apply->state, worker) >= self->first)
    {
      apply->state[set_at (site, timer)] = 1;
      lull_apply_keep_busy (apply, worker, LULL_IDLE_TIMERS, 1);
    }
  if (self->joins_open)
    move_along (apply, site, timer, worker);
  if (!is_over (self, apply, worker))
    return;
  lull_apply_keep_busy (apply, worker, LULL_IDLE_TIMERS, -1);
  lull_apply_drop (apply, message);
}

static void
follow (const LullApply *apply, const LullPartSite *site)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    if (is_pending (apply->world, apply->state, self->messages[i]))
      follow_timer (apply, site, i);
}

static const LullDelay *
delay (const LullWorld *world,
       const LullPartSite *site,
       const guint8 *state,
       guint step,
       guint message)
{
  const Timers *self = site->data;

  (void) world;
  (void) state;
  (void) step;
  (void) message;
  return &self->how.delay;
}

static guint
fairness (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          guint step,
          guint message)
{
  (void) world;
  (void) state;
  (void) step;
  return number_of (site->data, message);
}

static void
say (const LullWorld *world,
     const LullPartSite *site,
     const guint16 *numbers,
     const guint8 *state,
     guint step,
     guint message,
     GString *text)
{
  (void) site;
  (void) state;
  (void) step;
  g_string_append_printf (text, "timer %s ", lull_world_send_word (world, message));
  lull_world_message_name (world, numbers, message, text);
  g_string_append_printf (text, " to %s",
                          world->names[world->messages[message].m.target]);
}

static void
append_timer (const LullWorld *world, guint message, GString *text)
{
  g_string_append_printf (text, "the timer of %s for ",
                          world->names[world->messages[message].m.source]);
  lull_world_message_name (world, NULL, message, text);
}

static char *
left_out (const LullWorld *world, const LullPartSite *site)
{
  const Timers *self = site->data;

  (void) world;
  if (self->how.scope == LULL_TIMERS_IN_SCOPE)
    return NULL;
  return g_strdup_printf ("%u timer%s and what %s", self->count,
                          self->count == 1 ? "" : "s",
                          self->count == 1 ? "it causes" : "they cause");
}

static void
list_pending (const LullWorld *world,
              const LullPartSite *site,
              const guint8 *state,
              guint epoch,
              GPtrArray *items)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    {
      GString *text;

      if (self->how.scope == LULL_TIMERS_OUT_OF_SCOPE ||
          !is_pending (world, state, self->messages[i]) ||
          epoch_of_message (world, state, self->messages[i]) > epoch)
        continue;
      text = g_string_new (NULL);
      append_timer (world, self->messages[i], text);
      g_ptr_array_add (items, g_string_free (text, FALSE));
    }
}

static void
describe (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          GString *text)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    if (is_pending (world, state, self->messages[i]))
      {
        append_timer (world, self->messages[i], text);
        g_string_append (text,
                         is_set (site, state, i) ? ": pending\n" : ": not set yet\n");
      }
}

static const char *const switches[] = { "timers.calls", NULL };

const LullPart lull_part_timers = {
  .name = "timers",
  .steps = steps,
  .switches = switches,
  .is_on = is_on,
  .misfit = misfit,
  .prepare = prepare,
  .size = size,
  .actions_max = actions_max,
  .initial = begin,
  .offer = offer_timers,
  .apply = fire,
  .follow = follow,
  .delay = delay,
  .worker = lull_part_sender,
  /* Each timer that is not stopped fires in the end. */
  .fairness_count = actions_max,
  .fairness = fairness,
  .say = say,
  .left_out = left_out,
  .list_pending = list_pending,
  .describe = describe,
};
