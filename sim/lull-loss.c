/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loss: the network may lose so many messages. What is lost for good takes along all that
 * it would have caused, and the future of a call whose request or answer it was is never
 * settled. Where senders retry (lull-retries.c) nothing is lost for good.
 */
#include "lull-faults-private.h"

static const char *const steps[] = { "lose", NULL };

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->faults.loss > 0;
}

static void
offer (LullOffer *offered, const LullPartSite *site)
{
  const LullWorld *world = offered->world;

  if (offered->state[site->at] == world->faults.loss)
    return;
  for (guint message = 0; message < world->message_count; message++)
    if (stage_of (world, offered->state, message) == STAGE_FLIGHT &&
        world->messages[message].m.faulty &&
        !lull_world_is_twin (world, offered->state, message))
      lull_offer_part (offered, site, 0, message);
}

static void
apply (const LullApply *self, const LullPartSite *site, guint step, guint message)
{
  (void) step;
  self->state[site->at]++;
  lull_faults_take_off_the_wire (self, message);
  if (self->world->faults.retry == LULL_RETRY_NEVER)
    lull_apply_drop (self, message);
  else
    lull_apply_set_stage (self, message, STAGE_LOST);
}

static void
say (const LullWorld *world,
     const LullPartSite *site,
     const guint16 *numbers,
     const guint8 *state,
     guint step,
     guint message,
     GString *text)
{
  (void) site;
  (void) step;
  lull_faults_say (world, numbers, state, message, "the network loses", text);
}

static const char *const switches[] = { "network.loss", NULL };

const LullPart lull_part_loss = {
  .name = "loss",
  .steps = steps,
  .is_of_the_network = TRUE,
  .is_of_messages = TRUE,
  .switches = switches,
  .is_on = is_on,
  .prepare = lull_faults_prepare,
  .size = lull_faults_size,
  .actions_max = lull_part_message_count,
  .offer = offer,
  .apply = apply,
  .worker = lull_part_sender,
  .delay = lull_faults_delay,
  .say = say,
};
