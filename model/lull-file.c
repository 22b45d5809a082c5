/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-file.h"

#include <errno.h>
#include <glib/gstdio.h>

const char *
lull_file_write (const char *path, gconstpointer bytes, gsize size)
{
  FILE *file = g_fopen (path, "we");
  int problem = 0;

  if (file == NULL)
    return g_strerror (errno);
  if (fwrite (bytes, 1, size, file) != size)
    problem = errno;
  if (fclose (file) != 0 && problem == 0)
    problem = errno;
  return problem == 0 ? NULL : g_strerror (problem);
}
