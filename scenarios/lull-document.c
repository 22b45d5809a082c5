/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-document.h"

#include "lull-scenario.h"

#include <string.h>
#include <yaml.h>

/* A value with an open bracket is joined with what follows up to this length. */
#define JOINED_BYTES_MAX 100U

struct LullDocument
{
  GPtrArray *nodes; /* all of them, also those that an override has put out of use */
  GPtrArray *origins;
  LullNode *root;
};

/* One pass over the events of one text. */
typedef struct
{
  LullDocument *document;
  const LullOrigin *origin;
  GPtrArray *open; /* the lists and mappings around the present place, outermost first */
  LullNode *root;
  LullNode *key; /* read, and its value not yet */
  gboolean
      swallow; /* a key became part of the value before it; its own value comes next */
  guint documents;
} Builder;

static void
node_free (gpointer data)
{
  LullNode *node = data;

  g_free (node->text);
  g_clear_pointer (&node->keys, g_ptr_array_unref);
  g_clear_pointer (&node->items, g_ptr_array_unref);
  g_free (node);
}

static void
origin_free (gpointer data)
{
  LullOrigin *origin = data;

  g_free (origin->label);
  g_free (origin->override_key);
  g_free (origin);
}

static LullOrigin *
add_origin (LullDocument *self, char *label, const char *override_key)
{
  LullOrigin *origin = g_new0 (LullOrigin, 1);

  origin->label = label;
  origin->override_key = g_strdup (override_key);
  g_ptr_array_add (self->origins, origin);
  return origin;
}

static LullNode *
add_node (LullDocument *self, const LullOrigin *origin, LullNodeKind kind)
{
  LullNode *node = g_new0 (LullNode, 1);

  node->kind = kind;
  node->origin = origin;
  node->line = node->column = 1;
  if (kind != LULL_NODE_TEXT)
    node->items = g_ptr_array_new ();
  if (kind == LULL_NODE_MAPPING)
    node->keys = g_ptr_array_new ();
  g_ptr_array_add (self->nodes, node);
  return node;
}

static gboolean
fail_syntax (const LullOrigin *origin,
             guint line,
             guint column,
             GError **error,
             const char *message)
{
  if (origin->override_key != NULL)
    g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE, "%s: %s",
                 origin->label, message);
  else
    g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_SYNTAX, "%s:%u:%u: %s",
                 origin->label, line, column, message);
  return FALSE;
}

static gboolean
fail_mark (const Builder *self,
           const yaml_mark_t *mark,
           GError **error,
           const char *message)
{
  return fail_syntax (self->origin, (guint) mark->line + 1, (guint) mark->column + 1,
                      error, message);
}

static gboolean
fail_parser (const Builder *self, const yaml_parser_t *parser, GError **error)
{
  const char *problem = parser->problem != NULL ? parser->problem : "unknown problem";
  g_autofree char *message = NULL;

  if (parser->context != NULL)
    message = g_strdup_printf ("found text that is not YAML (%s %s), expected YAML",
                               problem, parser->context);
  else
    message =
        g_strdup_printf ("found text that is not YAML (%s), expected YAML", problem);
  return fail_mark (self, &parser->problem_mark, error, message);
}

static LullNode *
holder (const Builder *self)
{
  return self->open->len > 0 ? g_ptr_array_index (self->open, self->open->len - 1) : NULL;
}

static void
append (LullNode *mapping, LullNode *key, LullNode *value)
{
  value->parent = mapping;
  value->index = mapping->items->len;
  if (key != NULL)
    {
      key->parent = mapping;
      key->index = mapping->keys->len;
      g_ptr_array_add (mapping->keys, key);
    }
  g_ptr_array_add (mapping->items, value);
}

static gboolean
is_key_of (const LullNode *mapping, const char *text)
{
  for (guint i = 0; i < mapping->keys->len; i++)
    if (g_str_equal (lull_node_key (mapping, i)->text, text))
      return TRUE;
  return FALSE;
}

static gboolean
place_key (Builder *self,
           const LullNode *mapping,
           LullNode *key,
           const yaml_mark_t *mark,
           GError **error)
{
  g_autofree char *message = NULL;

  if (key->kind != LULL_NODE_TEXT)
    return fail_mark (self, mark, error,
                      "found a list or a mapping as a key, expected a text");
  if (is_key_of (mapping, key->text))
    {
      g_autofree char *quoted = lull_quote (key->text);

      message =
          g_strdup_printf ("found the key %s a second time, expected it once", quoted);
      return fail_mark (self, mark, error, message);
    }
  self->key = key;
  return TRUE;
}

/* Puts a new node where it belongs; a list or mapping becomes the holder of what follows.
 */
static gboolean
place (Builder *self, LullNode *node, const yaml_mark_t *mark, GError **error)
{
  LullNode *around = holder (self);

  node->line = (guint) mark->line + 1;
  node->column = (guint) mark->column + 1;
  if (self->document->nodes->len > LULL_DOCUMENT_NODES_MAX)
    return fail_mark (
        self, mark, error,
        "found more than 20000 keys, values and items, expected at most 20000");
  if (around == NULL)
    self->root = node;
  else if (around->kind == LULL_NODE_MAPPING && self->key == NULL)
    return place_key (self, around, node, mark, error);
  else
    append (around, g_steal_pointer (&self->key), node);
  if (node->kind == LULL_NODE_TEXT)
    return TRUE;
  g_ptr_array_add (self->open, node);
  return self->open->len <= LULL_DOCUMENT_DEPTH_MAX ||
         fail_mark (self, mark, error,
                    "found more than 1000 levels of nesting, expected at most 1000");
}

static gboolean
check_plain_yaml (const Builder *self,
                  const yaml_event_t *event,
                  const yaml_char_t *anchor,
                  const yaml_char_t *tag,
                  GError **error)
{
  if (anchor != NULL)
    return fail_mark (
        self, &event->start_mark, error,
        "found an anchor, expected none: write the value where it is meant");
  if (tag != NULL)
    return fail_mark (self, &event->start_mark, error,
                      "found a tag, expected none: types follow from the keys");
  return TRUE;
}

static gboolean
is_open_bracket (const LullNode *node)
{
  gint depth = 0;

  if (node->kind != LULL_NODE_TEXT || !node->plain ||
      strlen (node->text) > JOINED_BYTES_MAX)
    return FALSE;
  for (const char *p = node->text; *p != '\0'; p++)
    depth += (*p == '(') - (*p == ')');
  return depth > 0;
}

/*
 * To YAML the comma of `{ delay: uniform(1, 5) }` ends a value, and "5)" is a key with
 * nothing behind it. A value whose bracket is open takes what comes next, as whoever
 * wrote it meant.
 */
static gboolean
join (Builder *self, const char *text)
{
  LullNode *around = holder (self);
  LullNode *before;
  char *joined;

  if (around == NULL || !around->flow || around->items->len == 0 || self->key != NULL)
    return FALSE;
  before = g_ptr_array_index (around->items, around->items->len - 1);
  if (!is_open_bracket (before))
    return FALSE;
  joined = g_strconcat (before->text, ", ", text, NULL);
  g_free (before->text);
  before->text = joined;
  self->swallow = around->kind == LULL_NODE_MAPPING;
  return TRUE;
}

static gboolean
take_swallowed (Builder *self, const yaml_event_t *event, GError **error)
{
  self->swallow = FALSE;
  return (event->type == YAML_SCALAR_EVENT && event->data.scalar.length == 0) ||
         fail_mark (
             self, &event->start_mark, error,
             "found a value after an open bracket, expected the bracket to be closed");
}

static gboolean
take_scalar (Builder *self, const yaml_event_t *event, GError **error)
{
  const char *text = (const char *) event->data.scalar.value;
  LullNode *node;

  if (!check_plain_yaml (self, event, event->data.scalar.anchor, event->data.scalar.tag,
                         error))
    return FALSE;
  if (memchr (text, '\0', event->data.scalar.length) != NULL)
    return fail_mark (self, &event->start_mark, error,
                      "found a text with a zero byte, expected none");
  if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && join (self, text))
    return TRUE;
  node = add_node (self->document, self->origin, LULL_NODE_TEXT);
  node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  node->text = g_strndup (text, event->data.scalar.length);
  return place (self, node, &event->start_mark, error);
}

static gboolean
take_list (Builder *self, const yaml_event_t *event, GError **error)
{
  LullNode *node;

  if (!check_plain_yaml (self, event, event->data.sequence_start.anchor,
                         event->data.sequence_start.tag, error))
    return FALSE;
  node = add_node (self->document, self->origin, LULL_NODE_LIST);
  node->flow = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  return place (self, node, &event->start_mark, error);
}

static gboolean
take_mapping (Builder *self, const yaml_event_t *event, GError **error)
{
  LullNode *node;

  if (!check_plain_yaml (self, event, event->data.mapping_start.anchor,
                         event->data.mapping_start.tag, error))
    return FALSE;
  node = add_node (self->document, self->origin, LULL_NODE_MAPPING);
  node->flow = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
  return place (self, node, &event->start_mark, error);
}

static gboolean
take_event (Builder *self, const yaml_event_t *event, GError **error)
{
  if (self->swallow)
    return take_swallowed (self, event, error);
  /* libyaml has more kinds of event than are named here; a few say nothing about the
   * tree. */
  switch ((int) event->type)
    {
    case YAML_DOCUMENT_START_EVENT:
      if (self->documents++ > 0)
        return fail_mark (self, &event->start_mark, error,
                          "found a second document, expected one");
      return TRUE;
    case YAML_SCALAR_EVENT:
      return take_scalar (self, event, error);
    case YAML_SEQUENCE_START_EVENT:
      return take_list (self, event, error);
    case YAML_MAPPING_START_EVENT:
      return take_mapping (self, event, error);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      g_ptr_array_set_size (self->open, (gint) self->open->len - 1);
      return TRUE;
    case YAML_ALIAS_EVENT:
      return fail_mark (
          self, &event->start_mark, error,
          "found an alias, expected none: write the value where it is meant");
    default:
      return TRUE;
    }
}

static gboolean
take_events (Builder *self, yaml_parser_t *parser, GError **error)
{
  for (gboolean done = FALSE; !done;)
    {
      yaml_event_t event;
      gboolean taken;

      if (!yaml_parser_parse (parser, &event))
        return fail_parser (self, parser, error);
      done = event.type == YAML_STREAM_END_EVENT;
      taken = take_event (self, &event, error);
      yaml_event_delete (&event);
      if (!taken)
        return FALSE;
    }
  return TRUE;
}

/* The line and column, from 1, of the character at @p offset. */
static void
locate (const char *text, gsize offset, guint *line, guint *column)
{
  const char *start = text;

  *line = 1;
  for (const char *p = text; p < text + offset; p++)
    if (*p == '\n')
      {
        (*line)++;
        start = p + 1;
      }
  *column = (guint) g_utf8_strlen (start, text + offset - start) + 1;
}

static gboolean
fail_offset (const LullOrigin *origin,
             const char *text,
             gsize offset,
             GError **error,
             const char *message)
{
  guint line, column;

  locate (text, offset, &line, &column);
  return fail_syntax (origin, line, column, error, message);
}

/* The first line that starts with '%'; libyaml's time for directives grows with their
 * square. */
static const char *
find_directive (const char *text, gsize length)
{
  const char *end = text + length;

  for (const char *p = text; p != NULL && p < end;
       p = memchr (p, '\n', (gsize) (end - p)))
    {
      p += *p == '\n';
      if (p < end && *p == '%')
        return p;
    }
  return NULL;
}

static gboolean
check_text (const LullOrigin *origin, const char *text, gsize length, GError **error)
{
  const char *end, *directive;

  if (length > LULL_DOCUMENT_SIZE_MAX)
    return fail_syntax (origin, 1, 1, error,
                        "found more than 1 MiB, expected at most 1 MiB");
  if (!g_utf8_validate_len (text, length, &end))
    return fail_offset (origin, text, (gsize) (end - text), error,
                        "found bytes that are not UTF-8, expected UTF-8");
  directive = find_directive (text, length);
  if (directive != NULL)
    return fail_offset (origin, text, (gsize) (directive - text), error,
                        "found a directive, expected none");
  return TRUE;
}

/* The value of a whole text; @p value becomes NULL if there is none. */
static gboolean
parse (LullDocument *self,
       const LullOrigin *origin,
       const char *text,
       gsize length,
       LullNode **value,
       GError **error)
{
  Builder builder = { .document = self, .origin = origin };
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  yaml_parser_t parser;
  gboolean done;

  if (!check_text (origin, text, length, error))
    return FALSE;
  builder.open = open;
  if (!yaml_parser_initialize (&parser))
    g_error ("out of memory");
  yaml_parser_set_encoding (&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, length);
  done = take_events (&builder, &parser, error);
  yaml_parser_delete (&parser);
  *value = builder.root;
  return done;
}

LullDocument *
lull_document_parse (const char *label, const char *text, gsize length, GError **error)
{
  g_autoptr (LullDocument) self = g_new0 (LullDocument, 1);
  const LullOrigin *origin;

  self->nodes = g_ptr_array_new_with_free_func (node_free);
  self->origins = g_ptr_array_new_with_free_func (origin_free);
  origin = add_origin (self, g_strdup (label), NULL);
  if (!parse (self, origin, text, length, &self->root, error))
    return NULL;
  if (self->root == NULL)
    {
      fail_syntax (origin, 1, 1, error, "found nothing, expected a mapping");
      return NULL;
    }
  if (!lull_node_check_mapping (self->root, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
lull_document_free (LullDocument *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->origins);
  g_free (self);
}

LullNode *
lull_document_get_root (LullDocument *self)
{
  return self->root;
}

LullNode *
lull_document_parse_override (LullDocument *self,
                              const char *key,
                              const char *text,
                              GError **error)
{
  const LullOrigin *origin = add_origin (self, g_strconcat ("--set ", key, NULL), key);
  LullNode *value = NULL;

  if (!parse (self, origin, text, strlen (text), &value, error))
    return NULL;
  if (value == NULL)
    {
      value = add_node (self, origin, LULL_NODE_TEXT);
      value->plain = TRUE;
      value->text = g_strdup ("");
    }
  return value;
}

LullNode *
lull_document_add_mapping (LullDocument *self, const LullOrigin *origin)
{
  return add_node (self, origin, LULL_NODE_MAPPING);
}

void
lull_document_put (LullDocument *self,
                   LullNode *mapping,
                   const char *key,
                   LullNode *value)
{
  for (guint i = 0; i < mapping->keys->len; i++)
    if (g_str_equal (lull_node_key (mapping, i)->text, key))
      {
        value->parent = mapping;
        value->index = i;
        mapping->items->pdata[i] = value;
        return;
      }
  LullNode *name = add_node (self, value->origin, LULL_NODE_TEXT);

  name->plain = TRUE;
  name->text = g_strdup (key);
  append (mapping, name, value);
}
