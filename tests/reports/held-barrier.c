/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier, entered with a lock in the hand that handlers need. Our model of the public
 * report pytorch #45088, where the lock is the interpreter's and the barrier the
 * rendezvous of a new process group.
 *
 * Assumes that main programs await their calls and handlers theirs, so that a worker that
 * joins has nothing under way, and a barrier is all it takes.
 *
 *   H1  Take the lock, and enter the barrier.
 *   H2  When it has opened, give the lock back and leave.
 *
 * The futures lock stands for the resource: the handler of a peer's call needs it to make
 * a call of its own. Repaired, H1 enters the barrier without it.
 */
#include <gmodule.h>

#include "lull-protocol.h"

/* clang-format off */
enum { ABOUT_TO_ENTER, IN_BARRIER }; /* places */
enum { HELD, RELEASED };             /* values of the only option */
/* clang-format on */

static const char *const places[] = { "before the barrier", "in the barrier", NULL };
static const char *const locks[] = { "held", "released", NULL };

static const LullOption options[] = {
  { "lock", locks, "H1: the lock is held while the worker is in the barrier, or not" },
  { .name = NULL },
};

static const LullCollective collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};

/* H1 */
static void
enter (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->options[0] == HELD)
    lull_outbox_lock (out);
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, IN_BARRIER);
}

/* H2 */
static void
leave (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->options[0] == HELD)
    lull_outbox_unlock (out);
  lull_outbox_announce (out);
}

/* clang-format off */
static const LullStep steps[] = {
  { .name = "enter the barrier", .at = ABOUT_TO_ENTER, .needs = LULL_NEEDS_LOCK, .run = enter },
  { .name = "leave the barrier", .at = IN_BARRIER, .needs = LULL_NEEDS_RESULT, .run = leave },
  { .name = NULL },
};
/* clang-format on */

static const LullProtocol held_barrier = {
  .api = LULL_PROTOCOL_API,
  .name = "held-barrier",
  .summary = "a barrier that holds a lock which handlers need",
  .source = "public report pytorch #45088",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &held_barrier,
                                                                      NULL };
