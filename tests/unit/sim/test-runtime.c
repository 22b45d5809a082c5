/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime's rules, one run at a time: what a step enables, and what keeps it back. */
#include "lull-simulator.h"
#include "lull-world-private.h"
#include "sim-fixtures.h"

#define OFFERS(stage, words) CU_ASSERT_TRUE (sim_walk_offers (&(stage)->walk, words))
#define DENIES(stage, words) CU_ASSERT_FALSE (sim_walk_offers (&(stage)->walk, words))

static void
open_one_call (SimStage *self, const char *request)
{
  sim_setup_init (&self->setup, "allreduce-max", 2);
  sim_setup_add (&self->setup, request, LULL_NO_MESSAGE);
  sim_stage_open (self);
}

static void
handle_call (SimStage *self)
{
  SIM_TAKE (self, "B: listener takes call 1 from A",
            "B: listener hands call 1 to the pool", "B: handler of call 1 starts",
            "B: handler of call 1 ends, sends reply 1 to A");
}

static void
start_callback (SimStage *self)
{
  SIM_TAKE (self, "A: listener takes reply 1 from B",
            "A: listener hands reply 1 to the pool", "A: callback of reply 1 starts");
}

static void
test_unawaited_last_call (void)
{
  g_auto (SimStage) stage = { 0 };

  open_one_call (&stage, "A -> B");
  DENIES (&stage, "A: contribute: open futures 0");
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends");
  OFFERS (&stage, "A: contribute: open futures 1");
}

static void
test_awaited_last_call (void)
{
  g_auto (SimStage) stage = { 0 };

  open_one_call (&stage, "await A -> B");
  SIM_TAKE (&stage, "A: main program sends call 1 to B, awaits it");
  DENIES (&stage, "A: contribute: open futures 1");
  handle_call (&stage);
  start_callback (&stage);
  DENIES (&stage, "A: contribute: open futures 1");
  SIM_TAKE (&stage, "A: callback of reply 1 ends, its future is settled");
  OFFERS (&stage, "A: contribute: open futures 0");
}

static void
test_awaited_call_in_between (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "allreduce-max", 2);
  sim_setup_add (&stage.setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B");
  DENIES (&stage, "A: main program sends call 2 to B, ends");
  handle_call (&stage);
  start_callback (&stage);
  SIM_TAKE (&stage, "A: callback of reply 1 ends, its future is settled");
  OFFERS (&stage, "A: main program sends call 2 to B, ends");
}

static void
test_settle_after_callback (void)
{
  g_auto (SimStage) stage = { 0 };

  open_one_call (&stage, "A -> B");
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends");
  handle_call (&stage);
  start_callback (&stage);
  OFFERS (&stage, "A: contribute: open futures 1");
  SIM_TAKE (&stage, "A: callback of reply 1 ends, its future is settled");
  OFFERS (&stage, "A: contribute: open futures 0");
}

static void
test_settle_before_callback (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "allreduce-max", 2);
  sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  stage.setup.config.settle = LULL_SETTLE_BEFORE_CALLBACKS;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends");
  handle_call (&stage);
  OFFERS (&stage, "A: contribute: open futures 1");
  start_callback (&stage);
  OFFERS (&stage, "A: contribute: open futures 0");
  CU_ASSERT_TRUE (lull_world_has_work (stage.world, stage.walk.state));
  OFFERS (&stage, "A: callback of reply 1 ends");
}

static void
test_callback_sends (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 call;

  sim_setup_init (&stage.setup, "pairwise", 2);
  call = sim_setup_add (&stage.setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "A ~> B", (guint8) (call + 1));
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, ends");
  handle_call (&stage);
  start_callback (&stage);
  DENIES (&stage, "A: callback of reply 1 ends, its future is settled");
  SIM_TAKE (&stage, "A: callback of reply 1 sends cast 2 to B",
            "A: callback of reply 1 ends, its future is settled");
  OFFERS (&stage, "B: listener takes cast 2 from A");
}

static void
test_handler_awaits (void)
{
  g_auto (SimStage) stage = { 0 };
  guint8 call;

  sim_setup_init (&stage.setup, "pairwise", 2);
  call = sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage.setup, "await B -> A", call);
  sim_setup_add (&stage.setup, "B ~> A", call);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "B: listener takes cast 1 from A", "B: listener hands cast 1 to the pool",
            "B: handler of cast 1 starts",
            "B: handler of cast 1 sends call 2 to A, awaits it");
  DENIES (&stage, "B: handler of cast 1 sends cast 3 to A");
  SIM_TAKE (&stage, "A: listener takes call 2 from B",
            "A: listener hands call 2 to the pool", "A: handler of call 2 starts",
            "A: handler of call 2 ends, sends reply 2 to B",
            "B: listener takes reply 2 from A", "B: listener hands reply 2 to the pool",
            "B: callback of reply 2 starts",
            "B: callback of reply 2 ends, its future is settled");
  OFFERS (&stage, "B: handler of cast 1 sends cast 3 to A");
}

static void
open_two_casts (SimStage *self)
{
  sim_setup_add (&self->setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&self->setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (self);
}

static void
test_send_tasks (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.send_tasks = TRUE;
  open_two_casts (&stage);
  SIM_TAKE (&stage, "A: main program queues cast 1 to B",
            "A: main program queues cast 2 to B, ends");
  DENIES (&stage, "B: listener takes cast 1 from A");
  SIM_TAKE (&stage, "A: barrier 1", "B: barrier 1; the round is complete");
  DENIES (&stage, "A: pool empty: idle 1"); /* two tasks wait */
  SIM_TAKE (&stage, "A: send task puts cast 2 to B on the wire");
  DENIES (&stage, "A: pool empty: idle 1"); /* one task waits */
  SIM_TAKE (&stage, "A: send task puts cast 1 to B on the wire");
  OFFERS (&stage, "A: pool empty: idle 1");
}

static void
test_hand_limit (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.hand_max = 1;
  open_two_casts (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B, ends", "B: listener takes cast 2 from A");
  DENIES (&stage, "B: listener takes cast 1 from A");
  SIM_TAKE (&stage, "B: listener hands cast 2 to the pool");
  OFFERS (&stage, "B: listener takes cast 1 from A");
}

static void
receive_both (SimStage *self)
{
  SIM_TAKE (self, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B, ends", "B: listener takes cast 1 from A",
            "B: listener takes cast 2 from A", "B: listener hands cast 1 to the pool",
            "B: listener hands cast 2 to the pool");
}

static void
test_thread_limit (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.threads_max = 1;
  open_two_casts (&stage);
  receive_both (&stage);
  SIM_TAKE (&stage, "B: handler of cast 2 starts");
  DENIES (&stage, "B: handler of cast 1 starts");
  SIM_TAKE (&stage, "B: handler of cast 2 ends");
  OFFERS (&stage, "B: handler of cast 1 starts");
}

static void
test_unlimited_threads (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 2);
  open_two_casts (&stage);
  receive_both (&stage);
  SIM_TAKE (&stage, "B: handler of cast 2 starts");
  OFFERS (&stage, "B: handler of cast 1 starts");
}

static void
test_fifo (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.fifo = TRUE;
  open_two_casts (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B, ends");
  DENIES (&stage, "B: listener takes cast 2 from A");
  SIM_TAKE (&stage, "B: listener takes cast 1 from A");
  OFFERS (&stage, "B: listener takes cast 2 from A");
}

/* Order is that of the wire, not of send(): the second task may run first. */
static void
test_fifo_of_send_tasks (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 2);
  stage.setup.config.fifo = TRUE;
  stage.setup.config.send_tasks = TRUE;
  open_two_casts (&stage);
  SIM_TAKE (&stage, "A: main program queues cast 1 to B",
            "A: main program queues cast 2 to B, ends",
            "A: send task puts cast 2 to B on the wire",
            "A: send task puts cast 1 to B on the wire");
  DENIES (&stage, "B: listener takes cast 1 from A");
  OFFERS (&stage, "B: listener takes cast 2 from A");
}

static void
test_listener_off (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  stage.setup.config.listener = FALSE;
  open_two_casts (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B, ends", "A: barrier 1",
            "B: barrier 1; the round is complete");
  OFFERS (&stage, "B: pool empty: idle 1");
  SIM_TAKE (&stage, "B: takes cast 1 from A off the wire");
  DENIES (&stage, "B: pool empty: idle 1");
  OFFERS (&stage, "B: handler of cast 1 starts");
}

/* What the listener holds is in no pool: that is the window. */
static void
test_listener_window (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  open_two_casts (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B, ends", "A: barrier 1",
            "B: barrier 1; the round is complete", "B: listener takes cast 1 from A");
  OFFERS (&stage, "B: pool empty: idle 1");
  SIM_TAKE (&stage, "B: listener hands cast 1 to the pool");
  DENIES (&stage, "B: pool empty: idle 1");
}

static void
test_message_to_oneself (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "pairwise", 1);
  sim_setup_add (&stage.setup, "A -> A", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to A, ends",
            "A: listener takes call 1 from A", "A: listener hands call 1 to the pool",
            "A: handler of call 1 starts",
            "A: handler of call 1 ends, sends reply 1 to A",
            "A: listener takes reply 1 from A", "A: listener hands reply 1 to the pool",
            "A: callback of reply 1 starts",
            "A: callback of reply 1 ends, its future is settled",
            "A: contribute: done 2, sent 2; the round is complete",
            "A: read the result: all agree; leaves join");
  CU_ASSERT_FALSE (lull_world_has_work (stage.world, stage.walk.state));
}

/* A holds its lock from here on: B contributes only when A's answer has come. */
static void
open_locked (SimStage *self, const char *nested, LullSettle settle)
{
  guint8 call;

  sim_setup_init (&self->setup, "allreduce-max-locked", 2);
  self->setup.config.settle = settle;
  call = sim_setup_add (&self->setup, "B -> A", LULL_NO_MESSAGE);
  if (nested != NULL)
    sim_setup_add (&self->setup, nested, call);
  sim_stage_open (self);
  SIM_TAKE (self, "B: main program sends call 1 to A, ends",
            "A: listener takes call 1 from B", "A: listener hands call 1 to the pool",
            "A: handler of call 1 starts");
}

static void
test_lock_keeps_calls_back (void)
{
  g_auto (SimStage) stage = { 0 };

  open_locked (&stage, "A -> B", LULL_SETTLE_AFTER_CALLBACKS);
  OFFERS (&stage, "A: handler of call 1 sends call 2 to B");
  SIM_TAKE (&stage, "A: lock and contribute: open futures 0");
  DENIES (&stage, "A: handler of call 1 sends call 2 to B");
  SIM_TAKE (&stage, "B: lock and contribute: open futures 1; the round is complete");
  DENIES (&stage, "A: handler of call 1 sends call 2 to B");
  SIM_TAKE (&stage, "A: unlock and read the result: not yet");
  OFFERS (&stage, "A: handler of call 1 sends call 2 to B");
}

static void
test_lock_lets_replies_go (void)
{
  g_auto (SimStage) stage = { 0 };

  open_locked (&stage, NULL, LULL_SETTLE_AFTER_CALLBACKS);
  SIM_TAKE (&stage, "A: lock and contribute: open futures 0");
  OFFERS (&stage, "A: handler of call 1 ends, sends reply 1 to B");
}

static void
answer_call (SimStage *self)
{
  SIM_TAKE (self, "A: handler of call 1 ends, sends reply 1 to B",
            "B: listener takes reply 1 from A", "B: listener hands reply 1 to the pool");
}

static void
test_lock_keeps_settling_back (void)
{
  g_auto (SimStage) stage = { 0 };

  open_locked (&stage, NULL, LULL_SETTLE_AFTER_CALLBACKS);
  answer_call (&stage);
  SIM_TAKE (&stage, "B: callback of reply 1 starts");
  OFFERS (&stage, "B: callback of reply 1 ends, its future is settled");
  SIM_TAKE (&stage, "B: lock and contribute: open futures 1");
  DENIES (&stage, "B: callback of reply 1 ends, its future is settled");
}

static void
test_lock_keeps_callbacks_back (void)
{
  g_auto (SimStage) stage = { 0 };

  open_locked (&stage, NULL, LULL_SETTLE_BEFORE_CALLBACKS);
  answer_call (&stage);
  OFFERS (&stage, "B: callback of reply 1 starts");
  SIM_TAKE (&stage, "B: lock and contribute: open futures 1");
  DENIES (&stage, "B: callback of reply 1 starts");
}

/* Counts the steps across which a lock was held, and wants no future to come or go. */
typedef struct
{
  const LullWorld *world;
  guint held;
} Watch;

static void
watch_lock (guint step G_GNUC_UNUSED,
            const guint8 *state,
            LullAction action G_GNUC_UNUSED,
            const guint8 *next,
            gpointer user_data)
{
  Watch *watch = user_data;

  for (guint worker = 0; worker < lull_world_worker_count (watch->world); worker++)
    {
      const guint8 *before = worker_peek (watch->world, state, worker);
      const guint8 *after = worker_peek (watch->world, next, worker);

      if ((before[WORKER_FLAGS] & after[WORKER_FLAGS] & FLAG_LOCKED) == 0)
        continue;
      CU_ASSERT_EQUAL (before[WORKER_FUTURES], after[WORKER_FUTURES]);
      watch->held++;
    }
}

static void
check_locks (LullSettle settle)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  Watch watch = { 0 };

  sim_setup_init (&setup, "allreduce-max-locked", 3);
  setup.config.settle = settle;
  setup.config.delay = (LullDelay){ LULL_DELAY_UNIFORM, 0, 9 };
  setup.work.any_messages = 4;
  setup.work.any_from = 7;
  setup.work.any_calls = setup.work.any_self = TRUE;
  world = sim_setup_build (&setup);
  watch.world = world;
  for (guint64 seed = 0; seed < 300; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (world, seed, 200, TRUE);

      CU_ASSERT_TRUE (lull_trace_replay (run->trace, lull_world_get_model (world),
                                         watch_lock, &watch, NULL, NULL));
    }
  CU_ASSERT_TRUE (watch.held > 1000);
}

static void
test_held_lock_freezes_futures (void)
{
  check_locks (LULL_SETTLE_AFTER_CALLBACKS);
  check_locks (LULL_SETTLE_BEFORE_CALLBACKS);
}

int
main (void)
{
  CU_TestInfo calls[] = {
    { "after its last call a main program has ended", test_unawaited_last_call },
    { "… but not while it awaits that call", test_awaited_last_call },
    { "an awaited call keeps the next one back", test_awaited_call_in_between },
    { "a handler goes on when its call is answered", test_handler_awaits },
    { "a future is settled after its callback", test_settle_after_callback },
    { "… or before it", test_settle_before_callback },
    { "a callback sends", test_callback_sends },
    { "a message to oneself travels like any other", test_message_to_oneself },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo pools[] = {
    { "send tasks keep a worker busy until they have run", test_send_tasks },
    { "the listener holds no more than its limit", test_hand_limit },
    { "no more handlers run than there are threads", test_thread_limit },
    { "without a limit all handlers run at once", test_unlimited_threads },
    { "with the listener off a message is queued at once", test_listener_off },
    { "what the listener holds keeps nobody busy", test_listener_window },
    { "on a FIFO network the first sent is taken first", test_fifo },
    { "… where sent means put on the wire", test_fifo_of_send_tasks },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo locks[] = {
    { "while the futures lock is held nobody calls", test_lock_keeps_calls_back },
    { "… but replies go out, which need no future", test_lock_lets_replies_go },
    { "… and no callback ends that settles a future", test_lock_keeps_settling_back },
    { "… or starts, where that settles it", test_lock_keeps_callbacks_back },
    { "while the lock is held no future comes or goes", test_held_lock_freezes_futures },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "calls", NULL, NULL, NULL, NULL, calls },
                            { "pool, listener, network", NULL, NULL, NULL, NULL, pools },
                            { "futures lock", NULL, NULL, NULL, NULL, locks },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
