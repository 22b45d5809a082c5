/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-fairness.h"

/* A loop as it is replayed, and what it still owes. */
typedef struct
{
  const LullModel *model;
  guint loop_start;
  gboolean *is_owed; /* by class */
  LullAction *actions;
} Debt;

static gboolean
is_enabled (const Debt *self, const guint8 *state, guint count, guint fairness_class)
{
  for (guint i = 0; i < count; i++)
    if (self->model->fairness (self->model, state, self->actions[i]) == fairness_class)
      return TRUE;
  return FALSE;
}

static void
pay (guint step,
     const guint8 *state,
     LullAction action,
     const guint8 *next,
     gpointer user_data)
{
  Debt *self = user_data;
  const LullModel *model = self->model;
  guint taken, count;

  (void) next;
  if (step < self->loop_start)
    return;
  taken = model->fairness (model, state, action);
  count = model->actions (model, state, self->actions);
  for (guint i = 0; i < model->fairness_count; i++)
    if (i == taken || !is_enabled (self, state, count, i))
      self->is_owed[i] = FALSE;
}

gboolean
lull_trace_is_fair (const LullTrace *trace, const LullModel *model)
{
  guint class_count = model->fairness != NULL ? model->fairness_count : 0;
  g_autofree gboolean *is_owed = g_new (gboolean, class_count);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  Debt debt = { model, trace->loop_start, is_owed, actions };

  for (guint i = 0; i < class_count; i++)
    is_owed[i] = TRUE;
  if (trace->loop_start == LULL_TRACE_NO_LOOP ||
      !lull_trace_replay (trace, model, class_count > 0 ? pay : NULL, &debt, NULL, NULL))
    return FALSE;
  for (guint i = 0; i < class_count; i++)
    if (is_owed[i])
      return FALSE;
  return TRUE;
}
