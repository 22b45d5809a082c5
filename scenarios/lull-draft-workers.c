/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#include "lull-phrase.h"

#include <string.h>

/* Names stand in every step of every trace; longer ones would fill the line. */
#define NAME_MAX_BYTES 32U

static gboolean
read_count (LullDraft *self, const LullNode *node, GError **error)
{
  guint64 count;

  if (!g_ascii_isdigit (*node->text))
    return lull_node_fail_expected (node, error,
                                    "a whole number or a list such as [A, B]");
  if (!lull_node_read_number (node, 1, LULL_WORKERS_MAX, &count, error))
    return FALSE;
  for (guint i = 0; i < count; i++)
    g_ptr_array_add (self->workers, g_strdup_printf ("W%u", i));
  return TRUE;
}

static gboolean
add_name (LullDraft *self, const LullNode *node, GError **error)
{
  if (node->kind != LULL_NODE_TEXT || lull_phrase_name_length (node->text) == 0 ||
      node->text[lull_phrase_name_length (node->text)] != '\0')
    return lull_node_fail_expected (node, error,
                                    "a name of letters, digits, underscores and hyphens");
  if (strlen (node->text) > NAME_MAX_BYTES)
    return lull_node_fail_expected (node, error, "at most %u letters", NAME_MAX_BYTES);
  if (g_str_equal (node->text, LULL_PHRASE_AWAIT))
    return lull_node_fail_expected (node, error,
                                    "another name: this one is a word of calls");
  if (lull_draft_find_worker (self, node->text) >= 0)
    return lull_node_fail_expected (node, error, "each name once");
  g_ptr_array_add (self->workers, g_strdup (node->text));
  return TRUE;
}

static gboolean
read_names (LullDraft *self, const LullNode *node, GError **error)
{
  const guint count = lull_node_count (node);

  if (count == 0)
    return lull_node_fail (node, error, "found no name in workers, expected at least 1");
  if (count > LULL_WORKERS_MAX)
    return lull_node_fail (node, error, "found %u names in workers, expected at most %u",
                           count, LULL_WORKERS_MAX);
  for (guint i = 0; i < count; i++)
    if (!add_name (self, lull_node_item (node, i), error))
      return FALSE;
  return TRUE;
}

gboolean
lull_draft_read_workers (LullDraft *self, const LullNode *node, GError **error)
{
  if (node == NULL)
    {
      for (guint i = 0; i < self->config.workers; i++)
        g_ptr_array_add (self->workers, g_strdup_printf ("W%u", i));
      return TRUE;
    }
  if (node->kind == LULL_NODE_MAPPING)
    return lull_node_fail_expected (node, error, "a whole number or a list of names");
  return node->kind == LULL_NODE_LIST ? read_names (self, node, error)
                                      : read_count (self, node, error);
}

gint
lull_draft_find_worker (const LullDraft *self, const char *name)
{
  for (guint i = 0; i < self->workers->len; i++)
    if (g_str_equal (g_ptr_array_index (self->workers, i), name))
      return (gint) i;
  return -1;
}

const char **
lull_draft_list_workers (const LullDraft *self)
{
  const char **names = g_new0 (const char *, self->workers->len + 1);

  memcpy (names, self->workers->pdata, self->workers->len * sizeof *names);
  return names;
}

static gboolean
is_numbered (const char *name)
{
  return *name == 'W' && name[1] != '\0' &&
         name[1 + strspn (name + 1, "0123456789")] == '\0';
}

/* Why @name, at @node, is nobody, where it is like nobody's name: the names come from
 * elsewhere than from a list in the file. @return @transfer{full} */
static char *
explain_names (const LullNode *node, const char *name)
{
  const LullNode *workers = lull_node_get (lull_node_root (node), "workers");

  if (workers != NULL && workers->origin->override_key != NULL)
    return g_strdup_printf (": %s takes the place of other names",
                            workers->origin->label);
  if ((workers == NULL || workers->kind == LULL_NODE_TEXT) && !is_numbered (name))
    return g_strdup (": a list for workers gives them names");
  return g_strdup ("");
}

gboolean
lull_draft_fail_worker (const LullDraft *self,
                        const LullNode *node,
                        const char *name,
                        GError **error)
{
  g_autofree const char **names = lull_draft_list_workers (self);
  g_autofree char *quoted = lull_quote (name);
  g_autofree char *list = lull_words_join (names);
  g_autofree char *hint = lull_words_hint (name, names, NULL);
  g_autofree char *why = explain_names (node, name);

  return lull_node_fail (node, error, "found the worker %s, expected %s%s", quoted, list,
                         *hint != '\0' ? hint : why);
}
