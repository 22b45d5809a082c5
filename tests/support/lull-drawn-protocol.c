/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Places a, b and c. What is done at place p is told by the options do-p and, where the
 * option also is yes, or-p; where it leads by to-p.
 */
#include "lull-drawn-protocol.h"

/* clang-format off */
enum { DO, OR = DO + 3, TO = OR + 3, ALSO = TO + 3, GIVES }; /* options */

enum { SPIN, GIVE, TAKE, FOLLOW, FORGET, LOCK, LOCK_AND_GIVE, UNLOCK, UNLOCK_AND_FOLLOW, WHEN_IDLE,
       WHEN_ANSWERED, WHEN_DONE, UNTIL_DONE, LEAVE_WHEN_DONE };

static const char *const kinds[] = {
  "spin", "give", "take", "follow", "forget", "lock", "lock-and-give", "unlock", "unlock-and-follow",
  "when-idle", "when-answered", "when-done", "until-done", "leave-when-done", NULL
};

static const char *const places[] = { "a", "b", "c", NULL };
static const char *const noes[] = { "no", "never", "yes", NULL }; /* yes one time in three */
static const char *const gifts[] = { "unfinished", "futures", "one", NULL };

static const LullOption options[] = {
  { "do-a", kinds, "what is done at a" }, { "do-b", kinds, "what is done at b" },
  { "do-c", kinds, "what is done at c" }, { "or-a", kinds, "or else at a" },
  { "or-b", kinds, "or else at b" },      { "or-c", kinds, "or else at c" },
  { "to-a", places, "where a leads" },    { "to-b", places, "where b leads" },
  { "to-c", places, "where c leads" },    { "also", noes, "whether there are two steps at a place" },
  { "gives", gifts, "what is contributed" },
  { .name = NULL },
};
/* clang-format on */

typedef struct
{
  guint8 sent;
  guint8 done;
  guint8 done_lately; /* since it was forgotten */
} DrawnNode;

G_STATIC_ASSERT (sizeof (DrawnNode) == 3);

static gsize
node_size (guint workers G_GNUC_UNUSED, const gint *values G_GNUC_UNUSED)
{
  return sizeof (DrawnNode);
}

static void
posted (const LullView *view G_GNUC_UNUSED,
        gpointer node,
        const LullBasic *message G_GNUC_UNUSED,
        LullOutbox *out G_GNUC_UNUSED)
{
  DrawnNode *self = node;

  self->sent++;
}

static void
finished (const LullView *view G_GNUC_UNUSED,
          gpointer node,
          const LullBasic *message G_GNUC_UNUSED,
          LullOutbox *out G_GNUC_UNUSED)
{
  DrawnNode *self = node;

  self->done++;
  self->done_lately++;
}

static void
go (const LullView *view, LullOutbox *out)
{
  lull_outbox_go (out, (guint8) view->options[TO + view->place]);
}

static void
run_spin (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  go (view, out);
}

static void
run_give (const LullView *view, gpointer node, LullOutbox *out)
{
  const DrawnNode *self = node;
  guint8 *gift = lull_outbox_contribute (out, 0);

  if (view->options[GIVES] == 0)
    gift[0] = (guint8) (self->sent - self->done);
  else if (view->options[GIVES] == 1)
    gift[0] = view->futures;
  else
    gift[0] = 1;
  go (view, out);
}

static void
run_take (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  if (view->result == 0)
    lull_outbox_announce (out);
  else
    go (view, out);
}

/* Looks at the result alone, and yet writes the node. */
static void
run_forget (const LullView *view, gpointer node, LullOutbox *out)
{
  DrawnNode *self = node;

  self->done_lately = 0;
  go (view, out);
}

static void
run_lock (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_lock (out);
  go (view, out);
}

static void
run_lock_and_give (const LullView *view, gpointer node, LullOutbox *out)
{
  lull_outbox_lock (out);
  run_give (view, node, out);
}

static void
run_unlock (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_unlock (out);
  go (view, out);
}

static void
run_leave (const LullView *view G_GNUC_UNUSED,
           gpointer node G_GNUC_UNUSED,
           LullOutbox *out)
{
  lull_outbox_announce (out);
}

static gboolean
is_done_lately (const LullView *view G_GNUC_UNUSED, gconstpointer node)
{
  return ((const DrawnNode *) node)->done_lately > 0;
}

static gboolean
is_not_done_lately (const LullView *view, gconstpointer node)
{
  return !is_done_lately (view, node);
}

static gboolean
has_kind (const gint *values, guint place, gint kind)
{
  return values[DO + place] == kind || (values[ALSO] == 2 && values[OR + place] == kind);
}

/* clang-format off */
#define EXISTS(kind)                                                                                  \
  static gboolean exists_a_##kind (const gint *values) { return has_kind (values, 0, kind); }         \
  static gboolean exists_b_##kind (const gint *values) { return has_kind (values, 1, kind); }         \
  static gboolean exists_c_##kind (const gint *values) { return has_kind (values, 2, kind); }

EXISTS (SPIN) EXISTS (GIVE) EXISTS (TAKE) EXISTS (FOLLOW) EXISTS (FORGET) EXISTS (LOCK)
EXISTS (LOCK_AND_GIVE) EXISTS (UNLOCK) EXISTS (UNLOCK_AND_FOLLOW) EXISTS (WHEN_IDLE)
EXISTS (WHEN_ANSWERED) EXISTS (WHEN_DONE) EXISTS (UNTIL_DONE) EXISTS (LEAVE_WHEN_DONE)

#define STEPS(kind, word, ...)                                                          \
  { .name = word " at a", .at = 0, .exists = exists_a_##kind, __VA_ARGS__ },            \
  { .name = word " at b", .at = 1, .exists = exists_b_##kind, __VA_ARGS__ },            \
  { .name = word " at c", .at = 2, .exists = exists_c_##kind, __VA_ARGS__ }

#define RESULT .needs = LULL_NEEDS_RESULT, .looks_at = LULL_LOOKS_AT_RESULT

static const LullStep steps[] = {
  STEPS (SPIN, "spin", .run = run_spin),
  STEPS (GIVE, "give", .run = run_give),
  STEPS (TAKE, "take", RESULT, .run = run_take),
  STEPS (FOLLOW, "follow", RESULT, .run = run_spin),
  STEPS (FORGET, "forget", RESULT, .run = run_forget),
  STEPS (LOCK, "lock", .needs = LULL_NEEDS_LOCK, .run = run_lock),
  STEPS (LOCK_AND_GIVE, "lock and give", .needs = LULL_NEEDS_LOCK, .run = run_lock_and_give),
  STEPS (UNLOCK, "unlock", .run = run_unlock),
  STEPS (UNLOCK_AND_FOLLOW, "unlock and follow", RESULT, .run = run_unlock),
  STEPS (WHEN_IDLE, "go when idle", .needs = LULL_NEEDS_IDLE, .run = run_spin),
  STEPS (WHEN_ANSWERED, "go when answered", .needs = LULL_NEEDS_NO_FUTURES, .run = run_spin),
  STEPS (WHEN_DONE, "go when something is done", .ready = is_done_lately, .run = run_spin),
  STEPS (UNTIL_DONE, "spin until something is done", .ready = is_not_done_lately, .run = run_spin),
  STEPS (LEAVE_WHEN_DONE, "leave when something is done", .ready = is_done_lately, .run = run_leave),
  { .name = NULL },
};
/* clang-format on */

static guint
heeds (const gint *values)
{
  gboolean idle = FALSE;

  for (guint place = 0; place < 3; place++)
    idle = idle || has_kind (values, place, WHEN_IDLE);
  return (guint) (LULL_HEEDS_POSTED | LULL_HEEDS_FINISHED) |
         (idle ? (guint) LULL_HEEDS_IDLE : 0U);
}

static gsize
contribution_size (guint workers G_GNUC_UNUSED, const gint *values G_GNUC_UNUSED)
{
  return 1;
}

static guint8
is_not_0 (guint workers G_GNUC_UNUSED,
          const gint *values G_GNUC_UNUSED,
          const guint8 *combined)
{
  return combined[0] != 0;
}

static const LullCollective collectives[] = { { .name = "allreduce(SUM)",
                                                .combine = LULL_COMBINE_SUM,
                                                .size = contribution_size,
                                                .conclude = is_not_0 },
                                              { .name = NULL } };

const LullProtocol lull_drawn_protocol = {
  .api = LULL_PROTOCOL_API,
  .name = "drawn",
  .summary = "does what its options say",
  .source = "a test",
  .options = options,
  .places = places,
  .steps = steps,
  .collectives = collectives,
  .node_size = node_size,
  .callbacks_count = TRUE,
  .heeds = heeds,
  .relabel = lull_relabel_nothing,
  .on_posted = posted,
  .on_finished = finished,
};
