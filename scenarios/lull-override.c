/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-override.h"

#include "lull-section.h"

static gboolean
check_key (const LullOverride *change, char **parts, GError **error)
{
  gboolean valid = parts[0] != NULL && g_utf8_validate (change->key, -1, NULL);

  for (guint i = 0; valid && parts[i] != NULL; i++)
    valid = *parts[i] != '\0';
  if (!valid)
    {
      g_autofree char *shown = g_utf8_make_valid (change->key, -1);
      g_autofree char *quoted = lull_quote (shown);

      g_set_error (
          error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE,
          "--set: found the key %s, expected names joined by dots: network.order",
          quoted);
    }
  return valid;
}

/* The mapping that is the value of @p key in @p mapping, made of what stands there. */
static LullNode *
descend (LullDocument *document,
         LullNode *mapping,
         const char *key,
         const LullNode *value,
         GError **error)
{
  LullNode *next = NULL;
  LullNode *inner;
  const char *short_key = lull_section_short_key (mapping, key);

  for (guint i = 0; i < mapping->keys->len; i++)
    if (g_str_equal (lull_node_key (mapping, i)->text, key))
      next = g_ptr_array_index (mapping->items, i);
  if (next != NULL && next->kind == LULL_NODE_MAPPING)
    return next;
  if (next != NULL && (next->kind == LULL_NODE_LIST || short_key == NULL))
    {
      g_autofree char *shown = lull_printable (key);

      lull_node_fail (value, error,
                      "found a value within %s, expected %s to be a mapping", shown,
                      shown);
      return NULL;
    }
  inner =
      lull_document_add_mapping (document, next != NULL ? next->origin : value->origin);
  if (next != NULL)
    {
      inner->line = next->line;
      inner->column = next->column;
      lull_document_put (document, inner, short_key, next);
    }
  lull_document_put (document, mapping, key, inner);
  return inner;
}

gboolean
lull_override_apply (const LullOverride *change, LullDocument *document, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (change->key, ".", -1);
  LullNode *mapping = lull_document_get_root (document);
  LullNode *value;
  guint last;

  if (!check_key (change, parts, error))
    return FALSE;
  value = lull_document_parse_override (document, change->key, change->value, error);
  if (value == NULL)
    return FALSE;
  last = g_strv_length (parts) - 1;
  for (guint i = 0; i < last; i++)
    {
      mapping = descend (document, mapping, parts[i], value, error);
      if (mapping == NULL)
        return FALSE;
    }
  lull_document_put (document, mapping, parts[last], value);
  return TRUE;
}
