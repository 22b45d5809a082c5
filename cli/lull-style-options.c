/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-style-options.h"

#include "lull-console.h"

void
lull_style_options_add (LullStyleOptions *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "color", 0, 0, G_OPTION_ARG_FILENAME, &self->color,
      "Colour the text: auto (on a terminal), always, never", "WHEN" },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &self->quiet, "Print the verdict only", NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
}

/* The convention of no-color.org, and terminals that say they have none. */
static gboolean
terminal_has_colour (void)
{
  const char *no_color = g_getenv ("NO_COLOR");

  return lull_console_is_terminal () && (no_color == NULL || *no_color == '\0') &&
         g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
}

gboolean
lull_style_options_apply (const LullStyleOptions *self,
                          LullTextStyle *style,
                          GError **error)
{
  style->quiet = self->quiet;
  style->timings = lull_console_is_terminal ();
  if (self->color == NULL || g_str_equal (self->color, "auto"))
    style->colour = terminal_has_colour ();
  else if (g_str_equal (self->color, "always") || g_str_equal (self->color, "never"))
    style->colour = g_str_equal (self->color, "always");
  else
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--color: found \"%s\", expected auto, always or never", self->color);
      return FALSE;
    }
  return TRUE;
}

void
lull_style_options_clear (LullStyleOptions *self)
{
  g_free (self->color);
}
