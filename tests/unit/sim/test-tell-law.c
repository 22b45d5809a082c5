/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every story of a premature run must keep to, over many random runs. The cut is
 * judged a second time by vector clocks (Fidge, Mattern 1988) that are computed here from
 * nothing but the states of the run: what enters the wire and what leaves it.
 */
#include "lull-random.h"
#include "lull-simulator.h"
#include "lull-world-private.h"
#include "sim-fixtures.h"

#define STEPS_MAX 400U
#define WORKERS 3U
#define CHECK(claim, what) CU_ASSERT_TRUE (holds ((claim), (what)))

static gboolean
holds (gboolean claim, const char *what)
{
  if (!claim)
    g_print ("\n    does not hold: %s", what);
  return claim;
}

/** The clock of an event: how many events of each worker come before it, itself included.
 */
typedef struct
{
  guint events[WORKERS];
} Clock;

/** Something on the wire that carries a clock. */
typedef struct
{
  GBytes *what; /* of a control message, its record; of a basic one, its number */
  Clock clock;
} Carried;

/** A run being clocked. */
typedef struct
{
  const LullWorld *world;
  Clock now[WORKERS];
  Clock round; /* of all contributions to the round that is being collected */
  Clock result;
  GArray *wire;   /* of Carried */
  GArray *events; /* of Clock: per step, that of its event */
} Clocks;

static void
carried_clear (gpointer data)
{
  g_bytes_unref (((Carried *) data)->what);
}

static void
merge (Clock *self, const Clock *other)
{
  for (guint i = 0; i < WORKERS; i++)
    self->events[i] = MAX (self->events[i], other->events[i]);
}

static GBytes *
name_message (guint message)
{
  return g_bytes_new (&message, sizeof message);
}

/* What is on the wire: a name for each thing, equal things as often as they are there. */
static GPtrArray *
list_wire (const LullWorld *world, const guint8 *state)
{
  GPtrArray *wire = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint message = 0; message < world->message_count && !world->any; message++)
    if (stage_of (world, state, message) == STAGE_FLIGHT)
      g_ptr_array_add (wire, name_message (message));
  for (guint i = 0; i < lull_control_count (world, state); i++)
    g_ptr_array_add (wire,
                     g_bytes_new (control_peek (world, state, i), world->control_record));
  return wire;
}

static guint
find_carried (const Clocks *self, GBytes *what)
{
  for (guint i = 0; i < self->wire->len; i++)
    if (g_bytes_equal (g_array_index (self->wire, Carried, i).what, what))
      return i;
  return G_MAXUINT;
}

static void
drop_from (GPtrArray *wire, GBytes *what)
{
  for (guint i = 0; i < wire->len; i++)
    if (g_bytes_equal (wire->pdata[i], what))
      {
        g_ptr_array_remove_index (wire, i);
        return;
      }
}

/* What is on the wire before and not after was received, what is there after and not
 * before was sent; a step does not put back what it takes. */
static void
exchange (Clocks *self, guint worker, const guint8 *state, const guint8 *next)
{
  g_autoptr (GPtrArray) received = list_wire (self->world, state);
  g_autoptr (GPtrArray) sent = list_wire (self->world, next);
  g_autoptr (GPtrArray) before = list_wire (self->world, state);

  for (guint i = 0; i < sent->len; i++)
    drop_from (received, sent->pdata[i]);
  for (guint i = 0; i < before->len; i++)
    drop_from (sent, before->pdata[i]);
  for (guint i = 0; i < received->len; i++)
    {
      guint index = find_carried (self, received->pdata[i]);

      g_assert (index != G_MAXUINT);
      merge (&self->now[worker], &g_array_index (self->wire, Carried, index).clock);
      g_array_remove_index (self->wire, index);
    }
  for (guint i = 0; i < sent->len; i++)
    {
      Carried carried = { g_bytes_ref (sent->pdata[i]), self->now[worker] };

      g_array_append_val (self->wire, carried);
    }
}

static void
clock_step (guint step G_GNUC_UNUSED,
            const guint8 *state,
            LullAction action,
            const guint8 *next,
            gpointer user_data)
{
  Clocks *self = user_data;
  guint worker = lull_world_actor (self->world, state, action);
  guint before = worker_peek (self->world, state, worker)[WORKER_FLAGS];
  guint after = worker_peek (self->world, next, worker)[WORKER_FLAGS];

  self->now[worker].events[worker]++;
  if ((before & FLAG_COMPLETE) != 0 && (after & FLAG_COMPLETE) == 0)
    merge (&self->now[worker], &self->result);
  exchange (self, worker, state, next);
  g_array_append_val (self->events, self->now[worker]);
  if ((after & (FLAG_CONTRIBUTED | FLAG_COMPLETE)) == 0 ||
      (before & (FLAG_CONTRIBUTED | FLAG_COMPLETE)) != 0)
    return;
  merge (&self->round, &self->now[worker]);
  if ((after & FLAG_COMPLETE) != 0)
    {
      self->result = self->round;
      self->round = (Clock){ { 0 } };
    }
}

static void
clocks_init (Clocks *self, const LullWorld *world, const LullTrace *trace)
{
  *self = (Clocks){ .world = world,
                    .wire = g_array_new (FALSE, FALSE, sizeof (Carried)),
                    .events = g_array_new (FALSE, FALSE, sizeof (Clock)) };
  g_array_set_clear_func (self->wire, carried_clear);
  CHECK (lull_trace_replay (trace, &world->model, clock_step, self, NULL, NULL),
         "the run replays");
}

static void
clocks_clear (Clocks *self)
{
  g_array_unref (self->wire);
  g_array_unref (self->events);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Clocks, clocks_clear)

/* Nobody in the cut knows of an event that is not in it. */
static gboolean
is_consistent (const Clocks *self, const guint *cut)
{
  for (guint i = 0; i < WORKERS; i++)
    for (guint j = 0; j < WORKERS; j++)
      if (g_array_index (self->events, Clock, cut[j]).events[i] >
          g_array_index (self->events, Clock, cut[i]).events[i])
        return FALSE;
  return TRUE;
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

static void
check_consistency (const LullWorld *world,
                   const LullTrace *trace,
                   const guint *cut,
                   LullCutKind kind)
{
  g_auto (Clocks) clocks = { 0 };

  clocks_init (&clocks, world, trace);
  CHECK (is_consistent (&clocks, cut) == (kind == LULL_CUT_CONSISTENT),
         "vector clocks judge the cut likewise");
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
    check_consistency (world, trace, cut, story->cut);
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

/* Worlds of three workers in which PROTOCOL may be wrong. */
static LullWorld *
draw_world (LullRandom *random, const char *protocol, const char *set)
{
  g_auto (SimSetup) setup = { 0 };
  gboolean calls;
  guint requests = 1 + (guint) lull_random_below (random, 4);

  sim_setup_init (&setup, protocol, WORKERS);
  calls = setup.config.protocol->needs_replies;
  if (set != NULL)
    sim_setup_set (&setup,
                   g_str_equal (set, "start")  ? "done"
                   : g_str_equal (set, "sums") ? "compare"
                                               : "snapshot",
                   set);
  setup.config.delay =
      (LullDelay){ LULL_DELAY_UNIFORM, 0, lull_random_below (random, 2) == 0 ? 3 : 30 };
  setup.config.step_delay = (LullDelay){ LULL_DELAY_EXPONENTIAL, 4, 40 };
  setup.config.send_tasks = lull_random_below (random, 3) == 0;
  setup.config.fifo = lull_random_below (random, 3) == 0;
  setup.config.listener = lull_random_below (random, 3) != 0;
  setup.config.settle = (LullSettle) lull_random_below (random, 2);
  setup.config.threads_max = (guint) lull_random_below (random, 3);
  if (lull_random_below (random, 4) == 0)
    {
      setup.work.any_messages = requests;
      setup.work.any_calls = calls;
      setup.work.any_self = TRUE;
      setup.work.any_from = 1 + (guint) lull_random_below (random, 7);
    }
  for (guint i = 0; i < requests && setup.work.any_messages == 0; i++)
    {
      guint8 parent =
          (guint8) (i == 0 || lull_random_below (random, 4) == 0
                        ? LULL_NO_MESSAGE
                        : lull_random_below (random, setup.work.messages->len));
      guint8 source =
          (guint8) (parent == LULL_NO_MESSAGE
                        ? lull_random_below (random, WORKERS)
                        : g_array_index (setup.work.messages, LullMessage, parent)
                              .target);

      lull_work_add (&setup.work, source, (guint8) lull_random_below (random, WORKERS),
                     calls || lull_random_below (random, 2) == 0 ? LULL_BASIC_CALL
                                                                 : LULL_BASIC_CAST,
                     FALSE, parent);
    }
  return sim_setup_build (&setup);
}

static Tally
check_protocol (const char *protocol, const char *set, guint worlds)
{
  LullRandom random;
  Tally tally = { 0 };

  lull_random_init (&random, lull_test_seed ());
  for (guint i = 0; i < worlds; i++)
    {
      g_autoptr (LullWorld) world = draw_world (&random, protocol, set);

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
  Tally tally = check_protocol ("allreduce-max", NULL, 150);

  CU_ASSERT_TRUE (tally.consistent > 0 && tally.inconsistent > 0);
  CU_ASSERT_EQUAL (tally.none, 0);
}

static void
test_barriers (void)
{
  Tally tally = check_protocol ("barrier-sync", NULL, 100);

  CU_ASSERT_TRUE (tally.consistent > 0 && tally.inconsistent > 0);
  CU_ASSERT_EQUAL (tally.none, 0);
}

static void
test_pairwise (void)
{
  Tally split = check_protocol ("pairwise", "sent-done", 200);
  Tally early = check_protocol ("pairwise", "start", 200);
  Tally sums = check_protocol ("pairwise", "sums", 200);

  CU_ASSERT_TRUE (split.consistent > 0);
  CU_ASSERT_TRUE (early.consistent > 0);
  CU_ASSERT_TRUE (sums.inconsistent > 0);
  CU_ASSERT_EQUAL (sums.consistent, 0); /* one count too many needs an orphan */
  CU_ASSERT_EQUAL (split.none + early.none + sums.none, 0);
}

static void
test_control_messages (void)
{
  Tally white = check_protocol ("safra-no-blackening", NULL, 300);
  Tally active = check_protocol ("safra-active-passes", NULL, 100);
  Tally early = check_protocol ("dijkstra-scholten-ack-early", NULL, 150);
  Tally programs = check_protocol ("dijkstra-scholten-no-programs", NULL, 100);

  CU_ASSERT_TRUE (white.inconsistent > 0);
  CU_ASSERT_TRUE (active.consistent > 0);
  CU_ASSERT_TRUE (early.consistent > 0);
  CU_ASSERT_TRUE (early.acknowledgements > 0);
  CU_ASSERT_TRUE (programs.none > 0);
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
  CU_SuiteInfo suites[] = {
    { "stories of premature runs", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL
  };

  return lull_test_main (suites);
}
