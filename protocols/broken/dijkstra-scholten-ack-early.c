/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dijkstra and Scholten's algorithm without half of D4: the engager is acknowledged as
 * soon as the worker is passive, whatever its deficit. The tree loses a branch that is
 * not bare: the messages that the worker has under way are nobody's concern any more.
 */
#include "lull-broken.h"

extern const LullProtocol lull_dijkstra_scholten;

static void
leave_out (LullBroken *self)
{
  lull_broken_step (self, "disengage")->ready = NULL;
}

const LullBrokenRule lull_dijkstra_scholten_ack_early = {
  .algorithm = &lull_dijkstra_scholten,
  .name = "dijkstra-scholten-ack-early",
  .summary = "dijkstra-scholten, the engager acknowledged before the deficit is 0",
  .leave_out = leave_out,
};
