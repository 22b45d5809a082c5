/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What termination detection is, with asynchronous messages and without any protocol: the
 * module AsyncTerminationDetection of the TLA+ examples, which EWD998 refines.
 *
 *   Terminate  An active node becomes passive; the flag stays or becomes "all are passive
 * and nothing is pending now". SendMsg    An active node i sends a message to node j; j
 * may be i. RcvMsg     A node receives a pending message and becomes active. Detect When
 * all are passive and nothing is pending, the flag is raised.
 *
 * The state is one word of four bits a node, with the flag above:
 *
 *     32       28               3  0
 *     │ flag │ node 7 │ … │ node 0 │   node: pending number (3 bits), active (1 bit)
 *
 * With a bound of 3 a node has 8 states, and the flag is up in one state: 8^N + 1 states.
 */
#include "lull-reference-bits.h"
#include "lull-reference-models.h"

enum
{
  NODES_MAX = LULL_ASYNC_NODES_MAX,
  NODE_BITS = 4,
  FLAG = NODES_MAX * NODE_BITS
};

#define ONE G_GUINT64_CONSTANT (1)
#define ONE_MESSAGE 2U /* as it is counted in the bits of a node */

typedef enum
{
  TERMINATE,        /* argument: the node; the flag stays */
  TERMINATE_DETECT, /* argument: the node; the flag is raised with it */
  SEND_MSG,         /* argument: from · 8 + to */
  RCV_MSG,          /* argument: the node */
  DETECT
} Kind;

static const char *const KINDS[] = { "Terminate", "Terminate+detect", "SendMsg",
                                     "RcvMsg",    "Detect",           NULL };

typedef struct
{
  LullModel model;
  guint nodes;
  guint bound;
} Async;

static guint
node_bits (guint64 word, guint node)
{
  return (guint) (word >> (node * NODE_BITS)) & 15U;
}

static guint64
at_node (guint bits, guint node)
{
  return (guint64) bits << (node * NODE_BITS);
}

static void
initial (const LullModel *model, guint64 index, guint8 *state)
{
  const Async *self = (const Async *) model;
  guint64 word = 0;

  /* The one state beyond the combinations of active bits has the flag up and no bit. */
  if (index >> self->nodes != 0)
    word = ONE << FLAG;
  else
    for (guint node = 0; node < self->nodes; node++)
      word |= at_node (bit_at (index, node), node);
  store_word (state, word);
}

static guint
node_actions (const Async *self, guint64 word, guint node, LullAction *out)
{
  guint bits = node_bits (word, node);
  guint count = 0;

  if (bits >= ONE_MESSAGE)
    out[count++] = lull_action (RCV_MSG, node);
  if ((bits & 1U) == 0)
    return count;
  out[count++] = lull_action (TERMINATE, node);
  if (word == at_node (1, node))
    out[count++] = lull_action (TERMINATE_DETECT, node);
  for (guint to = 0; to < self->nodes; to++)
    out[count++] = lull_action (SEND_MSG, node * 8 + to);
  return count;
}

static guint
actions (const LullModel *model, const guint8 *state, LullAction *out)
{
  const Async *self = (const Async *) model;
  guint64 word = load_word (state);
  guint count = 0;

  if ((word & low_bits (FLAG)) == 0)
    out[count++] = lull_action (DETECT, 0);
  for (guint node = 0; node < self->nodes; node++)
    count += node_actions (self, word, node, out + count);
  return count;
}

static void
apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  guint argument = lull_action_argument (action);
  guint64 word = load_word (state);

  (void) model;
  switch ((Kind) lull_action_kind (action))
    {
    case TERMINATE:
      word &= ~at_node (1, argument);
      break;
    case SEND_MSG:
      word += at_node (ONE_MESSAGE, argument & 7U);
      break;
    case RCV_MSG:
      word = (word - at_node (ONE_MESSAGE, argument)) | at_node (1, argument);
      break;
    case TERMINATE_DETECT:
    case DETECT:
      word = ONE << FLAG;
      break;
    }
  store_word (next, word);
}

static gboolean
within (const LullModel *model, const guint8 *state)
{
  const Async *self = (const Async *) model;
  guint64 word = load_word (state);

  for (guint node = 0; node < self->nodes; node++)
    if (node_bits (word, node) / ONE_MESSAGE > self->bound)
      return FALSE;
  return TRUE;
}

/* Nodes play the same part: they are sorted by their bits. */
static void
canonical (const LullModel *model, guint8 *state, guint8 *scratch)
{
  guint64 word = load_word (state);

  (void) scratch;
  store_word (state, (word & ONE << FLAG) |
                         sorted_fields (word, ((const Async *) model)->nodes, NODE_BITS));
}

static gboolean
is_detection_safe (const LullModel *model, const guint8 *state)
{
  guint64 word = load_word (state);

  (void) model;
  return bit_at (word, FLAG) == 0 || (word & low_bits (FLAG)) == 0;
}

static void
describe (const LullModel *model, const guint8 *state, LullAction action, GString *text)
{
  guint argument = lull_action_argument (action);

  (void) model;
  (void) state;
  switch ((Kind) lull_action_kind (action))
    {
    case TERMINATE:
      g_string_append_printf (text, "node %u becomes passive", argument);
      break;
    case TERMINATE_DETECT:
      g_string_append_printf (
          text, "node %u becomes passive, and termination is detected", argument);
      break;
    case SEND_MSG:
      g_string_append_printf (text, "node %u sends a message to node %u", argument >> 3,
                              argument & 7U);
      break;
    case RCV_MSG:
      g_string_append_printf (text, "node %u receives a message and becomes active",
                              argument);
      break;
    case DETECT:
      g_string_append (text, "termination is detected");
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature",
    "when termination is detected, all nodes are passive and nothing is pending",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
};

LullModel *
lull_async_new (guint nodes, guint bound)
{
  Async *self = g_new0 (Async, 1);

  g_assert (nodes >= 1 && nodes <= LULL_ASYNC_NODES_MAX);
  g_assert (bound >= 1 && bound <= 6);
  self->nodes = nodes;
  self->bound = bound;
  self->model = (LullModel){
    .name = "async-termination-detection",
    .state_size = sizeof (guint64),
    .initial_count = (ONE << nodes) + 1,
    .actions_max = 2 + nodes * (nodes + 2),
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = G_N_ELEMENTS (PROPERTIES),
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .canonical = canonical,
    .within = within,
    .constraint_is_scope = TRUE,
    .describe = describe,
  };
  return &self->model;
}
