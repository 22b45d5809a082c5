/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-command-line.h"
#include "lull-console.h"
#include "lull-protocols.h"
#include "lull-scenario-options.h"
#include "lull-scenario-paths.h"

#include <string.h>

static const LullUsage usage = {
  .name = "list",
  .operands = "protocols [NAME] | scenarios [DIR]",
  .description = "Says what there is, one line each: the protocols with what they are, "
                 "or the scenarios\n"
                 "below DIR (by itself: ./scenarios, else the installed ones) with the "
                 "verdict that each\n"
                 "expects, or the number of points of a sweep, and its name. Of the "
                 "protocol NAME, or\n"
                 "with --options of all, it says what can be chosen, too.",
  .examples = "  lull list protocols\n"
              "  lull list protocols pairwise      with its options and their words\n"
              "  lull list --broken protocols      those with one rule left out\n"
              "  lull list scenarios scenarios/",
  .operands_min = 1,
  .operands_max = 2,
};

#define SCENARIOS_HERE "scenarios"

/* Everything that one `lull list` needs. */
typedef struct
{
  LullScenarioOptions options;
  gboolean broken;
  gboolean all_options;
} List;

static void
list_clear (List *self)
{
  lull_scenario_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (List, list_clear)

/* "  snapshot  atomic, done-sent (default: atomic)" and, below, what it is about. */
static void
append_option (GString *text, const LullOption *option, gsize width)
{
  g_autofree char *words = g_strjoinv (", ", (char **) (gsize) option->values);

  g_string_append_printf (text, "  %-*s  %s (default: %s)\n", (int) width, option->name,
                          words, option->values[0]);
  if (option->help != NULL)
    g_string_append_printf (text, "  %-*s    %s\n", (int) width, "", option->help);
}

static void
print_protocol (const LullProtocol *protocol)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize width = 0;

  g_string_append_printf (text, "%s: %s\n", protocol->name, protocol->summary);
  if (protocol->source != NULL)
    g_string_append_printf (text, "  from: %s\n", protocol->source);
  for (const LullOption *o = protocol->options; o != NULL && o->name != NULL; o++)
    width = MAX (width, strlen (o->name));
  for (const LullOption *o = protocol->options; o != NULL && o->name != NULL; o++)
    append_option (text, o, width);
  if (width == 0)
    g_string_append (text, "  no options\n");
  lull_console_print (text->str);
}

static void
list_protocols (const List *self, const LullProtocol *const *protocols)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize width = 0;

  for (const LullProtocol *const *p = protocols; self->all_options && *p != NULL; p++)
    print_protocol (*p);
  if (self->all_options)
    return;
  for (const LullProtocol *const *p = protocols; *p != NULL; p++)
    width = MAX (width, strlen ((*p)->name));
  for (const LullProtocol *const *p = protocols; *p != NULL; p++)
    g_string_append_printf (text, "%-*s  %s\n", (int) width, (*p)->name, (*p)->summary);
  lull_console_print (text->str);
}

static LullExit
list_protocol (const LullCommandLine *line, const char *name)
{
  const LullProtocol *protocol = lull_protocols_find (name);
  g_autofree char *message = NULL;

  if (protocol != NULL)
    {
      print_protocol (protocol);
      return LULL_EXIT_EXPECTED;
    }
  message = g_strdup_printf (
      "found \"%s\", expected a protocol that lull list protocols names", name);
  return lull_command_line_refuse (line, message);
}

/* What a check of @sweep is expected to give, in a word or two. */
static char *
expectation_to_string (const LullSweep *sweep, const LullScenario *scenario)
{
  const guint points = lull_sweep_get_point_count (sweep);

  return points > 1 ? g_strdup_printf ("%u points", points)
                    : g_strdup (lull_scenario_get_expectation (scenario)->verdict);
}

static gboolean
list_scenario (const List *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullSweep) sweep =
      lull_scenario_options_load_sweep (&self->options, path, &error);
  g_autoptr (LullScenario) scenario =
      sweep != NULL && lull_sweep_check_points (sweep, &error)
          ? lull_sweep_read_point (sweep, 0, &error)
          : NULL;
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;

  if (scenario == NULL)
    {
      lull_console_complain ("%s", error->message);
      return FALSE;
    }
  expected = expectation_to_string (sweep, scenario);
  text =
      g_strdup_printf ("%s  %s  %s\n", path, expected, lull_scenario_get_name (scenario));
  lull_console_print (text);
  return TRUE;
}

static LullExit
list_scenarios (const List *self, const char *folder)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *installed = lull_scenario_paths_installed ();
  LullExit code = LULL_EXIT_EXPECTED;

  if (folder == NULL)
    folder =
        g_file_test (SCENARIOS_HERE, G_FILE_TEST_IS_DIR) ? SCENARIOS_HERE : installed;
  if (!lull_scenario_paths_expand (paths, folder, &error))
    {
      lull_console_complain ("%s", error->message);
      return LULL_EXIT_USAGE;
    }
  for (guint i = 0; i < paths->len; i++)
    if (!list_scenario (self, g_ptr_array_index (paths, i)))
      code = LULL_EXIT_USAGE;
  return code;
}

static LullExit
list_what (const List *self, const LullCommandLine *line)
{
  const char *const *operands = lull_command_line_operands (line);
  g_autofree char *message = NULL;

  if (g_str_equal (operands[0], "scenarios"))
    return list_scenarios (self, operands[1]);
  if (!g_str_equal (operands[0], "protocols"))
    {
      message =
          g_strdup_printf ("found \"%s\", expected protocols or scenarios", operands[0]);
      return lull_command_line_refuse (line, message);
    }
  if (operands[1] != NULL)
    return list_protocol (line, operands[1]);
  list_protocols (self,
                  self->broken ? lull_protocols_list_broken () : lull_protocols_list ());
  return LULL_EXIT_EXPECTED;
}

static LullExit
run (const char *const *arguments)
{
  g_autoptr (LullCommandLine) line = lull_command_line_new (&usage);
  g_autoptr (GError) error = NULL;
  g_auto (List) self = { 0 };
  const GOptionEntry entries[] = {
    { "broken", 0, 0, G_OPTION_ARG_NONE, &self.broken,
      "List the protocols with one rule left out", NULL },
    { "options", 0, 0, G_OPTION_ARG_NONE, &self.all_options,
      "Say what can be chosen of each protocol", NULL },
    G_OPTION_ENTRY_NULL,
  };
  LullParsed parsed;

  lull_command_line_add (line, entries);
  lull_scenario_options_add_plugin (&self.options, line);
  parsed = lull_command_line_parse (line, arguments);
  if (parsed != LULL_PARSED)
    return lull_parsed_exit (parsed);
  if (!lull_scenario_options_apply (&self.options, &error))
    return lull_command_line_refuse (line, error->message);
  return list_what (&self, line);
}

const LullCommand lull_command_list = {
  "list", "Say what protocols or scenarios there are, one line each", run
};
