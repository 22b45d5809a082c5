/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain message model, and detectors on it that look right: a wave visits every
 * worker once, in any order, each while it is passive, and then decides. Friedemann
 * Mattern, "Algorithms for distributed termination detection", Distributed Computing 2
 * (1987), sections 3 to 7, treats most of them.
 *
 *   Send(i, j)  An active worker sends a message to any other, while the budget of
 * messages lasts. Receive     A worker receives a message in flight, in any order, and
 * becomes active. Rest(i)     An active worker becomes passive. Visit(i)    The wave
 * visits a passive worker that it has not visited yet and copies its counters. With the
 * last visit the detector decides: it announces, or the next wave begins.
 *
 * At first worker 0 is active. The state is laid out as that of channel counting: a
 * number for every channel in four words, and the rest above them.
 *
 *     word 0: │ visited │ active │ sent │               word 2: │ copied sent │
 *     word 1: │ announced │ received │                  word 3: │ copied received │
 *     above both copies: the sum of them in the wave before plus one, for four counters;
 * 0: no such wave
 */
#include "lull-reference-channels.h"
#include "lull-reference-models.h"

enum
{
  ACTIVE = CHANNELS_BITS,
  VISITED = ACTIVE + PROCESSES_MAX,
  ANNOUNCED = CHANNELS_BITS,
  LAST_SUM = CHANNELS_BITS
};

#define ONE G_GUINT64_CONSTANT (1)

G_STATIC_ASSERT (LULL_DETECTOR_BUDGET_MAX < 1 << CHANNEL_BITS);

typedef enum
{
  SEND,    /* argument: from + 4 · to */
  RECEIVE, /* argument: from + 4 · to */
  REST,    /* argument: the worker */
  VISIT    /* argument: the worker */
} Kind;

static const char *const KINDS[] = { "Send", "Receive", "Rest", "Visit", NULL };

typedef struct
{
  guint64 sent, received, copied_sent, copied_received;
} State;

typedef struct
{
  LullModel model;
  guint workers;
  guint budget;
  LullDetector detector;
  ChannelMasks channels;
} Plain;

static State
load_state (const guint8 *bytes)
{
  State state;

  memcpy (&state, bytes, sizeof state);
  return state;
}

static guint64
counters (guint64 word)
{
  return word & low_bits (CHANNELS_BITS);
}

static void
initial (const LullModel *model, guint64 index, guint8 *bytes)
{
  State state = { .sent = ONE << ACTIVE };

  (void) model;
  (void) index;
  memcpy (bytes, &state, sizeof state);
}

static guint
message_actions (const Plain *self, const State *state, guint from, LullAction *out)
{
  guint64 in_flight = counters (state->sent) - counters (state->received);
  gboolean may_send = bit_at (state->sent, ACTIVE + from) != 0 &&
                      channels_sum (counters (state->sent)) < self->budget;
  guint count = 0;

  for (guint to = 0; to < self->workers; to++)
    {
      if (to == from)
        continue;
      if (may_send)
        out[count++] = lull_action (SEND, from + 4 * to);
      if (channel_number (in_flight, from, to) > 0)
        out[count++] = lull_action (RECEIVE, from + 4 * to);
    }
  return count;
}

static guint
actions (const LullModel *model, const guint8 *bytes, LullAction *out)
{
  const Plain *self = (const Plain *) model;
  State state = load_state (bytes);
  gboolean announced = bit_at (state.received, ANNOUNCED) != 0;
  guint count = 0;

  for (guint worker = 0; worker < self->workers; worker++)
    {
      count += message_actions (self, &state, worker, out + count);
      if (bit_at (state.sent, ACTIVE + worker) != 0)
        out[count++] = lull_action (REST, worker);
      else if (!announced && bit_at (state.sent, VISITED + worker) == 0)
        out[count++] = lull_action (VISIT, worker);
    }
  return count;
}

/* Whether in every one of the given sets of channels as many messages were sent as
 * received. */
static gboolean
totals_agree (const guint64 *sets, guint set_count, guint64 sent, guint64 received)
{
  for (guint i = 0; i < set_count; i++)
    if (channels_sum (sent & sets[i]) != channels_sum (received & sets[i]))
      return FALSE;
  return TRUE;
}

/* The sum of the copies in the wave before plus one, or 0. */
static guint
last_sum (guint64 copies)
{
  return (guint) (copies >> LAST_SUM);
}

static gboolean
detects (const Plain *self, const State *state)
{
  guint64 sent = counters (state->copied_sent);
  guint64 received = counters (state->copied_received);
  guint sum = channels_sum (sent);

  switch (self->detector)
    {
    case LULL_DETECTOR_ALL_PASSIVE:
      return TRUE;
    case LULL_DETECTOR_SUMS:
      return sum == channels_sum (received);
    case LULL_DETECTOR_TOTALS_BY_SENDER:
      return totals_agree (self->channels.out, self->workers, sent, received);
    case LULL_DETECTOR_TOTALS_BY_RECEIVER:
      return totals_agree (self->channels.in, self->workers, sent, received);
    case LULL_DETECTOR_PAIRWISE:
      return sent == received;
    case LULL_DETECTOR_FOUR_COUNTERS:
      return sum == channels_sum (received) && last_sum (state->copied_sent) == sum + 1 &&
             last_sum (state->copied_received) == sum + 1;
    }
  g_assert_not_reached ();
}

/* What a wave leaves to the next one. */
static guint64
sum_to_keep (const Plain *self, guint64 copies)
{
  if (self->detector != LULL_DETECTOR_FOUR_COUNTERS)
    return 0;
  return (guint64) (channels_sum (counters (copies)) + 1) << LAST_SUM;
}

static void
visit (const Plain *self, State *state, guint worker)
{
  guint64 out = self->channels.out[worker], in = self->channels.in[worker];
  guint64 everyone = low_bits (self->workers) << VISITED;

  state->copied_sent |= state->sent & out;
  state->copied_received |= state->received & in;
  state->sent |= ONE << (VISITED + worker);
  if ((state->sent & everyone) != everyone)
    return;
  if (detects (self, state))
    state->received |= ONE << ANNOUNCED;
  state->sent &= ~everyone;
  state->copied_sent = sum_to_keep (self, state->copied_sent);
  state->copied_received = sum_to_keep (self, state->copied_received);
}

static void
apply (const LullModel *model, const guint8 *bytes, LullAction action, guint8 *next)
{
  const Plain *self = (const Plain *) model;
  State state = load_state (bytes);
  guint argument = lull_action_argument (action);
  guint from = argument & 3U, to = argument >> 2;

  switch ((Kind) lull_action_kind (action))
    {
    case SEND:
      state.sent += channel_unit (from, to);
      break;
    case RECEIVE:
      state.received += channel_unit (from, to);
      state.sent |= ONE << (ACTIVE + to);
      break;
    case REST:
      state.sent &= ~(ONE << (ACTIVE + argument));
      break;
    case VISIT:
      visit (self, &state, argument);
      break;
    }
  memcpy (next, &state, sizeof state);
}

static gboolean
is_announced (const LullModel *model, const guint8 *bytes)
{
  State state = load_state (bytes);

  (void) model;
  return bit_at (state.received, ANNOUNCED) != 0;
}

static gboolean
is_detection_safe (const LullModel *model, const guint8 *bytes)
{
  State state = load_state (bytes);
  gboolean passive = (state.sent & low_bits (PROCESSES_MAX) << ACTIVE) == 0;

  return !is_announced (model, bytes) ||
         (passive && counters (state.sent) == counters (state.received));
}

static void
describe (const LullModel *model, const guint8 *bytes, LullAction action, GString *text)
{
  guint argument = lull_action_argument (action);
  guint from = argument & 3U, to = argument >> 2;

  (void) model;
  (void) bytes;
  switch ((Kind) lull_action_kind (action))
    {
    case SEND:
      g_string_append_printf (text, "worker %u sends a message to worker %u", from, to);
      break;
    case RECEIVE:
      g_string_append_printf (text, "worker %u receives a message from worker %u", to,
                              from);
      break;
    case REST:
      g_string_append_printf (text, "worker %u becomes passive", argument);
      break;
    case VISIT:
      g_string_append_printf (text, "the wave visits worker %u", argument);
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature",
    "when termination is announced, all workers are passive and nothing is in flight",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
};

LullModel *
lull_detector_new (guint workers, guint budget, LullDetector detector)
{
  Plain *self = g_new0 (Plain, 1);

  g_assert (workers >= 2 && workers <= PROCESSES_MAX);
  g_assert (budget >= 1 && budget <= LULL_DETECTOR_BUDGET_MAX);
  self->workers = workers;
  self->budget = budget;
  self->detector = detector;
  channel_masks_init (&self->channels, workers);
  self->model = (LullModel){
    .name = "plain-messages",
    .state_size = sizeof (State),
    .initial_count = 1,
    .actions_max = workers * (2 * workers - 1),
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = G_N_ELEMENTS (PROPERTIES),
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .may_stop = is_announced,
    .describe = describe,
  };
  return &self->model;
}
