/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters without P3: sent is read in one step and done in a later one. A
 * handler that finishes in between counts as done, and what it sent counts nowhere. The
 * same as pairwise with the option snapshot set to sent-done.
 */
#include <string.h>

#include "lull-broken.h"

extern const LullProtocol lull_pairwise;

/* Where both were read at once, sent is read, and the step that reads done follows. */
static void
leave_out (LullBroken *self)
{
  const LullStep read_sent = *lull_broken_step (self, "read sent");

  for (LullStep *step = self->steps; step->name != NULL; step++)
    if (strcmp (step->name, "contribute") == 0)
      {
        step->name = read_sent.name;
        step->run = read_sent.run;
      }
  lull_broken_step (self, "read done and contribute")->exists = NULL;
}

const LullBrokenRule lull_pairwise_sent_first = {
  .algorithm = &lull_pairwise,
  .name = "pairwise-sent-first",
  .summary = "pairwise, sent read before done",
  .leave_out = leave_out,
};
