/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A coloured token on a ring: E. W. Dijkstra, W. H. J. Feijen, A. J. M. van Gasteren,
 * "Derivation of a termination detection algorithm for distributed computations",
 * Information Processing Letters 16 (1983), EWD840, as HPX uses it. Our model of the
 * public reports HPX PR 6236 and HPX 850a404de7.
 *
 *   Rule 0  An active worker keeps the token; a passive one hands it on.
 *   Rule 1  A worker that sends a message makes itself black.
 *   Rule 2  A black worker hands on a black token, a white one the token as it came.
 *   Rule 3  After a probe that has failed worker 0 starts another.
 *   Rule 4  Starting it, worker 0 makes itself and the token white.
 *   Rule 5  Handing the token on, a worker becomes white.
 *
 * The probe goes from worker 0 to n-1, …, 1 and back, and has succeeded if token and
 * worker 0 are white, and worker 0 is passive.
 *
 * The paper's messages take no time. Here they do, so every message has to be a call, and
 * passive is: in join, idle, and with no call open. A sender is active from send() until
 * its call is answered, hence also at the moment at which the callee is given it. That
 * moment is the paper's sending; the sender keeps the token from send() until then, so
 * that it makes no difference that it is coloured before.
 *
 * As reported in PR 6236, sends by some path do not colour: here what a worker
 * sends once it has joined. As reported in 850a404de7, the token is itself a message that
 * is answered, and the answer is a send by which its sender makes itself black. (On
 * arrival the answer does nothing, so it is left out.)
 */
#include <gmodule.h>
#include <stdio.h>

#include "lull-protocol.h"

/* clang-format off */
enum { SENDS, CONTROL };           /* options, and their values: */
enum { ALL_COLOUR, EARLY_COLOUR };
enum { EXEMPT, COUNTED };
enum { TOKEN, TERMINATED };        /* kinds of control message */
/* clang-format on */

static const char *const sends[] = { "all", "before-join", NULL };
static const char *const controls[] = { "exempt", "counted", NULL };

static const LullOption options[] = {
  { "sends", sends,
    "Rule 1: all sends make the sender black, or those before it has joined" },
  { "control", controls, "Rule 1: answers to the token are exempt, or make black too" },
  { .name = NULL },
};

static const char *const places[] = { "in the ring", NULL };

typedef struct
{
  guint8 black;
  guint8 has_token;
  guint8 token_black; /* what the token says while it is here, else 0 */
} RingNode;

typedef struct
{
  guint8 kind;
  guint8 black;
} RingControl;

G_STATIC_ASSERT (sizeof (RingNode) == 3);
G_STATIC_ASSERT (sizeof (RingControl) == 2);

static gsize
node_size (guint workers, const gint *values)
{
  return sizeof (RingNode);
}

/* Before the first probe the token is at home and black, as after a probe that failed. */
static void
init (const LullView *view, gpointer node)
{
  RingNode *self = node;

  self->has_token = view->self == 0;
  self->token_black = view->self == 0;
}

/* Rule 1 */
static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  RingNode *self = node;

  if (view->options[SENDS] == ALL_COLOUR || !view->joined)
    self->black = TRUE;
}

/* Rules 4 and 5: the token goes on, and leaves a white worker behind. */
static void
hand_on (const LullView *view, RingNode *self, gboolean black, LullOutbox *out)
{
  const RingControl token = { TOKEN, (guint8) black };
  guint next = (view->self + view->workers - 1U) % view->workers;

  lull_outbox_send (out, (guint8) next, &token);
  *self = (RingNode){ .black = FALSE };
}

/* Rules 0 and 2; the steps need the worker to be passive. */

static gboolean
holds_token (const LullView *view, gconstpointer node)
{
  const RingNode *self = node;

  return view->self != 0 && self->has_token;
}

static void
pass_token (const LullView *view, gpointer node, LullOutbox *out)
{
  RingNode *self = node;

  lull_outbox_snapshot (out, "black", self->black);
  hand_on (view, self, self->token_black || self->black, out);
}

static gboolean
probe_succeeded (const LullView *view, gconstpointer node)
{
  const RingNode *self = node;

  return view->self == 0 && self->has_token && !self->token_black && !self->black;
}

/* Rule 3 */

static gboolean
probe_failed (const LullView *view, gconstpointer node)
{
  const RingNode *self = node;

  return view->self == 0 && self->has_token && !probe_succeeded (view, node);
}

static void
start_probe (const LullView *view, gpointer node, LullOutbox *out)
{
  hand_on (view, node, FALSE, out);
}

/* Where the paper ends, everyone is told. All are in join, or they had kept the token. */
static void
announce (const LullView *view, gpointer node, LullOutbox *out)
{
  const RingControl terminated = { .kind = TERMINATED };

  lull_outbox_snapshot (out, "black", FALSE);
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
  RingNode *self = node;
  RingControl message;

  memcpy (&message, payload, sizeof message);
  if (message.kind == TERMINATED)
    {
      lull_outbox_announce (out);
      return;
    }
  self->has_token = TRUE;
  self->token_black = message.black;
  if (view->options[CONTROL] == COUNTED)
    self->black = TRUE;
}

/* clang-format off */
static const LullStep steps[] = {
  { .name = "start a probe", .needs = LULL_NEEDS_IDLE | LULL_NEEDS_NO_FUTURES, .ready = probe_failed, .run = start_probe },
  { .name = "pass the token", .needs = LULL_NEEDS_IDLE | LULL_NEEDS_NO_FUTURES, .ready = holds_token, .run = pass_token },
  { .name = "announce", .needs = LULL_NEEDS_IDLE | LULL_NEEDS_NO_FUTURES, .ready = probe_succeeded, .run = announce },
  { .name = NULL },
};
/* clang-format on */

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
  RingControl message;

  memcpy (&message, payload, sizeof message);
  if (message.kind == TERMINATED)
    snprintf (text, size, "terminated");
  else
    snprintf (text, size, "token, %s", colour (message.black));
}

static void
describe_node (const LullView *view, gconstpointer node, char *text, gsize size)
{
  const RingNode *self = node;

  snprintf (text, size, "%s%s%s", colour (self->black),
            self->has_token ? ", has the token, " : "",
            self->has_token ? colour (self->token_black) : "");
}

static const LullProtocol coloured_ring = {
  .api = LULL_PROTOCOL_API,
  .name = "coloured-ring",
  .summary = "a token on a ring finds everyone passive and white",
  .source = "Dijkstra, Feijen, van Gasteren, IPL 16 (1983); reports HPX 6236, 850a404de7",
  .options = options,
  .places = places,
  .steps = steps,
  .node_size = node_size,
  .control_size = sizeof (RingControl),
  .control_max = control_max,
  .needs_replies = TRUE,
  .init = init,
  .on_posted = posted,
  .on_control = control,
  .describe_control = describe_control,
  .describe_node = describe_node,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &coloured_ring,
                                                                      NULL };
