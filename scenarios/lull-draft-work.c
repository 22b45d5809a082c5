/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

/* Far more than any search can finish; with replies they still fit into a world. */
#define ANY_MAX 100U

/* Work of any shape, as its mapping gives it. */
typedef struct
{
  guint messages;
  guint kind;
  gboolean self;
  guint joins;
} AnyWork;

G_STATIC_ASSERT (2 * ANY_MAX + LULL_WORKERS_MAX <= LULL_MESSAGES_MAX);

static const char *const kind_words[] = { "cast", "call", NULL };

// clang-format off
static const LullKey keys[] = {
  { .name = "any", .type = LULL_KEY_COUNT, .low = 1, .high = ANY_MAX, .offset = G_STRUCT_OFFSET (AnyWork, messages) },
  { .name = "kind", .type = LULL_KEY_CHOICE, .initial = "cast", .words = kind_words, .offset = G_STRUCT_OFFSET (AnyWork, kind) },
  { .name = "from", .type = LULL_KEY_OWN },
  { .name = "self", .type = LULL_KEY_SWITCH, .initial = "false", .offset = G_STRUCT_OFFSET (AnyWork, self) },
  { .name = "joins", .type = LULL_KEY_COUNT, .initial = "1", .low = 1, .high = LULL_EPOCHS_MAX, .offset = G_STRUCT_OFFSET (AnyWork, joins) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_work = { .name = "work", .keys = keys };

gboolean
lull_draft_read_worker_set (LullDraft *self,
                            const LullNode *list,
                            guint32 *set,
                            GError **error)
{
  *set = 0;
  for (guint i = 0; i < lull_node_count (list); i++)
    {
      const LullNode *name = lull_node_item (list, i);
      gint worker;

      if (name->kind != LULL_NODE_TEXT)
        return lull_node_fail_expected (name, error, "the name of a worker");
      worker = lull_draft_find_worker (self, name->text);
      if (worker < 0)
        return lull_draft_fail_worker (self, name, name->text, error);
      if ((*set >> worker & 1U) != 0)
        return lull_node_fail_expected (name, error, "each worker once");
      *set |= 1U << worker;
    }
  return TRUE;
}

static gboolean
read_from_list (LullDraft *self, const LullNode *node, GError **error)
{
  return lull_draft_read_worker_set (self, node, &self->work.any_from, error) &&
         (lull_node_count (node) > 0 ||
          lull_node_fail (node, error,
                          "found no worker in work.from, expected at least 1"));
}

static gboolean
read_from (LullDraft *self, const LullNode *node, GError **error)
{
  if (node != NULL && node->kind == LULL_NODE_LIST)
    return read_from_list (self, node, error);
  if (node != NULL && (node->kind != LULL_NODE_TEXT || !g_str_equal (node->text, "all")))
    return lull_node_fail_expected (node, error, "a list of workers or all");
  self->work.any_from = node == NULL ? 1U : G_MAXUINT32 >> (32U - self->workers->len);
  return TRUE;
}

gboolean
lull_draft_read_work (LullDraft *self, const LullNode *node, GError **error)
{
  AnyWork any = { .joins = 1 };

  if (node == NULL)
    return TRUE;
  if (!lull_section_read (&lull_section_work, node, &any, error))
    return FALSE;
  if (any.messages == 0)
    return lull_node_fail (node, error,
                           "found no number of messages, expected the key any");
  self->work.any_messages = any.messages;
  self->work.any_calls = any.kind == 1;
  self->work.any_self = any.self;
  self->work.epochs = any.joins;
  if (!self->work.any_calls)
    self->cast = node;
  return read_from (self, lull_node_get (node, "from"), error);
}
