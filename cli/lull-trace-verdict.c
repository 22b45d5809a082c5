/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-trace-verdict.h"

/* Looks for the most serious *always* property that some state of a run violates. */
typedef struct
{
  const LullModel *model;
  guint violated; /* index of the property, or their number */
} Watch;

static void
watch_state (Watch *self, const guint8 *state)
{
  const LullModel *model = self->model;

  for (guint i = 0; i < self->violated; i++)
    if (model->properties[i].kind == LULL_PROPERTY_ALWAYS &&
        !model->properties[i].holds (model, state))
      self->violated = i;
}

static void
on_step (guint step,
         const guint8 *state,
         LullAction action,
         const guint8 *next,
         gpointer user_data)
{
  (void) step;
  (void) state;
  (void) action;
  watch_state (user_data, next);
}

/* Runs @trace, known to be a run of the model, and leaves its last state in @end. */
static void
replay (const LullTrace *trace, const LullModel *model, Watch *watch, guint8 *end)
{
  g_autoptr (GError) error = NULL;
  gboolean replayed;

  model->initial (model, trace->initial, end);
  watch_state (watch, end);
  replayed = lull_trace_replay (trace, model, on_step, watch, end, &error);
  g_assert_no_error (error);
  g_assert (replayed);
}

/* The word for a run that violates nothing and has no loop. */
static const char *
end_word (const LullModel *model, const guint8 *end)
{
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  guint count = model->actions (model, end, actions);

  if (lull_model_is_stuck (model, end, actions, count))
    return "deadlock";
  return count > 0 ? "inconclusive" : "safe";
}

const char *
lull_trace_verdict (const LullTrace *trace, const LullModel *model)
{
  g_autofree guint8 *end = g_malloc (model->state_size);
  Watch watch = { model, model->property_count };

  replay (trace, model, &watch, end);
  if (watch.violated < model->property_count)
    return model->properties[watch.violated].name;
  if (trace->loop_start != LULL_TRACE_NO_LOOP)
    return "livelock";
  return end_word (model, end);
}
