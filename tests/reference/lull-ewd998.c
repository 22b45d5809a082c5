/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Safra's termination detection on a ring with asynchronous messages.
 *
 * Edsger W. Dijkstra, "Shmuel Safra's version of termination detection", EWD998, 1987, as
 * specified in TLA+ by the module EWD998 of the TLA+ examples. Messages may overtake one
 * another and are not lost.
 *
 *   Rule 0  A node's counter goes up by one when it sends a message and down when it
 * receives one. Rule 1  Node 0 initiates a probe by sending the token with q = 0 to node
 * N-1. Rule 2  Node i > 0 keeps the token while it is active; when passive, it adds its
 * counter to q and passes the token to node i-1. Rule 3  Receiving a message turns the
 * receiver black. Rule 4  A black node passes a black token; a white one leaves the
 * token's color as it is. Rule 5  After a probe without success, node 0 initiates the
 * next one. Rule 6  Node 0 initiates a probe by making itself and the token white. Rule 7
 * Node i > 0 makes itself white when it passes the token.
 *
 * The state is one word:
 *
 *     62           37          22   14    11    10      5        0
 *     │ counter[4…0] │ pending[4…0] │ q │ pos │ token │ color │ active │
 *          5 bits         3 bits      8    3     1       1        1      (bits a field)
 *
 * Counters and pending numbers are stored so that their first forbidden value, the bound
 * plus one, is all ones. Adding one to all of them at once then carries out of a field
 * exactly where one is past the bound. The other ends have room: a counter is never below
 * -(N-1)·bound, because all counters together are the number of pending messages, which
 * is not negative; and q, a sum of N-1 counters, is between -(N-1)²·bound and
 * (N-1)·bound, so the limit of N·bound on q is never met.
 */
#include "lull-reference-bits.h"
#include "lull-reference-models.h"
#include "lull-reference-ring.h"

enum
{
  ACTIVE = 0,
  COLOR = 5,
  TOKEN_COLOR = 10,
  TOKEN_POSITION = 11,
  TOKEN_Q = 14,
  PENDING = 22,
  PENDING_BITS = 3,
  COUNTER = 37,
  COUNTER_BITS = 5,

  NODES_MAX = LULL_EWD998_NODES_MAX,
  Q_ZERO = 128 /* how q = 0 is stored */
};

#define ONE G_GUINT64_CONSTANT (1)
#define PENDING_MASK (low_bits (NODES_MAX * PENDING_BITS) << PENDING)
#define ACTIVE_MASK (low_bits (NODES_MAX) << ACTIVE)
#define COLOR_MASK (low_bits (NODES_MAX) << COLOR)
#define TOKEN_MASK ((ONE << TOKEN_COLOR) | (G_GUINT64_CONSTANT (0x7ff) << TOKEN_POSITION))

G_STATIC_ASSERT (PENDING + NODES_MAX * PENDING_BITS == COUNTER);
G_STATIC_ASSERT (COUNTER + NODES_MAX * COUNTER_BITS < 64);

typedef enum
{
  INITIATE_PROBE = LULL_REFERENCE_INITIATE_PROBE,
  PASS_TOKEN = LULL_REFERENCE_PASS_TOKEN,
  SEND_MSG,
  RECV_MSG,
  DEACTIVATE
} Kind;

static const char *const KINDS[] = { "InitiateProbe", "PassToken",  "SendMsg",
                                     "RecvMsg",       "Deactivate", NULL };

/* An action's argument is the place of its step in the table: row, then column, eight to
 * a row. The rows of the senders come first, with the receivers as columns; then a row
 * for each other kind. */
enum
{
  COLUMNS = 8,
  ROW_RECV_MSG = NODES_MAX,
  ROW_DEACTIVATE,
  ROW_TOKEN, /* column 0: InitiateProbe; others: PassToken */
  ROWS
};

typedef struct
{
  WordStep word;
  guint64 counter; /* PassToken: ones as many as a counter has bits, to be added to q;
                      else 0 */
  guint64
      stain; /* PassToken: 1 where the color of the node goes over to the token; else 0 */
  guint shift_counter, shift_color; /* where to find the two */
} Step;

typedef struct
{
  LullModel model;
  guint nodes;
  gboolean quiet;
  guint64 idle; /* all passive and white, all counters, pending numbers and q zero */
  guint64 lowest_bits; /* the lowest bit of each counter and each pending number */
  guint64
      carry_bits; /* the bits right above them, where a value past its bound carries to */
  guint64 passes_anyway; /* bit i: node i passes the token even when active */
  guint conclusive; /* the sum of the two fields of q and counter[0] when q + counter[0] =
                       0 */
  guint balance;    /* pending fields minus counter fields, all in sum, when P0 holds */
  guint counter_zero; /* how counter = 0 is stored */
  guint pending_zero; /* how pending = 0 is stored */
  LullAction probe, pass[NODES_MAX], recv[NODES_MAX], deactivate[NODES_MAX];
  LullAction send[NODES_MAX][NODES_MAX - 1];
  Step steps[ROWS * COLUMNS];
} Ewd998;

static inline guint
token_position (guint64 word)
{
  return (guint) (word >> TOKEN_POSITION) & 7U;
}

static inline guint
token_q_field (guint64 word)
{
  return (guint) (word >> TOKEN_Q) & 0xffU;
}

static inline guint
counter_field (guint64 word, guint node)
{
  return (guint) (word >> (COUNTER + node * COUNTER_BITS)) & 31U;
}

/* The sum of up to five fields of three bits each, and of five bits each: every other
 * field is added to its neighbour, which leaves three wide ones. */
static inline guint
sum_of_threes (guint fields)
{
  guint pairs = (fields & 070707U) + (fields >> 3 & 070707U);

  return (pairs + (pairs >> 6) + (pairs >> 12)) & 63U;
}

static inline guint
sum_of_fives (guint fields)
{
  guint pairs = (fields & 0x1f07c1fU) + (fields >> 5 & 0x1f07c1fU);

  return (pairs + (pairs >> 10) + (pairs >> 20)) & 1023U;
}

static inline guint
counter_fields (guint64 word)
{
  return (guint) (word >> COUNTER & low_bits (NODES_MAX * COUNTER_BITS));
}

/* The lowest bits of those pending numbers that are not zero. */
static inline guint64
pending_nodes (const Ewd998 *self, guint64 word)
{
  guint64 differs = (word ^ self->idle) & PENDING_MASK;

  return (differs | differs >> 1 | differs >> 2) & self->lowest_bits;
}

static void
initial (const LullModel *model, guint64 index, guint8 *state)
{
  const Ewd998 *self = (const Ewd998 *) model;
  guint64 all = low_bits (self->nodes);
  guint64 word = self->idle | (ONE << TOKEN_COLOR);

  if (!self->quiet)
    {
      word |= (index & all) << ACTIVE;
      index >>= self->nodes;
    }
  word |= (index & all) << COLOR;
  word |= (index >> self->nodes) << TOKEN_POSITION;
  store_word (state, word);
}

/* Writes each action of the node and lets the next one overwrite it unless it is enabled:
 * no branch depends on the state. */
static inline LullAction *
node_actions (
    const Ewd998 *self, guint64 word, guint64 pending, guint node, LullAction *out)
{
  guint active = bit_at (word, ACTIVE + node);

  memcpy (out, self->send[node], sizeof self->send[node]);
  out += (0U - active) & (self->nodes - 1);
  *out = self->deactivate[node];
  out += active;
  *out = self->recv[node];
  out += bit_at (pending, PENDING + node * PENDING_BITS);
  return out;
}

static guint
actions (const LullModel *model, const guint8 *state, LullAction *out)
{
  const Ewd998 *self = (const Ewd998 *) model;
  const LullAction *first = out;
  guint64 word = load_word (state);
  guint64 pending = pending_nodes (self, word);
  guint position = token_position (word);
  guint at_zero = position == 0;

  /* InitiateProbe, once per reason why the last probe was without success. */
  *out = self->probe;
  out += at_zero & bit_at (word, TOKEN_COLOR);
  *out = self->probe;
  out += at_zero & bit_at (word, COLOR);
  *out = self->probe;
  out += at_zero & (token_q_field (word) + counter_field (word, 0) > self->conclusive);
  *out = self->pass[position];
  out += (at_zero ^ 1U) & bit_at (~word | self->passes_anyway, ACTIVE + position);
  for (guint node = 0; node < self->nodes; node++)
    out = node_actions (self, word, pending, node, out);
  return (guint) (out - first);
}

static void
apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  const Ewd998 *self = (const Ewd998 *) model;
  const Step *step = &self->steps[lull_action_argument (action)];
  guint64 word = load_word (state);
  guint64 q = (word >> step->shift_counter) & step->counter;
  guint64 black = (word >> step->shift_color) & step->stain;

  store_word (next, (word_step_apply (&step->word, word) + (q << TOKEN_Q)) |
                        black << TOKEN_COLOR);
}

static gboolean
within (const LullModel *model, const guint8 *state)
{
  const Ewd998 *self = (const Ewd998 *) model;
  guint64 word = load_word (state);
  guint64 carries = (word + self->lowest_bits) ^ word ^ self->lowest_bits;

  return (carries & self->carry_bits) == 0;
}

static gboolean
is_detected (const LullModel *model, const guint8 *state)
{
  const Ewd998 *self = (const Ewd998 *) model;
  guint64 word = load_word (state);
  guint64 must_be_zero = (G_GUINT64_CONSTANT (7) << TOKEN_POSITION) |
                         (ONE << TOKEN_COLOR) | (ONE << COLOR) | (ONE << ACTIVE);

  return (word & must_be_zero) == 0 &&
         token_q_field (word) + counter_field (word, 0) == self->conclusive;
}

static gboolean
is_detection_safe (const LullModel *model, const guint8 *state)
{
  const Ewd998 *self = (const Ewd998 *) model;
  gboolean terminated =
      ((load_word (state) ^ self->idle) & (ACTIVE_MASK | PENDING_MASK)) == 0;

  return terminated || !is_detected (model, state);
}

/* P0: the number of pending messages is the sum of all counters. */
static gboolean
holds_p0 (const LullModel *model, const guint8 *state)
{
  const Ewd998 *self = (const Ewd998 *) model;
  guint64 word = load_word (state);
  guint pending = sum_of_threes ((guint) ((word & PENDING_MASK) >> PENDING));
  guint counters = sum_of_fives (counter_fields (word));

  return pending - counters == self->balance;
}

/* P1: the nodes above the token are passive, and the sum of their counters is q.
 * P2: the sum of the counters at or below the token, plus q, is above 0.
 * P3: a node at or below the token is black.
 * P4: the token is black. */
static gboolean
holds_p1_to_p4 (const LullModel *model, const guint8 *state)
{
  const Ewd998 *self = (const Ewd998 *) model;
  guint64 word = load_word (state);
  guint position = token_position (word);
  guint64 at_or_below = low_bits (position + 1);
  guint all = counter_fields (word);
  guint low = all & (guint) low_bits ((position + 1) * COUNTER_BITS);
  gint q = (gint) token_q_field (word) - Q_ZERO;
  gint above, below;

  if ((word & (at_or_below << COLOR | ONE << TOKEN_COLOR)) != 0)
    return TRUE;
  below = (gint) (sum_of_fives (low) - (position + 1) * self->counter_zero);
  above = (gint) (sum_of_fives (all ^ low) -
                  (self->nodes - position - 1) * self->counter_zero);
  return below + q > 0 || ((word & ACTIVE_MASK & ~at_or_below) == 0 && above == q);
}

static void
describe (const LullModel *model, const guint8 *state, LullAction action, GString *text)
{
  guint row = lull_action_argument (action) / COLUMNS;
  guint column = lull_action_argument (action) % COLUMNS;

  (void) model;
  (void) state;
  switch ((Kind) lull_action_kind (action))
    {
    case INITIATE_PROBE:
      g_string_append (text, "node 0 initiates a probe");
      break;
    case PASS_TOKEN:
      g_string_append_printf (text, "node %u passes the token to node %u", column,
                              column - 1);
      break;
    case SEND_MSG:
      g_string_append_printf (text, "node %u sends a message to node %u", row, column);
      break;
    case RECV_MSG:
      g_string_append_printf (text, "node %u receives a message and becomes active",
                              column);
      break;
    case DEACTIVATE:
      g_string_append_printf (text, "node %u becomes passive", column);
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature",
    "when node 0 detects termination, all nodes are passive and nothing is pending",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
  { "P0", "P0: the number of pending messages is the sum of the counters",
    LULL_PROPERTY_ALWAYS, holds_p0 },
  { "P1-P4", "one of Safra's P1, P2, P3 and P4 holds", LULL_PROPERTY_ALWAYS,
    holds_p1_to_p4 },
};

static const LullProperty PROPERTIES_QUIET[] = {
  { "premature",
    "when node 0 detects termination, all nodes are passive and nothing is pending",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
  { "livelock", "when the computation has terminated, node 0 comes to detect it",
    LULL_PROPERTY_EVENTUALLY, is_detected },
};

static LullAction
add_step (Ewd998 *self, Kind kind, guint row, guint column, const Step *step)
{
  self->steps[row * COLUMNS + column] = *step;
  return lull_action (kind, row * COLUMNS + column);
}

static guint64
color_unless (guint node, gboolean mistaken)
{
  return mistaken ? 0 : ONE << (COLOR + node);
}

static void
add_token_steps (Ewd998 *self, LullEwd998Mistake mistake)
{
  gboolean never_whitens = mistake == LULL_EWD998_NEVER_WHITENS;
  Step step = { 0 };

  /* Rules 1, 5, 6: the token starts anew. */
  step.word.keep = ~(TOKEN_MASK | color_unless (0, never_whitens));
  step.word.set = (guint64) (self->nodes - 1) << TOKEN_POSITION | (guint64) Q_ZERO
                                                                      << TOKEN_Q;
  self->probe = add_step (self, INITIATE_PROBE, ROW_TOKEN, 0, &step);
  for (guint node = 1; node < self->nodes; node++)
    {
      step.word.set = 0;
      /* Rule 7: the node whitens. */
      step.word.keep = ~color_unless (node, never_whitens);
      /* Rule 2: on to the next node, with the counter added. */
      step.word.add = 0U - (ONE << TOKEN_POSITION);
      if (mistake != LULL_EWD998_COUNTERS_NOT_ACCUMULATED)
        {
          step.word.add -= (guint64) self->counter_zero << TOKEN_Q;
          step.counter = low_bits (COUNTER_BITS);
          step.shift_counter = COUNTER + node * COUNTER_BITS;
        }
      /* Rule 4: a black node stains the token. */
      step.stain = mistake != LULL_EWD998_BLACK_DOES_NOT_STAIN;
      step.shift_color = COLOR + node;
      self->pass[node] = add_step (self, PASS_TOKEN, ROW_TOKEN, node, &step);
    }
}

static void
add_message_steps (Ewd998 *self, guint node, LullEwd998Mistake mistake)
{
  guint64 active = ONE << (ACTIVE + node);
  guint64 pending = ONE << (PENDING + node * PENDING_BITS);
  guint64 counter = ONE << (COUNTER + node * COUNTER_BITS);
  LullAction *send = self->send[node];
  Step step = { .word.keep = G_MAXUINT64 };

  /* Rule 0. Sending does not blacken, as it does in EWD840. */
  for (guint to = 0; to < self->nodes; to++)
    if (to != node)
      {
        step.word.add = counter + (ONE << (PENDING + to * PENDING_BITS));
        *send++ = add_step (self, SEND_MSG, node, to, &step);
      }
  /* Rules 0 and 3. */
  step.word.add = 0U - counter - pending;
  step.word.set =
      active | color_unless (node, mistake == LULL_EWD998_RECEIVE_KEEPS_COLOR);
  self->recv[node] = add_step (self, RECV_MSG, ROW_RECV_MSG, node, &step);
  step.word = (WordStep){ .keep = ~active };
  self->deactivate[node] = add_step (self, DEACTIVATE, ROW_DEACTIVATE, node, &step);
}

static void
lay_out_fields (Ewd998 *self, guint bound)
{
  self->counter_zero = (guint) low_bits (COUNTER_BITS) - 1 - bound;
  self->pending_zero = (guint) low_bits (PENDING_BITS) - 1 - bound;
  self->conclusive = Q_ZERO + self->counter_zero;
  self->balance = self->nodes * (self->pending_zero - self->counter_zero);
  self->idle = (guint64) Q_ZERO << TOKEN_Q;
  for (guint node = 0; node < self->nodes; node++)
    {
      guint pending = PENDING + node * PENDING_BITS;
      guint counter = COUNTER + node * COUNTER_BITS;

      self->idle |= (guint64) self->pending_zero << pending | (guint64) self->counter_zero
                                                                  << counter;
      self->lowest_bits |= ONE << pending | ONE << counter;
      self->carry_bits |=
          ONE << (pending + PENDING_BITS) | ONE << (counter + COUNTER_BITS);
    }
}

static Ewd998 *
ewd998_new (guint nodes, guint bound, LullEwd998Mistake mistake)
{
  Ewd998 *self = g_new0 (Ewd998, 1);

  g_assert (nodes >= 2 && nodes <= LULL_EWD998_NODES_MAX);
  g_assert (bound >= 1 && bound <= LULL_EWD998_BOUND_MAX);
  self->nodes = nodes;
  lay_out_fields (self, bound);
  if (mistake == LULL_EWD998_ACTIVE_PASSES_TOKEN)
    self->passes_anyway = ACTIVE_MASK;
  add_token_steps (self, mistake);
  for (guint node = 0; node < nodes; node++)
    add_message_steps (self, node, mistake);
  self->model = (LullModel){
    .name = "ewd998",
    .state_size = sizeof (guint64),
    .initial_count = nodes * (ONE << (2 * nodes)),
    .actions_max = 4 + nodes * (nodes + 1) + NODES_MAX,
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = mistake == LULL_EWD998_CORRECT ? G_N_ELEMENTS (PROPERTIES) : 1,
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .within = within,
    .constraint_is_scope = TRUE,
    .may_stop = is_detected,
    .fairness = lull_reference_fair_probe,
    .fairness_count = 1,
    .describe = describe,
  };
  return self;
}

LullModel *
lull_ewd998_new (guint nodes, guint bound, LullEwd998Mistake mistake)
{
  return &ewd998_new (nodes, bound, mistake)->model;
}

LullModel *
lull_ewd998_quiet_new (guint nodes, LullEwd998Mistake mistake)
{
  Ewd998 *self = ewd998_new (nodes, 1, mistake);

  self->quiet = TRUE;
  self->model.initial_count = nodes * (ONE << nodes);
  self->model.properties = PROPERTIES_QUIET;
  self->model.property_count = G_N_ELEMENTS (PROPERTIES_QUIET);
  return &self->model;
}
