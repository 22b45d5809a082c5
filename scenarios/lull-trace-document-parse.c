/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-trace-document.h"

#include "lull-node.h"
#include "lull-trace-file.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* The deepest thing in a trace file is a member of a step. */
#define DEPTH_MAX 4U

/* A million steps of three members each, and the rest; json-glib needs some hundred bytes
 * for each. */
#define COMMAS_MAX 3000100U

/* What everything that reads needs for its errors. */
typedef struct
{
  const char *label;
  GError **error;
} Reader;

static gboolean fail (const Reader *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (const Reader *self, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (self->error, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_FORMAT, "%s: %s",
               self->label, message);
  return FALSE;
}

/* Skips the string whose opening quote is at @p text; NULL if it does not end. */
static const char *
skip_string (const char *text, const char *end)
{
  for (text++; text < end && *text != '"'; text++)
    if (*text == '\\')
      text++;
  return text < end ? text : NULL;
}

/*
 * json-glib calls itself for each level of nesting, and takes comments and single quotes
 * for JSON. So what is not plain JSON, or deeper than any trace, does not get that far.
 */
static gboolean
check_bytes (const Reader *self, const char *text, gsize length)
{
  const char *const end = text + length;
  guint depth = 0;
  guint commas = 0;

  if (length > LULL_TRACE_DOCUMENT_SIZE_MAX)
    return fail (self, "found more than 64 MiB, expected at most 64 MiB");
  if (!g_utf8_validate_len (text, length, NULL))
    return fail (self, "found bytes that are not UTF-8, expected a trace file");
  for (const char *p = text; p < end; p++)
    {
      if (*p == '"')
        p = skip_string (p, end);
      if (p == NULL)
        return fail (self,
                     "found a text without end, expected the whole of a trace file");
      if (strchr ("/'#", *p) != NULL)
        return fail (self, "found %c between values, expected JSON", *p);
      depth += *p == '[' || *p == '{';
      depth -= depth > 0 && (*p == ']' || *p == '}');
      commas += *p == ',';
      if (commas > COMMAS_MAX)
        return fail (self, "found more than a million steps, expected fewer");
      if (depth > DEPTH_MAX)
        return fail (self, "found values nested too deep, expected a trace file");
    }
  return TRUE;
}

static gboolean
check_members (const Reader *self, JsonObject *object, const char *const *known)
{
  g_autoptr (GList) members = json_object_get_members (object);

  for (const GList *member = members; member != NULL; member = member->next)
    if (!g_strv_contains (known, member->data))
      {
        g_autofree char *quoted = lull_quote (member->data);
        g_autofree char *list = lull_words_join (known);

        return fail (self, "found the member %s, expected %s", quoted, list);
      }
  return TRUE;
}

static JsonNode *
get (JsonObject *object, const char *name, GType type)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == type
             ? node
             : NULL;
}

static gboolean
read_text (const Reader *self, JsonObject *object, const char *name, const char **text)
{
  JsonNode *node = get (object, name, G_TYPE_STRING);

  if (node == NULL)
    return fail (self, "found no text for %s, expected one", name);
  *text = json_node_get_string (node);
  return TRUE;
}

static gboolean
read_number (const Reader *self,
             JsonObject *object,
             const char *name,
             guint64 high,
             guint64 *number)
{
  JsonNode *node = get (object, name, G_TYPE_INT64);

  if (node == NULL || json_node_get_int (node) < 0 ||
      (guint64) json_node_get_int (node) > high)
    return fail (
        self, "found no whole number for %s, expected one from 0 to %" G_GUINT64_FORMAT,
        name, high);
  *number = (guint64) json_node_get_int (node);
  return TRUE;
}

static gboolean
read_list (const Reader *self, JsonObject *object, const char *name, JsonArray **list)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return fail (self, "found no list for %s, expected one", name);
  *list = json_node_get_array (node);
  return TRUE;
}

/* Item @p index of @p list as an object; NULL if it is none. */
static JsonObject *
get_object (JsonArray *list, guint index)
{
  JsonNode *node = json_array_get_element (list, index);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static gboolean
check_version (const Reader *self, JsonObject *object)
{
  const char *format = NULL;
  guint64 version = 0;

  if (!read_text (self, object, "format", &format))
    return FALSE;
  if (!g_str_equal (format, LULL_TRACE_DOCUMENT_FORMAT))
    {
      g_autofree char *quoted = lull_quote (format);

      return fail (self, "found the format %s, expected %s", quoted,
                   LULL_TRACE_DOCUMENT_FORMAT);
    }
  if (!read_number (self, object, "version", G_MAXINT64, &version))
    return FALSE;
  return version == LULL_TRACE_DOCUMENT_VERSION ||
         fail (self, "found version %" G_GUINT64_FORMAT ", expected %d", version,
               LULL_TRACE_DOCUMENT_VERSION);
}

static gboolean
read_overrides (const Reader *self, JsonArray *list, LullTraceDocument *document)
{
  static const char *const known[] = { "key", "value", NULL };

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *change = get_object (list, i);
      const char *key = NULL, *value = NULL;

      if (change == NULL)
        return fail (self, "found no object for override %u, expected one", i + 1);
      if (!check_members (self, change, known) ||
          !read_text (self, change, "key", &key) ||
          !read_text (self, change, "value", &value))
        return FALSE;
      lull_trace_document_add_override (document, key, value);
    }
  return TRUE;
}

static gboolean
read_tick (const Reader *self,
           JsonObject *step,
           guint number,
           LullTraceDocument *document)
{
  guint64 tick;

  if (json_object_has_member (step, "tick") != (document->ticks != NULL))
    return fail (self, "step %u: found %s tick, expected every step to have one or none",
                 number, document->ticks != NULL ? "no" : "a");
  if (document->ticks == NULL)
    return TRUE;
  if (!read_number (self, step, "tick", G_MAXINT64, &tick))
    return FALSE;
  if (document->ticks->len > 0 &&
      tick < g_array_index (document->ticks, guint64, document->ticks->len - 1))
    return fail (self,
                 "step %u: found tick %" G_GUINT64_FORMAT
                 ", expected no less than before it",
                 number, tick);
  g_array_append_val (document->ticks, tick);
  return TRUE;
}

static gboolean
read_step (const Reader *self,
           JsonObject *step,
           guint number,
           LullTraceDocument *document)
{
  static const char *const known[] = { "action", "tick", "words", NULL };
  const char *words = NULL;
  guint64 action = 0;

  if (step == NULL)
    return fail (self, "step %u: found no object, expected one", number);
  if (!check_members (self, step, known) ||
      !read_number (self, step, "action", G_MAXUINT32, &action) ||
      !read_text (self, step, "words", &words) ||
      !read_tick (self, step, number, document))
    return FALSE;
  lull_trace_append (document->trace, (LullAction) action);
  g_ptr_array_add (document->words, g_strdup (words));
  return TRUE;
}

static gboolean
read_steps (const Reader *self, JsonArray *list, LullTraceDocument *document)
{
  const guint count = json_array_get_length (list);

  if (count > 0 && get_object (list, 0) != NULL &&
      json_object_has_member (get_object (list, 0), "tick"))
    document->ticks = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < count; i++)
    if (!read_step (self, get_object (list, i), i + 1, document))
      return FALSE;
  return TRUE;
}

static gboolean
read_trace (const Reader *self, JsonObject *object, LullTraceDocument *document)
{
  guint64 initial = 0, loop_start = 0;
  JsonArray *steps = NULL;

  if (!read_number (self, object, "initial", G_MAXINT64, &initial) ||
      !read_list (self, object, "steps", &steps))
    return FALSE;
  document->trace = lull_trace_new (initial);
  if (json_object_has_member (object, "loop_start"))
    {
      if (!read_number (self, object, "loop_start", G_MAXINT32, &loop_start))
        return FALSE;
      document->trace->loop_start = (guint) loop_start;
    }
  return read_steps (self, steps, document);
}

static gboolean
read_document (const Reader *self, JsonObject *object, LullTraceDocument *document)
{
  static const char *const known[] = { "format",   "version",   "verdict", "path",
                                       "scenario", "overrides", "initial", "loop_start",
                                       "steps",    NULL };
  const char *path = NULL, *text = NULL, *verdict = NULL;
  JsonArray *overrides = NULL;

  /* The version first: another version may have other members. */
  if (!check_version (self, object) || !check_members (self, object, known) ||
      !read_text (self, object, "path", &path) ||
      !read_text (self, object, "scenario", &text) ||
      !read_text (self, object, "verdict", &verdict) ||
      !read_list (self, object, "overrides", &overrides))
    return FALSE;
  document->path = g_strdup (path);
  document->text = g_strdup (text);
  document->verdict = g_strdup (verdict);
  return read_overrides (self, overrides, document) &&
         read_trace (self, object, document);
}

static gboolean
fail_json (const Reader *self, const GError *problem)
{
  const char *message = problem->message;

  if (g_str_has_prefix (message, "<data>:"))
    message += strlen ("<data>:");
  return fail (self,
               "found text that is not JSON (%s), expected the whole of a trace file",
               message);
}

gboolean
lull_trace_document_is_likely (const char *text, gsize length)
{
  const gssize beginning = (gssize) MIN (length, LULL_TRACE_DOCUMENT_BEGINNING);

  /* An empty text may be NULL. */
  return length > 0 &&
         g_strstr_len (text, beginning, "\"" LULL_TRACE_DOCUMENT_FORMAT "\"") != NULL &&
         g_strstr_len (text, beginning, "{") != NULL;
}

LullTraceDocument *
lull_trace_document_parse (const char *label,
                           const char *text,
                           gsize length,
                           GError **error)
{
  const Reader reader = { label, error };
  g_autoptr (LullTraceDocument) document = lull_trace_document_new ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) problem = NULL;
  JsonNode *root;

  if (!check_bytes (&reader, text, length))
    return NULL;
  if (!json_parser_load_from_data (parser, length > 0 ? text : "", (gssize) length,
                                   &problem))
    {
      fail_json (&reader, problem);
      return NULL;
    }
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      fail (&reader, "found no object, expected a trace file");
      return NULL;
    }
  if (!read_document (&reader, json_node_get_object (root), document))
    return NULL;
  return g_steal_pointer (&document);
}
