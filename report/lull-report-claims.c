/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-report-claims.h"

#include <string.h>

gboolean
lull_report_is_livelock_open (const LullReport *self)
{
  return self->findings->exhaustive &&
         self->findings->verdict == LULL_VERDICT_INCONCLUSIVE &&
         lull_model_has_property (self->model, LULL_PROPERTY_EVENTUALLY);
}

/* A search goes from the most serious to the least, so a violation rules out only what
 * comes before it. */
static void
list_properties (const LullReport *self, GPtrArray *words)
{
  const LullFindings *findings = self->findings;
  guint count = findings->verdict == LULL_VERDICT_VIOLATED ? findings->property
                                                           : self->model->property_count;

  for (guint i = 0; i < count; i++)
    if (self->model->properties[i].kind == LULL_PROPERTY_ALWAYS)
      g_ptr_array_add (words, g_strdup (self->model->properties[i].name));
}

GPtrArray *
lull_report_list_ruled_out (const LullReport *self)
{
  const LullModel *model = self->model;
  LullVerdict verdict = self->findings->verdict;
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  if (!self->findings->exhaustive)
    return words;
  list_properties (self, words);
  if (model->may_stop != NULL && verdict != LULL_VERDICT_VIOLATED &&
      verdict != LULL_VERDICT_DEADLOCK)
    g_ptr_array_add (words, g_strdup ("deadlock"));
  if (verdict == LULL_VERDICT_SAFE &&
      lull_model_has_property (model, LULL_PROPERTY_EVENTUALLY))
    g_ptr_array_add (words, g_strdup ("livelock"));
  return words;
}

const char *
lull_report_breach (const LullReport *self)
{
  return self->breach != NULL ? g_ptr_array_index (self->breach->findings, 0) : NULL;
}

GPtrArray *
lull_report_list_reductions (const LullReport *self)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  if (self->findings->reduced)
    g_ptr_array_add (words, g_strdup ("partial order"));
  if (self->findings->symmetric)
    g_ptr_array_add (words, g_strdup ("symmetry"));
  return words;
}

void
lull_report_append_setting (GString *text, const char *key, const char *value)
{
  const char *quote = strchr (value, ',') != NULL ? "\"" : "";

  g_string_append_printf (text, "%s%s %s%s%s", text->len > 0 ? ", " : "", key, quote,
                          value, quote);
}

char *
lull_report_point_to_string (const LullReport *self)
{
  GString *text;

  if (self->point_size == 0)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < self->point_size; i++)
    lull_report_append_setting (text, self->point[i].key, self->point[i].value);
  return g_string_free (text, FALSE);
}
