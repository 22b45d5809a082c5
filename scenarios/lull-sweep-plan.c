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

/* A key within one that came before refines it; the other way round it would be lost. */
static gboolean
check_key (const LullSweepPlan *self, const LullNode *key, GError **error)
{
  g_autofree char *quoted = lull_quote (key->text);

  if (!lull_override_key_is_valid (key->text) || is_beside_the_point (key->text))
    return lull_node_fail (key, error,
                           "found the key %s in a sweep, expected one that --set could "
                           "change, such as runtime.threads",
                           quoted);
  if (lull_sweep_plan_find_axis (self, key->text) < self->axes->len)
    return lull_node_fail (key, error, "found the key %s a second time, expected it once",
                           quoted);
  for (guint i = 0; i < self->axes->len; i++)
    if (lull_override_key_covers (key->text, get_axis (self, i)->key))
      {
        g_autofree char *inner = lull_quote (get_axis (self, i)->key);

        return lull_node_fail (key, error,
                               "found the key %s after %s, expected it before: it takes "
                               "the place of all that is in it",
                               quoted, inner);
      }
  return TRUE;
}

static gboolean
is_set (const char *key, const LullOverride *overrides, gsize override_count)
{
  for (gsize i = 0; i < override_count; i++)
    if (lull_override_key_is_same (overrides[i].key, key) ||
        lull_override_key_covers (overrides[i].key, key))
      return TRUE;
  return FALSE;
}

/* What the command line sets is no longer gone over; where it is gone altogether, neither
 * is its key. */
static gboolean
read_axis (LullSweepPlan *self,
           LullDocument *document,
           const LullNode *key,
           LullNode *node,
           gboolean set,
           GError **error)
{
  g_autoptr (LullSweepAxis) axis = NULL;
  LullNode *only;

  if (!check_key (self, key, error))
    return FALSE;
  axis = lull_sweep_axis_new (document, key, node, error);
  if (axis == NULL)
    return FALSE;
  if (set && node->origin->override_key != NULL)
    return lull_node_fail (node, error,
                           "found a value from --set as well, expected one of them");
  only = set ? lull_override_find (document, key->text) : NULL;
  if (only != NULL)
    lull_sweep_axis_fix (axis, only);
  if (!set || only != NULL)
    g_ptr_array_add (self->axes, g_steal_pointer (&axis));
  return TRUE;
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
           const LullOverride *overrides,
           gsize override_count,
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
                      is_set (key->text, overrides, override_count), error))
        return FALSE;
    }
  return count_points (self, sweep, error);
}

LullSweepPlan *
lull_sweep_plan_new (LullDocument *document,
                     const LullOverride *overrides,
                     gsize override_count,
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
  if ((sweep != NULL &&
       !read_axes (self, document, sweep, overrides, override_count, error)) ||
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
