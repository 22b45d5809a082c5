/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-debt.h"

void
lull_debt_init (LullDebt *self, const LullModel *model)
{
  self->model = model;
  self->owed = g_new (guint, model->actions_max + 1);
  self->owed_count = 0;
  self->enabled = g_new (guint, model->actions_max + 1);
  self->enabled_count = 0;
}

void
lull_debt_clear (LullDebt *self)
{
  g_free (self->owed);
  g_free (self->enabled);
}

static gboolean
contains (const guint *classes, guint count, guint fairness_class)
{
  for (guint i = 0; i < count; i++)
    if (classes[i] == fairness_class)
      return TRUE;
  return FALSE;
}

static void
look (LullDebt *self, const guint8 *state, const LullAction *actions, guint count)
{
  self->enabled_count = 0;
  for (guint i = 0; self->model->fairness != NULL && i < count; i++)
    {
      guint fairness_class = self->model->fairness (self->model, state, actions[i]);

      if (fairness_class != LULL_UNFAIR &&
          !contains (self->enabled, self->enabled_count, fairness_class))
        self->enabled[self->enabled_count++] = fairness_class;
    }
}

void
lull_debt_open (LullDebt *self,
                const guint8 *state,
                const LullAction *actions,
                guint count)
{
  look (self, state, actions, count);
  for (guint i = 0; i < self->enabled_count; i++)
    self->owed[i] = self->enabled[i];
  self->owed_count = self->enabled_count;
}

void
lull_debt_meet (LullDebt *self,
                const guint8 *state,
                const LullAction *actions,
                guint count)
{
  guint kept = 0;

  look (self, state, actions, count);
  for (guint i = 0; i < self->owed_count; i++)
    if (contains (self->enabled, self->enabled_count, self->owed[i]))
      self->owed[kept++] = self->owed[i];
  self->owed_count = kept;
}

void
lull_debt_pay (LullDebt *self, guint fairness_class)
{
  for (guint i = 0; i < self->owed_count; i++)
    if (self->owed[i] == fairness_class)
      self->owed[i--] = self->owed[--self->owed_count];
}

gboolean
lull_debt_would_shrink (LullDebt *self,
                        const guint8 *state,
                        const LullAction *actions,
                        guint count)
{
  look (self, state, actions, count);
  for (guint i = 0; i < self->owed_count; i++)
    if (!contains (self->enabled, self->enabled_count, self->owed[i]))
      return TRUE;
  return FALSE;
}

gboolean
lull_debt_owes (const LullDebt *self, guint fairness_class)
{
  return contains (self->owed, self->owed_count, fairness_class);
}
