/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a collective means, whoever carries its rounds: a result is the combination of
 * what all workers contributed to that round, and nobody has it before all have
 * contributed. A protocol that chooses its contributions freely writes down what it
 * contributed and got; every reachable state is held against that, by a rule that knows
 * nothing of how rounds are carried.
 */
#include "lull-naive-graph.h"
#include "lull-test.h"
#include "lull-world-private.h"

#define ROUNDS 2U
#define WORKERS_MAX 4U

/** What a worker remembers. */
typedef struct
{
  guint8 contributed, taken; /* rounds */
  guint8 values[ROUNDS], results[ROUNDS];
} Diary;

enum
{
  BETWEEN_ROUNDS,
  IN_ROUND
};

static const char *const places[] = { "between rounds", "in a round", NULL };

static gsize
diary_size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return sizeof (Diary);
}

static gsize
one_byte (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 1;
}

static void
contribute (const LullView *view G_GNUC_UNUSED,
            gpointer node,
            LullOutbox *out,
            guint8 value)
{
  Diary *diary = node;

  lull_outbox_contribute (out, 0)[0] = value;
  diary->values[diary->contributed++] = value;
  lull_outbox_go (out, IN_ROUND);
}

static void
contribute_one (const LullView *view, gpointer node, LullOutbox *out)
{
  contribute (view, node, out, 1);
}

static void
contribute_two (const LullView *view, gpointer node, LullOutbox *out)
{
  contribute (view, node, out, 2);
}

static void
take_result (const LullView *view, gpointer node, LullOutbox *out)
{
  Diary *diary = node;

  diary->results[diary->taken++] = view->result;
  if (diary->taken == ROUNDS)
    lull_outbox_announce (out);
  else
    lull_outbox_go (out, BETWEEN_ROUNDS);
}

/* No two ways to contribute give the same number. */
static guint8
read_digits (guint workers, const gint *options G_GNUC_UNUSED, const guint8 *combined)
{
  guint8 number = 0;

  for (guint i = 0; i < workers; i++)
    number = (guint8) (3 * number + combined[i]);
  return number;
}

static guint8
read_byte (guint workers G_GNUC_UNUSED,
           const gint *options G_GNUC_UNUSED,
           const guint8 *combined)
{
  return combined[0];
}

static const LullStep steps[] = {
  { .name = "contribute 1", .at = BETWEEN_ROUNDS, .run = contribute_one },
  { .name = "contribute 2", .at = BETWEEN_ROUNDS, .run = contribute_two },
  { .name = "take the result",
    .at = IN_ROUND,
    .needs = LULL_NEEDS_RESULT,
    .run = take_result },
  { .name = NULL },
};

static const LullCollective barrier[] = {
  { .name = "barrier", .combine = LULL_COMBINE_NOTHING },
  { .name = NULL },
};
static const LullCollective maximum[] = { { .name = "maximum",
                                            .combine = LULL_COMBINE_MAX,
                                            .size = one_byte,
                                            .conclude = read_byte },
                                          { .name = NULL } };
static const LullCollective sum[] = {
  { .name = "sum", .combine = LULL_COMBINE_SUM, .size = one_byte, .conclude = read_byte },
  { .name = NULL }
};
static const LullCollective gather[] = { { .name = "gather",
                                           .combine = LULL_COMBINE_GATHER,
                                           .size = one_byte,
                                           .conclude = read_digits },
                                         { .name = NULL } };
static const LullCollective *const all_collectives[] = { barrier, maximum, sum, gather };

/* The rule, worker by worker. */
static guint8
expected_result (LullCombine combine, const Diary *diaries, guint workers, guint round)
{
  guint8 result = 0;

  for (guint worker = 0; worker < workers; worker++)
    {
      guint8 value = diaries[worker].values[round];

      if (combine == LULL_COMBINE_MAX)
        result = MAX (result, value);
      else if (combine == LULL_COMBINE_SUM)
        result = (guint8) (result + value);
      else if (combine == LULL_COMBINE_GATHER)
        result = (guint8) (3 * result + value);
    }
  return result;
}

static gboolean
is_right (LullCombine combine, const Diary *diaries, guint workers)
{
  for (guint worker = 0; worker < workers; worker++)
    for (guint round = 0; round < diaries[worker].taken; round++)
      {
        for (guint other = 0; other < workers; other++)
          if (diaries[other].contributed <= round)
            return FALSE;
        if (diaries[worker].results[round] !=
            expected_result (combine, diaries, workers, round))
          return FALSE;
      }
  return TRUE;
}

/** A way to carry rounds between so many workers. */
typedef struct
{
  LullRounds how;
  guint workers;
  gboolean fifo;
} Way;

/** What is true of all its states. */
typedef struct
{
  guint64 states, wrong, stuck;
} Findings;

static LullWorld *
build_world (const Way *way, const LullCollective *collectives, LullProtocol *protocol)
{
  LullWorldConfig config;
  LullWork work;
  LullWorld *world;

  *protocol = (LullProtocol){ .api = LULL_PROTOCOL_API,
                              .name = "diarists",
                              .places = places,
                              .steps = steps,
                              .collectives = collectives,
                              .node_size = diary_size };
  lull_work_init (&work);
  lull_world_config_init (&config);
  config.workers = way->workers;
  config.work = &work;
  config.protocol = protocol;
  config.rounds = way->how;
  config.fifo = way->fifo;
  world = lull_world_new (&config, NULL);
  g_assert (world != NULL);
  lull_work_clear (&work);
  return world;
}

static void
look_at_state (const LullWorld *world,
               LullCombine combine,
               const guint8 *state,
               Findings *found)
{
  Diary diaries[WORKERS_MAX];

  for (guint worker = 0; worker < world->workers; worker++)
    memcpy (&diaries[worker], worker_peek (world, state, worker) + WORKER_NODE,
            sizeof (Diary));
  found->states++;
  found->wrong += is_right (combine, diaries, world->workers) ? 0 : 1;
}

static Findings
explore (const Way *way, const LullCollective *collectives)
{
  LullProtocol protocol;
  g_autoptr (LullWorld) world = build_world (way, collectives, &protocol);
  g_autoptr (LullNaiveGraph) graph =
      lull_naive_graph_new (lull_world_get_model (world), LULL_NAIVE_GRAPH_WHOLE, 0);
  Findings found = { .stuck = graph->deadlock_states };

  for (guint i = 0; i < graph->states->len; i++)
    look_at_state (world, collectives->combine,
                   g_bytes_get_data (g_ptr_array_index (graph->states, i), NULL), &found);
  return found;
}

static Way
way_of (LullRoundsBy by, gboolean tags, gboolean fifo)
{
  return (
      Way){ .how = { .by = by, .tags = tags, .fan_out = 2 }, .workers = 3, .fifo = fifo };
}

static void
results_are_what_all_contributed (void)
{
  for (guint by = LULL_ROUNDS_STEP; by <= LULL_ROUNDS_STORE; by++)
    for (guint i = 0; i < G_N_ELEMENTS (all_collectives); i++)
      for (guint fifo = 0; fifo < 2; fifo++)
        {
          Way way = way_of ((LullRoundsBy) by, TRUE, fifo != 0);
          Findings found = explore (&way, all_collectives[i]);

          CU_ASSERT_EQUAL (found.wrong, 0);
          CU_ASSERT_EQUAL (found.stuck, 0);
        }
}

/* Whoever leads, and whatever the tree looks like. */
static void
places_make_no_difference (void)
{
  static const guint fan_outs[] = { 1, 2, 3 };

  for (guint leader = 0; leader < 4; leader++)
    for (guint i = 0; i < G_N_ELEMENTS (fan_outs); i++)
      {
        Way way = way_of (LULL_ROUNDS_TREE, TRUE, FALSE);
        Findings found;

        way.workers = 2 + leader % 3;
        way.how.leader = leader % way.workers;
        way.how.fan_out = fan_outs[i];
        found = explore (&way, gather);
        CU_ASSERT_EQUAL (found.wrong, 0);
        CU_ASSERT_EQUAL (found.stuck, 0);
        way.how.by = LULL_ROUNDS_RING;
        found = explore (&way, sum);
        CU_ASSERT_EQUAL (found.wrong, 0);
        CU_ASSERT_EQUAL (found.stuck, 0);
      }
}

/* A worker alone, or one who never answers, has no wrong result either. */
static void
who_hangs_has_no_result (void)
{
  for (guint by = LULL_ROUNDS_LEADER; by <= LULL_ROUNDS_STORE; by++)
    for (guint early = LULL_EARLY_HELD; early <= LULL_EARLY_REFUSED; early++)
      for (guint serves = LULL_SERVES_ALWAYS; serves <= LULL_SERVES_IN_JOIN; serves++)
        {
          Way way = way_of ((LullRoundsBy) by, TRUE, FALSE);
          gboolean loses = early != LULL_EARLY_HELD && by != LULL_ROUNDS_STORE;
          gboolean leaves = serves == LULL_SERVES_IN_JOIN && by != LULL_ROUNDS_EXCHANGE;
          Findings found;

          way.how.early = (LullEarly) early;
          way.how.serves = (LullServes) serves;
          found = explore (&way, gather);
          CU_ASSERT_EQUAL (found.wrong, 0);
          CU_ASSERT_EQUAL (found.stuck > 0, loses || leaves);
          way.workers = 1;
          found = explore (&way, gather);
          CU_ASSERT_EQUAL (found.wrong + found.stuck, 0);
        }
}

/* What may be confused without tags, and what may not. Nobody sends for a round before
 * all have contributed to the one before; so a barrier by messages is right all the same.
 */
static void
without_tags_rounds_are_confused (void)
{
  static const struct
  {
    LullRoundsBy by;
    guint workers;
    gboolean fifo, confuses;
  } cases[] = {
    { LULL_ROUNDS_LEADER, 3, FALSE, FALSE },  { LULL_ROUNDS_TREE, 4, FALSE, FALSE },
    { LULL_ROUNDS_RING, 2, FALSE, FALSE },    { LULL_ROUNDS_RING, 3, FALSE, TRUE },
    { LULL_ROUNDS_RING, 3, TRUE, FALSE },     { LULL_ROUNDS_RING, 4, TRUE, FALSE },
    { LULL_ROUNDS_EXCHANGE, 2, FALSE, TRUE }, { LULL_ROUNDS_EXCHANGE, 2, TRUE, FALSE },
    { LULL_ROUNDS_EXCHANGE, 3, FALSE, TRUE }, { LULL_ROUNDS_EXCHANGE, 3, TRUE, TRUE },
    { LULL_ROUNDS_STORE, 2, FALSE, TRUE },    { LULL_ROUNDS_STORE, 3, TRUE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Way way = way_of (cases[i].by, FALSE, cases[i].fifo);

      way.workers = cases[i].workers;
      CU_ASSERT_EQUAL (explore (&way, maximum).wrong > 0, cases[i].confuses);
      CU_ASSERT_EQUAL (explore (&way, barrier).wrong > 0,
                       cases[i].by == LULL_ROUNDS_STORE);
    }
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a result is what all contributed to that round",
      results_are_what_all_contributed },
    { "whoever leads, whatever the tree", places_make_no_difference },
    { "who hangs has no wrong result", who_hangs_has_no_result },
    { "without tags some ways confuse rounds, and others do not",
      without_tags_rounds_are_confused },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = { { "the meaning of rounds", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
