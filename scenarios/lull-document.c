/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-document-private.h"

#include "lull-scenario.h"

#include <string.h>

static void
node_free (gpointer data)
{
  LullNode *node = data;

  g_free (node->text);
  g_clear_pointer (&node->keys, g_ptr_array_unref);
  g_clear_pointer (&node->items, g_ptr_array_unref);
  g_free (node);
}

static void
origin_free (gpointer data)
{
  LullOrigin *origin = data;

  g_free (origin->label);
  g_free (origin->override_key);
  g_free (origin);
}

static LullOrigin *
add_origin (LullDocument *self, char *label, const char *override_key)
{
  LullOrigin *origin = g_new0 (LullOrigin, 1);

  origin->label = label;
  origin->override_key = g_strdup (override_key);
  g_ptr_array_add (self->origins, origin);
  return origin;
}

LullNode *
lull_document_add_node (LullDocument *self, const LullOrigin *origin, LullNodeKind kind)
{
  LullNode *node = g_new0 (LullNode, 1);

  node->kind = kind;
  node->origin = origin;
  node->line = node->column = 1;
  if (kind != LULL_NODE_TEXT)
    node->items = g_ptr_array_new ();
  if (kind == LULL_NODE_MAPPING)
    node->keys = g_ptr_array_new ();
  g_ptr_array_add (self->nodes, node);
  return node;
}

LullNode *
lull_document_add_text (LullDocument *self, const LullOrigin *origin, const char *text)
{
  LullNode *node = lull_document_add_node (self, origin, LULL_NODE_TEXT);

  node->plain = TRUE;
  node->text = g_strdup (text);
  return node;
}

gboolean
lull_document_fail_syntax (const LullOrigin *origin,
                           guint line,
                           guint column,
                           GError **error,
                           const char *message)
{
  if (origin->override_key != NULL)
    g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE, "%s: %s",
                 origin->label, message);
  else
    g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_SYNTAX, "%s:%u:%u: %s",
                 origin->label, line, column, message);
  return FALSE;
}

void
lull_document_append (LullNode *around, LullNode *key, LullNode *value)
{
  value->parent = around;
  value->index = around->items->len;
  if (key != NULL)
    {
      key->parent = around;
      key->index = around->keys->len;
      g_ptr_array_add (around->keys, key);
    }
  g_ptr_array_add (around->items, value);
}

LullDocument *
lull_document_parse (const char *label, const char *text, gsize length, GError **error)
{
  g_autoptr (LullDocument) self = g_new0 (LullDocument, 1);
  const LullOrigin *origin;

  self->nodes = g_ptr_array_new_with_free_func (node_free);
  self->origins = g_ptr_array_new_with_free_func (origin_free);
  origin = add_origin (self, g_strdup (label), NULL);
  if (!lull_yaml_parse (self, origin, text, length, &self->root, error))
    return NULL;
  if (self->root == NULL)
    {
      lull_document_fail_syntax (origin, 1, 1, error,
                                 "found nothing, expected a mapping");
      return NULL;
    }
  if (!lull_node_check_mapping (self->root, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
lull_document_free (LullDocument *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->origins);
  g_free (self);
}

LullNode *
lull_document_get_root (LullDocument *self)
{
  return self->root;
}

LullNode *
lull_document_parse_override (LullDocument *self,
                              const char *option,
                              const char *key,
                              const char *text,
                              GError **error)
{
  g_autofree char *shown = lull_printable (key);
  const LullOrigin *origin =
      add_origin (self, g_strdup_printf ("%s %s", option, shown), key);
  LullNode *value = NULL;

  if (!lull_yaml_parse (self, origin, text, strlen (text), &value, error))
    return NULL;
  return value != NULL ? value : lull_document_add_text (self, origin, "");
}

LullNode *
lull_document_add_mapping (LullDocument *self, const LullNode *place)
{
  LullNode *mapping = lull_document_add_node (self, place->origin, LULL_NODE_MAPPING);

  mapping->line = place->line;
  mapping->column = place->column;
  return mapping;
}

void
lull_document_put (LullDocument *self,
                   LullNode *mapping,
                   const char *key,
                   const LullNode *place,
                   LullNode *value)
{
  for (guint i = 0; i < mapping->keys->len; i++)
    if (g_str_equal (lull_node_key (mapping, i)->text, key))
      {
        value->parent = mapping;
        value->index = i;
        mapping->items->pdata[i] = value;
        return;
      }
  LullNode *name = lull_document_add_text (self, place->origin, key);

  name->line = place->line;
  name->column = place->column;
  lull_document_append (mapping, name, value);
}

void
lull_document_take_out (LullNode *mapping, const char *key)
{
  guint index = 0;

  while (index < mapping->keys->len &&
         !g_str_equal (lull_node_key (mapping, index)->text, key))
    index++;
  if (index == mapping->keys->len)
    return;
  g_ptr_array_remove_index (mapping->keys, index);
  g_ptr_array_remove_index (mapping->items, index);
  for (; index < mapping->keys->len; index++)
    {
      ((LullNode *) g_ptr_array_index (mapping->keys, index))->index = index;
      ((LullNode *) g_ptr_array_index (mapping->items, index))->index = index;
    }
}
