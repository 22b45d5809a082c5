/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-scenario-private.h"

#include "lull-sweep.h"

#include <string.h>

G_DEFINE_QUARK (lull_scenario_error_quark, lull_scenario_error)

struct LullScenario
{
  char *path;
  char *name;
  char *text;
  gsize length;
  LullDraft *draft;
  LullWorld *world;
  char *protocol_label;
};

/* A path without folder and ending. */
static char *
stem (const char *path)
{
  char *name = g_path_get_basename (path);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return name;
}

/* "pairwise (snapshot done-sent)": the options that are not at their default. */
static char *
label_protocol (const LullDraft *draft)
{
  GString *label = g_string_new (draft->join.protocol->name);
  const char *before = " (";

  for (guint i = 0; i < draft->join.options->len; i++)
    {
      const LullOption *option = &draft->join.protocol->options[i];
      const gint value = g_array_index (draft->join.options, gint, i);

      if (value == 0)
        continue;
      g_string_append_printf (label, "%s%s %s", before, option->name,
                              option->values[value]);
      before = ", ";
    }
  if (*before == ',')
    g_string_append_c (label, ')');
  return g_string_free (label, FALSE);
}

LullScenario *
lull_scenario_new (
    const char *path, const char *text, gsize length, LullDraft *draft, GError **error)
{
  g_autoptr (LullScenario) self = g_new0 (LullScenario, 1);
  g_autofree char *label = g_filename_display_name (path);

  self->draft = draft;
  self->world = lull_world_new (&self->draft->config, error);
  if (self->world == NULL)
    {
      /* The parts fit together, but are too much: no single place is wrong. */
      g_prefix_error (error, "%s:1:1: ", label);
      return NULL;
    }
  self->path = g_strdup (path);
  self->name = self->draft->name != NULL ? g_strdup (self->draft->name) : stem (label);
  self->text = g_strndup (text, length);
  self->length = length;
  self->protocol_label = label_protocol (self->draft);
  return g_steal_pointer (&self);
}

LullScenario *
lull_scenario_parse (const char *path,
                     const char *text,
                     gsize length,
                     const LullOverride *overrides,
                     gsize override_count,
                     GError **error)
{
  const LullSweepChanges changes = { overrides, override_count, NULL, 0 };
  g_autoptr (LullSweep) sweep = NULL;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (overrides != NULL || override_count == 0, NULL);

  sweep = lull_sweep_parse (path, text, length, &changes, error);
  return sweep != NULL ? lull_sweep_read_only (sweep, error) : NULL;
}

LullScenario *
lull_scenario_load (const char *path,
                    const LullOverride *overrides,
                    gsize override_count,
                    GError **error)
{
  const LullSweepChanges changes = { overrides, override_count, NULL, 0 };
  g_autoptr (LullSweep) sweep = lull_sweep_load (path, &changes, error);

  return sweep != NULL ? lull_sweep_read_only (sweep, error) : NULL;
}

void
lull_scenario_free (LullScenario *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->world, lull_world_free);
  g_clear_pointer (&self->draft, lull_draft_free);
  g_free (self->protocol_label);
  g_free (self->text);
  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

const char *
lull_scenario_get_name (const LullScenario *self)
{
  return self->name;
}

const char *
lull_scenario_get_path (const LullScenario *self)
{
  return self->path;
}

const char *
lull_scenario_get_text (const LullScenario *self, gsize *length)
{
  *length = self->length;
  return self->text;
}

const LullWorld *
lull_scenario_get_world (const LullScenario *self)
{
  return self->world;
}

const LullProtocol *
lull_scenario_get_protocol (const LullScenario *self)
{
  return self->draft->join.protocol;
}

const char *
lull_scenario_get_protocol_label (const LullScenario *self)
{
  return self->protocol_label;
}

const LullExpectation *
lull_scenario_get_expectation (const LullScenario *self)
{
  return &self->draft->expectation;
}
