/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-scenario-options.h"

#include "lull-console.h"
#include "lull-protocols.h"
#include "lull-shell-word.h"

#include <string.h>

#define PROTOCOL_OPTION "protocol"
#define SET_OPTION "set"

/* Commands that read no scenario have no such options. */
static guint
count_changes (const LullScenarioOptions *self)
{
  return self->changes != NULL ? self->changes->len : 0;
}

static const LullOptionUse *
get_change (const LullScenarioOptions *self, guint index)
{
  return &g_array_index (self->changes, LullOptionUse, index);
}

static gboolean
is_protocol (const LullOptionUse *use)
{
  return g_str_equal (use->option, "--" PROTOCOL_OPTION);
}

void
lull_scenario_options_add_plugin (LullScenarioOptions *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "plugin", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->plugins,
      "Load protocols from the shared object FILE (may be repeated)", "FILE" },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
}

void
lull_scenario_options_add (LullScenarioOptions *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { .long_name = PROTOCOL_OPTION,
      .description = "Run protocol NAME: short for --set protocol=NAME",
      .arg_description = "NAME" },
    { .long_name = SET_OPTION,
      .description = "Set a key of the scenario, as network.order=fifo (may be repeated)",
      .arg_description = "KEY=VALUE" },
    G_OPTION_ENTRY_NULL,
  };

  self->changes = lull_option_uses_new ();
  lull_command_line_add_in_turn (line, entries, self->changes);
  lull_scenario_options_add_plugin (self, line);
}

void
lull_scenario_options_add_sweep (LullScenarioOptions *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "sweep", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->sweeps,
      "Check with each value of a key, as workers=2..4 or protocol=pairwise,safra (may "
      "be "
      "repeated)",
      "KEY=LIST" },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
}

/* @key is taken over; @value belongs to the options. */
static void
add_override (LullScenarioOptions *self, GArray *overrides, char *key, const char *value)
{
  const LullOverride override = { key, value };

  g_ptr_array_add (self->keys, key);
  g_array_append_val (overrides, override);
}

/* Adds one KEY=VALUE; @form is an example of it, in the words of the help. */
static gboolean
add_setting (LullScenarioOptions *self,
             GArray *overrides,
             const char *option,
             const char *form,
             const char *setting,
             GError **error)
{
  const char *equals = strchr (setting, '=');

  if (equals == NULL || equals == setting)
    {
      g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE,
                   "%s: found \"%s\", expected %s", option, setting, form);
      return FALSE;
    }
  add_override (self, overrides, g_strndup (setting, (gsize) (equals - setting)),
                equals + 1);
  return TRUE;
}

static gboolean
add_change (LullScenarioOptions *self, const LullOptionUse *use, GError **error)
{
  if (!is_protocol (use))
    return add_setting (self, self->overrides, use->option,
                        "KEY=VALUE such as network.order=fifo", use->value, error);
  add_override (self, self->overrides, g_strdup ("protocol"), use->value);
  return TRUE;
}

gboolean
lull_scenario_options_apply (LullScenarioOptions *self, GError **error)
{
  for (char **plugin = self->plugins; plugin != NULL && *plugin != NULL; plugin++)
    if (!lull_plugin_load (*plugin, error))
      return FALSE;
  self->overrides = g_array_new (FALSE, FALSE, sizeof (LullOverride));
  self->axes = g_array_new (FALSE, FALSE, sizeof (LullOverride));
  self->keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < count_changes (self); i++)
    if (!add_change (self, get_change (self, i), error))
      return FALSE;
  for (char **sweep = self->sweeps; sweep != NULL && *sweep != NULL; sweep++)
    if (!add_setting (self, self->axes, "--sweep", "KEY=LIST such as workers=2..4",
                      *sweep, error))
      return FALSE;
  return TRUE;
}

LullSweep *
lull_scenario_options_load_sweep (const LullScenarioOptions *self,
                                  const char *path,
                                  GError **error)
{
  const LullSweepChanges changes = {
    (const LullOverride *) (gpointer) self->overrides->data, self->overrides->len,
    (const LullOverride *) (gpointer) self->axes->data, self->axes->len
  };

  return lull_sweep_load (path, &changes, error);
}

LullScenario *
lull_scenario_options_load (const LullScenarioOptions *self,
                            const char *path,
                            GError **error)
{
  g_autoptr (LullSweep) sweep = lull_scenario_options_load_sweep (self, path, error);
  LullScenario *scenario = sweep != NULL ? lull_sweep_read_only (sweep, error) : NULL;
  g_autoptr (GPtrArray) notes = scenario != NULL ? lull_sweep_list_notes (sweep) : NULL;

  lull_console_note (notes);
  return scenario;
}

static void
append_option (GString *command, const char *option, const char *value)
{
  lull_shell_word_append (command, option);
  lull_shell_word_append (command, value);
}

void
lull_scenario_options_append (const LullScenarioOptions *self, GString *command)
{
  for (char **plugin = self->plugins; plugin != NULL && *plugin != NULL; plugin++)
    append_option (command, "--plugin", *plugin);
  for (guint i = 0; i < count_changes (self); i++)
    append_option (command, get_change (self, i)->option, get_change (self, i)->value);
}

void
lull_scenario_options_clear (LullScenarioOptions *self)
{
  g_strfreev (self->plugins);
  g_clear_pointer (&self->changes, g_array_unref);
  g_strfreev (self->sweeps);
  g_clear_pointer (&self->axes, g_array_unref);
  g_clear_pointer (&self->overrides, g_array_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
}
