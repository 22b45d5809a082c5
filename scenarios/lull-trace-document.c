/* SPDX-License-Identifier: Apache-2.0 */
/* Making and writing the document; lull-trace-document-parse.c reads it. */
#include "lull-trace-document.h"

#include <json-glib/json-glib.h>

LullTraceDocument *
lull_trace_document_new (void)
{
  LullTraceDocument *self = g_new0 (LullTraceDocument, 1);

  self->overrides = g_array_new (FALSE, FALSE, sizeof (LullOverride));
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->words = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
lull_trace_document_free (LullTraceDocument *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->text);
  g_array_unref (self->overrides);
  g_ptr_array_unref (self->texts);
  g_free (self->verdict);
  g_clear_pointer (&self->trace, lull_trace_free);
  g_ptr_array_unref (self->words);
  g_clear_pointer (&self->ticks, g_array_unref);
  g_free (self);
}

static const char *
keep_text (LullTraceDocument *self, const char *text)
{
  char *copy = g_strdup (text);

  g_ptr_array_add (self->texts, copy);
  return copy;
}

void
lull_trace_document_add_override (LullTraceDocument *self,
                                  const char *key,
                                  const char *value)
{
  const LullOverride change = { keep_text (self, key), keep_text (self, value) };

  g_array_append_val (self->overrides, change);
}

static void
append_text (GString *json, const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);
  g_autofree char *quoted = json_to_string (node, FALSE);

  g_string_append (json, quoted);
}

static void
append_member (GString *json, const char *name, const char *text)
{
  g_string_append_printf (json, "  \"%s\": ", name);
  append_text (json, text);
  g_string_append (json, ",\n");
}

static void
append_overrides (const LullTraceDocument *self, GString *json)
{
  g_string_append (json, "  \"overrides\": [");
  for (guint i = 0; i < self->overrides->len; i++)
    {
      const LullOverride *change = &g_array_index (self->overrides, LullOverride, i);

      g_string_append (json, i > 0 ? ",\n    { \"key\": " : "\n    { \"key\": ");
      append_text (json, change->key);
      g_string_append (json, ", \"value\": ");
      append_text (json, change->value);
      g_string_append (json, " }");
    }
  g_string_append (json, self->overrides->len > 0 ? "\n  ],\n" : "],\n");
}

/* A step a line, so that two traces can be compared line by line. */
static void
append_steps (const LullTraceDocument *self, GString *json)
{
  const guint count = lull_trace_length (self->trace);

  g_string_append (json, "  \"steps\": [");
  for (guint step = 0; step < count; step++)
    {
      g_string_append_printf (json, "%s\n    { \"action\": %u, ", step > 0 ? "," : "",
                              lull_trace_action (self->trace, step));
      if (self->ticks != NULL)
        g_string_append_printf (json, "\"tick\": %" G_GUINT64_FORMAT ", ",
                                g_array_index (self->ticks, guint64, step));
      g_string_append (json, "\"words\": ");
      append_text (json, g_ptr_array_index (self->words, step));
      g_string_append (json, " }");
    }
  g_string_append (json, count > 0 ? "\n  ]\n" : "]\n");
}

char *
lull_trace_document_to_json (const LullTraceDocument *self)
{
  GString *json = g_string_new ("{\n");

  append_member (json, "format", LULL_TRACE_DOCUMENT_FORMAT);
  g_string_append_printf (json, "  \"version\": %d,\n", LULL_TRACE_DOCUMENT_VERSION);
  append_member (json, "verdict", self->verdict);
  append_member (json, "path", self->path);
  append_member (json, "scenario", self->text);
  append_overrides (self, json);
  g_string_append_printf (json, "  \"initial\": %" G_GUINT64_FORMAT ",\n",
                          self->trace->initial);
  if (self->trace->loop_start != LULL_TRACE_NO_LOOP)
    g_string_append_printf (json, "  \"loop_start\": %u,\n", self->trace->loop_start);
  append_steps (self, json);
  g_string_append (json, "}\n");
  return g_string_free (json, FALSE);
}
