/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dijkstra and Scholten's algorithm with D2 and D3 carried out too early: when the
 * listener takes the message. What the listener holds is invisible to idle, so the worker
 * acknowledges and disengages with the message still in its hand.
 */
#include "lull-broken.h"

extern const LullProtocol lull_dijkstra_scholten;

static void
leave_out (LullBroken *self)
{
  self->protocol.on_received = lull_dijkstra_scholten.on_queued;
  self->protocol.on_queued = NULL;
}

const LullBrokenRule lull_dijkstra_scholten_receipt_in_listener = {
  .algorithm = &lull_dijkstra_scholten,
  .name = "dijkstra-scholten-receipt-in-listener",
  .summary = "dijkstra-scholten, messages acknowledged in the listener",
  .leave_out = leave_out,
};
