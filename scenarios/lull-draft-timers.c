/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#include "lull-delay.h"

static gboolean
read_delay (const LullNode *node, gpointer field, GError **error)
{
  return lull_delay_read (node, field, error);
}

static const char *const scope_words[] = { "out", "in", NULL };
static const char *const stop_words[] = { "never", "join", "leave", NULL };

G_STATIC_ASSERT (LULL_TIMERS_OUT_OF_SCOPE == 0 && LULL_TIMERS_IN_SCOPE == 1);
G_STATIC_ASSERT (LULL_TIMERS_STOPPED_BY_NOTHING == 0 &&
                 LULL_TIMERS_STOPPED_BY_JOIN == 1 && LULL_TIMERS_STOPPED_BY_LEAVE == 2);
G_STATIC_ASSERT (sizeof (LullTimersScope) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullTimersStop) == sizeof (guint));

// clang-format off
static const LullKey keys[] = {
  { .name = "calls", .type = LULL_KEY_OWN },
  { .name = "scope", .type = LULL_KEY_CHOICE, .initial = "out", .words = scope_words, .offset = G_STRUCT_OFFSET (LullTimers, scope) },
  { .name = "stop", .type = LULL_KEY_CHOICE, .initial = "never", .words = stop_words, .offset = G_STRUCT_OFFSET (LullTimers, stop) },
  { .name = "join", .type = LULL_KEY_COUNT, .initial = "1", .low = 1, .high = LULL_EPOCHS_MAX, .offset = G_STRUCT_OFFSET (LullTimers, join) },
  { .name = "delay", .type = LULL_KEY_OWN, .initial = "uniform(0, 20)", .read = read_delay, .offset = G_STRUCT_OFFSET (LullTimers, delay) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_timers = { .name = "timers",
                                          .short_key = "calls",
                                          .keys = keys };

/* `timers: [B ~> C]` says no more than `timers: { calls: [B ~> C] }`. */
gboolean
lull_draft_read_timers (LullDraft *self, const LullNode *node, GError **error)
{
  const LullNode *calls = node;

  if (node == NULL)
    return TRUE;
  if (self->work.any_messages > 0)
    return lull_node_fail (
        node, error,
        "found timers beside work, expected them beside calls: in work of any shape "
        "nobody but main programs and handlers sends");
  if (node->kind != LULL_NODE_LIST)
    {
      if (!lull_section_read (&lull_section_timers, node, &self->config.timers, error))
        return FALSE;
      calls = lull_node_get (node, "calls");
      if (calls == NULL)
        return lull_node_fail (node, error,
                               "found no calls of timers, expected the key calls");
    }
  return lull_draft_read_steps (self, calls, LULL_TIMER, error);
}
