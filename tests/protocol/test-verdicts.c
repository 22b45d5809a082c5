/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What becomes of each protocol in small worlds, searched in full by the plain search of
 * the reference models: the right ones are safe whatever the work, and a rule left out is
 * noticed after exactly so many steps.
 */
#include "lull-plain-search.h"
#include "lull-protocol-settings.h"
#include "lull-protocols.h"
#include "lull-test.h"
#include "lull-world.h"

#define SAFE LULL_PLAIN_NEVER

typedef enum
{
  CASTS, /**< any work of casts */
  CALLS, /**< any work of calls */
  CHAIN, /**< a chain of calls: 0 → 1 → … → 0, nobody waiting */
  LATER  /**< a join without work, then a chain of casts for a second one */
} Kind;

enum
{
  ALL = 1 << 0, /**< all main programs may send, not only that of worker 0 */
  SELF = 1 << 1,
  FIFO = 1 << 2,
  TASKS = 1 << 3,
  NO_LISTENER = 1 << 4,
  ONE_THREAD = 1 << 5,
  SETTLE_EARLY = 1 << 6,
  POOL = 1 << 7 /**< send tasks wait in the pool, which keeps order */
};

typedef struct
{
  const char *protocol;
  const char *settings;
  guint workers;
  Kind kind;
  guint messages;
  guint flags;
  guint premature; /**< the level in which somebody leaves with work left, or SAFE */
} Case;

// clang-format off
static const Case right[] = {
  { "safra", NULL, 2, CASTS, 3, ALL | SELF, SAFE },
  { "safra", NULL, 2, CALLS, 2, ALL | TASKS, SAFE },
  { "safra", NULL, 2, CALLS, 2, ALL | ONE_THREAD | SETTLE_EARLY, SAFE },
  { "safra", NULL, 3, CASTS, 2, ALL | SELF, SAFE },
  { "safra", NULL, 3, CASTS, 2, FIFO | TASKS, SAFE },
  { "safra", NULL, 3, CALLS, 1, ALL | FIFO, SAFE },
  { "safra", NULL, 4, CASTS, 1, ALL, SAFE },
  { "safra", NULL, 3, CHAIN, 2, 0, SAFE },
  { "safra", "receipt=finish", 3, CASTS, 2, ALL, SAFE },
  { "safra", "receipt=received", 3, CASTS, 2, ALL | NO_LISTENER, SAFE },
  { "dijkstra-scholten", NULL, 2, CASTS, 3, ALL | SELF, SAFE },
  { "dijkstra-scholten", NULL, 2, CALLS, 2, ALL | TASKS, SAFE },
  { "dijkstra-scholten", NULL, 2, CALLS, 2, ALL | ONE_THREAD | SETTLE_EARLY, SAFE },
  { "dijkstra-scholten", NULL, 3, CASTS, 2, ALL | SELF, SAFE },
  { "dijkstra-scholten", NULL, 3, CASTS, 2, FIFO | TASKS, SAFE },
  { "dijkstra-scholten", NULL, 3, CALLS, 1, ALL | FIFO, SAFE },
  { "dijkstra-scholten", NULL, 4, CASTS, 1, ALL, SAFE },
  { "dijkstra-scholten", NULL, 3, CHAIN, 2, 0, SAFE },
  { "pairwise", NULL, 2, CASTS, 3, ALL | SELF, SAFE },
  { "pairwise", NULL, 2, CALLS, 2, ALL | TASKS | ONE_THREAD, SAFE },
  { "pairwise", NULL, 3, CASTS, 2, ALL, SAFE },
  { "pairwise", NULL, 3, CHAIN, 2, 0, SAFE },
  { "pairwise", "snapshot=done-sent", 3, CASTS, 2, 0, SAFE },
  { "pairwise", "snapshot=done-sent gather=diff", 2, CASTS, 2, ALL | SELF, SAFE },
  { "pairwise", "wait=idle", 3, CASTS, 2, 0, SAFE },
  { "pairwise", "gather=diff", 3, CASTS, 2, ALL, SAFE },
  { "pairwise", NULL, 2, CALLS, 2, ALL | POOL | ONE_THREAD, SAFE },
  { "pairwise", "wait=first", 2, CALLS, 2, POOL, SAFE },
  { "pairwise", "wait=first snapshot=done-sent", 2, CALLS, 2, POOL | ONE_THREAD, SAFE },
  { "pairwise", "finale=futures-barrier", 2, CALLS, 2, ALL, SAFE },
  { "pairwise", "sent=transmitted", 2, CALLS, 2, ALL, SAFE },
  { "pairwise", "width=2-bits", 2, CASTS, 3, 0, SAFE },
  { "pairwise-by-join", NULL, 2, CASTS, 3, ALL | SELF, SAFE },
  { "pairwise-by-join", NULL, 3, LATER, 2, 0, SAFE },
  { "pairwise", NULL, 3, LATER, 2, 0, SAFE },
  { "safra", NULL, 3, LATER, 2, 0, SAFE },
  { "dijkstra-scholten", NULL, 3, LATER, 2, 0, SAFE },
  { "active-calls", NULL, 2, CALLS, 2, ALL | SELF, SAFE },
  { "active-calls", NULL, 3, CALLS, 2, 0, SAFE },
  { "active-calls", NULL, 2, CALLS, 2, ALL | FIFO | POOL | ONE_THREAD, SAFE },
  { "active-calls", NULL, 3, CHAIN, 3, 0, SAFE },
  { "active-calls", "lock=none", 2, CALLS, 2, 0, SAFE },
  { "futures-wait", NULL, 2, CALLS, 1, ALL | POOL, SAFE },
  { "allreduce-max-locked", NULL, 2, CALLS, 2, ALL, SAFE },
  { "allreduce-max-locked", NULL, 3, CALLS, 2, 0, SAFE },
  { "allreduce-max-locked", NULL, 2, CALLS, 2, ALL | FIFO | TASKS | ONE_THREAD, SAFE },
};

static const Case wrong[] = {
  { "allreduce-max", NULL, 2, CALLS, 1, 0, SAFE },
  { "allreduce-max", NULL, 2, CALLS, 2, 0, 14 },
  { "allreduce-max", NULL, 2, CHAIN, 2, 0, 13 },
  { "allreduce-max-locked", NULL, 2, CALLS, 2, ALL | SETTLE_EARLY, 13 },
  { "active-calls", NULL, 2, CALLS, 2, SETTLE_EARLY, 18 },
  { "active-calls", "lock=none", 2, CHAIN, 3, 0, 28 },
  { "futures-wait", NULL, 2, CALLS, 2, 0, 22 },
  { "futures-wait", NULL, 2, CHAIN, 2, 0, 21 },
  { "pairwise", "sent=transmitted", 2, CASTS, 1, TASKS, 5 },
  { "pairwise", "sent=transmitted wait=idle", 2, CASTS, 1, POOL, 5 },
  { "pairwise", "sent=transmitted wait=first", 2, CASTS, 1, POOL, SAFE },
  { "pairwise", "sent=transmitted wait=first", 2, CASTS, 2, POOL, 13 },
  { "pairwise", "sent=transmitted finale=futures-barrier", 2, CALLS, 1, POOL, SAFE },
  { "pairwise", "sent=transmitted finale=futures-barrier", 2, CALLS, 2, POOL, 23 },
  { "pairwise", "width=2-bits", 2, CASTS, 4, 0, 8 },
  { "pairwise", "width=2-bits gather=diff", 2, CASTS, 4, 0, 8 },
  { "pairwise-by-join", "counters=by-worker", 3, LATER, 2, 0, 16 },
  { "pairwise-by-join", "counters=by-worker", 2, LATER, 1, 0, SAFE },
  { "pairwise-by-join", "counters=zeroed", 3, LATER, 2, 0, 16 },
  { "pairwise-by-join", "armed=at-join", 2, CASTS, 1, 0, 5 },
  { "barrier-sync", NULL, 2, CASTS, 1, 0, 9 },
  { "barrier-sync", NULL, 3, CASTS, 1, NO_LISTENER, 12 },
  { "pairwise", "done=start", 2, CASTS, 1, 0, 8 },
  { "pairwise", "snapshot=sent-done", 2, CASTS, 1, 0, SAFE },
  { "pairwise", "snapshot=sent-done", 2, CASTS, 2, 0, 12 },
  { "pairwise", "compare=sums", 2, CASTS, 1, 0, SAFE },
  { "pairwise", "compare=sums", 2, CASTS, 2, 0, 13 },
  { "pairwise", "compare=sums gather=diff", 2, CASTS, 2, 0, 13 },
  { "safra", "receipt=received", 2, CASTS, 1, 0, 8 },
};

static const Case broken[] = {
  { "active-calls-unheld", NULL, 2, CHAIN, 3, 0, 28 },
  { "allreduce-max-locked-unheld", NULL, 2, CALLS, 2, 0, 14 },
  { "dijkstra-scholten-ack-early", NULL, 2, CASTS, 1, 0, SAFE },
  { "dijkstra-scholten-ack-early", NULL, 2, CASTS, 2, 0, 11 },
  { "dijkstra-scholten-no-programs", NULL, 2, CASTS, 1, 0, 5 },
  { "dijkstra-scholten-receipt-in-listener", NULL, 2, CASTS, 1, 0, 7 },
  { "dijkstra-scholten-receipt-in-listener", NULL, 2, CASTS, 2, NO_LISTENER, SAFE },
  { "pairwise-by-join-no-catching-up", NULL, 3, LATER, 2, 0, 16 },
  { "pairwise-done-at-start", NULL, 2, CASTS, 1, 0, 8 },
  { "pairwise-sent-first", NULL, 2, CASTS, 2, 0, 12 },
  { "pairwise-sent-on-wire", NULL, 2, CASTS, 1, TASKS, 5 },
  { "pairwise-sums", NULL, 2, CASTS, 2, 0, 13 },
  { "safra-active-passes", NULL, 2, CASTS, 1, 0, 9 },
  { "safra-no-blackening", NULL, 2, CASTS, 1, 0, SAFE },
  { "safra-no-blackening", NULL, 2, CASTS, 2, 0, 15 },
  { "safra-no-blackening", NULL, 3, CASTS, 2, 0, 17 },
  { "safra-receipt-in-listener", NULL, 2, CASTS, 1, 0, 8 },
};

/* Nobody leaves too early, and nobody may ever leave: some hold their lock and wait for one who waits for
 * a handler that waits for it. */
static const Case hanging[] = {
  { "allreduce-max-locked", NULL, 2, CHAIN, 2, 0, SAFE },
  { "active-calls", "barrier=no", 2, CHAIN, 2, 0, SAFE },
  { "active-calls", "barrier=no", 3, CHAIN, 2, 0, SAFE },
  { "active-calls-no-barrier", NULL, 2, CHAIN, 2, 0, SAFE },
};
// clang-format on

static void
fill_work (const Case *self, LullWork *work)
{
  guint8 parent = LULL_NO_MESSAGE;

  if (self->kind == LATER)
    (void) lull_work_join (work);
  if (self->kind == CASTS || self->kind == CALLS)
    {
      work->any_messages = self->messages;
      work->any_calls = self->kind == CALLS;
      work->any_self = (self->flags & SELF) != 0;
      work->any_from = (self->flags & ALL) != 0 ? (1U << self->workers) - 1 : 1;
      return;
    }
  for (guint i = 0; i < self->messages; i++)
    parent = lull_work_add (
        work, (guint8) (i % self->workers), (guint8) ((i + 1) % self->workers),
        self->kind == LATER ? LULL_BASIC_CAST : LULL_BASIC_CALL, FALSE, parent);
}

static LullWorld *
build_world (const Case *self)
{
  gint options[LULL_SETTINGS_MAX] = { 0 };
  LullWorldConfig config;
  LullWorld *world;
  LullWork work;

  lull_work_init (&work);
  fill_work (self, &work);
  lull_world_config_init (&config);
  config.workers = self->workers;
  config.work = &work;
  config.protocol = lull_protocols_find (self->protocol);
  lull_protocol_settings_parse (config.protocol, self->settings, options);
  config.options = options;
  config.listener = (self->flags & NO_LISTENER) == 0;
  config.fifo = (self->flags & FIFO) != 0;
  if ((self->flags & TASKS) != 0)
    config.send_tasks = LULL_SEND_TASKS_APART;
  if ((self->flags & POOL) != 0)
    config.send_tasks = LULL_SEND_TASKS_IN_POOL;
  config.pool_fifo = (self->flags & POOL) != 0;
  config.threads_max = (self->flags & ONE_THREAD) != 0 ? 1 : 0;
  if ((self->flags & SETTLE_EARLY) != 0)
    config.settle = LULL_SETTLE_BEFORE_CALLBACKS;
  world = lull_world_new (&config, NULL);
  lull_work_clear (&work);
  return world;
}

static void
check_case (const Case *self)
{
  g_autoptr (LullWorld) world = build_world (self);
  LullPlainFindings found;

  CU_ASSERT_PTR_NOT_NULL (world);
  if (world == NULL)
    return;
  found = lull_plain_search (lull_world_get_model (world), TRUE, NULL, NULL);
  CU_ASSERT_EQUAL (found.violated[0], self->premature);
  if (found.violated[0] != self->premature)
    g_print ("%s (%s), %u workers, %u messages, flags %u: found level %d, expected %d\n",
             self->protocol, self->settings != NULL ? self->settings : "", self->workers,
             self->messages, self->flags, (gint) found.violated[0],
             (gint) self->premature);
  if (self->premature != SAFE)
    return;
  CU_ASSERT_EQUAL (found.outside, 0);
  CU_ASSERT_EQUAL (found.deadlock, LULL_PLAIN_NEVER);
}

static void
right_protocols_are_safe (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    check_case (&right[i]);
}

static void
wrong_protocols_and_options_are_premature (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    check_case (&wrong[i]);
}

static void
every_rule_left_out_is_noticed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    check_case (&broken[i]);
}

static void
what_a_held_lock_stops_hangs (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hanging); i++)
    {
      g_autoptr (LullWorld) world = build_world (&hanging[i]);
      LullPlainFindings found =
          lull_plain_search (lull_world_get_model (world), FALSE, NULL, NULL);

      CU_ASSERT_EQUAL (found.violated[0], LULL_PLAIN_NEVER);
      CU_ASSERT_NOT_EQUAL (found.deadlock, LULL_PLAIN_NEVER);
    }
}

static gboolean
is_caught (const char *protocol)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    if (g_str_equal (broken[i].protocol, protocol) && broken[i].premature != SAFE)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (hanging); i++)
    if (g_str_equal (hanging[i].protocol, protocol))
      return TRUE;
  return FALSE;
}

static void
every_broken_protocol_is_in_the_table (void)
{
  for (const LullProtocol *const *p = lull_protocols_list_broken (); *p != NULL; p++)
    CU_ASSERT_TRUE (is_caught ((*p)->name));
}

int
main (void)
{
  CU_TestInfo verdicts[] = {
    { "right protocols are safe", right_protocols_are_safe },
    { "wrong protocols and options are premature",
      wrong_protocols_and_options_are_premature },
    { "what a held lock stops hangs", what_a_held_lock_stops_hangs },
    { "every rule left out is noticed", every_rule_left_out_is_noticed },
    { "every broken protocol is in the table", every_broken_protocol_is_in_the_table },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "verdicts", NULL, NULL, NULL, NULL, verdicts },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
