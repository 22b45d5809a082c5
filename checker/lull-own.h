/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Memory that one thread has to itself. What several threads write stands in cache lines
 * of its own, for a line that two of them write, each its own bytes, goes to and fro
 * between their processors on every write.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Lines are fetched in pairs. */
#define LULL_OWN_LINE_BYTES 128U

/** Zeroed memory for @p count × @p size bytes. @return @transfer{full}, to be freed by
 * lull_own_free() */
static inline gpointer
lull_own_alloc (gsize count, gsize size)
{
  gsize lines = count * size / LULL_OWN_LINE_BYTES + 1;

  return g_aligned_alloc0 (lines, LULL_OWN_LINE_BYTES, LULL_OWN_LINE_BYTES);
}

/** Zeroed memory for @p count of a type. */
#define lull_own_new(type, count) ((type *) lull_own_alloc (count, sizeof (type)))

/** Frees what lull_own_alloc() gave; NULL is allowed. */
static inline void
lull_own_free (gpointer memory)
{
  g_aligned_free (memory);
}

G_END_DECLS
