/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-model.h"

guint
lull_model_kind_count (const LullModel *self)
{
  guint count = 0;

  while (self->kinds[count] != NULL)
    count++;
  return count;
}

gboolean
lull_model_is_stuck (const LullModel *self,
                     const guint8 *state,
                     const LullAction *actions,
                     guint count)
{
  if (self->may_stop == NULL || self->may_stop (self, state))
    return FALSE;
  return count == 0 ||
         (self->may_rest != NULL && self->may_rest (self, state, actions, count));
}

gboolean
lull_model_has_property (const LullModel *self, LullPropertyKind kind)
{
  for (guint i = 0; i < self->property_count; i++)
    if (self->properties[i].kind == kind)
      return TRUE;
  return FALSE;
}

static void
assert_property_valid (const LullModel *self, const LullProperty *property)
{
  if (property->name == NULL || property->name[0] == '\0')
    g_error ("model %s: a property without a name", self->name);
  if (property->holds == NULL)
    g_error ("model %s: property %s has no function", self->name, property->name);
}

void
lull_model_assert_valid (const LullModel *self)
{
  if (self->name == NULL)
    g_error ("model without a name");
  if (self->state_size == 0)
    g_error ("model %s: a state has no bytes", self->name);
  if (self->initial_count == 0)
    g_error ("model %s: no initial state", self->name);
  if (self->actions_max == 0)
    g_error ("model %s: no state may offer an action", self->name);
  if (self->initial == NULL || self->actions == NULL || self->apply == NULL)
    g_error ("model %s: a function is missing", self->name);
  if (self->kinds == NULL || lull_model_kind_count (self) > 256)
    g_error ("model %s: expected at most 256 named kinds of action", self->name);
  if (self->property_count > 0 && self->properties == NULL)
    g_error ("model %s: properties are counted but not given", self->name);
  for (guint i = 0; i < self->property_count; i++)
    assert_property_valid (self, &self->properties[i]);
}
