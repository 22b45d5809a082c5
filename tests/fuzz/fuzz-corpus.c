/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz-corpus.h"

#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_folder (GPtrArray *inputs, const char *path, GDir *folder)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    fuzz_corpus_add (inputs, g_ptr_array_index (names, i));
}

void
fuzz_corpus_add (GPtrArray *inputs, const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  gsize length;

  if (folder != NULL)
    add_folder (inputs, path, folder);
  else if (g_file_get_contents (path, &text, &length, &error))
    g_ptr_array_add (inputs, g_bytes_new_take (text, length));
  else
    g_error ("%s", error->message);
}

GPtrArray *
fuzz_corpus_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}
