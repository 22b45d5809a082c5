/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-node.h"

#include "lull-scenario.h"

#include <string.h>

/* An error shows this many characters of what was found. */
#define QUOTE_MAX 48U

char *
lull_printable (const char *text)
{
  GString *shown = g_string_new (NULL);
  guint count = 0;

  for (; *text != '\0' && count < QUOTE_MAX; text = g_utf8_next_char (text), count++)
    {
      const gunichar c = g_utf8_get_char (text);

      if (g_unichar_isprint (c))
        g_string_append_unichar (shown, c);
      else
        g_string_append_printf (shown, "\\u%04x", c);
    }
  if (*text != '\0')
    g_string_append (shown, "…");
  return g_string_free (shown, FALSE);
}

char *
lull_quote (const char *text)
{
  g_autofree char *shown = lull_printable (text);

  return g_strdup_printf ("\"%s\"", shown);
}

char *
lull_words_join (const char *const *words)
{
  guint count = 0;
  GString *text;

  while (words[count] != NULL)
    count++;
  text = g_string_new (count > 2 ? "one of " : NULL);

  for (guint i = 0; i < count; i++)
    {
      if (i > 0)
        g_string_append (text, count > 2 ? ", " : " or ");
      g_string_append (text, words[i]);
    }
  return g_string_free (text, FALSE);
}

char *
lull_words_hint (const char *text, const char *const *words, const LullMeant *meant)
{
  const char *nearest = lull_meant_find (meant, text);

  if (nearest == NULL)
    nearest = lull_nearest (text, words);

  return nearest != NULL ? g_strdup_printf (": did you mean %s?", nearest)
                         : g_strdup ("");
}

static gboolean
is_digits (const char *text)
{
  return *text != '\0' && text[strspn (text, "0123456789")] == '\0';
}

static char *
found (const LullNode *self)
{
  if (self->kind == LULL_NODE_LIST)
    return g_strdup ("a list");
  if (self->kind == LULL_NODE_MAPPING)
    return g_strdup ("a mapping");
  if (self->plain && *self->text == '\0')
    return g_strdup ("nothing");
  if (self->plain && is_digits (self->text) && strlen (self->text) < QUOTE_MAX)
    return g_strdup (self->text);
  return lull_quote (self->text);
}

/* The node's dotted path: "network.order", "workers[1]"; "" for the root. */
static char *
node_path (const LullNode *self)
{
  GString *path = g_string_new (NULL);

  for (; self->parent != NULL; self = self->parent)
    {
      g_autofree char *part = NULL;

      if (self->parent->kind == LULL_NODE_LIST)
        part = g_strdup_printf ("[%u]", self->index);
      else
        part = g_strdup_printf ("%s%s", self->parent->parent != NULL ? "." : "",
                                lull_node_key (self->parent, self->index)->text);
      g_string_prepend (path, part);
    }
  return g_string_free (path, FALSE);
}

const LullNode *
lull_node_root (const LullNode *self)
{
  while (self->parent != NULL)
    self = self->parent;
  return self;
}

/* @message with the place of @self before it. */
static char *
at_place (const LullNode *self, const char *message)
{
  const LullOrigin *origin = self->origin;

  if (origin->override_key != NULL)
    return g_strdup_printf ("%s: %s", origin->label, message);
  return g_strdup_printf ("%s:%u:%u: %s", origin->label, self->line, self->column,
                          message);
}

static gboolean
fail (const LullNode *self, GError **error, const char *message)
{
  g_autofree char *text = at_place (self, message);

  g_set_error_literal (error, LULL_SCENARIO_ERROR,
                       self->origin->override_key != NULL ? LULL_SCENARIO_ERROR_OVERRIDE
                                                          : LULL_SCENARIO_ERROR_MEANING,
                       text);
  return FALSE;
}

char *
lull_node_say (const LullNode *self, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return at_place (self, message);
}

gboolean
lull_node_fail (const LullNode *self, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return fail (self, error, message);
}

gboolean
lull_node_fail_expected (const LullNode *self, GError **error, const char *format, ...)
{
  g_autofree char *what = found (self);
  g_autofree char *path = node_path (self);
  g_autofree char *expected = NULL;
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  expected = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  /* An override's place is its key: it need not be named twice. */
  if (*path == '\0' || g_strcmp0 (path, self->origin->override_key) == 0)
    message = g_strdup_printf ("found %s, expected %s", what, expected);
  else
    {
      g_autofree char *shown = lull_printable (path);

      message = g_strdup_printf ("found %s for %s, expected %s", what, shown, expected);
    }
  return fail (self, error, message);
}

gboolean
lull_node_check_list (const LullNode *self, GError **error)
{
  return self->kind == LULL_NODE_LIST || lull_node_fail_expected (self, error, "a list");
}

gboolean
lull_node_check_mapping (const LullNode *self, GError **error)
{
  return self->kind == LULL_NODE_MAPPING ||
         lull_node_fail_expected (self, error, "a mapping");
}

const LullNode *
lull_node_get (const LullNode *self, const char *key)
{
  if (self == NULL || self->kind != LULL_NODE_MAPPING)
    return NULL;
  for (guint i = 0; i < self->keys->len; i++)
    if (g_str_equal (lull_node_key (self, i)->text, key))
      return lull_node_item (self, i);
  return NULL;
}

guint
lull_node_count (const LullNode *self)
{
  return self->items->len;
}

const LullNode *
lull_node_item (const LullNode *self, guint index)
{
  return g_ptr_array_index (self->items, index);
}

const LullNode *
lull_node_key (const LullNode *self, guint index)
{
  return g_ptr_array_index (self->keys, index);
}

static gboolean
is_plain (const LullNode *self)
{
  return self->kind == LULL_NODE_TEXT && self->plain;
}

gboolean
lull_node_is_range (const LullNode *self)
{
  const char *dots = is_plain (self) ? strstr (self->text, LULL_RANGE_DOTS) : NULL;

  return dots != NULL && dots > self->text &&
         is_digits (dots + strlen (LULL_RANGE_DOTS)) &&
         strspn (self->text, "0123456789") == (gsize) (dots - self->text);
}

/* Why what looks right is none: what is behind "expected …". */
static const char *
note (const LullNode *self)
{
  if (self->kind == LULL_NODE_LIST)
    return ": several values are for a sweep";
  if (lull_node_is_range (self))
    return ": a range is for a sweep";
  return self->kind == LULL_NODE_TEXT && !self->plain ? ": quotes make it a text" : "";
}

gboolean
lull_node_read_number (
    const LullNode *self, guint64 low, guint64 high, guint64 *value, GError **error)
{
  if (!is_plain (self) || !is_digits (self->text))
    return lull_node_fail_expected (self, error, "a whole number%s", note (self));
  if (!g_ascii_string_to_unsigned (self->text, 10, low, G_MAXUINT64, value, NULL) &&
      strlen (self->text) < 20)
    return lull_node_fail_expected (self, error, "at least %" G_GUINT64_FORMAT, low);
  if (!g_ascii_string_to_unsigned (self->text, 10, low, high, value, NULL))
    return lull_node_fail_expected (self, error, "at most %" G_GUINT64_FORMAT, high);
  return TRUE;
}

gboolean
lull_node_read_switch (const LullNode *self, gboolean *value, GError **error)
{
  if (!is_plain (self) ||
      !(g_str_equal (self->text, "true") || g_str_equal (self->text, "false")))
    return lull_node_fail_expected (self, error, "true or false%s", note (self));
  *value = g_str_equal (self->text, "true");
  return TRUE;
}

gboolean
lull_node_read_choice (const LullNode *self,
                       const char *const *words,
                       const LullMeant *meant,
                       guint *index,
                       GError **error)
{
  g_autofree char *list = NULL;
  g_autofree char *hint = NULL;

  if (self->kind == LULL_NODE_TEXT)
    for (guint i = 0; words[i] != NULL; i++)
      if (g_str_equal (self->text, words[i]))
        {
          *index = i;
          return TRUE;
        }
  list = lull_words_join (words);
  hint = self->kind == LULL_NODE_TEXT ? lull_words_hint (self->text, words, meant)
                                      : g_strdup ("");
  return lull_node_fail_expected (self, error, "%s%s", list, hint);
}

static gboolean
is_showable (const char *text, gboolean lines)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (!g_unichar_isprint (g_utf8_get_char (text)) && !(lines && *text == '\n'))
      return FALSE;
  return TRUE;
}

gboolean
lull_node_read_text (
    const LullNode *self, guint length_max, gboolean lines, char **value, GError **error)
{
  if (self->kind != LULL_NODE_TEXT || *self->text == '\0')
    return lull_node_fail_expected (self, error, "a text");
  if (g_utf8_strlen (self->text, -1) > (glong) length_max)
    return lull_node_fail_expected (self, error, "at most %u characters", length_max);
  if (!is_showable (self->text, lines))
    return lull_node_fail_expected (
        self, error, lines ? "printable characters" : "one line of printable characters");
  g_free (*value);
  *value = g_strdup (self->text);
  return TRUE;
}
