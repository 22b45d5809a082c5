/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#include "lull-delay.h"

static const char *const calls_words[] = { "marked", "all", "none", NULL };
static const char *const callback_words[] = { "skipped", "runs", NULL };
static const char *const await_words[] = { "goes-on", "stops", NULL };

G_STATIC_ASSERT (LULL_TIMEOUTS_MARKED == 0 && LULL_TIMEOUTS_ALL == 1 &&
                 LULL_TIMEOUTS_NONE == 2);
G_STATIC_ASSERT (sizeof (LullTimeoutCalls) == sizeof (guint));

static gboolean
read_delay (const LullNode *node, gpointer field, GError **error)
{
  return lull_delay_read (node, field, error);
}

// clang-format off
static const LullKey keys[] = {
  { .name = "calls", .type = LULL_KEY_CHOICE, .initial = "marked", .words = calls_words, .offset = G_STRUCT_OFFSET (LullTimeouts, calls) },
  { .name = "callback", .type = LULL_KEY_CHOICE, .initial = "skipped", .words = callback_words, .offset = G_STRUCT_OFFSET (LullTimeouts, callback_runs) },
  { .name = "await", .type = LULL_KEY_CHOICE, .initial = "goes-on", .words = await_words, .offset = G_STRUCT_OFFSET (LullTimeouts, awaiting_stops) },
  { .name = "delay", .type = LULL_KEY_OWN, .initial = "uniform(1, 20)", .read = read_delay, .offset = G_STRUCT_OFFSET (LullTimeouts, delay) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_timeouts = { .name = "timeouts",
                                            .short_key = "calls",
                                            .keys = keys };

gboolean
lull_draft_read_timeouts (LullDraft *self, const LullNode *node, GError **error)
{
  LullTimeouts *timeouts = &self->config.timeouts;

  if (node == NULL || node->kind == LULL_NODE_MAPPING)
    return lull_section_read (&lull_section_timeouts, node, timeouts, error);
  return lull_section_read_short (&lull_section_timeouts, node, timeouts, error);
}
