/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Safra's algorithm with Rule 0 carried out too early: a message counts as received when
 * the listener takes it. It is in no count then, and the worker that holds it is passive.
 * The same as safra with the option receipt set to received.
 */
#include "lull-broken.h"

extern const LullProtocol lull_safra;

static void
leave_out (LullBroken *self)
{
  self->protocol.on_received = lull_safra.on_queued;
  self->protocol.on_queued = lull_safra.on_received;
}

const LullBrokenRule lull_safra_receipt_in_listener = {
  .algorithm = &lull_safra,
  .name = "safra-receipt-in-listener",
  .summary = "safra, messages counted as received in the listener",
  .leave_out = leave_out,
};
