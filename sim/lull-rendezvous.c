/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rendezvous: a send task ends only when the listener of its peer takes the message. What
 * that means is done where tasks and messages move; here is what it asks for. A handshake
 * that loses or doubles nothing does not go with faults of the network.
 */
#include "lull-buffers.h"
#include "lull-faults-private.h"

static const char *const steps[] = { NULL };

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->transport == LULL_TRANSPORT_RENDEZVOUS;
}

static gboolean
has_faults (const LullFaults *faults)
{
  return faults->loss > 0 || faults->send_errors > 0 || faults->duplication > 0 ||
         faults->retry != LULL_RETRY_NEVER;
}

static const char *
misfit (const LullWorldConfig *config)
{
  if (config->send_tasks == LULL_SEND_TASKS_NONE &&
      lull_pools_send_replies (config) == LULL_SEND_TASKS_NONE)
    return "a rendezvous is of a send task and a listener; let sends be tasks, or tasks "
           "in the pool";
  if (has_faults (&config->faults))
    return "a rendezvous ends when its message is taken, so that it does not go with "
           "loss, "
           "send errors, duplication and retries; let the transport be eager";
  if (lull_buffers_are_on (config))
    return "a rendezvous does not go with a buffer for sends; let the transport be eager";
  return NULL;
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  (void) config;
  world->rendezvous = TRUE;
  return NULL;
}

static const char *const switches[] = { "network.transport", NULL };

const LullPart lull_part_rendezvous = {
  .name = "rendezvous",
  .steps = steps,
  .switches = switches,
  .is_on = is_on,
  .misfit = misfit,
  .prepare = prepare,
};
