/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-reference-models.h"
#include "lull-reference-ring.h"

void
lull_reference_model_free (LullModel *self)
{
  g_free (self);
}

guint
lull_reference_fair_probe (const LullModel *model, const guint8 *state, LullAction action)
{
  (void) model;
  (void) state;
  return lull_action_kind (action) <= LULL_REFERENCE_PASS_TOKEN ? 0 : LULL_UNFAIR;
}
