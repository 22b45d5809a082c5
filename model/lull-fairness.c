/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-fairness.h"

#include "lull-debt.h"

/* A loop as it is replayed. */
typedef struct
{
  const LullModel *model;
  guint loop_start;
  LullDebt debt;
  LullAction *actions;
} Loop;

static void
follow (guint step,
        const guint8 *state,
        LullAction action,
        const guint8 *next,
        gpointer user_data)
{
  Loop *self = user_data;
  const LullModel *model = self->model;
  guint count;

  (void) next;
  if (step < self->loop_start)
    return;
  count = model->actions (model, state, self->actions);
  if (step == self->loop_start)
    lull_debt_open (&self->debt, state, self->actions, count);
  else
    lull_debt_meet (&self->debt, state, self->actions, count);
  if (model->fairness != NULL)
    lull_debt_pay (&self->debt, model->fairness (model, state, action));
}

gboolean
lull_trace_is_fair (const LullTrace *trace, const LullModel *model)
{
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  Loop loop = { .model = model, .loop_start = trace->loop_start, .actions = actions };
  gboolean is_fair;

  if (trace->loop_start == LULL_TRACE_NO_LOOP)
    return FALSE;
  lull_debt_init (&loop.debt, model);
  is_fair = lull_trace_replay (trace, model, follow, &loop, NULL, NULL) &&
            lull_debt_is_paid (&loop.debt);
  lull_debt_clear (&loop.debt);
  return is_fair;
}
