/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The options of a simulated run: `--seed`, `--steps`, `--to-the-end`.
 */
#pragma once

#include "lull-command-line.h"
#include "lull-simulator.h"

G_BEGIN_DECLS

/** The options as written and read; a value, cleared by lull_run_options_clear(). */
typedef struct
{
  char *seed_text;
  char *steps_text;
  gboolean to_the_end;
  guint64 seed;
  guint steps_max;
} LullRunOptions;

/** Adds the options to @p line; they are written to @p self when @p line is parsed. */
void lull_run_options_add (LullRunOptions *self, LullCommandLine *line);

/** Reads what was written. */
gboolean lull_run_options_apply (LullRunOptions *self, GError **error);

/** One run of @p world with @p seed. @return @transfer{full} */
LullRun *lull_run_options_simulate (const LullRunOptions *self,
                                    const LullWorld *world,
                                    guint64 seed);

/**
 * Tells @p run with its times. Of one that was stopped at its limit, which has no end to
 * tell, only the first @p beginning steps: they say enough.
 *
 * @param told  how many steps are told
 *
 * @return @transfer{full}
 */
LullStory *lull_run_options_tell (const LullRunOptions *self,
                                  const LullWorld *world,
                                  const LullRun *run,
                                  guint beginning,
                                  guint *told);

/** Appends all but the seed as it would be written to give the same again. */
void lull_run_options_append (const LullRunOptions *self, GString *command);

/** Frees what @p self owns. */
void lull_run_options_clear (LullRunOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullRunOptions, lull_run_options_clear)

G_END_DECLS
