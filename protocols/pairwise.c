/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters: for every ordered pair of workers, the messages sent, counted by the
 * sender, and the messages done, counted by the receiver. Kumar, "A class of termination
 * detection algorithms for distributed computation", FSTTCS 1985; Mattern, "Algorithms
 * for distributed termination detection", Distributed Computing 2 (1987), section 7.
 *
 * Assumes reliable messages, each counted once at either end, and that only what a main
 * program or a handler does sends (no timers). Needs neither order nor a second wave.
 *
 *   P1  A message counts as sent when send() is called.
 *   P2  A message counts as done when its handler has finished, after all that this sent.
 *   P3  A worker reads done before sent, or both at once, and contributes both.
 *   P4  When all have contributed: if for every pair as many are done as were sent,
 * leave; else go back to P3.
 *
 * Why nobody leaves too early. Let all pairs agree, and suppose that some message is sent
 * after its sender has read sent. Take the first of these, sent by q as it handles m,
 * which came from k. When q read done, m was not done (P2, P3). But k counted m as sent,
 * or m were an earlier one sent too late. For the pair to agree another message from k to
 * q must count as done and not as sent: k sent it after it read sent, and q was done with
 * it before it read done, so before the first of all, a contradiction. Hence nothing is
 * sent after the readings, and the numbers say that as many as were sent are done.
 *
 * Each option weakens a rule or leaves it be, so that one can see what it is there for.
 */
#include <stdio.h>

#include "lull-protocol.h"

/* clang-format off */
enum { CONTRIBUTE, DONE_READ, SENT_READ, AWAIT_RESULT, AWAIT_IDLE }; /* places */

enum { SNAPSHOT, DONE, WAIT, COMPARE, GATHER }; /* options, and their values: */
enum { ATOMIC, DONE_THEN_SENT, SENT_THEN_DONE };
enum { AT_FINISH, AT_START };
enum { NO_WAIT, WAIT_IDLE };
enum { PAIRS, SUMS };
enum { ROWS, DIFFERENCES }; /* … which are also the numbers of the collectives */

static const char *const places[] = {
  "about to read its counters", "done is read", "sent is read", "waiting for the comparison",
  "waiting until idle", NULL
};

static const char *const snapshots[] = { "atomic", "done-sent", "sent-done", NULL };
static const char *const dones[] = { "finish", "start", NULL };
static const char *const waits[] = { "no", "idle", NULL };
static const char *const comparisons[] = { "pairs", "sums", NULL };
static const char *const gathers[] = { "rows", "diff", NULL };

static const LullOption options[] = {
  { "snapshot", snapshots, "P3: both counters in one step, or in two in the named order" },
  { "done", dones, "P2: a message is done when its handler finishes, or when it starts" },
  { "wait", waits, "after an unequal comparison wait for nothing, or until locally idle" },
  { "compare", comparisons, "P4: compare every pair, or only the two totals" },
  { "gather", gathers, "what a round keeps: all rows of counters, or their differences" },
  { .name = NULL },
};
/* clang-format on */

/* A node is sent[0 … n-1], then done[0 … n-1]. With 250 messages at most none wraps. */

static guint8 *
sent_to (const LullView *view, gpointer node)
{
  return node;
}

static guint8 *
done_from (const LullView *view, gpointer node)
{
  return (guint8 *) node + view->workers;
}

static gsize
node_size (guint workers, const gint *values)
{
  return 2 * (gsize) workers;
}

/* P1 */
static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  sent_to (view, node)[message->peer]++;
}

/* P2 */
static void
finished (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  if (view->options[DONE] == AT_FINISH)
    done_from (view, node)[message->peer]++;
}

static void
started (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  if (view->options[DONE] == AT_START)
    done_from (view, node)[message->peer]++;
}

/*
 * P3. Rows: a worker contributes its node as it is. Differences: a matrix, in which
 * worker x adds what it sent to row x and takes what it has done from column x, so that
 * the sum over all workers holds sent - done for every pair.
 */

static void
read_sent (const LullView *view, gpointer node, LullOutbox *out, guint8 *contribution)
{
  const guint8 *sent = sent_to (view, node);
  guint row = view->options[GATHER] == ROWS ? 0 : view->self * (guint) view->workers;
  gint total = 0;

  for (guint to = 0; to < view->workers; to++)
    {
      contribution[row + to] = (guint8) (contribution[row + to] + sent[to]);
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
      guint8 *pair = contribution + from * workers + view->self;

      if (view->options[GATHER] == ROWS)
        contribution[workers + from] = done[from];
      else
        *pair = (guint8) (*pair - done[from]);
      total += done[from];
    }
  lull_outbox_snapshot (out, "done", total);
}

static guint8
collective (const LullView *view)
{
  return (guint8) view->options[GATHER];
}

static gboolean
reads_at_once (const gint *values)
{
  return values[SNAPSHOT] == ATOMIC;
}

static gboolean
reads_done_first (const gint *values)
{
  return values[SNAPSHOT] == DONE_THEN_SENT;
}

static gboolean
reads_sent_first (const gint *values)
{
  return values[SNAPSHOT] == SENT_THEN_DONE;
}

static void
contribute_both (const LullView *view, gpointer node, LullOutbox *out)
{
  guint8 *contribution = lull_outbox_contribute (out, collective (view));

  read_done (view, node, out, contribution);
  read_sent (view, node, out, contribution);
  lull_outbox_go (out, AWAIT_RESULT);
}

static void
add_done (const LullView *view, gpointer node, LullOutbox *out)
{
  read_done (view, node, out, lull_outbox_add (out, collective (view)));
  lull_outbox_go (out, DONE_READ);
}

static void
contribute_sent (const LullView *view, gpointer node, LullOutbox *out)
{
  read_sent (view, node, out, lull_outbox_contribute (out, collective (view)));
  lull_outbox_go (out, AWAIT_RESULT);
}

static void
add_sent (const LullView *view, gpointer node, LullOutbox *out)
{
  read_sent (view, node, out, lull_outbox_add (out, collective (view)));
  lull_outbox_go (out, SENT_READ);
}

static void
contribute_done (const LullView *view, gpointer node, LullOutbox *out)
{
  read_done (view, node, out, lull_outbox_contribute (out, collective (view)));
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
read_result (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->result == 0)
    lull_outbox_announce (out);
  else
    lull_outbox_go (out, view->options[WAIT] == WAIT_IDLE ? AWAIT_IDLE : CONTRIBUTE);
}

static void
try_again (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_go (out, CONTRIBUTE);
}

/* A round keeps nothing of the collective that is not used. */

static gsize
rows_size (guint workers, const gint *values)
{
  return values[GATHER] == ROWS ? node_size (workers, values) : 0;
}

static gsize
differences_size (guint workers, const gint *values)
{
  return values[GATHER] == DIFFERENCES ? (gsize) workers * workers : 0;
}

static const LullCollective collectives[] = {
  [ROWS] = { .name = "allgather",
             .combine = LULL_COMBINE_GATHER,
             .size = rows_size,
             .conclude = is_unequal },
  [DIFFERENCES] = { .name = "allreduce(SUM)",
                    .combine = LULL_COMBINE_SUM,
                    .size = differences_size,
                    .conclude = is_unequal },
  { .name = NULL },
};

static gboolean
waits_until_idle (const gint *values)
{
  return values[WAIT] == WAIT_IDLE;
}

/* clang-format off */
static const LullStep steps[] = {
  { .name = "contribute", .at = CONTRIBUTE, .exists = reads_at_once, .run = contribute_both },
  { .name = "read done", .at = CONTRIBUTE, .exists = reads_done_first, .run = add_done },
  { .name = "read sent and contribute", .at = DONE_READ, .exists = reads_done_first, .run = contribute_sent },
  { .name = "read sent", .at = CONTRIBUTE, .exists = reads_sent_first, .run = add_sent },
  { .name = "read done and contribute", .at = SENT_READ, .exists = reads_sent_first, .run = contribute_done },
  { .name = "read the result", .at = AWAIT_RESULT, .needs = LULL_NEEDS_RESULT, .looks_at = LULL_LOOKS_AT_RESULT, .run = read_result },
  { .name = "locally idle", .at = AWAIT_IDLE, .needs = LULL_NEEDS_IDLE, .exists = waits_until_idle, .run = try_again },
  { .name = NULL },
};
/* clang-format on */

static guint
heeds (const gint *values)
{
  guint done = values[DONE] == AT_START ? LULL_HEEDS_STARTED : LULL_HEEDS_FINISHED;
  guint idle = values[WAIT] == WAIT_IDLE ? LULL_HEEDS_IDLE : 0;

  return LULL_HEEDS_POSTED | done | idle;
}

/* A row of counters, or a matrix of differences: its rows and columns are workers. */
static guint
relabel (
    guint bytes, guint workers, const gint *values, const guint8 *names, guint offset)
{
  guint row = offset / workers;
  gboolean is_matrix = bytes == LULL_BYTES_CONTRIBUTION + (guint) DIFFERENCES;

  return (is_matrix ? names[row] : row) * workers + names[offset % workers];
}

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
  .callbacks_count = TRUE,
  .heeds = heeds,
  .relabel = relabel,
  .on_posted = posted,
  .on_started = started,
  .on_finished = finished,
  .describe_node = describe_node,
};
