/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shutdown message in place of a join: whoever has no more calls to make says so, and a
 * listener that has been told stops. Our model of the public report pytorch #23948.
 *
 * Assumes that every basic message is a call.
 *
 *   S1  All workers meet at a barrier: from here on only handlers make calls.
 *   S2  A worker whose calls are answered sends SHUTDOWN.
 *   S3  A listener stops, and its worker leaves, when it has been told SHUTDOWN.
 *
 * Told by whom is the question. As reported, S2 tells the next worker alone, and S3 needs
 * no more than that one message, though others may still owe an answer. Repaired, S2
 * tells everybody, oneself included, and S3 waits for all of them.
 *
 * The repair covers calls whose handlers make none: who has said SHUTDOWN may still be
 * handed a call.
 *
 *   S4  Who is gone has nothing more to say.
 *
 * S4 is an option: without it, all wait for ever for a worker that has crashed.
 */
#include <gmodule.h>

#include "lull-protocol.h"

/* clang-format off */
enum { ABOUT_TO_MEET, AT_BARRIER, SAID }; /* places */
enum { TOLD_BY, GONE };                   /* options, and their values: */
enum { FROM_NEIGHBOUR, FROM_ALL };
enum { AWAITED, EXCUSED };
/* clang-format on */

static const char *const places[] = { "before the barrier", "waiting for its calls",
                                      "has said SHUTDOWN", NULL };
static const char *const stops[] = { "neighbour", "all", NULL };

static const char *const gones[] = { "awaited", "excused", NULL };

static const LullOption options[] = {
  { "told-by", stops, "S3: who has to say SHUTDOWN before a listener stops" },
  { "gone", gones, "S4: whether a worker that is gone is still waited for" },
  { .name = NULL },
};

/* A node is a byte for each worker: 1 if it has said SHUTDOWN, or need not. */
static gsize
node_size (guint workers, const gint *values)
{
  return workers;
}

/* S1 */

static const LullCollective collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};

static void
meet (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, AT_BARRIER);
}

/* S2 */
static void
say_shutdown (const LullView *view, gpointer node, LullOutbox *out)
{
  static const guint8 payload = 0;

  if (view->options[TOLD_BY] == FROM_NEIGHBOUR)
    lull_outbox_send (out, (guint8) ((view->self + 1U) % view->workers), &payload);
  else
    for (guint8 to = 0; to < view->workers; to++)
      lull_outbox_send (out, to, &payload);
  lull_outbox_go (out, SAID);
}

static void
control (const LullView *view,
         gpointer node,
         guint8 from,
         const guint8 *payload,
         LullOutbox *out)
{
  ((guint8 *) node)[from] = 1;
}

/* S3 */

static gboolean
is_told (const LullView *view, gconstpointer node)
{
  const guint8 *said = node;
  guint count = 0;

  for (guint worker = 0; worker < view->workers; worker++)
    count += said[worker];
  return count >= (view->options[TOLD_BY] == FROM_NEIGHBOUR ? 1U : view->workers);
}

static void
stop (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_announce (out);
}

/* S4 */
static void
peer_gone (const LullView *view, gpointer node, guint8 peer, LullOutbox *out)
{
  if (view->options[GONE] == EXCUSED)
    ((guint8 *) node)[peer] = 1;
}

/* clang-format off */
static const LullStep steps[] = {
  { .name = "barrier", .at = ABOUT_TO_MEET, .run = meet },
  { .name = "say SHUTDOWN", .at = AT_BARRIER, .needs = LULL_NEEDS_RESULT | LULL_NEEDS_NO_FUTURES, .run = say_shutdown },
  { .name = "stop listening", .at = LULL_ANYWHERE, .ready = is_told, .run = stop },
  { .name = NULL },
};
/* clang-format on */

static guint
control_max (guint workers, guint messages)
{
  return workers * workers;
}

static void
describe_control (const gint *values, const guint8 *payload, char *text, gsize size)
{
  g_strlcpy (text, "SHUTDOWN", size);
}

static const LullProtocol shutdown_message = {
  .api = LULL_PROTOCOL_API,
  .name = "shutdown-message",
  .summary = "a listener stops when it is told to, by one neighbour or by all",
  .source = "public report pytorch #23948",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .node_size = node_size,
  .control_size = 1,
  .control_max = control_max,
  .needs_replies = TRUE,
  .on_control = control,
  .on_peer_gone = peer_gone,
  .describe_control = describe_control,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &shutdown_message,
                                                                      NULL };
