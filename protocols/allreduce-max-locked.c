/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Allreduce(MAX) of the numbers of open futures, with the futures lock held from the
 * moment at which the number is read until the result is known. The remedy that suggests
 * itself for allreduce-max; compare the active-call count of PyTorch's TensorPipe agent,
 * which holds its lock likewise.
 *
 * Assumes that every basic message is a call, and that futures are settled after their
 * callbacks.
 *
 * Why nobody leaves too early: the round completes while every worker holds its lock, so
 * at that moment every number is still the true one. They make a consistent cut, and with
 * all of them 0 no call is open, hence no handler or callback is left that could make
 * one.
 *
 * Why it hangs: a worker that holds its lock and waits for the others lets no handler of
 * its own make a call. If another worker will contribute only when that handler has
 * answered it, neither goes on.
 *
 *   M1  Take the futures lock, and contribute the number of open futures.
 *   M2  When the maximum is known, give the lock back. If the maximum is 0, leave;
 *   M3  else wait until the own futures are answered, and go back to M1.
 */
#include "lull-protocol.h"

enum
{
  CONTRIBUTE,
  AWAIT_RESULT,
  AWAIT_FUTURES
};

static const char *const places[] = { "about to contribute",
                                      "waiting for the maximum with the lock",
                                      "waiting for its futures", NULL };

static gsize
contribution_size (guint workers, const gint *options)
{
  return 1;
}

static guint8
somebody_has_futures (guint workers, const gint *options, const guint8 *combined)
{
  return combined[0] > 0;
}

static const LullCollective collectives[] = {
  { .name = "allreduce(MAX)",
    .combine = LULL_COMBINE_MAX,
    .size = contribution_size,
    .conclude = somebody_has_futures },
  { .name = NULL },
};

/* M1 */
static void
lock_and_contribute (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_lock (out);
  lull_outbox_snapshot (out, "open futures", view->futures);
  lull_outbox_contribute (out, 0)[0] = view->futures;
  lull_outbox_go (out, AWAIT_RESULT);
}

/* M2 */
static void
unlock_and_read (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_unlock (out);
  if (view->result == 0)
    lull_outbox_announce (out);
  else
    lull_outbox_go (out, AWAIT_FUTURES);
}

/* M3 */
static void
try_again (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_go (out, CONTRIBUTE);
}

static const char *const agreement[] = { "all agree", "not yet", NULL };

static const LullStep steps[] = {
  { .name = "lock and contribute",
    .at = CONTRIBUTE,
    .needs = LULL_NEEDS_LOCK,
    .run = lock_and_contribute },
  { .name = "unlock and read the result",
    .at = AWAIT_RESULT,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .results = agreement,
    .run = unlock_and_read },
  { .name = "own futures answered",
    .at = AWAIT_FUTURES,
    .needs = LULL_NEEDS_NO_FUTURES,
    .run = try_again },
  { .name = NULL },
};

/* Futures tell all; neither messages nor idleness do. */
static guint
heeds (const gint *options)
{
  return 0;
}

const LullProtocol lull_allreduce_max_locked = {
  .api = LULL_PROTOCOL_API,
  .name = "allreduce-max-locked",
  .summary = "allreduce-max with the futures lock held across the collective (can hang)",
  .source = "PyTorch RPC, issue #26944, and the TensorPipe agent's join",
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .needs_replies = TRUE,
  .callbacks_count = TRUE,
  .heeds = heeds,
  .relabel = lull_relabel_nothing,
};
