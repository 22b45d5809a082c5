/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-scenario-options.h"

#include "lull-protocols.h"
#include "lull-shell-word.h"

#include <string.h>

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
    { "protocol", 0, 0, G_OPTION_ARG_FILENAME, &self->protocol,
      "Run protocol NAME in place of the scenario's", "NAME" },
    { "set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->settings,
      "Set a key of the scenario, as network.order=fifo (may be repeated)", "KEY=VALUE" },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
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

/* Adds each KEY=VALUE that @option was given. */
static gboolean
add_settings (LullScenarioOptions *self,
              const char *option,
              const char *example,
              char **settings,
              GArray *overrides,
              GError **error)
{
  for (char **setting = settings; setting != NULL && *setting != NULL; setting++)
    {
      const char *equals = strchr (*setting, '=');

      if (equals == NULL || equals == *setting)
        {
          g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE,
                       "%s: found \"%s\", expected KEY=VALUE such as %s", option,
                       *setting, example);
          return FALSE;
        }
      add_override (self, overrides, g_strndup (*setting, (gsize) (equals - *setting)),
                    equals + 1);
    }
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
  if (self->protocol != NULL)
    add_override (self, self->overrides, g_strdup ("protocol"), self->protocol);
  return add_settings (self, "--set", "network.order=fifo", self->settings,
                       self->overrides, error) &&
         add_settings (self, "--sweep", "workers=2..4", self->sweeps, self->axes, error);
}

LullScenario *
lull_scenario_options_load (const LullScenarioOptions *self,
                            const char *path,
                            GError **error)
{
  return lull_scenario_load (path,
                             (const LullOverride *) (gpointer) self->overrides->data,
                             self->overrides->len, error);
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
  if (self->protocol != NULL)
    append_option (command, "--protocol", self->protocol);
  for (char **setting = self->settings; setting != NULL && *setting != NULL; setting++)
    append_option (command, "--set", *setting);
}

void
lull_scenario_options_clear (LullScenarioOptions *self)
{
  g_strfreev (self->plugins);
  g_free (self->protocol);
  g_strfreev (self->settings);
  g_strfreev (self->sweeps);
  g_clear_pointer (&self->axes, g_array_unref);
  g_clear_pointer (&self->overrides, g_array_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
}
