/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-number.h"

#include <math.h>
#include <string.h>

G_DEFINE_QUARK (lull_number_error_quark, lull_number_error)

/* A century of seconds: anything longer is a slip of the hand. */
#define SECONDS_MAX 3.2e9

static void
refuse (const char *option, const char *text, const char *expected, GError **error)
{
  g_set_error (error, LULL_NUMBER_ERROR, LULL_NUMBER_ERROR_INVALID,
               "%s: found \"%s\", expected %s", option, text, expected);
}

gboolean
lull_number_parse (const char *option,
                   const char *text,
                   guint64 low,
                   guint64 high,
                   guint64 *number,
                   GError **error)
{
  g_autofree char *expected = NULL;

  if (g_ascii_string_to_unsigned (text, 10, low, high, number, NULL))
    return TRUE;
  expected = g_strdup_printf (
      "a whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, low, high);
  refuse (option, text, expected, error);
  return FALSE;
}

/* The power of two that the last letter of a size stands for, or 0 if it is no such
 * letter. */
static guint
suffix_shift (char letter)
{
  static const char letters[] = "KMGT";
  const char *found = strchr (letters, g_ascii_toupper (letter));

  return letter != '\0' && found != NULL ? 10 * ((guint) (found - letters) + 1) : 0;
}

gboolean
lull_number_parse_size (const char *option,
                        const char *text,
                        guint64 *bytes,
                        GError **error)
{
  gsize length = strlen (text);
  guint shift = length > 0 ? suffix_shift (text[length - 1]) : 0;
  g_autofree char *digits = g_strndup (text, shift > 0 ? length - 1 : length);

  if (g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT64 >> shift, bytes, NULL))
    {
      *bytes <<= shift;
      return TRUE;
    }
  refuse (option, text, "a size such as 512M or 8G", error);
  return FALSE;
}

gboolean
lull_number_parse_seconds (const char *option,
                           const char *text,
                           double *seconds,
                           GError **error)
{
  char *rest = NULL;

  /* Only digits and a point: strtod would also take "inf", "nan", "0x10" and leading
   * blanks. */
  if (text[0] != '\0' && strspn (text, "0123456789.") == strlen (text))
    {
      *seconds = g_ascii_strtod (text, &rest);
      if (*rest == '\0' && rest != text && *seconds > 0 && *seconds <= SECONDS_MAX)
        return TRUE;
    }
  refuse (option, text, "seconds such as 90 or 0.5", error);
  return FALSE;
}

char *
lull_count_to_string (guint64 count, const char *unit)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s%s", count, unit,
                          count == 1 ? "" : "s");
}
