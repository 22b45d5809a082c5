/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-audit.h"

#include "lull-inconstancy.h"

/* Replays the witness and returns the state at its end. */
static guint8 *
replay (const LullModel *model, const LullTrace *witness)
{
  g_autoptr (GError) error = NULL;
  guint8 *end = g_malloc0 (model->state_size);

  if (!lull_trace_replay (witness, model, NULL, NULL, end, &error))
    g_error ("%s: " LULL_INCONSTANCY " (%s)", model->name, error->message);
  return end;
}

static void
assert_violates (const LullModel *model, const LullTrace *witness, guint property)
{
  g_autofree guint8 *end = replay (model, witness);

  if (model->properties[property].holds (model, end))
    g_error ("%s: " LULL_INCONSTANCY " (the witness found does not violate %s)",
             model->name, model->properties[property].name);
}

static void
assert_deadlocks (const LullModel *model, const LullTrace *witness)
{
  g_autofree guint8 *end = replay (model, witness);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);

  if (!lull_model_is_stuck (model, end, actions, model->actions (model, end, actions)))
    g_error ("%s: " LULL_INCONSTANCY " (the witness found does not deadlock)",
             model->name);
}

void
lull_audit_witness (const LullFindings *findings, const LullModel *model)
{
  if (findings->verdict == LULL_VERDICT_VIOLATED)
    assert_violates (model, findings->witness, findings->property);
  else
    assert_deadlocks (model, findings->witness);
}
