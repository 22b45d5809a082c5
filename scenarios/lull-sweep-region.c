/* SPDX-License-Identifier: Apache-2.0 */
/* `expect-where`: which points of a sweep are expected to give another verdict than the
 * rest. */
#include "lull-draft.h"
#include "lull-override.h"
#include "lull-sweep-plan.h"

#include <string.h>

static const LullKey keys[] = {
  { .name = "expect", .type = LULL_KEY_OWN },
  { .name = NULL },
};

const LullSection lull_section_region = { .name = LULL_REGIONS_KEY, .keys = keys };

static void
condition_free (gpointer data)
{
  lull_sweep_axis_free (data);
}

static void
region_free (gpointer data)
{
  LullSweepRegion *region = data;

  g_ptr_array_unref (region->conditions);
  g_free (region);
}

static gboolean
read_keys (LullSweepRegion *self,
           LullDocument *document,
           const LullNode *node,
           GError **error)
{
  for (guint i = 0; i < lull_node_count (node); i++)
    {
      const LullNode *key = lull_node_key (node, i);
      LullNode *value = g_ptr_array_index (node->items, i);
      LullSweepAxis *condition;

      if (g_str_equal (key->text, keys[0].name))
        {
          self->expect = value;
          continue;
        }
      condition = lull_sweep_condition_new (document, key, value, error);
      if (condition == NULL)
        return FALSE;
      g_ptr_array_add (self->conditions, condition);
    }
  return TRUE;
}

static gboolean
read_region (LullSweepPlan *self,
             LullDocument *document,
             const LullNode *node,
             GError **error)
{
  LullSweepRegion *region = g_new0 (LullSweepRegion, 1);

  region->node = node;
  region->conditions = g_ptr_array_new_with_free_func (condition_free);
  g_ptr_array_add (self->regions, region);
  if (!lull_node_check_mapping (node, error) ||
      !read_keys (region, document, node, error))
    return FALSE;
  if (region->expect == NULL)
    return lull_node_fail (node, error,
                           "found no expect, expected what this region gives");
  return region->conditions->len > 0 ||
         lull_node_fail (node, error, "found no key of the sweep, expected at least one");
}

gboolean
lull_sweep_plan_read_regions (LullSweepPlan *self,
                              LullDocument *document,
                              const LullNode *node,
                              GError **error)
{
  self->regions = g_ptr_array_new_with_free_func (region_free);
  if (node == NULL)
    return TRUE;
  if (!lull_node_check_list (node, error))
    return FALSE;
  for (guint i = 0; i < lull_node_count (node); i++)
    if (!read_region (self, document, lull_node_item (node, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
has_point (const LullSweepRegion *self, const LullSweepPlan *plan, guint point)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const LullSweepAxis *condition = g_ptr_array_index (self->conditions, i);
      const guint axis = lull_sweep_plan_find_axis (plan, condition->key);

      if (axis == plan->axes->len ||
          lull_sweep_axis_find (
              condition, lull_sweep_plan_get_value (plan, axis, point)->label) == NULL)
        return FALSE;
    }
  return TRUE;
}

const LullSweepRegion *
lull_sweep_plan_find_region (const LullSweepPlan *self, guint point)
{
  for (guint i = self->regions->len; i > 0; i--)
    {
      const LullSweepRegion *region = g_ptr_array_index (self->regions, i - 1);

      if (has_point (region, self, point))
        return region;
    }
  return NULL;
}

static const LullSweepAxis *
get_axis (const LullSweepPlan *plan, guint index)
{
  return g_ptr_array_index (plan->axes, index);
}

static gboolean
fail_key (const LullSweepPlan *plan, const LullSweepAxis *condition, GError **error)
{
  g_autofree const char **known = g_new0 (const char *, plan->axes->len + 2);

  for (guint i = 0; i < plan->axes->len; i++)
    known[i] = get_axis (plan, i)->key;
  known[plan->axes->len] = keys[0].name;
  return lull_section_fail_key (&lull_section_region, condition->place, known, error);
}

/* Names of values are texts of any kind, which quotes hold together. */
static char *
quote_label (const char *label)
{
  return strpbrk (label, " ,") != NULL ? lull_quote (label) : lull_printable (label);
}

/* Whether a comma took @label off one of the names of @axis. */
static gboolean
is_part (const LullSweepAxis *axis, const char *label)
{
  const gsize length = strlen (label);

  for (guint i = 0; i < axis->values->len; i++)
    {
      const LullSweepValue *value = g_ptr_array_index (axis->values, i);

      if (g_str_has_prefix (value->label, label) && value->label[length] == ',')
        return TRUE;
    }
  return FALSE;
}

static gboolean
fail_value (const LullSweepAxis *axis, const LullSweepValue *value, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *shown = g_ascii_isdigit (*value->label) ? lull_printable (value->label)
                                                           : lull_quote (value->label);
  g_autofree char *list = NULL;
  g_autofree char *hint = NULL;

  for (guint i = 0; i < axis->values->len; i++)
    g_ptr_array_add (
        known,
        quote_label (
            ((const LullSweepValue *) g_ptr_array_index (axis->values, i))->label));
  g_ptr_array_add (known, NULL);
  list = lull_words_join ((const char *const *) known->pdata);
  hint = is_part (axis, value->label)
             ? g_strdup (": a name with a comma needs quotes")
             : lull_words_hint (value->label, (const char *const *) known->pdata, NULL);
  return lull_node_fail (value->node, error, "found %s, which %s is never, expected %s%s",
                         shown, axis->key, list, hint);
}

/* A value that the sweep never takes is a slip: nothing would be expected there. */
static gboolean
check_condition (const LullSweepPlan *plan,
                 const LullSweepAxis *condition,
                 GError **error)
{
  const guint index = lull_sweep_plan_find_axis (plan, condition->key);
  const LullSweepAxis *axis;

  if (index == plan->axes->len)
    return fail_key (plan, condition, error);
  axis = get_axis (plan, index);
  for (guint i = 0; i < condition->values->len; i++)
    {
      const LullSweepValue *value = g_ptr_array_index (condition->values, i);

      if (lull_sweep_axis_find (axis, value->label) == NULL)
        return fail_value (axis, value, error);
    }
  return TRUE;
}

static gboolean
check_conditions (const LullSweepPlan *plan,
                  const LullSweepRegion *region,
                  GError **error)
{
  for (guint i = 0; i < region->conditions->len; i++)
    if (!check_condition (plan, g_ptr_array_index (region->conditions, i), error))
      return FALSE;
  return TRUE;
}

gboolean
lull_sweep_plan_check_regions (const LullSweepPlan *self, GError **error)
{
  g_autoptr (GHashTable) deciding = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->regions->len; i++)
    if (!check_conditions (self, g_ptr_array_index (self->regions, i), error))
      return FALSE;
  for (guint point = 0; self->regions->len > 0 && point < self->points; point++)
    g_hash_table_add (deciding,
                      (gpointer) (guintptr) lull_sweep_plan_find_region (self, point));
  for (guint i = 0; i < self->regions->len; i++)
    {
      const LullSweepRegion *region = g_ptr_array_index (self->regions, i);

      if (!g_hash_table_contains (deciding, region))
        return lull_node_fail (region->node, error,
                               "found a region that those below it cover, expected it to "
                               "say something: the last one decides");
    }
  return TRUE;
}
