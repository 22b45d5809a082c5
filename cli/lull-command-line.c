/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-command-line.h"

#include "lull-console.h"

#include <string.h>

struct LullCommandLine
{
  const LullUsage *usage;
  GOptionContext *context;
  GString *valued; /* the letters of the short options that take a value */
  GPtrArray *bare; /* "--name=" of the long options that take none */
  GArray *uses;    /* of LullOptionUse: what is taken in turn goes there, or NULL */
  gboolean help;
  char **operands;
};

static void
clear_use (gpointer data)
{
  LullOptionUse *use = data;

  g_free (use->option);
  g_free (use->value);
}

GArray *
lull_option_uses_new (void)
{
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (LullOptionUse));

  g_array_set_clear_func (uses, clear_use);
  return uses;
}

static gboolean
take_in_turn (const gchar *option,
              const gchar *value,
              gpointer user_data,
              GError **error G_GNUC_UNUSED)
{
  LullCommandLine *self = user_data;
  const LullOptionUse use = { g_strdup (option), g_strdup (value) };

  g_array_append_val (self->uses, use);
  return TRUE;
}

/* The group of all options: GLib hands its data to take_in_turn(). */
static GOptionGroup *
main_group_new (LullCommandLine *self)
{
  return g_option_group_new ("main", "main", "main", self, NULL);
}

LullCommandLine *
lull_command_line_new (const LullUsage *usage)
{
  LullCommandLine *self = g_new0 (LullCommandLine, 1);
  g_autofree char *epilogue = g_strdup_printf ("Examples:\n%s", usage->examples);
  const GOptionEntry own[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &self->help, "Show this help", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->operands, NULL,
      NULL },
    G_OPTION_ENTRY_NULL,
  };

  self->usage = usage;
  self->valued = g_string_new (NULL);
  self->bare = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->bare, g_strdup ("--help="));
  self->context = g_option_context_new (usage->operands);
  /* GLib's own --help prints through the locale and ends the program. */
  g_option_context_set_help_enabled (self->context, FALSE);
  g_option_context_set_summary (self->context, usage->description);
  g_option_context_set_description (self->context, epilogue);
  g_option_context_set_main_group (self->context, main_group_new (self));
  g_option_context_add_main_entries (self->context, own, NULL);
  return self;
}

void
lull_command_line_free (LullCommandLine *self)
{
  if (self == NULL)
    return;
  g_option_context_free (self->context);
  g_string_free (self->valued, TRUE);
  g_ptr_array_unref (self->bare);
  g_strfreev (self->operands);
  g_free (self);
}

void
lull_command_line_add (LullCommandLine *self, const GOptionEntry *entries)
{
  g_option_context_add_main_entries (self->context, entries, NULL);
  for (; entries->long_name != NULL; entries++)
    if (entries->arg == G_OPTION_ARG_NONE)
      g_ptr_array_add (self->bare, g_strdup_printf ("--%s=", entries->long_name));
    else if (entries->short_name != '\0')
      g_string_append_c (self->valued, entries->short_name);
}

void
lull_command_line_add_in_turn (LullCommandLine *self,
                               const GOptionEntry *entries,
                               GArray *uses)
{
  g_assert (self->uses == NULL);
  self->uses = uses;
  for (; entries->long_name != NULL; entries++)
    {
      GOptionEntry one[] = { *entries, G_OPTION_ENTRY_NULL };

      one[0].arg = G_OPTION_ARG_CALLBACK;
      one[0].flags |= (gint) G_OPTION_FLAG_FILENAME;
      one[0].arg_data = (gpointer) (guintptr) take_in_turn;
      g_option_context_add_main_entries (self->context, one, NULL);
    }
}

static void
print_help (const LullCommandLine *self)
{
  g_autofree char *help = g_option_context_get_help (self->context, TRUE, NULL);

  lull_console_print (help);
}

/* "-j4": GLib knows "-j 4" alone. */
static gboolean
has_attached_value (const LullCommandLine *self, const char *argument)
{
  return argument[0] == '-' && argument[1] != '\0' && argument[2] != '\0' &&
         strchr (self->valued->str, argument[1]) != NULL;
}

static void
add_argument (const LullCommandLine *self, GStrvBuilder *builder, const char *argument)
{
  const char option[] = { '-', argument[0] != '\0' ? argument[1] : '\0', '\0' };
  gboolean is_attached = has_attached_value (self, argument);

  if (is_attached)
    g_strv_builder_add (builder, option);
  g_strv_builder_add (builder, is_attached ? argument + 2 : argument);
}

/* GLib parses an argv: the program's name comes first, and shows in the help's usage
 * line. */
static char **
argv_new (const LullCommandLine *self, const char *const *arguments)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *program = g_strconcat ("lull ", self->usage->name, NULL);

  g_strv_builder_add (builder, program);
  for (; *arguments != NULL && !g_str_equal (*arguments, "--"); arguments++)
    add_argument (self, builder, *arguments);
  for (; *arguments != NULL; arguments++)
    g_strv_builder_add (builder, *arguments);
  return g_strv_builder_end (builder);
}

/* "--json=3": GLib would take it for --json. */
static gboolean
check_bare_options (const LullCommandLine *self, const char *const *arguments)
{
  for (; *arguments != NULL && !g_str_equal (*arguments, "--"); arguments++)
    for (guint i = 0; i < self->bare->len; i++)
      {
        const char *option = g_ptr_array_index (self->bare, i);
        g_autofree char *message = NULL;

        if (!g_str_has_prefix (*arguments, option))
          continue;
        message = g_strdup_printf ("found %s, expected %.*s, which takes no value",
                                   *arguments, (gint) strlen (option) - 1, option);
        (void) lull_command_line_refuse (self, message);
        return FALSE;
      }
  return TRUE;
}

/* Complains about too few or too many operands. */
static gboolean
check_operand_count (const LullCommandLine *self)
{
  guint count = self->operands != NULL ? g_strv_length (self->operands) : 0;
  g_autofree char *message = NULL;

  if (self->usage->operands_min <= count && count <= self->usage->operands_max)
    return TRUE;
  message =
      g_strdup_printf ("found %u operands, expected %s", count, self->usage->operands);
  (void) lull_command_line_refuse (self, message);
  return FALSE;
}

LullParsed
lull_command_line_parse (LullCommandLine *self, const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = argv_new (self, arguments);

  if (!check_bare_options (self, arguments))
    return LULL_PARSED_USAGE;
  /* The usage line of the help shows the program's name. */
  g_set_prgname (argv[0]);
  if (!g_option_context_parse_strv (self->context, &argv, &error))
    {
      (void) lull_command_line_refuse (self, error->message);
      return LULL_PARSED_USAGE;
    }
  if (self->help)
    {
      print_help (self);
      return LULL_PARSED_HELP;
    }
  return check_operand_count (self) ? LULL_PARSED : LULL_PARSED_USAGE;
}

const char *const *
lull_command_line_operands (const LullCommandLine *self)
{
  static const char *const none[] = { NULL };

  return self->operands != NULL ? (const char *const *) self->operands : none;
}

LullExit
lull_command_line_refuse (const LullCommandLine *self, const char *message)
{
  lull_console_complain ("%s", message);
  lull_console_complain ("see \"lull %s --help\"", self->usage->name);
  return LULL_EXIT_USAGE;
}
