/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The command line of one subcommand: its options are added group by group by whoever
 * owns the variables behind them, then parsed in one go.
 *
 * Text options are declared as file names, which GLib hands over as the bytes they are;
 * as "strings" it would pass them through the locale.
 */
#pragma once

#include "lull-command.h"

G_BEGIN_DECLS

typedef struct LullCommandLine LullCommandLine;

/** What `--help` says of a subcommand. */
typedef struct
{
  const char *name;        /**< of the subcommand */
  const char *operands;    /**< what follows the options: "FILE -o OUT" */
  const char *description; /**< what it does, in a few lines */
  const char *examples;    /**< commands to try, a line each */
  guint operands_min;
  guint operands_max;
} LullUsage;

/** What to do after parsing. */
typedef enum
{
  LULL_PARSED,      /**< go on */
  LULL_PARSED_HELP, /**< help was asked for and printed: leave */
  LULL_PARSED_USAGE /**< a usage error was complained about: leave */
} LullParsed;

/** @param usage  lives as long as the result. @return @transfer{full} */
LullCommandLine *lull_command_line_new (const LullUsage *usage);

/** Frees @p self; NULL is allowed. */
void lull_command_line_free (LullCommandLine *self);

/** Adds options, ended by an entry without name; the variables are written by parsing. */
void lull_command_line_add (LullCommandLine *self, const GOptionEntry *entries);

/** One use of an option that was added to be taken in turn. */
typedef struct
{
  char *option; /**< "--set" */
  char *value;
} LullOptionUse;

/**
 * Adds options with a value of which only the order among each other counts; parsing
 * appends each use to @p uses. One group of such options fits on a line.
 *
 * @param entries  ended by an entry without name; their kind and variable are set here
 * @param uses     of ::LullOptionUse, as lull_option_uses_new() makes it; outlives
 * parsing
 */
void lull_command_line_add_in_turn (LullCommandLine *self,
                                    const GOptionEntry *entries,
                                    GArray *uses);

/** No uses yet; what is added is owned. @return @transfer{full} */
GArray *lull_option_uses_new (void);

/** Parses @p arguments, and prints the help or complains where that is the answer. */
LullParsed lull_command_line_parse (LullCommandLine *self, const char *const *arguments);

/** What followed the options, NULL-terminated; lives as long as @p self. */
const char *const *lull_command_line_operands (const LullCommandLine *self);

/** Complains about @p message as a usage error and says where help is. @return the exit
 * code */
LullExit lull_command_line_refuse (const LullCommandLine *self, const char *message);

/** The exit code for a parse that says to leave. */
static inline LullExit
lull_parsed_exit (LullParsed parsed)
{
  return parsed == LULL_PARSED_USAGE ? LULL_EXIT_USAGE : LULL_EXIT_EXPECTED;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullCommandLine, lull_command_line_free)

G_END_DECLS
