/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-scenario-paths.h"

#include <string.h>

G_DEFINE_QUARK (lull_scenario_paths_error_quark, lull_scenario_paths_error)

#define SCENARIO_SUFFIX ".yaml"

/* Where a thing found in a folder belongs: among the folders still to read, or the files
 * found. */
static void
sort_in (char *path, const char *name, GPtrArray *folders, GPtrArray *files)
{
  gboolean linked = g_file_test (path, G_FILE_TEST_IS_SYMLINK);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      if (!linked && name[0] != '.')
        {
          g_ptr_array_add (folders, path);
          return;
        }
    }
  else if (g_str_has_suffix (name, SCENARIO_SUFFIX))
    {
      g_ptr_array_add (files, path);
      return;
    }
  g_free (path);
}

static gboolean
read_folder (const char *folder, GPtrArray *folders, GPtrArray *files, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &reason);
  const char *name;

  if (dir == NULL)
    {
      g_set_error (error, LULL_SCENARIO_PATHS_ERROR, LULL_SCENARIO_PATHS_ERROR_READ,
                   "%s: found a folder that cannot be read (%s), expected one that can",
                   folder, reason->message);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    sort_in (g_build_filename (folder, name, NULL), name, folders, files);
  return TRUE;
}

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Moves the strings of @from behind those of @to. */
static void
move_all (GPtrArray *to, GPtrArray *from)
{
  g_ptr_array_set_free_func (from, NULL);
  g_ptr_array_extend (to, from, NULL, NULL);
}

static gboolean
expand_folder (GPtrArray *paths, const char *folder, GError **error)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (folders, g_strdup (folder));
  for (guint next = 0; next < folders->len; next++)
    if (!read_folder (g_ptr_array_index (folders, next), folders, files, error))
      return FALSE;
  if (files->len == 0)
    {
      g_set_error (error, LULL_SCENARIO_PATHS_ERROR, LULL_SCENARIO_PATHS_ERROR_EMPTY,
                   "%s: found no scenario, expected files that end in " SCENARIO_SUFFIX,
                   folder);
      return FALSE;
    }
  g_ptr_array_sort (files, compare_paths);
  move_all (paths, files);
  return TRUE;
}

gboolean
lull_scenario_paths_expand (GPtrArray *paths, const char *operand, GError **error)
{
  if (g_file_test (operand, G_FILE_TEST_IS_DIR))
    return expand_folder (paths, operand, error);
  g_ptr_array_add (paths, g_strdup (operand));
  return TRUE;
}

#define OWN_PROGRAM "/proc/self/exe"

char *
lull_scenario_paths_installed (void)
{
  g_autofree char *program = g_file_read_link (OWN_PROGRAM, NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *beside = NULL;

  if (folder != NULL)
    beside = g_build_filename (folder, LULL_SCENARIO_DIR_FROM_PROGRAM, NULL);
  if (beside != NULL && g_file_test (beside, G_FILE_TEST_IS_DIR))
    return g_canonicalize_filename (beside, NULL);
  return g_strdup (LULL_SCENARIO_DIR);
}
