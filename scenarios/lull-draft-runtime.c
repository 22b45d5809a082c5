/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

static const char *const send_words[] = { "direct", "task", "pool", NULL };
static const char *const callbacks_words[] = { "unlocked", "locked", NULL };
static const char *const order_words[] = { "any", "fifo", NULL };
static const char *const idle_words[] = { "queue",    "running",  "sends",
                                          "listener", "buffered", "deferred",
                                          "retries",  "timers",   NULL };
static const char *const settle_words[] = { "after-callbacks", "before-callbacks", NULL };

G_STATIC_ASSERT (LULL_SETTLE_AFTER_CALLBACKS == 0 && LULL_SETTLE_BEFORE_CALLBACKS == 1);
G_STATIC_ASSERT (LULL_SEND_TASKS_NONE == 0 && LULL_SEND_TASKS_APART == 1 && LULL_SEND_TASKS_IN_POOL == 2);
G_STATIC_ASSERT (LULL_IDLE_QUEUE == 1 << 0 && LULL_IDLE_LISTENER == 1 << 3 &&
                 LULL_IDLE_TIMERS == 1 << 7);
G_STATIC_ASSERT (sizeof (LullSendTasks) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullSettle) == sizeof (guint));

// clang-format off
static const LullKey keys[] = {
  { .name = "listener", .type = LULL_KEY_SWITCH, .initial = "true", .offset = G_STRUCT_OFFSET (LullWorldConfig, listener) },
  { .name = "hand", .type = LULL_KEY_LIMIT, .initial = "unlimited", .low = 1, .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullWorldConfig, hand_max) },
  { .name = "threads", .type = LULL_KEY_LIMIT, .initial = "unlimited", .low = 1, .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullWorldConfig, threads_max) },
  { .name = "pool", .type = LULL_KEY_CHOICE, .initial = "any", .words = order_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, pool_fifo) },
  { .name = "send", .type = LULL_KEY_CHOICE, .initial = "direct", .words = send_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, send_tasks) },
  { .name = "callbacks", .type = LULL_KEY_CHOICE, .initial = "unlocked", .words = callbacks_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, callbacks_locked) },
  { .name = "idle", .type = LULL_KEY_SET, .initial = "[queue, running, sends]", .words = idle_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, idle) },
  { .name = "settle", .type = LULL_KEY_CHOICE, .initial = "after-callbacks", .words = settle_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, settle) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_runtime = { .name = "runtime", .keys = keys };

gboolean
lull_draft_read_runtime (LullDraft *self, const LullNode *node, GError **error)
{
  return lull_section_read (&lull_section_runtime, node, &self->config, error);
}
