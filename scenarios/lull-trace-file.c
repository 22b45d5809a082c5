/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-trace-file.h"

#include "lull-document.h"
#include "lull-fairness.h"
#include "lull-file.h"
#include "lull-section.h"
#include "lull-text-file.h"
#include "lull-trace-document.h"

#include <string.h>

G_DEFINE_QUARK (lull_trace_file_error_quark, lull_trace_file_error)

/* A replay that notes the words of each step and what becomes of the properties. */
typedef struct
{
  const LullModel *model;
  GPtrArray *words;
  guint failed; /* bit p: property p, of the first 32, failed in some state */
  guint held;   /* bit p: … and it held in some state */
} Replay;

static void
note_properties (Replay *self, const guint8 *state)
{
  for (guint i = 0; i < MIN (self->model->property_count, 32U); i++)
    if (self->model->properties[i].holds (self->model, state))
      self->held |= 1U << i;
    else
      self->failed |= 1U << i;
}

static void
visit (guint step,
       const guint8 *state,
       LullAction action,
       const guint8 *next,
       gpointer user_data)
{
  Replay *self = user_data;
  GString *words = g_string_new (NULL);

  if (step == 0)
    note_properties (self, state);
  note_properties (self, next);
  self->model->describe (self->model, state, action, words);
  g_ptr_array_add (self->words, g_string_free (words, FALSE));
}

char *
lull_trace_file_to_json (const LullScenario *scenario,
                         const LullOverride *overrides,
                         gsize override_count,
                         const LullTrace *trace,
                         const GArray *ticks,
                         const char *verdict)
{
  g_autoptr (LullTraceDocument) document = lull_trace_document_new ();
  Replay replay = { .model = lull_world_get_model (lull_scenario_get_world (scenario)),
                    .words = document->words };
  gsize length;
  const char *text = lull_scenario_get_text (scenario, &length);

  /* Who saves a trace has it from the model itself. */
  if (!lull_trace_replay (trace, replay.model, visit, &replay, NULL, NULL))
    g_assert_not_reached ();
  g_assert (ticks == NULL || ticks->len == lull_trace_length (trace));
  document->path = g_filename_display_name (lull_scenario_get_path (scenario));
  document->text = g_strndup (text, length);
  document->verdict = g_strdup (verdict);
  document->trace = lull_trace_dup (trace);
  for (gsize i = 0; i < override_count; i++)
    lull_trace_document_add_override (document, overrides[i].key, overrides[i].value);
  if (ticks != NULL)
    document->ticks = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (guint64)),
                                           ticks->data, ticks->len);
  return lull_trace_document_to_json (document);
}

gboolean
lull_trace_file_save (const char *path,
                      const LullScenario *scenario,
                      const LullOverride *overrides,
                      gsize override_count,
                      const LullTrace *trace,
                      const GArray *ticks,
                      const char *verdict,
                      GError **error)
{
  g_autofree char *label = g_filename_display_name (path);
  g_autofree char *json = NULL;
  const char *problem;

  json = lull_trace_file_to_json (scenario, overrides, override_count, trace, ticks,
                                  verdict);
  if (strlen (json) > LULL_TRACE_DOCUMENT_SIZE_MAX)
    {
      g_set_error (error, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_READ,
                   "%s: found a trace of more than 64 MiB, expected at most 64 MiB",
                   label);
      return FALSE;
    }
  problem = lull_file_write (path, json, strlen (json));
  if (problem != NULL)
    g_set_error (error, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_READ,
                 "%s: cannot be written: %s", label, problem);
  return problem == NULL;
}

static gboolean
fail_replay (const char *label, GError **error, const char *message)
{
  g_set_error (error, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_REPLAY, "%s: %s",
               label, message);
  return FALSE;
}

/* The words of the steps that could be taken against those that were saved. */
static gboolean
compare_words (const char *label,
               const GPtrArray *taken,
               const GPtrArray *saved,
               GError **error)
{
  for (guint step = 0; step < taken->len; step++)
    if (!g_str_equal (taken->pdata[step], saved->pdata[step]))
      {
        g_autofree char *message = g_strdup_printf (
            "step %u: found \"%s\", expected \"%s\"", step + 1,
            (const char *) saved->pdata[step], (const char *) taken->pdata[step]);

        return fail_replay (label, error, message);
      }
  return TRUE;
}

/* Says of a step that cannot be taken what it was, not what its number is. */
static gboolean
fail_step (const char *label,
           const GError *problem,
           guint step,
           const GPtrArray *saved,
           GError **error)
{
  g_autofree char *message = NULL;

  if (!g_error_matches (problem, LULL_TRACE_ERROR, LULL_TRACE_ERROR_NOT_ENABLED))
    return fail_replay (label, error, problem->message);
  message =
      g_strdup_printf ("step %u: found \"%s\", expected a step that is enabled there",
                       step + 1, (const char *) saved->pdata[step]);
  return fail_replay (label, error, message);
}

static gboolean
is_stuck (const LullModel *model, const guint8 *state)
{
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);

  return model->actions (model, state, actions) == 0 && model->may_stop != NULL &&
         !model->may_stop (model, state);
}

static gboolean
breaks (const Replay *replay, const LullTrace *trace, guint property)
{
  if (replay->model->properties[property].kind == LULL_PROPERTY_ALWAYS)
    return (replay->failed >> property & 1U) != 0;
  return replay->model->properties[property].kind == LULL_PROPERTY_EVENTUALLY &&
         (replay->held >> property & 1U) == 0 &&
         lull_trace_is_fair (trace, replay->model);
}

/* Whether the run shows the verdict that it was saved with. */
static gboolean
shows (const Replay *replay,
       const LullTrace *trace,
       const guint8 *end,
       const char *verdict)
{
  const gboolean stuck = is_stuck (replay->model, end);
  gboolean is_broken = FALSE;

  for (guint i = 0; i < MIN (replay->model->property_count, 32U); i++)
    {
      if (g_str_equal (verdict, replay->model->properties[i].name))
        return breaks (replay, trace, i);
      is_broken = is_broken || breaks (replay, trace, i);
    }
  if (g_str_equal (verdict, "deadlock"))
    return stuck;
  if (g_str_equal (verdict, "safe"))
    return !is_broken && !stuck;
  return g_str_equal (verdict, "inconclusive");
}

static gboolean
check_verdict (const char *label,
               const LullTraceDocument *document,
               const Replay *replay,
               const guint8 *end,
               GError **error)
{
  g_autofree char *message = NULL;
  g_autofree char *quoted = NULL;

  if (shows (replay, document->trace, end, document->verdict))
    return TRUE;
  quoted = lull_quote (document->verdict);
  message =
      g_strdup_printf ("found the verdict %s, expected one that the trace shows", quoted);
  return fail_replay (label, error, message);
}

static gboolean
check_run (const char *label,
           const LullTraceDocument *document,
           const LullScenario *scenario,
           GError **error)
{
  const LullModel *model = lull_world_get_model (lull_scenario_get_world (scenario));
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree guint8 *end = g_malloc0 (model->state_size);
  g_autoptr (GError) problem = NULL;
  Replay replay = { .model = model, .words = words };
  const gboolean replayed =
      lull_trace_replay (document->trace, model, visit, &replay, end, &problem);

  /* A step whose words differ comes before the one that cannot be taken any more. */
  if (!compare_words (label, words, document->words, error))
    return FALSE;
  if (!replayed)
    return fail_step (label, problem, words->len, document->words, error);
  note_properties (&replay, end);
  return check_verdict (label, document, &replay, end, error);
}

static LullScenario *
read_scenario (const char *label, const LullTraceDocument *document, GError **error)
{
  g_autoptr (GError) problem = NULL;
  LullScenario *scenario = lull_scenario_parse (
      document->path, document->text, strlen (document->text),
      (const LullOverride *) (gconstpointer) document->overrides->data,
      document->overrides->len, &problem);

  if (scenario == NULL)
    g_set_error (error, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_REPLAY,
                 "%s: the scenario in it: %s", label, problem->message);
  return scenario;
}

/* Whether a text that is no trace is a scenario, right or wrong. */
static gboolean
is_scenario (const char *text, gsize length)
{
  g_autoptr (LullDocument) document = lull_document_parse ("", text, length, NULL);
  const LullNode *root = document != NULL ? lull_document_get_root (document) : NULL;

  for (const LullKey *key = lull_section_scenario.keys; key->name != NULL; key++)
    if (lull_node_get (root, key->name) != NULL)
      return TRUE;
  return FALSE;
}

static LullTraceDocument *
read_document (const char *label, const char *text, gsize length, GError **error)
{
  g_autoptr (GError) problem = NULL;
  LullTraceDocument *document = lull_trace_document_parse (label, text, length, &problem);

  if (document != NULL)
    return document;
  if (!lull_trace_document_is_likely (text, length) && is_scenario (text, length))
    g_set_error (error, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_FORMAT,
                 "%s: found a scenario, expected a trace: lull check and lull run take "
                 "scenarios",
                 label);
  else
    g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

LullTraceFile *
lull_trace_file_parse (const char *path, const char *text, gsize length, GError **error)
{
  g_autofree char *label = g_filename_display_name (path);
  g_autoptr (LullTraceDocument) document = read_document (label, text, length, error);
  g_autoptr (LullScenario) scenario = NULL;
  LullTraceFile *self;

  if (document == NULL)
    return NULL;
  scenario = read_scenario (label, document, error);
  if (scenario == NULL || !check_run (label, document, scenario, error))
    return NULL;
  self = g_new0 (LullTraceFile, 1);
  self->scenario = g_steal_pointer (&scenario);
  self->trace = g_steal_pointer (&document->trace);
  self->ticks = g_steal_pointer (&document->ticks);
  self->verdict = g_steal_pointer (&document->verdict);
  return self;
}

LullTraceFile *
lull_trace_file_load (const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *problem = lull_text_file_read (path, LULL_TRACE_DOCUMENT_SIZE_MAX, text);
  g_autofree char *label = NULL;

  if (problem == NULL)
    return lull_trace_file_parse (path, text->str, text->len, error);
  label = g_filename_display_name (path);
  g_set_error (error, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_READ,
               "%s: found no file to read (%s), expected a trace file", label, problem);
  return NULL;
}

gboolean
lull_trace_file_is_likely (const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);

  return lull_text_file_read (path, LULL_TRACE_DOCUMENT_BEGINNING, text) == NULL &&
         lull_trace_document_is_likely (text->str, text->len);
}

void
lull_trace_file_free (LullTraceFile *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->scenario, lull_scenario_free);
  g_clear_pointer (&self->trace, lull_trace_free);
  g_clear_pointer (&self->ticks, g_array_unref);
  g_free (self->verdict);
  g_free (self);
}
