/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How much memory this process may still take before the machine, or the container it
 * runs in, objects.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Bytes that are free, or 0 (no limit) where the system does not say. */
guint64 lull_memory_free_bytes (void);

/** The value in bytes of the line `NAME:  123 kB` of a text like /proc/meminfo, or 0. */
guint64 lull_memory_field (const char *text, const char *name);

G_END_DECLS
