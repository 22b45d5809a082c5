/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether a model's ample sets are what it vouches for, decided from the whole graph by
 * the definitions themselves (Clarke, Grumberg, Peled, "Model Checking", 1999,
 * section 10.3, with the C2 of LullModel.ample). Quadratic, so for small graphs; and only
 * for models in which an action keeps its number.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** What was looked at. */
typedef struct
{
  guint states;
  guint reduced; /**< states whose ample set is smaller than all */
  guint several; /**< … and has more than one action */
} LullNaiveAmple;

/**
 * Explores @p model and judges every ample set in it.
 *
 * @param found  what was looked at
 *
 * @return NULL if all conditions hold, or there are more than @p states_max states; else
 * the condition that fails, as static text
 */
const char *
lull_naive_ample_fault (const LullModel *model, guint states_max, LullNaiveAmple *found);

G_END_DECLS
