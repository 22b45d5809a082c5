/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual times computed by hand on tiny worlds; every step takes 3 ticks, where nothing
 * else is said, and a message 10. */
#include "lull-simulator.h"
#include "sim-fixtures.h"

#define STEPS_MAX 1000U
#define NEVER G_MAXUINT64

static void
set_delays (SimSetup *setup, guint32 step, guint32 message)
{
  setup->config.step_delay = (LullDelay){ LULL_DELAY_FIXED, step, step };
  setup->config.delay = (LullDelay){ LULL_DELAY_FIXED, message, message };
}

static void
setup_cast (SimSetup *setup, const char *protocol)
{
  sim_setup_init (setup, protocol, 2);
  set_delays (setup, 3, 10);
  sim_setup_add (setup, "A ~> B", LULL_NO_MESSAGE);
}

/* When the step described as @words was first taken in a run. */
typedef struct
{
  const LullWorld *world;
  const LullRun *run;
  const char *words;
  guint64 tick;
} Question;

static void
answer (guint step,
        const guint8 *state,
        LullAction action,
        const guint8 *next G_GNUC_UNUSED,
        gpointer user_data)
{
  Question *question = user_data;
  const LullModel *model = lull_world_get_model (question->world);
  g_autoptr (GString) text = g_string_new (NULL);

  model->describe (model, state, action, text);
  if (question->tick == NEVER && g_str_equal (text->str, question->words))
    question->tick = g_array_index (question->run->ticks, guint64, step);
}

static guint64
tick_of (const LullWorld *world, const LullRun *run, const char *words)
{
  Question question = { .world = world, .run = run, .words = words, .tick = NEVER };

  CU_ASSERT_TRUE (lull_trace_replay (run->trace, lull_world_get_model (world), answer,
                                     &question, NULL, NULL));
  if (question.tick == NEVER)
    g_print ("\n    no step \"%s\"", words);
  return question.tick;
}

static guint64
last_tick (const LullRun *run)
{
  return g_array_index (run->ticks, guint64, run->ticks->len - 1);
}

static void
test_message_stages (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "pairwise");
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (tick_of (world, run, "A: main program sends cast 1 to B, ends"), 3);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: listener takes cast 1 from A"), 13);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: listener hands cast 1 to the pool"), 16);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: handler of cast 1 starts"), 19);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: handler of cast 1 ends"), 22);
}

static void
test_send_task (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "pairwise");
  setup.config.send_tasks = TRUE;
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (tick_of (world, run, "A: main program queues cast 1 to B, ends"), 3);
  CU_ASSERT_EQUAL (tick_of (world, run, "A: send task puts cast 1 to B on the wire"), 6);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: listener takes cast 1 from A"), 16);
}

/* B contributes at 3, A at 6, both read at 9; the next rounds are complete at 12, 18 and
 * 24. The handler has ended at 22, so the round of 24 is the first that agrees. */
static void
test_rounds (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "pairwise");
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (tick_of (world, run, "A: read the result: not yet"), 9);
  CU_ASSERT_EQUAL (tick_of (world, run, "A: read the result: all agree; leaves join"),
                   27);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: read the result: all agree; leaves join"),
                   27);
  CU_ASSERT_EQUAL (last_tick (run), 27);
}

/* Barriers at 3 and 6, pools empty at 9, barriers at 12: both leave at 15. */
static void
test_premature_stops_at_once (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "barrier-sync");
  set_delays (&setup, 3, 100);
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_EQUAL (last_tick (run), 15);
}

static void
test_premature_goes_on (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "barrier-sync");
  set_delays (&setup, 3, 100);
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, TRUE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: joins; leaves join"), 15);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: listener takes cast 1 from A"), 103);
  CU_ASSERT_EQUAL (last_tick (run), 112);
}

/* The same world on a faster network is lucky: the cast is in the pool at 8, just before
 * B looks at it at 9, so B looks again when the handler has ended, at 14. */
static void
test_luck_is_safe (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "barrier-sync");
  set_delays (&setup, 3, 2);
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: handler of cast 1 ends"), 14);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: pool empty: idle 1"), 17);
}

static void
test_deadlock (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;
  guint8 call;

  sim_setup_init (&setup, "pairwise", 3);
  setup.config.threads_max = 1;
  call = sim_setup_add (&setup, "await A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "await B -> C", call);
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_DEADLOCK);
  CU_ASSERT_EQUAL (lull_trace_length (run->trace), 13);
}

static void
test_step_limit (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "pairwise");
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, 7, FALSE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_EQUAL (lull_trace_length (run->trace), 7);
}

static void
test_no_steps (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "pairwise");
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, 0, FALSE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_EQUAL (lull_trace_length (run->trace), 0);
}

/* The way to B takes 40 ticks, the way back 1; all else 10. */
static void
test_link_delays (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullDelay links[4] = { { LULL_DELAY_FIXED, 10, 10 },
                         { LULL_DELAY_FIXED, 40, 40 },
                         { LULL_DELAY_FIXED, 1, 1 },
                         { LULL_DELAY_FIXED, 10, 10 } };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  sim_setup_init (&setup, "pairwise", 2);
  set_delays (&setup, 3, 10);
  setup.config.link_delays = links;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: listener takes call 1 from A"), 43);
  CU_ASSERT_EQUAL (tick_of (world, run, "B: handler of call 1 ends, sends reply 1 to A"),
                   52);
  CU_ASSERT_EQUAL (tick_of (world, run, "A: listener takes reply 1 from B"), 53);
}

/* Control messages travel as basic ones do: the token of two workers takes 10 ticks each
 * way. Started at 6, it waits at B for nothing and at A for the next probe. */
static void
test_control_messages_travel (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) run = NULL;

  setup_cast (&setup, "safra");
  world = sim_setup_build (&setup);
  run = lull_simulate (world, 1, STEPS_MAX, FALSE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (
      tick_of (world, run, "A: start a probe, sends B \"token, q 0, white\""), 6);
  CU_ASSERT_EQUAL (
      tick_of (world, run, "B: takes control message from A: token, q 0, white"), 16);
}

static void
setup_three_casts (SimSetup *setup)
{
  sim_setup_init (setup, "pairwise", 2);
  setup->config.delay = (LullDelay){ LULL_DELAY_UNIFORM, 0, 50 };
  for (guint i = 0; i < 3; i++)
    sim_setup_add (setup, "A ~> B", LULL_NO_MESSAGE);
}

static gboolean
arrives_in_order (const LullWorld *world, guint64 seed)
{
  g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, FALSE);
  guint64 first = tick_of (world, run, "B: listener takes cast 1 from A");
  guint64 second = tick_of (world, run, "B: listener takes cast 2 from A");
  guint64 third = tick_of (world, run, "B: listener takes cast 3 from A");

  return first <= second && second <= third;
}

static void
test_fifo_never_overtakes (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;

  setup_three_casts (&setup);
  setup.config.fifo = TRUE;
  world = sim_setup_build (&setup);
  for (guint64 seed = 0; seed < 100; seed++)
    CU_ASSERT_TRUE (arrives_in_order (world, seed));
}

/* Of six orders one is the order sent; ticks seldom tie. */
static void
test_any_order_overtakes (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  guint overtaken = 0;

  setup_three_casts (&setup);
  world = sim_setup_build (&setup);
  for (guint64 seed = 0; seed < 100; seed++)
    overtaken += arrives_in_order (world, seed) ? 0 : 1;
  CU_ASSERT_TRUE (overtaken > 50);
}

/* What the message took, for each of many seeds. */
static void
count_travel_times (LullDelay delay, guint *times, guint longest)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;

  setup_cast (&setup, "pairwise");
  setup.config.delay = delay;
  world = sim_setup_build (&setup);
  for (guint64 seed = 0; seed < 400; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, FALSE);
      guint64 took = tick_of (world, run, "B: listener takes cast 1 from A") - 3;

      CU_ASSERT_TRUE_FATAL (took <= longest);
      times[took]++;
    }
}

static void
test_uniform_delays (void)
{
  guint times[10] = { 0 };

  count_travel_times ((LullDelay){ LULL_DELAY_UNIFORM, 5, 9 }, times, 9);
  for (guint took = 0; took < 5; took++)
    CU_ASSERT_EQUAL (times[took], 0);
  for (guint took = 5; took <= 9; took++)
    CU_ASSERT_TRUE (times[took] > 40);
}

/* Of mean 10 and capped at 12, about three in ten are cut off: e^(-1.15). */
static void
test_exponential_delays (void)
{
  guint times[13] = { 0 };
  guint below_mean = 0;

  count_travel_times ((LullDelay){ LULL_DELAY_EXPONENTIAL, 10, 12 }, times, 12);
  for (guint took = 0; took < 10; took++)
    below_mean += times[took];
  CU_ASSERT_TRUE (times[12] > 80 && times[12] < 180);
  CU_ASSERT_TRUE (below_mean > 200 && below_mean < 300);
}

static gboolean
runs_are_equal (const LullRun *one, const LullRun *other)
{
  gsize length = lull_trace_length (one->trace);

  return one->verdict == other->verdict && length == lull_trace_length (other->trace) &&
         memcmp (one->trace->actions->data, other->trace->actions->data,
                 length * sizeof (LullAction)) == 0 &&
         memcmp (one->ticks->data, other->ticks->data, length * sizeof (guint64)) == 0;
}

/* With fixed delays all is decided but the order of what is due at the same tick. */
static void
test_ties_vary (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullRun) first = NULL;
  guint different = 0;

  setup_cast (&setup, "barrier-sync");
  world = sim_setup_build (&setup);
  first = lull_simulate (world, 0, STEPS_MAX, TRUE);
  for (guint64 seed = 1; seed <= 20; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, TRUE);

      CU_ASSERT_EQUAL (last_tick (run), last_tick (first));
      different += runs_are_equal (run, first) ? 0 : 1;
    }
  CU_ASSERT_TRUE (different > 5);
}

/* Every shipped protocol on a world with a bit of everything. */
static LullWorld *
mixed_world (const char *protocol, gboolean any)
{
  g_auto (SimSetup) setup = { 0 };
  guint8 call;

  sim_setup_init (&setup, protocol, 3);
  setup.config.delay = (LullDelay){ LULL_DELAY_EXPONENTIAL, 20, 0 };
  setup.config.step_delay = (LullDelay){ LULL_DELAY_UNIFORM, 0, 4 };
  setup.config.send_tasks = TRUE;
  setup.work.any_messages = any ? 3 : 0;
  setup.work.any_calls = setup.work.any_self = any;
  setup.work.any_from = 5;
  call = sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "B -> C", call);
  sim_setup_add (&setup, "A -> C", (guint8) (call + 1));
  sim_setup_add (&setup, "C -> C", LULL_NO_MESSAGE);
  return sim_setup_build (&setup);
}

static const char *const protocols[] = { "allreduce-max", "allreduce-max-locked",
                                         "barrier-sync",  "dijkstra-scholten",
                                         "pairwise",      "safra" };

static void
test_same_seed_same_run (void)
{
  for (guint i = 0; i < 2 * G_N_ELEMENTS (protocols); i++)
    {
      g_autoptr (LullWorld) world = mixed_world (protocols[i / 2], i % 2 == 1);

      for (guint64 seed = 0; seed < 20; seed++)
        {
          g_autoptr (LullRun) one = lull_simulate (world, seed, STEPS_MAX, TRUE);
          g_autoptr (LullRun) other = lull_simulate (world, seed, STEPS_MAX, TRUE);

          CU_ASSERT_TRUE (runs_are_equal (one, other));
          CU_ASSERT_EQUAL (one->seed, seed);
        }
    }
}

static void
test_runs_replay (void)
{
  for (guint i = 0; i < 2 * G_N_ELEMENTS (protocols); i++)
    {
      g_autoptr (LullWorld) world = mixed_world (protocols[i / 2], i % 2 == 1);

      for (guint64 seed = 0; seed < 20; seed++)
        {
          g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, TRUE);

          CU_ASSERT_TRUE (lull_trace_replay (run->trace, lull_world_get_model (world),
                                             NULL, NULL, NULL, NULL));
          for (guint step = 1; step < run->ticks->len; step++)
            CU_ASSERT_TRUE (g_array_index (run->ticks, guint64, step - 1) <=
                            g_array_index (run->ticks, guint64, step));
        }
    }
}

int
main (void)
{
  CU_TestInfo times[] = {
    { "a message takes its delay, each stage its step", test_message_stages },
    { "a send task is a step of its own", test_send_task },
    { "rounds follow one another until one agrees", test_rounds },
    { "a link may have a delay of its own", test_link_delays },
    { "control messages travel like basic ones", test_control_messages_travel },
    { "uniform delays are within their bounds, and reach them", test_uniform_delays },
    { "exponential delays are cut off at their limit", test_exponential_delays },
    { "on a FIFO network nothing overtakes", test_fifo_never_overtakes },
    { "in any order messages overtake", test_any_order_overtakes },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo verdicts[] = {
    { "a premature announcement stops the run at once", test_premature_stops_at_once },
    { "… or not, if the run is to go on to its end", test_premature_goes_on },
    { "a wrong protocol may be lucky", test_luck_is_safe },
    { "a run that is stuck is a deadlock", test_deadlock },
    { "a run at its step limit is inconclusive", test_step_limit },
    { "a run of no steps is inconclusive", test_no_steps },
    { "the same seed gives the same run", test_same_seed_same_run },
    { "what is due at the same tick is left to the seed", test_ties_vary },
    { "every run replays, and time does not go back", test_runs_replay },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "virtual time", NULL, NULL, NULL, NULL, times },
                            { "runs", NULL, NULL, NULL, NULL, verdicts },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
