/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-continuation.h"

#include "lull-random.h"

/* The last state of @trace. @return (transfer full) */
static guint8 *
end_state_dup (const LullTrace *trace, const LullModel *model)
{
  guint8 *end = g_malloc0 (model->state_size);
  g_autoptr (GError) error = NULL;
  gboolean replayed = lull_trace_replay (trace, model, NULL, NULL, end, &error);

  g_assert_no_error (error);
  g_assert (replayed);
  return end;
}

void
lull_continue (LullTrace *trace, const LullModel *model, guint64 seed, guint steps_max)
{
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *state = end_state_dup (trace, model);
  g_autofree guint8 *next = g_malloc0 (model->state_size);
  LullRandom random;

  lull_random_init (&random, seed);
  trace->loop_start = LULL_TRACE_NO_LOOP;
  for (guint steps = 0; steps < steps_max; steps++)
    {
      guint count = model->actions (model, state, actions);
      LullAction action;
      guint8 *swapped = state;

      if (count == 0)
        return;
      action = actions[lull_random_below (&random, count)];
      model->apply (model, state, action, next);
      lull_trace_append (trace, action);
      state = next;
      next = swapped;
    }
}
