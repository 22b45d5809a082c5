/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The built program as its users meet it: started with arguments in a folder of its own,
 * its two streams and its exit code read back.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What came out of one start of the program; a value, cleared by cli_output_clear(). */
typedef struct
{
  int code;  /**< exit code, or -1 if a signal ended it */
  char *out; /**< (owned) */
  char *err; /**< (owned) */
} CliOutput;

/** Frees what @p self owns. */
void cli_output_clear (CliOutput *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliOutput, cli_output_clear)

/** Runs the program with these arguments, NULL-terminated, in the folder of the tests. */
CliOutput cli_run (const char *argument, ...) G_GNUC_NULL_TERMINATED;

/** Runs a line of shell in that folder. */
CliOutput cli_run_shell (const char *command);

/** Writes @p text to the file @p name in the folder of the tests, folders and all. */
void cli_write (const char *name, const char *text);

/** Reads the file @p name of that folder. @return @transfer{full}, or NULL if there is
 * none */
char *cli_read (const char *name);

/** The path of that folder. */
const char *cli_folder (void);

/** Makes the folder. @return 0, as CUnit wants it */
int cli_folder_init (void);

/** Removes the folder and all in it. @return 0 */
int cli_folder_clear (void);

/** Two workers, two calls, allreduce(MAX): the smallest race. */
extern const char cli_premature[];

/** The same work under pairwise counters. */
extern const char cli_safe[];

/** The only handler thread waits for a reply that only it could handle. */
extern const char cli_deadlock[];

/** A handler waits for a reply that only its own thread could handle; the rounds go on.
 */
extern const char cli_livelock[];

/** Too large to be searched in a test. */
extern const char cli_endless[];

G_END_DECLS
