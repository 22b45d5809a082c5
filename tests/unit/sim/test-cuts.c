/* SPDX-License-Identifier: Apache-2.0 */
/* Every step that counts for a cut is reached by a run, and the run is judged by vector
 * clocks, which know nothing of marks; the steps are found by a plain search, and summed
 * up against what the checker counts. */
#include "lull-checker.h"
#include "lull-cuts.h"
#include "lull-simulator.h"
#include "lull-world-private.h"
#include "sim-clocks.h"
#include "sim-fixtures.h"

#define WORKERS SIM_CLOCK_WORKERS
#define NEVER G_MAXUINT

/** A state that was found, and the step that led there. */
typedef struct
{
  GBytes *state; /**< (owned) */
  guint parent;
  LullAction action;
} Found;

/** A plain search of the watched world. */
typedef struct
{
  const LullWorld *world;
  LullCuts *cuts;      /**< (owned) */
  GArray *found;       /**< of Found; (owned) */
  GHashTable *numbers; /**< of states; (owned) */
  LullCutCount count;  /**< of the steps judged by clocks */
} Search;

/** What a run says of its last step, by clocks. */
typedef struct
{
  const LullWorld *world;
  guint steps;
  guint reading[WORKERS];  /**< the last step at which a worker read something */
  guint snapshot[WORKERS]; /**< of the round that is being collected */
  guint cut[WORKERS];      /**< of the last complete round */
  gboolean has_cut;        /**< … on which nobody has left join yet */
  gboolean completes, trusts;
} Reader;

static void
found_clear (gpointer data)
{
  g_bytes_unref (((Found *) data)->state);
}

static void
search_init (Search *self, const LullWorld *world)
{
  *self = (Search){ .world = world,
                    .cuts = lull_cuts_new (world),
                    .found = g_array_new (FALSE, FALSE, sizeof (Found)),
                    .numbers = g_hash_table_new (g_bytes_hash, g_bytes_equal) };
  g_array_set_clear_func (self->found, found_clear);
  CU_ASSERT_PTR_NOT_NULL_FATAL (self->cuts);
}

static void
search_clear (Search *self)
{
  g_hash_table_unref (self->numbers);
  g_array_unref (self->found);
  lull_cuts_free (self->cuts);
}

static void
add_state (Search *self, const guint8 *state, guint parent, LullAction action)
{
  gsize size = lull_cuts_get_model (self->cuts)->state_size;
  Found found = { g_bytes_new (state, size), parent, action };

  if (g_hash_table_contains (self->numbers, found.state))
    {
      found_clear (&found);
      return;
    }
  g_hash_table_add (self->numbers, found.state);
  g_array_append_val (self->found, found);
}

/* The run of the world to state number NUMBER, and on by ACTION. */
static LullTrace *
run_to (const Search *self, guint number, LullAction action)
{
  LullTrace *trace = lull_trace_new (0);
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (LullAction));

  g_array_append_val (back, action);
  while (number > 0)
    {
      const Found *found = &g_array_index (self->found, Found, number);

      g_array_append_val (back, found->action);
      number = found->parent;
    }
  for (guint i = back->len; i > 0; i--)
    lull_trace_append (trace, lull_cuts_get_action (
                                  self->cuts, g_array_index (back, LullAction, i - 1)));
  return trace;
}

static guint
flags_of (const LullWorld *world, const guint8 *state, guint worker)
{
  return worker_peek (world, state, worker)[WORKER_FLAGS];
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
  LullStepLog log;

  lull_world_apply_logged (self->world, state, action, again, &log);
  if (log.reading_count > 0)
    self->reading[worker] = step;
  if ((before & in_round) == 0 && (after & in_round) != 0)
    self->snapshot[worker] =
        self->reading[worker] != NEVER ? self->reading[worker] : step;
  self->completes = (before & FLAG_COMPLETE) == 0 && (after & FLAG_COMPLETE) != 0;
  self->trusts = self->has_cut && (before & FLAG_LEFT) == 0 && (after & FLAG_LEFT) != 0;
  if (self->completes)
    memcpy (self->cut, self->snapshot, sizeof self->cut);
  self->has_cut = self->completes || (self->has_cut && !self->trusts);
}

/* What the clocks say of the last step of a run must be what its kind says. */
static void
judge_step (Search *self, guint number, LullAction action)
{
  const LullModel *model = lull_cuts_get_model (self->cuts);
  const char *kind = model->kinds[lull_action_kind (action)];
  g_autoptr (LullTrace) trace = run_to (self, number, action);
  Reader reader = { .world = self->world };
  const char *expected = NULL;
  gboolean is_consistent;

  memset (reader.reading, 0xff, sizeof reader.reading);
  CU_ASSERT_TRUE_FATAL (
      lull_trace_replay (trace, &self->world->model, read_step, &reader, NULL, NULL));
  if (!reader.completes && !reader.trusts)
    {
      CU_ASSERT_EQUAL (lull_cuts_get_action (self->cuts, action), action);
      return;
    }
  is_consistent = sim_cut_is_consistent (self->world, trace, reader.cut);
  if (reader.completes)
    {
      expected = is_consistent ? "complete a round on a consistent cut"
                               : "complete a round on an inconsistent cut";
      self->count.completed++;
      self->count.inconsistent += is_consistent ? 0 : 1;
    }
  else
    {
      expected = is_consistent ? "leave join on a consistent cut"
                               : "leave join on an inconsistent cut";
      self->count.trusted++;
      self->count.trusted_inconsistent += is_consistent ? 0 : 1;
    }
  CU_ASSERT_STRING_EQUAL (kind, expected);
}

static void
search_all (Search *self)
{
  const LullModel *model = lull_cuts_get_model (self->cuts);
  g_autofree guint8 *next = g_malloc (model->state_size);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);

  model->initial (model, 0, next);
  add_state (self, next, 0, 0);
  for (guint number = 0; number < self->found->len; number++)
    {
      GBytes *state = g_array_index (self->found, Found, number).state;
      const guint8 *bytes = g_bytes_get_data (state, NULL);
      guint count = model->actions (model, bytes, actions);

      for (guint i = 0; i < count; i++)
        {
          judge_step (self, number, actions[i]);
          model->apply (model, bytes, actions[i], next);
          add_state (self, next, number, actions[i]);
        }
    }
}

/* FIRST is what A sends, NESTED what its handler does, OTHER what comes besides. */
static LullCutCount
check_world (SimSetup *setup, const char *first, const char *nested, const char *other)
{
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  LullCutCount count = { 0 };
  Search search;
  guint8 request = sim_setup_add (setup, first, LULL_NO_MESSAGE);

  if (nested != NULL)
    sim_setup_add (setup, nested, request);
  if (other != NULL)
    sim_setup_add (setup, other, LULL_NO_MESSAGE);
  world = sim_setup_build (setup);
  search_init (&search, world);
  search_all (&search);
  options.whole_graph = TRUE;
  findings = lull_check (lull_cuts_get_model (search.cuts), &options);
  CU_ASSERT_EQUAL (findings->states, search.found->len);
  CU_ASSERT_TRUE_FATAL (lull_cuts_count (search.cuts, findings, &count));
  CU_ASSERT_EQUAL (count.completed, search.count.completed);
  CU_ASSERT_EQUAL (count.inconsistent, search.count.inconsistent);
  CU_ASSERT_EQUAL (count.trusted, search.count.trusted);
  CU_ASSERT_EQUAL (count.trusted_inconsistent, search.count.trusted_inconsistent);
  g_print ("(%u states, %" G_GUINT64_FORMAT " cuts, %" G_GUINT64_FORMAT
           " inconsistent, %" G_GUINT64_FORMAT " accepted) ",
           search.found->len, count.completed, count.inconsistent,
           count.trusted_inconsistent);
  search_clear (&search);
  return count;
}

/* Without a listener, which only makes the graph larger. */
static void
begin (SimSetup *setup, const char *protocol)
{
  sim_setup_init (setup, protocol, WORKERS);
  setup->config.listener = FALSE;
}

static void
test_allreduce (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullCutCount count;

  begin (&setup, "allreduce-max");
  count = check_world (&setup, "A -> B", "B -> C", NULL);
  CU_ASSERT_TRUE (count.inconsistent > 0);
  CU_ASSERT_TRUE (count.trusted_inconsistent > 0);
}

/* The pairs notice every orphan, and in no order of all is one accepted. */
static void
test_pairwise (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullCutCount count;

  begin (&setup, "pairwise");
  count = check_world (&setup, "A ~> B", "B ~> C", NULL);
  CU_ASSERT_TRUE (count.inconsistent > 0);
  CU_ASSERT_TRUE (count.trusted > 0);
  CU_ASSERT_EQUAL (count.trusted_inconsistent, 0);
}

/* Where the sums are compared, some are. */
static void
test_sums (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullCutCount count;

  begin (&setup, "pairwise");
  sim_setup_set (&setup, "compare", "sums");
  count = check_world (&setup, "A ~> B", "B ~> C", "C ~> A");
  CU_ASSERT_TRUE (count.trusted_inconsistent > 0);
}

/* Two reads a round; the later one is the snapshot. */
static void
test_split_snapshots (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullCutCount count;

  begin (&setup, "pairwise");
  sim_setup_set (&setup, "snapshot", "done-sent");
  count = check_world (&setup, "A ~> B", NULL, NULL);
  CU_ASSERT_EQUAL (count.trusted_inconsistent, 0);
}

/* A barrier reads nothing: whoever contributes has its snapshot then. */
static void
test_barriers (void)
{
  g_auto (SimSetup) setup = { 0 };

  begin (&setup, "barrier-sync");
  CU_ASSERT_TRUE (check_world (&setup, "A ~> B", "B ~> C", NULL).completed > 0);
}

static void
expect_unwatched (SimSetup *setup)
{
  g_autoptr (LullWorld) world = sim_setup_build (setup);
  g_autoptr (LullCuts) cuts = lull_cuts_new (world);

  CU_ASSERT_PTR_NULL (cuts);
}

/* A token is a message of the protocol, of which marks are not kept. */
static void
test_what_cannot_be_watched (void)
{
  g_auto (SimSetup) ring = { 0 };
  g_auto (SimSetup) lossy = { 0 };

  begin (&ring, "safra");
  sim_setup_add (&ring, "A ~> B", LULL_NO_MESSAGE);
  expect_unwatched (&ring);
  begin (&lossy, "pairwise");
  lossy.config.faults.loss = 1;
  sim_setup_add (&lossy, "A ~> B", LULL_NO_MESSAGE);
  expect_unwatched (&lossy);
}

/* A search that stops early has counted nothing that could be told. */
static void
test_a_part_is_no_count (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullCuts) cuts = NULL;
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  LullCutCount count;

  begin (&setup, "pairwise");
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  cuts = lull_cuts_new (world);
  options.states_max = 10;
  findings = lull_check (lull_cuts_get_model (cuts), &options);
  CU_ASSERT_FALSE (lull_cuts_count (cuts, findings, &count));
}

int
main (void)
{
  CU_TestInfo tests[] = { { "allreduce of open futures", test_allreduce },
                          { "pairwise counters", test_pairwise },
                          { "… their sums alone", test_sums },
                          { "… read in two steps", test_split_snapshots },
                          { "barriers", test_barriers },
                          { "what cannot be watched", test_what_cannot_be_watched },
                          { "a part is no count", test_a_part_is_no_count },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "cuts in all orders", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
