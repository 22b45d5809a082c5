/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barrier sync: barrier; wait until the own pool is empty; barrier. The first join of
 * PyTorch's RPC agent, reported as racy in pytorch/pytorch issue #26944.
 *
 * Assumes nothing of the network, and is wrong on every network: a message on the wire,
 * or in the listener's hand, belongs to no pool, and a worker that found its pool empty
 * may be given work again.
 *
 *   B1  Enter barrier 1.
 *   B2  When it has opened, wait until the pool is empty, then enter barrier 2.
 *   B3  When that has opened, leave.
 */
#include "lull-protocol.h"

enum
{
  BEFORE_BARRIER_1,
  IN_BARRIER_1, /* until it has opened and the pool is empty */
  BEFORE_BARRIER_2,
  IN_BARRIER_2
};

static const char *const places[] = { "before barrier 1", "in barrier 1",
                                      "before barrier 2", "in barrier 2", NULL };

static const LullCollective collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};

/* B1 */
static void
enter_barrier_1 (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, IN_BARRIER_1);
}

/* B2, its first half. What the worker sees here is what it says by entering barrier 2,
 * and nothing keeps it true. */
static void
find_pool_empty (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_snapshot (out, "idle", view->idle);
  lull_outbox_go (out, BEFORE_BARRIER_2);
}

/* B2, its second half */
static void
enter_barrier_2 (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, IN_BARRIER_2);
}

/* B3 */
static void
leave (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static const LullStep steps[] = {
  { .name = "barrier 1", .at = BEFORE_BARRIER_1, .run = enter_barrier_1 },
  { .name = "pool empty",
    .at = IN_BARRIER_1,
    .needs = LULL_NEEDS_RESULT | LULL_NEEDS_IDLE,
    .run = find_pool_empty },
  { .name = "barrier 2", .at = BEFORE_BARRIER_2, .run = enter_barrier_2 },
  { .name = "joins", .at = IN_BARRIER_2, .needs = LULL_NEEDS_RESULT, .run = leave },
  { .name = NULL },
};

const LullProtocol lull_barrier_sync = {
  .api = LULL_PROTOCOL_API,
  .name = "barrier-sync",
  .summary = "barrier, wait until the own pool is empty, barrier (wrong)",
  .source = "PyTorch RPC, issue #26944: the first version of join",
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .callbacks_count = TRUE,
  .relabel = lull_relabel_nothing,
};
