/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two passes over sums: all workers add up what they have sent and what they are done
 * with, and when the sums agree they are asked once more, whether anything has happened
 * since. Our model of the quiescence detection of the public report charm #1658; with
 * both sums compared it is the four counter method of F. Mattern, "Algorithms for
 * distributed termination detection", Distributed Computing 2 (1987).
 *
 * Assumes reliable messages, in no particular order. A pass is an allreduce here; there
 * it goes down a tree and back up.
 *
 *   Q1  A message counts as sent when send() is called, and as done when its handler has
 *       finished, after all that this sent.
 *   Q2  First pass: add up sent and done. If the two differ, begin again.
 *   Q3  Second pass: add up both once more. If they are what they were, leave; else go
 *       back to Q2.
 *   Q4  A worker answers the second pass, or both, when it is idle.
 *
 * Why Q3 is right: between the passes lies a moment at which all have answered the first
 * and none the second. Counters only grow, so at that moment both totals are what both
 * passes found. As many are done as were sent: nothing is under way and no handler runs.
 * A timer that is pending then and fires before its worker answers the second pass, which
 * Q4 sees to if idleness looks at timers, makes the second total of sent another one.
 *
 * The report: Q3 compares done alone. If all answer both passes when they are idle, then
 * a worker that sends in between has handled something in between, and is done with it
 * when it answers again: done tells as much as sent. Unless something sends that no
 * handler runs for.
 */
#include <gmodule.h>

#include "lull-protocol.h"

/* clang-format off */
enum { FIRST_PASS, AWAIT_SUMS, SECOND_PASS, AWAIT_COMPARISON }; /* places */
enum { COMPARE, WAIT };                                         /* options, and their values: */
enum { BOTH_SUMS, DONE_ALONE };
enum { NO_WAIT, SECOND_ONLY, BOTH_PASSES };
enum { SUMS, COMPARISON };                                      /* collectives */
enum { SENT, DONE, FIRST_SENT, FIRST_DONE, NODE_SIZE };         /* bytes of a node */

static const char *const places[] = {
  "before the first pass", "waiting for the sums", "before the second pass", "waiting for the comparison", NULL
};
static const char *const comparisons[] = { "both", "done", NULL };
static const char *const waits[] = { "no", "second", "both", NULL };

static const LullOption options[] = {
  { "compare", comparisons, "Q3: the second pass compares both sums, or what is done alone" },
  { "wait", waits, "Q4: a worker answers when it is idle: in no pass, in the second, or in both" },
  { .name = NULL },
};
/* clang-format on */

static gsize
node_size (guint workers, const gint *values)
{
  return NODE_SIZE;
}

/* Q1 */

static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  ((guint8 *) node)[SENT]++;
}

static void
finished (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  ((guint8 *) node)[DONE]++;
}

/* Q4 */

static gboolean
answers_first_at_once (const gint *values)
{
  return values[WAIT] != BOTH_PASSES;
}

static gboolean
waits_before_first (const gint *values)
{
  return values[WAIT] == BOTH_PASSES;
}

static gboolean
answers_second_at_once (const gint *values)
{
  return values[WAIT] == NO_WAIT;
}

static gboolean
waits_before_second (const gint *values)
{
  return values[WAIT] != NO_WAIT;
}

/* The first pass adds up two counters, the second four: a worker says again what it said
 * before, so that the old sums are known as well. */
static void
answer (const guint8 *node, LullOutbox *out, guint8 collective, guint count)
{
  guint8 *contribution = lull_outbox_contribute (out, collective);

  for (guint i = 0; i < count; i++)
    contribution[i] = node[i];
  lull_outbox_snapshot (out, "sent", node[SENT]);
  lull_outbox_snapshot (out, "done", node[DONE]);
}

/* Q2 */

static gsize
two_counters (guint workers, const gint *values)
{
  return FIRST_SENT;
}

static guint8
sums_differ (guint workers, const gint *values, const guint8 *sums)
{
  return sums[SENT] != sums[DONE];
}

static void
answer_first (const LullView *view, gpointer node, LullOutbox *out)
{
  guint8 *counters = node;

  answer (counters, out, SUMS, FIRST_SENT);
  counters[FIRST_SENT] = counters[SENT];
  counters[FIRST_DONE] = counters[DONE];
  lull_outbox_go (out, AWAIT_SUMS);
}

static void
begin_again (guint8 *counters, LullOutbox *out)
{
  counters[FIRST_SENT] = counters[FIRST_DONE] = 0;
  lull_outbox_go (out, FIRST_PASS);
}

static void
read_sums (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->result != 0)
    begin_again (node, out);
  else
    lull_outbox_go (out, SECOND_PASS);
}

/* Q3 */

static gsize
four_counters (guint workers, const gint *values)
{
  return NODE_SIZE;
}

static guint8
something_happened (guint workers, const gint *values, const guint8 *sums)
{
  return sums[DONE] != sums[FIRST_DONE] ||
         (values[COMPARE] == BOTH_SUMS && sums[SENT] != sums[FIRST_SENT]);
}

static void
answer_second (const LullView *view, gpointer node, LullOutbox *out)
{
  answer (node, out, COMPARISON, NODE_SIZE);
  lull_outbox_go (out, AWAIT_COMPARISON);
}

static void
read_comparison (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->result != 0)
    begin_again (node, out);
  else
    lull_outbox_announce (out);
}

/* clang-format off */
static const LullCollective collectives[] = {
  [SUMS] = { .name = "allreduce(SUM)", .combine = LULL_COMBINE_SUM, .size = two_counters, .conclude = sums_differ },
  [COMPARISON] = { .name = "second allreduce(SUM)", .combine = LULL_COMBINE_SUM, .size = four_counters, .conclude = something_happened },
  { .name = NULL },
};

static const LullStep steps[] = {
  { .name = "answer the first pass", .at = FIRST_PASS, .exists = answers_first_at_once, .run = answer_first },
  { .name = "answer the first pass", .at = FIRST_PASS, .needs = LULL_NEEDS_IDLE, .exists = waits_before_first, .run = answer_first },
  { .name = "read the sums", .at = AWAIT_SUMS, .needs = LULL_NEEDS_RESULT, .run = read_sums },
  { .name = "answer the second pass", .at = SECOND_PASS, .exists = answers_second_at_once, .run = answer_second },
  { .name = "answer the second pass", .at = SECOND_PASS, .needs = LULL_NEEDS_IDLE, .exists = waits_before_second, .run = answer_second },
  { .name = "read the comparison", .at = AWAIT_COMPARISON, .needs = LULL_NEEDS_RESULT, .run = read_comparison },
  { .name = NULL },
};
/* clang-format on */

static const LullProtocol two_passes = {
  .api = LULL_PROTOCOL_API,
  .name = "two-passes",
  .summary = "add up sent and done, and ask once more whether anything has happened",
  .source = "public report charm #1658; Mattern, Distributed Computing 2 (1987)",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .node_size = node_size,
  .callbacks_count = TRUE,
  .relabel = lull_relabel_nothing,
  .on_posted = posted,
  .on_finished = finished,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &two_passes, NULL };
