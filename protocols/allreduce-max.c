/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Allreduce(MAX) of the numbers of open futures: leave when nobody has one. The third
 * join of PyTorch's RPC agent, discussed in pytorch/pytorch issue #26944.
 *
 * Assumes that every basic message is a call, so that work in progress shows as a future
 * somewhere. It always does, and the scheme is wrong all the same: each worker reads its
 * number at a moment of its own, and the numbers together are an inconsistent cut. A
 * worker that has contributed 0 can still be handed a call whose handler opens a future.
 *
 *   M1  Contribute the number of open futures.
 *   M2  When the maximum is known: if it is 0, leave;
 *   M3  else wait until the own futures are answered, and go back to M1.
 */
#include "lull-protocol.h"

enum
{
  CONTRIBUTE,
  AWAIT_RESULT,
  AWAIT_FUTURES
};

static const char *const places[] = { "about to contribute", "waiting for the maximum",
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
contribute (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_snapshot (out, "open futures", view->futures);
  lull_outbox_contribute (out, 0)[0] = view->futures;
  lull_outbox_go (out, AWAIT_RESULT);
}

/* M2 */
static void
read_result (const LullView *view, gpointer node, LullOutbox *out)
{
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
  { .name = "contribute", .at = CONTRIBUTE, .run = contribute },
  { .name = "read the result",
    .at = AWAIT_RESULT,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .results = agreement,
    .run = read_result },
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

const LullProtocol lull_allreduce_max = {
  .api = LULL_PROTOCOL_API,
  .name = "allreduce-max",
  .summary = "leave when allreduce(MAX) of the numbers of open futures is 0 (wrong)",
  .source = "PyTorch RPC, issue #26944: agreement on open futures",
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .needs_replies = TRUE,
  .callbacks_count = TRUE,
  .heeds = heeds,
  .relabel = lull_relabel_nothing,
};
