/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The program's two streams. Everything said passes through here, as bytes: GLib's own
 * printing would convert to the locale's character set and make output differ from
 * machine to machine.
 */
#pragma once

#include "lull-command.h"

G_BEGIN_DECLS

/** Writes @p text to standard output, at once. */
void lull_console_print (const char *text);

/**
 * Whether everything printed so far was handed to the system; complains if not: a full
 * disk must not look like an answer.
 */
gboolean lull_console_is_written (void);

/** Says "lull: …" on standard error, on a line of its own. */
void lull_console_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);

/** Says "lull: note: …" on standard error for each of @p notes, of char *, or NULL. */
void lull_console_note (const GPtrArray *notes);

/** Whether standard output is a terminal. */
gboolean lull_console_is_terminal (void);

/** Whether standard error is a terminal, so that a progress line may be drawn on it. */
gboolean lull_console_has_progress (void);

/** Draws @p line in place of the last one on standard error; NULL takes it away. */
void lull_console_progress (const char *line);

#define LULL_CONSOLE_ERROR (lull_console_error_quark ())
GQuark lull_console_error_quark (void);

/** Why a file was not written. */
typedef enum
{
  LULL_CONSOLE_ERROR_WRITE /**< the path cannot be written: the user has to name another
                            */
} LullConsoleError;

/** Writes @p text to the file at @p path, which may be a device. */
gboolean lull_console_write_file (const char *path, const char *text, GError **error);

G_END_DECLS
