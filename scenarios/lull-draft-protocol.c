/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#include "lull-nearest.h"

#define DEFAULT_PROTOCOL "pairwise"

/* The other keys are the options of the protocol that is named. */
static const LullKey keys[] = {
  { .name = "name", .type = LULL_KEY_OWN, .initial = DEFAULT_PROTOCOL },
  { .name = NULL },
};

const LullSection lull_section_protocol = { .name = "protocol",
                                            .short_key = "name",
                                            .keys = keys };

/* Their names, ended by NULL. */
static const char **
list_protocols (void)
{
  const LullProtocol *const *protocols = lull_protocols_list ();
  const char **names;
  guint count = 0;

  while (protocols[count] != NULL)
    count++;
  names = g_new0 (const char *, count + 1);
  for (guint i = 0; i < count; i++)
    names[i] = protocols[i]->name;
  return names;
}

static gboolean
fail_protocol (const LullNode *node, GError **error)
{
  g_autofree const char **names = list_protocols ();
  const char *nearest = lull_nearest (node->text, names);
  g_autofree char *list = lull_words_join (names);

  if (nearest == NULL)
    return lull_node_fail_expected (
        node, error, "%s; if it is in a plugin, name that with --plugin", list);
  return lull_node_fail_expected (
      node, error,
      "the name of a protocol: did you mean %s? If it is in a "
      "plugin, name that with --plugin",
      nearest);
}

static gboolean
find_protocol (LullChoice *self, const LullNode *node, GError **error)
{
  if (node->kind != LULL_NODE_TEXT)
    return lull_node_fail_expected (node, error, "the name of a protocol");
  self->protocol = lull_protocols_find (node->text);
  return self->protocol != NULL || fail_protocol (node, error);
}

static guint
option_count (const LullProtocol *protocol)
{
  guint count = 0;

  if (protocol->options != NULL)
    while (protocol->options[count].name != NULL)
      count++;
  return count;
}

static guint
key_count (const LullSection *section)
{
  guint count = 0;

  while (section->keys[count].name != NULL)
    count++;
  return count;
}

static gboolean
fail_option (const LullChoice *self,
             const LullSection *section,
             const LullNode *key,
             GError **error)
{
  const guint count = option_count (self->protocol);
  g_autofree const char **known = g_new0 (const char *, key_count (section) + count + 1);
  g_autofree char *quoted = lull_quote (key->text);

  for (guint i = 0; i < key_count (section); i++)
    known[i] = section->keys[i].name;
  if (count == 0)
    {
      g_autofree char *list = lull_words_join (known);

      return lull_node_fail (key, error,
                             "found the key %s, expected none but %s: %s has no options",
                             quoted, list, self->protocol->name);
    }
  for (guint i = 0; i < count; i++)
    known[key_count (section) + i] = self->protocol->options[i].name;
  return lull_section_fail_key (section, key, known, error);
}

static gboolean
read_option (LullChoice *self,
             const LullSection *section,
             const LullNode *key,
             const LullNode *value,
             GError **error)
{
  const LullOption *option = lull_protocols_find_option (self->protocol, key->text);
  guint chosen;

  if (option == NULL)
    return fail_option (self, section, key, error);
  if (!lull_node_read_choice (value, option->values, NULL, &chosen, error))
    return FALSE;
  g_array_index (self->options, gint, option - self->protocol->options) = (gint) chosen;
  return TRUE;
}

static gboolean
read_options (LullChoice *self,
              const LullSection *section,
              const LullNode *node,
              GError **error)
{
  for (guint i = 0; i < lull_node_count (node); i++)
    {
      const LullNode *key = lull_node_key (node, i);

      if (lull_section_find_key (section, key->text) == NULL &&
          !read_option (self, section, key, lull_node_item (node, i), error))
        return FALSE;
    }
  return TRUE;
}

gboolean
lull_draft_choose_protocol (LullChoice *self,
                            const LullSection *section,
                            const LullNode *node,
                            const char *otherwise,
                            GError **error)
{
  gboolean is_mapping = node != NULL && node->kind == LULL_NODE_MAPPING;
  const LullNode *name = is_mapping ? lull_node_get (node, section->short_key) : node;

  self->protocol = lull_protocols_find (otherwise);
  if (name != NULL && !find_protocol (self, name, error))
    return FALSE;
  g_array_set_size (self->options, option_count (self->protocol));
  return !is_mapping || read_options (self, section, node, error);
}

/* The mistake stands at the cast, not at the protocol: casts are what has to change. */
gboolean
lull_draft_check_casts (const LullChoice *self, const LullNode *cast, GError **error)
{
  if (cast == NULL || !self->protocol->needs_replies)
    return TRUE;
  return lull_node_fail (cast, error,
                         "found a cast, expected calls only: %s counts open futures",
                         self->protocol->name);
}

gboolean
lull_draft_read_protocol (LullDraft *self, const LullNode *node, GError **error)
{
  return lull_draft_choose_protocol (&self->join, &lull_section_protocol, node,
                                     DEFAULT_PROTOCOL, error) &&
         lull_draft_check_casts (&self->join, self->cast, error);
}
