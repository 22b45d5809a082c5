/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dijkstra and Scholten's algorithm: the active workers form a tree, which shrinks to its
 * root. E. W. Dijkstra, C. S. Scholten, "Termination detection for diffusing
 * computations", Information Processing Letters 11 (1980), first written as EWD687a.
 *
 * Assumes reliable messages, in no particular order, acknowledgements included.
 *
 *   D1  A worker's deficit is the number of its messages that are not acknowledged.
 *   D2  A neutral worker that receives a message becomes engaged; the sender is its
 *       engager. This message is not acknowledged yet.
 *   D3  An engaged worker acknowledges a further message when it receives it.
 *   D4  An engaged worker that is passive and has deficit 0 acknowledges the message that
 *       engaged it, and is neutral.
 *   D5  The root is engaged from the start, by nobody. The computation has terminated
 * when the root is passive and has deficit 0.
 *
 * The paper starts from one active machine; here all main programs run from the start. We
 * let worker 0 be the root, and say that a message of its own, before the beginning,
 * started each of the others: they begin engaged to it, and its deficit begins at n-1.
 *
 * The paper's machine is here a worker with a main program, a listener and a pool:
 *
 * - Passive is: in join and idle. Steps are taken in join alone, so nobody disengages
 *   while its main program, a handler or a callback runs, or a message is in its pool.
 * - Receipt is the moment from which the worker is not idle: the listener puts the
 * message into the pool. In the listener's hand it still is in the deficit of its sender,
 * as it was on the wire. Once in the pool it may be acknowledged at once (D3): the worker
 * that holds it is engaged and will not disengage before it has been handled.
 * - Replies are messages too, and may engage. A message to oneself never does: whoever
 * has one under way has a deficit, hence is engaged.
 *
 * Where joins come one after another, each is a diffusing computation. When the root
 * announces all others are neutral; its notice is then the message that starts each of
 * them again, and received when it leaves. A worker that the next computation has already
 * reached is engaged by then, and acknowledges the notice at once (D3).
 *
 * Why nobody announces too early. At all times
 *
 *   I1  whoever is not passive is engaged (D2; D4 asks for passive);
 *   I2  whoever has a deficit is engaged (only the active send; D4 asks for deficit 0);
 *   I3  a message under way is in its sender's deficit (D1, D3);
 *   I4  an engaged worker is in its engager's deficit, and was engaged after it (D2, D4).
 *
 * With the root's deficit 0, nobody has the root as engager. By I4 and I2 every chain of
 * engagers ends at the root, so nobody else is engaged. By I2 and I3 nothing is under
 * way, and by I1 all are passive.
 */
#include <stdio.h>

#include "lull-protocol.h"

/* clang-format off */
enum { ENGAGED, NEUTRAL, ROOT };   /* places; a worker that has not joined is engaged */
enum { ACKNOWLEDGED, TERMINATED }; /* control messages */
/* clang-format on */

static const char *const places[] = { "engaged", "neutral", "root", NULL };

typedef struct
{
  guint8 deficit_low; /* two bytes: 250 messages and 31 main programs are more than 255 */
  guint8 deficit_high;
  guint8 engager; /* while engaged, else 0 */
} ScholtenNode;

G_STATIC_ASSERT (sizeof (ScholtenNode) == 3);

static gsize
node_size (guint workers, const gint *options)
{
  return sizeof (ScholtenNode);
}

static guint
deficit (const ScholtenNode *self)
{
  return self->deficit_low | (guint) self->deficit_high << 8;
}

static void
set_deficit (ScholtenNode *self, guint value)
{
  self->deficit_low = (guint8) value;
  self->deficit_high = (guint8) (value >> 8);
}

/* Worker 0 has started all main programs. It is number 0 that is everyone's engager. */
static void
init (const LullView *view, gpointer node)
{
  if (view->self == 0)
    set_deficit (node, view->workers - 1U);
}

static void
acknowledge (LullOutbox *out, guint8 to)
{
  lull_outbox_send (out, to, &(const guint8){ ACKNOWLEDGED });
}

/* The notice engages, unless a message of those who left before has. */
static void
left (const LullView *view, gpointer node, LullOutbox *out)
{
  ScholtenNode *self = node;

  if (view->self == 0)
    set_deficit (self, view->workers - 1U);
  else if (view->place == ENGAGED)
    acknowledge (out, 0);
  else
    self->engager = 0;
}

static void
joined (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->self == 0)
    lull_outbox_go (out, ROOT);
}

/* D1 */
static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  set_deficit (node, deficit (node) + 1);
}

/* D2, D3 */
static void
queued (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  ScholtenNode *self = node;

  if (view->place != NEUTRAL)
    {
      acknowledge (out, message->peer);
      return;
    }
  self->engager = message->peer;
  lull_outbox_go (out, ENGAGED);
}

static gboolean
deficit_is_0 (const LullView *view, gconstpointer node)
{
  return deficit (node) == 0;
}

/* D4 */
static void
disengage (const LullView *view, gpointer node, LullOutbox *out)
{
  ScholtenNode *self = node;

  lull_outbox_snapshot (out, "deficit", (gint) deficit (self));
  acknowledge (out, self->engager);
  self->engager = 0;
  lull_outbox_go (out, NEUTRAL);
}

/* D5. Where the paper ends, everyone is told. All have disengaged, so all are in join. */
static void
announce (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_snapshot (out, "deficit", (gint) deficit (node));
  for (guint8 to = 1; to < view->workers; to++)
    lull_outbox_send (out, to, &(const guint8){ TERMINATED });
  lull_outbox_announce (out);
}

/* D1 */
static void
control (const LullView *view,
         gpointer node,
         guint8 from,
         const guint8 *payload,
         LullOutbox *out)
{
  if (payload[0] == TERMINATED)
    lull_outbox_announce (out);
  else
    set_deficit (node, deficit (node) - 1);
}

/* clang-format off */
static const LullStep steps[] = {
  { .name = "disengage", .at = ENGAGED, .needs = LULL_NEEDS_IDLE, .ready = deficit_is_0, .run = disengage },
  { .name = "announce", .at = ROOT, .needs = LULL_NEEDS_IDLE, .ready = deficit_is_0, .run = announce },
  { .name = NULL },
};
/* clang-format on */

/* An acknowledgement for every message, those before the beginning included. The notices
 * go out when all of them have arrived. */
static guint
control_max (guint workers, guint messages)
{
  return messages + workers - 1;
}

static void
describe_control (const gint *options, const guint8 *payload, char *text, gsize size)
{
  snprintf (text, size, "%s",
            payload[0] == TERMINATED ? "terminated" : "acknowledgement");
}

static void
describe_node (const LullView *view, gconstpointer node, char *text, gsize size)
{
  const ScholtenNode *self = node;

  if (view->place == ENGAGED && view->self != 0)
    snprintf (text, size, "deficit %u, engaged by worker %u", deficit (self),
              self->engager);
  else
    snprintf (text, size, "deficit %u", deficit (self));
}

const LullProtocol lull_dijkstra_scholten = {
  .api = LULL_PROTOCOL_API,
  .name = "dijkstra-scholten",
  .summary = "the tree of active workers shrinks to its root (control messages)",
  .source = "Dijkstra and Scholten, Information Processing Letters 11 (1980), EWD687a",
  .places = places,
  .steps = steps,
  .node_size = node_size,
  .control_size = 1,
  .control_max = control_max,
  .init = init,
  .on_posted = posted,
  .on_queued = queued,
  .on_joined = joined,
  .on_left = left,
  .on_control = control,
  .describe_control = describe_control,
  .describe_node = describe_node,
};
