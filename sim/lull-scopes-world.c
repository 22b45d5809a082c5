/* SPDX-License-Identifier: Apache-2.0 */
/* The world of a scope: what it shares with the world around it, what it has of its own,
 * and what it is told of its workers. */
#include "lull-scopes-private.h"

/* Of the messages it has their places in a state, and of those that belong to the scope
 * tags of its own. */
static guint32
lay_out_messages (LullWorld *self, const LullPartSite *site, guint32 at)
{
  for (guint i = 0; i < self->message_count; i++)
    {
      LullWorldMessage *message = &self->messages[i];

      message->told = scope_has (self, site, i);
      message->watched = FALSE;
      message->tag_at = at;
      if (message->told)
        at += (guint32) self->tag_size;
    }
  return at;
}

/* Control messages have connections of their own. */
static guint32
lay_out_links (LullWorld *self, guint32 at)
{
  guint pairs = self->workers * self->workers;

  if (!self->fifo)
    return at;
  self->links = g_new0 (LullLink, pairs);
  for (guint pair = 0; pair < pairs && self->controls.max > 1; pair++)
    {
      self->links[pair] = (LullLink){ .at = at, .capacity = self->controls.max };
      at += self->controls.max;
    }
  return at;
}

/* Nobody's main program ends with a call that it awaits: the body is asked about that. */
static void
let_nobody_await (LullWorld *self)
{
  self->last_awaited = g_new (guint8, self->workers);
  memset (self->last_awaited, LULL_NO_MESSAGE, self->workers);
}

/* What the files that reach into a protocol ask a world for. */
static LullWorld *
world_new (const LullWorld *around, const ScopeWatch *watch)
{
  LullWorld *self = g_new0 (LullWorld, 1);

  self->workers = around->workers;
  self->names = around->names;
  self->join_name = watch->name;
  self->epochs = 1;
  self->settle = around->settle;
  self->fifo = around->fifo;
  self->faults = around->faults;
  self->message_count = around->message_count;
  self->messages =
      g_memdup2 (around->messages, around->message_count * sizeof (LullWorldMessage));
  let_nobody_await (self);
  lull_world_set_protocol (self, watch->how.protocol, watch->options, watch->how.guarded);
  lull_world_index_places (self);
  return self;
}

/* "scope: contribute", or of several "scope 2: contribute". */
static char *
name_kind (const ScopeWatch *self, const LullPartSite *site, const char *step)
{
  return self->count > 1 ? g_strdup_printf ("scope %u: %s", site->number + 1, step)
                         : g_strdup_printf ("scope: %s", step);
}

/* The kinds of its steps are numbered from 0, as those of a part are. */
static void
name_steps (ScopeWatch *self, const LullPartSite *site)
{
  LullWorld *world = self->world;
  guint count = 0;

  self->steps = g_new0 (guint8, world->step_count + 1);
  self->step_names = g_new0 (char *, world->step_count + 2);
  world->step_kinds = g_new0 (guint8, world->step_count + 1);
  if (world->controls.max > 0)
    self->step_names[count++] = name_kind (self, site, "control");
  for (guint step = 0; step < world->step_count; step++)
    if (lull_world_step_exists (world, step))
      {
        self->step_count++;
        world->step_kinds[step] = (guint8) count;
        self->steps[count] = (guint8) step;
        self->step_names[count++] =
            name_kind (self, site, world->protocol->steps[step].name);
      }
}

static guint
count_messages (const LullWorld *world, const LullPartSite *site)
{
  guint count = 0;

  for (guint message = 0; message < world->message_count; message++)
    count += scope_has (world, site, message) ? 1 : 0;
  return count;
}

guint32
lull_scope_make_world (const LullWorld *world, const LullPartSite *site)
{
  ScopeWatch *watch = site->data;
  LullWorld *self;
  guint32 at;

  watch->name = watch->count > 1 ? g_strdup_printf ("scope %u", site->number + 1)
                                 : g_strdup ("the scope");
  watch->world = self = world_new (world, watch);
  self->left_at = site->at + SCOPE_LEFT;
  at = lay_out_messages (self, site, site->at + SCOPE_TAGS);
  at = lull_world_lay_out_protocol (self, at, 1, count_messages (world, site));
  at = lay_out_links (self, at);
  name_steps (watch, site);
  return at - site->at;
}

void
lull_scope_free_world (LullWorld *self)
{
  if (self == NULL)
    return;
  lull_world_free_places (self);
  g_free (self->options);
  g_free (self->contribution_sizes);
  g_free (self->messages);
  g_free (self->last_awaited);
  g_free (self->step_kinds);
  g_free (self->links);
  g_free (self);
}

/* Whom MESSAGE keeps busy, and by what; 0: nobody. */
static guint
keeps_busy (const LullWorld *world, const guint8 *state, guint message, guint *worker)
{
  const LullMessage *m = &world->messages[message].m;

  *worker = m->target;
  switch (stage_of (world, state, message))
    {
    case STAGE_TASK:
      *worker = m->source;
      return waiting_send_of (world, message);
    case STAGE_FLIGHT:
      *worker = m->source;
      return is_task_until_taken (world, message) ? LULL_IDLE_SENDS : 0;
    case STAGE_HELD:
      return world->listener ? LULL_IDLE_LISTENER : 0;
    case STAGE_QUEUED:
      return LULL_IDLE_QUEUE;
    case STAGE_RUNNING:
      return LULL_IDLE_RUNNING;
    case STAGE_DEFERRED:
      return LULL_IDLE_DEFERRED;
    case STAGE_RETRY:
      *worker = m->source;
      return LULL_IDLE_RETRIES;
    case STAGE_UNSENT:
    case STAGE_DONE:
    case STAGE_GONE:
    case STAGE_LOST:
    default:
      return 0;
    }
}

static guint8
count_busy (const LullWorld *world,
            const LullPartSite *site,
            const guint8 *state,
            guint worker)
{
  guint8 busy = 0;

  for (guint message = 0; message < world->message_count; message++)
    {
      guint whom;

      if (scope_has (world, site, message) &&
          (keeps_busy (world, state, message, &whom) & world->idle) != 0 &&
          whom == worker)
        busy++;
    }
  return busy;
}

void
lull_scope_refresh (const LullApply *apply, const LullPartSite *site, guint worker)
{
  const LullWorld *world = apply->world;
  const guint8 *around = worker_peek (world, apply->state, worker);
  guint8 *block = worker_at (scope_watch (site)->world, apply->state, worker);

  if (scope_watch (site)->how.sees == LULL_SCOPES_SEE_WORKER)
    {
      block[WORKER_BUSY] = around[WORKER_BUSY];
      block[WORKER_FUTURES] = around[WORKER_FUTURES];
      return;
    }
  block[WORKER_BUSY] = count_busy (world, site, apply->state, worker);
  if ((world->idle & LULL_IDLE_FUTURES) != 0)
    block[WORKER_BUSY] = (guint8) (block[WORKER_BUSY] + block[WORKER_FUTURES]);
}

LullApply
lull_scope_enter (const LullApply *apply, const LullPartSite *site)
{
  LullStepLog *log = apply->log != NULL ? apply->log->scope : NULL;

  if (log != NULL)
    log->scope_number = site->number + 1;
  return (
      LullApply){ .world = scope_watch (site)->world, .state = apply->state, .log = log };
}
