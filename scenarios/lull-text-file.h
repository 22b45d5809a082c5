/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Reading a file that may be anything at all: a folder, a device without end.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * Reads @p path into @p text, which is empty: all of it, or @p length_max + 1 bytes of a longer one.
 *
 * @return NULL, or why it cannot be read
 */
const char *lull_text_file_read (const char *path, gsize length_max, GString *text);

G_END_DECLS
