/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-nearest.h"

#include <string.h>

/* Longer texts are no mistyped words; the bound also keeps the row below on the stack. */
#define WORD_MAX 40U

/* Many words begin with the same letter or two. */
#define BEGINNING_MIN 3U

/*
 * The distance of Damerau and Levenshtein in its simple form: neighbours that changed
 * places cost 1, and are not changed again. Three rows of the table of Wagner and Fischer
 * are enough.
 */
static guint
distance (const char *a, const char *b)
{
  guint rows[3][WORD_MAX + 1];
  guint *before = rows[0], *above = rows[1], *row = rows[2];
  const guint width = (guint) strlen (b);

  for (guint j = 0; j <= width; j++)
    row[j] = j;
  for (guint i = 1; a[i - 1] != '\0'; i++)
    {
      guint *free_row = before;

      before = above;
      above = row;
      row = free_row;
      row[0] = i;
      for (guint j = 1; j <= width; j++)
        {
          row[j] =
              MIN (above[j - 1] + (a[i - 1] != b[j - 1]), MIN (row[j - 1], above[j]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
    }
  return row[width];
}

/* Whether TEXT says the opposite of WORD. */
static gboolean
denies (const char *text, const char *word)
{
  static const char *const denials[] = {
    "un", "in", "non", "non-", "not", "not-", "not "
  };
  const gsize length = strlen (text) - MIN (strlen (text), strlen (word));

  if (!g_str_has_suffix (text, word))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (denials); i++)
    if (strlen (denials[i]) == length && g_str_has_prefix (text, denials[i]))
      return TRUE;
  return FALSE;
}

/* The first of WORDS that goes on from TEXT. */
static const char *
begun_by (const char *text, const char *const *words)
{
  while (*words != NULL && !g_str_has_prefix (*words, text))
    words++;
  return *words;
}

const char *
lull_nearest (const char *text, const char *const *words)
{
  const gsize length = strlen (text);
  const char *nearest = NULL;
  guint best = (guint) MIN (length, WORD_MAX) / 3 + 1;

  if (length > WORD_MAX)
    return NULL;
  for (const char *const *word = words; *word != NULL; word++)
    if (strlen (*word) <= WORD_MAX && !denies (text, *word) &&
        distance (text, *word) < best)
      {
        best = distance (text, *word);
        nearest = *word;
      }
  return nearest == NULL && length >= BEGINNING_MIN ? begun_by (text, words) : nearest;
}

const char *
lull_meant_find (const LullMeant *table, const char *text)
{
  for (; table != NULL && table->said != NULL; table++)
    if (g_str_equal (table->said, text))
      return table->meant;
  return NULL;
}
