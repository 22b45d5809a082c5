/* SPDX-License-Identifier: Apache-2.0 */
/* Where a switch stands in a file, by the name that the format has for it. */
#include "lull-draft.h"

#include <string.h>

/* The value of an override says where it comes from, the key that it replaces does not.
 */
static const LullNode *
place_of (const LullNode *mapping, guint index)
{
  const LullNode *value = lull_node_item (mapping, index);

  return value->origin->override_key != NULL ? value : lull_node_key (mapping, index);
}

/* The place of @key in @mapping, or NULL. */
static const LullNode *
find_key (const LullNode *mapping, const char *key)
{
  if (mapping == NULL || mapping->kind != LULL_NODE_MAPPING)
    return NULL;
  for (guint i = 0; i < lull_node_count (mapping); i++)
    if (g_str_equal (lull_node_key (mapping, i)->text, key))
      return place_of (mapping, i);
  return NULL;
}

/* Whether @key is in @node, and not switched off there. */
static gboolean
has_switch (const LullNode *node, const char *key)
{
  const LullNode *value = lull_node_get (node, key);

  return value != NULL &&
         (value->kind != LULL_NODE_TEXT || !g_str_equal (value->text, "false"));
}

/* The first place of @key beside a call, however deep that is nested. */
static const LullNode *
find_beside_call (const LullNode *calls, const char *key)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  if (calls != NULL)
    g_ptr_array_add (open, (gpointer) (gsize) calls);
  while (open->len > 0)
    {
      const LullNode *node = g_ptr_array_steal_index (open, open->len - 1);

      if (has_switch (node, key))
        return find_key (node, key);
      for (guint i = node->kind == LULL_NODE_TEXT ? 0 : lull_node_count (node); i > 0;
           i--)
        g_ptr_array_add (open, (gpointer) (gsize) lull_node_item (node, i - 1));
    }
  return NULL;
}

static const LullNode *
find_in_calls (const LullNode *root, const char *key)
{
  const LullNode *found = find_beside_call (lull_node_get (root, "calls"), key);

  return found != NULL ? found : find_beside_call (lull_node_get (root, "timers"), key);
}

const LullNode *
lull_draft_find_switch (const LullNode *root, const char *name)
{
  const gsize length = strcspn (name, ".");
  const char *dot = name[length] == '.' ? name + length : NULL;
  g_autofree char *outer = g_strndup (name, length);
  const LullNode *section = lull_node_get (root, outer);

  if (dot == NULL)
    return find_key (root, outer);
  if (g_str_equal (outer, lull_section_step.name))
    return find_in_calls (root, dot + 1);
  if (section != NULL && section->kind != LULL_NODE_MAPPING &&
      g_strcmp0 (lull_section_short_key (outer), dot + 1) == 0)
    return find_key (root, outer);
  return find_key (section, dot + 1);
}

gboolean
lull_draft_check_fit (const LullDraft *self, const LullNode *root, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const char *const *switches;
  const LullNode *place = NULL;

  if (lull_world_config_fits (&self->config, &switches, &problem))
    return TRUE;
  for (guint i = 0; switches[i] != NULL && place == NULL; i++)
    place = lull_draft_find_switch (root, switches[i]);
  return lull_node_fail (place != NULL ? place : root, error, "%s", problem->message);
}
