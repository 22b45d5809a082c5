/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "lull-command.h"
#include "lull-console.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const LullCommand *const commands[] = {
  &lull_command_check,  &lull_command_run,  &lull_command_figure,
  &lull_command_replay, &lull_command_list, NULL,
};

static const char introduction[] =
    "Usage: lull COMMAND [options] ...\n"
    "\n"
    "A lull is a moment of quiet that is not the end. A distributed runtime that takes "
    "a\n"
    "lull for the end shuts down with work still on its way. lull finds out, before the\n"
    "users do: it checks and simulates how workers agree that no work is left.\n"
    "\n"
    "Commands:\n";

static const char epilogue[] =
    "\n"
    "Try:\n"
    "  lull check scenarios/race-figure.yaml                 find the race, explained\n"
    "  lull figure scenarios/race-figure.yaml -o race.svg    and drawn\n"
    "  lull check scenarios/                                 every scenario there is\n"
    "\n"
    "\"lull help COMMAND\" says more. Exit codes of check: 0 as expected, 1 another\n"
    "verdict, 2 usage error or unreadable file, 3 inconclusive, 4 internal error. The\n"
    "other commands do not judge: 0, 2 or 4.\n";

static void
print_help (void)
{
  g_autoptr (GString) text = g_string_new (introduction);

  for (const LullCommand *const *command = commands; *command != NULL; command++)
    g_string_append_printf (text, "  %-7s %s\n", (*command)->name, (*command)->summary);
  g_string_append (text, epilogue);
  lull_console_print (text->str);
}

/* An assertion, ours or a plugin's, has spoken: end with the code for that, not by a
 * signal. */
static void
on_abort (int number)
{
  static const char message[] = "lull: internal error: no verdict\n";
  ssize_t written = write (STDERR_FILENO, message, strlen (message));

  (void) number;
  (void) written;
  _exit (LULL_EXIT_INTERNAL);
}

static void
catch_assertions (void)
{
  struct sigaction action = { 0 };

  action.sa_handler = on_abort;
  (void) sigaction (SIGABRT, &action, NULL);
  /* What GLib raises for a fatal message, such as a broken precondition in a debug run.
   */
  (void) sigaction (SIGTRAP, &action, NULL);
}

static const LullCommand *
find_command (const char *name)
{
  for (const LullCommand *const *command = commands; *command != NULL; command++)
    if (g_str_equal (name, (*command)->name))
      return *command;
  return NULL;
}

static LullExit
refuse_command (const char *name)
{
  lull_console_complain ("found \"%s\", expected check, run, figure, replay or list; "
                         "see \"lull --help\"",
                         name);
  return LULL_EXIT_USAGE;
}

/* `lull help` is `lull --help`, and `lull help run` is `lull run --help`. */
static LullExit
help (const char *name)
{
  static const char *const arguments[] = { "--help", NULL };
  const LullCommand *command = name != NULL ? find_command (name) : NULL;

  if (name == NULL)
    print_help ();
  else if (command == NULL)
    return refuse_command (name);
  return command != NULL ? command->run (arguments) : LULL_EXIT_EXPECTED;
}

static LullExit
dispatch (const char *const *arguments)
{
  const char *name = arguments[0];
  const LullCommand *command;

  if (name == NULL)
    {
      lull_console_complain ("found no command, expected one; see \"lull --help\"");
      return LULL_EXIT_USAGE;
    }
  if (g_str_equal (name, "--help") || g_str_equal (name, "-h"))
    return help (NULL);
  if (g_str_equal (name, "help"))
    return help (arguments[1]);
  if (g_str_equal (name, "--version"))
    {
      lull_console_print ("lull " LULL_VERSION "\n");
      return LULL_EXIT_EXPECTED;
    }
  command = find_command (name);
  return command != NULL ? command->run (arguments + 1) : refuse_command (name);
}

int
main (int argc, char **argv)
{
  LullExit code;

  catch_assertions ();
  code = dispatch ((const char *const *) (argc > 0 ? argv + 1 : argv));
  return lull_console_is_written () ? (int) code : (int) LULL_EXIT_USAGE;
}
