/* SPDX-License-Identifier: Apache-2.0 */
/* Locks and flags step by step, and what is said of those who wait for them. */
#include "sim-fixtures.h"

static void
add (SimSetup *setup, LullLocalKind kind, guint8 worker, guint8 parent, const char *name)
{
  if (!lull_work_add_local (&setup->work, kind, worker, parent, name))
    CU_FAIL ("there is no room for a local step");
}

/* The handler of call 1 at B computes under the lock L; B's main program takes it, too.
 */
static void
set_up_lock (SimSetup *setup)
{
  guint8 call;

  sim_setup_init (setup, "barrier-sync", 2);
  call = sim_setup_add (setup, "await A -> B", LULL_NO_MESSAGE);
  add (setup, LULL_LOCAL_TAKE, 1, call, "L");
  add (setup, LULL_LOCAL_COMPUTE, 1, call, NULL);
  add (setup, LULL_LOCAL_GIVE, 1, call, "L");
  add (setup, LULL_LOCAL_TAKE, 1, LULL_NO_MESSAGE, "L");
}

static void
test_one_holds_a_lock (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_lock (&stage.setup);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends call 1 to B, awaits it",
            "B: listener takes call 1 from A", "B: listener hands call 1 to the pool",
            "B: handler of call 1 starts", "B: handler of call 1 takes lock L");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: main program takes lock L, ends"));
  CU_ASSERT_EQUAL (sim_walk_offer_count (&stage.walk), 1);
  SIM_TAKE (&stage, "B: handler of call 1 computes",
            "B: handler of call 1 gives back lock L",
            "B: main program takes lock L, ends",
            "B: handler of call 1 ends, sends reply 1 to A", "B: barrier 1");
}

static void
test_a_state_says_who_holds_a_lock (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);

  set_up_lock (&stage.setup);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "B: main program takes lock L, ends");
  lull_world_describe_state (stage.world, stage.walk.state, text);
  CU_ASSERT_PTR_NOT_NULL (strstr (text->str, "lock L of B: held by the main program\n"));
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

static void
test_a_deadlock_names_lock_and_holder (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up_lock (&setup);
  story = tell_deadlock (&setup);
  if (story == NULL)
    return;
  SIM_EXPECT_TEXT (
      SIM_FINDING (story, 2),
      "The cycle: the main program of A waits for the handler of call 1 at B to answer, "
      "which waits for B to leave join and give back lock L, which waits for the main "
      "program of A to end and contribute to the barrier.");
}

/* The handler of call 1 at B notifies; B's main program waits for it. */
static void
set_up_flag (SimSetup *setup, LullFlags flags)
{
  guint8 call;

  sim_setup_init (setup, "barrier-sync", 2);
  call = sim_setup_add (setup, "await A -> B", LULL_NO_MESSAGE);
  add (setup, LULL_LOCAL_NOTIFY, 1, call, "F");
  add (setup, LULL_LOCAL_WAIT, 1, LULL_NO_MESSAGE, "F");
  setup->config.flags = flags;
}

#define UNTIL_THE_HANDLER_RUNS                                                           \
  "A: main program sends call 1 to B, awaits it", "B: listener takes call 1 from A",     \
      "B: listener hands call 1 to the pool", "B: handler of call 1 starts"

static void
test_a_sticky_flag_stays_up (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_flag (&stage.setup, LULL_FLAGS_STICKY);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, UNTIL_THE_HANDLER_RUNS, "B: handler of call 1 raises flag F",
            "B: handler of call 1 ends, sends reply 1 to A",
            "B: main program sees flag F, ends", "B: barrier 1");
}

static void
test_a_one_shot_flag_wakes_those_who_wait (void)
{
  g_auto (SimStage) stage = { 0 };

  set_up_flag (&stage.setup, LULL_FLAGS_ONE_SHOT);
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "B: main program begins to wait for flag F", UNTIL_THE_HANDLER_RUNS);
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "B: barrier 1"));
  SIM_TAKE (&stage, "B: handler of call 1 raises flag F", "B: barrier 1");
}

static void
test_a_lost_notification_is_told (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;

  set_up_flag (&setup, LULL_FLAGS_ONE_SHOT);
  story = tell_deadlock (&setup);
  if (story == NULL)
    return;
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "the main program of B waits for flag F, which was raised before it waited, "
             "and is not again"));
}

/* Whoever would notify waits for the lock that the one who waits for it holds. */
static void
test_a_cycle_through_lock_and_flag_is_told (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullStory) story = NULL;
  guint8 call;

  sim_setup_init (&setup, "barrier-sync", 2);
  call = sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  add (&setup, LULL_LOCAL_TAKE, 1, call, "L");
  add (&setup, LULL_LOCAL_NOTIFY, 1, call, "F");
  add (&setup, LULL_LOCAL_GIVE, 1, call, "L");
  add (&setup, LULL_LOCAL_TAKE, 1, LULL_NO_MESSAGE, "L");
  add (&setup, LULL_LOCAL_WAIT, 1, LULL_NO_MESSAGE, "F");
  story = tell_deadlock (&setup);
  if (story == NULL)
    return;
  SIM_EXPECT_TEXT (SIM_FINDING (story, 2),
                   "The cycle: the main program of B waits for the handler of cast 1 at "
                   "B to raise flag F, which waits for the main program of B to give "
                   "back lock L.");
}

/* A main program that computes has not joined, whatever its messages. */
static void
test_a_main_program_is_work_until_it_ends (void)
{
  g_auto (SimStage) stage = { 0 };

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  add (&stage.setup, LULL_LOCAL_COMPUTE, 0, LULL_NO_MESSAGE, NULL);
  sim_stage_open (&stage);
  CU_ASSERT_TRUE (sim_stage_has_work (&stage));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: barrier 1"));
  SIM_TAKE (&stage, "A: main program computes, ends");
  CU_ASSERT_FALSE (sim_stage_has_work (&stage));
  SIM_TAKE (&stage, "A: barrier 1");
}

/* … and ends with what it does last, sent or not. */
static void
test_a_main_program_ends_with_what_it_does_last (void)
{
  const char *const words[] = { "A: main program sends cast 1 to B",
                                "A: main program computes",
                                "A: main program sends cast 2 to B",
                                "A: main program raises flag F, ends",
                                "A: barrier 1",
                                NULL };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  sim_setup_init (&stage.setup, "barrier-sync", 2);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  add (&stage.setup, LULL_LOCAL_COMPUTE, 0, LULL_NO_MESSAGE, NULL);
  sim_setup_add (&stage.setup, "A ~> B", LULL_NO_MESSAGE);
  add (&stage.setup, LULL_LOCAL_NOTIFY, 0, LULL_NO_MESSAGE, "F");
  story = sim_stage_tell (&stage, words);
  CU_ASSERT_EQUAL (sim_story_bar (story, "main")->first_step, 0);
  CU_ASSERT_EQUAL (sim_story_bar (story, "main")->last_step, 3);
}

int
main (void)
{
  CU_TestInfo locks[] = {
    { "one holds a lock at a time", test_one_holds_a_lock },
    { "a state says who holds a lock", test_a_state_says_who_holds_a_lock },
    { "a deadlock names lock and holder", test_a_deadlock_names_lock_and_holder },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo flags[] = {
    { "a sticky flag stays up", test_a_sticky_flag_stays_up },
    { "a one-shot flag wakes those who wait", test_a_one_shot_flag_wakes_those_who_wait },
    { "a lost notification is told", test_a_lost_notification_is_told },
    { "a cycle through lock and flag is told",
      test_a_cycle_through_lock_and_flag_is_told },
    { "a main program is work until it ends", test_a_main_program_is_work_until_it_ends },
    { "a main program ends with what it does last",
      test_a_main_program_ends_with_what_it_does_last },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = { { "locks", NULL, NULL, NULL, NULL, locks },
                            { "flags", NULL, NULL, NULL, NULL, flags },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
