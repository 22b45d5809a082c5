/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-console.h"

#include "lull-file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

G_DEFINE_QUARK (lull_console_error_quark, lull_console_error)

#define ERASE_LINE "\r\033[K"

/* For a terminal that does not say how wide it is. */
#define COLUMNS_DEFAULT 80U

/* Whether a progress line stands on the terminal and has to go before anything else is
 * said. */
static gboolean progress_shown;

/* Why something could not be printed, or 0. */
static int print_error;

void
lull_console_print (const char *text)
{
  lull_console_progress (NULL);
  /* Each answer is out before the next is looked for. */
  if ((fputs (text, stdout) < 0 || fflush (stdout) != 0) && print_error == 0)
    print_error = errno;
}

gboolean
lull_console_is_written (void)
{
  if (print_error == 0)
    return TRUE;
  lull_console_complain ("standard output: %s", g_strerror (print_error));
  return FALSE;
}

void
lull_console_complain (const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  lull_console_progress (NULL);
  (void) fprintf (stderr, "lull: %s\n", message);
}

void
lull_console_note (const GPtrArray *notes)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    lull_console_complain ("note: %s", (const char *) notes->pdata[i]);
}

gboolean
lull_console_is_terminal (void)
{
  return isatty (STDOUT_FILENO) == 1;
}

gboolean
lull_console_has_progress (void)
{
  return isatty (STDERR_FILENO) == 1;
}

static guint
terminal_columns (void)
{
  struct winsize size = { 0 };

  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return COLUMNS_DEFAULT;
  return size.ws_col;
}

void
lull_console_progress (const char *line)
{
  if (line == NULL && !progress_shown)
    return;
  /* A line that wraps could not be erased, so its end is cut off. */
  (void) fprintf (stderr, ERASE_LINE "%.*s", (int) terminal_columns () - 1,
                  line != NULL ? line : "");
  (void) fflush (stderr);
  progress_shown = line != NULL;
}

gboolean
lull_console_write_file (const char *path, const char *text, GError **error)
{
  const char *problem = lull_file_write (path, text, strlen (text));

  if (problem != NULL)
    g_set_error (error, LULL_CONSOLE_ERROR, LULL_CONSOLE_ERROR_WRITE,
                 "%s: cannot be written: %s", path, problem);
  return problem == NULL;
}
