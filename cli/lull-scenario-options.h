/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The options that change what a scenario says: `--protocol`, `--set`, `--plugin`,
 * `--sweep`.
 */
#pragma once

#include "lull-command-line.h"
#include "lull-sweep.h"

G_BEGIN_DECLS

/** The options as written, and as overrides; a value, cleared by
 * lull_scenario_options_clear(). */
typedef struct
{
  char **plugins;
  GArray *changes; /**< of ::LullOptionUse: `--protocol` and `--set` as given; (owned) */
  char **sweeps;
  GArray *overrides; /**< of ::LullOverride, in the order they take effect; (owned) */
  GArray *axes;      /**< of ::LullOverride: what `--sweep` goes over; (owned) */
  GPtrArray *keys;   /**< of char *: the keys of @ref overrides and @ref axes; (owned) */
} LullScenarioOptions;

/** Adds the options to @p line; they are written to @p self when @p line is parsed. */
void lull_scenario_options_add (LullScenarioOptions *self, LullCommandLine *line);

/** Adds `--plugin` alone. */
void lull_scenario_options_add_plugin (LullScenarioOptions *self, LullCommandLine *line);

/** Adds `--sweep` to the options. */
void lull_scenario_options_add_sweep (LullScenarioOptions *self, LullCommandLine *line);

/** Loads the plugins and reads the overrides, `--protocol` and `--set` in the order in
 * which they were given. */
gboolean lull_scenario_options_apply (LullScenarioOptions *self, GError **error);

/** The scenario at @p path with the overrides applied; notes on it are said. @return
 * @transfer{full}, or NULL */
LullScenario *lull_scenario_options_load (const LullScenarioOptions *self,
                                          const char *path,
                                          GError **error);

/** The same for a file that may stand for many scenarios. @return @transfer{full}, which
 * @p self must outlive, or NULL */
LullSweep *lull_scenario_options_load_sweep (const LullScenarioOptions *self,
                                             const char *path,
                                             GError **error);

/** Appends the options, but for `--sweep`, as they would be written to give the same
 * again, each after a blank. */
void lull_scenario_options_append (const LullScenarioOptions *self, GString *command);

/** Frees what @p self owns. */
void lull_scenario_options_clear (LullScenarioOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullScenarioOptions, lull_scenario_options_clear)

G_END_DECLS
