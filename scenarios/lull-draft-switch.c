/* SPDX-License-Identifier: Apache-2.0 */
/* Where a switch stands in a file, by the name that the format has for it. */
#include "lull-draft.h"

#include <string.h>

/* A switch to be found: its key, and its default as a file would give it, or NULL. */
typedef struct
{
  const char *key;
  const char *initial;
} Switch;

/* The value of an override says where it comes from, the key that it replaces does not.
 */
static const LullNode *
place_of (const LullNode *mapping, guint index)
{
  const LullNode *value = lull_node_item (mapping, index);

  return value->origin->override_key != NULL ? value : lull_node_key (mapping, index);
}

/* The place of @what in @mapping, if it is set there, or NULL. */
static const LullNode *
find_in (const LullNode *mapping, const Switch *what)
{
  if (mapping == NULL || mapping->kind != LULL_NODE_MAPPING)
    return NULL;
  for (guint i = 0; i < lull_node_count (mapping); i++)
    {
      const LullNode *value = lull_node_item (mapping, i);

      if (g_str_equal (lull_node_key (mapping, i)->text, what->key))
        return value->kind == LULL_NODE_TEXT &&
                       g_strcmp0 (value->text, what->initial) == 0
                   ? NULL
                   : place_of (mapping, i);
    }
  return NULL;
}

/* The first place beside a call, however deep that is nested. */
static const LullNode *
find_beside_call (const LullNode *calls, const Switch *what)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  if (calls != NULL)
    g_ptr_array_add (open, (gpointer) (gsize) calls);
  while (open->len > 0)
    {
      const LullNode *node = g_ptr_array_steal_index (open, open->len - 1);
      const LullNode *found = find_in (node, what);

      if (found != NULL)
        return found;
      for (guint i = node->kind == LULL_NODE_TEXT ? 0 : lull_node_count (node); i > 0;
           i--)
        g_ptr_array_add (open, (gpointer) (gsize) lull_node_item (node, i - 1));
    }
  return NULL;
}

static const LullNode *
find_in_calls (const LullNode *root, const Switch *what)
{
  const LullNode *found = find_beside_call (lull_node_get (root, "calls"), what);

  return found != NULL ? found : find_beside_call (lull_node_get (root, "timers"), what);
}

/* The protocol whose options stand in the section @outer, or NULL. */
static const LullProtocol *
protocol_in (const LullDraft *self, const char *outer)
{
  if (g_str_equal (outer, lull_section_protocol.name))
    return self->join.protocol;
  return g_str_equal (outer, lull_section_scopes.name) ? self->scopes.protocol : NULL;
}

/* The default of @key of the section @outer. */
static const char *
initial_of (const LullDraft *self, const char *outer, const char *key)
{
  const LullProtocol *protocol = protocol_in (self, outer);
  const LullOption *option =
      protocol != NULL ? lull_protocols_find_option (protocol, key) : NULL;
  const LullSection *section = lull_section_find (outer);
  const LullKey *entry = section != NULL ? lull_section_find_key (section, key) : NULL;

  if (option != NULL)
    return option->values[0];
  return entry != NULL ? entry->initial : NULL;
}

const LullNode *
lull_draft_find_switch (const LullDraft *self, const LullNode *root, const char *name)
{
  const gsize length = strcspn (name, ".");
  const char *key = name[length] == '.' ? name + length + 1 : NULL;
  g_autofree char *outer = g_strndup (name, length);
  const LullNode *section = lull_node_get (root, outer);
  Switch what = { outer, NULL };

  if (key == NULL)
    return find_in (root, &what);
  what.initial = initial_of (self, outer, key);
  if (section != NULL && section->kind != LULL_NODE_MAPPING &&
      g_strcmp0 (lull_section_short_key (outer), key) == 0)
    return find_in (root, &what);
  what.key = key;
  return g_str_equal (outer, lull_section_step.name) ? find_in_calls (root, &what)
                                                     : find_in (section, &what);
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
    place = lull_draft_find_switch (self, root, switches[i]);
  return lull_node_fail (place != NULL ? place : root, error, "%s", problem->message);
}
