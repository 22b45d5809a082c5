/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One scenario, checked: the search with its progress line, the story of the witness, and
 * that of a broken contract.
 */
#pragma once

#include "lull-checker.h"
#include "lull-scenario.h"

G_BEGIN_DECLS

/** What came of it; a value, cleared by lull_inspection_clear(). */
typedef struct
{
  LullFindings *findings; /**< (owned) */
  LullStory *story;       /**< of the witness, or NULL; (owned) */
  LullStory *breach;      /**< of a run to where the protocol breaks its contract, where
                             that cut the search short; or NULL; (owned) */
  gboolean breach_is_shortest;
} LullInspection;

/**
 * Checks the world of @p scenario.
 *
 * @param options        limits; progress and interrupt are filled in here
 * @param checkpointing  where to save the search, and whether to go on from there; or
 * NULL
 * @param progress       draw a progress line
 * @param error          a ::LullCheckpointError
 */
gboolean lull_inspection_init (LullInspection *self,
                               const LullScenario *scenario,
                               const LullCheckOptions *options,
                               const LullCheckpointing *checkpointing,
                               gboolean progress,
                               GError **error);

/** Frees what @p self owns. */
void lull_inspection_clear (LullInspection *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullInspection, lull_inspection_clear)

G_END_DECLS
