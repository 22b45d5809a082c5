/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters without P1: a message counts as sent when it is put on the wire.
 * Where send() leaves that to a task, a message counts as done while what its handler
 * sent counts nowhere. The same as pairwise with the option sent set to transmitted.
 */
#include "lull-broken.h"

extern const LullProtocol lull_pairwise;

static void
leave_out (LullBroken *self)
{
  self->protocol.on_transmitted = self->protocol.on_posted;
  self->protocol.on_posted = NULL;
}

const LullBrokenRule lull_pairwise_sent_on_wire = {
  .algorithm = &lull_pairwise,
  .name = "pairwise-sent-on-wire",
  .summary = "pairwise, sent counted when a message is put on the wire",
  .leave_out = leave_out,
};
