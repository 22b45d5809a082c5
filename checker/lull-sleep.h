/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Sleep sets (Godefroid, "Partial-Order Methods for the Verification of Concurrent
 * Systems", LNCS 1032, 1996, chapter 5): steps that need not be taken in a state, because
 * they commute with the step that led there and were taken before it.
 *
 *         p ──b──► u      a and b commute, and a comes before b in the order of agents:
 *         │        ┊      p, a, b is taken, so u does not take a. It leads to v all the
 *         a        a      same, and is counted.
 *         ▼        ▼
 *         ● ──b──► v
 *
 * All states are found, at the same depth, by fewer steps: a path of least length to a
 * state, and of those that differ from it in the order of commuting steps alone the first
 * in the order of agents, is never cut, since all states on it are found at their own
 * depth, and what sleeps in a state is what sleeps on *every* way to it that is taken
 * from the level before. `docs/reductions.md` has the proof.
 *
 * Kept for the level that is being expanded and for the next one only.
 */
#pragma once

#include <stdatomic.h>

#include "lull-region.h"

G_BEGIN_DECLS

/** The sleep sets of two levels of states: bit i stands for agent i. */
typedef struct
{
  LullRegion sets[2];  /**< of guint64, by number of state within its level */
  guint current;       /**< which of them belongs to the level being expanded */
  guint32 level_begin; /**< the first state of that level */
  guint32 level_end;   /**< the first state of the next */
} LullSleep;

/** No levels yet: states will be added to the first one. */
void lull_sleep_init (LullSleep *self, LullBudget *budget);

/** Frees what @p self owns. */
void lull_sleep_clear (LullSleep *self);

/** Makes room for states of the next level up to number @p end. @return FALSE if the
 * memory is not there */
gboolean lull_sleep_make_room (LullSleep *self, guint32 end);

/** The next level, which ends before state number @p level_end, is expanded from now on.
 */
void lull_sleep_enter_level (LullSleep *self, guint32 level_end);

/** What sleeps in state number @p number of the level being expanded. */
static inline guint64
lull_sleep_get (const LullSleep *self, guint32 number)
{
  return ((const guint64 *) self->sets[self->current].base)[number - self->level_begin];
}

/** State number @p number of the next level was found, by a way on which @p set sleeps.
 */
static inline void
lull_sleep_set (LullSleep *self, guint32 number, guint64 set)
{
  ((guint64 *) self->sets[1 - self->current].base)[number - self->level_end] = set;
}

/** Has what sleeps in state number @p number fetched, for ::lull_sleep_meet. */
static inline void
lull_sleep_prefetch (const LullSleep *self, guint32 number)
{
  if (number >= self->level_end)
    __builtin_prefetch ((const guint64 *) self->sets[1 - self->current].base +
                        (number - self->level_end));
}

/**
 * State number @p number was found again, by a way on which @p set sleeps. Safe from
 * several threads at once. States of earlier levels are left as they are.
 */
static inline void
lull_sleep_meet (LullSleep *self, guint32 number, guint64 set)
{
  _Atomic guint64 *sets = self->sets[1 - self->current].base;

  if (number < self->level_end)
    return;
  /* Most ways say nothing new, and what is only read stays with all who read it. */
  sets += number - self->level_end;
  if ((atomic_load_explicit (sets, memory_order_relaxed) & ~set) != 0)
    atomic_fetch_and_explicit (sets, set, memory_order_relaxed);
}

G_END_DECLS
