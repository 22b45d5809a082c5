/* SPDX-License-Identifier: Apache-2.0 */
/* From the events of libyaml to nodes; the only file that knows libyaml. */
#include "lull-document-private.h"

#include <string.h>
#include <yaml.h>

/* A value with an open bracket is joined with what follows up to this length. */
#define JOINED_BYTES_MAX 100U

/* What some editors put before a text in UTF-8. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

/* What libyaml says where a key follows a text, and what was most likely meant. */
static const char second_colon[] = "mapping values are not allowed in this context";
static const char second_colon_hint[] =
    ": a call with keys beside it is written call: A -> B, a text with a colon in quotes";

/* One pass over the events of one text. */
typedef struct
{
  LullDocument *document;
  const LullOrigin *origin;
  const char *text; /* up to, and without, @end; no zero byte ends it */
  const char *end;
  GPtrArray *open; /* the lists and mappings around the present place, outermost first */
  LullNode *root;
  LullNode *key;    /* read, and its value not yet */
  gboolean swallow; /* the value of a key that went into the value before it is next */
  guint documents;
} Builder;

static gboolean
fail_mark (const Builder *self,
           const yaml_mark_t *mark,
           GError **error,
           const char *message)
{
  return lull_document_fail_syntax (self->origin, (guint) mark->line + 1,
                                    (guint) mark->column + 1, error, message);
}

static gboolean
fail_parser (const Builder *self, const yaml_parser_t *parser, GError **error)
{
  const char *problem = parser->problem != NULL ? parser->problem : "unknown problem";
  const char *hint = strcmp (problem, second_colon) == 0 ? second_colon_hint : "";
  g_autofree char *message = NULL;

  if (parser->context != NULL)
    message = g_strdup_printf ("found text that is not YAML (%s %s), expected YAML%s",
                               problem, parser->context, hint);
  else
    message = g_strdup_printf ("found text that is not YAML (%s), expected YAML%s",
                               problem, hint);
  return fail_mark (self, &parser->problem_mark, error, message);
}

static LullNode *
holder (const Builder *self)
{
  return self->open->len > 0 ? g_ptr_array_index (self->open, self->open->len - 1) : NULL;
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
    lull_document_append (around, g_steal_pointer (&self->key), node);
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

/* Whether a text of the outermost level that people read ends at @mark because of a '#'
 * that looks like part of it. There is one of each, so that counting characters is cheap.
 */
static gboolean
is_cut (const Builder *self, const yaml_mark_t *mark)
{
  const char *rest = self->text;

  if (self->open->len != 1 || self->key == NULL ||
      !(g_str_equal (self->key->text, "name") || g_str_equal (self->key->text, "about")))
    return FALSE;
  for (gsize i = 0; i < mark->index && rest < self->end; i++)
    rest = g_utf8_next_char (rest);
  while (rest < self->end && (*rest == ' ' || *rest == '\t'))
    rest++;
  return self->end - rest > 1 && *rest == '#' && !g_ascii_isspace (rest[1]);
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
  node = lull_document_add_node (self->document, self->origin, LULL_NODE_TEXT);
  node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  node->text = g_strndup (text, event->data.scalar.length);
  node->cut = node->plain && is_cut (self, &event->end_mark);
  return place (self, node, &event->start_mark, error);
}

static gboolean
take_list (Builder *self, const yaml_event_t *event, GError **error)
{
  LullNode *node;

  if (!check_plain_yaml (self, event, event->data.sequence_start.anchor,
                         event->data.sequence_start.tag, error))
    return FALSE;
  node = lull_document_add_node (self->document, self->origin, LULL_NODE_LIST);
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
  node = lull_document_add_node (self->document, self->origin, LULL_NODE_MAPPING);
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

gboolean
lull_yaml_parse (LullDocument *self,
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

  if (length >= strlen (byte_order_mark) && g_str_has_prefix (text, byte_order_mark))
    {
      text += strlen (byte_order_mark);
      length -= strlen (byte_order_mark);
    }
  if (!lull_yaml_check_text (origin, text, length, error))
    return FALSE;
  builder.open = open;
  builder.text = text;
  builder.end = text + length;
  if (!yaml_parser_initialize (&parser))
    g_error ("out of memory");
  yaml_parser_set_encoding (&parser, YAML_UTF8_ENCODING);
  /* libyaml wants an address even for no bytes. */
  yaml_parser_set_input_string (&parser, (const unsigned char *) (length > 0 ? text : ""),
                                length);
  done = take_events (&builder, &parser, error);
  yaml_parser_delete (&parser);
  *value = builder.root;
  return done;
}
