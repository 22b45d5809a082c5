/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Safra's algorithm without Rule 3: receiving a message leaves the worker's colour. A
 * message from behind the token to before it, and the count is 0 with work on its way.
 */
#include "lull-broken.h"

extern const LullProtocol lull_safra;

static void
leave_out (LullBroken *self)
{
  self->protocol.on_started = NULL;
}

const LullBrokenRule lull_safra_no_blackening = {
  .algorithm = &lull_safra,
  .name = "safra-no-blackening",
  .summary = "safra, receiving a message does not make a worker black",
  .leave_out = leave_out,
};
