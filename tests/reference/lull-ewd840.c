/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Termination detection on a ring with synchronous messages: a message is sent and
 * received in one step.
 *
 * Edsger W. Dijkstra, W. H. J. Feijen and A. J. M. van Gasteren, "Derivation of a
 * termination detection algorithm for distributed computations", EWD840, Information
 * Processing Letters 16 (1983), as specified in TLA+ by the module EWD840 of the TLA+
 * examples.
 *
 *   Rule 0  Node i > 0 keeps the token while it is active; when passive, it passes it to
 * node i-1. (The specification lets a node pass the token early where the probe has
 * failed already: when the node or the token is black.) Rule 1  A node that sends a
 * message to a node with a higher number makes itself black. Rule 2  A black node passes
 * a black token; a white one leaves the token's color as it is. Rule 3  After a probe
 * without success, node 0 initiates the next one. Rule 4  Node 0 initiates a probe by
 * making itself white and sending a white token to node N-1. Rule 5  Node i > 0 makes
 * itself white when it passes the token.
 *
 * The state is one word:
 *
 *     │ token position │ token color │ color[11…0] │ active[11…0] │
 *             4               1            12             12        (bits)
 */
#include "lull-reference-bits.h"
#include "lull-reference-models.h"
#include "lull-reference-ring.h"

enum
{
  NODES_MAX = LULL_EWD840_NODES_MAX,
  ACTIVE = 0,
  COLOR = NODES_MAX,
  TOKEN_COLOR = COLOR + NODES_MAX,
  TOKEN_POSITION = TOKEN_COLOR + 1,
  POSITION_BITS = 4
};

#define ONE G_GUINT64_CONSTANT (1)
#define ACTIVE_MASK (low_bits (NODES_MAX) << ACTIVE)
#define POSITION_MASK (low_bits (POSITION_BITS) << TOKEN_POSITION)

G_STATIC_ASSERT (NODES_MAX <= 1 << POSITION_BITS);
G_STATIC_ASSERT (TOKEN_POSITION + POSITION_BITS <= 32);

typedef enum
{
  INITIATE_PROBE = LULL_REFERENCE_INITIATE_PROBE,
  PASS_TOKEN = LULL_REFERENCE_PASS_TOKEN,
  SEND_MSG,
  DEACTIVATE
} Kind;

static const char *const KINDS[] = { "InitiateProbe", "PassToken", "SendMsg",
                                     "Deactivate", NULL };

/* An action's argument is the place of its step in the table: row, then column, sixteen
 * to a row. The rows of the senders come first, with the receivers as columns. */
enum
{
  COLUMNS = 16,
  ROW_DEACTIVATE = NODES_MAX,
  ROW_TOKEN, /* column 0: InitiateProbe; others: PassToken */
  ROWS
};

typedef struct
{
  WordStep word;
  guint64 stain; /* PassToken: 1, since the color of the node goes over to the token; else
                    0 */
  guint shift_color; /* where to find it */
} Step;

typedef struct
{
  LullModel model;
  guint nodes;
  gboolean quiet;
  guint64 sends_anyway;  /* bit i: node i may send when passive */
  guint64 passes_anyway; /* bit i: node i passes the token even when active */
  LullAction probe, pass[NODES_MAX], deactivate[NODES_MAX];
  LullAction send[NODES_MAX][NODES_MAX - 1];
  Step steps[ROWS * COLUMNS];
} Ewd840;

static void
initial (const LullModel *model, guint64 index, guint8 *state)
{
  const Ewd840 *self = (const Ewd840 *) model;
  guint64 all = low_bits (self->nodes);
  guint64 word = ONE << TOKEN_COLOR;

  if (!self->quiet)
    {
      word |= (index & all) << ACTIVE;
      index >>= self->nodes;
    }
  word |= (index & all) << COLOR;
  word |= (index >> self->nodes) << TOKEN_POSITION;
  store_half_word (state, word);
}

/* Each action is written, and the next one overwrites it unless it is enabled: no branch
 * depends on the state. */
static guint
actions (const LullModel *model, const guint8 *state, LullAction *out)
{
  const Ewd840 *self = (const Ewd840 *) model;
  const LullAction *first = out;
  guint64 word = load_half_word (state);
  guint64 may_send = word | self->sends_anyway;
  guint position = (guint) (word >> TOKEN_POSITION);
  guint at_zero = position == 0;
  guint token_black = bit_at (word, TOKEN_COLOR);
  guint node_black = bit_at (word, COLOR + position);
  LullAction token = at_zero ? self->probe : self->pass[position];

  /* InitiateProbe for either reason why the last probe was without success; PassToken
   * also when the node is passive. */
  *out = token;
  out += token_black;
  *out = token;
  out += node_black;
  *out = token;
  out += (at_zero ^ 1U) & bit_at (~word | self->passes_anyway, ACTIVE + position);
  for (guint node = 0; node < self->nodes; node++)
    {
      memcpy (out, self->send[node], sizeof self->send[node]);
      out += (0U - bit_at (may_send, ACTIVE + node)) & (self->nodes - 1);
      *out = self->deactivate[node];
      out += bit_at (word, ACTIVE + node);
    }
  return (guint) (out - first);
}

static void
apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  const Ewd840 *self = (const Ewd840 *) model;
  const Step *step = &self->steps[lull_action_argument (action)];
  guint64 word = load_half_word (state);
  guint64 black = (word >> step->shift_color) & step->stain;

  store_half_word (next, word_step_apply (&step->word, word) | black << TOKEN_COLOR);
}

static gboolean
is_detected (const LullModel *model, const guint8 *state)
{
  guint64 must_be_zero =
      POSITION_MASK | (ONE << TOKEN_COLOR) | (ONE << COLOR) | (ONE << ACTIVE);

  (void) model;
  return (load_half_word (state) & must_be_zero) == 0;
}

static gboolean
is_detection_safe (const LullModel *model, const guint8 *state)
{
  return (load_half_word (state) & ACTIVE_MASK) == 0 || !is_detected (model, state);
}

/* P0: all nodes above the token are passive.
 * P1: a node at or below the token is black.
 * P2: the token is black. */
static gboolean
holds_p0_to_p2 (const LullModel *model, const guint8 *state)
{
  guint64 word = load_half_word (state);
  guint position = (guint) ((word & POSITION_MASK) >> TOKEN_POSITION);
  guint64 at_or_below = low_bits (position + 1);

  (void) model;
  return (word & ACTIVE_MASK & ~(at_or_below << ACTIVE)) == 0 ||
         (word & (at_or_below << COLOR | ONE << TOKEN_COLOR)) != 0;
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
      g_string_append_printf (
          text, "node %u sends a message to node %u, which becomes active", row, column);
      break;
    case DEACTIVATE:
      g_string_append_printf (text, "node %u becomes passive", column);
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature", "when node 0 detects termination, all nodes are passive",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
  { "P0-P2", "one of P0, P1 and P2 holds", LULL_PROPERTY_ALWAYS, holds_p0_to_p2 },
};

static const LullProperty PROPERTIES_QUIET[] = {
  { "premature", "when node 0 detects termination, all nodes are passive",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
  { "livelock", "when the computation has terminated, node 0 comes to detect it",
    LULL_PROPERTY_EVENTUALLY, is_detected },
};

static LullAction
add_step (Ewd840 *self, Kind kind, guint row, guint column, const Step *step)
{
  self->steps[row * COLUMNS + column] = *step;
  return lull_action (kind, row * COLUMNS + column);
}

static void
add_token_steps (Ewd840 *self, LullEwd840Mistake mistake)
{
  guint64 whitens = mistake == LULL_EWD840_NEVER_WHITENS ? 0 : ONE << COLOR;
  Step step = { 0 };

  /* Rules 3 and 4. */
  step.word.keep = ~(POSITION_MASK | ONE << TOKEN_COLOR | whitens);
  step.word.set = (guint64) (self->nodes - 1) << TOKEN_POSITION;
  self->probe = add_step (self, INITIATE_PROBE, ROW_TOKEN, 0, &step);
  for (guint node = 1; node < self->nodes; node++)
    {
      /* Rule 0: on to the next node. Rule 5: the node whitens. */
      step.word =
          (WordStep){ .keep = ~(whitens << node), .add = 0U - (ONE << TOKEN_POSITION) };
      /* Rule 2: a black node stains the token. */
      step.stain = 1;
      step.shift_color = COLOR + node;
      self->pass[node] = add_step (self, PASS_TOKEN, ROW_TOKEN, node, &step);
    }
}

/* Rule 1, or what a mistake made of it. */
static gboolean
send_blackens (guint from, guint to, LullEwd840Mistake mistake)
{
  if (mistake == LULL_EWD840_SEND_KEEPS_COLOR)
    return FALSE;
  return mistake == LULL_EWD840_SEND_BLACKENS_BACKWARDS ? to < from : to > from;
}

static void
add_node_steps (Ewd840 *self, guint node, LullEwd840Mistake mistake)
{
  LullAction *send = self->send[node];
  Step step = { .word.keep = G_MAXUINT64 };

  for (guint to = 0; to < self->nodes; to++)
    if (to != node)
      {
        step.word.set = ONE << (ACTIVE + to);
        if (send_blackens (node, to, mistake))
          step.word.set |= ONE << (COLOR + node);
        *send++ = add_step (self, SEND_MSG, node, to, &step);
      }
  step.word = (WordStep){ .keep = ~(ONE << (ACTIVE + node)) };
  self->deactivate[node] = add_step (self, DEACTIVATE, ROW_DEACTIVATE, node, &step);
}

static Ewd840 *
ewd840_new (guint nodes, LullEwd840Mistake mistake)
{
  Ewd840 *self = g_new0 (Ewd840, 1);

  g_assert (nodes >= 2 && nodes <= LULL_EWD840_NODES_MAX);
  self->nodes = nodes;
  if (mistake == LULL_EWD840_ACTIVE_PASSES_TOKEN)
    self->passes_anyway = ACTIVE_MASK;
  if (mistake == LULL_EWD840_PASSIVE_SENDS)
    self->sends_anyway = ACTIVE_MASK;
  add_token_steps (self, mistake);
  for (guint node = 0; node < nodes; node++)
    add_node_steps (self, node, mistake);
  self->model = (LullModel){
    .name = "ewd840",
    .state_size = sizeof (guint32),
    .initial_count = nodes * (ONE << (2 * nodes)),
    .actions_max = 3 + nodes * nodes + NODES_MAX,
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = mistake == LULL_EWD840_CORRECT ? G_N_ELEMENTS (PROPERTIES) : 1,
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .may_stop = is_detected,
    .fairness = lull_reference_fair_probe,
    .fairness_count = 1,
    .describe = describe,
  };
  return self;
}

LullModel *
lull_ewd840_new (guint nodes, LullEwd840Mistake mistake)
{
  return &ewd840_new (nodes, mistake)->model;
}

LullModel *
lull_ewd840_quiet_new (guint nodes, LullEwd840Mistake mistake)
{
  Ewd840 *self = ewd840_new (nodes, mistake);

  self->quiet = TRUE;
  self->model.initial_count = nodes * (ONE << nodes);
  self->model.properties = PROPERTIES_QUIET;
  self->model.property_count = G_N_ELEMENTS (PROPERTIES_QUIET);
  return &self->model;
}
