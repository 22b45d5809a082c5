/* SPDX-License-Identifier: Apache-2.0 */
/* How scopes are watched; where they are is said among the calls. */
#include "lull-draft.h"

#define DEFAULT_PROTOCOL "dijkstra-scholten"

static const char *const outer_words[] = { "counts", "blind", NULL };
static const char *const sees_words[] = { "scope", "worker", NULL };

G_STATIC_ASSERT (LULL_SCOPES_OUTER_COUNTS == 0 && LULL_SCOPES_OUTER_BLIND == 1);
G_STATIC_ASSERT (LULL_SCOPES_SEE_SCOPE == 0 && LULL_SCOPES_SEE_WORKER == 1);
G_STATIC_ASSERT (sizeof (LullScopesOuter) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullScopesSee) == sizeof (guint));

/* The other keys are the options of the protocol that is named. */
// clang-format off
static const LullKey keys[] = {
  { .name = "protocol", .type = LULL_KEY_OWN, .initial = DEFAULT_PROTOCOL },
  { .name = "outer", .type = LULL_KEY_CHOICE, .initial = "counts", .words = outer_words, .offset = G_STRUCT_OFFSET (LullScopes, outer) },
  { .name = "sees", .type = LULL_KEY_CHOICE, .initial = "scope", .words = sees_words, .offset = G_STRUCT_OFFSET (LullScopes, sees) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_scopes = { .name = "scopes",
                                          .short_key = "protocol",
                                          .keys = keys };

static gboolean
read_key (LullDraft *self, const LullNode *node, const LullKey *key, GError **error)
{
  const LullNode *value = node != NULL && node->kind == LULL_NODE_MAPPING
                              ? lull_node_get (node, key->name)
                              : NULL;

  return value == NULL ||
         lull_section_read_value (key, value, &self->config.scopes, error);
}

gboolean
lull_draft_read_scopes (LullDraft *self, const LullNode *node, GError **error)
{
  if (!lull_draft_choose_protocol (&self->scopes, &lull_section_scopes, node,
                                   DEFAULT_PROTOCOL, error))
    return FALSE;
  for (const LullKey *key = keys; key->name != NULL; key++)
    if (key->type != LULL_KEY_OWN && !read_key (self, node, key, error))
      return FALSE;
  return lull_draft_check_casts (&self->scopes, self->scope_cast, error);
}
