/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#include "lull-delay.h"

static gboolean
read_delay (const LullNode *node, gpointer field, GError **error)
{
  return lull_delay_read (node, field, error);
}

/* The number of a join, or the word last, which is 0. */
static gboolean
read_join (const LullNode *node, gpointer field, GError **error)
{
  guint *number = field;
  guint64 value;

  *number = 0;
  if (node->kind == LULL_NODE_TEXT && g_str_equal (node->text, "last"))
    return TRUE;
  if (!lull_node_read_number (node, 1, LULL_EPOCHS_MAX, &value, error))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static const char *const rounds_words[] = { "wait", "go-on", NULL };

// clang-format off
static const LullKey keys[] = {
  { .name = "crashes", .type = LULL_KEY_COUNT, .initial = "0", .high = LULL_WORKERS_MAX, .offset = G_STRUCT_OFFSET (LullMembers, crashes) },
  { .name = "crashing", .type = LULL_KEY_OWN, .initial = "all" },
  { .name = "rounds", .type = LULL_KEY_CHOICE, .initial = "wait", .words = rounds_words, .offset = G_STRUCT_OFFSET (LullMembers, rounds_go_on) },
  { .name = "leaving", .type = LULL_KEY_OWN, .initial = "[]" },
  { .name = "instead-of", .type = LULL_KEY_OWN, .initial = "last", .read = read_join, .offset = G_STRUCT_OFFSET (LullMembers, instead_of) },
  { .name = "drained", .type = LULL_KEY_SWITCH, .initial = "false", .offset = G_STRUCT_OFFSET (LullMembers, drained) },
  { .name = "late", .type = LULL_KEY_OWN, .initial = "[]" },
  { .name = "told", .type = LULL_KEY_SWITCH, .initial = "false", .offset = G_STRUCT_OFFSET (LullMembers, told) },
  { .name = "delay", .type = LULL_KEY_OWN, .initial = "uniform(0, 20)", .read = read_delay, .offset = G_STRUCT_OFFSET (LullMembers, delay) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_members = { .name = "members", .keys = keys };

/* Who may crash, where the file does not say that all may. */
static gboolean
read_crashing (LullDraft *self, const LullNode *node, GError **error)
{
  if (node == NULL || (node->kind == LULL_NODE_TEXT && g_str_equal (node->text, "all")))
    return TRUE;
  if (node->kind != LULL_NODE_LIST)
    return lull_node_fail_expected (node, error, "a list of workers or all");
  if (lull_node_count (node) == 0)
    return lull_node_fail (node, error,
                           "found nobody who may crash, expected at least one worker");
  return lull_draft_read_worker_set (self, node, &self->config.members.crashing, error);
}

static gboolean
read_set (LullDraft *self, const LullNode *node, guint32 *set, GError **error)
{
  return node == NULL || (lull_node_check_list (node, error) &&
                          lull_draft_read_worker_set (self, node, set, error));
}

gboolean
lull_draft_read_members (LullDraft *self, const LullNode *node, GError **error)
{
  LullMembers *members = &self->config.members;

  return lull_section_read (&lull_section_members, node, members, error) &&
         read_crashing (self, lull_node_get (node, "crashing"), error) &&
         read_set (self, lull_node_get (node, "leaving"), &members->leaving, error) &&
         read_set (self, lull_node_get (node, "late"), &members->late, error);
}
