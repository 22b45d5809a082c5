/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

static const char *const by_words[] = { "step",     "leader", "tree", "ring",
                                        "exchange", "store",  NULL };
static const char *const early_words[] = { "held", "lost", "refused", NULL };
static const char *const serves_words[] = { "always", "in-join", NULL };

G_STATIC_ASSERT (LULL_ROUNDS_STEP == 0 && LULL_ROUNDS_LEADER == 1 &&
                 LULL_ROUNDS_TREE == 2);
G_STATIC_ASSERT (LULL_ROUNDS_RING == 3 && LULL_ROUNDS_EXCHANGE == 4 &&
                 LULL_ROUNDS_STORE == 5);
G_STATIC_ASSERT (LULL_EARLY_HELD == 0 && LULL_EARLY_LOST == 1 && LULL_EARLY_REFUSED == 2);
G_STATIC_ASSERT (LULL_SERVES_ALWAYS == 0 && LULL_SERVES_IN_JOIN == 1);
G_STATIC_ASSERT (sizeof (LullRoundsBy) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullEarly) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullServes) == sizeof (guint));

// clang-format off
static const LullKey keys[] = {
  { .name = "by", .type = LULL_KEY_CHOICE, .initial = "step", .words = by_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, rounds.by) },
  { .name = "leader", .type = LULL_KEY_OWN },
  { .name = "fan-out", .type = LULL_KEY_COUNT, .initial = "2", .low = 1, .high = LULL_WORKERS_MAX - 1, .offset = G_STRUCT_OFFSET (LullWorldConfig, rounds.fan_out) },
  { .name = "tags", .type = LULL_KEY_SWITCH, .initial = "true", .offset = G_STRUCT_OFFSET (LullWorldConfig, rounds.tags) },
  { .name = "early", .type = LULL_KEY_CHOICE, .initial = "held", .words = early_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, rounds.early) },
  { .name = "serves", .type = LULL_KEY_CHOICE, .initial = "always", .words = serves_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, rounds.serves) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_collectives = { .name = "collectives",
                                               .short_key = "by",
                                               .keys = keys };

static gboolean
read_leader (LullDraft *self, const LullNode *node, GError **error)
{
  gint worker;

  if (node == NULL)
    return TRUE;
  if (node->kind != LULL_NODE_TEXT)
    return lull_node_fail_expected (node, error, "the name of a worker");
  worker = lull_draft_find_worker (self, node->text);
  if (worker < 0)
    return lull_draft_fail_worker (self, node, node->text, error);
  self->config.rounds.leader = (guint) worker;
  return TRUE;
}

gboolean
lull_draft_read_collectives (LullDraft *self, const LullNode *node, GError **error)
{
  if (node != NULL && node->kind == LULL_NODE_TEXT)
    return lull_section_read_short (&lull_section_collectives, node, &self->config,
                                    error);
  return lull_section_read (&lull_section_collectives, node, &self->config, error) &&
         (node == NULL || read_leader (self, lull_node_get (node, "leader"), error));
}
