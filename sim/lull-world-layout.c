/* SPDX-License-Identifier: Apache-2.0 */
/* Where the parts of a state are; lull-world-state.h draws it. */
#include "lull-world-private.h"

/* Forest: all stages, then all tags, then what becomes of each future that may fail. */
static guint32
lay_out_forest (LullWorld *self, guint32 at)
{
  guint32 tag_size = (guint32) self->tag_size;

  for (guint i = 0; i < self->message_count; i++)
    {
      self->messages[i].stage_at = at + i;
      self->messages[i].tag_at = at + self->message_count + i * tag_size;
    }
  at += self->message_count * (1 + tag_size);
  for (guint i = 0; i < self->message_count && self->futures_fail; i++)
    if (self->messages[i].m.kind == LULL_BASIC_CALL)
      self->messages[i].future_at = at++;
  return at;
}

/* Any work: slot by slot the stages, source, target, tags, of several joins the one that
 * it belongs to, so that slots can change places. */
static guint32
lay_out_slots (LullWorld *self, guint32 at)
{
  guint32 tag_size = (guint32) self->tag_size;
  guint step = self->any_slot_step;

  self->any_slot_size = step * (1 + tag_size) + 2 + (self->epochs > 1 ? 1 : 0);
  for (guint i = 0; i < self->message_count; i++)
    {
      LullWorldMessage *message = &self->messages[i];
      guint32 slot = at + i / step * self->any_slot_size;
      gboolean reply = message->m.kind == LULL_BASIC_REPLY;

      message->stage_at = slot + i % step;
      message->source_at = slot + step + (reply ? 1 : 0);
      message->target_at = slot + step + (reply ? 0 : 1);
      message->tag_at = slot + step + 2 + i % step * tag_size;
      if (self->epochs > 1)
        message->epoch_at = slot + self->any_slot_size - 1;
    }
  return at + self->any_slots * self->any_slot_size;
}

/* Control messages, once the workers and the collectives have their places. */
static guint32
lay_out_controls (LullWorld *self, guint32 at, guint joins, guint messages)
{
  const LullProtocol *protocol = self->protocol;

  self->controls = (LullBag){ .at = at, .fifo = self->fifo };
  if (protocol->control_size > 0)
    {
      self->controls.max = joins * protocol->control_max (self->workers, messages);
      self->controls.record = (guint32) (LULL_BAG_PAYLOAD + protocol->control_size);
    }
  return at + self->controls.max * self->controls.record;
}

static guint32
lay_out_collectives (LullWorld *self, guint32 at)
{
  self->contribution_sizes = g_new0 (gsize, self->collective_count + 1);
  if (self->collective_count == 0)
    return at;
  self->result_at = at++;
  if (self->collective_count > 1)
    self->collective_at = at++;
  self->total_at = at;
  for (guint i = 0; i < self->collective_count; i++)
    {
      const LullCollective *collective = &self->protocol->collectives[i];
      gsize size = collective->combine == LULL_COMBINE_NOTHING
                       ? 0
                       : collective->size (self->workers, self->options);
      gsize total =
          collective->combine == LULL_COMBINE_GATHER ? size * self->workers : size;

      self->contribution_sizes[i] = size;
      self->contribution_max = MAX (self->contribution_max, size);
      self->total_size = MAX (self->total_size, (guint32) total);
    }
  return at + self->total_size;
}

static guint
messages_on_link (const LullWorld *self, guint source, guint target)
{
  guint count = 0;

  if (self->any)
    return self->message_count;
  for (guint i = 0; i < self->message_count; i++)
    if (self->messages[i].m.source == source && self->messages[i].m.target == target)
      count++;
  return count;
}

/* A pair that never has two messages in flight needs no queue. */
static guint32
lay_out_links (LullWorld *self, guint32 at)
{
  self->links = g_new0 (LullLink, (gsize) self->workers * self->workers);
  for (guint pair = 0; pair < self->workers * self->workers; pair++)
    {
      guint capacity =
          messages_on_link (self, pair / self->workers, pair % self->workers) +
          self->controls.max;

      if (capacity < 2)
        continue;
      self->links[pair] = (LullLink){ .at = at, .capacity = capacity };
      at += capacity;
    }
  return at;
}

static gboolean
may_wait_in (const LullWorld *self, guint pool, LullTaskKind kind, guint message)
{
  if (self->pool_of[kind] != pool)
    return FALSE;
  return kind == LULL_TASK_SEND ? send_tasks_of (self, message) == LULL_SEND_TASKS_IN_POOL
                                : kind == task_of (self, message);
}

/* What may wait in a pool of WORKER: messages to it and, where send tasks are in that
 * pool, messages from it. */
static guint
messages_in_pool (const LullWorld *self, guint pool, guint worker)
{
  guint count = 0;

  if (self->any)
    return self->message_count;
  for (guint i = 0; i < self->message_count; i++)
    {
      const LullMessage *message = &self->messages[i].m;

      if ((message->target == worker && may_wait_in (self, pool, task_of (self, i), i)) ||
          (message->source == worker && may_wait_in (self, pool, LULL_TASK_SEND, i)))
        count++;
    }
  return count;
}

static guint32
lay_out_pool (LullWorld *self, guint pool, guint32 at)
{
  LullLink *queues = self->pools[pool].queues;

  for (guint worker = 0; queues != NULL && worker < self->workers; worker++)
    {
      queues[worker] =
          (LullLink){ .at = at, .capacity = messages_in_pool (self, pool, worker) };
      at += queues[worker].capacity;
    }
  return at;
}

static void
list_bags (LullWorld *self)
{
  self->bags = g_new0 (const LullBag *, 1 + self->part_count);
  self->bags[self->bag_count++] = &self->controls;
  lull_parts_list_bags (self);
}

guint32
lull_world_lay_out_protocol (LullWorld *self, guint32 at, guint joins, guint messages)
{
  self->workers_at = at;
  self->worker_size = (guint32) (WORKER_NODE + self->node_size);
  at += self->workers * self->worker_size;
  at = lay_out_collectives (self, at);
  return lay_out_controls (self, at, joins, messages);
}

void
lull_world_lay_out (LullWorld *self)
{
  guint32 at = STATE_MESSAGES;

  self->left_at = STATE_LEFT;
  self->messages_at = at;
  at = self->any ? lay_out_slots (self, at) : lay_out_forest (self, at);
  at = lull_world_lay_out_protocol (self, at, self->epochs, self->message_count);
  if (self->fifo)
    at = lay_out_links (self, at);
  for (guint pool = 0; pool < self->pool_count; pool++)
    at = lay_out_pool (self, pool, at);
  if (self->epochs > 1)
    {
      self->epochs_at = at;
      at += self->workers + self->epochs;
    }
  at = lull_parts_lay_out (self, at);
  list_bags (self);
  self->model.state_size = at;
}
