/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700

#include "cli-program.h"
#include "lull-test.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
write_scenarios (void)
{
  if (cli_folder_init () != 0)
    return 1;
  cli_write ("endless.yaml", cli_endless);
  cli_write ("other/a.yaml", cli_endless);
  cli_write ("other/b.yaml", cli_safe);
  return 0;
}

/* A terminal without a person: what is written to its other end can be read here. */
static int
open_terminal (int *other_end)
{
  int own_end = posix_openpt (O_RDWR | O_NOCTTY);

  g_assert_cmpint (own_end, >=, 0);
  g_assert_cmpint (grantpt (own_end), ==, 0);
  g_assert_cmpint (unlockpt (own_end), ==, 0);
  *other_end = open (ptsname (own_end), O_RDWR | O_NOCTTY);
  g_assert_cmpint (*other_end, >=, 0);
  return own_end;
}

/* Reads from @terminal until @text was seen. @return all that was read */
static char *
read_until (int terminal, const char *text)
{
  GString *seen = g_string_new (NULL);
  char buffer[256];
  ssize_t count;

  while (strstr (seen->str, text) == NULL &&
         (count = read (terminal, buffer, sizeof buffer)) > 0)
    g_string_append_len (seen, buffer, count);
  return g_string_free (seen, FALSE);
}

/* Checks @operand, which takes for ever, on a terminal, and interrupts it once progress
 * shows. */
static CliOutput
interrupt (const char *operand)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  CliOutput output = { 0 };
  int other_end;
  int terminal = open_terminal (&other_end);

  g_subprocess_launcher_set_cwd (launcher, cli_folder ());
  g_subprocess_launcher_take_stderr_fd (launcher, other_end);
  process = g_subprocess_launcher_spawn (launcher, &error, LULL_PROGRAM, "check",
                                         "--memory", "1G", operand, NULL);
  g_assert_no_error (error);
  g_clear_object (&launcher);
  output.err = read_until (terminal, "states/s");
  g_subprocess_send_signal (process, SIGINT);
  (void) g_subprocess_communicate_utf8 (process, NULL, NULL, &output.out, NULL, &error);
  g_assert_no_error (error);
  output.code =
      g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  (void) close (terminal);
  return output;
}

static void
progress_shows_on_a_terminal_and_control_c_ends_with_figures (void)
{
  g_auto (CliOutput) output = interrupt ("endless.yaml");

  CU_ASSERT_EQUAL (output.code, 3);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.err, " states, "));
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "inconclusive"));
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "; interrupted;"));
  CU_ASSERT_PTR_NULL (strchr (output.out, '\r'));
}

static void
after_control_c_the_rest_is_counted_as_not_checked (void)
{
  g_auto (CliOutput) output = interrupt ("other");

  CU_ASSERT_EQUAL (output.code, 3);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (output.out, "2 scenarios: 0 as expected, 1 inconclusive, 1 not checked\n"));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "progress shows on a terminal, and control-C ends with figures",
      progress_shows_on_a_terminal_and_control_c_ends_with_figures },
    { "after control-C the rest is counted as not checked",
      after_control_c_the_rest_is_counted_as_not_checked },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "terminal", write_scenarios, cli_folder_clear, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
