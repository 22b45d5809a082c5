/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-delay.h"

#include <string.h>

static const struct
{
  const char *name;
  LullDelayKind kind;
  guint arguments_min, arguments_max;
} forms[] = {
  { "fixed", LULL_DELAY_FIXED, 1, 1 },
  { "uniform", LULL_DELAY_UNIFORM, 2, 2 },
  { "exponential", LULL_DELAY_EXPONENTIAL, 1, 2 },
};

static gboolean
parse_ticks (const char *text, guint32 *ticks)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, LULL_DELAY_TICKS_MAX, &value, NULL))
    return FALSE;
  *ticks = (guint32) value;
  return TRUE;
}

/* Takes "a" or "a, b", up to and without the closing parenthesis, apart. */
static guint
parse_arguments (const char *text, gsize length, guint32 ticks[2])
{
  g_autofree char *inner = g_strndup (text, length);
  g_auto (GStrv) parts = g_strsplit (inner, ",", 3);
  const guint count = g_strv_length (parts);

  for (guint i = 0; i < count; i++)
    if (i >= 2 || !parse_ticks (g_strstrip (parts[i]), &ticks[i]))
      return 0;
  return count;
}

static gboolean
parse_number (const char *text, LullDelay *delay)
{
  delay->kind = LULL_DELAY_FIXED;
  if (!parse_ticks (text, &delay->low))
    return FALSE;
  delay->high = delay->low;
  return TRUE;
}

static gboolean
parse_form (const char *text, LullDelay *delay)
{
  const char *bracket = strchr (text, '(');
  const gsize length = strlen (text);

  if (bracket == NULL || text[length - 1] != ')')
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (strlen (forms[i].name) == (gsize) (bracket - text) &&
        g_str_has_prefix (text, forms[i].name))
      {
        guint32 ticks[2] = { 0, 0 };
        const guint count =
            parse_arguments (bracket + 1, length - 2 - (gsize) (bracket - text), ticks);

        *delay = (LullDelay){ forms[i].kind, ticks[0], ticks[1] };
        if (delay->kind == LULL_DELAY_FIXED)
          delay->high = delay->low;
        return count >= forms[i].arguments_min && count <= forms[i].arguments_max;
      }
  return FALSE;
}

/* What the numbers of a well-formed delay break, or NULL. */
static const char *
delay_fault (const LullDelay *delay)
{
  if (delay->kind == LULL_DELAY_UNIFORM && delay->low > delay->high)
    return "the smaller number first";
  if (delay->kind == LULL_DELAY_EXPONENTIAL && delay->low == 0)
    return "a mean of at least 1";
  if (delay->kind == LULL_DELAY_EXPONENTIAL && delay->high != 0 &&
      delay->high < delay->low)
    return "a limit of at least the mean";
  return NULL;
}

gboolean
lull_delay_read (const LullNode *node, LullDelay *delay, GError **error)
{
  LullDelay parsed = { .kind = LULL_DELAY_FIXED };
  const char *fault;

  if (node->kind != LULL_NODE_TEXT ||
      !(parse_form (node->text, &parsed) || parse_number (node->text, &parsed)))
    return lull_node_fail_expected (
        node, error,
        "a delay such as 3, uniform(1, 5) or exponential(3, 20), "
        "of at most %u ticks",
        LULL_DELAY_TICKS_MAX);
  fault = delay_fault (&parsed);
  if (fault != NULL)
    return lull_node_fail_expected (node, error, "%s", fault);
  *delay = parsed;
  return TRUE;
}
