/* SPDX-License-Identifier: Apache-2.0 */
#include "cli-program.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdarg.h>

const char cli_premature[] = "name: race\n"
                             "workers: [A, B]\n"
                             "calls:\n"
                             "  - A -> B:\n"
                             "      - B -> A\n"
                             "protocol: allreduce-max\n"
                             "expect: premature\n";

const char cli_safe[] = "name: counted\n"
                        "workers: [A, B]\n"
                        "calls:\n"
                        "  - A -> B:\n"
                        "      - B -> A\n"
                        "protocol: pairwise\n";

const char cli_deadlock[] = "name: one thread\n"
                            "workers: 3\n"
                            "calls:\n"
                            "  - await: W0 -> W1\n"
                            "    handler:\n"
                            "      - await: W1 -> W2\n"
                            "protocol: pairwise\n"
                            "runtime: { threads: 1 }\n"
                            "expect: deadlock\n";

const char cli_livelock[] = "name: rounds for ever\n"
                            "calls:\n"
                            "  - W0 ~> W1:\n"
                            "      - await W1 -> W1\n"
                            "protocol: pairwise\n"
                            "runtime: { threads: 1 }\n"
                            "expect: livelock\n";

const char cli_endless[] = "name: endless\n"
                           "workers: 5\n"
                           "work: { any: 12 }\n"
                           "protocol: pairwise\n";

static char *folder;

const char *
cli_folder (void)
{
  return folder;
}

int
cli_folder_init (void)
{
  folder = g_dir_make_tmp ("lull-cli-XXXXXX", NULL);
  return folder == NULL;
}

static void
remove_below (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_below (child);
    }
  (void) g_remove (path);
}

int
cli_folder_clear (void)
{
  remove_below (folder);
  g_clear_pointer (&folder, g_free);
  return 0;
}

void
cli_write (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  (void) g_mkdir_with_parents (parent, 0700);
  (void) g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

char *
cli_read (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  (void) g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static CliOutput
communicate (const char *const *argv)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  CliOutput output = { 0 };

  g_subprocess_launcher_set_cwd (launcher, folder);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  (void) g_subprocess_communicate_utf8 (process, NULL, NULL, &output.out, &output.err,
                                        &error);
  g_assert_no_error (error);
  output.code =
      g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  return output;
}

CliOutput
cli_run (const char *argument, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  va_list arguments;

  g_ptr_array_add (argv, g_strdup (LULL_PROGRAM));
  va_start (arguments, argument);
  for (; argument != NULL; argument = va_arg (arguments, const char *))
    g_ptr_array_add (argv, g_strdup (argument));
  va_end (arguments);
  g_ptr_array_add (argv, NULL);
  return communicate ((const char *const *) argv->pdata);
}

CliOutput
cli_run_shell (const char *command)
{
  const char *const argv[] = { "/bin/sh", "-c", command, NULL };

  return communicate (argv);
}

void
cli_output_clear (CliOutput *self)
{
  g_free (self->out);
  g_free (self->err);
}
