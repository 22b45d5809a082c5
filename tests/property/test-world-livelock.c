/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Livelocks of worlds: what the checker says, however it searches, is what a fixed point
 * over the plain graph says; reduced graphs keep fair runs; and slowness is no livelock.
 */
#include "lull-checker.h"
#include "lull-drawn-protocol.h"
#include "lull-looping-protocols.h"
#include "lull-naive-fair.h"
#include "lull-protocols.h"
#include "lull-random-world.h"
#include "lull-test.h"

#define STATES_MAX 1500U
#define WORKERS_MAX 3U
#define THREADS_MAX 3U
#define SHIPPED_WORLDS 100U
#define RIGHT_WORLDS 80U
#define DRAWN_WORLDS 350U
#define LOOPING_WORLDS 80U

enum
{
  PREMATURE,
  LIVELOCK
};

static const LullProperty *
livelock_of (const LullModel *model)
{
  g_assert (model->property_count == 2);
  return &model->properties[LIVELOCK];
}

static const char *
expected_word (const LullNaiveGraph *graph, gboolean has_fair_run)
{
  if (graph->violating_states + graph->violating_outside > 0)
    return "premature";
  if (graph->deadlock_states > 0)
    return "deadlock";
  if (has_fair_run)
    return "livelock";
  return graph->outside > 0 ? "inconclusive" : "safe";
}

/* A lasso as it is replayed: what its loop owes, and what it should not meet. */
typedef struct
{
  const LullWorld *world;
  const LullModel *model;
  guint loop_start;
  gboolean has_all_left;
  gboolean has_basic_step;      /* some is possible in the loop */
  gboolean has_control;         /* a control message is delivered in the loop … */
  gboolean has_control_waiting; /* … and some could be in each of its states */
  guint32 stepped;              /* bit w: worker w takes a step in the loop … */
  guint32 ready;                /* … and could in each of its states */
  GArray *waiting;              /* basic steps that are possible in each; (owned) */
} Lasso;

typedef enum
{
  BASIC,
  FREE, /* basic, but whoever is active may leave it be */
  CONTROL,
  WORKER
} StepKind;

/* Told by the names alone, with nothing of the world's own classes. */
static StepKind
kind_of (const LullModel *model, LullAction action)
{
  static const char *const basic[] = { "transmit", "receive",  "enqueue", "start",
                                       "finish",   "main end", NULL };
  const char *name = model->kinds[lull_action_kind (action)];

  if (g_strv_contains (basic, name))
    return BASIC;
  if (g_str_equal (name, "main send") || g_str_equal (name, "nested send"))
    return FREE;
  return g_str_equal (name, "control") ? CONTROL : WORKER;
}

static gboolean
is_among (const LullAction *actions, guint count, LullAction action)
{
  for (guint i = 0; i < count; i++)
    if (actions[i] == action)
      return TRUE;
  return FALSE;
}

/* Keeps of what waits only what is possible in STATE, too. */
static void
visit (Lasso *self, const guint8 *state, gboolean is_first)
{
  const LullModel *model = self->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  guint count = model->actions (model, state, actions);
  guint32 ready = 0;
  gboolean has_control = FALSE;

  for (guint i = 0; i < count; i++)
    {
      StepKind kind = kind_of (model, actions[i]);

      if (kind == WORKER)
        ready |= 1U << lull_action_argument (actions[i]);
      has_control = has_control || kind == CONTROL;
      self->has_basic_step = self->has_basic_step || kind == BASIC;
      if (is_first && kind == BASIC)
        g_array_append_val (self->waiting, actions[i]);
    }
  for (guint i = self->waiting->len; i > 0; i--)
    if (!is_among (actions, count, g_array_index (self->waiting, LullAction, i - 1)))
      g_array_remove_index_fast (self->waiting, i - 1);
  self->ready = is_first ? ready : self->ready & ready;
  self->has_control_waiting =
      is_first ? has_control : self->has_control_waiting && has_control;
}

static void
follow (guint step,
        const guint8 *state,
        LullAction action,
        const guint8 *next,
        gpointer user_data)
{
  Lasso *self = user_data;
  StepKind kind = kind_of (self->model, action);

  self->has_all_left = self->has_all_left || lull_world_all_left (self->world, state) ||
                       lull_world_all_left (self->world, next);
  if (step < self->loop_start)
    return;
  visit (self, state, step == self->loop_start);
  if (kind == WORKER)
    self->stepped |= 1U << lull_action_argument (action);
  self->has_control = self->has_control || kind == CONTROL;
}

/* A message only ever goes forward, so in a loop none moves: whatever basic step is
 * possible all along would be put off for ever. */
static const char *
lasso_fault (const LullWorld *world, const LullTrace *trace, gboolean *has_basic_step)
{
  const LullModel *model = lull_world_get_model (world);
  g_autofree guint8 *end = g_malloc (model->state_size);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (LullAction));
  Lasso lasso = { .world = world, .model = model, .waiting = waiting };

  if (trace == NULL || trace->loop_start >= lull_trace_length (trace))
    return "has no loop";
  lasso.loop_start = trace->loop_start;
  if (!lull_trace_replay (trace, model, follow, &lasso, end, NULL))
    return "does not replay";
  *has_basic_step = lasso.has_basic_step;
  if (lasso.has_all_left)
    return "lets all workers leave";
  if (waiting->len > 0)
    return "puts off a message or a main program";
  if ((lasso.ready & ~lasso.stepped) != 0)
    return "puts off a worker";
  if (lasso.has_control_waiting && !lasso.has_control)
    return "puts off all control messages";
  return NULL;
}

/* What was met, so that nothing is proved of nothing. */
typedef struct
{
  guint worlds;
  guint livelocks;
  guint safe;
  guint fair_runs; /* behind a premature announcement, too */
  guint64 left_out;
} Met;

static gboolean
is_as_expected (const char *text, const char *what, const char *found, const char *wanted)
{
  if (g_str_equal (found, wanted))
    return TRUE;
  g_print ("\n    %s: %s: found %s, expected %s", text, what, found, wanted);
  return FALSE;
}

static void
compare_search (const LullWorld *world,
                const char *text,
                const char *what,
                const LullCheckOptions *options,
                const char *wanted)
{
  const LullModel *model = lull_world_get_model (world);
  g_autoptr (LullFindings) findings = lull_check (model, options);
  const char *fault = NULL;
  gboolean has_basic_step;

  CU_ASSERT_TRUE (
      is_as_expected (text, what, lull_findings_word (findings, model), wanted));
  if (findings->verdict == LULL_VERDICT_LIVELOCK)
    fault = lasso_fault (world, findings->witness, &has_basic_step);
  if (fault != NULL)
    g_print ("\n    %s: %s: the lasso %s", text, what, fault);
  CU_ASSERT_PTR_NULL (fault);
}

/* The searches that do not reduce take turns with the number of threads. */
static void
compare_searches (const LullWorld *world,
                  const char *text,
                  guint turn,
                  const char *wanted)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.memory_bytes_max = (guint64) 64 << 20;
  for (guint threads = 1; threads <= THREADS_MAX; threads++)
    {
      options.threads = threads;
      compare_search (world, text, "reduced", &options, wanted);
    }
  options.reduction = FALSE;
  options.threads = 1 + turn % THREADS_MAX;
  compare_search (world, text, "not reduced", &options, wanted);
  options.whole_graph = TRUE;
  options.threads = 1 + (turn + 1) % THREADS_MAX;
  compare_search (world, text, "whole graph", &options, wanted);
}

static const char *
yes_or_no (gboolean value)
{
  return value ? "yes" : "no";
}

/* FALSE if the graph is too large. */
static gboolean
compare (const LullWorld *world, const char *text, Met *met)
{
  const LullModel *model = lull_world_get_model (world);
  g_autoptr (LullNaiveGraph) whole =
      lull_naive_graph_new (model, LULL_NAIVE_GRAPH_WHOLE, STATES_MAX);
  g_autoptr (LullNaiveGraph) reduced = NULL;
  gboolean has_fair_run;
  const char *wanted;

  if (!whole->complete)
    return FALSE;
  reduced = lull_naive_graph_new (model, LULL_NAIVE_GRAPH_REDUCED, STATES_MAX);
  has_fair_run = lull_naive_fair_run_exists (whole, livelock_of (model));
  wanted = expected_word (whole, has_fair_run);
  CU_ASSERT_TRUE (is_as_expected (
      text, "fair run in the reduced graph",
      yes_or_no (lull_naive_fair_run_exists (reduced, livelock_of (model))),
      yes_or_no (has_fair_run)));
  compare_searches (world, text, met->worlds, wanted);
  met->worlds++;
  met->livelocks += g_str_equal (wanted, "livelock") ? 1 : 0;
  met->safe += g_str_equal (wanted, "safe") ? 1 : 0;
  met->fair_runs += has_fair_run ? 1 : 0;
  met->left_out += whole->states->len - reduced->states->len;
  return TRUE;
}

static void
compare_worlds (const LullProtocol *const *protocols, guint count, Met *met)
{
  const LullRandomRange range = { .workers_max = WORKERS_MAX,
                                  .protocols = protocols,
                                  .extras = LULL_TWIN_LIVELOCKS };
  LullSplitMix numbers = { .state = lull_test_seed () };

  while (met->worlds < count)
    {
      g_auto (LullRandomWorld) drawn = { 0 };

      lull_random_world_draw_within (&drawn, &numbers, &range);
      compare (drawn.world, drawn.text, met);
    }
}

static void
all_searches_agree_on_shipped_protocols (void)
{
  Met met = { 0 };

  compare_worlds (NULL, SHIPPED_WORLDS, &met);
  CU_ASSERT_TRUE (met.safe > 10);
  CU_ASSERT_TRUE (met.left_out > 0);
}

static void
all_searches_agree_on_drawn_protocols (void)
{
  static const LullProtocol *const protocols[] = { &lull_drawn_protocol, NULL };
  Met met = { 0 };

  compare_worlds (protocols, DRAWN_WORLDS, &met);
  CU_ASSERT_TRUE (met.livelocks > 50);
  CU_ASSERT_TRUE (met.fair_runs > met.livelocks);
  CU_ASSERT_TRUE (met.left_out > 0);
}

static void
all_searches_agree_on_looping_protocols (void)
{
  static const LullProtocol *const protocols[] = {
    &lull_looping_uncounted, &lull_looping_to_and_fro,     &lull_looping_undecided,
    &lull_looping_lock,      &lull_looping_lock_and_round, NULL
  };
  Met met = { 0 };

  compare_worlds (protocols, LOOPING_WORLDS, &met);
  CU_ASSERT_TRUE (met.livelocks > 20);
  CU_ASSERT_TRUE (met.left_out > 0);
}

/*
 * Rounds that do not agree and tokens that come back black go on as long as a message is
 * slow, and no longer. So where these protocols do go on for ever, no message and no main
 * program can do anything at any time: the computation itself is stuck.
 */
static void
slowness_is_no_livelock (void)
{
  static const char *const names[] = { "pairwise", "safra", "dijkstra-scholten", NULL };
  const LullProtocol *protocols[G_N_ELEMENTS (names)] = { NULL };
  LullRandomRange range = { .workers_max = WORKERS_MAX,
                            .protocols = protocols,
                            .extras = LULL_TWIN_LIVELOCKS,
                            .tame = TRUE };
  LullSplitMix numbers = { .state = lull_test_seed () };
  Met met = { 0 };

  for (guint i = 0; names[i] != NULL; i++)
    protocols[i] = lull_protocols_find (names[i]);
  /* Some are stuck, whatever the protocol; so many have to be safe. */
  while (met.worlds < RIGHT_WORLDS || met.safe <= RIGHT_WORLDS / 2)
    {
      g_auto (LullRandomWorld) drawn = { 0 };
      g_autoptr (LullFindings) findings = NULL;
      LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
      gboolean has_basic_step = FALSE;

      lull_random_world_draw_within (&drawn, &numbers, &range);
      if (!compare (drawn.world, drawn.text, &met))
        continue;
      findings = lull_check (lull_world_get_model (drawn.world), &options);
      if (findings->verdict != LULL_VERDICT_LIVELOCK)
        continue;
      CU_ASSERT_PTR_NULL (lasso_fault (drawn.world, findings->witness, &has_basic_step));
      if (has_basic_step)
        g_print ("\n    %s: is slow, not stuck", drawn.text);
      CU_ASSERT_FALSE (has_basic_step);
    }
}

/* A world that is the same each time. */
typedef struct
{
  const char *what;
  const LullProtocol *protocol; /* NULL: pairwise */
  guint workers;
  void (*add_work) (LullNaiveScenario *scenario);
  const char *verdict;
} Question;

static void
add_nothing (LullNaiveScenario *scenario G_GNUC_UNUSED)
{
}

static void
add_cast (LullNaiveScenario *scenario)
{
  lull_naive_scenario_add (scenario, 0, 0, FALSE, FALSE, LULL_NAIVE_NONE);
}

/* The handler of a cast makes a call, for which it needs the futures lock, and awaits it.
 */
static void
add_nested_call (LullNaiveScenario *scenario)
{
  lull_naive_scenario_add (scenario, 0, 0, FALSE, FALSE, LULL_NAIVE_NONE);
  lull_naive_scenario_add (scenario, 0, 0, TRUE, TRUE, 0);
}

/* It awaits it in the only thread that could answer. */
static void
add_nested_call_without_thread (LullNaiveScenario *scenario)
{
  add_nested_call (scenario);
  scenario->options.handlers = 1;
}

static const Question questions[] = {
  { "counts that never agree", &lull_looping_uncounted, 2, add_cast, "livelock" },
  { "counts without anything to count", &lull_looping_uncounted, 2, add_nothing, "safe" },
  { "a loop while a message is slow", &lull_looping_to_and_fro, 1, add_cast, "safe" },
  { "a loop without a message", &lull_looping_to_and_fro, 1, add_nothing, "livelock" },
  { "a worker that may leave and does not", &lull_looping_undecided, 1, add_cast,
    "livelock" },
  { "a lock that nobody else wants", &lull_looping_lock, 1, add_cast, "safe" },
  { "a lock that is free now and then", &lull_looping_lock, 1, add_nested_call,
    "livelock" },
  { "a lock that a round gives back", &lull_looping_lock_and_round, 1, add_cast, "safe" },
  { "a lock that is free between rounds", &lull_looping_lock_and_round, 1,
    add_nested_call, "livelock" },
  { "rounds around a handler that is stuck", NULL, 2, add_nested_call_without_thread,
    "livelock" },
  { "rounds around a handler that is slow", NULL, 2, add_nested_call, "safe" },
  { "a flag that is set now and then", &lull_looping_flag, 2, add_nothing, "livelock" },
  { "a control message beside others", &lull_looping_ping, 2, add_nothing, "safe" },
};

static void
answers_are_known (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      const Question *question = &questions[i];
      const LullProtocol *protocol = question->protocol != NULL
                                         ? question->protocol
                                         : lull_protocols_find ("pairwise");
      g_autoptr (LullWorld) world = NULL;
      LullNaiveScenario scenario;
      Met met = { 0 };

      lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, question->workers);
      question->add_work (&scenario);
      world = lull_twin_world_new (&scenario, protocol, NULL,
                                   LULL_TWIN_LISTENER | LULL_TWIN_LIVELOCKS, NULL);
      CU_ASSERT_PTR_NOT_NULL_FATAL (world);
      CU_ASSERT_TRUE (compare (world, question->what, &met));
      compare_searches (world, question->what, i, question->verdict);
    }
}

int
main (void)
{
  CU_TestInfo tests[] = { { "all searches agree on shipped protocols",
                            all_searches_agree_on_shipped_protocols },
                          { "all searches agree on drawn protocols",
                            all_searches_agree_on_drawn_protocols },
                          { "all searches agree on looping protocols",
                            all_searches_agree_on_looping_protocols },
                          { "slowness is no livelock", slowness_is_no_livelock },
                          { "answers are known", answers_are_known },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "livelocks", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
