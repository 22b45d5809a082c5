/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters without P4: the totals are compared, not the pairs. One message that
 * was counted as sent and not as done hides behind another that was counted as done and
 * not as sent. The same as pairwise with the option compare set to sums, for rows.
 */
#include "lull-broken.h"

extern const LullProtocol lull_pairwise;

/* The contribution of a worker is what it sent to each, then what it has done from each.
 */
static guint8
totals_differ (guint workers, const gint *options G_GNUC_UNUSED, const guint8 *combined)
{
  guint sent = 0, done = 0;

  for (guint i = 0; i < 2 * workers * workers; i++)
    if (i / workers % 2 == 0)
      sent += combined[i];
    else
      done += combined[i];
  return sent != done;
}

static void
leave_out (LullBroken *self)
{
  self->collectives[0].conclude = totals_differ;
}

const LullBrokenRule lull_pairwise_sums = {
  .algorithm = &lull_pairwise,
  .name = "pairwise-sums",
  .summary = "pairwise, the totals compared instead of the pairs",
  .leave_out = leave_out,
};
