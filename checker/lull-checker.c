/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-checker.h"

#include "lull-checkpoint.h"
#include "lull-conclusion.h"
#include "lull-depth-first.h"
#include "lull-random-walk.h"

/*
 * Symmetry keeps everything but fair cycles. So it serves to look for all else first:
 * only if nothing is wrong, and every class of states within the constraint was seen, are
 * the states themselves searched for cycles.
 *
 * Returns whether that settled the matter.
 */
static gboolean
check_classes_first (LullFindings *findings,
                     const LullModel *model,
                     const LullCheckOptions *options,
                     LullLimits *limits)
{
  LullBreadthFirst search;
  gboolean is_left_open;

  if (!options->reduction || options->whole_graph || model->canonical == NULL ||
      options->search != LULL_SEARCH_BREADTH_FIRST ||
      options->storage != LULL_STORAGE_EXACT ||
      !lull_model_has_property (model, LULL_PROPERTY_EVENTUALLY))
    return FALSE;
  lull_breadth_first_init (&search, model, options, limits);
  search.store.is_symmetric = TRUE;
  search.leaves_liveness = TRUE;
  lull_breadth_first_run (&search);
  lull_conclude (findings, &search);
  is_left_open = findings->verdict == LULL_VERDICT_INCONCLUSIVE &&
                 (findings->exhaustive || findings->bounds == LULL_BOUND_CONSTRAINT);
  return !is_left_open;
}

static void
check_by_exploring (LullFindings *findings,
                    const LullModel *model,
                    const LullCheckOptions *options,
                    LullLimits *limits)
{
  LullBreadthFirst search;

  if (check_classes_first (findings, model, options, limits))
    return;
  lull_breadth_first_init (&search, model, options, limits);
  if (options->search == LULL_SEARCH_DEPTH_FIRST)
    lull_depth_first_run (&search);
  else
    lull_breadth_first_run (&search);
  lull_conclude (findings, &search);
}

static void
check_by_walking (LullFindings *findings,
                  const LullModel *model,
                  const LullCheckOptions *options,
                  LullLimits *limits)
{
  lull_random_walk (findings, model, options, limits);
  if (findings->witness != NULL)
    lull_straighten_witness (findings, model);
}

LullFindings *
lull_check (const LullModel *model, const LullCheckOptions *options)
{
  LullFindings *findings;
  LullLimits limits;

  g_return_val_if_fail (options->threads > 0, NULL);
  g_return_val_if_fail (options->storage == LULL_STORAGE_EXACT ||
                            options->search == LULL_SEARCH_BREADTH_FIRST,
                        NULL);
  lull_model_assert_valid (model);

  findings = lull_findings_new (model);
  lull_limits_init (&limits, options);
  if (options->search == LULL_SEARCH_RANDOM_WALK)
    check_by_walking (findings, model, options, &limits);
  else
    check_by_exploring (findings, model, options, &limits);
  findings->seconds = lull_limits_seconds (&limits);
  return findings;
}

/* When the next checkpoint is due. */
typedef struct
{
  const LullCheckpointing *checkpointing;
  double earlier_seconds; /* spent before this run */
  double next_seconds;    /* of this run */
} Keeper;

static void
keep_if_due (LullBreadthFirst *search, gpointer data)
{
  Keeper *self = data;
  double seconds = lull_limits_seconds (search->limits);

  if (seconds < self->next_seconds)
    return;
  lull_checkpoint_write (search, self->earlier_seconds + seconds,
                         self->checkpointing->path, NULL);
  self->next_seconds =
      lull_limits_seconds (search->limits) + self->checkpointing->seconds;
}

/* Goes on from a checkpoint, or writes the first one to see that it can be written. */
static gboolean
begin_keeping (Keeper *self, LullBreadthFirst *search, GError **error)
{
  const LullCheckpointing *checkpointing = self->checkpointing;

  self->next_seconds = checkpointing->seconds;
  search->pause = keep_if_due;
  search->pause_data = self;
  if (checkpointing->resume)
    return lull_checkpoint_read (search, &self->earlier_seconds, checkpointing->path,
                                 error);
  return lull_checkpoint_write (search, 0.0, checkpointing->path, error);
}

LullFindings *
lull_check_resumable (const LullModel *model,
                      const LullCheckOptions *options,
                      const LullCheckpointing *checkpointing,
                      GError **error)
{
  Keeper keeper = { .checkpointing = checkpointing };
  LullFindings *findings;
  LullLimits limits;
  LullBreadthFirst search;

  g_return_val_if_fail (options->threads > 0, NULL);
  g_return_val_if_fail (options->search == LULL_SEARCH_BREADTH_FIRST, NULL);
  g_return_val_if_fail (options->storage == LULL_STORAGE_EXACT, NULL);
  lull_model_assert_valid (model);

  lull_limits_init (&limits, options);
  lull_breadth_first_init (&search, model, options, &limits);
  /* A checkpoint keeps no sleep sets. */
  lull_store_forgo_sleep (&search.store);
  if (!begin_keeping (&keeper, &search, error))
    {
      lull_breadth_first_clear (&search);
      return NULL;
    }
  lull_breadth_first_run (&search);
  if (search.bounds != LULL_BOUND_NONE)
    lull_checkpoint_write (&search,
                           keeper.earlier_seconds + lull_limits_seconds (&limits),
                           checkpointing->path, NULL);
  findings = lull_findings_new (model);
  lull_conclude (findings, &search);
  findings->seconds = keeper.earlier_seconds + lull_limits_seconds (&limits);
  return findings;
}
