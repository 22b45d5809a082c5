/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-text-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>

#define CHUNK_BYTES 65536U

const char *
lull_text_file_read (const char *path, gsize length_max, GString *text)
{
  FILE *file = g_fopen (path, "rb");
  char chunk[CHUNK_BYTES];
  gsize taken = 1;
  int code;

  if (file == NULL)
    return g_strerror (errno);
  while (taken > 0 && text->len <= length_max)
    {
      taken = fread (chunk, 1, MIN (sizeof chunk, length_max + 1 - text->len), file);
      g_string_append_len (text, chunk, (gssize) taken);
    }
  code = ferror (file) ? errno : 0;
  fclose (file);
  return code != 0 ? g_strerror (code) : NULL;
}
