/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-sweep-table.h"

#include "lull-shell-word.h"

void
lull_sweep_table_init (LullSweepTable *self, const LullSweep *sweep, const char *path)
{
  self->sweep = sweep;
  self->axis_count = lull_sweep_get_axis_count (sweep);
  self->axes = g_new0 (LullReportAxis, self->axis_count);
  for (guint i = 0; i < self->axis_count; i++)
    {
      const guint count = lull_sweep_get_value_count (sweep, i);
      const char **values = g_new (const char *, count);

      for (guint k = 0; k < count; k++)
        values[k] = lull_sweep_get_label (sweep, i, k);
      self->axes[i] = (LullReportAxis){ lull_sweep_get_key (sweep, i), values, count };
    }
  self->report = lull_report_sweep_new (path, self->axes, self->axis_count);
}

void
lull_sweep_table_clear (LullSweepTable *self)
{
  g_clear_pointer (&self->report, lull_report_sweep_free);
  for (guint i = 0; i < self->axis_count; i++)
    g_free ((gpointer) (guintptr) self->axes[i].values);
  g_free (self->axes);
}

static const char *
get_label (const LullSweep *sweep, guint point, guint axis)
{
  return lull_sweep_get_label (sweep, axis, lull_sweep_get_place (sweep, point, axis));
}

GArray *
lull_sweep_settings (const LullSweep *sweep, guint point)
{
  GArray *settings = g_array_new (FALSE, FALSE, sizeof (LullReportSetting));

  for (guint i = 0; i < lull_sweep_get_axis_count (sweep); i++)
    {
      const LullReportSetting setting = { lull_sweep_get_key (sweep, i),
                                          get_label (sweep, point, i) };

      g_array_append_val (settings, setting);
    }
  return settings;
}

static void
append_setting (const LullSweep *sweep, guint point, guint axis, GString *command)
{
  g_autofree char *setting = g_strconcat (lull_sweep_get_key (sweep, axis), "=",
                                          get_label (sweep, point, axis), NULL);

  lull_shell_word_append (command, "--set");
  lull_shell_word_append (command, setting);
}

char *
lull_sweep_table_command (const LullSweepTable *self,
                          const char *path,
                          const LullScenarioOptions *options)
{
  const gint point = lull_report_sweep_find_witness (self->report);
  GString *command;

  if (point < 0)
    return NULL;
  command = g_string_new ("lull check");
  lull_shell_word_append (command, path);
  /* What the user has set comes last there as well: it takes effect from left to right.
   */
  for (guint i = 0; i < self->axis_count; i++)
    if (self->axes[i].value_count > 1)
      append_setting (self->sweep, (guint) point, i, command);
  lull_scenario_options_append (options, command);
  return g_string_free (command, FALSE);
}
