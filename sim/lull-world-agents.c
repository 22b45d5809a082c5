/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whose step an action is, and which steps commute. Agents are the messages, each with
 * its handler or callback, and behind them the workers, each with its main program and
 * then its join. Steps at different workers commute: they meet on the wire, where one
 * adds what the other cannot take yet, and in rounds, where contributions are combined in
 * any order and results are only read. So do steps that nobody looks at, at any worker.
 * `docs/reductions.md` has the proof.
 */
#include "lull-world-private.h"

/** Agents are bits of a word. */
#define AGENTS_MAX 64U

/** Whose step an action is, and at which worker. */
typedef struct
{
  guint agent, worker;
} Doer;

static inline Doer
doer_of (const LullWorld *self, LullOp op, guint argument)
{
  const LullMessage *message;

  if (op == OP_STEP)
    return (Doer){ self->message_count + argument, argument };
  message = &self->messages[argument].m;
  switch (op)
    {
    case OP_MAIN_SEND:
      return (Doer){ self->message_count + message->source, message->source };
    case OP_NESTED_SEND:
      return (Doer){ message->parent, message->source };
    case OP_TRANSMIT:
      return (Doer){ argument, message->source };
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_FINISH:
      return (Doer){ argument, message->target };
    case OP_STEP:
    case OP_MAIN_END:
    case OP_CONTROL:
    case OP_PART:
    case OP_COUNT:
    default:
      g_assert_not_reached ();
    }
}

static void
agents (const LullModel *model,
        const guint8 *state,
        const LullAction *actions,
        guint count,
        guint8 *agents_of,
        guint64 *commuting)
{
  const LullWorld *self = (const LullWorld *) model;
  guint64 at_worker[LULL_WORKERS_MAX];
  guint8 workers[AGENTS_MAX];
  guint64 unseen = 0;

  memset (at_worker, 0, self->workers * sizeof *at_worker);
  for (guint i = 0; i < count; i++)
    {
      LullOp op = (LullOp) self->op_of[lull_action_kind (actions[i])];
      Doer doer = doer_of (self, op, lull_action_argument (actions[i]));
      guint64 agent = G_GUINT64_CONSTANT (1) << doer.agent;

      agents_of[i] = (guint8) doer.agent;
      workers[i] = (guint8) doer.worker;
      at_worker[doer.worker] |= agent;
      if (op != OP_STEP && lull_world_is_unseen (self, state, actions[i]))
        unseen |= agent;
    }
  for (guint i = 0; i < count; i++)
    commuting[i] =
        (unseen >> agents_of[i] & 1) != 0 ? G_MAXUINT64 : ~at_worker[workers[i]] | unseen;
}

/* A step that another worker's contribution enables must not be taken for one that was
 * there before. */
static gboolean
has_one_step_a_place (const LullWorld *self)
{
  for (guint place = 0; place < self->place_count; place++)
    if (self->places[place].count > 1)
      return FALSE;
  return TRUE;
}

void
lull_world_prepare_agents (LullWorld *self)
{
  if (self->part_count == 0 && !self->any && self->steps_local &&
      has_one_step_a_place (self) && self->message_count + self->workers <= AGENTS_MAX)
    self->model.agents = agents;
}
