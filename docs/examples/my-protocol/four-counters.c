/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four counters: two rounds, one after the other, each adding up what all workers have
 * sent and done. F. Mattern, "Algorithms for distributed termination detection",
 * Distributed Computing 2 (1987): the four counter method, on an allreduce.
 *
 * Assumes reliable messages, in no particular order.
 *
 *   F1  A message counts as sent when send() is called, and as done when its handler has
 *       finished, after all that this sent.
 *   F2  First round: add up done over all workers.
 *   F3  Second round: add up sent over all workers.
 *   F4  Leave if the two sums are equal; else go back to F2.
 *
 * Of Mattern's four counters, two decide: done in the first round and sent in the second.
 *
 * Why nobody leaves too early: take the moment at which the first round is complete. All
 * workers have read done, none has read sent, and counters only grow. So at that moment
 * done is at least the first sum, sent is at most the second, and sent is at least done.
 * If the sums are equal, all four are: what was sent then was done, no handler ran, and
 * with all workers in join nothing was left that could send.
 */
#include <gmodule.h>
#include <stdio.h>

#include "lull-protocol.h"

enum
{
  CONTRIBUTE_DONE,
  AWAIT_DONE,
  CONTRIBUTE_SENT,
  AWAIT_SENT
};

static const char *const places[] = { "before the first round", "in the first round",
                                      "before the second round", "in the second round",
                                      NULL };

/* What a worker remembers. Bytes are enough: a run has at most 250 messages. */
typedef struct
{
  guint8 sent;
  guint8 done;
  guint8 all_done; /* the first sum, until the second is known */
} Node;

static gsize
node_size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return sizeof (Node);
}

static gsize
one_byte (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 1;
}

static guint8
the_sum (guint workers G_GNUC_UNUSED,
         const gint *options G_GNUC_UNUSED,
         const guint8 *combined)
{
  return combined[0];
}

static const LullCollective collectives[] = {
  { .name = "allreduce(SUM)",
    .combine = LULL_COMBINE_SUM,
    .size = one_byte,
    .conclude = the_sum },
  { .name = NULL },
};

/* F1 */

static void
on_posted (const LullView *view G_GNUC_UNUSED,
           gpointer node,
           const LullBasic *message G_GNUC_UNUSED,
           LullOutbox *out G_GNUC_UNUSED)
{
  Node *self = node;

  self->sent++;
}

static void
on_finished (const LullView *view G_GNUC_UNUSED,
             gpointer node,
             const LullBasic *message G_GNUC_UNUSED,
             LullOutbox *out G_GNUC_UNUSED)
{
  Node *self = node;

  self->done++;
}

/* F2 */

static void
contribute_done (const LullView *view G_GNUC_UNUSED, gpointer node, LullOutbox *out)
{
  const Node *self = node;

  lull_outbox_snapshot (out, "done", self->done);
  lull_outbox_contribute (out, 0)[0] = self->done;
  lull_outbox_go (out, AWAIT_DONE);
}

static void
remember_sum (const LullView *view, gpointer node, LullOutbox *out)
{
  Node *self = node;

  self->all_done = view->result;
  lull_outbox_go (out, CONTRIBUTE_SENT);
}

/* F3 */
static void
contribute_sent (const LullView *view G_GNUC_UNUSED, gpointer node, LullOutbox *out)
{
  const Node *self = node;

  lull_outbox_snapshot (out, "sent", self->sent);
  lull_outbox_contribute (out, 0)[0] = self->sent;
  lull_outbox_go (out, AWAIT_SENT);
}

/* F4 */
static void
compare (const LullView *view, gpointer node, LullOutbox *out)
{
  Node *self = node;
  gboolean equal = view->result == self->all_done;

  self->all_done = 0;
  if (equal)
    lull_outbox_announce (out);
  else
    lull_outbox_go (out, CONTRIBUTE_DONE);
}

static const LullStep steps[] = {
  { .name = "contribute done", .at = CONTRIBUTE_DONE, .run = contribute_done },
  { .name = "read the first sum",
    .at = AWAIT_DONE,
    .needs = LULL_NEEDS_RESULT,
    .run = remember_sum },
  { .name = "contribute sent", .at = CONTRIBUTE_SENT, .run = contribute_sent },
  { .name = "compare the sums",
    .at = AWAIT_SENT,
    .needs = LULL_NEEDS_RESULT,
    .run = compare },
  { .name = NULL },
};

static void
describe_node (const LullView *view G_GNUC_UNUSED,
               gconstpointer node,
               char *text,
               gsize size)
{
  const Node *self = node;

  snprintf (text, size, "sent %u, done %u", self->sent, self->done);
}

static const LullProtocol four_counters = {
  .api = LULL_PROTOCOL_API,
  .name = "four-counters",
  .summary = "leave when all that was sent equals all that was done a round before",
  .source = "Mattern, Distributed Computing 2 (1987): the four counter method",
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .node_size = node_size,
  .on_posted = on_posted,
  .on_finished = on_finished,
  .describe_node = describe_node,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &four_counters,
                                                                      NULL };
