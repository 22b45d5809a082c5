/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active calls without A2: who has no active call goes on to take its lock while another
 * still waits for an answer. Where the handler that would answer waits for that lock,
 * nobody goes on. The same as active-calls with the option barrier set to no.
 */
#include "lull-broken.h"

extern const LullProtocol lull_active_calls;

/* Whoever comes to the barrier steps past it. */
static void
leave_out (LullBroken *self)
{
  LullStep *enter = lull_broken_step (self, "barrier");

  enter->run = lull_broken_step (self, "past the barrier")->run;
}

const LullBrokenRule lull_active_calls_no_barrier = {
  .algorithm = &lull_active_calls,
  .name = "active-calls-no-barrier",
  .summary = "active-calls, nobody waits for the others before taking the lock",
  .leave_out = leave_out,
};
