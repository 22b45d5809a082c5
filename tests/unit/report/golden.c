/* SPDX-License-Identifier: Apache-2.0 */
#include "golden.h"

#include "lull-test.h"

#include <string.h>

static gboolean
is_updating (void)
{
  return g_strcmp0 (g_getenv ("LULL_UPDATE_GOLDEN"), "1") == 0;
}

static void
say_difference (const char *where, const char *expected, const char *actual)
{
  g_auto (GStrv) expected_lines = g_strsplit (expected, "\n", -1);
  g_auto (GStrv) actual_lines = g_strsplit (actual, "\n", -1);
  guint line = 0;

  while (expected_lines[line] != NULL && actual_lines[line] != NULL &&
         g_str_equal (expected_lines[line], actual_lines[line]))
    line++;
  g_print ("%s: line %u\n  expected: %s\n  found:    %s\n"
           "  LULL_UPDATE_GOLDEN=1 accepts what was found\n",
           where, line + 1,
           expected_lines[line] != NULL ? expected_lines[line] : "(the end)",
           actual_lines[line] != NULL ? actual_lines[line] : "(the end)");
}

gboolean
lull_golden_matches (const char *relative, const char *actual)
{
  g_autofree char *path = lull_test_source_path (relative);
  g_autofree char *expected = NULL;

  if (is_updating ())
    return g_file_set_contents (path, actual, -1, NULL);
  if (!g_file_get_contents (path, &expected, NULL, NULL))
    {
      g_print ("%s: cannot be read\n", relative);
      return FALSE;
    }
  if (g_str_equal (expected, actual))
    return TRUE;
  say_difference (relative, expected, actual);
  return FALSE;
}

/* The first byte of the specimen and the one after its last, or NULL. */
static const char *
find_specimen (const char *document, const char *name, const char **end)
{
  g_autofree char *marker = g_strdup_printf ("<!-- specimen: %s -->\n", name);
  const char *start = strstr (document, marker);

  start = start != NULL ? strstr (start, "\n```") : NULL;
  start = start != NULL ? strchr (start + 1, '\n') : NULL;
  *end = start != NULL ? strstr (start, "\n```") : NULL;
  if (*end == NULL)
    return NULL;
  *end += 1;
  return start + 1;
}

gboolean
lull_golden_specimen_matches (const char *relative, const char *name, const char *actual)
{
  g_autofree char *path = lull_test_source_path (relative);
  g_autofree char *where = g_strdup_printf ("%s, specimen %s", relative, name);
  g_autofree char *document = NULL;
  g_autofree char *expected = NULL;
  const char *start, *end;

  if (!g_file_get_contents (path, &document, NULL, NULL) ||
      (start = find_specimen (document, name, &end)) == NULL)
    {
      g_print ("%s: not found\n", where);
      return FALSE;
    }
  if (is_updating ())
    {
      g_autoptr (GString) updated = g_string_new_len (document, start - document);

      g_string_append (updated, actual);
      g_string_append (updated, end);
      return g_file_set_contents (path, updated->str, -1, NULL);
    }
  expected = g_strndup (start, (gsize) (end - start));
  if (g_str_equal (expected, actual))
    return TRUE;
  say_difference (where, expected, actual);
  return FALSE;
}
