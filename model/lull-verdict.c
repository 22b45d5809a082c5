/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-verdict.h"

LullFindings *
lull_findings_new (const LullModel *model)
{
  LullFindings *self = g_new0 (LullFindings, 1);

  self->verdict = LULL_VERDICT_INCONCLUSIVE;
  self->initial_states = model->initial_count;
  self->kind_count = lull_model_kind_count (model);
  self->kind_fired = g_new0 (guint64, self->kind_count);
  return self;
}

void
lull_findings_free (LullFindings *self)
{
  if (self == NULL)
    return;
  lull_trace_free (self->witness);
  g_free (self->kind_fired);
  g_free (self);
}

const char *
lull_findings_word (const LullFindings *self, const LullModel *model)
{
  switch (self->verdict)
    {
    case LULL_VERDICT_SAFE:
      return "safe";
    case LULL_VERDICT_VIOLATED:
      g_assert (self->property < model->property_count);
      return model->properties[self->property].name;
    case LULL_VERDICT_DEADLOCK:
      return "deadlock";
    case LULL_VERDICT_LIVELOCK:
      return "livelock";
    case LULL_VERDICT_INCONCLUSIVE:
      return "inconclusive";
    default:
      g_assert_not_reached ();
    }
}

const char *
lull_bound_to_string (LullBounds bound)
{
  switch (bound)
    {
    case LULL_BOUND_NONE:
      return "none";
    case LULL_BOUND_STATES:
      return "states";
    case LULL_BOUND_DEPTH:
      return "depth";
    case LULL_BOUND_MEMORY:
      return "memory";
    case LULL_BOUND_TIME:
      return "time";
    case LULL_BOUND_CONSTRAINT:
      return "constraint";
    case LULL_BOUND_INTERRUPT:
      return "interrupt";
    default:
      g_assert_not_reached ();
    }
}
