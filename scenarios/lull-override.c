/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-override.h"

#include "lull-section.h"
#include "lull-sweep-plan.h"

#include <string.h>

#define OPTION "--set"

gboolean
lull_override_key_is_valid (const char *key)
{
  g_auto (GStrv) parts = g_strsplit (key, ".", -1);
  gboolean valid = parts[0] != NULL && g_utf8_validate (key, -1, NULL);

  for (guint i = 0; valid && parts[i] != NULL; i++)
    valid = *parts[i] != '\0';
  return valid;
}

static char *
full_key (const char *key)
{
  const char *last = lull_section_short_key (key);

  return last != NULL ? g_strconcat (key, ".", last, NULL) : g_strdup (key);
}

gboolean
lull_override_key_is_same (const char *a, const char *b)
{
  g_autofree char *full_a = full_key (a);
  g_autofree char *full_b = full_key (b);

  return g_str_equal (full_a, full_b);
}

gboolean
lull_override_key_covers (const char *outer, const char *inner)
{
  const gsize length = strlen (outer);

  return strncmp (outer, inner, length) == 0 &&
         (inner[length] == '\0' || inner[length] == '.');
}

static gboolean
check_key (const LullOverride *change, GError **error)
{
  g_autofree char *shown = NULL;
  g_autofree char *quoted = NULL;

  if (lull_override_key_is_valid (change->key))
    return TRUE;
  shown = g_utf8_make_valid (change->key, -1);
  quoted = lull_quote (shown);
  g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE,
               OPTION ": found the key %s, expected names joined by dots: network.order",
               quoted);
  return FALSE;
}

/* What @mapping has for @name, or NULL. */
static LullNode *
get (const LullNode *mapping, const char *name)
{
  if (mapping == NULL || mapping->kind != LULL_NODE_MAPPING)
    return NULL;
  for (guint i = 0; i < mapping->keys->len; i++)
    if (g_str_equal (lull_node_key (mapping, i)->text, name))
      return g_ptr_array_index (mapping->items, i);
  return NULL;
}

static gboolean
fail_within (const LullNode *place, const char *key, GError **error)
{
  g_autofree char *shown = lull_printable (key);

  return lull_node_fail (
      place, error, "found a value within %s, expected %s to be a mapping", shown, shown);
}

/* The mapping that is the value of @key in @mapping, made of what stands there. */
static LullNode *
descend (LullDocument *document,
         LullNode *mapping,
         const char *key,
         const LullNode *place,
         GError **error)
{
  LullNode *next = get (mapping, key);
  LullNode *inner;
  const char *name = mapping->parent == NULL ? lull_section_short_key (key) : NULL;

  if (next != NULL && next->kind == LULL_NODE_MAPPING)
    return next;
  if (next != NULL && (next->kind == LULL_NODE_LIST || name == NULL))
    {
      (void) fail_within (place, key, error);
      return NULL;
    }
  inner = lull_document_add_mapping (document, next != NULL ? next : place);
  if (next != NULL)
    lull_document_put (document, inner, name, next, next);
  lull_document_put (document, mapping, key, place, inner);
  return inner;
}

static gboolean
put (LullDocument *document,
     const char *key,
     const LullNode *place,
     LullNode *value,
     GError **error)
{
  g_auto (GStrv) parts = g_strsplit (key, ".", -1);
  const guint last = g_strv_length (parts) - 1;
  LullNode *mapping = lull_document_get_root (document);

  for (guint i = 0; i < last; i++)
    {
      mapping = descend (document, mapping, parts[i], place, error);
      if (mapping == NULL)
        return FALSE;
    }
  lull_document_put (document, mapping, parts[last], place, value);
  return TRUE;
}

static gboolean
put_case (LullDocument *document, LullNode *mapping, GError **error)
{
  for (guint i = 0; i < mapping->keys->len; i++)
    if (!put (document, lull_node_key (mapping, i)->text, lull_node_key (mapping, i),
              g_ptr_array_index (mapping->items, i), error))
      return FALSE;
  return TRUE;
}

gboolean
lull_override_put (LullDocument *document,
                   const char *key,
                   const LullNode *place,
                   LullNode *value,
                   GError **error)
{
  return g_str_equal (key, LULL_CASE_KEY) && value->kind == LULL_NODE_MAPPING
             ? put_case (document, value, error)
             : put (document, key, place, value, error);
}

LullNode *
lull_override_find (LullDocument *document, const char *key)
{
  g_auto (GStrv) parts = g_strsplit (key, ".", -1);
  const char *name = lull_section_short_key (parts[0]);
  LullNode *node = lull_document_get_root (document);

  for (guint i = 0; node != NULL && parts[i] != NULL; i++)
    if (node->kind == LULL_NODE_MAPPING)
      node = get (node, parts[i]);
    else if (i != 1 || g_strcmp0 (name, parts[1]) != 0)
      return NULL;
  /* `protocol: { name: safra }` says no more than `protocol: safra`. */
  if (node != NULL && node->kind == LULL_NODE_MAPPING && lull_node_count (node) == 1 &&
      parts[1] == NULL && name != NULL)
    return get (node, name);
  return node;
}

/* What the sweep over @key calls @text, or NULL. */
static LullNode *
find_named (const LullNode *root, const char *key, const char *text)
{
  const LullNode *sweep = get (root, LULL_SWEEP_KEY);

  if (sweep == NULL || sweep->kind != LULL_NODE_MAPPING)
    return NULL;
  for (guint i = 0; i < lull_node_count (sweep); i++)
    if (lull_override_key_is_same (lull_node_key (sweep, i)->text, key))
      return get (lull_node_item (sweep, i), text);
  return NULL;
}

/* What YAML calls no value: `calls=`, `calls=null`, `calls=~`. */
static gboolean
is_nothing (const LullNode *value)
{
  return value->kind == LULL_NODE_TEXT && value->plain &&
         (*value->text == '\0' || g_str_equal (value->text, "null") ||
          g_str_equal (value->text, "~"));
}

/* Nobody reads what is taken out: whether there is such a key has to be asked here. The
 * keys of protocols are their own. */
static gboolean
check_known (LullDocument *document,
             const LullNode *place,
             const char *const *parts,
             GError **error)
{
  const LullSection *section = &lull_section_scenario;

  for (guint i = 0; section != NULL && parts[i] != NULL; i++)
    {
      LullNode *key = lull_document_add_text (document, place->origin, parts[i]);

      key->parent = lull_document_get_root (document);
      if (!lull_section_check_key (section, key, error))
        return FALSE;
      section = i == 0 ? lull_section_find (parts[0]) : NULL;
      if (section == NULL && i == 0 && parts[1] != NULL)
        return fail_within (place, parts[0], error);
      if (section == &lull_section_protocol)
        return TRUE;
    }
  return TRUE;
}

/* Takes out what the key of @change, which @place stands for, points to. */
static gboolean
take_out (LullDocument *document,
          const LullOverride *change,
          const LullNode *place,
          GError **error)
{
  g_auto (GStrv) parts = g_strsplit (change->key, ".", -1);
  const guint last = g_strv_length (parts) - 1;
  LullNode *mapping = lull_document_get_root (document);

  if (!check_known (document, place, (const char *const *) parts, error))
    return FALSE;
  for (guint i = 0; i < last; i++)
    {
      LullNode *next = get (mapping, parts[i]);

      if (next != NULL && next->kind == LULL_NODE_LIST)
        return fail_within (place, parts[i], error);
      if (next != NULL && next->kind == LULL_NODE_TEXT &&
          lull_override_key_is_same (parts[0], change->key))
        lull_document_take_out (mapping, parts[0]);
      if (next == NULL || next->kind == LULL_NODE_TEXT)
        return TRUE;
      mapping = next;
    }
  lull_document_take_out (mapping, parts[last]);
  return TRUE;
}

gboolean
lull_override_apply (const LullOverride *change, LullDocument *document, GError **error)
{
  LullNode *named;
  LullNode *value;

  if (!check_key (change, error))
    return FALSE;
  value =
      lull_document_parse_override (document, OPTION, change->key, change->value, error);
  if (value == NULL)
    return FALSE;
  named = find_named (lull_document_get_root (document), change->key, change->value);
  if (named == NULL && is_nothing (value) && !g_str_equal (change->key, LULL_CASE_KEY))
    return take_out (document, change, value, error);
  return lull_override_put (document, change->key, value, named != NULL ? named : value,
                            error);
}
