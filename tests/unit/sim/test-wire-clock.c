/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-wire-clock.h"
#include "sim-fixtures.h"

static guint
control_max (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return 4;
}

static const char *const places[] = { "in join", NULL };
static const LullStep steps[] = { { .name = NULL } };

/* It does nothing, but its control messages have a byte. */
static const LullProtocol silent = { .api = LULL_PROTOCOL_API,
                                     .name = "silent",
                                     .places = places,
                                     .steps = steps,
                                     .control_size = 1,
                                     .control_max = control_max };

/* A clock beside a walk: each step is observed at the tick at which it is taken. */
typedef struct
{
  LullWorld *world;
  SimWalk walk;
  LullWireClock *clock;
  LullRandom random;
} Watch;

static void
watch_init (Watch *self, SimSetup *setup)
{
  self->world = sim_setup_build (setup);
  sim_walk_init (&self->walk, self->world);
  self->clock = lull_wire_clock_new (self->world);
  lull_random_init (&self->random, lull_test_seed ());
  lull_wire_clock_observe (self->clock, NULL, self->walk.state, NULL, 0, &self->random);
}

static void
watch_clear (Watch *self)
{
  sim_walk_clear (&self->walk);
  lull_wire_clock_free (self->clock);
  lull_world_free (self->world);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watch, watch_clear)

/* The log of the last step is found by taking it again. */
static void
take (Watch *self, guint64 now, const char *words)
{
  const LullModel *model = lull_world_get_model (self->world);
  g_autofree guint8 *before = g_memdup2 (self->walk.state, model->state_size);
  g_autofree guint8 *after = g_malloc (model->state_size);
  LullStepLog log = { 0 };
  guint last;

  sim_walk_take (&self->walk, words);
  last = lull_trace_length (self->walk.trace) - 1;
  lull_world_apply_logged (self->world, before,
                           lull_trace_action (self->walk.trace, last), after, &log);
  lull_wire_clock_observe (self->clock, before, after, &log, now, &self->random);
}

static guint64
arrival (const Watch *self, LullOp op, guint argument)
{
  return lull_wire_clock_arrival (self->clock, self->walk.state,
                                  lull_action (self->world->kind_of[op], argument));
}

static void
push_control (Watch *self, guint64 now, guint8 payload)
{
  lull_control_push (self->world, self->walk.state, 0, 1, &payload);
  lull_wire_clock_observe (self->clock, self->walk.state, self->walk.state, NULL, now,
                           &self->random);
}

static void
remove_control (Watch *self, guint64 now, guint record)
{
  lull_control_remove (self->world, self->walk.state, record);
  lull_wire_clock_observe (self->clock, self->walk.state, self->walk.state, NULL, now,
                           &self->random);
}

static void
setup_casts (SimSetup *setup, guint count)
{
  sim_setup_init_with (setup, &silent, 2);
  setup->config.delay = (LullDelay){ LULL_DELAY_FIXED, 10, 10 };
  for (guint i = 0; i < count; i++)
    sim_setup_add (setup, "A ~> B", LULL_NO_MESSAGE);
}

static void
test_arrival_is_fixed_when_sent (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_auto (Watch) watch = { 0 };

  setup_casts (&setup, 2);
  watch_init (&watch, &setup);
  take (&watch, 4, "A: main program sends cast 1 to B");
  take (&watch, 9, "A: main program sends cast 2 to B, ends");
  CU_ASSERT_EQUAL (arrival (&watch, OP_RECEIVE, 0), 14);
  CU_ASSERT_EQUAL (arrival (&watch, OP_RECEIVE, 1), 19);
}

static void
test_send_task_is_not_on_the_wire (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_auto (Watch) watch = { 0 };

  setup_casts (&setup, 1);
  setup.config.send_tasks = TRUE;
  watch_init (&watch, &setup);
  take (&watch, 4, "A: main program queues cast 1 to B, ends");
  take (&watch, 9, "A: send task puts cast 1 to B on the wire");
  CU_ASSERT_EQUAL (arrival (&watch, OP_RECEIVE, 0), 19);
}

/* Uniform delays that shrink: what is sent later would arrive earlier. */
static void
test_fifo_does_not_overtake (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_auto (SimSetup) setup = { 0 };
      g_auto (Watch) watch = { 0 };

      setup_casts (&setup, 3);
      setup.config.fifo = TRUE;
      setup.config.delay = (LullDelay){ LULL_DELAY_UNIFORM, 0, 100 };
      watch_init (&watch, &setup);
      lull_random_init (&watch.random, round);
      take (&watch, 1, "A: main program sends cast 1 to B");
      take (&watch, 2, "A: main program sends cast 2 to B");
      take (&watch, 3, "A: main program sends cast 3 to B, ends");
      push_control (&watch, 4, 7);
      CU_ASSERT_TRUE (arrival (&watch, OP_RECEIVE, 0) <= arrival (&watch, OP_RECEIVE, 1));
      CU_ASSERT_TRUE (arrival (&watch, OP_RECEIVE, 1) <= arrival (&watch, OP_RECEIVE, 2));
      CU_ASSERT_TRUE (arrival (&watch, OP_RECEIVE, 2) <= arrival (&watch, OP_CONTROL, 0));
    }
}

static void
test_of_equal_controls_the_earliest_leaves (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_auto (Watch) watch = { 0 };

  setup_casts (&setup, 1);
  watch_init (&watch, &setup);
  push_control (&watch, 1, 7);
  push_control (&watch, 5, 7);
  push_control (&watch, 8, 7);
  CU_ASSERT_EQUAL (arrival (&watch, OP_CONTROL, 0), 11);
  remove_control (&watch, 11, 0);
  CU_ASSERT_EQUAL (arrival (&watch, OP_CONTROL, 0), 15);
  push_control (&watch, 12, 7);
  remove_control (&watch, 15, 0);
  CU_ASSERT_EQUAL (arrival (&watch, OP_CONTROL, 0), 18);
  remove_control (&watch, 18, 0);
  CU_ASSERT_EQUAL (arrival (&watch, OP_CONTROL, 0), 22);
}

static void
test_different_controls_keep_their_own (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_auto (Watch) watch = { 0 };

  setup_casts (&setup, 1);
  watch_init (&watch, &setup);
  push_control (&watch, 1, 9);
  push_control (&watch, 5, 2); /* sorted before the other */
  CU_ASSERT_EQUAL (arrival (&watch, OP_CONTROL, 0), 15);
  CU_ASSERT_EQUAL (arrival (&watch, OP_CONTROL, 1), 11);
}

/* In any work the slots are sorted: the message from A to C goes before the one to B. */
static void
test_arrivals_follow_their_slots (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_auto (Watch) watch = { 0 };

  sim_setup_init_with (&setup, &silent, 3);
  setup.config.delay = (LullDelay){ LULL_DELAY_FIXED, 10, 10 };
  setup.work.any_messages = 2;
  setup.work.any_from = 1;
  watch_init (&watch, &setup);
  take (&watch, 1, "A: main program sends cast 1 to B");
  CU_ASSERT_EQUAL (arrival (&watch, OP_RECEIVE, 0), 11);
  take (&watch, 5, "A: main program sends cast 2 to C");
  CU_ASSERT_EQUAL (target_of (watch.world, watch.walk.state, 0), 2);
  CU_ASSERT_EQUAL (arrival (&watch, OP_RECEIVE, 0), 15);
  CU_ASSERT_EQUAL (arrival (&watch, OP_RECEIVE, 1), 11);
}

static void
test_draws (void)
{
  const LullDelay fixed = { LULL_DELAY_FIXED, 6, 6 };
  const LullDelay uniform = { LULL_DELAY_UNIFORM, 3, 4 };
  const LullDelay widest = { LULL_DELAY_UNIFORM, 0, G_MAXUINT32 };
  const LullDelay capped = { LULL_DELAY_EXPONENTIAL, 1000, 1 };
  LullRandom random;
  guint threes = 0, fours = 0, ones = 0;

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < 1000; i++)
    {
      guint64 drawn = lull_delay_draw (&uniform, &random);

      threes += drawn == 3 ? 1 : 0;
      fours += drawn == 4 ? 1 : 0;
      ones += lull_delay_draw (&capped, &random) == 1 ? 1 : 0;
      CU_ASSERT_EQUAL (lull_delay_draw (&fixed, &random), 6);
      CU_ASSERT_TRUE (lull_delay_draw (&widest, &random) <= G_MAXUINT32);
    }
  CU_ASSERT_EQUAL (threes + fours, 1000);
  CU_ASSERT_TRUE (threes > 400 && fours > 400);
  CU_ASSERT_TRUE (ones > 990); /* one in 2000 is drawn below a half and rounds to 0 */
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "delays are drawn as their kind says", test_draws },
    { "a message gets its arrival when it is sent", test_arrival_is_fixed_when_sent },
    { "a send task is not on the wire", test_send_task_is_not_on_the_wire },
    { "on a FIFO link arrivals do not overtake", test_fifo_does_not_overtake },
    { "of equal control messages the earliest arrives",
      test_of_equal_controls_the_earliest_leaves },
    { "different control messages keep their own arrivals",
      test_different_controls_keep_their_own },
    { "arrivals follow the slots of any work", test_arrivals_follow_their_slots },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "wire clock", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
