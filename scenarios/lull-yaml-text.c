/* SPDX-License-Identifier: Apache-2.0 */
/* What is looked at before libyaml sees a text. */
#include "lull-document-private.h"

#include <string.h>

/* The line and column, from 1, of the character at @p offset. */
static void
locate (const char *text, gsize offset, guint *line, guint *column)
{
  const char *start = text;

  *line = 1;
  for (const char *p = text; p < text + offset; p++)
    if (*p == '\n')
      {
        (*line)++;
        start = p + 1;
      }
  *column = (guint) g_utf8_strlen (start, text + offset - start) + 1;
}

static gboolean
fail_offset (const LullOrigin *origin,
             const char *text,
             gsize offset,
             GError **error,
             const char *message)
{
  guint line, column;

  locate (text, offset, &line, &column);
  return lull_document_fail_syntax (origin, line, column, error, message);
}

/* Whether what ends before @p at is a line break to libyaml, which knows more than LF and
 * CR. */
static gboolean
is_after_break (const char *text, const char *at)
{
  static const char *const breaks[] = { "\n", "\r", "\xc2\x85", "\xe2\x80\xa8",
                                        "\xe2\x80\xa9" };

  for (guint i = 0; i < G_N_ELEMENTS (breaks); i++)
    {
      const gsize size = strlen (breaks[i]);

      if ((gsize) (at - text) >= size && memcmp (at - size, breaks[i], size) == 0)
        return TRUE;
    }
  return at == text;
}

/* The first line that starts with '%'; libyaml's time for directives grows with their
 * square. */
static const char *
find_directive (const char *text, gsize length)
{
  const char *end = text + length;
  const char *at = text;

  while (at < end && (at = memchr (at, '%', (gsize) (end - at))) != NULL)
    {
      if (is_after_break (text, at))
        return at;
      at++;
    }
  return NULL;
}

gboolean
lull_yaml_check_text (const LullOrigin *origin,
                      const char *text,
                      gsize length,
                      GError **error)
{
  const char *end, *directive;

  if (length > LULL_DOCUMENT_SIZE_MAX)
    return lull_document_fail_syntax (origin, 1, 1, error,
                                      "found more than 1 MiB, expected at most 1 MiB");
  if (!g_utf8_validate_len (text, length, &end))
    return fail_offset (origin, text, (gsize) (end - text), error,
                        "found bytes that are not UTF-8, expected UTF-8");
  directive = find_directive (text, length);
  if (directive != NULL)
    return fail_offset (origin, text, (gsize) (directive - text), error,
                        "found a directive, expected none");
  return TRUE;
}
