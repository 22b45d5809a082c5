/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-census.h"

#include "lull-simulator.h"
#include "lull-tell.h"

static void
count_cut (LullCensus *census, const Tell *tell, gboolean accepted)
{
  if (!tell->has_cut)
    return;
  census->cuts++;
  if (tell->cut_kind != LULL_CUT_INCONSISTENT)
    return;
  census->inconsistent++;
  census->accepted += accepted ? 1 : 0;
}

/* Whether somebody left join after the round that step COMPLETED completed, and before
 * the next was complete, on no other round than that. */
static gboolean
is_accepted (const Tell *tell, guint completed)
{
  for (guint step = completed; step < tell->steps->len; step++)
    {
      if ((step > completed && tell_step (tell, step)->log.completed) ||
          lull_tell_first_mixup (tell, step) != NULL)
        return FALSE;
      if (tell_step (tell, step)->log.announced != 0)
        return TRUE;
    }
  return FALSE;
}

/* Where rounds were mixed up before, it rests on no one cut. */
static void
count_round (LullCensus *census, Tell *tell, guint completed)
{
  if (lull_tell_first_mixup (tell, completed) != NULL)
    return;
  (void) lull_tell_take_cut (tell, completed, TELL_NEVER);
  count_cut (census, tell, is_accepted (tell, completed));
}

static void
count_run (LullCensus *census, Tell *tell)
{
  guint completed = TELL_NEVER;

  lull_tell_follow (tell);
  tell->judged = 0; /* what is counted is of the join, whatever became of scopes */
  census->runs++;
  for (guint step = 0; step < tell->steps->len; step++)
    {
      const LullStepLog *log = &tell_step (tell, step)->log;

      if (log->completed)
        {
          completed = step;
          census->rounds++;
          count_round (census, tell, step);
        }
      else if (log->announced != 0 && completed == TELL_NEVER)
        {
          (void) lull_tell_take_cut (tell, TELL_NEVER, step);
          count_cut (census, tell, TRUE);
        }
    }
}

void
lull_census_take (const LullWorld *world, LullCensus *census)
{
  guint64 steps = 0;

  *census = (LullCensus){ 0 };
  for (guint64 seed = 1; seed <= LULL_CENSUS_RUNS && steps < LULL_CENSUS_STEPS; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (world, seed, LULL_CENSUS_RUN_STEPS, FALSE);
      Tell tell;

      steps += lull_trace_length (run->trace);
      lull_tell_init (&tell, world, run->trace);
      count_run (census, &tell);
      lull_tell_clear (&tell);
    }
}
