/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active calls without the second half of A3: the lock is given back as soon as the
 * number of active calls is read. While the others contribute, a handler here may make a
 * call. The same as active-calls with the option lock set to none.
 */
#include "lull-broken.h"

extern const LullProtocol lull_active_calls;

static const char contribute[] = "contribute";
static const char read_result[] = "read the result";

static void
run_original (const char *name, const LullView *view, gpointer node, LullOutbox *out)
{
  const LullStep *step = lull_active_calls.steps;

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

const LullBrokenRule lull_active_calls_unheld = {
  .algorithm = &lull_active_calls,
  .name = "active-calls-unheld",
  .summary = "active-calls, the lock given back before the sum is known",
  .leave_out = leave_out,
};
