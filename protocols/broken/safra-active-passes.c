/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Safra's algorithm without half of Rule 2: a worker hands the token on though it is
 * active. What it sends afterwards is in no count that the token has seen.
 */
#include "lull-broken.h"

extern const LullProtocol lull_safra;

static void
leave_out (LullBroken *self)
{
  lull_broken_step (self, "pass the token")->needs = LULL_NEEDS_NOTHING;
}

const LullBrokenRule lull_safra_active_passes = {
  .algorithm = &lull_safra,
  .name = "safra-active-passes",
  .summary = "safra, an active worker hands the token on",
  .leave_out = leave_out,
};
