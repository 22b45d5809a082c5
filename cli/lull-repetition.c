/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-repetition.h"

#include "lull-fairness.h"

#include <string.h>

/* Looks for the first time that a run is in the state in which it ends. */
typedef struct
{
  const LullModel *model;
  const guint8 *end;
  guint first;       /* or LULL_TRACE_NO_LOOP */
  gboolean has_come; /* what has to come in the end */
} Search;

static void
look_at_state (Search *self, const guint8 *state)
{
  const LullModel *model = self->model;

  for (guint i = 0; i < model->property_count; i++)
    if (model->properties[i].kind == LULL_PROPERTY_EVENTUALLY &&
        model->properties[i].holds (model, state))
      self->has_come = TRUE;
}

static void
on_step (guint step,
         const guint8 *state,
         LullAction action,
         const guint8 *next,
         gpointer user_data)
{
  Search *self = user_data;

  (void) action;
  if (self->first == LULL_TRACE_NO_LOOP &&
      memcmp (state, self->end, self->model->state_size) == 0)
    self->first = step;
  look_at_state (self, next);
}

guint
lull_repetition_find (const LullTrace *trace, const LullModel *model)
{
  g_autofree guint8 *end = g_malloc0 (model->state_size);
  g_autoptr (LullTrace) lasso = lull_trace_dup (trace);
  Search search = { model, end, LULL_TRACE_NO_LOOP, FALSE };

  if (!lull_model_has_property (model, LULL_PROPERTY_EVENTUALLY) ||
      !lull_trace_replay (trace, model, NULL, NULL, end, NULL) ||
      !lull_trace_replay (trace, model, on_step, &search, NULL, NULL) || search.has_come)
    return LULL_TRACE_NO_LOOP;
  lasso->loop_start = search.first;
  return lull_trace_is_fair (lasso, model) ? search.first : LULL_TRACE_NO_LOOP;
}
