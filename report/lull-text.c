/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-text.h"

#include <string.h>

char *
lull_text_clean (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *clean = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c == '\n' || c == '\t')
        g_string_append_c (clean, ' ');
      else
        g_string_append_unichar (clean, g_unichar_iscntrl (c) ? 0xfffd : c);
    }
  return g_string_free (clean, FALSE);
}

guint
lull_text_width (const char *text)
{
  guint width = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

void
lull_text_append_painted (GString *out,
                          gboolean colour,
                          LullPaint paint,
                          const char *text)
{
  static const char *const codes[] = {
    [LULL_PAINT_PLAIN] = "0",  [LULL_PAINT_STRONG] = "1",   [LULL_PAINT_GOOD] = "1;32",
    [LULL_PAINT_BAD] = "1;31", [LULL_PAINT_DOUBT] = "1;33", [LULL_PAINT_CUT] = "1;34",
    [LULL_PAINT_FAINT] = "2",
  };
  g_autofree char *clean = lull_text_clean (text);

  if (colour && paint != LULL_PAINT_PLAIN)
    g_string_append_printf (out, "\033[%sm%s\033[0m", codes[paint], clean);
  else
    g_string_append (out, clean);
}

void
lull_text_append_spaces (GString *out, guint count)
{
  for (guint i = 0; i < count; i++)
    g_string_append_c (out, ' ');
}

void
lull_text_append_wrapped (GString *out, guint indent, const char *text)
{
  g_autofree char *clean = lull_text_clean (text);
  g_auto (GStrv) words = g_strsplit (clean, " ", -1);
  guint column = indent;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint width = lull_text_width (words[i]);

      if (width == 0)
        continue;
      if (column > indent && column + 1 + width > LULL_TEXT_COLUMNS)
        {
          g_string_append_c (out, '\n');
          lull_text_append_spaces (out, indent);
          column = indent;
        }
      else if (column > indent)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append (out, words[i]);
      column += width;
    }
  g_string_append_c (out, '\n');
}

void
lull_text_append_count (GString *out, guint64 number)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
  gsize length = strlen (digits);

  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && length > 4 && (length - i) % 3 == 0)
        g_string_append_c (out, ',');
      g_string_append_c (out, digits[i]);
    }
}
