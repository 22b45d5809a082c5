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
 * Where joins come one after another, the counters run on, and the same holds as it
 * stands: whoever contributes is in this join, its main program behind it, and a message
 * of the next is there only when somebody has left.
 *
 * Each option weakens a rule or leaves it be, so that one can see what it is there for;
 * wait and finale add what runtimes do besides, and what does not help.
 */
#include <stdio.h>

#include "lull-protocol.h"

/* clang-format off */
enum { START, DONE_READ, SENT_READ, AWAIT_RESULT, AWAIT_IDLE, WAS_IDLE, /* places */
       AWAIT_FUTURES, BEFORE_BARRIER, IN_BARRIER };

enum { SNAPSHOT, DONE, WAIT, COMPARE, GATHER, SENT, FINALE, WIDTH, FAILED, RETRIES, LATE }; /* options, and their values: */
enum { ATOMIC, DONE_THEN_SENT, SENT_THEN_DONE };
enum { AT_FINISH, AT_START, AT_RETURN };
enum { NO_WAIT, WAIT_AGAIN, WAIT_FIRST };
enum { PAIRS, SUMS };
enum { ROWS, DIFFERENCES, BARRIER }; /* … which are also the numbers of the collectives */
enum { WHEN_POSTED, WHEN_TRANSMITTED };
enum { NO_FINALE, FUTURES_AND_BARRIER };
enum { EIGHT_BITS, TWO_BITS };
enum { STILL_SENT, NOT_SENT };
enum { UNSEEN, COUNTED };
enum { ON_ARRIVAL, WHEN_GIVEN_UP, WHEN_TIMED_OUT, NEVER, TWICE };

static const char *const places[] = {
  "at the start of a round", "done is read", "sent is read", "waiting for the comparison",
  "waiting until idle", "found idle", "waiting for its futures", "before the barrier", "in the barrier",
  NULL
};

static const char *const snapshots[] = { "atomic", "done-sent", "sent-done", NULL };
static const char *const dones[] = { "finish", "start", "return", NULL };
static const char *const waits[] = { "no", "idle", "first", NULL };
static const char *const comparisons[] = { "pairs", "sums", NULL };
static const char *const gathers[] = { "rows", "diff", NULL };
static const char *const sents[] = { "posted", "transmitted", NULL };
static const char *const finales[] = { "none", "futures-barrier", NULL };
static const char *const widths[] = { "8-bits", "2-bits", NULL };
static const char *const faileds[] = { "sent", "undone", NULL };
static const char *const retries[] = { "unseen", "counted", NULL };
static const char *const lates[] = { "on-arrival", "given-up", "timed-out", "never", "twice", NULL };

static const LullOption options[] = {
  { "snapshot", snapshots, "P3: both counters in one step, or in two in the named order" },
  { "done", dones, "P2: a message is done when its handler finishes, when it starts, or when it returns, finished or not" },
  { "wait", waits, "until locally idle: never, after an unequal comparison, or before the first reading too" },
  { "compare", comparisons, "P4: compare every pair, or only the two totals" },
  { "gather", gathers, "what a round keeps: all rows of counters, or their differences" },
  { "sent", sents, "P1: a message is sent when send() is called, or when it is put on the wire" },
  { "finale", finales, "P4: leave at once, or wait until the own futures are answered, then for all in a barrier" },
  { "width", widths, "counters of 8 bits, which no run makes wrap, or of 2 bits" },
  { "failed", faileds, "P1: a message that was sent in vain still counts as sent, or no longer does" },
  { "retries", retries, "P1: what waits to be sent again does not count, or counts as a message to oneself that is not done" },
  { "late", lates, "P2: the answer to a call that timed out is done on arrival, when the call is given up, before its callback runs, never, or when given up and on arrival" },
  { .name = NULL },
};
/* clang-format on */

/* A node is sent[0 … n-1], then done[0 … n-1]. */

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

static guint8
largest (const LullView *view)
{
  return view->options[WIDTH] == TWO_BITS ? 3 : G_MAXUINT8;
}

static void
count (const LullView *view, guint8 *counter)
{
  *counter = *counter == largest (view) ? 0 : (guint8) (*counter + 1);
}

static void
uncount (const LullView *view, guint8 *counter)
{
  *counter = *counter == 0 ? largest (view) : (guint8) (*counter - 1);
}

/* P1 */

static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  if (view->options[SENT] == WHEN_POSTED)
    count (view, &sent_to (view, node)[message->peer]);
}

static void
transmitted (const LullView *view,
             gpointer node,
             const LullBasic *message,
             LullOutbox *out)
{
  if (view->options[SENT] == WHEN_TRANSMITTED)
    count (view, &sent_to (view, node)[message->peer]);
}

static void
failed (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  if (view->options[FAILED] == NOT_SENT)
    uncount (view, &sent_to (view, node)[message->peer]);
}

/* P2 */

/* The answer to a call that was given up is done once, too: when it arrives, or before
 * that. */
static gboolean
counts (const LullView *view, const LullBasic *message)
{
  gint late = view->options[LATE];

  return !message->late || late == ON_ARRIVAL || late == TWICE;
}

static void
finished (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  gboolean is_counted = view->options[DONE] == AT_START ||
                        (view->options[DONE] == AT_RETURN && message->deferred);

  if (!is_counted && counts (view, message))
    count (view, &done_from (view, node)[message->peer]);
}

static void
returned (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  if (view->options[DONE] == AT_RETURN)
    count (view, &done_from (view, node)[message->peer]);
}

static void
started (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  if (view->options[DONE] == AT_START && counts (view, message))
    count (view, &done_from (view, node)[message->peer]);
}

static void
timed_out (const LullView *view, gpointer node, const LullBasic *call, LullOutbox *out)
{
  if (view->options[LATE] == WHEN_TIMED_OUT)
    count (view, &done_from (view, node)[call->peer]);
}

static void
given_up (const LullView *view, gpointer node, const LullBasic *call, LullOutbox *out)
{
  if (view->options[LATE] == WHEN_GIVEN_UP || view->options[LATE] == TWICE)
    count (view, &done_from (view, node)[call->peer]);
}

/*
 * P3. Rows: a worker contributes its node as it is. Differences: a matrix, in which
 * worker x adds what it sent to row x and takes what it has done from column x, so that
 * the sum over all workers holds sent - done for every pair.
 */

/* What waits to be sent again is sent and not done, so it is this worker's to count. */
static guint8
retries_to (const LullView *view, guint to)
{
  return view->options[RETRIES] == COUNTED && to == view->self ? view->retries : 0;
}

static void
read_sent (const LullView *view, gpointer node, LullOutbox *out, guint8 *contribution)
{
  const guint8 *sent = sent_to (view, node);
  guint row = view->options[GATHER] == ROWS ? 0 : view->self * (guint) view->workers;
  gint total = 0;

  for (guint to = 0; to < view->workers; to++)
    {
      guint8 counted = (guint8) (sent[to] + retries_to (view, to));

      contribution[row + to] = (guint8) (contribution[row + to] + counted);
      total += counted;
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

/* A round begins with a reading, or it begins with a wait and the reading follows. */
static gboolean
begins_with (const gint *values, gint snapshot)
{
  return values[WAIT] != WAIT_FIRST && values[SNAPSHOT] == snapshot;
}

static gboolean
waits_before (const gint *values, gint snapshot)
{
  return values[WAIT] == WAIT_FIRST && values[SNAPSHOT] == snapshot;
}

static gboolean
begins_with_both (const gint *values)
{
  return begins_with (values, ATOMIC);
}

static gboolean
begins_with_done (const gint *values)
{
  return begins_with (values, DONE_THEN_SENT);
}

static gboolean
begins_with_sent (const gint *values)
{
  return begins_with (values, SENT_THEN_DONE);
}

static gboolean
waits_before_both (const gint *values)
{
  return waits_before (values, ATOMIC);
}

static gboolean
waits_before_done (const gint *values)
{
  return waits_before (values, DONE_THEN_SENT);
}

static gboolean
waits_before_sent (const gint *values)
{
  return waits_before (values, SENT_THEN_DONE);
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
  if (view->result != 0)
    lull_outbox_go (out, view->options[WAIT] == WAIT_AGAIN ? AWAIT_IDLE : START);
  else if (view->options[FINALE] == FUTURES_AND_BARRIER)
    lull_outbox_go (out, AWAIT_FUTURES);
  else
    lull_outbox_announce (out);
}

/* What runtimes do besides: they wait until the pool is empty … */

static gboolean
waits_again (const gint *values)
{
  return values[WAIT] == WAIT_AGAIN;
}

static gboolean
waits_first (const gint *values)
{
  return values[WAIT] == WAIT_FIRST;
}

static void
begin_round (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_go (out, START);
}

static void
begin_reading (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_go (out, WAS_IDLE);
}

/* … and, having agreed, until their own calls are answered, and for each other. */

static gboolean
has_finale (const gint *values)
{
  return values[FINALE] == FUTURES_AND_BARRIER;
}

static void
find_futures_answered (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_go (out, BEFORE_BARRIER);
}

static void
enter_barrier (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_contribute (out, BARRIER);
  lull_outbox_go (out, IN_BARRIER);
}

static void
leave (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_announce (out);
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
  [BARRIER] = { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};

static const char *const agreement[] = { "all agree", "not yet", NULL };

static const char *const nothing[] = { NULL };

/* clang-format off */
static const LullStep steps[] = {
  { .name = "contribute", .at = START, .exists = begins_with_both, .run = contribute_both },
  { .name = "read done", .at = START, .exists = begins_with_done, .run = add_done },
  { .name = "read sent and contribute", .at = DONE_READ, .exists = reads_done_first, .run = contribute_sent },
  { .name = "read sent", .at = START, .exists = begins_with_sent, .run = add_sent },
  { .name = "read done and contribute", .at = SENT_READ, .exists = reads_sent_first, .run = contribute_done },
  { .name = "read the result", .at = AWAIT_RESULT, .needs = LULL_NEEDS_RESULT, .looks_at = LULL_LOOKS_AT_RESULT, .results = agreement, .run = read_result },
  { .name = "locally idle", .at = AWAIT_IDLE, .needs = LULL_NEEDS_IDLE, .exists = waits_again, .run = begin_round },

  { .name = "locally idle", .at = START, .needs = LULL_NEEDS_IDLE, .exists = waits_first, .run = begin_reading },
  { .name = "contribute", .at = WAS_IDLE, .exists = waits_before_both, .run = contribute_both },
  { .name = "read done", .at = WAS_IDLE, .exists = waits_before_done, .run = add_done },
  { .name = "read sent", .at = WAS_IDLE, .exists = waits_before_sent, .run = add_sent },

  { .name = "own futures answered", .at = AWAIT_FUTURES, .needs = LULL_NEEDS_NO_FUTURES, .exists = has_finale, .run = find_futures_answered },
  { .name = "barrier", .at = BEFORE_BARRIER, .exists = has_finale, .run = enter_barrier },
  { .name = "leave", .at = IN_BARRIER, .needs = LULL_NEEDS_RESULT, .looks_at = LULL_LOOKS_AT_RESULT, .exists = has_finale, .results = nothing, .run = leave },
  { .name = NULL },
};
/* clang-format on */

static guint
heeds (const gint *values)
{
  guint sent = values[SENT] == WHEN_POSTED ? LULL_HEEDS_POSTED : LULL_HEEDS_TRANSMITTED;
  guint done = values[DONE] == AT_START ? LULL_HEEDS_STARTED : LULL_HEEDS_FINISHED;
  guint idle = values[WAIT] == NO_WAIT ? 0 : LULL_HEEDS_IDLE;

  return sent | done | idle;
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

static void
count_peer (const LullView *view, gconstpointer node, guint8 peer, guint *sent, guint *done)
{
  const guint8 *counters = node;

  *sent = counters[peer] + retries_to (view, peer);
  *done = counters[view->workers + peer];
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
  .on_transmitted = transmitted,
  .on_started = started,
  .on_finished = finished,
  .on_failed = failed,
  .on_returned = returned,
  .on_timed_out = timed_out,
  .on_given_up = given_up,
  .describe_node = describe_node,
  .count_peer = count_peer,
};
