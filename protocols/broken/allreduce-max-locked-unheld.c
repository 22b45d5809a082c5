/* SPDX-License-Identifier: Apache-2.0 */
/*
 * allreduce-max-locked without the second half of M1: the lock is taken to read the
 * number of open futures, and given back in the same step instead of when the result is
 * known. While the others contribute, a handler here may open a future.
 */
#include "lull-broken.h"

extern const LullProtocol lull_allreduce_max_locked;

static const char contribute[] = "lock and contribute";
static const char read_result[] = "unlock and read the result";

static void
run_original (const char *name, const LullView *view, gpointer node, LullOutbox *out)
{
  const LullStep *step = lull_allreduce_max_locked.steps;

  while (strcmp (step->name, name) != 0)
    step++;
  step->run (view, node, out);
  out->effects &= ~((guint) LULL_EFFECT_LOCK | LULL_EFFECT_UNLOCK);
}

static void
contribute_unheld (const LullView *view, gpointer node, LullOutbox *out)
{
  run_original (contribute, view, node, out);
}

static void
read_result_unheld (const LullView *view, gpointer node, LullOutbox *out)
{
  run_original (read_result, view, node, out);
}

static void
leave_out (LullBroken *self)
{
  lull_broken_step (self, contribute)->run = contribute_unheld;
  lull_broken_step (self, read_result)->run = read_result_unheld;
}

const LullBrokenRule lull_allreduce_max_locked_unheld = {
  .algorithm = &lull_allreduce_max_locked,
  .name = "allreduce-max-locked-unheld",
  .summary = "allreduce-max-locked, the lock given back before the result is known",
  .leave_out = leave_out,
};
