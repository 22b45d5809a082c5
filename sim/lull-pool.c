/* SPDX-License-Identifier: Apache-2.0 */
/* The pools of a worker: who shares one, how many threads each has, and what waits for
 * them where a pool takes it in order. */
#include "lull-world-private.h"

LullSendTasks
lull_pools_send_replies (const LullWorldConfig *config)
{
  switch (config->replies)
    {
    case LULL_REPLIES_DIRECT:
      return LULL_SEND_TASKS_NONE;
    case LULL_REPLIES_BY_TASK:
      return LULL_SEND_TASKS_APART;
    case LULL_REPLIES_IN_POOL:
      return LULL_SEND_TASKS_IN_POOL;
    case LULL_REPLIES_BUFFERED:
      return LULL_SEND_TASKS_BUFFERED;
    case LULL_REPLIES_AS_SENT:
    default:
      return config->send_tasks;
    }
}

static gboolean
is_in_a_pool (const LullWorldConfig *config, LullTaskKind kind)
{
  return kind != LULL_TASK_SEND || config->send_tasks == LULL_SEND_TASKS_IN_POOL ||
         lull_pools_send_replies (config) == LULL_SEND_TASKS_IN_POOL;
}

gboolean
lull_pools_fit (const LullWorldConfig *config, const char **reason)
{
  *reason = "sends have a pool of their own, but do not wait in a pool; let send, or "
            "replies, be pool";
  return !config->own_pools[LULL_TASK_SEND].apart ||
         is_in_a_pool (config, LULL_TASK_SEND);
}

/* A pool is made for a task of that kind, unless it is there already. */
static void
use_pool (LullWorld *self, guint pool, guint threads_max, gboolean fifo)
{
  self->pools[pool].threads_max = threads_max;
  if (fifo && self->pools[pool].queues == NULL)
    self->pools[pool].queues = g_new0 (LullLink, self->workers);
  self->pools_limited = self->pools_limited || threads_max > 0;
  self->pools_ordered = self->pools_ordered || fifo;
}

void
lull_pools_prepare (LullWorld *self, const LullWorldConfig *config)
{
  self->send_tasks[0] = config->send_tasks;
  self->send_tasks[1] = lull_pools_send_replies (config);
  self->pool_count = 1;
  for (guint kind = 0; kind < LULL_TASK_KINDS; kind++)
    {
      const LullOwnPool *own = &config->own_pools[kind];

      if (own->apart)
        {
          self->pool_of[kind] = (guint8) self->pool_count++;
          use_pool (self, self->pool_of[kind], own->threads_max, own->fifo != 0);
        }
      else if (is_in_a_pool (config, (LullTaskKind) kind))
        use_pool (self, 0, config->threads_max, config->pool_fifo);
    }
}

void
lull_pools_free (LullWorld *self)
{
  for (guint i = 0; i < self->pool_count; i++)
    g_free (self->pools[i].queues);
}

void
lull_pool_push (
    const LullWorld *self, guint8 *state, guint worker, LullTaskKind kind, guint message)
{
  const LullPool *pool;

  if (!self->pools_ordered)
    return;
  pool = pool_of (self, kind);
  if (pool->queues != NULL)
    lull_queue_push (&pool->queues[worker], state, (guint8) (message + 1));
}

void
lull_pool_pop (const LullWorld *self, guint8 *state, guint worker, LullTaskKind kind)
{
  const LullPool *pool;

  if (!self->pools_ordered)
    return;
  pool = pool_of (self, kind);
  if (pool->queues != NULL)
    lull_queue_pop (&pool->queues[worker], state);
}

gboolean
lull_pool_is_next (const LullWorld *self,
                   const guint8 *state,
                   guint worker,
                   LullTaskKind kind,
                   guint message)
{
  const LullPool *pool = pool_of (self, kind);

  return pool->queues == NULL || state[pool->queues[worker].at] == message + 1;
}
