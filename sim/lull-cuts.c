/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-cuts.h"

#include "lull-world-private.h"

/* Larger states are not watched; what is offered is tried on the stack. */
#define CUTS_STATE_MAX 4096U

/* Steps of the protocol are of these kinds where they do more than the world says. */
typedef enum
{
  CUTS_COMPLETES_CONSISTENT,
  CUTS_COMPLETES_INCONSISTENT,
  CUTS_TRUSTS_CONSISTENT,
  CUTS_TRUSTS_INCONSISTENT,
  CUTS_READS_TWICE,
  CUTS_COUNT,
  CUTS_NOTHING = CUTS_COUNT
} CutsKind;

static const char *const cuts_words[CUTS_COUNT] = {
  [CUTS_COMPLETES_CONSISTENT] = "complete a round on a consistent cut",
  [CUTS_COMPLETES_INCONSISTENT] = "complete a round on an inconsistent cut",
  [CUTS_TRUSTS_CONSISTENT] = "leave join on a consistent cut",
  [CUTS_TRUSTS_INCONSISTENT] = "leave join on an inconsistent cut",
  [CUTS_READS_TWICE] = "read anew what was contributed"
};

/* Where a message lies to the snapshots of its two workers, which are the latest. */
typedef enum
{
  MARK_AFTER, /**< it was neither sent before the one nor received before the other */
  MARK_SENT,  /**< it was sent before its sender's: no orphan, whatever else */
  MARK_ORPHAN /**< it was received before its receiver's, and not sent before its
                 sender's */
} CutsMark;

/* The cut of the last complete round, until somebody has left join on it. */
typedef enum
{
  LAST_NONE,
  LAST_CONSISTENT,
  LAST_INCONSISTENT
} CutsLast;

struct LullCuts
{
  LullModel model; /**< first: the model functions cast back */
  const LullWorld *world;
  const char **kinds; /**< (owned) */
  guint own_kinds;    /**< the first of ::CutsKind; those of the world come before */
  gsize last_at;      /**< a ::CutsLast */
  gsize has_read_at;  /**< by worker: it has read something for a snapshot */
  gsize marks_at;     /**< by message, a ::CutsMark */
};

/* The argument that the world gives it in the lower eight bits, the kind above. */
LullAction
lull_cuts_get_action (const LullCuts *self, LullAction action)
{
  guint argument = lull_action_argument (action);

  return lull_action_kind (action) < self->own_kinds
             ? action
             : lull_action (argument >> 8, argument & 0xffU);
}

static LullAction
own_action (const LullCuts *self, CutsKind kind, LullAction action)
{
  return lull_action (self->own_kinds + kind,
                      lull_action_kind (action) << 8 | lull_action_argument (action));
}

static gboolean
waits_for_round (const LullWorld *world, const guint8 *state, guint worker)
{
  return (worker_peek (world, state, worker)[WORKER_FLAGS] &
          (FLAG_CONTRIBUTED | FLAG_COMPLETE)) == FLAG_CONTRIBUTED;
}

/* All that WORKER has sent and received by now lies before its snapshot. */
static void
take_snapshot (const LullCuts *self, guint8 *state, guint worker)
{
  const LullWorld *world = self->world;
  guint8 *marks = state + self->marks_at;

  for (guint i = 0; i < world->message_count; i++)
    {
      LullStage stage = stage_of (world, state, i);

      if (world->messages[i].m.source == worker && stage >= STAGE_FLIGHT)
        marks[i] = MARK_SENT;
      if (world->messages[i].m.target == worker && stage > STAGE_FLIGHT &&
          marks[i] == MARK_AFTER)
        marks[i] = MARK_ORPHAN;
    }
}

static CutsLast
judge (const LullCuts *self, const guint8 *state)
{
  return memchr (state + self->marks_at, MARK_ORPHAN, self->world->message_count) != NULL
             ? LAST_INCONSISTENT
             : LAST_CONSISTENT;
}

/* Takes a step of the world and keeps the history. What a worker contributes it has read
 * before; where the protocol does not say when, contributing is the snapshot. */
static CutsKind
take_step (const LullCuts *self, const guint8 *state, LullAction action, guint8 *next)
{
  const gsize size = self->world->model.state_size;
  guint8 last = state[self->last_at];
  LullStepLog log;
  gboolean reads;

  lull_world_apply_logged (self->world, state, action, next, &log);
  memcpy (next + size, state + size, self->model.state_size - size);
  reads = log.reading_count > 0;
  if (reads && waits_for_round (self->world, state, log.worker))
    return CUTS_READS_TWICE;
  if (reads || (log.contributed && next[self->has_read_at + log.worker] == 0))
    take_snapshot (self, next, log.worker);
  if (reads)
    next[self->has_read_at + log.worker] = 1;
  if (log.completed)
    {
      next[self->last_at] = (guint8) judge (self, next);
      return next[self->last_at] == LAST_CONSISTENT ? CUTS_COMPLETES_CONSISTENT
                                                    : CUTS_COMPLETES_INCONSISTENT;
    }
  if (log.announced == 0 || last == LAST_NONE)
    return CUTS_NOTHING;
  next[self->last_at] = LAST_NONE;
  return last == LAST_CONSISTENT ? CUTS_TRUSTS_CONSISTENT : CUTS_TRUSTS_INCONSISTENT;
}

static void
initial (const LullModel *model, guint64 index, guint8 *state)
{
  const LullCuts *self = (const LullCuts *) model;
  const gsize size = self->world->model.state_size;

  lull_world_initial (&self->world->model, index, state);
  memset (state + size, 0, model->state_size - size);
}

static guint
actions (const LullModel *model, const guint8 *state, LullAction *actions)
{
  const LullCuts *self = (const LullCuts *) model;
  guint count = lull_world_actions (&self->world->model, state, actions);
  guint64 next[CUTS_STATE_MAX / sizeof (guint64)];

  for (guint i = 0; i < count; i++)
    {
      CutsKind kind = take_step (self, state, actions[i], (guint8 *) next);

      if (kind != CUTS_NOTHING)
        actions[i] = own_action (self, kind, actions[i]);
    }
  return count;
}

static void
apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  const LullCuts *self = (const LullCuts *) model;

  (void) take_step (self, state, lull_cuts_get_action (self, action), next);
}

static gboolean
can_watch (const LullWorld *world)
{
  return !world->any && world->part_count == 0 && world->epochs == 1 &&
         world->collective_count > 0 && world->controls.max == 0;
}

static void
name_kinds (LullCuts *self)
{
  self->own_kinds = g_strv_length (self->world->kinds);
  self->kinds = g_new0 (const char *, self->own_kinds + CUTS_COUNT + 1);
  for (guint i = 0; i < self->own_kinds; i++)
    self->kinds[i] = self->world->kinds[i];
  for (guint i = 0; i < CUTS_COUNT; i++)
    self->kinds[self->own_kinds + i] = cuts_words[i];
}

LullCuts *
lull_cuts_new (const LullWorld *world)
{
  g_autoptr (LullCuts) self = g_new0 (LullCuts, 1);

  self->world = world;
  self->last_at = world->model.state_size;
  self->has_read_at = self->last_at + 1;
  self->marks_at = self->has_read_at + world->workers;
  if (!can_watch (world) || self->marks_at + world->message_count > CUTS_STATE_MAX)
    return NULL;
  name_kinds (self);
  self->model = (LullModel){ .name = world->model.name,
                             .state_size = self->marks_at + world->message_count,
                             .initial_count = world->model.initial_count,
                             .actions_max = world->model.actions_max,
                             .kinds = self->kinds,
                             .initial = initial,
                             .actions = actions,
                             .apply = apply };
  return g_steal_pointer (&self);
}

void
lull_cuts_free (LullCuts *self)
{
  if (self == NULL)
    return;
  g_free (self->kinds);
  g_free (self);
}

const LullModel *
lull_cuts_get_model (const LullCuts *self)
{
  return &self->model;
}

gboolean
lull_cuts_count (const LullCuts *self, const LullFindings *findings, LullCutCount *count)
{
  const guint64 *fired = findings->kind_fired + self->own_kinds;

  if (!findings->exhaustive || fired[CUTS_READS_TWICE] > 0)
    return FALSE;
  *count = (LullCutCount){
    .completed = fired[CUTS_COMPLETES_CONSISTENT] + fired[CUTS_COMPLETES_INCONSISTENT],
    .inconsistent = fired[CUTS_COMPLETES_INCONSISTENT],
    .trusted = fired[CUTS_TRUSTS_CONSISTENT] + fired[CUTS_TRUSTS_INCONSISTENT],
    .trusted_inconsistent = fired[CUTS_TRUSTS_INCONSISTENT],
  };
  return TRUE;
}
