/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-section.h"

#include "lull-elsewhere.h"

#include <string.h>

const LullSection *const *
lull_sections (void)
{
  static const LullSection *const sections[] = {
    &lull_section_scenario,
    &lull_section_step,
    &lull_section_work,
    &lull_section_timers,
    &lull_section_members,
    &lull_section_runtime,
    &lull_section_timeouts,
    &lull_section_network,
    &lull_section_collectives,
    &lull_section_protocol,
    &lull_section_scopes,
    &lull_section_expect,
    &lull_section_region,
    NULL,
  };

  return sections;
}

const LullSection *
lull_section_find (const char *name)
{
  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    if (*name != '\0' && g_str_equal ((*section)->name, name))
      return *section;
  return NULL;
}

const char *
lull_section_short_key (const char *name)
{
  const LullSection *section = lull_section_find (name);

  return section != NULL ? section->short_key : NULL;
}

const LullKey *
lull_section_find_key (const LullSection *self, const char *name)
{
  for (const LullKey *key = self->keys; key->name != NULL; key++)
    if (g_str_equal (key->name, name))
      return key;
  return NULL;
}

/* "runtime.threads" is for the command line; in a file one stands within the other. */
static gboolean
fail_dotted (const LullNode *key, GError **error)
{
  const gsize length = strcspn (key->text, ".");
  g_autofree char *outer = g_strndup (key->text, length);
  g_autofree char *quoted = lull_quote (key->text);
  g_autofree char *inner = lull_printable (key->text + length + 1);

  return lull_node_fail (
      key, error,
      "found the key %s, expected %s within %s: dots are for --set and "
      "for sweeps",
      quoted, inner, outer);
}

/* Whether @text is a path of keys, dotted, whose first is the name of a section. */
static gboolean
is_dotted (const char *text)
{
  const char *dot = strchr (text, '.');
  g_autofree char *outer = dot != NULL ? g_strndup (text, (gsize) (dot - text)) : NULL;

  return outer != NULL && dot[1] != '\0' && lull_section_find (outer) != NULL;
}

gboolean
lull_section_fail_key (const LullSection *self,
                       const LullNode *key,
                       const char *const *known,
                       GError **error)
{
  g_autofree char *quoted = lull_quote (key->text);
  g_autofree char *list = lull_words_join (known);
  g_autofree char *hint = lull_words_hint (key->text, known, self->meant);
  g_autofree char *place = NULL;

  if (lull_meant_find (self->meant, key->text) == NULL)
    place = lull_elsewhere_find (key, self->name, known);
  if (place != NULL)
    return lull_node_fail (
        key, error, "found the key %s, expected it elsewhere: it is %s", quoted, place);
  return lull_node_fail (key, error, "found the key %s, expected %s%s", quoted, list,
                         hint);
}

static gboolean
fail_unknown (const LullSection *self, const LullNode *key, GError **error)
{
  g_autofree const char **known = NULL;
  guint count = 0;

  while (self->keys[count].name != NULL)
    count++;
  known = g_new0 (const char *, count + 1);
  for (guint i = 0; i < count; i++)
    known[i] = self->keys[i].name;
  return is_dotted (key->text) ? fail_dotted (key, error)
                               : lull_section_fail_key (self, key, known, error);
}

gboolean
lull_section_check_key (const LullSection *self, const LullNode *key, GError **error)
{
  return lull_section_find_key (self, key->text) != NULL ||
         fail_unknown (self, key, error);
}

gboolean
lull_section_check (const LullSection *self, const LullNode *node, GError **error)
{
  if (!lull_node_check_mapping (node, error))
    return FALSE;
  for (guint i = 0; i < lull_node_count (node); i++)
    if (!lull_section_check_key (self, lull_node_key (node, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
read_limit (const LullKey *key, const LullNode *node, guint *field, GError **error)
{
  guint64 value = 0;

  if (node->kind == LULL_NODE_TEXT && !g_ascii_isdigit (*node->text))
    {
      if (!g_str_equal (node->text, "unlimited"))
        return lull_node_fail_expected (node, error, "a whole number or unlimited");
    }
  else if (!lull_node_read_number (node, key->low, key->high, &value, error))
    return FALSE;
  *field = (guint) value;
  return TRUE;
}

static gboolean
read_count (const LullKey *key, const LullNode *node, guint *field, GError **error)
{
  guint64 value;

  if (!lull_node_read_number (node, key->low, key->high, &value, error))
    return FALSE;
  *field = (guint) value;
  return TRUE;
}

static gboolean
add_word (const LullKey *key, const LullNode *node, guint *set, GError **error)
{
  guint word;

  if (!lull_node_read_choice (node, key->words, key->meant, &word, error))
    return FALSE;
  if ((*set >> word & 1U) != 0)
    return lull_node_fail_expected (node, error, "each word once");
  *set |= 1U << word;
  return TRUE;
}

/* One word may stand without the brackets. */
static gboolean
read_set (const LullKey *key, const LullNode *node, guint *field, GError **error)
{
  guint set = 0;

  if (node->kind == LULL_NODE_TEXT)
    {
      if (!add_word (key, node, &set, error))
        return FALSE;
    }
  else if (!lull_node_check_list (node, error))
    return FALSE;
  else
    for (guint i = 0; i < lull_node_count (node); i++)
      if (!add_word (key, lull_node_item (node, i), &set, error))
        return FALSE;
  *field = set;
  return TRUE;
}

static gboolean
read_value (const LullKey *key, const LullNode *node, gpointer field, GError **error)
{
  switch (key->type)
    {
    case LULL_KEY_SWITCH:
      return lull_node_read_switch (node, field, error);
    case LULL_KEY_CHOICE:
      return lull_node_read_choice (node, key->words, key->meant, field, error);
    case LULL_KEY_SET:
      return read_set (key, node, field, error);
    case LULL_KEY_COUNT:
      return read_count (key, node, field, error);
    case LULL_KEY_LIMIT:
      return read_limit (key, node, field, error);
    case LULL_KEY_FIGURE:
      return lull_node_read_number (node, key->low, key->high, field, error);
    case LULL_KEY_OWN:
      return key->read == NULL || key->read (node, field, error);
    default:
      g_assert_not_reached ();
    }
}

gboolean
lull_section_read_value (const LullKey *key,
                         const LullNode *node,
                         gpointer target,
                         GError **error)
{
  return read_value (key, node, (guint8 *) target + key->offset, error);
}

gboolean
lull_section_read_short (const LullSection *self,
                         const LullNode *value,
                         gpointer target,
                         GError **error)
{
  return lull_section_read_value (lull_section_find_key (self, self->short_key), value,
                                  target, error);
}

gboolean
lull_section_read_key (const LullSection *self,
                       const LullNode *name,
                       const LullNode *value,
                       gpointer target,
                       GError **error)
{
  const LullKey *key = lull_section_find_key (self, name->text);

  if (key == NULL)
    return fail_unknown (self, name, error);
  return lull_section_read_value (key, value, target, error);
}

gboolean
lull_section_read (const LullSection *self,
                   const LullNode *node,
                   gpointer target,
                   GError **error)
{
  if (node == NULL)
    return TRUE;
  if (!lull_section_check (self, node, error))
    return FALSE;
  for (guint i = 0; i < lull_node_count (node); i++)
    if (!lull_section_read_key (self, lull_node_key (node, i), lull_node_item (node, i),
                                target, error))
      return FALSE;
  return TRUE;
}
