/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers step by step, and what is said of what waits in them. */
#include "sim-fixtures.h"

static void
set_up (SimSetup *setup, guint casts, guint buffer_max, LullFlush flush)
{
  sim_setup_init (setup, "pairwise", 2);
  for (guint i = 0; i < casts; i++)
    sim_setup_add (setup, "A ~> B", LULL_NO_MESSAGE);
  setup->config.send_tasks = LULL_SEND_TASKS_BUFFERED;
  setup->config.buffer_max = buffer_max;
  setup->config.flush = flush;
}

static void
test_a_flush_puts_all_on_the_wire (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, 2, 0, LULL_FLUSH_ANY);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program buffers cast 1 to B",
            "A: main program buffers cast 2 to B, ends");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: listener takes cast 1 from A"));
  SIM_TAKE (&stage, "A: flushes its buffer for B: cast 1, cast 2",
            "B: listener takes cast 2 from A", "B: listener takes cast 1 from A");
}

static void
test_a_link_that_keeps_order_has_it_behind_a_buffer (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, 2, 0, LULL_FLUSH_ANY);
  stage.setup.config.fifo = TRUE;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program buffers cast 1 to B",
            "A: main program buffers cast 2 to B, ends",
            "A: flushes its buffer for B: cast 1, cast 2");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: listener takes cast 2 from A"));
  SIM_TAKE (&stage, "B: listener takes cast 1 from A", "B: listener takes cast 2 from A");
}

static void
test_a_full_buffer_goes_out_at_once (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, 3, 2, LULL_FLUSH_BY_HAND);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program buffers cast 1 to B",
            "A: main program buffers cast 2 to B; that fills the buffer, which goes out",
            "B: listener takes cast 1 from A", "B: listener takes cast 2 from A",
            "A: main program buffers cast 3 to B, ends");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: listener takes cast 3 from A"));
}

/* A's handler runs, so its buffer is not flushed. */
static void
test_a_worker_that_handles_is_not_idle (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up (&stage.setup, 1, 0, LULL_FLUSH_IDLE);
  sim_setup_add (&stage.setup, "B ~> A", LULL_NO_MESSAGE);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "B: main program buffers cast 2 to A, ends",
            "B: flushes its buffer for A: cast 2", "A: listener takes cast 2 from B",
            "A: main program buffers cast 1 to B, ends");
  CU_ASSERT_TRUE (sim_walk_offers (&stage.walk, "A: flushes its buffer for B: cast 1"));
  SIM_TAKE (&stage, "A: listener hands cast 2 to the pool");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: flushes its buffer for B: cast 1"));
  SIM_TAKE (&stage, "A: handler of cast 2 starts", "A: handler of cast 2 ends",
            "A: flushes its buffer for B: cast 1");
}

/* Whether A is idle shows in whether it may begin to read. */
static void
test_idleness_sees_buffers_if_it_is_told_to (void)
{
  for (guint seen = 0; seen < 2; seen++)
    {
      g_auto (SimStage) stage = { 0 };

      set_up (&stage.setup, 1, 0, LULL_FLUSH_IDLE);
      sim_setup_set (&stage.setup, "wait", "first");
      if (seen == 1)
        stage.setup.config.idle |= LULL_IDLE_BUFFERED;
      sim_stage_open (&stage);
      SIM_TAKE (&stage, "A: main program buffers cast 1 to B, ends");
      CU_ASSERT_EQUAL (sim_walk_offer_count (&stage.walk), seen == 1 ? 2 : 3);
      SIM_TAKE (&stage, "A: flushes its buffer for B: cast 1");
    }
}

static LullStory *
tell_deadlock (SimSetup *setup)
{
  g_autoptr (LullWorld) world = sim_setup_build (setup);
  g_autoptr (LullTrace) trace = sim_find (world, SIM_DEADLOCK);

  if (trace == NULL)
    {
      CU_FAIL ("there is no deadlock");
      return NULL;
    }
  return lull_world_tell (world, trace, NULL);
}

/* B's handler awaits an answer to a call that leaves when no handler runs at B. */
static void
test_a_cycle_through_a_buffer_is_told (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  set_up (&setup, 0, 0, LULL_FLUSH_IDLE);
  call = sim_setup_add (&setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "await B -> A", call);
  story = tell_deadlock (&setup);
  if (story == NULL)
    return;
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 2),
      "The cycle: the handler of call 1 at B waits for call 2 (in a buffer at B) to be "
      "sent, which waits for the handler of call 1 at B to end, for buffers are flushed "
      "when nothing runs.");
}

static void
test_a_buffer_that_nobody_flushes_is_told (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&setup, 0, 0, LULL_FLUSH_BY_HAND);
  sim_setup_add (&setup, "await A -> B", LULL_NO_MESSAGE);
  story = tell_deadlock (&setup);
  if (story == NULL)
    return;
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "call 1 (in a buffer at A) waits for a flush that nobody makes"));
}

/* The message left with the one that filled the buffer: so the figure has it. */
static void
test_the_figure_has_when_a_full_buffer_went_out (void)
{
  static const char *const words[] = {
    "A: main program buffers cast 1 to B",
    "A: main program buffers cast 2 to B, ends; that fills the buffer, which goes out",
    "B: listener takes cast 1 from A", NULL
  };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up (&stage.setup, 2, 2, LULL_FLUSH_BY_HAND);
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (sim_story_arrow (story, "cast 1")->sent_step, 1);
}

int
main (void)
{
  CU_TestInfo buffers[] = {
    { "a flush puts all on the wire", test_a_flush_puts_all_on_the_wire },
    { "a link that keeps order has it behind a buffer",
      test_a_link_that_keeps_order_has_it_behind_a_buffer },
    { "a full buffer goes out at once", test_a_full_buffer_goes_out_at_once },
    { "a worker that handles is not idle", test_a_worker_that_handles_is_not_idle },
    { "idleness sees buffers if it is told to",
      test_idleness_sees_buffers_if_it_is_told_to },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo words[] = {
    { "a cycle through a buffer is told", test_a_cycle_through_a_buffer_is_told },
    { "a buffer that nobody flushes is told", test_a_buffer_that_nobody_flushes_is_told },
    { "the figure has when a full buffer went out",
      test_the_figure_has_when_a_full_buffer_went_out },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = { { "buffers", NULL, NULL, NULL, NULL, buffers },
                            { "in words", NULL, NULL, NULL, NULL, words },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
