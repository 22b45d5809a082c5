/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The options that say how far a check goes and with what: `--threads`, `--memory`,
 * `--time`,
 * `--states`, `--depth`, `--whole-graph`, `--no-reduction`.
 */
#pragma once

#include "lull-checker.h"
#include "lull-command-line.h"

G_BEGIN_DECLS

/** The options as written; a value, cleared by lull_limit_options_clear(). */
typedef struct
{
  char *threads;
  char *memory;
  char *time;
  char *states;
  char *depth;
  gboolean whole_graph;
  gboolean no_reduction;
  gboolean every_step;
} LullLimitOptions;

/** Adds the options to @p line; they are written to @p self when @p line is parsed. */
void lull_limit_options_add (LullLimitOptions *self, LullCommandLine *line);

/**
 * Reads what was written into @p check.
 *
 * Without `--memory` the limit is three quarters of the memory that is free: a check that
 * outgrows the machine must end with figures, not by the kernel's hand.
 */
gboolean lull_limit_options_apply (const LullLimitOptions *self,
                                   LullCheckOptions *check,
                                   GError **error);

/** Frees what @p self owns. */
void lull_limit_options_clear (LullLimitOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullLimitOptions, lull_limit_options_clear)

G_END_DECLS
