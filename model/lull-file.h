/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Writing a file whose path comes from the command line, where it may name a device, a
 * pipe, or a link to one: it is written to, and never replaced by a file of that name.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Writes @p size bytes to @p path. @return NULL, or why it cannot be written */
const char *lull_file_write (const char *path, gconstpointer bytes, gsize size);

G_END_DECLS
