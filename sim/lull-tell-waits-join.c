/* SPDX-License-Identifier: Apache-2.0 */
/* What workers in join wait for: each other's contributions, their pool, their futures,
 * their lock. */
#include "lull-tell-waits.h"

#include "lull-part.h"

/* The name of the collective that WORKER has contributed to. */
static const char *
collective_of (const TellWaits *self, guint worker)
{
  const Tell *tell = self->tell;

  for (guint step = tell->steps->len; step > 0; step--)
    {
      const TellStep *told = tell_step (tell, step - 1);

      if (told->worker == worker && told->log.contributed)
        return tell->world->protocol->collectives[told->log.collective].name;
    }
  return "collective";
}

/* A part that carries rounds knows who holds them up. */
static void
wait_for_part (TellWaits *self, guint worker)
{
  const LullWorld *world = self->tell->world;
  const LullPartRounds *rounds = world->rounds->part->rounds;

  for (guint other = 0; other < world->workers; other++)
    {
      const char *reason =
          other == worker
              ? NULL
              : rounds->waits_for (world, world->rounds, self->tell->end, worker, other);

      if (reason != NULL)
        lull_tell_waits_add (self, worker, other, g_strdup (collective_of (self, worker)),
                             "%s", reason);
    }
}

/* A round waits for all who have not contributed. */
static void
wait_for_round (TellWaits *self, const LullWorld *world, guint worker)
{
  const Tell *tell = self->tell;
  guint current = world->collective_count > 1 ? tell->end[world->collective_at] - 1U : 0;
  const char *name = world->protocol->collectives[current].name;

  for (guint other = 0; other < world->workers; other++)
    {
      guint flags = worker_peek (world, tell->end, other)[WORKER_FLAGS];

      if ((flags & FLAG_CONTRIBUTED) != 0)
        continue;
      if (!lull_parts_is_awaited (world, tell->end, other))
        continue;
      if (lull_parts_is_absent (world, tell->end, other))
        lull_tell_waits_add (self, worker, other, g_strdup (name),
                             "to contribute to the %s, but it is gone", name);
      else if ((flags & FLAG_LEFT) != 0)
        lull_tell_waits_add (
            self, worker, other, g_strdup (name),
            "to contribute to the %s, but it has left %s", name,
            lull_world_join_name (world, epoch_of (world, tell->end, other)));
      else
        lull_tell_waits_add (
            self, worker, other, g_strdup (name), "to %scontribute to the %s",
            main_ended (world, tell->end, other) ? "" : "end and ", name);
    }
}

/* What idleness sees in MESSAGE at STAGE; 0 where it does not look there. */
static guint
idle_kind (const TellWaits *self, guint message, LullStage stage)
{
  if (stage == STAGE_TASK)
    return waiting_send_of (self->tell->world, message);
  if (stage == STAGE_QUEUED)
    return LULL_IDLE_QUEUE;
  if (stage == STAGE_DEFERRED)
    return LULL_IDLE_DEFERRED;
  return stage == STAGE_RUNNING ? LULL_IDLE_RUNNING : 0;
}

static gboolean
sees (const TellProtocol *self, guint message)
{
  return self->scope == 0 || self->world->messages[message].m.scope == self->scope;
}

static void
wait_for_futures (TellWaits *self, const TellProtocol *of, guint worker)
{
  for (guint call = 0; call < self->tell->world->message_count; call++)
    if (sees (of, call) && lull_tell_is_unsettled (self, call) &&
        tell_wait_told (self, call)->source == worker)
      lull_tell_wait_for_answer (self, worker, call);
}

static void
wait_for_idleness (TellWaits *self, const TellProtocol *of, guint worker)
{
  static const char *const ends[] = { [STAGE_TASK] = "to be sent",
                                      [STAGE_QUEUED] = "to be handled",
                                      [STAGE_RUNNING] = "to end",
                                      [STAGE_DEFERRED] = "to be done" };

  for (guint message = 0; message < self->tell->world->message_count; message++)
    {
      LullStage stage = tell_wait_stage (self, message);

      if (!sees (of, message) ||
          (self->tell->world->idle & idle_kind (self, message, stage)) == 0)
        continue;
      if (worker == (stage == STAGE_TASK ? tell_wait_told (self, message)->source
                                         : tell_wait_told (self, message)->target))
        lull_tell_waits_add (self, worker, tell_wait_node (self, message),
                             g_strdup ("an idle pool"), "%s", ends[stage]);
    }
  if ((self->tell->world->idle & LULL_IDLE_FUTURES) != 0)
    wait_for_futures (self, of, worker);
}

gboolean
lull_tell_waits_failed (const TellWaits *self, guint worker)
{
  const LullPartSite *site = self->tell->world->rounds;

  return site != NULL && site->part->rounds->has_failed (site, self->tell->end, worker);
}

/* What WORKER needs for the steps of the protocol at its place, or to go instead. */
static guint
collect_needs (const TellWaits *self, const LullWorld *world, guint worker)
{
  guint place = worker_peek (world, self->tell->end, worker)[WORKER_PLACE];
  guint needs = lull_parts_needs_to_go (world, self->tell->end, worker);

  if (needs != 0)
    return needs;
  for (guint i = 0; i < world->places[place].count; i++)
    needs |= world->protocol->steps[world->places[place].steps[i]].needs;
  return needs;
}

void
lull_tell_waits_add_protocol (TellWaits *self, const TellProtocol *of, guint worker)
{
  const LullWorld *world = of->world;
  const guint8 *block = worker_peek (world, self->tell->end, worker);
  guint flags = block[WORKER_FLAGS];
  guint needs = collect_needs (self, world, worker);

  if ((flags & FLAG_CONTRIBUTED) != 0 && world->rounds != NULL)
    wait_for_part (self, worker);
  else if ((flags & FLAG_CONTRIBUTED) != 0)
    wait_for_round (self, world, worker);
  else if ((needs & LULL_NEEDS_IDLE) != 0 && block[WORKER_BUSY] != 0)
    wait_for_idleness (self, of, worker);
  else if ((needs & LULL_NEEDS_NO_FUTURES) != 0 && block[WORKER_FUTURES] != 0)
    wait_for_futures (self, of, worker);
  else if ((needs & LULL_NEEDS_LOCK) != 0 && (flags & FLAG_LOCKED) != 0)
    lull_tell_wait_for_lock (self, worker, worker);
}

void
lull_tell_find_join_waits (TellWaits *self, guint worker)
{
  TellProtocol join = { .world = self->tell->world };

  if (!lull_tell_waits_failed (self, worker))
    lull_tell_waits_add_protocol (self, &join, worker);
}
