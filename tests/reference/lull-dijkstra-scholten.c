/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Termination detection for diffusing computations: acknowledgements, and a tree of those
 * engaged.
 *
 * Edsger W. Dijkstra and C. S. Scholten, "Termination detection for diffusing
 * computations", EWD687a, Information Processing Letters 11 (1980), as specified in TLA+
 * by the module EWD687a of the TLA+ examples. Messages may overtake one another and are
 * not lost. The network is fixed:
 *
 *     leader ──0──► P1 ──1──► P2 ──3──► P3
 *                   P1 ◄──2── P2
 *
 *   SendMsg  An active process sends a message along an edge: sentUnacked and msgs go up.
 *   RcvMsg   A process receives a message: rcvdUnacked goes up, it becomes active; if it
 * was neutral, the edge becomes its upEdge. SendAck  A process acknowledges a message of
 * an edge; the last one of its upEdge only when it is passive and has nothing else
 * unacknowledged. If it is neutral then, it has no upEdge. RcvAck   A process receives an
 * acknowledgement: sentUnacked goes down. Idle     A process becomes passive, or stays
 * so.
 *
 * Neutral: passive, and nothing unacknowledged, sent or received. The state is one word;
 * what belongs to an edge is a byte of it:
 *
 *     │ upEdge[3…0] │ active[3…0] │ edge 3 │ edge 2 │ edge 1 │ edge 0 │
 *            4             4          8        8        8        8         (bits)
 *     edge: │ rcvdUnacked │ sentUnacked │ acks │ msgs │, two bits each
 *
 * A bit per edge is enough for upEdge, since an edge has one target.
 */
#include "lull-reference-bits.h"
#include "lull-reference-models.h"

enum
{
  PROCESSES = 4,
  EDGES = 4,
  MSGS = 0,
  ACKS = 2,
  SENT = 4,
  RCVD = 6,
  ACTIVE = 32,
  UP = 36
};

#define ONE G_GUINT64_CONSTANT (1)
#define FIELD G_GUINT64_CONSTANT (3)

static const guint8 SOURCE[EDGES] = { 0, 1, 2, 2 };
static const guint8 TARGET[EDGES] = { 1, 2, 1, 3 };

typedef enum
{
  SEND_MSG, /* argument: the edge */
  RCV_ACK,  /* argument: the edge */
  SEND_ACK, /* argument: the edge */
  RCV_MSG,  /* argument: the edge */
  IDLE      /* argument: the process */
} Kind;

static const char *const KINDS[] = { "SendMsg", "RcvAck", "SendAck",
                                     "RcvMsg",  "Idle",   NULL };

typedef struct
{
  LullModel model;
  guint64 engaged[PROCESSES]; /* the bits that are all zero when the process is neutral */
} DijkstraScholten;

static guint64
field_unit (guint edge, guint field)
{
  return ONE << (edge * 8 + field);
}

static guint
field_at (guint64 word, guint edge, guint field)
{
  return (guint) (word >> (edge * 8 + field)) & 3U;
}

static gboolean
is_neutral (const DijkstraScholten *self, guint64 word, guint process)
{
  return (word & self->engaged[process]) == 0;
}

static void
initial (const LullModel *model, guint64 index, guint8 *state)
{
  (void) model;
  (void) index;
  store_word (state, ONE << ACTIVE);
}

/* How many branches of the guard of SendAck are true. */
static guint
ack_branches (const DijkstraScholten *self, guint64 word, guint edge)
{
  guint unacknowledged = field_at (word, edge, RCVD);
  guint64 others = self->engaged[TARGET[edge]] & ~(FIELD << (edge * 8 + RCVD));

  if (unacknowledged == 0)
    return 0;
  if (bit_at (word, UP + edge) == 0)
    return 1;
  return (guint) (unacknowledged > 1) + ((word & others) == 0);
}

static guint
edge_actions (const DijkstraScholten *self, guint64 word, guint edge, LullAction *out)
{
  guint count = 0;

  if (bit_at (word, ACTIVE + SOURCE[edge]) != 0)
    out[count++] = lull_action (SEND_MSG, edge);
  if (field_at (word, edge, ACKS) > 0)
    out[count++] = lull_action (RCV_ACK, edge);
  for (guint i = ack_branches (self, word, edge); i > 0; i--)
    out[count++] = lull_action (SEND_ACK, edge);
  if (field_at (word, edge, MSGS) > 0)
    out[count++] = lull_action (RCV_MSG, edge);
  return count;
}

static guint
actions (const LullModel *model, const guint8 *state, LullAction *out)
{
  const DijkstraScholten *self = (const DijkstraScholten *) model;
  guint64 word = load_word (state);
  guint count = 0;

  for (guint edge = 0; edge < EDGES; edge++)
    count += edge_actions (self, word, edge, out + count);
  for (guint process = 0; process < PROCESSES; process++)
    out[count++] = lull_action (IDLE, process);
  return count;
}

static void
apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  const DijkstraScholten *self = (const DijkstraScholten *) model;
  guint argument = lull_action_argument (action);
  guint64 word = load_word (state);

  switch ((Kind) lull_action_kind (action))
    {
    case SEND_MSG:
      word += field_unit (argument, SENT) + field_unit (argument, MSGS);
      break;
    case RCV_ACK:
      word -= field_unit (argument, SENT) + field_unit (argument, ACKS);
      break;
    case SEND_ACK:
      word = word - field_unit (argument, RCVD) + field_unit (argument, ACKS);
      if (is_neutral (self, word, TARGET[argument]))
        for (guint edge = 0; edge < EDGES; edge++)
          if (TARGET[edge] == TARGET[argument])
            word &= ~(ONE << (UP + edge));
      break;
    case RCV_MSG:
      if (is_neutral (self, word, TARGET[argument]))
        word |= ONE << (UP + argument);
      word = word - field_unit (argument, MSGS) + field_unit (argument, RCVD);
      word |= ONE << (ACTIVE + TARGET[argument]);
      break;
    case IDLE:
      word &= ~(ONE << (ACTIVE + argument));
      break;
    }
  store_word (next, word);
}

/* No counter of an edge has reached 3, which is both of its bits. */
static gboolean
within (const LullModel *model, const guint8 *state)
{
  guint64 word = load_word (state);

  (void) model;
  return (word & word >> 1 & G_GUINT64_CONSTANT (0x55555555)) == 0;
}

static gboolean
is_detected (const LullModel *model, const guint8 *state)
{
  return is_neutral ((const DijkstraScholten *) model, load_word (state), 0);
}

/* The leader is neutral only when all are. */
static gboolean
is_detection_safe (const LullModel *model, const guint8 *state)
{
  return (load_word (state) & low_bits (UP)) == 0 || !is_detected (model, state);
}

/* On every edge: what its source has unacknowledged is on the way, or to be acknowledged,
 * or acknowledged on the way back. */
static gboolean
are_counters_consistent (const LullModel *model, const guint8 *state)
{
  guint64 word = load_word (state);

  (void) model;
  for (guint edge = 0; edge < EDGES; edge++)
    if (field_at (word, edge, SENT) != field_at (word, edge, MSGS) +
                                           field_at (word, edge, RCVD) +
                                           field_at (word, edge, ACKS))
      return FALSE;
  return TRUE;
}

/* Those reached from the leader along upEdges are the engaged processes, the leader
 * aside. */
static gboolean
is_tree_with_root (const LullModel *model, const guint8 *state)
{
  const DijkstraScholten *self = (const DijkstraScholten *) model;
  guint64 word = load_word (state);
  guint reached = 1;

  for (guint round = 1; round < PROCESSES; round++)
    for (guint edge = 0; edge < EDGES; edge++)
      if (bit_at (word, UP + edge) != 0 && bit_at (reached, SOURCE[edge]) != 0)
        reached |= 1U << TARGET[edge];
  for (guint process = 1; process < PROCESSES; process++)
    if (is_neutral (self, word, process) == (bit_at (reached, process) != 0))
      return FALSE;
  return TRUE;
}

static void
describe (const LullModel *model, const guint8 *state, LullAction action, GString *text)
{
  static const char *const NAMES[PROCESSES] = { "the leader", "P1", "P2", "P3" };
  guint argument = lull_action_argument (action);
  const char *source = NAMES[SOURCE[argument]], *target = NAMES[TARGET[argument]];

  (void) model;
  (void) state;
  switch ((Kind) lull_action_kind (action))
    {
    case SEND_MSG:
      g_string_append_printf (text, "%s sends a message to %s", source, target);
      break;
    case RCV_ACK:
      g_string_append_printf (text, "%s receives an acknowledgement from %s", source,
                              target);
      break;
    case SEND_ACK:
      g_string_append_printf (text, "%s acknowledges a message of %s", target, source);
      break;
    case RCV_MSG:
      g_string_append_printf (text, "%s receives a message from %s", target, source);
      break;
    case IDLE:
      g_string_append_printf (text, "%s becomes passive", NAMES[argument]);
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature", "when the leader is neutral, all processes are", LULL_PROPERTY_ALWAYS,
    is_detection_safe },
  { "counters", "sentUnacked = msgs + rcvdUnacked + acks on every edge",
    LULL_PROPERTY_ALWAYS, are_counters_consistent },
  { "tree", "the upEdges are a tree of the engaged processes, rooted at the leader",
    LULL_PROPERTY_ALWAYS, is_tree_with_root },
};

LullModel *
lull_dijkstra_scholten_new (void)
{
  DijkstraScholten *self = g_new0 (DijkstraScholten, 1);

  for (guint process = 0; process < PROCESSES; process++)
    self->engaged[process] = ONE << (ACTIVE + process);
  for (guint edge = 0; edge < EDGES; edge++)
    {
      self->engaged[SOURCE[edge]] |= FIELD << (edge * 8 + SENT);
      self->engaged[TARGET[edge]] |= FIELD << (edge * 8 + RCVD);
    }
  self->model = (LullModel){
    .name = "dijkstra-scholten",
    .state_size = sizeof (guint64),
    .initial_count = 1,
    .actions_max = EDGES * 5 + PROCESSES,
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = G_N_ELEMENTS (PROPERTIES),
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .within = within,
    .constraint_is_scope = TRUE,
    .describe = describe,
  };
  return &self->model;
}
