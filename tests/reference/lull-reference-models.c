/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-reference-models.h"

void
lull_reference_model_free (LullModel *self)
{
  g_free (self);
}
