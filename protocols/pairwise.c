/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters: for every ordered pair of workers, messages sent (counted by the
 * sender) and messages whose handling is finished (counted by the receiver). Leave when
 * every pair agrees. Kumar, "A class of termination detection algorithms for distributed
 * computation", FSTTCS 1985; Mattern, "Algorithms for distributed termination detection",
 * Distributed Computing 2 (1987), §7.
 *
 * Assumes reliable messages, each counted once at either end, and no sends out of nothing
 * (timers). Neither order of messages nor a second wave is needed.
 *
 *   P1  A send counts at its sender when send() is called.
 *   P2  A message counts as done at its receiver when its handler has finished, after
 * what that sent. P3  A worker reads done before sent, or both at once, and contributes
 * them. P4  When all have: if for every pair as many were done as sent, leave; else go
 * back to P3.
 *
 * Why it is right: suppose all pairs agree, and some message is sent after its sender's
 * reading of sent. Take the first such, by q, made by handling m from k. By P2, m was not
 * done when q read done before (P3), but it was counted as sent by k, since it was sent
 * before the first. For the pair to agree another message k → q must count as done and
 * not as sent, so it was sent after k's reading and yet before the first: a
 * contradiction. So nothing is sent after the readings, and agreement says that all was
 * handled.
 *
 * The options weaken one rule each, so that one can see what it is there for.
 */
#include <stdio.h>

#include "lull-protocol.h"

enum
{
  CONTRIBUTE,
  DONE_READ,
  SENT_READ,
  AWAIT_RESULT,
  AWAIT_IDLE
};

static const char *const places[] = {
  "about to read its counters", "done is read",       "sent is read",
  "waiting for the comparison", "waiting until idle", NULL
};

enum
{
  SNAPSHOT,
  DONE,
  WAIT,
  COMPARE,
  GATHER
};

enum
{
  ATOMIC,
  DONE_THEN_SENT,
  SENT_THEN_DONE
};
enum
{
  AT_FINISH,
  AT_START
};
enum
{
  NO_WAIT,
  WAIT_IDLE
};
enum
{
  PAIRS,
  SUMS
};
enum
{
  ROWS,
  DIFFERENCES
}; /* also the numbers of the collectives */

static const char *const snapshots[] = { "atomic", "done-sent", "sent-done", NULL };
static const char *const dones[] = { "finish", "start", NULL };
static const char *const waits[] = { "no", "idle", NULL };
static const char *const comparisons[] = { "pairs", "sums", NULL };
static const char *const gathers[] = { "rows", "diff", NULL };

static const LullOption options[] = {
  { "snapshot", snapshots,
    "P3: both counters in one step, or in two in the named order" },
  { "done", dones,
    "P2: a message counts as done when its handler finishes, or when it starts" },
  { "wait", waits,
    "after an unequal comparison wait for nothing, or until locally idle" },
  { "compare", comparisons, "P4: compare every pair, or only the two totals" },
  { "gather", gathers, "what a round keeps: all rows of counters, or their differences" },
  { .name = NULL },
};

/* The node: sent[0 … n-1], then done[0 … n-1]. A run has at most 250 messages, so no
 * counter wraps. */

static guint8 *
sent_to (const LullView *view G_GNUC_UNUSED, gpointer node)
{
  return node;
}

static guint8 *
done_from (const LullView *view, gpointer node)
{
  return (guint8 *) node + view->workers;
}

static gsize
node_size (guint workers, const gint *values G_GNUC_UNUSED)
{
  return 2 * (gsize) workers;
}

/* P1 */
static void
on_posted (const LullView *view,
           gpointer node,
           const LullBasic *message,
           LullOutbox *out G_GNUC_UNUSED)
{
  sent_to (view, node)[message->peer]++;
}

/* P2 */
static void
on_finished (const LullView *view,
             gpointer node,
             const LullBasic *message,
             LullOutbox *out G_GNUC_UNUSED)
{
  if (view->options[DONE] == AT_FINISH)
    done_from (view, node)[message->peer]++;
}

static void
on_started (const LullView *view,
            gpointer node,
            const LullBasic *message,
            LullOutbox *out G_GNUC_UNUSED)
{
  if (view->options[DONE] == AT_START)
    done_from (view, node)[message->peer]++;
}

/* P3: rows are (sent, done); differences are a matrix in which worker X fills row X with
 * what it sent and takes from column X what it has done, so that the sum holds sent -
 * done for every pair. */

static void
read_sent (const LullView *view, gpointer node, LullOutbox *out, guint8 *contribution)
{
  const guint8 *sent = sent_to (view, node);
  gint total = 0;

  for (guint to = 0; to < view->workers; to++)
    {
      guint own_row =
          view->options[GATHER] == ROWS ? 0 : view->self * (guint) view->workers;

      contribution[own_row + to] = (guint8) (contribution[own_row + to] + sent[to]);
      total += sent[to];
    }
  lull_outbox_snapshot (out, "sent", total);
}

static void
read_done (const LullView *view, gpointer node, LullOutbox *out, guint8 *contribution)
{
  const guint8 *done = done_from (view, node);
  guint workers = view->workers;
  gint total = 0;

  for (guint from = 0; from < workers; from++)
    {
      if (view->options[GATHER] == ROWS)
        contribution[workers + from] = done[from];
      else
        contribution[from * workers + view->self] =
            (guint8) (contribution[from * workers + view->self] - done[from]);
      total += done[from];
    }
  lull_outbox_snapshot (out, "done", total);
}

static gboolean
reads_at_once (const LullView *view, gconstpointer node G_GNUC_UNUSED)
{
  return view->options[SNAPSHOT] == ATOMIC;
}

static gboolean
reads_done_first (const LullView *view, gconstpointer node G_GNUC_UNUSED)
{
  return view->options[SNAPSHOT] == DONE_THEN_SENT;
}

static gboolean
reads_sent_first (const LullView *view, gconstpointer node G_GNUC_UNUSED)
{
  return view->options[SNAPSHOT] == SENT_THEN_DONE;
}

static void
contribute_both (const LullView *view, gpointer node, LullOutbox *out)
{
  guint8 *contribution = lull_outbox_contribute (out, (guint8) view->options[GATHER]);

  read_done (view, node, out, contribution);
  read_sent (view, node, out, contribution);
  lull_outbox_go (out, AWAIT_RESULT);
}

static void
add_done (const LullView *view, gpointer node, LullOutbox *out)
{
  read_done (view, node, out, lull_outbox_add (out, (guint8) view->options[GATHER]));
  lull_outbox_go (out, DONE_READ);
}

static void
contribute_sent (const LullView *view, gpointer node, LullOutbox *out)
{
  read_sent (view, node, out,
             lull_outbox_contribute (out, (guint8) view->options[GATHER]));
  lull_outbox_go (out, AWAIT_RESULT);
}

static void
add_sent (const LullView *view, gpointer node, LullOutbox *out)
{
  read_sent (view, node, out, lull_outbox_add (out, (guint8) view->options[GATHER]));
  lull_outbox_go (out, SENT_READ);
}

static void
contribute_done (const LullView *view, gpointer node, LullOutbox *out)
{
  read_done (view, node, out,
             lull_outbox_contribute (out, (guint8) view->options[GATHER]));
  lull_outbox_go (out, AWAIT_RESULT);
}

/* P4 */

static guint8
difference (
    guint workers, const gint *values, const guint8 *combined, guint from, guint to)
{
  if (values[GATHER] == DIFFERENCES)
    return combined[from * workers + to];
  return (guint8) (combined[from * 2 * workers + to] -
                   combined[to * 2 * workers + workers + from]);
}

/* 1 if some pair differs, or, comparing sums, if the totals do. */
static guint8
is_unequal (guint workers, const gint *values, const guint8 *combined)
{
  guint8 total = 0;

  for (guint from = 0; from < workers; from++)
    for (guint to = 0; to < workers; to++)
      {
        guint8 pair = difference (workers, values, combined, from, to);

        if (pair != 0 && values[COMPARE] == PAIRS)
          return 1;
        total = (guint8) (total + pair);
      }
  return total != 0;
}

static void
read_result (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  if (view->result == 0)
    lull_outbox_announce (out);
  else
    lull_outbox_go (out, view->options[WAIT] == WAIT_IDLE ? AWAIT_IDLE : CONTRIBUTE);
}

static void
try_again (const LullView *view G_GNUC_UNUSED,
           gpointer node G_GNUC_UNUSED,
           LullOutbox *out)
{
  lull_outbox_go (out, CONTRIBUTE);
}

static gsize
difference_size (guint workers, const gint *values G_GNUC_UNUSED)
{
  return (gsize) workers * workers;
}

static const LullCollective collectives[] = {
  [ROWS] = { .name = "allgather",
             .combine = LULL_COMBINE_GATHER,
             .size = node_size,
             .conclude = is_unequal },
  [DIFFERENCES] = { .name = "allreduce(SUM)",
                    .combine = LULL_COMBINE_SUM,
                    .size = difference_size,
                    .conclude = is_unequal },
  { .name = NULL },
};

static const LullStep steps[] = {
  { .name = "contribute",
    .at = CONTRIBUTE,
    .ready = reads_at_once,
    .run = contribute_both },
  { .name = "read done", .at = CONTRIBUTE, .ready = reads_done_first, .run = add_done },
  { .name = "read sent, contribute", .at = DONE_READ, .run = contribute_sent },
  { .name = "read sent", .at = CONTRIBUTE, .ready = reads_sent_first, .run = add_sent },
  { .name = "read done, contribute", .at = SENT_READ, .run = contribute_done },
  { .name = "read the result",
    .at = AWAIT_RESULT,
    .needs = LULL_NEEDS_RESULT,
    .run = read_result },
  { .name = "locally idle",
    .at = AWAIT_IDLE,
    .needs = LULL_NEEDS_IDLE,
    .run = try_again },
  { .name = NULL },
};

static void
describe_node (const LullView *view, gconstpointer node, char *text, gsize size)
{
  const guint8 *counters = node;
  gsize used = (gsize) snprintf (text, size, "sent");

  for (guint i = 0; i < 2U * view->workers && used < size; i++)
    used += (gsize) snprintf (text + used, size - used, "%s %u",
                              i == view->workers ? ", done" : "", counters[i]);
}

const LullProtocol lull_pairwise = {
  .api = LULL_PROTOCOL_API,
  .name = "pairwise",
  .summary = "leave when sent equals done for every ordered pair of workers",
  .source = "Kumar, FSTTCS 1985; Mattern, Distributed Computing 2 (1987), section 7",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .node_size = node_size,
  .on_posted = on_posted,
  .on_started = on_started,
  .on_finished = on_finished,
  .describe_node = describe_node,
};
