/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Numbers as the command line writes them. Everything is read strictly: no sign, no
 * blank, no rest, nothing out of range; an error names the option, what was found and
 * what was expected.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LULL_NUMBER_ERROR (lull_number_error_quark ())
GQuark lull_number_error_quark (void);

/** Why a number was refused. */
typedef enum
{
  LULL_NUMBER_ERROR_INVALID /**< the user has to write another one */
} LullNumberError;

/** Reads a whole number from @p low to @p high given to @p option. */
gboolean lull_number_parse (const char *option,
                            const char *text,
                            guint64 low,
                            guint64 high,
                            guint64 *number,
                            GError **error);

/** Reads a size in bytes: "1048576", "512M", "8G"; K, M, G and T are powers of 1024. */
gboolean lull_number_parse_size (const char *option,
                                 const char *text,
                                 guint64 *bytes,
                                 GError **error);

/** Reads a duration in seconds, above 0: "90", "0.5". */
gboolean lull_number_parse_seconds (const char *option,
                                    const char *text,
                                    double *seconds,
                                    GError **error);

/** "1 step", "2 steps": @p unit is that of one. @return @transfer{full} */
char *lull_count_to_string (guint64 count, const char *unit);

G_END_DECLS
