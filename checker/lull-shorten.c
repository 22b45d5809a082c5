/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-shorten.h"

static gboolean
shows (const LullModel *model, const LullFindings *findings, const guint8 *end)
{
  g_autofree LullAction *actions = NULL;

  if (findings->verdict == LULL_VERDICT_VIOLATED)
    return !model->properties[findings->property].holds (model, end);
  actions = g_new (LullAction, model->actions_max);
  return lull_model_is_stuck (model, end, actions, model->actions (model, end, actions));
}

static LullTrace *
without_step (const LullTrace *trace, guint left_out)
{
  LullTrace *shorter = lull_trace_new (trace->initial);

  for (guint step = 0; step < lull_trace_length (trace); step++)
    if (step != left_out)
      lull_trace_append (shorter, lull_trace_action (trace, step));
  return shorter;
}

/* From the end on: what comes late is what the least depends on. */
static gboolean
leave_one_out (LullTrace *trace,
               const LullModel *model,
               const LullFindings *findings,
               guint8 *end)
{
  for (guint step = lull_trace_length (trace); step > 0; step--)
    {
      g_autoptr (LullTrace) shorter = without_step (trace, step - 1);

      if (!lull_trace_replay (shorter, model, NULL, NULL, end, NULL) ||
          !shows (model, findings, end))
        continue;
      g_array_remove_index (trace->actions, step - 1);
      return TRUE;
    }
  return FALSE;
}

void
lull_shorten (LullTrace *trace, const LullModel *model, const LullFindings *findings)
{
  g_autofree guint8 *end = g_malloc0 (model->state_size);

  while (leave_one_out (trace, model, findings, end))
    continue;
}
