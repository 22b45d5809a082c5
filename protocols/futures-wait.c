/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barrier sync, and then some more waiting: each worker waits until its own calls are
 * answered, and all meet at a third barrier. The second join of PyTorch's RPC agent,
 * discussed in pytorch/pytorch issue #26944.
 *
 * Assumes that every basic message is a call. A call that is open when its caller looks
 * is waited for, which is enough as long as no handler makes calls. It is wrong
 * otherwise: a worker without task and without future can still be handed a call, and
 * what the handler of that call sends is nobody's future yet.
 *
 *   B1  Enter barrier 1.
 *   B2  When it has opened, wait until the pool is empty, then enter barrier 2.
 *   B3  When that has opened, wait until the own futures are answered, then enter
 *       barrier 3.
 *   B4  When that has opened, leave.
 */
#include "lull-protocol.h"

enum
{
  BEFORE_BARRIER_1,
  IN_BARRIER_1, /* until it has opened and the pool is empty */
  BEFORE_BARRIER_2,
  IN_BARRIER_2, /* until it has opened and no future is left */
  BEFORE_BARRIER_3,
  IN_BARRIER_3
};

static const char *const places[] = { "before barrier 1",
                                      "in barrier 1",
                                      "before barrier 2",
                                      "in barrier 2",
                                      "before barrier 3",
                                      "in barrier 3",
                                      NULL };

static const LullCollective collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};

static void
enter_barrier (LullOutbox *out, guint8 place)
{
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, place);
}

/* B1 */
static void
enter_barrier_1 (const LullView *view, gpointer node, LullOutbox *out)
{
  enter_barrier (out, IN_BARRIER_1);
}

/* B2 */

static void
find_pool_empty (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_snapshot (out, "idle", view->idle);
  lull_outbox_go (out, BEFORE_BARRIER_2);
}

static void
enter_barrier_2 (const LullView *view, gpointer node, LullOutbox *out)
{
  enter_barrier (out, IN_BARRIER_2);
}

/* B3 */

static void
find_futures_answered (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_snapshot (out, "open futures", view->futures);
  lull_outbox_go (out, BEFORE_BARRIER_3);
}

static void
enter_barrier_3 (const LullView *view, gpointer node, LullOutbox *out)
{
  enter_barrier (out, IN_BARRIER_3);
}

/* B4 */
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
  { .name = "own futures answered",
    .at = IN_BARRIER_2,
    .needs = LULL_NEEDS_RESULT | LULL_NEEDS_NO_FUTURES,
    .run = find_futures_answered },
  { .name = "barrier 3", .at = BEFORE_BARRIER_3, .run = enter_barrier_3 },
  { .name = "joins", .at = IN_BARRIER_3, .needs = LULL_NEEDS_RESULT, .run = leave },
  { .name = NULL },
};

/* There are no callbacks; the pool is looked at. */
static guint
heeds (const gint *options)
{
  return LULL_HEEDS_IDLE;
}

const LullProtocol lull_futures_wait = {
  .api = LULL_PROTOCOL_API,
  .name = "futures-wait",
  .summary = "barrier-sync, then wait for the own futures, then a barrier (wrong)",
  .source = "PyTorch RPC, issue #26944: the second version of join",
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .needs_replies = TRUE,
  .callbacks_count = TRUE,
  .heeds = heeds,
  .relabel = lull_relabel_nothing,
};
