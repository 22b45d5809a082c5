/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The options that dress the text up or down: `--color`, `--quiet`.
 */
#pragma once

#include "lull-command-line.h"
#include "lull-report.h"

G_BEGIN_DECLS

/** The options as written; a value, cleared by lull_style_options_clear(). */
typedef struct
{
  char *color;
  gboolean quiet;
} LullStyleOptions;

/** Adds the options to @p line; they are written to @p self when @p line is parsed. */
void lull_style_options_add (LullStyleOptions *self, LullCommandLine *line);

/**
 * Reads what was written into @p style. By itself, colour and wall-clock figures go to a
 * terminal and nowhere else, so that a file gets the same bytes each time.
 */
gboolean lull_style_options_apply (const LullStyleOptions *self,
                                   LullTextStyle *style,
                                   GError **error);

/** Frees what @p self owns. */
void lull_style_options_clear (LullStyleOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullStyleOptions, lull_style_options_clear)

G_END_DECLS
