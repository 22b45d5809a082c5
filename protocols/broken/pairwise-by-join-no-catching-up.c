/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters by join without J2: a worker that handles a message of the next join
 * counts what it sends for the join that it has not left yet. Nobody looks at those
 * counters any more. The same as pairwise-by-join with the option counters set to
 * by-worker.
 */
#include "lull-broken.h"

extern const LullProtocol lull_pairwise_by_join;

static void
leave_out (LullBroken *self)
{
  self->protocol.on_started = NULL;
}

const LullBrokenRule lull_pairwise_by_join_no_catching_up = {
  .algorithm = &lull_pairwise_by_join,
  .name = "pairwise-by-join-no-catching-up",
  .summary = "pairwise-by-join, what is sent counted for the join that its sender is in",
  .leave_out = leave_out,
};
