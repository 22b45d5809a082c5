/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four counters, gathered by control messages: F. Mattern, "Algorithms for distributed
 * termination detection", Distributed Computing 2 (1987), section 5. Our model of the
 * public report TTG #118, where a runtime keeps the detector of one fence for the next.
 *
 *   R1  In join and idle, a worker reports to worker 0 how many messages it has sent and
 *       finished: once, and again whenever it is asked.
 *   R2  When all have reported, and it is idle itself, worker 0 adds up. If the sums are
 *       those of the wave before, and as much is finished as sent, it tells the others
 *       that all has terminated; else it asks again.
 *   R3  Who has been told, or has told, is done; leaving join is a step of its own, and
 *       makes the detector ready for the next join.
 *
 * As reported, whoever has left first can be in the next join, and report there, before
 * worker 0 has taken its step of R3. The report then meets a detector that is done. There
 * it crashed; here it is counted, and wiped out when the detector is made ready. Of the
 * two remedies that were weighed one gives every report the number of its join, so that
 * an early one is kept, and one makes the detectors ready before a barrier, and leaves
 * behind it.
 */
#include <gmodule.h>
#include <stdio.h>

#include "lull-protocol.h"

/* clang-format off */
enum { COUNTING, DONE, IN_BARRIER };       /* places */
enum { UNNUMBERED, NUMBERED, BARRIER };    /* values of the only option */
enum { REPORT, AGAIN, TERMINATED };        /* kinds of control message */
/* clang-format on */

static const char *const places[] = { "counting", "done", "in the barrier", NULL };

static const char *const remedies[] = { "none", "number", "barrier", NULL };

static const LullOption options[] = {
  { "remedy", remedies,
    "R3: for a report that comes early: nothing, its join's number, or a barrier" },
  { .name = NULL },
};

/* What has been reported. */
typedef struct
{
  guint8 reports;
  guint8 sent;
  guint8 finished;
} Wave;

typedef struct
{
  guint8 sent;
  guint8 finished;
  guint8 owes_report; /* all but worker 0 */
  Wave wave;          /* worker 0 only, like all below */
  Wave last;          /* no reports: there was none before */
  Wave early;         /* of the next join; numbered only */
} CounterNode;

typedef struct
{
  guint8 kind;
  guint8 join;
  guint8 sent;
  guint8 finished;
} CounterControl;

G_STATIC_ASSERT (sizeof (CounterNode) == 12);
G_STATIC_ASSERT (sizeof (CounterControl) == 4);

static gsize
node_size (guint workers, const gint *values)
{
  return sizeof (CounterNode);
}

/* The counters run on; what is done with is forgotten. */
static void
make_ready (const LullView *view, CounterNode *self)
{
  *self = (CounterNode){ .sent = self->sent,
                         .finished = self->finished,
                         .owes_report = view->self != 0,
                         .wave = self->early };
}

static void
init (const LullView *view, gpointer node)
{
  make_ready (view, node);
}

static void
posted (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  ((CounterNode *) node)->sent++;
}

static void
finished (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out)
{
  ((CounterNode *) node)->finished++;
}

/* R1 */

static gboolean
owes_report (const LullView *view, gconstpointer node)
{
  return ((const CounterNode *) node)->owes_report;
}

static void
report (const LullView *view, gpointer node, LullOutbox *out)
{
  CounterNode *self = node;
  const CounterControl message = { REPORT, view->epoch, self->sent, self->finished };

  lull_outbox_snapshot (out, "sent", self->sent);
  lull_outbox_snapshot (out, "finished", self->finished);
  lull_outbox_send (out, 0, &message);
  self->owes_report = FALSE;
}

/* R2 */

static gboolean
has_all_reports (const LullView *view, gconstpointer node)
{
  return view->self == 0 &&
         ((const CounterNode *) node)->wave.reports + 1U == view->workers;
}

static gboolean
agrees_twice (const Wave *wave, const Wave *last)
{
  return last->reports > 0 && last->sent == wave->sent &&
         last->finished == wave->finished && wave->sent == wave->finished;
}

static void
tell_all (const LullView *view, guint8 kind, LullOutbox *out)
{
  const CounterControl message = { .kind = kind, .join = view->epoch };

  for (guint8 to = 1; to < view->workers; to++)
    lull_outbox_send (out, to, &message);
}

static void
add_up (const LullView *view, gpointer node, LullOutbox *out)
{
  CounterNode *self = node;
  Wave wave = { (guint8) (self->wave.reports + 1U),
                (guint8) (self->wave.sent + self->sent),
                (guint8) (self->wave.finished + self->finished) };

  lull_outbox_snapshot (out, "sent", self->sent);
  lull_outbox_snapshot (out, "finished", self->finished);
  self->wave = (Wave){ 0 };
  if (agrees_twice (&wave, &self->last))
    {
      tell_all (view, TERMINATED, out);
      lull_outbox_go (out, DONE);
      return;
    }
  self->last = wave;
  tell_all (view, AGAIN, out);
}

static void
add_report (Wave *wave, const CounterControl *message)
{
  wave->reports++;
  wave->sent = (guint8) (wave->sent + message->sent);
  wave->finished = (guint8) (wave->finished + message->finished);
}

static gboolean
is_early (const LullView *view, const CounterControl *message)
{
  return view->options[0] == NUMBERED && message->join > view->epoch;
}

static void
control (const LullView *view,
         gpointer node,
         guint8 from,
         const guint8 *payload,
         LullOutbox *out)
{
  CounterNode *self = node;
  CounterControl message;

  memcpy (&message, payload, sizeof message);
  if (message.kind == REPORT)
    add_report (is_early (view, &message) ? &self->early : &self->wave, &message);
  else if (message.kind == AGAIN)
    self->owes_report = TRUE;
  else
    lull_outbox_go (out, DONE);
}

/* R3 */

static gboolean
has_barrier (const gint *values)
{
  return values[0] == BARRIER;
}

static gboolean
has_no_barrier (const gint *values)
{
  return !has_barrier (values);
}

static void
leave (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static void
left (const LullView *view, gpointer node, LullOutbox *out)
{
  if (has_no_barrier (view->options))
    make_ready (view, node);
}

static void
enter_barrier (const LullView *view, gpointer node, LullOutbox *out)
{
  make_ready (view, node);
  lull_outbox_contribute (out, 0);
  lull_outbox_go (out, IN_BARRIER);
}

/* clang-format off */
static const LullStep steps[] = {
  { .name = "report", .at = COUNTING, .needs = LULL_NEEDS_IDLE, .ready = owes_report, .run = report },
  { .name = "add up", .at = COUNTING, .needs = LULL_NEEDS_IDLE, .ready = has_all_reports, .run = add_up },
  { .name = "leave", .at = DONE, .exists = has_no_barrier, .run = leave },
  { .name = "make ready, and barrier", .at = DONE, .exists = has_barrier, .run = enter_barrier },
  { .name = "leave", .at = IN_BARRIER, .needs = LULL_NEEDS_RESULT, .exists = has_barrier, .run = leave },
  { .name = NULL },
};
/* clang-format on */

static const LullCollective collectives[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};

/* One between worker 0 and each of the others, in one direction or the other. */
static guint
control_max (guint workers, guint messages)
{
  return MAX (1, workers - 1);
}

static void
describe_control (const gint *values, const guint8 *payload, char *text, gsize size)
{
  static const char *const words[] = {
    [AGAIN] = "report again", [TERMINATED] = "terminated"
  };
  CounterControl message;

  memcpy (&message, payload, sizeof message);
  if (message.kind == REPORT)
    snprintf (text, size, "sent %u, finished %u", message.sent, message.finished);
  else
    snprintf (text, size, "%s", words[message.kind]);
}

static void
describe_node (const LullView *view, gconstpointer node, char *text, gsize size)
{
  const CounterNode *self = node;

  if (view->self == 0)
    snprintf (text, size, "has %u of %u reports", self->wave.reports, view->workers - 1U);
  else
    snprintf (text, size, "%s", self->owes_report ? "owes a report" : "has reported");
}

static const LullProtocol reused_taskpool = {
  .api = LULL_PROTOCOL_API,
  .name = "reused-taskpool",
  .summary =
      "four counters in two waves, gathered by worker 0, one detector for all joins",
  .source = "Mattern, Distributed Computing 2 (1987), section 5; report TTG 118",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .node_size = node_size,
  .control_size = sizeof (CounterControl),
  .control_max = control_max,
  .init = init,
  .on_posted = posted,
  .on_finished = finished,
  .on_left = left,
  .on_control = control,
  .describe_control = describe_control,
  .describe_node = describe_node,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &reused_taskpool,
                                                                      NULL };
