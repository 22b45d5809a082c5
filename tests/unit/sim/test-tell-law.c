/* SPDX-License-Identifier: Apache-2.0 */
/* What every story must keep to, over many random runs. The cut of a premature one is
 * judged a second time by vector clocks. */
#include "lull-random.h"
#include "lull-simulator.h"
#include "lull-world-private.h"
#include "sim-clocks.h"
#include "sim-fixtures.h"

#define STEPS_MAX 400U
#define WORKERS SIM_CLOCK_WORKERS
#define CHECK(claim, what) CU_ASSERT_TRUE (holds ((claim), (what)))

static gboolean
holds (gboolean claim, const char *what)
{
  if (!claim)
    g_print ("\n    does not hold: %s", what);
  return claim;
}

/* The points of the cut as they are drawn: one on each lane. */
static gboolean
read_cut (const LullStory *story, guint *cut)
{
  guint points[WORKERS] = { 0 };
  gboolean complete = TRUE;

  for (guint i = 0; i < story->marks->len; i++)
    {
      const LullStoryMark *mark = &g_array_index (story->marks, LullStoryMark, i);

      if (!mark->in_cut)
        continue;
      CHECK (mark->kind == LULL_MARK_SNAPSHOT, "a point of the cut is a snapshot");
      points[mark->lane]++;
      cut[mark->lane] = mark->step;
    }
  for (guint worker = 0; worker < WORKERS; worker++)
    {
      CHECK (points[worker] <= 1, "a lane has one point of the cut at most");
      complete = complete && points[worker] == 1;
    }
  return complete;
}

static gboolean
has_orphan (const LullStory *story, const char *label)
{
  for (guint i = 0; i < story->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, i);

      if (arrow->kind == LULL_ARROW_ORPHAN && g_str_has_prefix (arrow->label, label))
        return TRUE;
    }
  return FALSE;
}

static void
check_arrow (const LullStory *story, const LullStoryArrow *arrow, const guint *cut)
{
  gboolean sent, received;

  CHECK (arrow->sent_step < story->steps->len, "an arrow starts at a step");
  CHECK (arrow->received_step == LULL_STORY_NEVER ||
             arrow->received_step > arrow->sent_step,
         "no arrow arrives before it was sent");
  if (cut == NULL)
    return;
  sent = arrow->sent_step <= cut[arrow->from_lane];
  received = arrow->received_step != LULL_STORY_NEVER &&
             arrow->received_step <= cut[arrow->to_lane];
  CHECK ((arrow->kind == LULL_ARROW_ORPHAN) == (received && !sent),
         "an orphan is received before the cut and sent after it");
}

/* Marks and arrows of the first announcement. */
static void
check_announcement (const LullStory *story)
{
  guint first = LULL_STORY_NEVER;
  guint last_step = 0;

  for (guint i = 0; i < story->marks->len; i++)
    {
      const LullStoryMark *mark = &g_array_index (story->marks, LullStoryMark, i);

      CHECK (mark->step >= last_step, "marks come in the order of their steps");
      last_step = mark->step;
      if (mark->kind != LULL_MARK_SNAPSHOT && first == LULL_STORY_NEVER)
        {
          first = mark->step;
          CHECK (mark->kind == LULL_MARK_PREMATURE, "the first to leave is premature");
        }
      else if (mark->in_cut)
        CHECK (mark->step <= first, "the cut comes before the announcement");
    }
  CHECK (first != LULL_STORY_NEVER, "somebody leaves");
}

/** What runs on each lane after a step, in the story and in the state. */
typedef struct
{
  const LullWorld *world;
  const LullStory *story;
} Lanes;

static guint
bars_open (const LullStory *story, guint lane, guint step)
{
  guint open = 0;

  for (guint i = 0; i < story->bars->len; i++)
    {
      const LullStoryBar *bar = &g_array_index (story->bars, LullStoryBar, i);

      open += bar->lane == lane && !g_str_equal (bar->label, "main") &&
                      bar->first_step <= step && step < bar->last_step
                  ? 1
                  : 0;
    }
  return open;
}

static void
check_bars (guint step,
            const guint8 *state G_GNUC_UNUSED,
            LullAction action G_GNUC_UNUSED,
            const guint8 *next,
            gpointer user_data)
{
  const Lanes *lanes = user_data;
  guint running[WORKERS] = { 0 };

  for (guint message = 0; message < lanes->world->message_count; message++)
    if (stage_of (lanes->world, next, message) == STAGE_RUNNING)
      running[target_of (lanes->world, next, message)]++;
  for (guint worker = 0; worker < WORKERS; worker++)
    CHECK (bars_open (lanes->story, worker, step) == running[worker],
           "as many bars are open as handlers and callbacks run");
}

/* Where every main program had ended at its snapshot, comparing pairs would have helped.
 */
static void
check_safeguard (const LullStory *story)
{
  gboolean unequal = FALSE;

  for (guint i = 1; i + 1 < story->table->len; i++)
    {
      const GPtrArray *row = story->table->pdata[i];

      unequal = unequal || g_str_equal (row->pdata[3], "no");
      CHECK (g_str_equal (row->pdata[1], row->pdata[2]) ==
                 g_str_equal (row->pdata[3], "yes"),
             "a pair agrees where its counters do");
    }
  CHECK (unequal, "some pair disagrees at the snapshots");
}

/** How often each kind of story was met. */
typedef struct
{
  guint none, consistent, inconsistent;
  guint acknowledgements; /**< stories in which one is the orphan message */
} Tally;

static void
check_cut (const LullWorld *world,
           const LullTrace *trace,
           const LullStory *story,
           Tally *tally)
{
  guint cut[WORKERS];
  gboolean complete = read_cut (story, cut);

  CHECK (complete == (story->cut != LULL_CUT_NONE), "a cut has a point on each lane");
  CHECK (has_orphan (story, "") == (story->cut == LULL_CUT_INCONSISTENT),
         "a cut is inconsistent if and only if it has an orphan");
  for (guint i = 0; i < story->arrows->len; i++)
    check_arrow (story, &g_array_index (story->arrows, LullStoryArrow, i),
                 complete ? cut : NULL);
  tally->none += story->cut == LULL_CUT_NONE ? 1 : 0;
  tally->consistent += story->cut == LULL_CUT_CONSISTENT ? 1 : 0;
  tally->inconsistent += story->cut == LULL_CUT_INCONSISTENT ? 1 : 0;
  tally->acknowledgements += has_orphan (story, "acknowledgement") ? 1 : 0;
  if (!complete)
    return;
  check_safeguard (story);
  /* In any work slots change places: the states alone do not tell which message is which.
   */
  if (!world->any)
    CHECK (sim_cut_is_consistent (world, trace, cut) ==
               (story->cut == LULL_CUT_CONSISTENT),
           "vector clocks judge the cut likewise");
}

static void
check_run (const LullWorld *world, const LullRun *run, Tally *tally)
{
  g_autoptr (LullStory) story = lull_world_tell (
      world, run->trace, (const guint64 *) (const void *) run->ticks->data);
  Lanes lanes = { world, story };

  CHECK (story->steps->len == lull_trace_length (run->trace), "every step is told");
  check_announcement (story);
  check_cut (world, run->trace, story, tally);
  CHECK (lull_trace_replay (run->trace, &world->model, check_bars, &lanes, NULL, NULL),
         "the run replays");
  CHECK (story->findings->len >= 3, "the run is explained");
}

static guint
draw (LullRandom *random, guint limit)
{
  return (guint) lull_random_below (random, limit);
}

static gboolean
one_in (LullRandom *random, guint count)
{
  return draw (random, count) == 0;
}

static void
draw_switches (LullRandom *random, LullWorldConfig *config)
{
  config->delay = (LullDelay){ LULL_DELAY_UNIFORM, 0, one_in (random, 2) ? 3 : 30 };
  config->step_delay = (LullDelay){ LULL_DELAY_EXPONENTIAL, 4, 40 };
  config->send_tasks = one_in (random, 3);
  config->fifo = one_in (random, 3);
  config->listener = !one_in (random, 3);
  config->settle =
      one_in (random, 2) ? LULL_SETTLE_BEFORE_CALLBACKS : LULL_SETTLE_AFTER_CALLBACKS;
  config->threads_max = draw (random, 3);
}

/* A request of a main program, or below any message that there is. */
static void
draw_request (LullRandom *random, LullWork *work, gboolean call, gboolean awaited)
{
  guint count = work->messages->len;
  guint parent = draw (random, count + 1);
  guint source = draw (random, WORKERS);
  guint target = draw (random, WORKERS);

  if (parent < count)
    source = g_array_index (work->messages, LullMessage, parent).target;
  lull_work_add (work, (guint8) source, (guint8) target,
                 call ? LULL_BASIC_CALL : LULL_BASIC_CAST, call && awaited,
                 (guint8) (parent < count ? parent : LULL_NO_MESSAGE));
}

static void
draw_any_work (LullRandom *random, LullWork *work, gboolean calls)
{
  work->any_messages = 1 + draw (random, 4);
  work->any_calls = calls;
  work->any_self = TRUE;
  work->any_from = 1 + draw (random, 7);
}

/** A protocol that may be wrong, and the option that makes it so. */
typedef struct
{
  const char *protocol;
  const char *option, *value; /**< or NULL */
} Mistake;

static LullWorld *
draw_world (LullRandom *random, const Mistake *mistake)
{
  g_auto (SimSetup) setup = { 0 };
  gboolean calls;

  sim_setup_init (&setup, mistake->protocol, WORKERS);
  calls = setup.config.protocol->needs_replies;
  if (mistake->option != NULL)
    sim_setup_set (&setup, mistake->option, mistake->value);
  draw_switches (random, &setup.config);
  if (one_in (random, 4))
    draw_any_work (random, &setup.work, calls);
  else
    for (guint requests = 1 + draw (random, 4); requests > 0; requests--)
      draw_request (random, &setup.work, calls || one_in (random, 2), FALSE);
  return sim_setup_build (&setup);
}

static Tally
check_protocol (const Mistake *mistake, guint worlds)
{
  LullRandom random;
  Tally tally = { 0 };

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < worlds; i++)
    {
      g_autoptr (LullWorld) world = draw_world (&random, mistake);

      for (guint64 seed = 0; seed < 20; seed++)
        {
          g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, seed % 2 == 1);

          if (run->verdict == LULL_VERDICT_VIOLATED)
            check_run (world, run, &tally);
        }
    }
  g_print ("(%u consistent, %u inconsistent, %u without a cut) ", tally.consistent,
           tally.inconsistent, tally.none);
  return tally;
}

static void
test_allreduce (void)
{
  Tally tally = check_protocol (&(const Mistake){ .protocol = "allreduce-max" }, 150);

  CU_ASSERT_TRUE (tally.consistent > 0 && tally.inconsistent > 0);
  CU_ASSERT_EQUAL (tally.none, 0);
}

static void
test_barriers (void)
{
  Tally tally = check_protocol (&(const Mistake){ .protocol = "barrier-sync" }, 100);

  CU_ASSERT_TRUE (tally.consistent > 0 && tally.inconsistent > 0);
  CU_ASSERT_EQUAL (tally.none, 0);
}

static void
test_pairwise (void)
{
  Tally split =
      check_protocol (&(const Mistake){ "pairwise", "snapshot", "sent-done" }, 200);
  Tally early = check_protocol (&(const Mistake){ "pairwise", "done", "start" }, 200);
  Tally sums = check_protocol (&(const Mistake){ "pairwise", "compare", "sums" }, 400);

  CU_ASSERT_TRUE (split.consistent > 0);
  CU_ASSERT_TRUE (early.consistent > 0);
  CU_ASSERT_TRUE (sums.inconsistent > 0);
  CU_ASSERT_EQUAL (sums.consistent, 0); /* one count too many needs an orphan */
  CU_ASSERT_EQUAL (split.none + early.none + sums.none, 0);
}

static void
test_control_messages (void)
{
  Tally white =
      check_protocol (&(const Mistake){ .protocol = "safra-no-blackening" }, 300);
  Tally active =
      check_protocol (&(const Mistake){ .protocol = "safra-active-passes" }, 100);
  Tally early =
      check_protocol (&(const Mistake){ .protocol = "dijkstra-scholten-ack-early" }, 150);
  Tally programs = check_protocol (
      &(const Mistake){ .protocol = "dijkstra-scholten-no-programs" }, 100);

  CU_ASSERT_TRUE (white.inconsistent > 0);
  CU_ASSERT_TRUE (active.consistent > 0);
  CU_ASSERT_TRUE (early.consistent > 0);
  CU_ASSERT_TRUE (early.acknowledgements > 0);
  CU_ASSERT_TRUE (programs.none > 0);
}

/* Handlers that await calls on one thread: many of these worlds get stuck. */
static LullWorld *
draw_stuck_world (LullRandom *random, const char *protocol)
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init (&setup, protocol, WORKERS);
  setup.config.threads_max = 1;
  setup.config.settle =
      one_in (random, 2) ? LULL_SETTLE_BEFORE_CALLBACKS : LULL_SETTLE_AFTER_CALLBACKS;
  for (guint i = 0; i < 4; i++)
    draw_request (random, &setup.work, TRUE, !one_in (random, 3));
  return sim_setup_build (&setup);
}

/* Each worker is accounted for, and where work is stuck there is a cycle, which goes back
 * to where it begins. */
/* As many waits are drawn as on the cycle as it has links, and each of those leads to
 * where another begins. */
static void
check_drawn_cycle (const LullStory *story, guint links)
{
  guint drawn = 0;

  for (guint i = 0; i < story->waits->len; i++)
    {
      const LullStoryWait *wait = &g_array_index (story->waits, LullStoryWait, i);
      gboolean goes_on = FALSE;

      if (!wait->in_cycle)
        continue;
      drawn++;
      for (guint j = 0; j < story->waits->len; j++)
        {
          const LullStoryWait *next = &g_array_index (story->waits, LullStoryWait, j);

          goes_on = goes_on || (next->in_cycle && next->from_lane == wait->to_lane &&
                                next->from_bar == wait->to_bar);
        }
      CHECK (goes_on, "a wait of the cycle leads to another");
    }
  CHECK (drawn == links, "the cycle is drawn as it is told");
}

static void
check_deadlock (const LullWorld *world, const LullRun *run)
{
  g_autoptr (LullStory) story = lull_world_tell (world, run->trace, NULL);
  const char *waits = story->findings->pdata[1];
  g_auto (GStrv) links = NULL;
  g_autofree char *last = NULL;

  CHECK (story->findings->len == 3, "a deadlock has a cycle");
  CHECK (strstr (waits, "no step to take") == NULL,
         "whoever is in join waits for somebody");
  CHECK (g_str_has_prefix (waits, "Who waits for what: "), "the waits come second");
  if (story->findings->len < 3)
    return;
  links = g_strsplit ((const char *) story->findings->pdata[2] + strlen ("The cycle: "),
                      " waits for ", -1);
  last = g_strdup_printf ("%s to ", links[0]);
  CHECK (g_strv_length (links) >= 2, "a cycle has a link");
  check_drawn_cycle (story, g_strv_length (links) - 1);
  CHECK (g_str_has_prefix (links[g_strv_length (links) - 1], last),
         "a cycle ends where it begins");
}

static void
test_deadlocks (void)
{
  static const char *const protocols[] = { "allreduce-max", "allreduce-max-locked",
                                           "barrier-sync" };
  LullRandom random;
  guint deadlocks = 0;

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (LullWorld) world = draw_stuck_world (&random, protocols[i % 3]);

      for (guint64 seed = 0; seed < 5; seed++)
        {
          g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, TRUE);

          if (run->verdict != LULL_VERDICT_DEADLOCK)
            continue;
          check_deadlock (world, run);
          deadlocks++;
        }
    }
  g_print ("(%u deadlocks) ", deadlocks);
  CU_ASSERT_TRUE (deadlocks > 100);
}

int
main (void)
{
  CU_TestInfo tests[] = { { "allreduce of open futures", test_allreduce },
                          { "barriers around an empty pool", test_barriers },
                          { "pairwise counters with a rule left out", test_pairwise },
                          { "control messages with a rule left out",
                            test_control_messages },
                          CU_TEST_INFO_NULL };
  CU_TestInfo others[] = { { "a cycle is found, whoever waits", test_deadlocks },
                           CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "stories of premature runs", NULL, NULL, NULL, NULL,
                              tests },
                            { "stories of deadlocks", NULL, NULL, NULL, NULL, others },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
