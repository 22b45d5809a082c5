/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-sweep.h"

#include "lull-draft-notes.h"
#include "lull-override.h"
#include "lull-scenario-private.h"
#include "lull-sweep-plan.h"
#include "lull-text-file.h"
#include "lull-trace-document.h"

#include <string.h>

struct LullSweep
{
  char *path;
  char *label;
  char *text;
  gsize length;
  LullSweepChanges changes;
  LullDocument *document; /* the nodes of the plan */
  LullSweepPlan *plan;
};

void
lull_sweep_free (LullSweep *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->plan, lull_sweep_plan_free);
  g_clear_pointer (&self->document, lull_document_free);
  g_free (self->text);
  g_free (self->label);
  g_free (self->path);
  g_free (self);
}

/* `2, 3` is short for `[2, 3]`. */
static char *
list_of (const char *text)
{
  const char *start = text + strspn (text, " ");

  return *start == '[' || *start == '{' || strstr (start, "..") != NULL
             ? g_strdup (text)
             : g_strconcat ("[", text, "]", NULL);
}

/* Several lists, or mappings, are values only within brackets of their own. */
static void
hint_brackets (const char *key, const char *text, GError **error)
{
  g_autofree char *wrapped = g_strconcat ("[", text, "]", NULL);
  g_autoptr (LullDocument) document = lull_document_parse ("", "{}", 2, NULL);
  g_autofree char *message = NULL;

  if (lull_document_parse_override (document, "--sweep", key, wrapped, NULL) == NULL)
    return;
  message = g_strdup_printf ("%s: did you mean %s=%s?", (*error)->message, key, wrapped);
  g_clear_error (error);
  g_set_error_literal (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE, message);
}

/* @key as the file's sweep writes it, if it has it. */
static const char *
written_key (const LullNode *sweep, const char *key)
{
  for (guint i = 0; i < lull_node_count (sweep); i++)
    if (lull_override_key_is_same (lull_node_key (sweep, i)->text, key))
      return lull_node_key (sweep, i)->text;
  return key;
}

/* Puts an axis of the command line into the sweep of the file. */
static gboolean
put_axis (LullDocument *document, const LullOverride *axis, GError **error)
{
  LullNode *root = lull_document_get_root (document);
  g_autofree char *text = list_of (axis->value);
  g_autoptr (GError) problem = NULL;
  LullNode *value =
      lull_document_parse_override (document, "--sweep", axis->key, text, &problem);
  LullNode *sweep;

  if (value == NULL)
    {
      hint_brackets (axis->key, text, &problem);
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  sweep = lull_override_find (document, LULL_SWEEP_KEY);
  if (sweep == NULL)
    {
      sweep = lull_document_add_mapping (document, value);
      lull_document_put (document, root, LULL_SWEEP_KEY, value, sweep);
    }
  if (!lull_node_check_mapping (sweep, error))
    return FALSE;
  lull_document_put (document, sweep, written_key (sweep, axis->key), value, value);
  return TRUE;
}

static gboolean
apply_overrides (const LullSweep *self, LullDocument *document, GError **error)
{
  for (gsize i = 0; i < self->changes.override_count; i++)
    if (!lull_override_apply (&self->changes.overrides[i], document, error))
      return FALSE;
  return TRUE;
}

/* The document with all that the command line changes, before a point is chosen. */
static LullDocument *
open_document (const LullSweep *self, GError **error)
{
  g_autoptr (LullDocument) document =
      lull_document_parse (self->label, self->text, self->length, error);

  if (document == NULL)
    return NULL;
  for (gsize i = 0; i < self->changes.axis_count; i++)
    if (!put_axis (document, &self->changes.axes[i], error))
      return NULL;
  return apply_overrides (self, document, error) ? g_steal_pointer (&document) : NULL;
}

/* The regions are about the file's own points, whichever of them the command line leaves.
 */
static gboolean
check_regions (const LullSweep *self, GError **error)
{
  g_autoptr (LullDocument) document =
      lull_document_parse (self->label, self->text, self->length, error);
  g_autoptr (LullSweepPlan) plan = NULL;
  const LullSweepChanges none = { NULL, 0, NULL, 0 };

  if (document == NULL)
    return FALSE;
  if (lull_node_get (lull_document_get_root (document), LULL_REGIONS_KEY) == NULL)
    return TRUE;
  plan = lull_sweep_plan_new (document, &none, error);
  return plan != NULL && lull_sweep_plan_check_regions (plan, error);
}

static gboolean
check_kind (const LullSweep *self, GError **error)
{
  if (!lull_trace_document_is_likely (self->text, self->length))
    return TRUE;
  g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_MEANING,
               "%s: found a trace, expected a scenario: lull replay takes traces, and so "
               "does lull figure",
               self->label);
  return FALSE;
}

LullSweep *
lull_sweep_parse (const char *path,
                  const char *text,
                  gsize length,
                  const LullSweepChanges *changes,
                  GError **error)
{
  g_autoptr (LullSweep) self = g_new0 (LullSweep, 1);

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  self->path = g_strdup (path);
  self->label = g_filename_display_name (path);
  self->text = g_strndup (text, length);
  self->length = length;
  self->changes = *changes;
  if (!check_kind (self, error) || !check_regions (self, error))
    return NULL;
  self->document = open_document (self, error);
  if (self->document == NULL)
    return NULL;
  self->plan = lull_sweep_plan_new (self->document, &self->changes, error);
  return self->plan != NULL ? g_steal_pointer (&self) : NULL;
}

LullSweep *
lull_sweep_load (const char *path, const LullSweepChanges *changes, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *problem = lull_text_file_read (path, LULL_DOCUMENT_SIZE_MAX, text);
  g_autofree char *label = NULL;

  if (problem == NULL)
    return lull_sweep_parse (path, text->str, text->len, changes, error);
  label = g_filename_display_name (path);
  g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_READ,
               "%s: found no file to read (%s), expected a scenario", label, problem);
  return NULL;
}

static const LullSweepAxis *
get_axis (const LullSweep *self, guint axis)
{
  return g_ptr_array_index (self->plan->axes, axis);
}

guint
lull_sweep_get_axis_count (const LullSweep *self)
{
  return self->plan->axes->len;
}

const char *
lull_sweep_get_key (const LullSweep *self, guint axis)
{
  return get_axis (self, axis)->key;
}

guint
lull_sweep_get_value_count (const LullSweep *self, guint axis)
{
  return get_axis (self, axis)->values->len;
}

const char *
lull_sweep_get_label (const LullSweep *self, guint axis, guint value)
{
  const LullSweepValue *chosen = g_ptr_array_index (get_axis (self, axis)->values, value);

  return chosen->label;
}

guint
lull_sweep_get_point_count (const LullSweep *self)
{
  return self->plan->points;
}

guint
lull_sweep_get_place (const LullSweep *self, guint point, guint axis)
{
  return lull_sweep_plan_get_place (self->plan, axis, point);
}

/* Puts the values of @point into @document, and what is expected there. */
static gboolean
put_point (const LullSweepPlan *plan, guint point, LullDocument *document, GError **error)
{
  const LullSweepRegion *region = lull_sweep_plan_find_region (plan, point);

  for (guint i = 0; i < plan->axes->len; i++)
    {
      const LullSweepAxis *axis = g_ptr_array_index (plan->axes, i);

      if (!axis->fixed &&
          !lull_override_put (document, axis->key, axis->place,
                              lull_sweep_plan_get_value (plan, i, point)->node, error))
        return FALSE;
    }
  if (region != NULL)
    lull_document_put (document, lull_document_get_root (document), "expect",
                       region->node, region->expect);
  return TRUE;
}

/* The document of a point. The command line comes last again: a point must not take back
 * what it sets. */
static LullDocument *
open_point (const LullSweep *self, guint point, GError **error)
{
  g_autoptr (LullDocument) document = open_document (self, error);
  g_autoptr (LullSweepPlan) plan =
      document != NULL ? lull_sweep_plan_new (document, &self->changes, error) : NULL;

  if (plan == NULL || !put_point (plan, point, document, error) ||
      !apply_overrides (self, document, error))
    return NULL;
  return g_steal_pointer (&document);
}

static LullDraft *
read_draft (const LullSweep *self, guint point, LullDraftNotes *notes, GError **error)
{
  g_autoptr (LullDocument) document = open_point (self, point, error);
  g_autoptr (LullDraft) draft = NULL;
  const LullNode *root;

  if (document == NULL)
    return NULL;
  root = lull_document_get_root (document);
  draft = lull_draft_read (root, error);
  if (draft == NULL || !lull_draft_check_fit (draft, root, error))
    return NULL;
  if (notes != NULL)
    lull_draft_notes_look (notes, draft, root);
  return g_steal_pointer (&draft);
}

static void
look_at_points (const LullSweep *self, LullDraftNotes *notes)
{
  for (guint point = 0; point < self->plan->points; point++)
    {
      g_autoptr (LullDraft) draft = read_draft (self, point, notes, NULL);
    }
}

/* What the command line leaves out of a sweep may be where a switch matters. */
static guint64
find_mattering_in_file (const LullSweep *self)
{
  const LullSweepChanges none = { NULL, 0, NULL, 0 };
  g_autoptr (LullSweep) file = NULL;
  g_auto (LullDraftNotes) notes = { 0 };

  if (self->changes.override_count == 0 || self->plan->axes->len == 0)
    return 0;
  file = lull_sweep_parse (self->path, self->text, self->length, &none, NULL);
  if (file != NULL)
    look_at_points (file, &notes);
  return notes.mattering;
}

/* Notes that the text of @key ends too early, if it seems so. */
static void
note_cut (const LullSweep *self, const char *key, GPtrArray *list)
{
  const LullNode *text = lull_node_get (lull_document_get_root (self->document), key);

  if (text != NULL && text->cut)
    g_ptr_array_add (list, lull_node_say (text,
                                          "%s ends at the #, which begins a comment: a "
                                          "text with a # needs quotes",
                                          key));
}

GPtrArray *
lull_sweep_list_notes (const LullSweep *self)
{
  g_auto (LullDraftNotes) notes = { 0 };
  GPtrArray *list;

  look_at_points (self, &notes);
  notes.mattering |= find_mattering_in_file (self);
  list = lull_draft_notes_list (&notes);
  note_cut (self, "name", list);
  note_cut (self, "about", list);
  return list;
}

/* " (where workers is 2, runtime.threads is 1)": the keys that have more than one value.
 */
static char *
say_point (const LullSweep *self, guint point)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lull_sweep_get_axis_count (self); i++)
    if (lull_sweep_get_value_count (self, i) > 1)
      {
        const guint place = lull_sweep_get_place (self, point, i);
        g_autofree char *key = lull_printable (lull_sweep_get_key (self, i));
        g_autofree char *label = lull_printable (lull_sweep_get_label (self, i, place));

        g_string_append_printf (text, "%s%s is %s", text->len > 0 ? ", " : " (where ",
                                key, label);
      }
  if (text->len > 0)
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

LullScenario *
lull_sweep_read_point (const LullSweep *self, guint point, GError **error)
{
  GError *problem = NULL;
  LullDraft *draft;
  LullScenario *scenario = NULL;

  g_return_val_if_fail (point < self->plan->points, NULL);
  draft = read_draft (self, point, NULL, &problem);
  if (draft != NULL)
    scenario = lull_scenario_new (self->path, self->text, self->length, draft, &problem);
  if (scenario == NULL)
    {
      g_autofree char *where = say_point (self, point);
      g_autofree char *message = problem->message;

      problem->message = g_strconcat (message, where, NULL);
      g_propagate_error (error, problem);
    }
  return scenario;
}

LullScenario *
lull_sweep_read_only (const LullSweep *self, GError **error)
{
  const LullNode *root = lull_document_get_root (self->document);

  if (self->plan->points == 1)
    return lull_sweep_read_point (self, 0, error);
  lull_node_fail (
      lull_node_get (root, LULL_SWEEP_KEY), error,
      "found a sweep of %u points, expected a single one: choose it with --set",
      self->plan->points);
  return NULL;
}

gboolean
lull_sweep_check_points (const LullSweep *self, GError **error)
{
  for (guint point = 0; point < self->plan->points; point++)
    {
      g_autoptr (LullScenario) scenario = lull_sweep_read_point (self, point, error);

      if (scenario == NULL)
        return FALSE;
    }
  return TRUE;
}

GArray *
lull_sweep_list_overrides (const LullSweep *self, guint point)
{
  GArray *overrides = g_array_new (FALSE, FALSE, sizeof (LullOverride));

  for (guint i = 0; i < lull_sweep_get_axis_count (self); i++)
    if (!get_axis (self, i)->fixed)
      {
        const LullOverride change = {
          get_axis (self, i)->key, lull_sweep_plan_get_value (self->plan, i, point)->text
        };

        g_array_append_val (overrides, change);
      }
  if (self->changes.override_count > 0)
    g_array_append_vals (overrides, self->changes.overrides,
                         (guint) self->changes.override_count);
  return overrides;
}
