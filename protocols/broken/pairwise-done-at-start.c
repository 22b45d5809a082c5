/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters without P2: a message counts as done when its handler starts. The
 * handler still runs, and may still send, when all pairs agree. The same as pairwise with
 * the option done set to start.
 */
#include "lull-broken.h"

extern const LullProtocol lull_pairwise;

static void
leave_out (LullBroken *self)
{
  self->protocol.on_started = lull_pairwise.on_finished;
  self->protocol.on_finished = lull_pairwise.on_started;
}

const LullBrokenRule lull_pairwise_done_at_start = {
  .algorithm = &lull_pairwise,
  .name = "pairwise-done-at-start",
  .summary = "pairwise, a message done as soon as its handler starts",
  .leave_out = leave_out,
};
