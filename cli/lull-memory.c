/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-memory.h"

#include <string.h>

/* What Linux reckons could be given out without swapping, page cache included. */
#define MEMORY_FILE "/proc/meminfo"
#define MEMORY_FIELD "MemAvailable"

/* The limit of a container, as seen from inside of it: a number, or "max". */
#define CONTAINER_FILE "/sys/fs/cgroup/memory.max"

guint64
lull_memory_field (const char *text, const char *name)
{
  g_autofree char *key = g_strconcat (name, ":", NULL);
  const char *found = strstr (text, key);

  if (found == NULL)
    return 0;
  return g_ascii_strtoull (found + strlen (key), NULL, 10) * 1024;
}

guint64
lull_memory_free_bytes (void)
{
  g_autofree char *machine = NULL;
  g_autofree char *container = NULL;
  guint64 bytes = 0;
  guint64 limit = 0;

  if (g_file_get_contents (MEMORY_FILE, &machine, NULL, NULL))
    bytes = lull_memory_field (machine, MEMORY_FIELD);
  if (g_file_get_contents (CONTAINER_FILE, &container, NULL, NULL))
    limit = g_ascii_strtoull (container, NULL, 10);
  return limit > 0 && (bytes == 0 || limit < bytes) ? limit : bytes;
}
