/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a run that repeats for ever still owes, so that it is weakly fair: the classes of
 * actions that were enabled in all its states so far, and never taken. Classes are
 * numbers that need not be small: only those that some state enables are ever kept.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** See the file's comment; a value, cleared by lull_debt_clear(). */
typedef struct
{
  const LullModel *model;
  guint *owed; /**< (owned) */
  guint owed_count;
  guint *enabled; /**< of the state looked at last; (owned) */
  guint enabled_count;
} LullDebt;

/** Nothing is owed yet. */
void lull_debt_init (LullDebt *self, const LullModel *model);

/** Frees what @p self owns. */
void lull_debt_clear (LullDebt *self);

/** Starts anew in @p state, with its @p count enabled @p actions: whatever they are
 * classes of is owed. */
void lull_debt_open (LullDebt *self,
                     const guint8 *state,
                     const LullAction *actions,
                     guint count);

/** Meets @p state: what it does not enable is not owed any more. */
void lull_debt_meet (LullDebt *self,
                     const guint8 *state,
                     const LullAction *actions,
                     guint count);

/** Takes an action of @p fairness_class, or of ::LULL_UNFAIR. */
void lull_debt_pay (LullDebt *self, guint fairness_class);

/** Whether @p state would pay something by not enabling it. */
gboolean lull_debt_would_shrink (LullDebt *self,
                                 const guint8 *state,
                                 const LullAction *actions,
                                 guint count);

/** Whether @p fairness_class is owed; ::LULL_UNFAIR never is. */
gboolean lull_debt_owes (const LullDebt *self, guint fairness_class);

/** Whether nothing is owed any more. */
static inline gboolean
lull_debt_is_paid (const LullDebt *self)
{
  return self->owed_count == 0;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullDebt, lull_debt_clear)

G_END_DECLS
