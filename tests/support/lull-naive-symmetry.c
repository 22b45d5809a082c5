/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-naive-symmetry.h"

#include <string.h>

#include "lull-world-private.h"

static guint8 *
new_state (const LullModel *model)
{
  return g_malloc0 ((model->state_size + 7) / 8 * 8);
}

/* The representative of STATE. @return @transfer{full} */
static guint8 *
represent (const LullModel *model, const guint8 *state)
{
  gsize stride = (model->state_size + 7) / 8 * 8;
  g_autofree guint8 *scratch = g_malloc0 (2 * stride);
  guint8 *representative = new_state (model);

  memcpy (representative, state, model->state_size);
  model->canonical (model, representative, scratch);
  return representative;
}

gboolean
lull_naive_renaming_applies (const LullNaiveRenaming *self, const guint8 *state)
{
  const LullWorldMessage *messages = self->world->messages;
  const LullEqualCalls *equals = self->equals;

  if (self->renaming != NULL)
    return lull_renaming_applies (self->renaming, self->world, state);
  return state[messages[equals->messages[self->one * equals->size]].stage_at] !=
             STAGE_UNSENT &&
         state[messages[equals->messages[self->other * equals->size]].stage_at] !=
             STAGE_UNSENT;
}

void
lull_naive_renaming_apply (const LullNaiveRenaming *self,
                           const guint8 *state,
                           guint8 *renamed)
{
  if (self->renaming != NULL)
    {
      lull_renaming_apply (self->renaming, self->world, state, renamed);
      return;
    }
  memcpy (renamed, state, self->world->model.state_size);
  lull_equal_calls_swap (self->equals, self->world, renamed, self->one, self->other);
}

static gint
compare_bytes (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* The successors of STATE, renamed if asked to, sorted; each as often as it is offered.
 */
static GPtrArray *
successors (const LullModel *model,
            const guint8 *state,
            const LullNaiveRenaming *renaming)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *next = new_state (model);
  g_autofree guint8 *renamed = new_state (model);
  guint count = model->actions (model, state, actions);

  for (guint i = 0; i < count; i++)
    {
      model->apply (model, state, actions[i], next);
      if (renaming != NULL)
        lull_naive_renaming_apply (renaming, next, renamed);
      g_ptr_array_add (
          found, g_bytes_new (renaming != NULL ? renamed : next, model->state_size));
    }
  g_ptr_array_sort (found, compare_bytes);
  return found;
}

static gboolean
are_equal (const GPtrArray *one, const GPtrArray *other)
{
  if (one->len != other->len)
    return FALSE;
  for (guint i = 0; i < one->len; i++)
    if (!g_bytes_equal (g_ptr_array_index (one, i), g_ptr_array_index (other, i)))
      return FALSE;
  return TRUE;
}

static gboolean
have_same_truths (const LullModel *model, const guint8 *one, const guint8 *other)
{
  for (guint i = 0; i < model->property_count; i++)
    if (model->properties[i].holds (model, one) !=
        model->properties[i].holds (model, other))
      return FALSE;
  return model->within (model, one) == model->within (model, other) &&
         model->may_stop (model, one) == model->may_stop (model, other);
}

const char *
lull_naive_renaming_fault (const LullNaiveRenaming *self, const guint8 *state)
{
  const LullModel *model = &self->world->model;
  g_autofree guint8 *renamed = new_state (model);
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;

  lull_naive_renaming_apply (self, state, renamed);
  if (!have_same_truths (model, state, renamed))
    return "a renamed state has other truths";
  before = successors (model, state, self);
  after = successors (model, renamed, NULL);
  return are_equal (before, after) ? NULL : "a renamed state goes on in another way";
}

const char *
lull_naive_canonical_fault (const LullNaiveRenaming *renaming, const guint8 *state)
{
  const LullModel *model = &renaming->world->model;
  g_autofree guint8 *renamed = new_state (model);
  g_autofree guint8 *one = represent (model, state);
  g_autofree guint8 *again = represent (model, one);
  g_autofree guint8 *other = NULL;

  if (memcmp (one, again, model->state_size) != 0)
    return "a representative is not its own";
  if (!have_same_truths (model, state, one))
    return "a representative has other truths";
  if (!lull_naive_renaming_applies (renaming, state))
    return NULL;
  lull_naive_renaming_apply (renaming, state, renamed);
  other = represent (model, renamed);
  return memcmp (one, other, model->state_size) == 0
             ? NULL
             : "a renamed state has another representative";
}

guint
lull_naive_orbit_size (const LullWorld *world, const guint8 *state)
{
  g_autoptr (GHashTable) orbit = g_hash_table_new_full (
      g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  g_autofree guint8 *renamed = new_state (&world->model);

  for (guint i = 0; i < world->symmetry->renaming_count; i++)
    {
      lull_renaming_apply (&world->symmetry->renamings[i], world, state, renamed);
      g_hash_table_add (orbit, g_bytes_new (renamed, world->model.state_size));
    }
  return g_hash_table_size (orbit);
}

/* Adds the representative of STATE to those found and to those to expand. */
static void
meet (const LullModel *model, const guint8 *state, GHashTable *seen, GPtrArray *queue)
{
  GBytes *bytes = g_bytes_new_take (represent (model, state), model->state_size);

  if (g_hash_table_contains (seen, bytes))
    {
      g_bytes_unref (bytes);
      return;
    }
  g_hash_table_add (seen, bytes);
  g_ptr_array_add (queue, bytes);
}

guint
lull_naive_count_representatives (const LullModel *model)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (
      g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();
  g_autofree guint8 *state = new_state (model);

  model->initial (model, 0, state);
  meet (model, state, seen, queue);
  for (guint i = 0; i < queue->len; i++)
    {
      g_autoptr (GPtrArray) next =
          successors (model, g_bytes_get_data (g_ptr_array_index (queue, i), NULL), NULL);

      for (guint j = 0; j < next->len; j++)
        {
          const guint8 *bytes = g_bytes_get_data (g_ptr_array_index (next, j), NULL);

          if (model->within (model, bytes))
            meet (model, bytes, seen, queue);
        }
    }
  return queue->len;
}
