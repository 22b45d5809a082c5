/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The names are those of docs/proofs/pairwise.smt2, where every function below has its
 * twin. The proof knows no budget: here no more messages are sent, and none of a pair is
 * counted as done more often.
 */
#include "lull-pairwise-state.h"

/* The most that a send counts where it need not count once. */
#define COUNTED_TWICE 2U

G_STATIC_ASSERT (LULL_PAIRWISE_BUDGET_MAX *COUNTED_TWICE < 1 << NUMBER_BITS);

typedef enum
{
  MAIN_SEND,    /* argument: x + 4 · y + 16 · n */
  HANDLER_SEND, /* argument: x + 4 · y + 16 · n */
  MAIN_END,     /* argument: x */
  FINISH,       /* argument: x + 4 · y */
  COUNT_DONE,   /* argument: x + 4 · y */
  READ_R,       /* argument: x */
  READ_S,       /* argument: x */
  NEXT_ROUND
} Kind;

const char *const lull_pairwise_steps[] = { "main-send", "handler-send", "main-end",
                                            "finish",    "count-done",   "read-R",
                                            "read-S",    "next-round",   NULL };

static guint64
for_pair (guint row, guint column, guint n)
{
  return (guint64) n << (row * ROW_BITS + column * NUMBER_BITS);
}

static guint8
with (guint8 set, guint x)
{
  return (guint8) (set | 1U << x);
}

/* ---- When each step may happen ---- */

static gboolean
may_count_done (const Pairwise *self, const State *t, guint x, guint y)
{
  guint64 countable = self->conditions == LULL_CONDITIONS_WITHOUT_I ? t->sent : t->done;
  guint counted =
      self->conditions == LULL_CONDITIONS_WITHOUT_V_DONE ? 0 : at (t->r, y, x);

  return counted < at (countable, x, y);
}

static gboolean
may_read_r (const State *t, guint x)
{
  return has (t->main_ended, x) && !has (t->r_read, x);
}

static gboolean
may_read_s (const Pairwise *self, const State *t, guint x)
{
  return has (t->main_ended, x) && !has (t->s_read, x) &&
         (self->conditions == LULL_CONDITIONS_WITHOUT_II || has (t->r_read, x));
}

/* ---- Steps ---- */

static void
initial (const LullModel *model, guint64 index, guint8 *bytes)
{
  (void) model;
  (void) index;
  memset (bytes, 0, sizeof (State));
}

/* To others first, so that a witness is seldom one of a worker that talks to itself. */
static guint
send_actions (const Pairwise *self, Kind kind, guint x, LullAction *out)
{
  gboolean once = self->conditions != LULL_CONDITIONS_WITHOUT_V_SENT;
  guint count = 0;

  for (guint i = 1; i <= self->workers; i++)
    for (guint n = once ? 1 : 0; n <= (once ? 1 : COUNTED_TWICE); n++)
      out[count++] = lull_action (kind, x + 4 * ((x + i) % self->workers) + 16 * n);
  return count;
}

/* What x does with the messages that it has received. */
static guint
message_actions (const Pairwise *self, const State *t, guint x, LullAction *out)
{
  guint count = 0;

  for (guint from = 0; from < self->workers; from++)
    {
      if (at (t->done, from, x) < at (t->sent, from, x))
        out[count++] = lull_action (FINISH, from + 4 * x);
      if (at (t->r, x, from) < self->budget && may_count_done (self, t, from, x))
        out[count++] = lull_action (COUNT_DONE, from + 4 * x);
    }
  return count;
}

static guint
worker_actions (const Pairwise *self, const State *t, guint x, LullAction *out)
{
  gboolean may_send = sum (t->sent) < self->budget;
  guint count = 0;

  if (may_send && may_main_send (t, x))
    count += send_actions (self, MAIN_SEND, x, out + count);
  if (may_send && may_handler_send (self, t, x))
    count += send_actions (self, HANDLER_SEND, x, out + count);
  if (!has (t->main_ended, x))
    out[count++] = lull_action (MAIN_END, x);
  count += message_actions (self, t, x, out + count);
  if (may_read_r (t, x))
    out[count++] = lull_action (READ_R, x);
  if (may_read_s (self, t, x))
    out[count++] = lull_action (READ_S, x);
  return count;
}

static guint
actions (const LullModel *model, const guint8 *bytes, LullAction *out)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);
  guint count = 0;

  for (guint x = 0; x < self->workers; x++)
    count += worker_actions (self, &t, x, out + count);
  if (all_have_read (self, &t) && !agree (self, &t))
    out[count++] = lull_action (NEXT_ROUND, 0);
  return count;
}

static void
apply (const LullModel *model, const guint8 *bytes, LullAction action, guint8 *next)
{
  State t = load_state (bytes);
  guint argument = lull_action_argument (action);
  guint x = argument & 3U, y = argument >> 2 & 3U, n = argument >> 4;

  (void) model;
  switch ((Kind) lull_action_kind (action))
    {
    case MAIN_SEND:
    case HANDLER_SEND:
      t.sent += for_pair (x, y, 1);
      t.s += for_pair (x, y, n);
      break;
    case MAIN_END:
      t.main_ended = with (t.main_ended, x);
      break;
    case FINISH:
      t.done += for_pair (x, y, 1);
      break;
    case COUNT_DONE:
      t.r += for_pair (y, x, 1);
      break;
    case READ_R:
      t.rr |= t.r & row_mask (x);
      t.r_read = with (t.r_read, x);
      break;
    case READ_S:
      t.rs |= t.s & row_mask (x);
      t.s_read = with (t.s_read, x);
      break;
    case NEXT_ROUND:
      t.rr = t.rs = 0;
      t.r_read = t.s_read = 0;
      break;
    }
  memcpy (next, &t, sizeof t);
}

/* ---- For the reader ---- */

static const char *
remark_on_send (guint n)
{
  if (n == 0)
    return ", and does not count it";
  if (n == COUNTED_TWICE)
    return ", and counts it twice";
  return "";
}

static const char *
remark_on_count (const Pairwise *self, const State *t, guint x, guint y)
{
  if (at (t->r, y, x) < at (t->done, x, y))
    return "";
  return self->conditions == LULL_CONDITIONS_WITHOUT_I ? ", before it is finished"
                                                       : ", though it counts already";
}

static void
describe (const LullModel *model, const guint8 *bytes, LullAction action, GString *text)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);
  Kind kind = (Kind) lull_action_kind (action);
  guint argument = lull_action_argument (action);
  guint x = argument & 3U, y = argument >> 2 & 3U, n = argument >> 4;

  switch (kind)
    {
    case MAIN_SEND:
      g_string_append_printf (text, "the main program of W%u sends to W%u%s", x, y,
                              remark_on_send (n));
      break;
    case HANDLER_SEND:
      g_string_append_printf (text, "%s W%u sends to W%u%s",
                              some_handler_may_run (self, &t, x) ? "a handler of"
                                                                 : "a timer of",
                              x, y, remark_on_send (n));
      break;
    case MAIN_END:
      g_string_append_printf (text, "the main program of W%u ends", x);
      break;
    case FINISH:
      g_string_append_printf (text, "W%u finishes a message of W%u", y, x);
      break;
    case COUNT_DONE:
      g_string_append_printf (text, "W%u counts a message of W%u as done%s", y, x,
                              remark_on_count (self, &t, x, y));
      break;
    case READ_R:
      g_string_append_printf (text, "W%u reads R", x);
      break;
    case READ_S:
      g_string_append_printf (text, "W%u reads S", x);
      break;
    case NEXT_ROUND:
      g_string_append (text, "all have read, and do not agree: the next round begins");
      break;
    }
}

LullModel *
lull_pairwise_steps_new (guint workers, guint budget, LullConditions conditions)
{
  Pairwise *self = g_new0 (Pairwise, 1);
  guint sends_each = workers * (COUNTED_TWICE + 1);

  g_assert (workers >= 1 && workers <= LULL_PAIRWISE_WORKERS_MAX);
  g_assert (budget <= LULL_PAIRWISE_BUDGET_MAX);
  self->workers = workers;
  self->budget = budget;
  self->conditions = conditions;
  self->model = (LullModel){
    .name = "pairwise-steps",
    .state_size = sizeof (State),
    .initial_count = 1,
    .actions_max = workers * (2 * sends_each + 2 * workers + 3) + 1,
    .kinds = lull_pairwise_steps,
    .properties = lull_pairwise_claims,
    .property_count = conditions == LULL_CONDITIONS_ALL ? LULL_PAIRWISE_CLAIMS : 1,
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .may_stop = lull_pairwise_has_agreement,
    .describe = describe,
  };
  return &self->model;
}
