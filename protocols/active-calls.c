/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active calls: wait until the own calls are done; barrier; then allreduce(SUM) of the
 * numbers of active calls, with the lock that send() takes held from the moment at which
 * the number is read until the result is known. The join of PyTorch's TensorPipe agent.
 *
 * Assumes that every basic message is a call, and that a call is active until its
 * callbacks have run.
 *
 *   A1  Wait until no call made here is active.
 *   A2  Enter the barrier, and wait until it has opened.
 *   A3  Take the lock, and contribute the number of active calls.
 *   A4  When the sum is known, give the lock back. If the sum is 0, leave; else go back
 *       to A1.
 *
 * Why nobody leaves too early: the round of A3 completes while every worker holds its
 * lock, so at that moment every number is still the true one. They make a consistent cut,
 * and with all of them 0 no call is active, hence no handler or callback is left that
 * could make one.
 *
 * Why it does not hang: a worker that holds its lock waits for the others to contribute
 * in A3. When the first of them takes it all have been through A1, and from there on
 * nobody waits for a call, only for the barrier, which has opened, and for a lock that
 * nobody but join itself holds. Without the barrier one may wait in A1 for a handler that
 * waits for the lock of another who is in A3 already.
 *
 * Each option leaves out one of the two, so that one can see what it is there for.
 */
#include "lull-protocol.h"

/* clang-format off */
enum { AWAIT_CALLS, BEFORE_BARRIER, IN_BARRIER, CONTRIBUTE, AWAIT_RESULT }; /* places */
enum { LOCK, BARRIER }; /* options, and their values: */
enum { HELD, NO_LOCK };
enum { YES, NO };
enum { THE_SUM, THE_BARRIER }; /* collectives */
/* clang-format on */

static const char *const places[] = { "waiting for its calls", "before the barrier",
                                      "in the barrier",        "about to contribute",
                                      "waiting for the sum",   NULL };

static const char *const locks[] = { "held", "none", NULL };
static const char *const barriers[] = { "yes", "no", NULL };

static const LullOption options[] = {
  { "lock", locks, "A3, A4: the lock is held until the sum is known, or not taken" },
  { "barrier", barriers, "A2: whether there is one" },
  { .name = NULL },
};

static gsize
contribution_size (guint workers, const gint *values)
{
  return 1;
}

static guint8
somebody_has_calls (guint workers, const gint *values, const guint8 *combined)
{
  return combined[0] > 0;
}

static const LullCollective collectives[] = {
  [THE_SUM] = { .name = "allreduce(SUM)",
                .combine = LULL_COMBINE_SUM,
                .size = contribution_size,
                .conclude = somebody_has_calls },
  [THE_BARRIER] = { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};

static gboolean
has_barrier (const gint *values)
{
  return values[BARRIER] == YES;
}

/* A1 */
static void
find_calls_done (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_go (out, has_barrier (view->options) ? BEFORE_BARRIER : CONTRIBUTE);
}

/* A2 */

static void
enter_barrier (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_contribute (out, THE_BARRIER);
  lull_outbox_go (out, IN_BARRIER);
}

static void
pass_barrier (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_go (out, CONTRIBUTE);
}

/* A3 */
static void
contribute (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->options[LOCK] == HELD)
    lull_outbox_lock (out);
  lull_outbox_snapshot (out, "active calls", view->futures);
  lull_outbox_contribute (out, THE_SUM)[0] = view->futures;
  lull_outbox_go (out, AWAIT_RESULT);
}

/* A4 */
static void
read_result (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->options[LOCK] == HELD)
    lull_outbox_unlock (out);
  if (view->result == 0)
    lull_outbox_announce (out);
  else
    lull_outbox_go (out, AWAIT_CALLS);
}

static const char *const agreement[] = { "all agree", "not yet", NULL };

static const char *const nothing[] = { NULL };

static const LullStep steps[] = {
  { .name = "own calls done",
    .at = AWAIT_CALLS,
    .needs = LULL_NEEDS_NO_FUTURES,
    .run = find_calls_done },
  { .name = "barrier",
    .at = BEFORE_BARRIER,
    .exists = has_barrier,
    .run = enter_barrier },
  { .name = "past the barrier",
    .at = IN_BARRIER,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .exists = has_barrier,
    .results = nothing,
    .run = pass_barrier },
  { .name = "contribute", .at = CONTRIBUTE, .needs = LULL_NEEDS_LOCK, .run = contribute },
  { .name = "read the result",
    .at = AWAIT_RESULT,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .results = agreement,
    .run = read_result },
  { .name = NULL },
};

/* Active calls tell all; neither messages nor idleness do. */
static guint
heeds (const gint *values)
{
  return 0;
}

const LullProtocol lull_active_calls = {
  .api = LULL_PROTOCOL_API,
  .name = "active-calls",
  .summary = "leave when allreduce(SUM) of active calls, read under send()'s lock, is 0",
  .source = "PyTorch RPC, the TensorPipe agent's join",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .needs_replies = TRUE,
  .callbacks_count = TRUE,
  .heeds = heeds,
  .relabel = lull_relabel_nothing,
};
