/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A server that drains: it leaves when no request is active, and its clients leave when
 * it closes their connections. Our model of the public report grpc-go #5968.
 *
 * Worker 0 is the server; it drains from when its main program has ended. The answers to
 * its own calls are no requests.
 *
 *   D1  A request is active from when it is accepted until its handler has ended.
 *   D2  When draining starts and no request is active, the server closes.
 *   D3  When a request ends, the server drains and none is left, the server closes.
 *   D4  Closing, it tells its clients and leaves; they leave when told.
 *
 * As reported in grpc-go #5968, D2 is missing: "the last one has ended" is tested only
 * when one ends.
 */
#include <gmodule.h>

#include "lull-protocol.h"

/* clang-format off */
enum { AT_START_TOO, AT_END }; /* values of the only option */
/* clang-format on */

static const char *const tests[] = { "at-drain-start-too", "when-one-ends", NULL };

static const LullOption options[] = {
  { "tested", tests, "D2, D3: when the server tests whether no request is active" },
  { .name = NULL },
};

static const char *const places[] = { "draining", NULL };

typedef struct
{
  guint8 active; /* requests */
  guint8 closed; /* at a client: the server has closed the connection */
} DrainNode;

G_STATIC_ASSERT (sizeof (DrainNode) == 2);

static gsize
node_size (guint workers, const gint *values)
{
  return sizeof (DrainNode);
}

/* D1 */
static void
received (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  DrainNode *self = node;

  if (message->kind != LULL_BASIC_REPLY)
    self->active++;
}

/* D4 */
static void
close_if_done (const LullView *view, const DrainNode *self, LullOutbox *out)
{
  static const guint8 closed = 0;

  if (view->self != 0 || !view->joined || view->left || self->active > 0)
    return;
  lull_outbox_snapshot (out, "active requests", self->active);
  for (guint8 client = 1; client < view->workers; client++)
    lull_outbox_send (out, client, &closed);
  lull_outbox_announce (out);
}

/* D2 */
static void
joined (const LullView *view, gpointer node, LullOutbox *out)
{
  if (view->options[0] == AT_START_TOO)
    close_if_done (view, node, out);
}

/* D3 */
static void
finished (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  DrainNode *self = node;

  if (message->kind == LULL_BASIC_REPLY)
    return;
  self->active--;
  close_if_done (view, self, out);
}

/* D4, at a client; the news may come before its main program has ended. */

static void
control (const LullView *view,
         gpointer node,
         guint8 from,
         const guint8 *payload,
         LullOutbox *out)
{
  DrainNode *self = node;

  self->closed = TRUE;
}

static gboolean
is_closed (const LullView *view, gconstpointer node)
{
  const DrainNode *self = node;

  return self->closed;
}

static void
leave (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static const LullStep steps[] = {
  { .name = "connection closed", .ready = is_closed, .run = leave },
  { .name = NULL },
};

static guint
control_max (guint workers, guint messages)
{
  return MAX (1, workers - 1);
}

static void
describe_control (const gint *values, const guint8 *payload, char *text, gsize size)
{
  g_strlcpy (text, "connection closed", size);
}

static const LullProtocol server_drain = {
  .api = LULL_PROTOCOL_API,
  .name = "server-drain",
  .summary = "a server leaves when no request is active, and its clients with it",
  .source = "public report grpc-go #5968",
  .options = options,
  .places = places,
  .steps = steps,
  .node_size = node_size,
  .control_size = 1,
  .control_max = control_max,
  .on_received = received,
  .on_finished = finished,
  .on_joined = joined,
  .on_control = control,
  .describe_control = describe_control,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &server_drain,
                                                                      NULL };
