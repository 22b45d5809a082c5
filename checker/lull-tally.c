/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-tally.h"

#include "lull-own.h"

#include <string.h>

void
lull_tally_init (LullTally *self, const LullModel *model)
{
  self->model = model;
  self->kind_fired = lull_own_new (guint64, LULL_KINDS_MAX);
  self->violations = lull_own_new (LullSighting, model->property_count);
  self->satisfied = lull_own_new (gboolean, model->property_count);
  lull_tally_reset (self);
}

void
lull_tally_clear (LullTally *self)
{
  lull_own_free (self->kind_fired);
  lull_own_free (self->violations);
  lull_own_free (self->satisfied);
}

void
lull_tally_reset (LullTally *self)
{
  memset (self->kind_fired, 0, LULL_KINDS_MAX * sizeof *self->kind_fired);
  self->outside = 0;
  self->terminal = 0;
  self->initial_outside = FALSE;
  self->deadlock.is_seen = FALSE;
  for (guint i = 0; i < self->model->property_count; i++)
    {
      self->violations[i].is_seen = FALSE;
      self->satisfied[i] = FALSE;
    }
}

/* Initial states come before all others; of one state's successors, the lowest action
 * comes first. */
static gboolean
is_before (const LullSighting *a, const LullSighting *b)
{
  if (!a->is_seen || !b->is_seen)
    return a->is_seen;
  if (a->is_initial != b->is_initial)
    return a->is_initial;
  return a->source != b->source ? a->source < b->source : a->action < b->action;
}

static void
keep_first (LullSighting *kept, const LullSighting *other)
{
  if (is_before (other, kept))
    *kept = *other;
}

void
lull_tally_add (LullTally *self, const LullTally *other)
{
  for (guint i = 0; i < LULL_KINDS_MAX; i++)
    self->kind_fired[i] += other->kind_fired[i];
  self->outside += other->outside;
  self->terminal += other->terminal;
  self->initial_outside = self->initial_outside || other->initial_outside;
  keep_first (&self->deadlock, &other->deadlock);
  for (guint i = 0; i < self->model->property_count; i++)
    {
      keep_first (&self->violations[i], &other->violations[i]);
      self->satisfied[i] = self->satisfied[i] || other->satisfied[i];
    }
}

guint64
lull_tally_transitions (const LullTally *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < LULL_KINDS_MAX; i++)
    sum += self->kind_fired[i];
  return sum;
}

gboolean
lull_tally_is_violated (const LullTally *self)
{
  for (guint i = 0; i < self->model->property_count; i++)
    if (self->violations[i].is_seen)
      return TRUE;
  return FALSE;
}

void
lull_tally_judge (LullTally *self,
                  const guint8 *state,
                  const LullSighting *sighting,
                  gboolean is_inside)
{
  for (guint i = 0; i < self->model->property_count; i++)
    {
      const LullProperty *property = &self->model->properties[i];

      switch (property->kind)
        {
        case LULL_PROPERTY_ALWAYS:
          if (!property->holds (self->model, state))
            keep_first (&self->violations[i], sighting);
          break;
        case LULL_PROPERTY_SOMETIMES:
          if (is_inside && !self->satisfied[i])
            self->satisfied[i] = property->holds (self->model, state);
          break;
        case LULL_PROPERTY_EVENTUALLY: /* a claim about runs, not about this state */
          break;
        }
    }
}

void
lull_tally_judge_terminal (LullTally *self, guint64 number, const guint8 *state)
{
  self->terminal++;
  lull_tally_judge_resting (self, number, state);
}

void
lull_tally_judge_resting (LullTally *self, guint64 number, const guint8 *state)
{
  const LullModel *model = self->model;
  LullSighting sighting = { .is_seen = TRUE, .source = number };

  if (model->may_stop != NULL && !model->may_stop (model, state))
    keep_first (&self->deadlock, &sighting);
}
