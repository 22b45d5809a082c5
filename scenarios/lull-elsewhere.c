/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-elsewhere.h"

#include "lull-nearest.h"
#include "lull-protocols.h"
#include "lull-section.h"

static void
add_place (GPtrArray *places, const char *section, const char *name)
{
  g_ptr_array_add (places, *section != '\0' ? g_strconcat (section, ".", name, NULL)
                                            : g_strconcat (name, ", outermost", NULL));
}

/* The protocol that the scenario names, whatever else is wrong with it; or NULL. */
static const LullProtocol *
find_protocol (const LullNode *root)
{
  const LullNode *name = lull_node_get (root, lull_section_protocol.name);

  if (name == NULL)
    return lull_protocols_find (lull_section_protocol.keys[0].initial);
  if (name->kind == LULL_NODE_MAPPING)
    name = lull_node_get (name, lull_section_protocol.keys[0].name);
  return name != NULL && name->kind == LULL_NODE_TEXT ? lull_protocols_find (name->text)
                                                      : NULL;
}

char *
lull_elsewhere_find (const LullNode *key, const char *own, const char *const *known)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  const LullProtocol *protocol = find_protocol (lull_node_root (key));

  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    if (*section != &lull_section_region && !g_str_equal ((*section)->name, own) &&
        lull_section_find_key (*section, key->text) != NULL &&
        (*section != &lull_section_step || lull_nearest (key->text, known) == NULL))
      add_place (places, (*section)->name, key->text);
  if (protocol != NULL && lull_protocols_find_option (protocol, key->text) != NULL)
    add_place (places, lull_section_protocol.name, key->text);
  if (places->len == 0)
    return NULL;
  g_ptr_array_add (places, NULL);
  return lull_words_join ((const char *const *) places->pdata);
}
