/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-report-claims.h"

#include <math.h>
#include <string.h>

/*
 * Written by hand, since the order of keys and the form of numbers are part of what users
 * read; the tests hold it against a parser that is not ours.
 */

static void
append_string (GString *json, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (json, '"');
  for (const char *at = valid; *at != '\0'; at++)
    {
      guchar c = (guchar) *at;

      if (c == '"' || c == '\\')
        g_string_append_printf (json, "\\%c", c);
      else if (c < 0x20 || c == 0x7f)
        g_string_append_printf (json, "\\u%04x", c);
      else
        g_string_append_c (json, (char) c);
    }
  g_string_append_c (json, '"');
}

static void
append_key (GString *json, const char *key)
{
  if (json->str[json->len - 1] != '{')
    g_string_append (json, ", ");
  append_string (json, key);
  g_string_append (json, ": ");
}

/* NULL is JSON's null. */
static void
add_string (GString *json, const char *key, const char *value)
{
  append_key (json, key);
  if (value == NULL)
    g_string_append (json, "null");
  else
    append_string (json, value);
}

static void
add_boolean (GString *json, const char *key, gboolean value)
{
  append_key (json, key);
  g_string_append (json, value ? "true" : "false");
}

static void
add_count (GString *json, const char *key, guint64 value)
{
  append_key (json, key);
  g_string_append_printf (json, "%" G_GUINT64_FORMAT, value);
}

/* JSON has no word for a number that is none. */
static void
add_decimal (GString *json, const char *key, double value, const char *format)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  append_key (json, key);
  g_string_append (json, isfinite (value)
                             ? g_ascii_formatd (digits, sizeof digits, format, value)
                             : "null");
}

static void
append_element (GString *json, const char *text)
{
  if (json->str[json->len - 1] != '[')
    g_string_append (json, ", ");
  append_string (json, text);
}

/* NULL is no words. */
static void
add_words (GString *json, const char *key, const GPtrArray *words)
{
  append_key (json, key);
  g_string_append_c (json, '[');
  for (guint i = 0; words != NULL && i < words->len; i++)
    append_element (json, words->pdata[i]);
  g_string_append_c (json, ']');
}

static void
add_claims (GString *json, const LullReport *report)
{
  g_autoptr (GPtrArray) ruled_out = lull_report_list_ruled_out (report);
  g_autoptr (GPtrArray) reductions = lull_report_list_reductions (report);

  add_boolean (json, "exhaustive", report->findings->exhaustive);
  add_boolean (json, "sampled", report->findings->sampled);
  add_words (json, "rules_out", ruled_out);
  add_words (json, "reductions", reductions);
  add_string (json, "left_out", report->model->left_out);
}

static void
add_bounds (GString *json, guint bounds)
{
  append_key (json, "bounds");
  g_string_append_c (json, '[');
  for (guint bound = 1; bound <= LULL_BOUND_INTERRUPT; bound <<= 1)
    if (bounds & bound)
      append_element (json, lull_bound_to_string ((LullBounds) bound));
  g_string_append_c (json, ']');
}

static void
add_never_fired (GString *json, const LullReport *report)
{
  append_key (json, "never_fired");
  g_string_append_c (json, '[');
  for (guint kind = 0; kind < report->findings->kind_count; kind++)
    if (report->findings->kind_fired[kind] == 0)
      append_element (json, report->model->kinds[kind]);
  g_string_append_c (json, ']');
}

/* Null where nothing was counted, lest a zero pass for a count. */
static void
add_cuts (GString *json, const LullReportCuts *cuts)
{
  const gboolean is_sample = cuts != NULL && cuts->runs > 0;
  const struct
  {
    const char *key;
    guint64 count;
    gboolean is_known;
  } counts[] = { { "runs_simulated", is_sample ? cuts->runs : 0, is_sample },
                 { "rounds_seen", cuts != NULL ? cuts->rounds : 0, cuts != NULL },
                 { "cuts_seen", cuts != NULL ? cuts->cuts : 0, cuts != NULL },
                 { "cuts_inconsistent", cuts != NULL ? cuts->inconsistent : 0,
                   cuts != NULL },
                 { "cuts_accepted", cuts != NULL ? cuts->accepted : 0, cuts != NULL } };

  add_string (json, "cuts_counted_in",
              cuts == NULL ? NULL
              : is_sample  ? "simulated runs"
                           : "all orders");
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].is_known)
      add_count (json, counts[i].key, counts[i].count);
    else
      add_string (json, counts[i].key, NULL);
}

static const char *
cut_word (const LullReport *report)
{
  if (report->findings->verdict != LULL_VERDICT_VIOLATED || report->story == NULL)
    return NULL;
  switch (report->story->cut)
    {
    case LULL_CUT_NONE:
      return NULL;
    case LULL_CUT_CONSISTENT:
      return "consistent";
    case LULL_CUT_INCONSISTENT:
      return "inconsistent";
    default:
      g_assert_not_reached ();
    }
}

/* Whether a value that people write so is one to JSON as well. */
static gboolean
is_literal (const char *text)
{
  return g_str_equal (text, "true") || g_str_equal (text, "false") ||
         g_str_equal (text, "0") ||
         (*text != '0' && *text != '\0' && text[strspn (text, "0123456789")] == '\0');
}

/* The values of a sweep's keys, numbers and switches as such. */
static void
add_point (GString *json, const LullReport *report)
{
  append_key (json, "point");
  g_string_append_c (json, '{');
  for (guint i = 0; i < report->point_size; i++)
    {
      const LullReportSetting *setting = &report->point[i];

      append_key (json, setting->key);
      if (is_literal (setting->value))
        g_string_append (json, setting->value);
      else
        append_string (json, setting->value);
    }
  g_string_append_c (json, '}');
}

static void
add_identity (GString *json, const LullReport *report)
{
  add_string (json, "scenario", report->scenario);
  add_string (json, "path", report->path);
  add_point (json, report);
  add_string (json, "protocol", report->protocol);
  add_string (json, "verdict", lull_findings_word (report->findings, report->model));
  add_string (json, "cut", cut_word (report));
  add_words (json, "missed", report->story != NULL ? report->story->missed : NULL);
  add_string (json, "expected", report->expected);
  add_boolean (json, "ok", report->ok);
  add_string (json, "mismatch", report->mismatch);
  add_string (json, "breach", lull_report_breach (report));
  add_words (json, "notes", report->notes);
}

static void
add_figures (GString *json, const LullFindings *findings)
{
  double states = (double) MAX (findings->states, 1);

  add_count (json, "states", findings->states);
  add_count (json, "transitions", findings->transitions);
  add_count (json, "depth", findings->depth);
  append_key (json, "witness_length");
  if (findings->witness == NULL)
    g_string_append (json, "null");
  else
    g_string_append_printf (json, "%u", lull_trace_length (findings->witness));
  add_boolean (json, "shortest", findings->shortest);
  add_decimal (json, "seconds", findings->seconds, "%.3f");
  add_decimal (json, "bytes_per_state", (double) findings->bytes / states, "%.1f");
  add_count (json, "initial_states", findings->initial_states);
  add_count (json, "outside", findings->outside);
  add_count (json, "terminal", findings->terminal);
  add_count (json, "frontier", findings->frontier);
  add_count (json, "left", findings->left);
  add_decimal (json, "omission", findings->omission, "%.6g");
}

char *
lull_report_to_json (const LullReport *self)
{
  GString *json;

  g_return_val_if_fail (self != NULL, NULL);
  json = g_string_new ("{");
  add_identity (json, self);
  add_claims (json, self);
  add_figures (json, self->findings);
  add_bounds (json, self->findings->bounds);
  add_never_fired (json, self);
  add_cuts (json, self->cuts);
  add_words (json, "explanation", self->story != NULL ? self->story->findings : NULL);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}
