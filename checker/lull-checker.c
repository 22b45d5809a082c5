/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-checker.h"

#include "lull-checkpoint.h"
#include "lull-depth-first.h"
#include "lull-liveness.h"
#include "lull-random-walk.h"
#include "lull-shorten.h"
#include "lull-straighten.h"
#include "lull-witness.h"

/* A shortest witness is looked for in the full graph as far as this, or as far as the
 * reduced search went. */
#define SHORTEST_STATES_MAX 4000000U

static void
copy_figures (LullFindings *findings, const LullBreadthFirst *search)
{
  const LullTally *tally = &search->tally;

  findings->initial_states = search->generated;
  findings->states = lull_store_count (&search->store);
  findings->transitions = lull_tally_transitions (tally);
  findings->outside = tally->outside;
  findings->terminal = tally->terminal;
  findings->frontier = findings->states - search->expanded;
  findings->depth = search->depth;
  findings->reduced = search->store.is_reduced;
  findings->symmetric = search->store.is_symmetric;
  findings->bytes = search->budget.peak_bytes;
  if (search->store.sketch != NULL)
    findings->omission = lull_sketch_omission (search->store.sketch);
  findings->bounds = search->bounds;
  if ((tally->outside > 0 || tally->initial_outside) &&
      !search->model->constraint_is_scope)
    findings->bounds |= LULL_BOUND_CONSTRAINT;
  findings->exhaustive =
      lull_breadth_first_is_complete (search) && findings->bounds == LULL_BOUND_NONE;
  for (guint i = 0; i < findings->kind_count; i++)
    findings->kind_fired[i] = tally->kind_fired[i];
}

/* Replays the witness and returns the state at its end. */
static guint8 *
replay (const LullModel *model, const LullTrace *witness)
{
  g_autoptr (GError) error = NULL;
  guint8 *end = g_malloc0 (model->state_size);

  if (!lull_trace_replay (witness, model, NULL, NULL, end, &error))
    g_error ("model %s: the witness found does not replay: %s", model->name,
             error->message);
  return end;
}

static void
assert_violates (const LullModel *model, const LullTrace *witness, guint property)
{
  g_autofree guint8 *end = replay (model, witness);

  if (model->properties[property].holds (model, end))
    g_error ("model %s: the witness found does not violate %s", model->name,
             model->properties[property].name);
}

static void
assert_deadlocks (const LullModel *model, const LullTrace *witness)
{
  g_autofree guint8 *end = replay (model, witness);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);

  if (model->actions (model, end, actions) > 0 || model->may_stop (model, end))
    g_error ("model %s: the witness found does not deadlock", model->name);
}

static void
assert_witness (const LullFindings *findings, const LullModel *model)
{
  if (findings->verdict == LULL_VERDICT_VIOLATED)
    assert_violates (model, findings->witness, findings->property);
  else
    assert_deadlocks (model, findings->witness);
}

/* What a search that forgets its states leaves behind to find a witness by. */
typedef struct
{
  LullSighting sighting; /* not seen: there is nothing to find */
  gboolean takes_action;
  GArray *ancestry; /* of guint32: numbers of the states on the way to it; (owned) */
  guint64 memory_bytes;
} Memory;

/* Makes the witness of a sighting, or remembers what it will take to make it. */
static void
show (LullFindings *findings,
      const LullBreadthFirst *search,
      const LullSighting *sighting,
      gboolean takes_action,
      Memory *memory)
{
  const LullStore *store = &search->store;

  if (store->sketch == NULL || sighting->is_initial)
    {
      findings->witness = lull_witness_to_sighting (store, sighting, takes_action);
      assert_witness (findings, search->model);
      return;
    }
  memory->sighting = *sighting;
  memory->takes_action = takes_action;
  memory->ancestry = g_array_new (FALSE, FALSE, sizeof (guint32));
  memory->memory_bytes = search->budget.limit_bytes;
  lull_parents_get_ancestry (&store->parents, store->initial_count,
                             (guint32) sighting->source, memory->ancestry);
}

/* The most serious *always* property that was seen violated. */
static gboolean
find_violation (LullFindings *findings, const LullBreadthFirst *search, Memory *memory)
{
  for (guint i = 0; i < search->model->property_count; i++)
    if (search->tally.violations[i].is_seen)
      {
        findings->verdict = LULL_VERDICT_VIOLATED;
        findings->property = i;
        show (findings, search, &search->tally.violations[i], TRUE, memory);
        return TRUE;
      }
  return FALSE;
}

static gboolean
find_deadlock (LullFindings *findings, const LullBreadthFirst *search, Memory *memory)
{
  if (!search->tally.deadlock.is_seen)
    return FALSE;
  findings->verdict = LULL_VERDICT_DEADLOCK;
  show (findings, search, &search->tally.deadlock, FALSE, memory);
  return TRUE;
}

/* A *sometimes* property that no state satisfies, where all were seen; it has no witness.
 */
static gboolean
find_unsatisfied (LullFindings *findings, const LullBreadthFirst *search)
{
  for (guint i = 0; i < search->model->property_count; i++)
    if (search->model->properties[i].kind == LULL_PROPERTY_SOMETIMES &&
        !search->tally.satisfied[i])
      {
        findings->verdict = LULL_VERDICT_VIOLATED;
        findings->property = i;
        return TRUE;
      }
  return FALSE;
}

/* Looks for fair runs in which an *eventually* property never holds, unless the graph is
 * known in part only. TRUE: the verdict is found. */
static gboolean
find_livelock (LullFindings *findings, LullBreadthFirst *search)
{
  const LullModel *model = search->model;

  if ((findings->bounds & ~(guint) LULL_BOUND_CONSTRAINT) != 0 ||
      search->options->storage != LULL_STORAGE_EXACT)
    return FALSE;
  for (guint i = 0; i < model->property_count; i++)
    if (model->properties[i].kind == LULL_PROPERTY_EVENTUALLY)
      {
        if (!lull_liveness_search (findings, &search->store, i, search->limits))
          findings->exhaustive = FALSE;
        if (findings->verdict == LULL_VERDICT_LIVELOCK)
          return TRUE;
      }
  return FALSE;
}

/* Components are looked for among states that were stored. */
static gboolean
is_liveness_open (const LullBreadthFirst *search)
{
  return (search->options->storage != LULL_STORAGE_EXACT || search->leaves_liveness) &&
         lull_model_has_property (search->model, LULL_PROPERTY_EVENTUALLY);
}

static void
judge (LullFindings *findings, LullBreadthFirst *search, Memory *memory)
{
  if (find_violation (findings, search, memory) ||
      find_deadlock (findings, search, memory))
    {
      /* What leaves the constraint was not followed, and may be a shorter way. */
      findings->shortest = search->options->search == LULL_SEARCH_BREADTH_FIRST &&
                           search->store.sketch == NULL && !findings->reduced &&
                           (findings->bounds & LULL_BOUND_CONSTRAINT) == 0;
      return;
    }
  if (!search->leaves_liveness && find_livelock (findings, search))
    return;
  if (findings->exhaustive && !find_unsatisfied (findings, search) &&
      !is_liveness_open (search))
    findings->verdict = LULL_VERDICT_SAFE;
}

/* Searches once more, as far as the states on the way to the sighting. */
static void
recall (LullFindings *findings,
        const LullModel *model,
        const LullCheckOptions *options,
        const Memory *memory)
{
  LullCheckOptions again = *options;
  LullLimits limits;
  LullBreadthFirst search;
  LullWatch watch;

  again.memory_bytes_max = memory->memory_bytes;
  again.seconds_max = 0;
  again.interrupt = NULL;
  again.progress = NULL;
  lull_limits_init (&limits, &again);
  lull_breadth_first_init (&search, model, &again, &limits);
  lull_watch_init (&watch, g_array_ref (memory->ancestry), model->state_size);
  search.store.watch = &watch;
  lull_breadth_first_run (&search);
  if (lull_watch_next (&watch) != G_MAXUINT32)
    g_error ("model %s: a search done again went another way", model->name);
  findings->witness =
      lull_witness_to_sighting (&search.store, &memory->sighting, memory->takes_action);
  assert_witness (findings, model);
  lull_watch_clear (&watch);
  lull_breadth_first_clear (&search);
}

/* Replaces a witness of the reduced graph by a shortest one, or at least by a shorter
 * one. */
static void
improve_witness (LullFindings *findings,
                 const LullModel *model,
                 const LullCheckOptions *options,
                 LullLimits *limits)
{
  LullCheckOptions full = *options;
  LullBreadthFirst search;
  Memory memory = { .ancestry = NULL };
  g_autoptr (LullFindings) better = lull_findings_new (model);

  full.storage = LULL_STORAGE_EXACT;
  full.states_max = MAX (SHORTEST_STATES_MAX, findings->states);
  if (options->states_max > 0)
    full.states_max = MIN (full.states_max, options->states_max);
  /* A deadlock shows when the state at the end of the witness is expanded. */
  full.depth_max = lull_trace_length (findings->witness) + 1;
  lull_breadth_first_init (&search, model, &full, limits);
  search.store.is_reduced = FALSE; /* symmetry keeps lengths */
  lull_breadth_first_run (&search);
  copy_figures (better, &search);
  judge (better, &search, &memory);
  lull_breadth_first_clear (&search);
  findings->bytes = MAX (findings->bytes, better->bytes);
  if (better->verdict == findings->verdict && better->property == findings->property &&
      better->shortest)
    {
      lull_trace_free (findings->witness);
      findings->witness = g_steal_pointer (&better->witness);
      findings->shortest = TRUE;
      return;
    }
  lull_shorten (findings->witness, model, findings);
}

/* Steps of a witness up to which it is worth trying to do without each. */
#define SHORTEN_STEPS_MAX 500U

static void
straighten_witness (LullFindings *findings, const LullModel *model)
{
  lull_straighten (findings->witness, model);
  if (lull_trace_length (findings->witness) <= SHORTEN_STEPS_MAX)
    lull_shorten (findings->witness, model, findings);
  assert_witness (findings, model);
}

/* Judges a search that has ended, clears it, and sees to the witness. */
static void
conclude (LullFindings *findings, LullBreadthFirst *search)
{
  const LullModel *model = search->model;
  const LullCheckOptions *options = search->options;
  LullLimits *limits = search->limits;
  Memory memory = { .ancestry = NULL };

  copy_figures (findings, search);
  judge (findings, search, &memory);
  lull_breadth_first_clear (search);
  if (memory.ancestry != NULL)
    {
      recall (findings, model, options, &memory);
      g_array_unref (memory.ancestry);
    }
  if (findings->witness == NULL || findings->verdict == LULL_VERDICT_LIVELOCK)
    return;
  if (options->search == LULL_SEARCH_DEPTH_FIRST)
    straighten_witness (findings, model);
  else if (findings->reduced)
    improve_witness (findings, model, options, limits);
}

/*
 * Symmetry keeps everything but fair cycles. So it serves to look for all else first:
 * only if nothing is wrong, and every class of states was seen, are the states themselves
 * searched for cycles.
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

  if (!options->reduction || options->whole_graph || model->canonical == NULL ||
      options->search != LULL_SEARCH_BREADTH_FIRST ||
      options->storage != LULL_STORAGE_EXACT ||
      !lull_model_has_property (model, LULL_PROPERTY_EVENTUALLY))
    return FALSE;
  lull_breadth_first_init (&search, model, options, limits);
  search.store.is_symmetric = TRUE;
  search.leaves_liveness = TRUE;
  lull_breadth_first_run (&search);
  conclude (findings, &search);
  return findings->verdict != LULL_VERDICT_INCONCLUSIVE || !findings->exhaustive;
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
  conclude (findings, &search);
}

static void
check_by_walking (LullFindings *findings,
                  const LullModel *model,
                  const LullCheckOptions *options,
                  LullLimits *limits)
{
  lull_random_walk (findings, model, options, limits);
  if (findings->witness != NULL)
    straighten_witness (findings, model);
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
  conclude (findings, &search);
  findings->seconds = keeper.earlier_seconds + lull_limits_seconds (&limits);
  return findings;
}
