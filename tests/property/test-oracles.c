/* SPDX-License-Identifier: Apache-2.0 */
/* The checker against the known answers: every count, and every mistake at its shortest
 * length, whatever the number of threads. */
#include "lull-checker.h"
#include "lull-known-answers.h"
#include "lull-plain-search.h"
#include "lull-test.h"

#define THREADS_MAX 3U

static void
expect_equal (const LullReferenceSpec *spec,
              const char *what,
              guint64 found,
              guint64 expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  CU_ASSERT_EQUAL (found, expected);
  if (found == expected)
    return;
  lull_reference_spec_describe (spec, text);
  g_print ("%s: found %" G_GUINT64_FORMAT " for %s, expected %" G_GUINT64_FORMAT "\n",
           text->str, found, what, expected);
}

static LullFindings *
check (const LullModel *model, guint threads, gboolean whole_graph)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.threads = threads;
  options.whole_graph = whole_graph;
  options.reduction = FALSE;
  return lull_check (model, &options);
}

static void
expect_known_count (const LullKnownCount *known, guint threads)
{
  LullModel *model = lull_reference_model_new (&known->spec);
  g_autoptr (LullFindings) findings = check (model, threads, FALSE);

  expect_equal (&known->spec, "verdict", findings->verdict, LULL_VERDICT_SAFE);
  expect_equal (&known->spec, "exhaustive", findings->exhaustive != FALSE, TRUE);
  expect_equal (&known->spec, "states", findings->states, known->states);
  expect_equal (&known->spec, "generated",
                findings->initial_states + findings->transitions, known->generated);
  lull_reference_model_free (model);
}

static void
models_reach_the_known_counts (void)
{
  guint count;
  const LullKnownCount *known = lull_known_counts (&count);

  for (guint i = 0; i < count; i++)
    for (guint threads = 1; threads <= THREADS_MAX; threads++)
      expect_known_count (&known[i], threads);
}

/* The end of the witness is a premature detection, and nothing before it is. */
static void
expect_witness (const LullReferenceSpec *spec,
                const LullModel *model,
                const LullFindings *findings)
{
  g_autofree guint8 *end = g_malloc0 (model->state_size);
  g_autoptr (GError) error = NULL;

  CU_ASSERT_TRUE (findings->shortest);
  CU_ASSERT_TRUE (lull_trace_replay (findings->witness, model, NULL, NULL, end, &error));
  expect_equal (spec, "claim at the end of the witness",
                model->properties[0].holds (model, end) != FALSE, FALSE);
}

static void
expect_known_violation (const LullKnownViolation *known, guint threads)
{
  LullModel *model = lull_reference_model_new (&known->spec);
  g_autoptr (LullFindings) findings = check (model, threads, FALSE);

  if (known->steps == LULL_KNOWN_SAFE)
    expect_equal (&known->spec, "verdict", findings->verdict, LULL_VERDICT_SAFE);
  else
    {
      expect_equal (&known->spec, "verdict", findings->verdict, LULL_VERDICT_VIOLATED);
      expect_equal (&known->spec, "property", findings->property, 0);
      CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, model), "premature");
      if (findings->witness != NULL)
        {
          expect_equal (&known->spec, "steps", lull_trace_length (findings->witness),
                        known->steps);
          expect_witness (&known->spec, model, findings);
        }
      CU_ASSERT_PTR_NOT_NULL (findings->witness);
    }
  lull_reference_model_free (model);
}

static void
mistakes_are_as_far_away_as_known (void)
{
  guint count;
  const LullKnownViolation *known = lull_known_violations (&count);

  for (guint i = 0; i < count; i++)
    for (guint threads = 1; threads <= THREADS_MAX; threads++)
      expect_known_violation (&known[i], threads);
}

static void
witnesses_are_the_same_for_any_number_of_threads (void)
{
  guint count;
  const LullKnownViolation *known = lull_known_violations (&count);

  for (guint i = 0; i < count; i++)
    {
      LullModel *model = lull_reference_model_new (&known[i].spec);
      g_autoptr (LullFindings) one = check (model, 1, FALSE);
      g_autoptr (LullFindings) other = check (model, THREADS_MAX, FALSE);

      CU_ASSERT_EQUAL (one->witness == NULL, other->witness == NULL);
      if (one->witness != NULL && other->witness != NULL)
        {
          const GArray *actions = one->witness->actions;

          CU_ASSERT_EQUAL (one->witness->initial, other->witness->initial);
          CU_ASSERT_EQUAL (actions->len, other->witness->actions->len);
          CU_ASSERT_EQUAL (memcmp (actions->data, other->witness->actions->data,
                                   actions->len * sizeof (LullAction)),
                           0);
        }
      lull_reference_model_free (model);
    }
}

/* Where a whole broken graph is small, the two searches agree on all of it. */
static void
figures_are_those_of_the_plain_search (void)
{
  static const LullReferenceSpec SPECS[] = {
    { LULL_REFERENCE_EWD840, 4, 0, LULL_EWD840_SEND_KEEPS_COLOR },
    { LULL_REFERENCE_EWD840, 4, 0, LULL_EWD840_CORRECT },
    { LULL_REFERENCE_EWD998, 2, 2, LULL_EWD998_CORRECT },
    { LULL_REFERENCE_EWD998, 2, 3, LULL_EWD998_ACTIVE_PASSES_TOKEN },
    { LULL_REFERENCE_CHANNEL_COUNTING, 3, 4, LULL_CHANNEL_COUNTING_TOTALS },
    { LULL_REFERENCE_DIJKSTRA_SCHOLTEN, 4, 0, 0 },
    { LULL_REFERENCE_HUANG, 4, 0, 0 },
    { LULL_REFERENCE_DETECTOR, 3, 3, LULL_DETECTOR_FOUR_COUNTERS },
    { LULL_REFERENCE_DETECTOR, 4, 2, LULL_DETECTOR_TOTALS_BY_SENDER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (SPECS); i++)
    {
      const LullReferenceSpec *spec = &SPECS[i];
      LullModel *model = lull_reference_model_new (spec);
      LullPlainFindings plain = lull_plain_search (model, FALSE, NULL, NULL);
      g_autoptr (LullFindings) findings = check (model, 2, TRUE);

      expect_equal (spec, "states", findings->states, plain.states);
      expect_equal (spec, "transitions", findings->transitions, plain.transitions);
      expect_equal (spec, "outside", findings->outside, plain.outside);
      expect_equal (spec, "terminal", findings->terminal, plain.terminal);
      expect_equal (spec, "depth", findings->depth, plain.levels);
      lull_reference_model_free (model);
    }
}

/* How often termination is detected in a run of a quiet model: what its property 1
 * claims. */
typedef struct
{
  const LullModel *model;
  guint count;
} Detections;

static void
note_detection (guint step,
                const guint8 *state,
                LullAction action,
                const guint8 *next,
                gpointer user_data)
{
  Detections *detections = user_data;
  const LullModel *model = detections->model;

  (void) step;
  (void) state;
  (void) action;
  detections->count += model->properties[1].holds (model, next) != FALSE;
}

static void
expect_livelock (const LullModel *model, const LullFindings *findings)
{
  g_autoptr (GError) error = NULL;
  Detections detections = { .model = model };

  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_LIVELOCK);
  CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, model), "livelock");
  CU_ASSERT_PTR_NOT_NULL (findings->witness);
  if (findings->witness == NULL)
    return;
  CU_ASSERT_NOT_EQUAL (findings->witness->loop_start, LULL_TRACE_NO_LOOP);
  CU_ASSERT_TRUE (lull_trace_replay (findings->witness, model, note_detection,
                                     &detections, NULL, &error));
  CU_ASSERT_EQUAL (detections.count, 0);
}

static void
expect_detection (LullModel *model, gboolean expected)
{
  for (guint threads = 1; threads <= THREADS_MAX; threads++)
    {
      g_autoptr (LullFindings) findings = check (model, threads, FALSE);

      if (expected)
        {
          CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
        }
      else
        expect_livelock (model, findings);
    }
  lull_reference_model_free (model);
}

static void
rings_detect_unless_nodes_never_whiten (void)
{
  for (guint nodes = 2; nodes <= 4; nodes++)
    {
      expect_detection (lull_ewd840_quiet_new (nodes, LULL_EWD840_CORRECT), TRUE);
      expect_detection (lull_ewd840_quiet_new (nodes, LULL_EWD840_NEVER_WHITENS), FALSE);
      expect_detection (lull_ewd998_quiet_new (nodes, LULL_EWD998_CORRECT), TRUE);
      expect_detection (lull_ewd998_quiet_new (nodes, LULL_EWD998_NEVER_WHITENS), FALSE);
    }
}

static void
expect_states (const LullReferenceSpec *spec, gboolean reduction, guint64 expected)
{
  LullModel *model = lull_reference_model_new (spec);
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  g_autoptr (LullFindings) findings = NULL;

  options.reduction = reduction;
  findings = lull_check (model, &options);
  expect_equal (spec, "verdict", findings->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (findings->symmetric, reduction);
  expect_equal (spec, "states", findings->states, expected);
  lull_reference_model_free (model);
}

static void
sync_and_async_have_their_closed_forms (void)
{
  for (guint nodes = 1; nodes <= 6; nodes++)
    {
      LullReferenceSpec sync = { LULL_REFERENCE_SYNC, nodes, 0, 0 };
      LullReferenceSpec async = { LULL_REFERENCE_ASYNC, nodes, 3, 0 };

      expect_states (&sync, FALSE, (1U << nodes) + 1);
      expect_states (&async, FALSE, (1U << (3 * nodes)) + 1);
    }
}

/* N + 2 for Sync: so many active, or detected. For Async as published. */
static void
sync_and_async_have_the_published_orbits (void)
{
  static const guint ASYNC_ORBITS[] = { 9, 37, 121, 331 };

  for (guint nodes = 1; nodes <= G_N_ELEMENTS (ASYNC_ORBITS); nodes++)
    {
      LullReferenceSpec sync = { LULL_REFERENCE_SYNC, nodes, 0, 0 };
      LullReferenceSpec async = { LULL_REFERENCE_ASYNC, nodes, 3, 0 };

      expect_states (&sync, TRUE, nodes + 2);
      expect_states (&async, TRUE, ASYNC_ORBITS[nodes - 1]);
    }
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "models reach the known counts", models_reach_the_known_counts },
    { "mistakes are as far away as known", mistakes_are_as_far_away_as_known },
    { "witnesses are the same for any number of threads",
      witnesses_are_the_same_for_any_number_of_threads },
    { "figures are those of the plain search", figures_are_those_of_the_plain_search },
    { "rings detect unless nodes never whiten", rings_detect_unless_nodes_never_whiten },
    { "Sync and Async have their closed forms", sync_and_async_have_their_closed_forms },
    { "Sync and Async have the published orbits",
      sync_and_async_have_the_published_orbits },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "known answers, checker", NULL, NULL, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
