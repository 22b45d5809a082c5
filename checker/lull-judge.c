/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-judge.h"

#include "lull-audit.h"
#include "lull-liveness.h"
#include "lull-witness.h"

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
  if (search->bounds != LULL_BOUND_NONE && search->options->search == LULL_SEARCH_BREADTH_FIRST)
    findings->left = lull_breadth_first_left (search);
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

/* Makes the witness of a sighting, or remembers what it will take to make it. */
static void
show (LullFindings *findings,
      const LullBreadthFirst *search,
      const LullSighting *sighting,
      gboolean takes_action,
      LullMemory *memory)
{
  const LullStore *store = &search->store;

  if (store->sketch == NULL || sighting->is_initial)
    {
      findings->witness = lull_witness_to_sighting (store, sighting, takes_action);
      lull_audit_witness (findings, search->model);
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
find_violation (LullFindings *findings,
                const LullBreadthFirst *search,
                LullMemory *memory)
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
find_deadlock (LullFindings *findings, const LullBreadthFirst *search, LullMemory *memory)
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
  /* A cycle may need the very step that was left out. */
  lull_store_forgo_sleep (&search->store);
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

void
lull_judge (LullFindings *findings, LullBreadthFirst *search, LullMemory *memory)
{
  copy_figures (findings, search);
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
