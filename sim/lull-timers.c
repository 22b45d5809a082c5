/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timers as a part of the world. One that is pending has an unsent message, one that was
 * stopped a message that is gone; so the part has no bytes of its own. It fires once, at
 * any moment from the start on.
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
  if (config->work->epochs > 1)
    return "timers do not go with joins one after another: keep one join";
  return NULL;
}

/* Causes stand before what they cause. */
static void
leave_out (LullWorld *world)
{
  for (guint i = 0; i < world->message_count; i++)
    {
      const LullMessage *message = &world->messages[i].m;
      guint cause =
          message->request != LULL_NO_MESSAGE ? message->request : message->parent;

      if (cause == LULL_TIMER ||
          (cause != LULL_NO_MESSAGE && !world->messages[cause].work))
        world->messages[i].work = FALSE;
    }
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  Timers *self = g_new0 (Timers, 1);

  self->how = config->timers;
  for (guint i = 0; i < world->message_count; i++)
    if (world->messages[i].m.parent == LULL_TIMER)
      self->messages[self->count++] = (guint8) i;
  if (self->how.scope == LULL_TIMERS_OUT_OF_SCOPE)
    leave_out (world);
  return self;
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

/* A pending timer may keep its worker from being idle. */
static void
set_all (const LullApply *apply, const LullPartSite *site)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    lull_apply_keep_busy (apply, apply->world->messages[self->messages[i]].m.source,
                          LULL_IDLE_TIMERS, 1);
}

/* A call needs the futures lock, as every call does. */
static gboolean
can_fire (const LullOffer *offer, guint message)
{
  const LullMessage *m = &offer->world->messages[message].m;
  guint flags = worker_peek (offer->world, offer->state, m->source)[WORKER_FLAGS];

  return is_pending (offer->world, offer->state, message) &&
         (m->kind != LULL_BASIC_CALL || (flags & FLAG_LOCKED) == 0);
}

static void
offer_timers (LullOffer *offer, const LullPartSite *site)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    if (can_fire (offer, self->messages[i]))
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
  guint flags = worker_peek (apply->world, apply->state, worker)[WORKER_FLAGS];

  switch (self->how.stop)
    {
    case LULL_TIMERS_STOPPED_BY_JOIN:
      return main_ended (apply->world, apply->state, worker);
    case LULL_TIMERS_STOPPED_BY_LEAVE:
      return (flags & FLAG_LEFT) != 0;
    case LULL_TIMERS_STOPPED_BY_NOTHING:
    default:
      return FALSE;
    }
}

static void
stop (const LullApply *apply, const LullPartSite *site)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    {
      guint message = self->messages[i];
      guint worker = apply->world->messages[message].m.source;

      if (!is_pending (apply->world, apply->state, message) ||
          !is_over (self, apply, worker))
        continue;
      lull_apply_keep_busy (apply, worker, LULL_IDLE_TIMERS, -1);
      lull_apply_drop (apply, message);
    }
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

/* Each timer that is not stopped fires in the end. */
static guint
fairness_count (const LullWorld *world, const LullPartSite *site)
{
  const Timers *self = site->data;

  (void) world;
  return self->count;
}

static guint
fairness (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          guint step,
          guint message)
{
  const Timers *self = site->data;
  guint timer = 0;

  (void) world;
  (void) state;
  (void) step;
  while (self->messages[timer] != message)
    timer++;
  return timer;
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
              GPtrArray *items)
{
  const Timers *self = site->data;

  for (guint i = 0; i < self->count; i++)
    {
      GString *text;

      if (self->how.scope == LULL_TIMERS_OUT_OF_SCOPE ||
          !is_pending (world, state, self->messages[i]))
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
        g_string_append (text, ": pending\n");
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
  .actions_max = actions_max,
  .initial = set_all,
  .offer = offer_timers,
  .apply = fire,
  .follow = stop,
  .delay = delay,
  .worker = lull_part_sender,
  .fairness_count = fairness_count,
  .fairness = fairness,
  .say = say,
  .left_out = left_out,
  .list_pending = list_pending,
  .describe = describe,
};
