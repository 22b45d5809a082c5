/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * From the operands `FILE|DIR...` to the scenario files they stand for.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LULL_SCENARIO_PATHS_ERROR (lull_scenario_paths_error_quark ())
GQuark lull_scenario_paths_error_quark (void);

/** Why an operand stands for no file. */
typedef enum
{
  LULL_SCENARIO_PATHS_ERROR_EMPTY, /**< there is no scenario in the folder or below it */
  LULL_SCENARIO_PATHS_ERROR_READ   /**< a folder cannot be read */
} LullScenarioPathsError;

/**
 * Adds to @p paths the file that @p operand names or, where it is a folder, every
 * `*.yaml` in it and below it, in byte order of their paths. Folders that start with a
 * dot are passed over, and links to folders are not followed, so that no file comes twice
 * and no walk is endless.
 *
 * @param paths  of char *, owned by the array
 */
gboolean
lull_scenario_paths_expand (GPtrArray *paths, const char *operand, GError **error);

/**
 * The folder of the scenarios that were installed with the program: where it lies from the program, so that an
 * installed tree may be moved, or else where it was meant to be. @return @transfer{full}
 */
char *lull_scenario_paths_installed (void);

G_END_DECLS
