/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-faults-private.h"

static gboolean
some_are_marked (const LullWorld *world)
{
  for (guint i = 0; i < world->message_count; i++)
    if (world->messages[i].m.faulty)
      return TRUE;
  return FALSE;
}

/* Where the work marks no message, it marks all. */
gpointer
lull_faults_prepare (LullWorld *world, const LullWorldConfig *config)
{
  gboolean marked = some_are_marked (world);

  world->faults = config->faults;
  for (guint i = 0; i < world->message_count; i++)
    if (!marked)
      world->messages[i].m.faulty = TRUE;
  return NULL;
}

static void
remember_children (const LullApply *apply, guint parent)
{
  const LullWorldMessage *info = &apply->world->messages[parent];
  const guint8 *children = apply->world->children + info->children_at;

  for (guint i = 0; i < info->child_count; i++)
    lull_faults_remember (apply, children[i]);
}

void
lull_faults_remember (const LullApply *apply, guint message)
{
  const LullWorldMessage *info = &apply->world->messages[message];

  lull_apply_set_stage (apply, message, STAGE_UNSENT);
  lull_apply_owe (apply, message, 1);
  remember_children (apply, message);
  if (info->m.reply != LULL_NO_MESSAGE)
    lull_faults_remember (apply, info->m.reply);
}

/* The attempt is over; the next may write a tag of its own. */
static void
fail_attempt (const LullApply *apply, guint message)
{
  const LullWorld *world = apply->world;

  lull_apply_tell (apply, TOLD_FAILED, message);
  memset (apply->state + world->messages[message].tag_at, 0, world->tag_size);
}

void
lull_faults_keep_for_retry (const LullApply *apply, guint message)
{
  lull_apply_set_stage (apply, message, STAGE_RETRY);
  lull_apply_keep_busy (apply, source_of (apply->world, apply->state, message),
                        LULL_IDLE_RETRIES, 1);
  if (apply->world->faults.retry == LULL_RETRY_NEW)
    fail_attempt (apply, message);
}

void
lull_faults_take_off_the_wire (const LullApply *apply, guint message)
{
  lull_link_remove (
      apply->world, apply->state, source_of (apply->world, apply->state, message),
      target_of (apply->world, apply->state, message), (guint8) (message + 1));
}

void
lull_faults_say (const LullWorld *world,
                 const guint16 *numbers,
                 const guint8 *state,
                 guint message,
                 const char *words,
                 GString *text)
{
  g_string_append_printf (text, "%s ", words);
  lull_world_message_name (world, numbers, message, text);
  g_string_append_printf (text, " to %s",
                          world->names[target_of (world, state, message)]);
}

/* It may come to a message at any time of its way, so it takes as long as that may. */
const LullDelay *
lull_faults_delay (const LullWorld *world,
                   const LullPartSite *site,
                   const guint8 *state,
                   guint step,
                   guint argument)
{
  (void) site;
  (void) step;
  return world->link_delays != NULL
             ? &world->link_delays[source_of (world, state, argument) * world->workers +
                                   target_of (world, state, argument)]
             : &world->delay;
}

/* How many there were so far. */
guint32
lull_faults_size (const LullWorld *world, const LullPartSite *site)
{
  (void) world;
  (void) site;
  return 1;
}
