/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-looping-protocols.h"

/* What they count: messages sent and done at a worker. */
typedef struct
{
  guint8 sent;
  guint8 done;
} CountingNode;

static gsize
counting_node_size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return sizeof (CountingNode);
}

static void
posted (const LullView *view G_GNUC_UNUSED,
        gpointer node,
        const LullBasic *message G_GNUC_UNUSED,
        LullOutbox *out G_GNUC_UNUSED)
{
  CountingNode *self = node;

  self->sent++;
}

static void
finished_unless_cast (const LullView *view G_GNUC_UNUSED,
                      gpointer node,
                      const LullBasic *message,
                      LullOutbox *out G_GNUC_UNUSED)
{
  CountingNode *self = node;

  self->done = (guint8) (self->done + (message->kind == LULL_BASIC_CAST ? 0 : 1));
}

static void
finished_if_cast (const LullView *view G_GNUC_UNUSED,
                  gpointer node,
                  const LullBasic *message,
                  LullOutbox *out G_GNUC_UNUSED)
{
  CountingNode *self = node;

  self->done = (guint8) (self->done + (message->kind == LULL_BASIC_CAST ? 1 : 0));
}

static gboolean
is_done (const LullView *view G_GNUC_UNUSED, gconstpointer node)
{
  return ((const CountingNode *) node)->done > 0;
}

static gboolean
is_not_done (const LullView *view, gconstpointer node)
{
  return !is_done (view, node);
}

static void
go_on (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_go (out, 1);
}

static void
go_back (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_go (out, 0);
}

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static const char *const two_places[] = { "here", "there", NULL };

static guint
heeds_counts (const gint *options G_GNUC_UNUSED)
{
  return LULL_HEEDS_POSTED | LULL_HEEDS_FINISHED;
}

/* Rounds */

static gsize
one_byte (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 1;
}

static guint8
is_not_0 (guint workers G_GNUC_UNUSED,
          const gint *options G_GNUC_UNUSED,
          const guint8 *combined)
{
  return combined[0] != 0;
}

static const LullCollective sums[] = { { .name = "allreduce(SUM)",
                                         .combine = LULL_COMBINE_SUM,
                                         .size = one_byte,
                                         .conclude = is_not_0 },
                                       { .name = NULL } };

static void
give_difference (const LullView *view G_GNUC_UNUSED, gpointer node, LullOutbox *out)
{
  const CountingNode *self = node;

  lull_outbox_contribute (out, 0)[0] = (guint8) (self->sent - self->done);
  lull_outbox_go (out, 1);
}

static void
take_difference (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  if (view->result == 0)
    lull_outbox_announce (out);
  else
    lull_outbox_go (out, 0);
}

static const LullStep uncounted_steps[] = {
  { .name = "contribute", .at = 0, .run = give_difference },
  { .name = "read the result",
    .at = 1,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .run = take_difference },
  { .name = NULL },
};

const LullProtocol lull_looping_uncounted = {
  .api = LULL_PROTOCOL_API,
  .name = "uncounted",
  .summary = "casts are counted when they are sent, and not when they are done",
  .source = "a test",
  .places = two_places,
  .steps = uncounted_steps,
  .collectives = sums,
  .node_size = counting_node_size,
  .callbacks_count = TRUE,
  .heeds = heeds_counts,
  .on_posted = posted,
  .on_finished = finished_unless_cast,
};

/* To and fro */

static const LullStep to_and_fro_steps[] = {
  { .name = "there", .at = 0, .ready = is_not_done, .run = go_on },
  { .name = "back", .at = 1, .run = go_back },
  { .name = "leave", .at = 0, .ready = is_done, .run = leave },
  { .name = NULL },
};

const LullProtocol lull_looping_to_and_fro = {
  .api = LULL_PROTOCOL_API,
  .name = "to-and-fro",
  .summary = "loops between two places until a cast is done",
  .source = "a test",
  .places = two_places,
  .steps = to_and_fro_steps,
  .node_size = counting_node_size,
  .callbacks_count = TRUE,
  .heeds = heeds_counts,
  .on_finished = finished_if_cast,
};

static const LullStep undecided_steps[] = {
  { .name = "there", .at = 0, .run = go_on },
  { .name = "back", .at = 1, .run = go_back },
  { .name = "leave", .at = 0, .ready = is_done, .run = leave },
  { .name = NULL },
};

const LullProtocol lull_looping_undecided = {
  .api = LULL_PROTOCOL_API,
  .name = "undecided",
  .summary = "loops between two places until it decides to leave",
  .source = "a test",
  .places = two_places,
  .steps = undecided_steps,
  .node_size = counting_node_size,
  .callbacks_count = TRUE,
  .heeds = heeds_counts,
  .on_finished = finished_if_cast,
};

/* Locks */

static void
take_lock (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_lock (out);
  go_on (view, node, out);
}

static void
give_lock_back (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_unlock (out);
  go_back (view, node, out);
}

static const LullStep lock_steps[] = {
  { .name = "lock",
    .at = 0,
    .needs = LULL_NEEDS_LOCK,
    .ready = is_not_done,
    .run = take_lock },
  { .name = "unlock", .at = 1, .run = give_lock_back },
  { .name = "leave", .at = 0, .ready = is_done, .run = leave },
  { .name = NULL },
};

const LullProtocol lull_looping_lock = {
  .api = LULL_PROTOCOL_API,
  .name = "lock",
  .summary = "takes and gives back the lock until a cast is done",
  .source = "a test",
  .places = two_places,
  .steps = lock_steps,
  .node_size = counting_node_size,
  .callbacks_count = TRUE,
  .heeds = heeds_counts,
  .on_finished = finished_if_cast,
};

static void
take_lock_and_contribute (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_lock (out);
  give_difference (view, node, out);
}

static const LullStep lock_and_round_steps[] = {
  { .name = "lock and contribute",
    .at = 0,
    .needs = LULL_NEEDS_LOCK,
    .ready = is_not_done,
    .run = take_lock_and_contribute },
  { .name = "unlock with the result",
    .at = 1,
    .needs = LULL_NEEDS_RESULT,
    .looks_at = LULL_LOOKS_AT_RESULT,
    .run = give_lock_back },
  { .name = "leave", .at = 0, .ready = is_done, .run = leave },
  { .name = NULL },
};

const LullProtocol lull_looping_lock_and_round = {
  .api = LULL_PROTOCOL_API,
  .name = "lock-and-round",
  .summary = "holds the lock during each of its rounds",
  .source = "a test",
  .places = two_places,
  .steps = lock_and_round_steps,
  .collectives = sums,
  .node_size = counting_node_size,
  .callbacks_count = TRUE,
  .heeds = heeds_counts,
  .on_finished = finished_if_cast,
};

/* Control messages of one byte */

enum
{
  CLEAR,
  SET,
  HEARD
};

static guint
two_messages (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return 2;
}

static void
send (LullOutbox *out, guint8 to, guint8 word)
{
  lull_outbox_send (out, to, &word);
}

static gsize
flag_node_size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 1;
}

/* Worker 0 keeps the flag in its node, worker 1 what it sends next. */
static void
flag_joined (const LullView *view, gpointer node, LullOutbox *out)
{
  *(guint8 *) node = view->self == 1 ? CLEAR : 0;
  if (view->self == 1)
    send (out, 0, SET);
}

static void
flag_control (const LullView *view,
              gpointer node,
              guint8 from,
              const guint8 *payload,
              LullOutbox *out)
{
  guint8 *self = node;

  if (view->self == 1)
    {
      send (out, 0, *self);
      *self = *self == SET ? CLEAR : SET;
      return;
    }
  *self = payload[0];
  send (out, from, HEARD);
}

static gboolean
flag_is_set (const LullView *view, gconstpointer node)
{
  return view->self == 0 && *(const guint8 *) node == SET;
}

static const LullStep flag_steps[] = {
  { .name = "the flag is set", .at = 0, .ready = flag_is_set, .run = leave },
  { .name = NULL },
};

const LullProtocol lull_looping_flag = {
  .api = LULL_PROTOCOL_API,
  .name = "flag",
  .summary = "one waits for a flag that the other sets and clears",
  .source = "a test",
  .places = two_places,
  .steps = flag_steps,
  .node_size = flag_node_size,
  .control_size = 1,
  .control_max = two_messages,
  .on_joined = flag_joined,
  .on_control = flag_control,
};

enum
{
  FAREWELL,
  PING,
  PONG,
  GONE
};

static void
ping_joined (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  if (view->self != 0)
    return;
  send (out, 1, FAREWELL);
  send (out, 1, PING);
}

static void
ping_control (const LullView *view,
              gpointer node G_GNUC_UNUSED,
              guint8 from,
              const guint8 *payload,
              LullOutbox *out)
{
  if (payload[0] == PING)
    send (out, from, view->left ? GONE : PONG);
  else if (payload[0] == PONG)
    send (out, from, PING);
  else
    lull_outbox_announce (out);
}

static gboolean
never (const LullView *view G_GNUC_UNUSED, gconstpointer node G_GNUC_UNUSED)
{
  return FALSE;
}

static const LullStep ping_steps[] = {
  { .name = "wait", .at = 0, .ready = never, .run = leave },
  { .name = NULL },
};

const LullProtocol lull_looping_ping = {
  .api = LULL_PROTOCOL_API,
  .name = "ping",
  .summary = "pings the other until the farewell has reached it",
  .source = "a test",
  .places = two_places,
  .steps = ping_steps,
  .control_size = 1,
  .control_max = two_messages,
  .on_joined = ping_joined,
  .on_control = ping_control,
};
