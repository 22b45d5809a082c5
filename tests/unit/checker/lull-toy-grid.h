/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Counters that count up one at a time, each to the same highest value: a grid with
 * closed formulas for everything. With k counters up to m: (m+1)^k states,
 * k·m·(m+1)^(k-1) transitions, depth k·m, and one terminal state.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** A grid; fields of the model may be changed before it is used. */
typedef struct
{
  LullModel model;
  guint counters;
  guint highest;
  gsize width; /**< bytes from one counter to the next */
  guint
      sum_max; /**< the constraint, where LullModel.within is set to toy_grid_within() */
  guint forbidden_sum; /**< the *always* property: the counters do not add up to this */
  LullProperty property;
} ToyGrid;

/** Starts with all counters at zero, without property and constraint. */
void toy_grid_init (ToyGrid *self, guint counters, guint highest, gsize width);

/** Makes every point an initial state. */
void toy_grid_start_everywhere (ToyGrid *self);

/** Makes the sum of the counters a property. */
void toy_grid_forbid_sum (ToyGrid *self, guint sum);

/** The counters add up to ToyGrid.sum_max at most. */
gboolean toy_grid_within (const LullModel *model, const guint8 *state);

guint64 toy_grid_states (const ToyGrid *self);
guint64 toy_grid_transitions (const ToyGrid *self);

G_END_DECLS
