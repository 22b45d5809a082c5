/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-flow-text.h"

#include <string.h>

/*
 * Words, numbers and arrows stay as they are; what else a text without quotes can be is
 * never a word or a number, so that quotes change nothing about it.
 */
static gboolean
needs_quotes (const LullNode *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_.~>- ";
  const char *at = text->text;

  if (!text->plain || *at == '\0' || strchr (" >.", *at) != NULL ||
      (*at == '-' && at[1] != '>' && !g_ascii_isalnum (at[1])))
    return TRUE;
  return at[strspn (at, plain)] != '\0' || g_str_has_suffix (at, " ");
}

static void
append_quoted (GString *flow, const char *text)
{
  g_string_append_c (flow, '"');
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (c == '"' || c == '\\')
        g_string_append_printf (flow, "\\%c", (char) c);
      else if (g_unichar_isprint (c))
        g_string_append_unichar (flow, c);
      else
        g_string_append_printf (flow, "\\U%08x", c);
    }
  g_string_append_c (flow, '"');
}

static void
append_text (GString *flow, const LullNode *text)
{
  if (needs_quotes (text))
    append_quoted (flow, text->text);
  else
    g_string_append (flow, text->text);
}

/* The depth of a document bounds the recursion. */
static void
append_node (GString *flow, const LullNode *node)
{
  const gboolean mapping = node->kind == LULL_NODE_MAPPING;

  if (node->kind == LULL_NODE_TEXT)
    {
      append_text (flow, node);
      return;
    }
  g_string_append_c (flow, mapping ? '{' : '[');
  for (guint i = 0; i < lull_node_count (node); i++)
    {
      g_string_append (flow, i > 0 ? ", " : "");
      if (mapping)
        {
          append_text (flow, lull_node_key (node, i));
          g_string_append (flow, ": ");
        }
      append_node (flow, lull_node_item (node, i));
    }
  g_string_append_c (flow, mapping ? '}' : ']');
}

char *
lull_node_to_flow (const LullNode *node)
{
  GString *flow = g_string_new (NULL);

  append_node (flow, node);
  return g_string_free (flow, FALSE);
}
