/* SPDX-License-Identifier: Apache-2.0 */
/* The census is taken a second time: rounds and announcements are read off the states of
 * the same runs, and vector clocks judge the cuts. */
#include "lull-census.h"
#include "lull-simulator.h"
#include "lull-world-private.h"
#include "sim-clocks.h"
#include "sim-fixtures.h"

#define WORKERS SIM_CLOCK_WORKERS
#define NEVER G_MAXUINT

/** A cut, and whether somebody left join on it. */
typedef struct
{
  guint steps[WORKERS];
  gboolean is_accepted;
} Cut;

/** A run being read. */
typedef struct
{
  const LullWorld *world;
  guint reading[WORKERS];  /**< the last step at which a worker read something */
  guint snapshot[WORKERS]; /**< of the round that is being collected */
  GArray *cuts;            /**< of Cut */
  guint rounds;
} Reader;

static guint
flags_of (const LullWorld *world, const guint8 *state, guint worker)
{
  return worker_peek (world, state, worker)[WORKER_FLAGS];
}

static void
read_announcement (Reader *self)
{
  Cut cut = { .is_accepted = TRUE };

  if (self->rounds > 0)
    {
      g_array_index (self->cuts, Cut, self->cuts->len - 1).is_accepted = TRUE;
      return;
    }
  memcpy (cut.steps, self->reading, sizeof cut.steps);
  for (guint worker = 0; worker < WORKERS; worker++)
    if (cut.steps[worker] == NEVER)
      return;
  g_array_append_val (self->cuts, cut);
}

static void
read_step (guint step,
           const guint8 *state,
           LullAction action,
           const guint8 *next,
           gpointer user_data)
{
  const guint in_round = FLAG_CONTRIBUTED | FLAG_COMPLETE;
  Reader *self = user_data;
  g_autofree guint8 *again = g_malloc (self->world->model.state_size);
  guint worker = lull_world_actor (self->world, state, action);
  guint before = flags_of (self->world, state, worker);
  guint after = flags_of (self->world, next, worker);
  LullStepLog log = { 0 };

  lull_world_apply_logged (self->world, state, action, again, &log);
  if (log.reading_count > 0)
    self->reading[worker] = step;
  if ((before & in_round) == 0 && (after & in_round) != 0)
    self->snapshot[worker] =
        self->reading[worker] != NEVER ? self->reading[worker] : step;
  if ((before & FLAG_COMPLETE) == 0 && (after & FLAG_COMPLETE) != 0)
    {
      Cut cut = { .is_accepted = FALSE };

      memcpy (cut.steps, self->snapshot, sizeof cut.steps);
      g_array_append_val (self->cuts, cut);
      self->rounds++;
    }
  if ((before & FLAG_LEFT) == 0 && (after & FLAG_LEFT) != 0)
    read_announcement (self);
}

static void
count_run (LullCensus *census, const LullWorld *world, const LullTrace *trace)
{
  Reader reader = { .world = world, .cuts = g_array_new (FALSE, FALSE, sizeof (Cut)) };

  memset (reader.reading, 0xff, sizeof reader.reading);
  CU_ASSERT_TRUE (
      lull_trace_replay (trace, &world->model, read_step, &reader, NULL, NULL));
  census->runs++;
  census->rounds += reader.rounds;
  census->cuts += reader.cuts->len;
  for (guint i = 0; i < reader.cuts->len; i++)
    {
      const Cut *cut = &g_array_index (reader.cuts, Cut, i);

      if (sim_cut_is_consistent (world, trace, cut->steps))
        continue;
      census->inconsistent++;
      census->accepted += cut->is_accepted ? 1 : 0;
    }
  g_array_unref (reader.cuts);
}

/* The same runs, counted by other means. */
static LullCensus
count_again (const LullWorld *world)
{
  LullCensus census = { 0 };
  guint64 steps = 0;

  for (guint64 seed = 1; seed <= LULL_CENSUS_RUNS && steps < LULL_CENSUS_STEPS; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (world, seed, LULL_CENSUS_RUN_STEPS, FALSE);

      steps += lull_trace_length (run->trace);
      count_run (&census, world, run->trace);
    }
  return census;
}

static LullCensus
check_world (const char *protocol, const char *option, const char *value, gboolean calls)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  LullCensus found, expected;
  guint8 first;

  sim_setup_init (&setup, protocol, WORKERS);
  setup.config.delay = (LullDelay){ LULL_DELAY_UNIFORM, 1, 9 };
  setup.config.step_delay = (LullDelay){ LULL_DELAY_UNIFORM, 1, 4 };
  if (option != NULL)
    sim_setup_set (&setup, option, value);
  first = sim_setup_add (&setup, calls ? "A -> B" : "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, calls ? "B -> C" : "B ~> C", first);
  sim_setup_add (&setup, calls ? "C -> A" : "C ~> A", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  lull_census_take (world, &found);
  expected = count_again (world);
  CU_ASSERT_EQUAL (found.runs, expected.runs);
  CU_ASSERT_EQUAL (found.rounds, expected.rounds);
  CU_ASSERT_EQUAL (found.cuts, expected.cuts);
  CU_ASSERT_EQUAL (found.inconsistent, expected.inconsistent);
  CU_ASSERT_EQUAL (found.accepted, expected.accepted);
  g_print ("(%" G_GUINT64_FORMAT " runs, %" G_GUINT64_FORMAT " rounds, %" G_GUINT64_FORMAT
           " cuts, %" G_GUINT64_FORMAT " inconsistent, %" G_GUINT64_FORMAT " accepted) ",
           found.runs, found.rounds, found.cuts, found.inconsistent, found.accepted);
  return found;
}

static void
test_allreduce (void)
{
  LullCensus census = check_world ("allreduce-max", NULL, NULL, TRUE);

  CU_ASSERT_TRUE (census.accepted > 0);
  CU_ASSERT_TRUE (census.inconsistent > census.accepted);
}

/* The pairs notice every orphan, and accept none. */
static void
test_pairwise (void)
{
  LullCensus census = check_world ("pairwise", NULL, NULL, FALSE);

  CU_ASSERT_TRUE (census.inconsistent > 0);
  CU_ASSERT_EQUAL (census.accepted, 0);
}

static void
test_split_snapshots (void)
{
  LullCensus census = check_world ("pairwise", "snapshot", "sent-done", FALSE);

  CU_ASSERT_TRUE (census.rounds > census.runs);
}

static void
test_barriers (void)
{
  LullCensus census = check_world ("barrier-sync", NULL, NULL, FALSE);

  CU_ASSERT_EQUAL (census.cuts, census.rounds);
}

/* Without rounds there is a cut for each announcement. */
static void
test_control_messages (void)
{
  LullCensus census = check_world ("safra", NULL, NULL, FALSE);

  CU_ASSERT_EQUAL (census.rounds, 0);
  CU_ASSERT_TRUE (census.cuts >= census.runs);
}

/* Of three rounds, the second is taken for one with keys of the first; the third rests on
 * no cut any more. */
static void
test_mixed_up_rounds (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  LullCensus census;

  sim_setup_init (&setup, "futures-wait", 2);
  setup.config.rounds.by = LULL_ROUNDS_STORE;
  setup.config.rounds.tags = FALSE;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  lull_census_take (world, &census);
  CU_ASSERT_EQUAL (census.rounds, 3 * census.runs);
  CU_ASSERT_EQUAL (census.cuts, 2 * census.runs);
}

/* Many messages make long runs. */
static void
test_long_runs_are_fewer (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  LullCensus census;

  sim_setup_init (&setup, "pairwise", 3);
  for (guint i = 0; i < 40; i++)
    sim_setup_add (&setup, i % 2 == 0 ? "A ~> B" : "B ~> C", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  lull_census_take (world, &census);
  CU_ASSERT_TRUE (census.runs > 0);
  CU_ASSERT_TRUE (census.runs < LULL_CENSUS_RUNS);
}

int
main (void)
{
  CU_TestInfo tests[] = { { "allreduce of open futures", test_allreduce },
                          { "pairwise counters", test_pairwise },
                          { "… read in two steps", test_split_snapshots },
                          { "barriers", test_barriers },
                          { "control messages", test_control_messages },
                          { "mixed-up rounds rest on no cut", test_mixed_up_rounds },
                          { "long runs are fewer", test_long_runs_are_fewer },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "the census, taken twice", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
