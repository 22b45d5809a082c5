/* SPDX-License-Identifier: Apache-2.0 */
/* The values of one key: a range, a list, or a mapping that gives them names. */
#include "lull-document-private.h"
#include "lull-flow-text.h"
#include "lull-sweep-plan.h"

#include <string.h>

#define RANGE_MAX 1000000000U
#define LABEL_MAX_CHARACTERS 60U

static void
value_free (gpointer data)
{
  LullSweepValue *value = data;

  g_free (value->label);
  g_free (value->text);
  g_free (value);
}

void
lull_sweep_axis_free (LullSweepAxis *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->values);
  g_free (self);
}

static gboolean
is_digits (const char *text, gsize length)
{
  return length > 0 && strspn (text, "0123456789") >= length;
}

/* How people write @node: a number has one form. */
static char *
label_new (const LullNode *node)
{
  const char *text = node->text;

  if (node->kind != LULL_NODE_TEXT)
    return lull_node_to_flow (node);
  if (node->plain && is_digits (text, strlen (text)))
    while (*text == '0' && text[1] != '\0')
      text++;
  return g_strdup (text);
}

static LullSweepValue *
value_new (char *label, LullNode *node)
{
  LullSweepValue *self = g_new (LullSweepValue, 1);

  self->label = label;
  self->text = lull_node_to_flow (node);
  self->node = node;
  return self;
}

const LullSweepValue *
lull_sweep_axis_find (const LullSweepAxis *self, const char *label)
{
  for (guint i = 0; i < self->values->len; i++)
    {
      const LullSweepValue *value = g_ptr_array_index (self->values, i);

      if (g_str_equal (value->label, label))
        return value;
    }
  return NULL;
}

/* @label is taken over. */
static gboolean
add_value (LullSweepAxis *self, char *label, LullNode *node, GError **error)
{
  if (lull_sweep_axis_find (self, label) != NULL)
    {
      g_autofree char *taken = label;
      g_autofree char *shown = lull_printable (taken);

      return lull_node_fail (node, error,
                             "found %s a second time, expected each value once", shown);
    }
  g_ptr_array_add (self->values, value_new (label, node));
  return self->values->len <= LULL_SWEEP_POINTS_MAX ||
         lull_node_fail (node, error, "found more than %u values, expected at most %u",
                         LULL_SWEEP_POINTS_MAX, LULL_SWEEP_POINTS_MAX);
}

/* "2..4" as the numbers in it, each where the range stands. */
static gboolean
add_range (LullSweepAxis *self, LullDocument *document, LullNode *range, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (range->text, LULL_RANGE_DOTS, 2);
  guint64 low, high;

  if (!g_ascii_string_to_unsigned (ends[0], 10, 0, RANGE_MAX, &low, NULL) ||
      !g_ascii_string_to_unsigned (ends[1], 10, 0, RANGE_MAX, &high, NULL))
    return lull_node_fail_expected (range, error, "numbers up to %u", RANGE_MAX);
  if (low > high)
    return lull_node_fail_expected (range, error, "the smaller number first");
  for (guint64 number = low; number <= high; number++)
    {
      LullNode *node = lull_document_add_node (document, range->origin, LULL_NODE_TEXT);

      node->plain = TRUE;
      node->line = range->line;
      node->column = range->column;
      node->text = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
      if (!add_value (self, g_strdup (node->text), node, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_list (LullSweepAxis *self, LullDocument *document, LullNode *list, GError **error)
{
  for (guint i = 0; i < list->items->len; i++)
    {
      LullNode *item = g_ptr_array_index (list->items, i);

      if (lull_node_is_range (item) ? !add_range (self, document, item, error)
                                    : !add_value (self, label_new (item), item, error))
        return FALSE;
    }
  return list->items->len > 0 ||
         lull_node_fail_expected (list, error, "at least one value");
}

static gboolean
add_named (LullSweepAxis *self, const LullNode *mapping, GError **error)
{
  for (guint i = 0; i < mapping->items->len; i++)
    {
      char *label = NULL;

      if (!lull_node_read_text (lull_node_key (mapping, i), LABEL_MAX_CHARACTERS, FALSE,
                                &label, error) ||
          !add_value (self, label, g_ptr_array_index (mapping->items, i), error))
        return FALSE;
    }
  return mapping->items->len > 0 ||
         lull_node_fail_expected (mapping, error, "at least one value");
}

static LullSweepAxis *
axis_new (const LullNode *key)
{
  LullSweepAxis *self = g_new0 (LullSweepAxis, 1);

  self->key = key->text;
  self->place = key;
  self->values = g_ptr_array_new_with_free_func (value_free);
  return self;
}

LullSweepAxis *
lull_sweep_axis_new (LullDocument *document,
                     const LullNode *key,
                     LullNode *node,
                     GError **error)
{
  g_autoptr (LullSweepAxis) self = axis_new (key);
  gboolean read;

  if (node->kind == LULL_NODE_MAPPING)
    read = add_named (self, node, error);
  else if (node->kind == LULL_NODE_LIST)
    read = add_list (self, document, node, error);
  else if (lull_node_is_range (node))
    read = add_range (self, document, node, error);
  else
    read = lull_node_fail_expected (node, error, "a list, or a range such as 2..4");
  return read ? g_steal_pointer (&self) : NULL;
}

LullSweepAxis *
lull_sweep_condition_new (LullDocument *document,
                          const LullNode *key,
                          LullNode *node,
                          GError **error)
{
  g_autoptr (LullSweepAxis) self = axis_new (key);
  gboolean read;

  if (node->kind == LULL_NODE_LIST)
    read = add_list (self, document, node, error);
  else if (lull_node_is_range (node))
    read = add_range (self, document, node, error);
  else
    read = add_value (self, label_new (node), node, error);
  return read ? g_steal_pointer (&self) : NULL;
}

void
lull_sweep_axis_fix (LullSweepAxis *self, LullNode *node)
{
  LullSweepValue *only = value_new (label_new (node), node);

  for (guint i = 0; i < self->values->len; i++)
    {
      const LullSweepValue *value = g_ptr_array_index (self->values, i);

      if (g_str_equal (value->label, only->label) ||
          g_str_equal (value->text, only->text))
        {
          g_free (only->label);
          only->label = g_strdup (value->label);
        }
    }
  g_ptr_array_set_size (self->values, 0);
  g_ptr_array_add (self->values, only);
  self->fixed = TRUE;
}
