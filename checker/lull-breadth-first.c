/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-breadth-first.h"

void
lull_breadth_first_init (LullBreadthFirst *self,
                         const LullModel *model,
                         const LullCheckOptions *options,
                         LullLimits *limits)
{
  gboolean may_reduce = options->reduction && !options->whole_graph;

  self->model = model;
  self->options = options;
  self->limits = limits;
  lull_budget_init (&self->budget, options->memory_bytes_max);
  self->crew = lull_crew_new (MIN (options->threads, LULL_TEAM_MAX));
  lull_store_init (&self->store, model, &self->budget,
                   options->search != LULL_SEARCH_DEPTH_FIRST, options->storage);
  self->store.is_reduced = may_reduce && model->ample != NULL;
  /* A class of states does not say which of its actions has waited for how long. */
  self->store.is_symmetric = may_reduce && model->canonical != NULL &&
                             !lull_model_has_property (model, LULL_PROPERTY_EVENTUALLY);
  self->leaves_liveness = FALSE;
  if (model->agents != NULL && !options->every_step && !self->store.is_reduced &&
      !self->store.is_symmetric && options->search == LULL_SEARCH_BREADTH_FIRST &&
      options->storage == LULL_STORAGE_EXACT)
    lull_store_use_sleep (&self->store, &self->budget);
  self->block = lull_block_new (&self->store, &self->budget, self->crew, limits);
  lull_tally_init (&self->tally, model);
  self->generated = 0;
  self->expanded = 0;
  self->depth = 0;
  self->level = 0;
  self->level_begin = 0;
  self->level_end = 0;
  self->outlook = (LullOutlook){ 0 };
  self->pause = NULL;
  self->block_max = self->block != NULL ? lull_block_source_max (self->block) : 0;
  self->bounds = LULL_BOUND_NONE;
}

void
lull_breadth_first_clear (LullBreadthFirst *self)
{
  lull_tally_clear (&self->tally);
  lull_block_free (self->block);
  lull_store_clear (&self->store);
  lull_crew_free (self->crew);
}

/* The bound that forbids to commit the block just tried, if there is one. */
static guint
bound_in_the_way (LullBreadthFirst *self, guint32 sources)
{
  guint64 new_count = lull_block_new_count (self->block);
  guint64 count = lull_store_count (&self->store) + new_count;
  guint64 states_max =
      self->options->states_max > 0 ? self->options->states_max : G_MAXUINT64;

  if (count > MIN (states_max, LULL_KEY_COUNT_MAX))
    return LULL_BOUND_STATES;
  if (!lull_store_make_room (&self->store, (guint32) new_count, sources, self->crew) ||
      (self->store.sleep != NULL &&
       !lull_sleep_make_room (self->store.sleep, (guint32) count)))
    return LULL_BOUND_MEMORY;
  return LULL_BOUND_NONE;
}

/*
 * Expands states from number @p first on (or generates initial states), up to @p end but
 * no more than a block. At a limit of states or memory the block is halved until it fits,
 * so that the limit is used up to the last states. From there on blocks stay small: the
 * end is near.
 *
 * Returns how many were expanded; 0: a bound was reached.
 */
static guint32
expand_some (LullBreadthFirst *self, guint64 first, guint64 end, gboolean is_initial)
{
  for (guint32 count = (guint32) MIN (end - first, self->block_max); count > 0;
       count /= 2)
    {
      LullBlockResult result = lull_block_try (self->block, first, count, is_initial);
      guint bound = LULL_BOUND_MEMORY;

      if (result == LULL_BLOCK_STOPPED)
        {
          self->bounds |= lull_limits_reached (self->limits);
          return 0;
        }
      if (result == LULL_BLOCK_READY)
        bound = bound_in_the_way (self, is_initial ? 0 : count);
      if (bound == LULL_BOUND_NONE)
        {
          lull_block_commit (self->block, &self->tally);
          return count;
        }
      lull_block_drop (self->block);
      self->block_max = MAX (count / 2, 1);
      if (count == 1)
        self->bounds |= bound;
    }
  return 0;
}

guint64
lull_breadth_first_left (const LullBreadthFirst *self)
{
  return lull_outlook_guess (&self->outlook,
                             lull_store_count (&self->store) - self->level_end);
}

static void
report_if_due (LullBreadthFirst *self)
{
  LullProgress progress;

  if (!lull_limits_is_report_due (self->limits))
    return;
  progress = (LullProgress){ .states = lull_store_count (&self->store),
                             .transitions = lull_tally_transitions (&self->tally),
                             .frontier = lull_store_count (&self->store) - self->expanded,
                             .left = lull_breadth_first_left (self),
                             .depth = self->depth,
                             .bytes = self->budget.peak_bytes };
  lull_limits_report (self->limits, &progress);
}

static void
pause_between_blocks (LullBreadthFirst *self)
{
  if (self->pause != NULL)
    self->pause (self, self->pause_data);
}

gboolean
lull_breadth_first_goes_on (const LullBreadthFirst *self)
{
  if (self->store.watch != NULL && lull_watch_next (self->store.watch) == G_MAXUINT32)
    return FALSE;
  return self->bounds == LULL_BOUND_NONE &&
         (self->options->whole_graph || !lull_tally_is_violated (&self->tally));
}

guint32
lull_breadth_first_expand (LullBreadthFirst *self, guint32 first, guint32 end)
{
  guint32 count = expand_some (self, first, end, FALSE);

  self->expanded += count;
  lull_store_forget (&self->store, self->expanded);
  report_if_due (self);
  return count;
}

static gboolean
make_first_room (LullBreadthFirst *self)
{
  return self->block != NULL && lull_store_start (&self->store) &&
         lull_codec_make_room (&self->store.codec, 1, self->crew) &&
         lull_store_make_room (&self->store, 1, 1, self->crew);
}

void
lull_breadth_first_start (LullBreadthFirst *self)
{
  if (!make_first_room (self))
    self->bounds |= LULL_BOUND_MEMORY;
  while (self->generated < self->model->initial_count &&
         lull_breadth_first_goes_on (self))
    {
      self->generated +=
          expand_some (self, self->generated, self->model->initial_count, TRUE);
      report_if_due (self);
      pause_between_blocks (self);
    }
  if (self->expanded == 0)
    self->store.initial_count = lull_store_count (&self->store);
}

/* The level to expand: what is left of the last one, or the states found by it. FALSE:
 * there are none. */
static gboolean
enter_level (LullBreadthFirst *self)
{
  guint32 count = lull_store_count (&self->store);

  if (self->expanded < self->level_end)
    return TRUE;
  if (count == self->level_end)
    return FALSE;
  self->level += self->level_end > 0 ? 1 : 0;
  self->level_begin = self->level_end;
  self->level_end = count;
  lull_outlook_add (&self->outlook, count - self->level_begin);
  if (self->store.sleep != NULL)
    lull_sleep_enter_level (self->store.sleep, count);
  return TRUE;
}

/* Where the block that is being expanded ends. A level is cut into blocks from its
 * beginning, wherever the search was interrupted, so that it is cut the same way each
 * time. */
static guint32
block_end (const LullBreadthFirst *self)
{
  guint64 size = lull_block_source_max (self->block);
  guint64 begun = self->expanded - self->level_begin;

  return (guint32) MIN (self->level_begin + (begun / size + 1) * size, self->level_end);
}

static void
expand_level (LullBreadthFirst *self)
{
  if (self->options->depth_max > 0 && self->level >= self->options->depth_max)
    self->bounds |= LULL_BOUND_DEPTH;
  while (self->expanded < self->level_end && lull_breadth_first_goes_on (self))
    {
      gboolean has_grown;

      lull_breadth_first_expand (self, self->expanded, block_end (self));
      has_grown = lull_store_count (&self->store) > self->level_end;
      self->depth = has_grown ? self->level + 1 : self->level;
      pause_between_blocks (self);
    }
}

void
lull_breadth_first_run (LullBreadthFirst *self)
{
  lull_breadth_first_start (self);
  while (lull_breadth_first_goes_on (self) && enter_level (self))
    expand_level (self);
}

gboolean
lull_breadth_first_is_complete (const LullBreadthFirst *self)
{
  return self->generated == self->model->initial_count &&
         self->expanded == lull_store_count (&self->store);
}
