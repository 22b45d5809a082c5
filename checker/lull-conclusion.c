/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-conclusion.h"

#include "lull-audit.h"
#include "lull-shorten.h"
#include "lull-straighten.h"
#include "lull-witness.h"

/* A shortest witness is looked for in the full graph as far as this, or as far as the
 * reduced search went. */
#define SHORTEST_STATES_MAX 4000000U

/* Searches once more, as far as the states on the way to the sighting. */
static void
recall (LullFindings *findings,
        const LullModel *model,
        const LullCheckOptions *options,
        const LullMemory *memory)
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
  lull_audit_witness (findings, model);
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
  LullMemory memory = { .ancestry = NULL };
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
  lull_judge (better, &search, &memory);
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

void
lull_straighten_witness (LullFindings *findings, const LullModel *model)
{
  lull_straighten (findings->witness, model);
  if (lull_trace_length (findings->witness) <= SHORTEN_STEPS_MAX)
    lull_shorten (findings->witness, model, findings);
  lull_audit_witness (findings, model);
}

void
lull_conclude (LullFindings *findings, LullBreadthFirst *search)
{
  const LullModel *model = search->model;
  const LullCheckOptions *options = search->options;
  LullLimits *limits = search->limits;
  LullMemory memory = { .ancestry = NULL };

  lull_judge (findings, search, &memory);
  lull_breadth_first_clear (search);
  if (memory.ancestry != NULL)
    {
      recall (findings, model, options, &memory);
      g_array_unref (memory.ancestry);
    }
  if (findings->witness == NULL || findings->verdict == LULL_VERDICT_LIVELOCK)
    return;
  if (options->search == LULL_SEARCH_DEPTH_FIRST)
    lull_straighten_witness (findings, model);
  else if (findings->reduced)
    improve_witness (findings, model, options, limits);
}
