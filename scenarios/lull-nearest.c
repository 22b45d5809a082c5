/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-nearest.h"

#include <string.h>

/* Longer texts are no mistyped words; the bound also keeps the row below on the stack. */
#define WORD_MAX 40U

/* Levenshtein's distance, by one row of Wagner and Fischer's table. */
static guint
distance (const char *a, const char *b)
{
  guint row[WORD_MAX + 1];
  const guint width = (guint) strlen (b);

  for (guint j = 0; j <= width; j++)
    row[j] = j;
  for (guint i = 1; a[i - 1] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= width; j++)
        {
          const guint replaced = diagonal + (a[i - 1] != b[j - 1]);

          diagonal = row[j];
          row[j] = MIN (replaced, MIN (row[j], row[j - 1]) + 1);
        }
    }
  return row[width];
}

const char *
lull_nearest (const char *text, const char *const *words)
{
  const gsize length = strlen (text);
  const char *nearest = NULL;
  guint best = (guint) MIN (length, WORD_MAX) / 3 + 1;

  if (length > WORD_MAX)
    return NULL;
  for (; *words != NULL; words++)
    if (strlen (*words) <= WORD_MAX && distance (text, *words) < best)
      {
        best = distance (text, *words);
        nearest = *words;
      }
  return nearest;
}
