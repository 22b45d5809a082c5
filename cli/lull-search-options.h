/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The options that say how a check goes about it: `--search`, `--storage`, `--walks`,
 * `--seed`,
 * `--checkpoint`, `--resume`.
 */
#pragma once

#include "lull-checker.h"
#include "lull-command-line.h"

G_BEGIN_DECLS

/** The options as written; a value, cleared by lull_search_options_clear(). */
typedef struct
{
  char *search;
  char *storage;
  char *walks;
  char *seed;
  char *checkpoint;
  gboolean resume;
} LullSearchOptions;

/** Adds the options to @p line; they are written to @p self when @p line is parsed. */
void lull_search_options_add (LullSearchOptions *self, LullCommandLine *line);

/** Reads what was written into @p check and, for `--checkpoint`, into @p checkpointing.
 */
gboolean lull_search_options_apply (const LullSearchOptions *self,
                                    LullCheckOptions *check,
                                    LullCheckpointing *checkpointing,
                                    GError **error);

/** Frees what @p self owns. */
void lull_search_options_clear (LullSearchOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullSearchOptions, lull_search_options_clear)

G_END_DECLS
