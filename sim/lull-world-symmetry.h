/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a scenario leaves interchangeable: workers that it does not tell apart, and equal
 * calls of one sender. Found once, when the world is made; `docs/reductions.md` says why
 * states that differ in such names only may be taken for one. For the files of sim/, and
 * for tests.
 */
#pragma once

#include "lull-world.h"

G_BEGIN_DECLS

/**
 * A way to rename workers, and with them messages, after which the scenario reads as
 * before, except that main programs may make their calls in another order. Nothing tells
 * any more in which, once all that changed places are sent.
 */
typedef struct
{
  guint8 *old_worker; /**< by new name; (owned) */
  guint8 *new_worker; /**< by old name; (owned) */
  guint16 *old_byte;  /**< where each byte of the renamed state comes from; (owned) */
  guint8 *new_item;   /**< new contents of links by old, 256 of them; (owned) */
  guint8 *displaced;  /**< the messages that change places; (owned) */
  guint displaced_count;
  /** By number of workers: the next renaming of which the old names of so many workers
   * and one more differ from those of this one; (owned) */
  guint16 *next_branch;
} LullRenaming;

/** Calls or casts of one sender that only their place on its list tells apart. */
typedef struct
{
  guint count;      /**< at least 2 */
  guint size;       /**< messages that each brings about, itself included */
  guint8 *messages; /**< those of the first, beginning with itself, of the second, …, in
                       corresponding order; (owned) */
} LullEqualCalls;

/** See the file's comment. */
typedef struct
{
  LullRenaming
      *renamings; /**< the first one renames nothing; sorted by old names; (owned) */
  guint renaming_count;
  LullEqualCalls *equals; /**< inner ones before outer ones; (owned) */
  guint equal_count;
} LullSymmetry;

/**
 * The symmetry of @p world.
 * @return @transfer{full}, or NULL if nothing is interchangeable
 */
LullSymmetry *lull_symmetry_new (const LullWorld *world);

/** Frees @p self; NULL is allowed. */
void lull_symmetry_free (LullSymmetry *self);

/** Whether @p renaming leads from @p state to one that goes on in the same way. */
gboolean lull_renaming_applies (const LullRenaming *renaming,
                                const LullWorld *world,
                                const guint8 *state);

/** Writes to @p renamed what @p state is called after a renaming that applies. */
void lull_renaming_apply (const LullRenaming *renaming,
                          const LullWorld *world,
                          const guint8 *state,
                          guint8 *renamed);

/** Lets calls number @p one and @p other of @p equals, both sent, change names. */
void lull_equal_calls_swap (const LullEqualCalls *equals,
                            const LullWorld *world,
                            guint8 *state,
                            guint one,
                            guint other);

/** LullModel.canonical of a world that has a symmetry. */
void lull_world_canonical (const LullModel *model, guint8 *state, guint8 *scratch);

G_END_DECLS
