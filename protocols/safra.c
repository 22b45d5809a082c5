/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Safra's algorithm: a token visits the workers of a ring and adds up what they sent less
 * what they received. E. W. Dijkstra, "Shmuel Safra's version of termination detection",
 * EWD998, 1987.
 *
 * Assumes reliable messages, in no particular order.
 *
 *   Rule 0  Sending a message raises the worker's count by 1, receiving one lowers it.
 *   Rule 1  In a probe the token goes from worker 0 to worker n-1, and by way of n-2, …,
 * 1 back to 0. It starts with q = 0. Rule 2  An active worker keeps the token; a passive
 * one adds its count to q and hands the token on. Rule 3  Receiving a message makes the
 * worker black. Rule 4  A black worker makes the token black when it hands it on. Rule 5
 * The probe has succeeded if token and worker 0 are white and q plus the count of worker
 * 0 is 0. After one that has not, worker 0 starts another. Rule 6  Starting one, worker 0
 * makes itself and the token white. Rule 7  Handing the token on, a worker becomes white.
 *
 * The paper's machine is here a worker with a main program, a listener and a pool:
 *
 * - Passive is: in join and idle. A main program, a handler or a callback that runs and a
 *   message in the pool are activity, and nothing else sends. Replies are messages too.
 * - Receipt is the moment from which the worker is not idle: the listener puts the
 * message into the pool. Counted earlier, in the listener's hand, where idle does not see
 * it, the message would be neither under way nor activity. Counted later, at the
 * handler's end, it merely is under way for longer.
 * - Rule 3 is carried out when the handler starts. Between receipt and start the worker
 * is not idle, so it keeps the token, and nobody can tell its colour.
 * - The token may find a worker whose main program runs; it waits in the node.
 * - Where joins come one after another, the token has the number of its join. Worker 0
 *   leaves first, and its next probe may find a worker that has not left yet and whose
 *   next main program has not begun: the token waits there until that one has ended.
 */
#include <stdio.h>

#include "lull-protocol.h"

/* clang-format off */
enum { RECEIPT, NUMBER };            /* options, and their values: */
enum { QUEUED, RECEIVED, FINISHED };
enum { YES, NO };
enum { TOKEN, TERMINATED };          /* kinds of control message */
enum { NO_TOKEN };                   /* else 1 + the join that the token is for */
/* clang-format on */

static const char *const receipts[] = { "queued", "received", "finish", NULL };

static const char *const numbers[] = { "yes", "no", NULL };

static const LullOption options[] = {
  { "receipt", receipts, "Rule 0: when a message counts as received" },
  { "number", numbers, "of several joins: whether the token has the number of its join" },
  { .name = NULL },
};

static const char *const places[] = { "in the ring", NULL };

typedef struct
{
  guint8 count; /* modulo 256: a run has at most 250 messages, so 0 is 0 */
  guint8 black;
  guint8 has_token; /* NO_TOKEN, or 1 + the join that it is for */
  guint8 token_q;   /* what the token says while it is here, else 0 */
  guint8 token_black;
} SafraNode;

typedef struct
{
  guint8 kind; /* and twice the join that it is for */
  guint8 q;
  guint8 black;
} SafraControl;

G_STATIC_ASSERT (sizeof (SafraNode) == 5);
G_STATIC_ASSERT (sizeof (SafraControl) == 3);

static gsize
node_size (guint workers, const gint *values)
{
  return sizeof (SafraNode);
}

static guint8
this_join (const LullView *view)
{
  return view->options[NUMBER] == YES ? view->epoch : 0;
}

/* Before the first probe of a join the token is at home and black, as after a probe that
 * failed. */
static void
bring_home (SafraNode *self, guint8 join)
{
  self->has_token = (guint8) (1 + join);
  self->token_q = 0;
  self->token_black = TRUE;
}

static void
init (const LullView *view, gpointer node)
{
  if (view->self == 0)
    bring_home (node, this_join (view));
}

static void
left (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->self == 0)
    bring_home (node, view->options[NUMBER] == YES ? (guint8) (view->epoch + 1) : 0);
}

/* Rule 0 */

static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  SafraNode *self = node;

  self->count++;
}

static void
receive_if (gint moment, const LullView *view, SafraNode *self)
{
  if (view->options[RECEIPT] == moment)
    self->count--;
}

static void
received (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  receive_if (RECEIVED, view, node);
}

static void
queued (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  receive_if (QUEUED, view, node);
}

static void
finished (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  receive_if (FINISHED, view, node);
}

/* Rule 3 */
static void
started (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  SafraNode *self = node;

  self->black = TRUE;
}

/* The kind is the last bit. */
static guint8
numbered (const LullView *view, guint8 kind)
{
  return (guint8) (2 * this_join (view) + kind);
}

/* Rules 1 and 7: the token goes on, and leaves a white worker behind. */
static void
hand_on (const LullView *view, SafraNode *self, guint8 q, gboolean black, LullOutbox *out)
{
  const SafraControl token = { numbered (view, TOKEN), q, (guint8) black };
  guint next = (view->self + view->workers - 1U) % view->workers;

  lull_outbox_send (out, (guint8) next, &token);
  self->black = FALSE;
  self->has_token = NO_TOKEN;
  self->token_q = 0;
  self->token_black = FALSE;
}

/* Rule 2; the step needs the worker to be idle. */

static gboolean
has_token (const LullView *view, gconstpointer node)
{
  const SafraNode *self = node;

  return self->has_token == 1 + this_join (view);
}

static gboolean
holds_token (const LullView *view, gconstpointer node)
{
  return view->self != 0 && has_token (view, node);
}

static void
pass_token (const LullView *view, gpointer node, LullOutbox *out)
{
  SafraNode *self = node;
  gboolean black = self->token_black || self->black; /* Rule 4 */

  lull_outbox_snapshot (out, "sent - received", (gint8) self->count);
  hand_on (view, self, (guint8) (self->token_q + self->count), black, out);
}

/* Rule 5 */

static gboolean
probe_succeeded (const LullView *view, gconstpointer node)
{
  const SafraNode *self = node;

  return view->self == 0 && has_token (view, node) && !self->token_black &&
         !self->black && (guint8) (self->token_q + self->count) == 0;
}

static gboolean
probe_failed (const LullView *view, gconstpointer node)
{
  return view->self == 0 && has_token (view, node) && !probe_succeeded (view, node);
}

/* Rule 6; worker 0 becomes white as by Rule 7. */
static void
start_probe (const LullView *view, gpointer node, LullOutbox *out)
{
  hand_on (view, node, 0, FALSE, out);
}

/* Where the paper ends, everyone is told. All are in join, or they had kept the token. */
static void
announce (const LullView *view, gpointer node, LullOutbox *out)
{
  const SafraControl terminated = { .kind = numbered (view, TERMINATED) };
  const SafraNode *self = node;

  lull_outbox_snapshot (out, "sent - received", (gint8) self->count);
  for (guint8 to = 1; to < view->workers; to++)
    lull_outbox_send (out, to, &terminated);
  lull_outbox_announce (out);
}

static void
control (const LullView *view,
         gpointer node,
         guint8 from,
         const guint8 *payload,
         LullOutbox *out)
{
  SafraNode *self = node;
  SafraControl message;

  memcpy (&message, payload, sizeof message);
  if (message.kind % 2 == TERMINATED)
    {
      lull_outbox_announce (out);
      return;
    }
  self->has_token = (guint8) (1 + message.kind / 2);
  self->token_q = message.q;
  self->token_black = message.black;
}

/* clang-format off */
static const LullStep steps[] = {
  { .name = "start a probe", .needs = LULL_NEEDS_IDLE, .ready = probe_failed, .run = start_probe },
  { .name = "pass the token", .needs = LULL_NEEDS_IDLE, .ready = holds_token, .run = pass_token },
  { .name = "announce", .needs = LULL_NEEDS_IDLE, .ready = probe_succeeded, .run = announce },
  { .name = NULL },
};
/* clang-format on */

static guint
heeds (const gint *values)
{
  static const guint receipt[] = {
    [QUEUED] = LULL_HEEDS_QUEUED,
    [RECEIVED] = LULL_HEEDS_RECEIVED,
    [FINISHED] = LULL_HEEDS_FINISHED,
  };

  return LULL_HEEDS_POSTED | LULL_HEEDS_STARTED | LULL_HEEDS_IDLE |
         receipt[values[RECEIPT]];
}

/* The token, or, when it has done its work, a notice to each of the others. */
static guint
control_max (guint workers, guint messages)
{
  return MAX (1, workers - 1);
}

static const char *
colour (guint8 black)
{
  return black ? "black" : "white";
}

static void
describe_control (const gint *values, const guint8 *payload, char *text, gsize size)
{
  SafraControl message;

  memcpy (&message, payload, sizeof message);
  if (message.kind % 2 == TERMINATED)
    snprintf (text, size, "terminated");
  else if (message.kind / 2 == 0)
    snprintf (text, size, "token, q %d, %s", (gint8) message.q, colour (message.black));
  else
    snprintf (text, size, "token of join %d, q %d, %s", 1 + message.kind / 2,
              (gint8) message.q, colour (message.black));
}

static void
describe_node (const LullView *view, gconstpointer node, char *text, gsize size)
{
  const SafraNode *self = node;
  int used =
      snprintf (text, size, "count %d, %s", (gint8) self->count, colour (self->black));

  if (self->has_token && used > 0 && (gsize) used < size)
    snprintf (text + used, size - (gsize) used, ", has the token (q %d, %s)",
              (gint8) self->token_q, colour (self->token_black));
}

const LullProtocol lull_safra = {
  .api = LULL_PROTOCOL_API,
  .name = "safra",
  .summary = "a token on a ring adds up sent less received (control messages)",
  .source = "Dijkstra, Shmuel Safra's version of termination detection, EWD998, 1987",
  .options = options,
  .places = places,
  .steps = steps,
  .node_size = node_size,
  .control_size = sizeof (SafraControl),
  .control_max = control_max,
  .callbacks_count = TRUE,
  .heeds = heeds,
  .init = init,
  .on_posted = posted,
  .on_received = received,
  .on_queued = queued,
  .on_started = started,
  .on_finished = finished,
  .on_left = left,
  .on_control = control,
  .describe_control = describe_control,
  .describe_node = describe_node,
};
