/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Aggregation buffers. Each link has one: send() puts a message into it, and on the wire
 * it comes when the buffer is flushed, with all that is in it. A buffer that is full is
 * flushed at once, in the step that filled it; others when their worker is idle, at any
 * moment, or when a program says so.
 *
 * What is in a buffer is at the stage of a send task. Where links keep order the state
 * also has the order in which it came; otherwise a buffer has no bytes.
 */
#include "lull-buffers.h"
#include "lull-tell-waits.h"

/** What the part keeps. */
typedef struct
{
  guint fill; /* messages that fill a buffer; 0: any number */
  LullFlush flush;
  LullLink *queues; /* by link, or NULL: no order; (owned) */
} Buffers;

gboolean
lull_buffers_are_on (const LullWorldConfig *config)
{
  return config->send_tasks == LULL_SEND_TASKS_BUFFERED ||
         lull_pools_send_replies (config) == LULL_SEND_TASKS_BUFFERED;
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  Buffers *self = g_new0 (Buffers, 1);

  self->fill = config->buffer_max;
  self->flush = config->flush;
  if (world->fifo)
    self->queues = g_new0 (LullLink, (gsize) world->workers * world->workers);
  return self;
}

static void
free_buffers (gpointer data)
{
  Buffers *self = data;

  g_free (self->queues);
  g_free (self);
}

static guint
link_of_message (const LullWorld *world, const guint8 *state, guint message)
{
  return source_of (world, state, message) * world->workers +
         target_of (world, state, message);
}

static gboolean
may_use (const LullWorld *world, guint message, guint link)
{
  const LullMessage *m = &world->messages[message].m;

  return send_tasks_of (world, message) == LULL_SEND_TASKS_BUFFERED &&
         (world->any || m->source * world->workers + m->target == link);
}

/* Only now is it known where the bytes are. */
static guint32
size (const LullWorld *world, const LullPartSite *site)
{
  Buffers *self = site->data;
  guint32 used = 0;

  for (guint link = 0; self->queues != NULL && link < world->workers * world->workers;
       link++)
    {
      guint capacity = 0;

      for (guint i = 0; i < world->message_count; i++)
        capacity += may_use (world, i, link) ? 1 : 0;
      self->queues[link] = (LullLink){ .at = site->at + used, .capacity = capacity };
      used += capacity;
    }
  return used;
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return world->workers * world->workers;
}

static gboolean
is_in_buffer (const LullWorld *world, const guint8 *state, guint message)
{
  return stage_of (world, state, message) == STAGE_TASK &&
         send_tasks_of (world, message) == LULL_SEND_TASKS_BUFFERED;
}

static gboolean
is_in_buffer_of (const LullWorld *world, const guint8 *state, guint message, guint link)
{
  return is_in_buffer (world, state, message) &&
         link_of_message (world, state, message) == link;
}

static guint
count_in_buffer (const LullWorld *world, const guint8 *state, guint link)
{
  guint count = 0;

  for (guint message = 0; message < world->message_count; message++)
    count += is_in_buffer_of (world, state, message, link) ? 1 : 0;
  return count;
}

/* Whether nothing is queued or running at WORKER, whatever its idleness looks at. */
static gboolean
has_idle_pool (const LullWorld *world, const guint8 *state, guint worker)
{
  for (guint message = 0; message < world->message_count; message++)
    {
      LullStage stage = stage_of (world, state, message);

      if ((stage == STAGE_QUEUED || stage == STAGE_RUNNING) &&
          target_of (world, state, message) == worker)
        return FALSE;
    }
  return TRUE;
}

static gboolean
may_be_flushed (const LullWorld *world,
                const Buffers *self,
                const guint8 *state,
                guint worker)
{
  switch (self->flush)
    {
    case LULL_FLUSH_IDLE:
      return has_idle_pool (world, state, worker);
    case LULL_FLUSH_ANY:
      return TRUE;
    case LULL_FLUSH_BY_HAND:
    default:
      return FALSE;
    }
}

static void
offer (LullOffer *offer, const LullPartSite *site)
{
  const LullWorld *world = offer->world;

  for (guint worker = 0; worker < world->workers; worker++)
    {
      if (!may_be_flushed (world, site->data, offer->state, worker))
        continue;
      for (guint target = 0; target < world->workers; target++)
        {
          guint link = worker * world->workers + target;

          if (count_in_buffer (world, offer->state, link) > 0)
            lull_offer_part (offer, site, 0, link);
        }
    }
}

static void
put_on_the_wire (const LullApply *apply, guint message)
{
  lull_apply_keep_busy (apply, source_of (apply->world, apply->state, message),
                        LULL_IDLE_BUFFERED, -1);
  lull_apply_transmit (apply, message);
}

static void
flush (const LullApply *apply, const Buffers *self, guint link)
{
  const LullWorld *world = apply->world;

  if (self->queues != NULL)
    {
      const LullLink *queue = &self->queues[link];

      while (queue->capacity > 0 && apply->state[queue->at] != 0)
        {
          guint message = apply->state[queue->at] - 1U;

          lull_queue_pop (queue, apply->state);
          put_on_the_wire (apply, message);
        }
      return;
    }
  for (guint message = 0; message < world->message_count; message++)
    if (is_in_buffer_of (world, apply->state, message, link))
      put_on_the_wire (apply, message);
}

static void
forsake (const LullApply *apply, const LullPartSite *site, guint worker)
{
  const LullWorld *world = apply->world;
  const Buffers *self = site->data;

  for (guint target = 0; self->queues != NULL && target < world->workers; target++)
    {
      const LullLink *queue = &self->queues[worker * world->workers + target];

      memset (apply->state + queue->at, 0, queue->capacity);
    }
}

static gboolean
is_in_queue (const LullLink *queue, const guint8 *state, guint message)
{
  for (guint i = 0; i < queue->capacity; i++)
    if (state[queue->at + i] == message + 1)
      return TRUE;
  return FALSE;
}

/* A step puts one message into a buffer at most, so there is no question of which came
 * first. */
static void
take_in (const LullApply *apply, const Buffers *self)
{
  const LullWorld *world = apply->world;

  for (guint message = 0; message < world->message_count; message++)
    {
      const LullLink *queue;

      if (!is_in_buffer (world, apply->state, message))
        continue;
      queue = &self->queues[link_of_message (world, apply->state, message)];
      if (!is_in_queue (queue, apply->state, message))
        lull_queue_push (queue, apply->state, (guint8) (message + 1));
    }
}

static void
follow (const LullApply *apply, const LullPartSite *site)
{
  const LullWorld *world = apply->world;
  const Buffers *self = site->data;

  if (self->queues != NULL)
    take_in (apply, self);
  for (guint link = 0; self->fill > 0 && link < world->workers * world->workers; link++)
    if (count_in_buffer (world, apply->state, link) >= self->fill)
      flush (apply, self, link);
}

static void
take_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  (void) step;
  flush (apply, site->data, argument);
}

void
lull_buffers_flush (const LullApply *apply, guint worker)
{
  const LullWorld *world = apply->world;
  const LullPartSite *site = lull_part_site (world, &lull_part_buffers);

  for (guint target = 0; target < world->workers; target++)
    flush (apply, site->data, worker * world->workers + target);
}

static guint
worker_of (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint step,
           guint argument)
{
  (void) site;
  (void) state;
  (void) step;
  return argument / world->workers;
}

static void
say (const LullWorld *world,
     const LullPartSite *site,
     const guint16 *numbers,
     const guint8 *state,
     guint step,
     guint argument,
     GString *text)
{
  const char *separator = ": ";

  (void) site;
  (void) step;
  g_string_append_printf (text, "flushes its buffer for %s",
                          world->names[argument % world->workers]);
  for (guint message = 0; message < world->message_count; message++)
    if (is_in_buffer_of (world, state, message, argument))
      {
        g_string_append (text, separator);
        lull_world_message_name (world, numbers, message, text);
        separator = ", ";
      }
}

/* A message that is on the wire in the step that sent it has filled the buffer. */
static void
say_more (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          const guint8 *next,
          GString *text)
{
  (void) site;
  for (guint message = 0; message < world->message_count; message++)
    if (send_tasks_of (world, message) == LULL_SEND_TASKS_BUFFERED &&
        stage_of (world, state, message) == STAGE_UNSENT &&
        stage_of (world, next, message) == STAGE_FLIGHT)
      g_string_append (text, "; that fills the buffer, which goes out");
}

/* What is in a buffer waits for it to be flushed, and that for the pool to be idle. */
static void
find_waits (TellWaits *waits, const LullPartSite *site)
{
  const Tell *tell = waits->tell;
  const LullWorld *world = tell->world;
  const Buffers *self = site->data;

  for (guint message = 0; message < world->message_count; message++)
    {
      guint worker = source_of (world, tell->end, message);
      gboolean some = FALSE;

      if (!is_in_buffer (world, tell->end, message))
        continue;
      for (guint other = 0;
           self->flush == LULL_FLUSH_IDLE && other < world->message_count; other++)
        {
          LullStage stage = stage_of (world, tell->end, other);

          if ((stage != STAGE_QUEUED && stage != STAGE_RUNNING) ||
              target_of (world, tell->end, other) != worker)
            continue;
          some = TRUE;
          lull_tell_waits_add (waits, tell_wait_node (waits, message),
                               tell_wait_node (waits, other), g_strdup ("flush"),
                               "to end, for buffers are flushed when nothing runs");
        }
      if (!some)
        lull_tell_waits_add (waits, tell_wait_node (waits, message), TELL_NEVER,
                             g_strdup ("flush"), "a flush that nobody makes");
    }
}

/* Where buffers are flushed by hand, a local step does it. */
static gboolean
has_step (const LullWorld *world, const LullPartSite *site, guint step)
{
  (void) world;
  (void) step;
  return ((const Buffers *) site->data)->flush != LULL_FLUSH_BY_HAND;
}

static const char *const steps[] = { "flush", NULL };

static const char *const switches[] = { "runtime.send", "runtime.replies", NULL };

const LullPart lull_part_buffers = {
  .name = "buffers",
  .steps = steps,
  .switches = switches,
  .is_on = lull_buffers_are_on,
  .prepare = prepare,
  .has_step = has_step,
  .free = free_buffers,
  .size = size,
  .actions_max = actions_max,
  .forsake = forsake,
  .offer = offer,
  .follow = follow,
  .apply = take_step,
  .worker = worker_of,
  /* A buffer that can always be flushed is. */
  .fairness_count = actions_max,
  .say = say,
  .say_more = say_more,
  .find_waits = find_waits,
};
