/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-toy-grid.h"

#include <string.h>

static const char *const kinds[] = { "count", NULL };

static guint
sum_of (const ToyGrid *self, const guint8 *state)
{
  guint sum = 0;

  for (guint i = 0; i < self->counters; i++)
    sum += state[i * self->width];
  return sum;
}

static void
grid_initial (const LullModel *model, guint64 index, guint8 *state)
{
  const ToyGrid *self = (const ToyGrid *) model;

  memset (state, 0, model->state_size);
  for (guint i = 0; i < self->counters; i++)
    {
      state[i * self->width] = (guint8) (index % (self->highest + 1));
      index /= self->highest + 1;
    }
}

static guint
grid_actions (const LullModel *model, const guint8 *state, LullAction *actions)
{
  const ToyGrid *self = (const ToyGrid *) model;
  guint count = 0;

  for (guint i = 0; i < self->counters; i++)
    if (state[i * self->width] < self->highest)
      actions[count++] = lull_action (0, i);
  return count;
}

static void
grid_apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  const ToyGrid *self = (const ToyGrid *) model;

  memcpy (next, state, model->state_size);
  next[lull_action_argument (action) * self->width]++;
}

gboolean
toy_grid_within (const LullModel *model, const guint8 *state)
{
  const ToyGrid *self = (const ToyGrid *) model;

  return sum_of (self, state) <= self->sum_max;
}

static gboolean
sum_is_allowed (const LullModel *model, const guint8 *state)
{
  const ToyGrid *self = (const ToyGrid *) model;

  return sum_of (self, state) != self->forbidden_sum;
}

void
toy_grid_init (ToyGrid *self, guint counters, guint highest, gsize width)
{
  memset (self, 0, sizeof *self);
  self->counters = counters;
  self->highest = highest;
  self->width = width;
  self->model = (LullModel){ .name = "grid",
                             .state_size = counters * width,
                             .initial_count = 1,
                             .actions_max = counters,
                             .kinds = kinds,
                             .initial = grid_initial,
                             .actions = grid_actions,
                             .apply = grid_apply };
}

void
toy_grid_start_everywhere (ToyGrid *self)
{
  self->model.initial_count = toy_grid_states (self);
}

void
toy_grid_forbid_sum (ToyGrid *self, guint sum)
{
  self->forbidden_sum = sum;
  self->property = (LullProperty){ "sum", "the sum is never met", LULL_PROPERTY_ALWAYS,
                                   sum_is_allowed };
  self->model.properties = &self->property;
  self->model.property_count = 1;
}

static guint64
power (guint64 base, guint exponent)
{
  guint64 product = 1;

  for (guint i = 0; i < exponent; i++)
    product *= base;
  return product;
}

guint64
toy_grid_states (const ToyGrid *self)
{
  return power (self->highest + 1, self->counters);
}

guint64
toy_grid_transitions (const ToyGrid *self)
{
  return (guint64) self->counters * self->highest *
         power (self->highest + 1, self->counters - 1);
}
