/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Channel counting: a daemon visits the processes in any order, copies the counters of
 * each, and is done when all copies agree pairwise.
 *
 * Devendra Kumar, "A class of termination detection algorithms for distributed
 * computations", FSTTCS 1985, LNCS 206; Friedemann Mattern, "Algorithms for distributed
 * termination detection", Distributed Computing 2 (1987), section 7. Channels need not be
 * FIFO and lose nothing; the processes are a complete graph.
 *
 *   Receive(q)  Takes any message p → q in flight: r[q][p] goes up by one. In the same
 * atomic step q sends one message to each process of any set of others: s[q][k] goes up
 * for each. Visit(p)    While a process is unvisited, or two visited ones differ in
 * S[p][q] ≠ R[q][p]: the daemon copies s[p] and r[p] to S[p] and R[p], for any p. Done
 * Otherwise the daemon is done.
 *
 * At first one message is on its way from process 0 to process 1. Four words are the
 * state, each with a number for every channel; the upper bits of the first hold the rest:
 *
 *     word 0: │ done │ visited[3…0] │ total sent │ s │      word 2: S
 *        bits    1         4             8        48       word 3: R
 *     word 1: r
 *
 * The messages in flight are the difference of s and r and need no place of their own.
 */
#include "lull-reference-channels.h"
#include "lull-reference-models.h"

enum
{
  TOTAL = CHANNELS_BITS,
  VISITED = TOTAL + 8,
  DONE = VISITED + PROCESSES_MAX
};

#define ONE G_GUINT64_CONSTANT (1)

G_STATIC_ASSERT (DONE < 64);
G_STATIC_ASSERT (PROCESSES_MAX == LULL_CHANNELS_NODES_MAX);
/* The last step out of the constraint may send to all others at once. */
G_STATIC_ASSERT (LULL_CHANNEL_COUNTING_BOUND_MAX + PROCESSES_MAX - 1 < 1 << CHANNEL_BITS);

typedef enum
{
  RECEIVE, /* argument: from + 4 · to + 16 · set of processes sent to */
  VISIT,   /* argument: the process */
  FINISH
} Kind;

static const char *const KINDS[] = { "Receive", "Visit", "Done", NULL };

typedef struct
{
  guint64 sent, received, copied_sent, copied_received;
} State;

typedef struct
{
  LullModel model;
  guint nodes;
  guint bound;
  gboolean totals;
  ChannelMasks channels;
  guint64 spread[PROCESSES_MAX][1U << PROCESSES_MAX]; /* one message from p to each of a
                                                         set, and the total */
} ChannelCounting;

static inline State
load_state (const guint8 *bytes)
{
  State state;

  memcpy (&state, bytes, sizeof state);
  return state;
}

static inline guint64
counters (guint64 word)
{
  return word & low_bits (CHANNELS_BITS);
}

static inline guint
visited (const State *state)
{
  return (guint) (state->sent >> VISITED) & 15U;
}

static void
initial (const LullModel *model, guint64 index, guint8 *bytes)
{
  State state = { .sent = channel_unit (0, 1) | ONE << TOTAL };

  (void) model;
  (void) index;
  memcpy (bytes, &state, sizeof state);
}

/* Whether the daemon's copies are evidence enough. */
static gboolean
copies_agree (const ChannelCounting *self, const State *state)
{
  if (visited (state) != low_bits (self->nodes))
    return FALSE;
  if (self->totals)
    return channels_sum (state->copied_sent) == channels_sum (state->copied_received);
  return state->copied_sent == state->copied_received;
}

static guint
receive_actions (const ChannelCounting *self, guint from, guint to, LullAction *out)
{
  guint count = 0;

  for (guint set = 0; set < 1U << self->nodes; set++)
    if (bit_at (set, to) == 0)
      out[count++] = lull_action (RECEIVE, from + 4 * to + 16 * set);
  return count;
}

static guint
actions (const LullModel *model, const guint8 *bytes, LullAction *out)
{
  const ChannelCounting *self = (const ChannelCounting *) model;
  State state = load_state (bytes);
  guint64 in_flight = counters (state.sent) - state.received;
  guint count = 0;

  for (guint from = 0; in_flight != 0 && from < self->nodes; from++)
    for (guint to = 0; to < self->nodes; to++)
      if (to != from && channel_number (in_flight, from, to) > 0)
        count += receive_actions (self, from, to, out + count);
  if (bit_at (state.sent, DONE) != 0)
    return count;
  if (copies_agree (self, &state))
    out[count++] = lull_action (FINISH, 0);
  else
    for (guint process = 0; process < self->nodes; process++)
      out[count++] = lull_action (VISIT, process);
  return count;
}

static void
apply (const LullModel *model, const guint8 *bytes, LullAction action, guint8 *next)
{
  const ChannelCounting *self = (const ChannelCounting *) model;
  State state = load_state (bytes);
  guint argument = lull_action_argument (action);
  guint from = argument & 3U, to = argument >> 2 & 3U;
  guint64 out, in;

  switch ((Kind) lull_action_kind (action))
    {
    case RECEIVE:
      state.received += channel_unit (from, to);
      state.sent += self->spread[to][argument >> 4];
      break;
    case VISIT:
      out = self->channels.out[argument];
      in = self->channels.in[argument];
      state.copied_sent = (state.copied_sent & ~out) | (state.sent & out);
      state.copied_received = (state.copied_received & ~in) | (state.received & in);
      state.sent |= ONE << (VISITED + argument);
      break;
    case FINISH:
      state.sent |= ONE << DONE;
      break;
    }
  memcpy (next, &state, sizeof state);
}

static gboolean
within (const LullModel *model, const guint8 *bytes)
{
  const ChannelCounting *self = (const ChannelCounting *) model;

  return (guint) (load_word (bytes) >> TOTAL & 0xffU) <= self->bound;
}

static gboolean
is_done (const LullModel *model, const guint8 *bytes)
{
  (void) model;
  return (gboolean) bit_at (load_word (bytes), DONE);
}

static gboolean
is_detection_safe (const LullModel *model, const guint8 *bytes)
{
  State state = load_state (bytes);

  return !is_done (model, bytes) || counters (state.sent) == state.received;
}

/* For every set Q of visited processes whose copied counts agree pairwise: if a member's
 * counters have moved since its visit, some member has received more from outside of Q
 * than was copied. */
static gboolean
holds_for_set (const ChannelCounting *self, const State *state, guint set)
{
  guint64 sent = (state->sent ^ state->copied_sent);
  guint64 received = state->received ^ state->copied_received;
  guint64 inside = self->channels.inside[set];
  guint64 from_outside = self->channels.from_outside[set];
  guint64 out = 0;

  if (((state->copied_sent ^ state->copied_received) & inside) != 0)
    return TRUE;
  for (guint process = 0; process < self->nodes; process++)
    out |= bit_at (set, process) != 0 ? self->channels.out[process] : 0;
  return ((sent & out) | (received & inside)) == 0 || (received & from_outside) != 0;
}

static gboolean
holds_for_every_set (const LullModel *model, const guint8 *bytes)
{
  const ChannelCounting *self = (const ChannelCounting *) model;
  State state = load_state (bytes);

  for (guint set = 1; set < 1U << self->nodes; set++)
    if ((set & ~visited (&state)) == 0 && !holds_for_set (self, &state, set))
      return FALSE;
  return TRUE;
}

static void
describe (const LullModel *model, const guint8 *bytes, LullAction action, GString *text)
{
  const ChannelCounting *self = (const ChannelCounting *) model;
  guint argument = lull_action_argument (action);

  (void) bytes;
  switch ((Kind) lull_action_kind (action))
    {
    case RECEIVE:
      g_string_append_printf (text, "process %u receives a message from process %u",
                              argument >> 2 & 3U, argument & 3U);
      for (guint to = 0; to < self->nodes; to++)
        if (bit_at (argument >> 4, to) != 0)
          g_string_append_printf (text, ", sends one to process %u", to);
      break;
    case VISIT:
      g_string_append_printf (text, "the daemon visits process %u", argument);
      break;
    case FINISH:
      g_string_append (text, "the daemon is done");
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature", "when the daemon is done, no message is in flight", LULL_PROPERTY_ALWAYS,
    is_detection_safe },
  { "Q",
    "a set of processes that agrees pairwise has moved only if it received from outside",
    LULL_PROPERTY_ALWAYS, holds_for_every_set },
};

static void
make_spreads (ChannelCounting *self)
{
  for (guint from = 0; from < self->nodes; from++)
    for (guint set = 0; set < 1U << self->nodes; set++)
      for (guint to = 0; to < self->nodes; to++)
        if (to != from && bit_at (set, to) != 0)
          self->spread[from][set] += channel_unit (from, to) + (ONE << TOTAL);
}

LullModel *
lull_channel_counting_new (guint nodes, guint bound, LullChannelCountingMistake mistake)
{
  ChannelCounting *self = g_new0 (ChannelCounting, 1);
  guint channel_count = nodes * (nodes - 1);

  g_assert (nodes >= 2 && nodes <= LULL_CHANNELS_NODES_MAX);
  g_assert (bound >= 1 && bound <= LULL_CHANNEL_COUNTING_BOUND_MAX);
  self->nodes = nodes;
  self->bound = bound;
  self->totals = mistake == LULL_CHANNEL_COUNTING_TOTALS;
  channel_masks_init (&self->channels, nodes);
  make_spreads (self);
  self->model = (LullModel){
    .name = "channel-counting",
    .state_size = sizeof (State),
    .initial_count = 1,
    .actions_max = channel_count * (1U << (nodes - 1)) + nodes,
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = self->totals ? 1 : G_N_ELEMENTS (PROPERTIES),
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .within = within,
    .constraint_is_scope = TRUE,
    .may_stop = is_done,
    .describe = describe,
  };
  return &self->model;
}
