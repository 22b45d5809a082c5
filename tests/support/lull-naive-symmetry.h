/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Judges the symmetry of a world by what it claims: that a state and what it is called
 * after a renaming go on in the same way. The world's own steps are the measure; nothing
 * is assumed about why a renaming should be right.
 */
#pragma once

#include "lull-world-symmetry.h"

G_BEGIN_DECLS

/** A renaming, or two equal calls that change names. */
typedef struct
{
  const LullWorld *world;
  const LullRenaming *renaming; /**< or NULL */
  const LullEqualCalls *equals; /**< where there is no renaming */
  guint one, other;
} LullNaiveRenaming;

/** Whether @p self may be done to @p state. */
gboolean lull_naive_renaming_applies (const LullNaiveRenaming *self, const guint8 *state);

/** Does it. */
void lull_naive_renaming_apply (const LullNaiveRenaming *self,
                                const guint8 *state,
                                guint8 *renamed);

/** What is wrong with doing @p self to @p state, or NULL: the renamed state has the same
 * truths and, once renamed, the same successors. */
const char *lull_naive_renaming_fault (const LullNaiveRenaming *self,
                                       const guint8 *state);

/** What is wrong with the representative of @p state, or NULL; if @p renaming applies,
 * the renamed state has the same. */
const char *lull_naive_canonical_fault (const LullNaiveRenaming *renaming,
                                        const guint8 *state);

/** How many states @p state is called after all renamings. */
guint lull_naive_orbit_size (const LullWorld *world, const guint8 *state);

/** How many representatives are found by a search that stores nothing else. */
guint lull_naive_count_representatives (const LullModel *model);

G_END_DECLS
