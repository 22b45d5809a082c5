/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Retries: a sender finds out, sooner or later, that a message did not arrive, keeps it
 * in a map of what is to be sent again, and sends it again, as the same message or as a
 * new one. To the protocol the same message never failed; a new one is told as a failure
 * and a new attempt. A call has one future throughout, whatever becomes of its attempts.
 */
#include "lull-faults-private.h"

enum
{
  FIND_LOSS,
  SEND_AGAIN
};

static const char *const steps[] = { "find loss", "send again", NULL };

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->faults.retry != LULL_RETRY_NEVER;
}

static void
offer (LullOffer *offered, const LullPartSite *site)
{
  const LullWorld *world = offered->world;

  for (guint message = 0; message < world->message_count; message++)
    if (lull_world_is_twin (world, offered->state, message))
      continue;
    else if (stage_of (world, offered->state, message) == STAGE_LOST)
      lull_offer_part (offered, site, FIND_LOSS, message);
    else if (stage_of (world, offered->state, message) == STAGE_RETRY)
      lull_offer_part (offered, site, SEND_AGAIN, message);
}

static void
send_again (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  guint source = source_of (world, self->state, message);

  lull_apply_keep_busy (self, source, LULL_IDLE_RETRIES, -1);
  if (world->faults.retry == LULL_RETRY_NEW)
    {
      lull_apply_send (self, message);
      return;
    }
  lull_apply_set_stage (self, message, STAGE_FLIGHT);
  lull_link_push (world, self->state, source, target_of (world, self->state, message),
                  (guint8) (message + 1));
}

static void
apply (const LullApply *self, const LullPartSite *site, guint step, guint message)
{
  (void) site;
  if (step == FIND_LOSS)
    lull_faults_keep_for_retry (self, message);
  else
    send_again (self, message);
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
  if (step == FIND_LOSS)
    {
      lull_faults_say (world, numbers, state, message, "finds out that", text);
      g_string_append (text, " is lost, and keeps it to send it again");
      return;
    }
  lull_faults_say (world, numbers, state, message, "sends", text);
  g_string_append (text, world->faults.retry == LULL_RETRY_NEW
                             ? " again, as a new message"
                             : " again");
}

/* Without loss, what is sent again failed to be sent, or was only slow. */
static gboolean
has_step (const LullWorld *world, const LullPartSite *site, guint step)
{
  (void) site;
  return step != FIND_LOSS || world->faults.loss > 0;
}

static const char *const switches[] = { "network.retry", NULL };

const LullPart lull_part_retries = {
  .name = "retries",
  .steps = steps,
  .is_of_messages = TRUE,
  .switches = switches,
  .is_on = is_on,
  .prepare = lull_faults_prepare,
  .has_step = has_step,
  .actions_max = lull_part_message_count,
  .offer = offer,
  .apply = apply,
  .worker = lull_part_sender,
  /* A sender does find out, and does send again. */
  .fairness_count = lull_part_sender_count,
  .fairness = lull_part_sender_class,
  .say = say,
};
