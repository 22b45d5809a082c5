/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weight throwing: whatever is active or on its way holds a part of a weight of 1.
 *
 * Shing-Tsaan Huang, "Detecting termination of distributed computations by external
 * agents", ICDCS 1989, as specified in TLA+ by the module Huang of the TLA+ examples.
 * Messages may overtake one another and are not lost. Process 0 is the leader.
 *
 *   SendMsg  An active process halves its weight and sends one half to any process,
 * itself included. RcvMsg   A process other than the leader takes any message: it becomes
 * active, with more weight. RcvLdr   The leader takes any message: it has more weight and
 * does not become active. Idle     A process other than the leader becomes passive and
 * sends all of its weight to the leader. IdleLdr  The leader becomes passive.
 *
 * Weights are sixteenths: those of stored states are eighths, and one step beyond is a
 * sixteenth. The leader is never without weight, so every message weighs 1 to 15
 * sixteenths, a hexadecimal digit, and no more than eight are on their way. A queue is a
 * word of such digits, the oldest lowest:
 *
 *     words 0 … 4: the queue of each process     word 5: │ active[4…0] │ weight[4…0] │
 *                                                   bits        5          5 each
 */
#include "lull-reference-bits.h"
#include "lull-reference-models.h"

enum
{
  NODES_MAX = LULL_HUANG_NODES_MAX,
  WEIGHT_BITS = 5,
  ACTIVE = NODES_MAX * WEIGHT_BITS,
  WHOLE = 16 /* sixteenths */
};

typedef enum
{
  SEND_MSG, /* argument: from + 8 · to */
  RCV_MSG,  /* argument: the process + 8 · place in its queue */
  RCV_LDR,  /* argument: 8 · place in the queue */
  IDLE,     /* argument: the process */
  IDLE_LDR
} Kind;

static const char *const KINDS[] = { "SendMsg", "RcvMsg",  "RcvLdr",
                                     "Idle",    "IdleLdr", NULL };

typedef struct
{
  guint32 queue[NODES_MAX];
  guint32 nodes;
} State;

typedef struct
{
  LullModel model;
  guint nodes;
} Huang;

static State
load_state (const guint8 *bytes)
{
  State state;

  memcpy (&state, bytes, sizeof state);
  return state;
}

static guint
weight_of (const State *state, guint node)
{
  return state->nodes >> (node * WEIGHT_BITS) & 31U;
}

static void
add_weight (State *state, guint node, guint weight)
{
  state->nodes += weight << (node * WEIGHT_BITS);
}

static void
remove_weight (State *state, guint node, guint weight)
{
  state->nodes -= weight << (node * WEIGHT_BITS);
}

/* No message weighs nothing, so the digits that are not zero are the queue. */
static guint
queue_length (guint32 queue)
{
  return queue == 0 ? 0 : g_bit_storage (queue) / 4 + (g_bit_storage (queue) % 4 != 0);
}

static void
append (State *state, guint node, guint weight)
{
  guint length = queue_length (state->queue[node]);

  g_assert (length < 8);
  state->queue[node] |= weight << (4 * length);
}

static guint
take (State *state, guint node, guint place)
{
  guint32 queue = state->queue[node];
  guint32 older = queue & ((1U << (4 * place)) - 1);

  /* Two shifts, because one by all 32 bits is not defined. */
  state->queue[node] = older | (queue >> (4 * place) >> 4) << (4 * place);
  return queue >> (4 * place) & 15U;
}

static void
initial (const LullModel *model, guint64 index, guint8 *bytes)
{
  State state = { .nodes = 1U << ACTIVE | WHOLE };

  (void) model;
  (void) index;
  memcpy (bytes, &state, sizeof state);
}

static guint
node_actions (const Huang *self, const State *state, guint node, LullAction *out)
{
  guint count = 0;

  for (guint place = queue_length (state->queue[node]); place > 0; place--)
    out[count++] = lull_action (node == 0 ? RCV_LDR : RCV_MSG, node + 8 * (place - 1));
  if (bit_at (state->nodes, ACTIVE + node) == 0)
    return count;
  out[count++] = lull_action (node == 0 ? IDLE_LDR : IDLE, node);
  for (guint to = 0; to < self->nodes; to++)
    out[count++] = lull_action (SEND_MSG, node + 8 * to);
  return count;
}

static guint
actions (const LullModel *model, const guint8 *bytes, LullAction *out)
{
  const Huang *self = (const Huang *) model;
  State state = load_state (bytes);
  guint count = 0;

  for (guint node = 0; node < self->nodes; node++)
    count += node_actions (self, &state, node, out + count);
  return count;
}

static void
apply (const LullModel *model, const guint8 *bytes, LullAction action, guint8 *next)
{
  guint node = lull_action_argument (action) & 7U;
  guint argument = lull_action_argument (action) >> 3;
  State state = load_state (bytes);
  guint weight = weight_of (&state, node);

  (void) model;
  switch ((Kind) lull_action_kind (action))
    {
    case SEND_MSG:
      remove_weight (&state, node, weight / 2);
      append (&state, argument, weight / 2);
      break;
    case RCV_MSG:
      add_weight (&state, node, take (&state, node, argument));
      state.nodes |= 1U << (ACTIVE + node);
      break;
    case RCV_LDR:
      add_weight (&state, 0, take (&state, 0, argument));
      break;
    case IDLE:
      remove_weight (&state, node, weight);
      append (&state, 0, weight);
      state.nodes &= ~(1U << (ACTIVE + node));
      break;
    case IDLE_LDR:
      state.nodes &= ~(1U << ACTIVE);
      break;
    }
  memcpy (next, &state, sizeof state);
}

/* All weights of processes are eighths. */
static gboolean
within (const LullModel *model, const guint8 *bytes)
{
  State state = load_state (bytes);

  (void) model;
  for (guint node = 0; node < NODES_MAX; node++)
    if (weight_of (&state, node) % 2 != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_detected (const LullModel *model, const guint8 *bytes)
{
  State state = load_state (bytes);

  (void) model;
  return bit_at (state.nodes, ACTIVE) == 0 && weight_of (&state, 0) == WHOLE;
}

static gboolean
is_detection_safe (const LullModel *model, const guint8 *bytes)
{
  State state = load_state (bytes);
  guint32 left = state.nodes >> ACTIVE;

  for (guint node = 0; node < NODES_MAX; node++)
    left |= state.queue[node];
  return left == 0 || !is_detected (model, bytes);
}

static gboolean
is_weight_kept (const LullModel *model, const guint8 *bytes)
{
  State state = load_state (bytes);
  guint sum = 0;

  (void) model;
  for (guint node = 0; node < NODES_MAX; node++)
    {
      sum += weight_of (&state, node);
      for (guint32 queue = state.queue[node]; queue != 0; queue >>= 4)
        sum += queue & 15U;
    }
  return sum == WHOLE;
}

static void
describe (const LullModel *model, const guint8 *bytes, LullAction action, GString *text)
{
  guint node = lull_action_argument (action) & 7U;
  guint argument = lull_action_argument (action) >> 3;

  (void) model;
  (void) bytes;
  switch ((Kind) lull_action_kind (action))
    {
    case SEND_MSG:
      g_string_append_printf (text, "process %u sends half of its weight to process %u",
                              node, argument);
      break;
    case RCV_MSG:
      g_string_append_printf (
          text, "process %u takes message %u of its queue and becomes active", node,
          argument);
      break;
    case RCV_LDR:
      g_string_append_printf (text, "the leader takes message %u of its queue", argument);
      break;
    case IDLE:
      g_string_append_printf (text, "process %u becomes passive and returns its weight",
                              node);
      break;
    case IDLE_LDR:
      g_string_append (text, "the leader becomes passive");
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature",
    "when the leader is passive with weight 1, all are passive and nothing is in flight",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
  { "weight", "all weights, of processes and messages, sum to 1", LULL_PROPERTY_ALWAYS,
    is_weight_kept },
};

LullModel *
lull_huang_new (guint nodes)
{
  Huang *self = g_new0 (Huang, 1);

  g_assert (nodes >= 2 && nodes <= LULL_HUANG_NODES_MAX);
  self->nodes = nodes;
  self->model = (LullModel){
    .name = "huang",
    .state_size = sizeof (State),
    .initial_count = 1,
    .actions_max = nodes * (nodes + 9),
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = G_N_ELEMENTS (PROPERTIES),
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .within = within,
    .constraint_is_scope = TRUE,
    .may_stop = is_detected,
    .describe = describe,
  };
  return &self->model;
}
