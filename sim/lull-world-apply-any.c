/* SPDX-License-Identifier: Apache-2.0 */
/* Part of what each step does to a state: in any work, the slots that messages are kept
 * in. */
#include "lull-world-private.h"

guint
lull_world_any_argument (gboolean actor_is_main, guint actor, guint target)
{
  return (actor_is_main ? 1U << 16 : 0) | (actor << 8) | target;
}

void
lull_world_any_parse (guint argument, guint *actor_is_main, guint *actor, guint *target)
{
  *actor_is_main = argument >> 16;
  *actor = (argument >> 8) & 0xffU;
  *target = argument & 0xffU;
}

/* Any work: takes the first unused slot for a message from whoever acts. */
void
lull_apply_post_any (const LullApply *self, guint argument)
{
  const LullWorld *world = self->world;
  guint is_main, actor, target, source, epoch;

  lull_world_any_parse (argument, &is_main, &actor, &target);
  source = is_main != 0 ? actor : target_of (world, self->state, actor);
  epoch = is_main != 0 ? epoch_of (world, self->state, actor)
                       : epoch_of_message (world, self->state, actor);
  for (guint slot = 0; slot < world->any_slots; slot++)
    {
      guint message = slot * world->any_slot_step;

      if (stage_of (world, self->state, message) != STAGE_UNSENT)
        continue;
      self->state[world->messages[message].source_at] = (guint8) source;
      self->state[world->messages[message].target_at] = (guint8) target;
      if (world->epochs > 1)
        self->state[world->messages[message].epoch_at] = (guint8) epoch;
      lull_apply_owe (self, message, 1);
      lull_apply_post (self, message);
      return;
    }
  g_assert_not_reached ();
}

/* Whether MESSAGE, which was sent or answers one that was, moves no more. */
static gboolean
is_over (const LullApply *self, guint message)
{
  guint request = self->world->messages[message].m.request;

  switch (stage_of (self->world, self->state, message))
    {
    case STAGE_DONE:
    case STAGE_GONE:
      return TRUE;
    case STAGE_UNSENT:
      return request != LULL_NO_MESSAGE &&
             stage_of (self->world, self->state, request) == STAGE_GONE;
    case STAGE_TASK:
    case STAGE_FLIGHT:
    case STAGE_HELD:
    case STAGE_QUEUED:
    case STAGE_RUNNING:
    case STAGE_LOST:
    case STAGE_RETRY:
    case STAGE_DEFERRED:
    default:
      return FALSE;
    }
}

/* In any work a message that is done, reply included, leaves nothing behind but its
 * used-up slot. */
void
lull_apply_clear_slot (const LullApply *self, guint message)
{
  const LullWorld *world = self->world;
  guint slot = message / world->any_slot_step;
  guint8 *bytes = self->state + world->messages_at + slot * world->any_slot_size;

  for (guint i = 0; i < world->any_slot_step; i++)
    if (!is_over (self, slot * world->any_slot_step + i))
      return;
  memset (bytes + world->any_slot_step, 0, world->any_slot_size - world->any_slot_step);
}

void
lull_apply_lose_any (const LullApply *self, guint message)
{
  lull_apply_owe (self, message, -1);
  lull_apply_set_stage (self, message, STAGE_GONE);
  lull_apply_clear_slot (self, message);
}

/* Insertion sort, the unused slots last. */
void
lull_world_sort_slots (const LullWorld *self, guint8 *state, LullStepLog *log)
{
  guint8 *slots = state + self->messages_at;
  gsize size = self->any_slot_size;
  guint8 order[LULL_MESSAGES_MAX];
  guint8 held[ANY_SLOT_MAX];

  for (guint i = 0; i < self->any_slots; i++)
    order[i] = (guint8) i;
  for (guint i = 1; i < self->any_slots; i++)
    {
      guint place = i;

      memcpy (held, slots + i * size, size);
      while (place > 0 && memcmp (slots + (place - 1) * size, held, size) < 0)
        {
          memcpy (slots + place * size, slots + (place - 1) * size, size);
          order[place] = order[place - 1];
          place--;
        }
      memcpy (slots + place * size, held, size);
      order[place] = (guint8) i;
    }
  if (log == NULL)
    return;
  for (guint i = 0; i < self->any_slots; i++)
    log->slot_now[order[i]] = (guint8) i;
}
