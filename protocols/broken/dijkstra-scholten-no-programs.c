/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dijkstra and Scholten's algorithm without its assumption that the root has started
 * everyone: its deficit begins at 0. Worker 0 announces when it has joined and has
 * nothing under way itself, while the main programs of the others still run.
 */
#include "lull-broken.h"

extern const LullProtocol lull_dijkstra_scholten;

static void
leave_out (LullBroken *self)
{
  self->protocol.init = NULL;
}

const LullBrokenRule lull_dijkstra_scholten_no_programs = {
  .algorithm = &lull_dijkstra_scholten,
  .name = "dijkstra-scholten-no-programs",
  .summary = "dijkstra-scholten, the main programs not in the deficit of the root",
  .leave_out = leave_out,
};
