/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters without P3: sent is read in one step and done in a later one. A
 * handler that finishes in between counts as done, and what it sent counts nowhere. The
 * same as pairwise with the option snapshot set to sent-done.
 */
#include "lull-broken.h"

extern const LullProtocol lull_pairwise;

/* The two steps of sent-done take the place of the one of the default. */
static void
leave_out (LullBroken *self)
{
  LullStep *both = lull_broken_step (self, "contribute");
  LullStep *sent = lull_broken_step (self, "read sent");
  LullStep *done = lull_broken_step (self, "read done and contribute");

  done->exists = both->exists;
  both->exists = sent->exists;
  sent->exists = done->exists;
}

const LullBrokenRule lull_pairwise_sent_first = {
  .algorithm = &lull_pairwise,
  .name = "pairwise-sent-first",
  .summary = "pairwise, sent read before done",
  .leave_out = leave_out,
};
