/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The subcommands and what the program may exit with. A subcommand writes its answer to
 * standard output, complains on standard error, and returns one of ::LullExit; it never
 * ends the program.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Exit codes, the same for every subcommand. */
typedef enum
{
  LULL_EXIT_EXPECTED = 0, /**< every scenario gave the verdict it expects */
  LULL_EXIT_OTHER = 1,    /**< some scenario gave another verdict */
  LULL_EXIT_USAGE = 2,    /**< usage error, or a file that cannot be read or written */
  LULL_EXIT_INCONCLUSIVE =
      3,                 /**< some scenario stayed inconclusive, and none was wrong */
  LULL_EXIT_INTERNAL = 4 /**< a mistake of lull's own, or of a plugin's */
} LullExit;

/** A subcommand. */
typedef struct
{
  const char *name;
  const char *summary; /**< one line for `lull --help` */
  /** @param arguments  what follows the subcommand's name, NULL-terminated;
   * @transfer{none} */
  LullExit (*run) (const char *const *arguments);
} LullCommand;

extern const LullCommand lull_command_check;
extern const LullCommand lull_command_run;
extern const LullCommand lull_command_figure;
extern const LullCommand lull_command_replay;
extern const LullCommand lull_command_list;

G_END_DECLS
