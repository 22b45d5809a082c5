/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-broken.h"

#include <string.h>

/* What the algorithm declares of its tables need not be true of changed ones. */
static void
declare_nothing (LullBroken *self)
{
  self->protocol.callbacks_count = FALSE;
  self->protocol.heeds = NULL;
  self->protocol.relabel = NULL;
  for (LullStep *step = self->steps; step->name != NULL; step++)
    step->looks_at = LULL_LOOKS_EVERYWHERE;
}

void
lull_broken_init (LullBroken *self, const LullBrokenRule *rule)
{
  const LullProtocol *algorithm = rule->algorithm;
  guint count = 0;

  *self = (LullBroken){ .protocol = *algorithm };
  self->protocol.name = rule->name;
  self->protocol.summary = rule->summary;
  for (count = 0; algorithm->steps[count].name != NULL; count++)
    {
      g_assert (count < LULL_BROKEN_STEPS_MAX);
      self->steps[count] = algorithm->steps[count];
    }
  self->protocol.steps = self->steps;
  if (algorithm->collectives != NULL)
    {
      for (count = 0; algorithm->collectives[count].name != NULL; count++)
        {
          g_assert (count < LULL_BROKEN_COLLECTIVES_MAX);
          self->collectives[count] = algorithm->collectives[count];
        }
      self->protocol.collectives = self->collectives;
    }
  declare_nothing (self);
  rule->leave_out (self);
}

LullStep *
lull_broken_step (LullBroken *self, const char *name)
{
  LullStep *step = self->steps;

  while (step->name != NULL && strcmp (step->name, name) != 0)
    step++;
  g_assert (step->name != NULL);
  return step;
}
