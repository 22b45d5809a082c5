/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-sleep.h"

void
lull_sleep_init (LullSleep *self, LullBudget *budget)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sets); i++)
    lull_region_init (&self->sets[i], budget, budget->limit_bytes);
  self->current = 0;
  self->level_begin = 0;
  self->level_end = 0;
}

void
lull_sleep_clear (LullSleep *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sets); i++)
    lull_region_clear (&self->sets[i]);
}

gboolean
lull_sleep_make_room (LullSleep *self, guint32 end)
{
  return lull_region_commit (&self->sets[1 - self->current],
                             (guint64) (end - self->level_end) * sizeof (guint64));
}

void
lull_sleep_enter_level (LullSleep *self, guint32 level_end)
{
  self->current = 1 - self->current;
  self->level_begin = self->level_end;
  self->level_end = level_end;
}
