/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-random-walk.h"

#include "lull-chance.h"
#include "lull-coverage.h"
#include "lull-crew.h"
#include "lull-tally.h"

#include <string.h>
#include <xxhash.h>

/* Walks that are taken side by side before anyone looks at what they show. */
#define BLOCK_WALKS 64U

/* Visits of one walk that the estimate of coverage looks at. */
#define HASHES_MAX 65536U

/* One walk, when it is over. */
typedef struct
{
  LullTrace *trace; /* (owned) */
  LullTally tally;
  GArray *hashes; /* of guint64: the states visited; (owned) */
  guint64 visits;
} Walk;

/* The walks of a block. */
typedef struct
{
  const LullModel *model;
  guint64 seed;
  guint steps_max;
  guint64 first; /* number of the first walk */
  guint count;
  Walk walks[BLOCK_WALKS];
  _Atomic guint next;
} Block;

/* A walk under way. */
typedef struct
{
  const LullModel *model;
  Walk *walk;
  LullChance chance;
  guint8 *state;
  guint8 *next;
  LullAction *actions;
} Walker;

/* Looks at where the walk stands. A sighting is named by its step. FALSE: outside the
 * constraint. */
static gboolean
visit (Walker *self)
{
  const LullModel *model = self->model;
  gboolean is_inside = model->within == NULL || model->within (model, self->state);
  guint step = lull_trace_length (self->walk->trace);
  LullSighting sighting = { .is_seen = TRUE, .source = step };
  guint64 hash = XXH3_64bits (self->state, self->model->state_size);

  lull_tally_judge (&self->walk->tally, self->state, &sighting, is_inside);
  if (self->walk->hashes->len < HASHES_MAX)
    g_array_append_val (self->walk->hashes, hash);
  self->walk->visits++;
  return is_inside;
}

/* FALSE: the walk is over. */
static gboolean
take_step (Walker *self)
{
  const LullModel *model = self->model;
  LullTrace *trace = self->walk->trace;
  guint count = model->actions (model, self->state, self->actions);
  LullAction action;
  gboolean is_inside;

  if (count == 0)
    {
      lull_tally_judge_terminal (&self->walk->tally, lull_trace_length (trace),
                                 self->state);
      return FALSE;
    }
  if (lull_model_is_stuck (model, self->state, self->actions, count))
    {
      lull_tally_judge_resting (&self->walk->tally, lull_trace_length (trace),
                                self->state);
      return FALSE;
    }
  action = self->actions[lull_chance_below (&self->chance, count)];
  model->apply (model, self->state, action, self->next);
  memcpy (self->state, self->next, model->state_size);
  lull_trace_append (trace, action);
  self->walk->tally.kind_fired[lull_action_kind (action)]++;
  is_inside = visit (self);
  self->walk->tally.outside += is_inside ? 0 : 1;
  return is_inside;
}

/* A walk ends at a violation: what comes after it is of no interest. */
static void
take_walk (Block *block, guint index)
{
  Walker self = { .model = block->model,
                  .walk = &block->walks[index],
                  .chance = lull_chance (block->seed, block->first + index) };
  guint64 initial = lull_chance_below (&self.chance, self.model->initial_count);
  gboolean goes_on;

  self.state = g_malloc0 (self.model->state_size);
  self.next = g_malloc0 (self.model->state_size);
  self.actions = g_new (LullAction, self.model->actions_max);
  self.walk->trace = lull_trace_new (initial);
  self.model->initial (self.model, initial, self.state);
  goes_on = visit (&self);
  while (goes_on && lull_trace_length (self.walk->trace) < block->steps_max &&
         !lull_tally_is_violated (&self.walk->tally))
    goes_on = take_step (&self);
  g_free (self.state);
  g_free (self.next);
  g_free (self.actions);
}

static void
take_walks (guint member, guint size, gpointer data)
{
  Block *self = data;
  guint index;

  (void) member;
  (void) size;
  while ((index = self->next++) < self->count)
    take_walk (self, index);
}

static void
walk_reset (Walk *self)
{
  g_clear_pointer (&self->trace, lull_trace_free);
  lull_tally_reset (&self->tally);
  g_array_set_size (self->hashes, 0);
  self->visits = 0;
}

static void
block_init (Block *self, const LullModel *model, const LullCheckOptions *options)
{
  memset (self, 0, sizeof *self);
  self->model = model;
  self->seed = options->seed;
  self->steps_max = options->depth_max > 0 ? options->depth_max : LULL_WALK_STEPS_DEFAULT;
  for (guint i = 0; i < BLOCK_WALKS; i++)
    {
      lull_tally_init (&self->walks[i].tally, model);
      self->walks[i].hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
    }
}

static void
block_clear (Block *self)
{
  for (guint i = 0; i < BLOCK_WALKS; i++)
    {
      walk_reset (&self->walks[i]);
      lull_tally_clear (&self->walks[i].tally);
      g_array_unref (self->walks[i].hashes);
    }
}

/* How serious what a walk shows is: lower is more, 0 is nothing. */
static guint
rank_of (const Walk *walk, guint property_count)
{
  for (guint i = 0; i < property_count; i++)
    if (walk->tally.violations[i].is_seen)
      return i + 1;
  return walk->tally.deadlock.is_seen ? property_count + 1 : 0;
}

/* Keeps the witness if it shows something more serious than the one before. */
static void
take_verdict (LullFindings *findings, Walk *walk, guint property_count, guint *best_rank)
{
  guint rank = rank_of (walk, property_count);

  if (rank == 0 || (*best_rank != 0 && rank >= *best_rank))
    return;
  *best_rank = rank;
  findings->verdict =
      rank <= property_count ? LULL_VERDICT_VIOLATED : LULL_VERDICT_DEADLOCK;
  findings->property = rank <= property_count ? rank - 1 : 0;
  lull_trace_free (findings->witness);
  findings->witness = g_steal_pointer (&walk->trace);
}

static void
take_figures (LullFindings *findings, const Walk *walk)
{
  findings->initial_states++;
  findings->states += walk->visits;
  findings->transitions += lull_tally_transitions (&walk->tally);
  findings->outside += walk->tally.outside;
  findings->terminal += walk->tally.terminal;
  findings->depth = MAX (findings->depth, lull_trace_length (walk->trace));
  for (guint i = 0; i < findings->kind_count; i++)
    findings->kind_fired[i] += walk->tally.kind_fired[i];
}

/* In order of the walks, whoever took them. */
static void
take_stock (LullFindings *findings,
            Block *block,
            LullCoverage *coverage,
            guint *best_rank)
{
  for (guint i = 0; i < block->count; i++)
    {
      Walk *walk = &block->walks[i];

      take_figures (findings, walk);
      for (guint j = 0; j < walk->hashes->len; j++)
        lull_coverage_visit (coverage, g_array_index (walk->hashes, guint64, j));
      take_verdict (findings, walk, block->model->property_count, best_rank);
      walk_reset (walk);
    }
  findings->coverage = lull_coverage_estimate (coverage);
}

static void
report_if_due (const LullFindings *findings, LullLimits *limits)
{
  LullProgress progress = { .states = findings->states,
                            .transitions = findings->transitions,
                            .depth = findings->depth };

  if (lull_limits_is_report_due (limits))
    lull_limits_report (limits, &progress);
}

void
lull_random_walk (LullFindings *findings,
                  const LullModel *model,
                  const LullCheckOptions *options,
                  LullLimits *limits)
{
  guint64 walk_count = options->walks > 0 ? options->walks : LULL_WALKS_DEFAULT;
  g_autoptr (LullCrew) crew = lull_crew_new (options->threads);
  Block *block = g_new (Block, 1);
  LullCoverage coverage;
  guint best_rank = 0;

  findings->sampled = TRUE;
  findings->initial_states = 0;
  lull_coverage_init (&coverage);
  block_init (block, model, options);
  while (block->first < walk_count && (best_rank == 0 || options->whole_graph))
    {
      findings->bounds |= lull_limits_reached (limits);
      if (findings->bounds != LULL_BOUND_NONE)
        break;
      block->count = (guint) MIN (BLOCK_WALKS, walk_count - block->first);
      block->next = 0;
      lull_crew_run (crew, take_walks, block);
      take_stock (findings, block, &coverage, &best_rank);
      block->first += block->count;
      report_if_due (findings, limits);
    }
  block_clear (block);
  g_free (block);
  lull_coverage_clear (&coverage);
}
