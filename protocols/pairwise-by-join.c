/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairwise counters, anew for each of several joins one after another. The counters are
 * those of pairwise.c (Kumar 1985; Mattern 1987, section 7); that what belongs to the
 * next round has to say so is Mattern's time stamp algorithm, section 6 of the same
 * paper.
 *
 * Assumes reliable messages, each counted once at either end, and that only what a main
 * program or a handler does sends (no timers). Needs neither order nor a second wave.
 *
 *   J1  Sent and done are counted for each join by itself: those of this join, and those
 *       of the next. A message carries the number of the join that it counts for.
 *   J2  A worker counts what it sends for the join that it is in, or is to be in next;
 *       once it has begun to handle a message of the join after that, for that one.
 *   J3  In join, P1 to P4 of pairwise.c, with the counters of this join alone.
 *
 * Why that is right. A message of the next join is there only when somebody has left this
 * one. Then a round of this join has agreed, in which all took part, and by the proof of
 * pairwise.c nothing of it is left: whatever is sent from then on belongs to the next
 * join, whoever sends it. A worker that has not heard of the agreement yet learns of it
 * from the message (J2). So each message counts for the join that it belongs to, at both
 * ends, and within a join the proof of pairwise.c holds.
 *
 * Counters that run on over all joins do as well, and need no number (pairwise.c). What
 * each option leaves out does not.
 */
#include <stdio.h>

#include "lull-protocol.h"

/* clang-format off */
enum { START, AWAIT_RESULT };          /* places */
enum { COUNTERS, ARMED };              /* options, and their values: */
enum { TAGGED, BY_WORKER, ZEROED };
enum { AT_START, AT_JOIN };
enum { SENT_COLUMN, DONE_COLUMN };
/* clang-format on */

static const char *const places[] = { "at the start of a round",
                                      "waiting for the comparison", NULL };

static const char *const counters[] = { "tagged", "by-worker", "zeroed", NULL };
static const char *const armed[] = { "at-start", "at-join", NULL };

static const LullOption options[] = {
  { "counters", counters,
    "J1, J2: a message counts for the join it belongs to, for the one that its sender is "
    "in, or for whichever it is when it is counted" },
  { "armed", armed, "J1: counting begins with the program, or only in join" },
  { .name = NULL },
};

/* A node is `ahead`, then sent[0 … n-1] and done[0 … n-1] of this join, then those of the
 * next. */

static gsize
node_size (guint workers, const gint *values)
{
  return 1 + 4 * (gsize) workers;
}

static gsize
row_size (guint workers, const gint *values)
{
  return 2 * (gsize) workers;
}

static gboolean
is_tagged (const gint *values)
{
  return values[COUNTERS] != ZEROED;
}

/* Where PEER is counted in COLUMN, sent or done, for JOIN; nowhere if that is over. */
static guint8 *
counter (const LullView *view, guint8 *node, guint join, guint column, guint peer)
{
  guint ahead = join - view->epoch;

  if (join < view->epoch || ahead > 1)
    return NULL;
  return node + 1 + (2 * ahead + column) * view->workers + peer;
}

static void
count (const LullView *view,
       gpointer node,
       const LullBasic *message,
       guint join,
       guint column)
{
  guint8 *found = counter (view, node, join, column, message->peer);

  if (found != NULL && (view->options[ARMED] == AT_START || view->joined))
    ++*found;
}

/* J2 */

static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  const guint8 *ahead = node;
  guint join = view->epoch + *ahead;

  if (message->tag != NULL)
    *message->tag = (guint8) join;
  count (view, node, message, join, SENT_COLUMN);
}

static guint
join_of (const LullView *view, const LullBasic *message)
{
  return message->tag != NULL ? *message->tag : view->epoch;
}

static void
started (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  guint8 *ahead = node;

  if (view->options[COUNTERS] == TAGGED && join_of (view, message) > view->epoch)
    *ahead = TRUE;
}

static void
finished (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  count (view, node, message, join_of (view, message), DONE_COLUMN);
}

/* J1: the next join is this one from now on. */
static void
left (const LullView *view, gpointer node, LullOutbox *out)
{
  gsize size = row_size (view->workers, view->options);
  guint8 *bytes = node;

  memcpy (bytes + 1, bytes + 1 + size, size);
  memset (bytes + 1 + size, 0, size);
  bytes[0] = FALSE;
}

/* J3 */

static void
contribute (const LullView *view, gpointer node, LullOutbox *out)
{
  gsize size = row_size (view->workers, view->options);
  const guint8 *row = (const guint8 *) node + 1;
  gint sent = 0, done = 0;

  for (guint peer = 0; peer < view->workers; peer++)
    {
      sent += row[peer];
      done += row[view->workers + peer];
    }
  lull_outbox_snapshot (out, "done", done);
  lull_outbox_snapshot (out, "sent", sent);
  memcpy (lull_outbox_contribute (out, 0), row, size);
  lull_outbox_go (out, AWAIT_RESULT);
}

static guint8
is_unequal (guint workers, const gint *values, const guint8 *combined)
{
  for (guint from = 0; from < workers; from++)
    for (guint to = 0; to < workers; to++)
      if (combined[from * 2 * workers + to] !=
          combined[to * 2 * workers + workers + from])
        return 1;
  return 0;
}

static void
read_result (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->result != 0)
    lull_outbox_go (out, START);
  else
    lull_outbox_announce (out);
}

static const LullCollective collectives[] = {
  { .name = "allgather",
    .combine = LULL_COMBINE_GATHER,
    .size = row_size,
    .conclude = is_unequal },
  { .name = NULL },
};

static const char *const agreement[] = { "all agree", "not yet", NULL };

/* clang-format off */
static const LullStep steps[] = {
  { .name = "contribute", .at = START, .looks_at = LULL_LOOKS_AT_NODE, .run = contribute },
  { .name = "read the result", .at = AWAIT_RESULT, .needs = LULL_NEEDS_RESULT, .looks_at = LULL_LOOKS_AT_RESULT, .results = agreement, .run = read_result },
  { .name = NULL },
};
/* clang-format on */

static guint
heeds (const gint *values)
{
  return LULL_HEEDS_POSTED | LULL_HEEDS_FINISHED |
         (values[COUNTERS] == TAGGED ? LULL_HEEDS_STARTED : 0U);
}

static guint
relabel (
    guint bytes, guint workers, const gint *values, const guint8 *names, guint offset)
{
  guint first = bytes == LULL_BYTES_NODE ? 1 : 0;

  if (bytes == LULL_BYTES_TAG || offset < first)
    return offset;
  offset -= first;
  return first + offset / workers * workers + names[offset % workers];
}

static void
describe_node (const LullView *view, gconstpointer node, char *text, gsize size)
{
  static const char *const words[] = { "sent", ", done", "; next sent", ", done" };
  const guint8 *row = (const guint8 *) node + 1;
  gsize used = 0;

  for (guint i = 0; i < 4U * view->workers && used < size; i++)
    used +=
        (gsize) snprintf (text + used, size - used, "%s %u",
                          i % view->workers == 0 ? words[i / view->workers] : "", row[i]);
}

static void
count_peer (const LullView *view, gconstpointer node, guint8 peer, guint *sent, guint *done)
{
  const guint8 *row = (const guint8 *) node + 1;

  *sent = row[peer];
  *done = row[view->workers + peer];
}

const LullProtocol lull_pairwise_by_join = {
  .api = LULL_PROTOCOL_API,
  .name = "pairwise-by-join",
  .summary = "pairwise counters, anew for each of several joins",
  .source = "Mattern, Distributed Computing 2 (1987), sections 6 and 7",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .node_size = node_size,
  .tag_size = 1,
  .tags = is_tagged,
  .heeds = heeds,
  .relabel = relabel,
  .on_posted = posted,
  .on_started = started,
  .on_finished = finished,
  .on_left = left,
  .describe_node = describe_node,
  .count_peer = count_peer,
};
