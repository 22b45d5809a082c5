/* SPDX-License-Identifier: Apache-2.0 */
/* Any work: whoever is active may send to anyone while messages are left. */
#include "sim-fixtures.h"

static void
stage_init (SimStage *self, const char *protocol, guint workers, guint messages)
{
  sim_setup_init (&self->setup, protocol, workers);
  self->setup.work.any_messages = messages;
  self->setup.work.any_from = 1;
}

static gboolean
stand_at_the_same_state (const SimStage *one, const SimStage *other)
{
  return memcmp (one->walk.state, other->walk.state,
                 lull_world_get_model (one->world)->state_size) == 0;
}

/* What is offered for a receipt or a send is counted by its words without the number. */
static guint
count_offers (const SimStage *self, const char *part)
{
  const LullModel *model = lull_world_get_model (self->world);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  guint offers = model->actions (model, self->walk.state, actions);
  guint count = 0;

  for (guint i = 0; i < offers; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      model->describe (model, self->walk.state, actions[i], text);
      count += strstr (text->str, part) != NULL ? 1 : 0;
    }
  return count;
}

static void
test_main_programs_may_send (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "pairwise", 3, 2);
  stage.setup.work.any_from = 5;
  sim_stage_open (&stage);
  CU_ASSERT_EQUAL (count_offers (&stage, "A: main program sends"), 2);
  CU_ASSERT_EQUAL (count_offers (&stage, "B: main program"), 0);
  CU_ASSERT_EQUAL (count_offers (&stage, "C: main program sends"), 2);
}

static void
test_to_oneself (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "pairwise", 2, 1);
  stage.setup.work.any_self = TRUE;
  sim_stage_open (&stage);
  CU_ASSERT_EQUAL (count_offers (&stage, "A: main program sends cast 1 to A"), 1);
}

static void
test_messages_run_out (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "pairwise", 2, 2);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B");
  CU_ASSERT_EQUAL (count_offers (&stage, "main program sends"), 0);
  CU_ASSERT_EQUAL (count_offers (&stage, "main program ends"), 1);
}

static void
test_an_ended_main_program_is_silent (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "pairwise", 2, 2);
  sim_stage_open (&stage);
  CU_ASSERT_TRUE (lull_world_has_work (stage.world, stage.walk.state));
  SIM_TAKE (&stage, "A: main program ends");
  CU_ASSERT_EQUAL (count_offers (&stage, "main program"), 0);
  CU_ASSERT_FALSE (lull_world_has_work (stage.world, stage.walk.state));
}

/* The same two messages, posted in either order, are the same state. */
static void
test_slots_are_interchangeable (void)
{
  g_auto (SimStage) one = { 0 };
  g_auto (SimStage) other = { 0 };

  stage_init (&one, "pairwise", 3, 2);
  stage_init (&other, "pairwise", 3, 2);
  sim_stage_open (&one);
  sim_stage_open (&other);
  SIM_TAKE (&one, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to C");
  SIM_TAKE (&other, "A: main program sends cast 1 to C",
            "A: main program sends cast 2 to B");
  CU_ASSERT_TRUE (stand_at_the_same_state (&one, &other));
}

/* On a FIFO network the order sent is part of the state. */
static void
test_fifo_slots_are_not (void)
{
  g_auto (SimStage) one = { 0 };
  g_auto (SimStage) other = { 0 };

  stage_init (&one, "pairwise", 3, 2);
  stage_init (&other, "pairwise", 3, 2);
  one.setup.config.fifo = other.setup.config.fifo = TRUE;
  sim_stage_open (&one);
  sim_stage_open (&other);
  SIM_TAKE (&one, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to C");
  SIM_TAKE (&other, "A: main program sends cast 1 to C",
            "A: main program sends cast 2 to B");
  CU_ASSERT_FALSE (stand_at_the_same_state (&one, &other));
}

static void
test_twins_are_offered_once (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "pairwise", 2, 3);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B", "A: main program sends cast 3 to B");
  CU_ASSERT_EQUAL (count_offers (&stage, "B: listener takes"), 1);
  SIM_TAKE (&stage, "B: listener takes cast 1 from A");
  CU_ASSERT_EQUAL (count_offers (&stage, "B: listener takes"), 1);
  CU_ASSERT_EQUAL (count_offers (&stage, "B: listener hands"), 1);
}

/* On a FIFO network slots are not sorted, and speak for themselves alone. */
static void
test_fifo_twins_are_offered_each (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "pairwise", 2, 2);
  stage.setup.config.fifo = TRUE;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B",
            "A: main program sends cast 2 to B", "B: listener takes cast 1 from A",
            "B: listener takes cast 2 from A");
  CU_ASSERT_EQUAL (count_offers (&stage, "B: listener hands"), 2);
}

/* A message that is done says no more of where it came from and went to. */
static void
test_done_leaves_nothing_behind (void)
{
  g_auto (SimStage) one = { 0 };
  g_auto (SimStage) other = { 0 };

  stage_init (&one, "barrier-sync", 3, 1);
  stage_init (&other, "barrier-sync", 3, 1);
  sim_stage_open (&one);
  sim_stage_open (&other);
  SIM_TAKE (&one, "A: main program sends cast 1 to B", "B: listener takes cast 1 from A",
            "B: listener hands cast 1 to the pool", "B: handler of cast 1 starts",
            "B: handler of cast 1 ends");
  SIM_TAKE (&other, "A: main program sends cast 1 to C",
            "C: listener takes cast 1 from A", "C: listener hands cast 1 to the pool",
            "C: handler of cast 1 starts", "C: handler of cast 1 ends");
  CU_ASSERT_TRUE (stand_at_the_same_state (&one, &other));
}

static void
test_handlers_may_send (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "pairwise", 3, 2);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B", "A: main program ends",
            "B: listener takes cast 1 from A", "B: listener hands cast 1 to the pool",
            "B: handler of cast 1 starts");
  CU_ASSERT_EQUAL (count_offers (&stage, "B: handler of cast 1 sends"), 2);
  CU_ASSERT_EQUAL (count_offers (&stage, "B: handler of cast 1 ends"), 1);
}

static void
test_replies_are_not_counted (void)
{
  g_auto (SimStage) stage = { 0 };

  stage_init (&stage, "allreduce-max", 2, 1);
  stage.setup.work.any_calls = TRUE;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B", "A: main program ends",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts",
            "B: handler of call 1 ends, sends reply 1 to A",
            "A: listener takes reply 1 from B", "A: listener hands reply 1 to the pool",
            "A: callback of reply 1 starts");
  CU_ASSERT_EQUAL (count_offers (&stage, "sends"), 0);
  SIM_TAKE (&stage, "A: callback of reply 1 ends, its future is settled");
  CU_ASSERT_FALSE (lull_world_has_work (stage.world, stage.walk.state));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "the main programs named may send to all others", test_main_programs_may_send },
    { "… and to themselves, if that is asked for", test_to_oneself },
    { "after the last message nobody sends", test_messages_run_out },
    { "a main program that has ended sends no more",
      test_an_ended_main_program_is_silent },
    { "handlers may send to all others, or end", test_handlers_may_send },
    { "replies do not use up messages", test_replies_are_not_counted },
    { "slots are interchangeable", test_slots_are_interchangeable },
    { "… but not where the order sent matters", test_fifo_slots_are_not },
    { "equal messages are offered once", test_twins_are_offered_once },
    { "… but each by itself on a FIFO network", test_fifo_twins_are_offered_each },
    { "what is done leaves nothing behind", test_done_leaves_nothing_behind },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "any work", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
