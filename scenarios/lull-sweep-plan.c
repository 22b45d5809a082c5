/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-sweep-plan.h"

#include "lull-override.h"
#include "lull-section.h"

static void
axis_free (gpointer data)
{
  lull_sweep_axis_free (data);
}

void
lull_sweep_plan_free (LullSweepPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->axes);
  g_clear_pointer (&self->regions, g_ptr_array_unref);
  g_free (self);
}

static const LullSweepAxis *
get_axis (const LullSweepPlan *self, guint index)
{
  return g_ptr_array_index (self->axes, index);
}

guint
lull_sweep_plan_find_axis (const LullSweepPlan *self, const char *key)
{
  guint index = 0;

  while (index < self->axes->len &&
         !lull_override_key_is_same (get_axis (self, index)->key, key))
    index++;
  return index;
}

/* Keys that say nothing about what is checked. */
static gboolean
is_beside_the_point (const char *key)
{
  static const char *const beside[] = { "name", "about", "expect", LULL_SWEEP_KEY,
                                        LULL_REGIONS_KEY };

  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    if (lull_override_key_covers (beside[i], key))
      return TRUE;
  return FALSE;
}

/* Fails unless @key, of the sweep or of one of its cases, can be given values. */
static gboolean
check_path (const LullNode *key, GError **error)
{
  g_autofree char *quoted = NULL;

  if (lull_override_key_is_valid (key->text) && !is_beside_the_point (key->text))
    return TRUE;
  quoted = lull_quote (key->text);
  return lull_node_fail (key, error,
                         "found the key %s in a sweep, expected one that --set could "
                         "change, such as runtime.threads",
                         quoted);
}

/* A key within one that came before refines it; the other way round it would be lost. */
static gboolean
check_behind (const LullNode *key, const char *before, GError **error)
{
  g_autofree char *quoted = lull_quote (key->text);
  g_autofree char *inner = lull_quote (before);

  if (lull_override_key_is_same (key->text, before))
    return lull_node_fail (key, error, "found the key %s a second time, expected it once",
                           quoted);
  return !lull_override_key_covers (key->text, before) ||
         lull_node_fail (key, error,
                         "found the key %s after %s, expected it before: it takes the "
                         "place of all that is in it",
                         quoted, inner);
}

/* Whether @name is a key for which the value of @section cannot stand. */
static gboolean
has_long_key (const LullSection *section, const char *name)
{
  return lull_section_find_key (section, name) != NULL &&
         g_strcmp0 (section->short_key, name) != 0;
}

static gboolean
is_mapping (const LullNode *node)
{
  return node->kind == LULL_NODE_MAPPING;
}

/* `runtime: { threads: [1, 2] }` names a value of `runtime` "threads", as no one means.
 */
static gboolean
check_nesting (const LullNode *key, const LullNode *values, GError **error)
{
  const LullSection *section = lull_section_find (key->text);

  /* What `calls` has is a list, and may have any name. */
  if (section == &lull_section_step)
    return TRUE;
  for (guint i = 0;
       section != NULL && is_mapping (values) && i < lull_node_count (values); i++)
    {
      const LullNode *name = lull_node_key (values, i);
      const LullNode *value = lull_node_item (values, i);

      if (has_long_key (section, name->text) && !is_mapping (value))
        return lull_node_fail (
            name, error, "found %s within %s, expected the key dotted in a sweep: %s.%s",
            name->text, key->text, key->text, name->text);
    }
  return TRUE;
}

static gboolean
check_key (const LullSweepPlan *self, const LullNode *key, GError **error)
{
  if (!check_path (key, error))
    return FALSE;
  for (guint i = 0; i < self->axes->len; i++)
    if (!check_behind (key, get_axis (self, i)->key, error))
      return FALSE;
  return TRUE;
}

/* What a case gives a value to must not take back, nor lose, what another key of the
 * sweep does. */
static gboolean
check_case_key (const LullSweepPlan *self,
                guint axis,
                const LullNode *key,
                GError **error)
{
  if (!check_path (key, error))
    return FALSE;
  for (guint i = 0; i < self->axes->len; i++)
    if (i < axis
            ? !check_behind (key, get_axis (self, i)->key, error)
            : i > axis && !check_behind (get_axis (self, i)->place, key->text, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_case (const LullSweepPlan *self, guint axis, const LullNode *value, GError **error)
{
  if (value->kind != LULL_NODE_MAPPING)
    return lull_node_fail_expected (value, error, "a mapping from keys to their values");
  for (guint i = 0; i < lull_node_count (value); i++)
    if (!check_case_key (self, axis, lull_node_key (value, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_cases (const LullSweepPlan *self, GError **error)
{
  const guint axis = lull_sweep_plan_find_axis (self, LULL_CASE_KEY);

  for (guint i = 0; axis < self->axes->len && i < get_axis (self, axis)->values->len; i++)
    {
      const LullSweepValue *value = g_ptr_array_index (get_axis (self, axis)->values, i);

      if (!check_case (self, axis, value->node, error))
        return FALSE;
    }
  return TRUE;
}

/* The last override that leaves nothing of what @key has, or NULL. */
static const LullOverride *
find_override (const LullSweepChanges *changes, const char *key)
{
  for (gsize i = changes->override_count; i > 0; i--)
    if (lull_override_key_is_same (changes->overrides[i - 1].key, key) ||
        lull_override_key_covers (changes->overrides[i - 1].key, key))
      return &changes->overrides[i - 1];
  return NULL;
}

/* The case that the command line names, or writes as a trace file does. */
static LullNode *
find_case (const LullSweepAxis *cases, const char *text, GError **error)
{
  g_autofree const char **labels = g_new0 (const char *, cases->values->len + 1);
  g_autofree char *list = NULL;
  g_autofree char *quoted = NULL;

  for (guint i = 0; i < cases->values->len; i++)
    {
      const LullSweepValue *value = g_ptr_array_index (cases->values, i);

      if (g_str_equal (text, value->label) || g_str_equal (text, value->text))
        return value->node;
      labels[i] = value->label;
    }
  list = lull_words_join (labels);
  quoted = lull_quote (text);
  g_set_error (error, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_OVERRIDE,
               "--set " LULL_CASE_KEY ": found %s, expected %s", quoted, list);
  return NULL;
}

/* What the command line sets is no longer gone over; where it is gone altogether, neither
 * is its key. */
static gboolean
add_axis (LullSweepPlan *self,
          LullDocument *document,
          LullSweepAxis *axis,
          const LullOverride *set,
          GError **error)
{
  g_autoptr (LullSweepAxis) owned = axis;
  LullNode *only = NULL;

  if (set != NULL && g_str_equal (axis->key, LULL_CASE_KEY))
    {
      only = find_case (axis, set->value, error);
      if (only == NULL)
        return FALSE;
    }
  else if (set != NULL)
    only = lull_override_find (document, axis->key);
  if (only != NULL)
    lull_sweep_axis_fix (axis, only);
  if (set == NULL || only != NULL)
    g_ptr_array_add (self->axes, g_steal_pointer (&owned));
  return TRUE;
}

static gboolean
read_axis (LullSweepPlan *self,
           LullDocument *document,
           const LullNode *key,
           LullNode *node,
           const LullOverride *set,
           GError **error)
{
  LullSweepAxis *axis;

  if (!check_key (self, key, error) || !check_nesting (key, node, error))
    return FALSE;
  if (set != NULL && node->origin->override_key != NULL)
    return lull_node_fail (node, error,
                           "found a value from --set as well, expected one of them");
  axis = lull_sweep_axis_new (document, key, node, error);
  return axis != NULL && add_axis (self, document, axis, set, error);
}

static gboolean
count_points (LullSweepPlan *self, const LullNode *sweep, GError **error)
{
  guint64 points = 1;

  for (guint i = 0; i < self->axes->len; i++)
    {
      points *= get_axis (self, i)->values->len;
      if (points > LULL_SWEEP_POINTS_MAX)
        return lull_node_fail (
            sweep, error, "found a sweep of more than %u points, expected at most %u",
            LULL_SWEEP_POINTS_MAX, LULL_SWEEP_POINTS_MAX);
    }
  self->points = (guint) points;
  return TRUE;
}

static gboolean
read_axes (LullSweepPlan *self,
           LullDocument *document,
           const LullNode *sweep,
           const LullSweepChanges *changes,
           GError **error)
{
  if (!lull_node_check_mapping (sweep, error))
    return FALSE;
  if (lull_node_count (sweep) == 0)
    return lull_node_fail_expected (sweep, error, "at least one key");
  for (guint i = 0; i < lull_node_count (sweep); i++)
    {
      const LullNode *key = lull_node_key (sweep, i);

      if (!read_axis (self, document, key, g_ptr_array_index (sweep->items, i),
                      find_override (changes, key->text), error))
        return FALSE;
    }
  return check_cases (self, error) && count_points (self, sweep, error);
}

LullSweepPlan *
lull_sweep_plan_new (LullDocument *document,
                     const LullSweepChanges *changes,
                     GError **error)
{
  g_autoptr (LullSweepPlan) self = g_new0 (LullSweepPlan, 1);
  const LullNode *root = lull_document_get_root (document);
  const LullNode *sweep = lull_node_get (root, LULL_SWEEP_KEY);
  const LullNode *regions = lull_node_get (root, LULL_REGIONS_KEY);

  self->axes = g_ptr_array_new_with_free_func (axis_free);
  self->points = 1;
  if (sweep == NULL && regions != NULL)
    {
      lull_node_fail (regions, error,
                      "found " LULL_REGIONS_KEY " without a sweep, expected both");
      return NULL;
    }
  if ((sweep != NULL && !read_axes (self, document, sweep, changes, error)) ||
      !lull_sweep_plan_read_regions (self, document, regions, error))
    return NULL;
  return g_steal_pointer (&self);
}

guint
lull_sweep_plan_get_place (const LullSweepPlan *self, guint axis, guint point)
{
  for (guint i = self->axes->len - 1; i > axis; i--)
    point /= get_axis (self, i)->values->len;
  return point % get_axis (self, axis)->values->len;
}

const LullSweepValue *
lull_sweep_plan_get_value (const LullSweepPlan *self, guint axis, guint point)
{
  return g_ptr_array_index (get_axis (self, axis)->values,
                            lull_sweep_plan_get_place (self, axis, point));
}
