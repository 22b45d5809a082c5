/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

static const char *const send_words[] = { "direct", "task", "pool", "buffer", NULL };
static const char *const replies_words[] = { "as-sent", "direct", "task",
                                             "pool",    "buffer", NULL };
static const char *const flush_words[] = { "idle", "any", "by-hand", NULL };
static const char *const callbacks_words[] = { "unlocked", "locked", NULL };
static const char *const order_words[] = { "any", "fifo", NULL };
static const char *const idle_words[] = { "queue",    "running",  "sends",
                                          "listener", "buffered", "deferred",
                                          "retries",  "timers",   "futures",  NULL };
static const char *const flags_words[] = { "sticky", "one-shot", NULL };
static const char *const settle_words[] = { "after-callbacks", "before-callbacks", NULL };

G_STATIC_ASSERT (LULL_SETTLE_AFTER_CALLBACKS == 0 && LULL_SETTLE_BEFORE_CALLBACKS == 1);
G_STATIC_ASSERT (LULL_SEND_TASKS_NONE == 0 && LULL_SEND_TASKS_APART == 1 &&
                 LULL_SEND_TASKS_IN_POOL == 2 && LULL_SEND_TASKS_BUFFERED == 3);
G_STATIC_ASSERT (LULL_IDLE_QUEUE == 1 << 0 && LULL_IDLE_LISTENER == 1 << 3 &&
                 LULL_IDLE_TIMERS == 1 << 7 && LULL_IDLE_FUTURES == 1 << 8);
G_STATIC_ASSERT (sizeof (LullSendTasks) == sizeof (guint));
G_STATIC_ASSERT (LULL_REPLIES_AS_SENT == 0 && LULL_REPLIES_IN_POOL == 3 &&
                 LULL_REPLIES_BUFFERED == 4);
G_STATIC_ASSERT (LULL_FLUSH_IDLE == 0 && LULL_FLUSH_BY_HAND == 2);
G_STATIC_ASSERT (sizeof (LullFlush) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullReplies) == sizeof (guint));
G_STATIC_ASSERT (LULL_FLAGS_STICKY == 0 && LULL_FLAGS_ONE_SHOT == 1);
G_STATIC_ASSERT (sizeof (LullFlags) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullSettle) == sizeof (guint));

static gboolean read_pools (const LullNode *node, gpointer field, GError **error);

// clang-format off
static const LullKey pool_keys[] = {
  { .name = "threads", .type = LULL_KEY_LIMIT, .initial = "unlimited", .low = 1, .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullOwnPool, threads_max) },
  { .name = "order", .type = LULL_KEY_CHOICE, .initial = "any", .words = order_words, .offset = G_STRUCT_OFFSET (LullOwnPool, fifo) },
  { .name = NULL },
};

static const LullKey keys[] = {
  { .name = "listener", .type = LULL_KEY_SWITCH, .initial = "true", .offset = G_STRUCT_OFFSET (LullWorldConfig, listener) },
  { .name = "hand", .type = LULL_KEY_LIMIT, .initial = "unlimited", .low = 1, .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullWorldConfig, hand_max) },
  { .name = "threads", .type = LULL_KEY_LIMIT, .initial = "unlimited", .low = 1, .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullWorldConfig, threads_max) },
  { .name = "pool", .type = LULL_KEY_CHOICE, .initial = "any", .words = order_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, pool_fifo) },
  { .name = "send", .type = LULL_KEY_CHOICE, .initial = "direct", .words = send_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, send_tasks) },
  { .name = "replies", .type = LULL_KEY_CHOICE, .initial = "as-sent", .words = replies_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, replies) },
  { .name = "buffer", .type = LULL_KEY_LIMIT, .initial = "unlimited", .low = 1, .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullWorldConfig, buffer_max) },
  { .name = "flush", .type = LULL_KEY_CHOICE, .initial = "idle", .words = flush_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, flush) },
  { .name = "pools", .type = LULL_KEY_OWN, .initial = "{}", .read = read_pools, .offset = G_STRUCT_OFFSET (LullWorldConfig, own_pools) },
  { .name = "callbacks", .type = LULL_KEY_CHOICE, .initial = "unlocked", .words = callbacks_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, callbacks_locked) },
  { .name = "idle", .type = LULL_KEY_SET, .initial = "[queue, running, sends]", .words = idle_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, idle) },
  { .name = "flags", .type = LULL_KEY_CHOICE, .initial = "sticky", .words = flags_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, flags) },
  { .name = "settle", .type = LULL_KEY_CHOICE, .initial = "after-callbacks", .words = settle_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, settle) },
  { .name = NULL },
};
// clang-format on

/* What a pool of its own is like, whoever has it. */
static const LullSection pool_section = { .name = "runtime.pools", .keys = pool_keys };

const LullSection lull_section_runtime = { .name = "runtime", .keys = keys };

/* "sends: 2" is short for "sends: { threads: 2 }". */
static gboolean
read_pool (const LullNode *node, LullOwnPool *pool, GError **error)
{
  pool->apart = TRUE;
  if (node->kind == LULL_NODE_MAPPING)
    return lull_section_read (&pool_section, node, pool, error);
  return lull_section_read_value (&pool_keys[0], node, pool, error);
}

static gboolean
read_pools (const LullNode *node, gpointer field, GError **error)
{
  static const char *const kinds[] = { [LULL_TASK_SEND] = "sends",
                                       [LULL_TASK_HANDLER] = "handlers",
                                       [LULL_TASK_CALLBACK] = "callbacks",
                                       [LULL_TASK_KINDS] = NULL };
  LullOwnPool *pools = field;

  if (!lull_node_check_mapping (node, error))
    return FALSE;
  for (guint i = 0; i < lull_node_count (node); i++)
    {
      guint kind = 0;

      while (kinds[kind] != NULL &&
             !g_str_equal (kinds[kind], lull_node_key (node, i)->text))
        kind++;
      if (kinds[kind] == NULL)
        return lull_section_fail_key (&lull_section_runtime, lull_node_key (node, i),
                                      kinds, error);
      if (!read_pool (lull_node_item (node, i), &pools[kind], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
lull_draft_read_runtime (LullDraft *self, const LullNode *node, GError **error)
{
  return lull_section_read (&lull_section_runtime, node, &self->config, error);
}
