/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-test.h"
#include "lull-trace.h"

/* A clock of HOURS hours that may also be started at any of the first three: tick, or
 * skip one. */
#define HOURS 5
enum
{
  TICK,
  SKIP
};

static const char *const clock_kinds[] = { "tick", "skip", NULL };

static void
clock_initial (const LullModel *self, guint64 index, guint8 *state)
{
  (void) self;
  state[0] = (guint8) index;
}

static guint
clock_actions (const LullModel *self, const guint8 *state, LullAction *actions)
{
  guint count = 0;

  (void) self;
  actions[count++] = lull_action (TICK, 0);
  if (state[0] % 2 == 0)
    actions[count++] = lull_action (SKIP, 2);
  return count;
}

static void
clock_apply (const LullModel *self, const guint8 *state, LullAction action, guint8 *next)
{
  guint step = lull_action_kind (action) == TICK ? 1 : lull_action_argument (action);

  (void) self;
  next[0] = (guint8) ((state[0] + step) % HOURS);
}

static const LullModel clock_model = { .name = "clock",
                                       .state_size = 1,
                                       .initial_count = 3,
                                       .actions_max = 2,
                                       .kinds = clock_kinds,
                                       .initial = clock_initial,
                                       .actions = clock_actions,
                                       .apply = clock_apply };

static void
record_visit (guint step,
              const guint8 *state,
              LullAction action,
              const guint8 *next,
              gpointer user_data)
{
  g_string_append_printf (user_data, "%u:%u-%u->%u ", step, state[0],
                          lull_action_kind (action), next[0]);
}

static void
test_actions_pack (void)
{
  LullAction action = lull_action (255, 0xabcdef);

  CU_ASSERT_EQUAL (lull_action_kind (action), 255);
  CU_ASSERT_EQUAL (lull_action_argument (action), 0xabcdef);
}

static void
test_kinds_are_counted (void)
{
  CU_ASSERT_EQUAL (lull_model_kind_count (&clock_model), 2);
}

static void
test_replay_visits_every_step (void)
{
  g_autoptr (LullTrace) trace = lull_trace_new (2);
  g_autoptr (GString) log = g_string_new (NULL);
  guint8 end = 99;

  lull_trace_append (trace, lull_action (SKIP, 2));
  lull_trace_append (trace, lull_action (TICK, 0));
  CU_ASSERT_EQUAL (lull_trace_length (trace), 2);
  CU_ASSERT_TRUE (lull_trace_replay (trace, &clock_model, record_visit, log, &end, NULL));
  CU_ASSERT_STRING_EQUAL (log->str, "0:2-1->4 1:4-0->0 ");
  CU_ASSERT_EQUAL (end, 0);
}

static void
test_empty_trace_ends_where_it_starts (void)
{
  g_autoptr (LullTrace) trace = lull_trace_new (1);
  guint8 end = 99;

  CU_ASSERT_TRUE (lull_trace_replay (trace, &clock_model, NULL, NULL, &end, NULL));
  CU_ASSERT_EQUAL (end, 1);
}

static void
test_unknown_initial_is_refused (void)
{
  g_autoptr (LullTrace) trace = lull_trace_new (3);
  g_autoptr (GError) error = NULL;

  CU_ASSERT_FALSE (lull_trace_replay (trace, &clock_model, NULL, NULL, NULL, &error));
  CU_ASSERT_TRUE (g_error_matches (error, LULL_TRACE_ERROR, LULL_TRACE_ERROR_INITIAL));
}

static void
test_disabled_step_is_refused (void)
{
  g_autoptr (LullTrace) trace = lull_trace_new (0);
  g_autoptr (GError) error = NULL;

  lull_trace_append (trace, lull_action (TICK, 0));
  lull_trace_append (trace, lull_action (SKIP, 2));
  CU_ASSERT_FALSE (lull_trace_replay (trace, &clock_model, NULL, NULL, NULL, &error));
  CU_ASSERT_TRUE (
      g_error_matches (error, LULL_TRACE_ERROR, LULL_TRACE_ERROR_NOT_ENABLED));
  if (error != NULL)
    CU_ASSERT_PTR_NOT_NULL (strstr (error->message, "step 2"));
}

static void
test_lasso_must_close (void)
{
  g_autoptr (LullTrace) trace = lull_trace_new (0);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1 + HOURS; i++)
    lull_trace_append (trace, lull_action (TICK, 0));
  trace->loop_start = 1;
  CU_ASSERT_TRUE (lull_trace_replay (trace, &clock_model, NULL, NULL, NULL, NULL));
  trace->loop_start = 2;
  CU_ASSERT_FALSE (lull_trace_replay (trace, &clock_model, NULL, NULL, NULL, &error));
  CU_ASSERT_TRUE (g_error_matches (error, LULL_TRACE_ERROR, LULL_TRACE_ERROR_LOOP));
}

static void
test_loop_of_no_steps_is_refused (void)
{
  g_autoptr (LullTrace) trace = lull_trace_new (0);
  g_autoptr (GError) error = NULL;

  lull_trace_append (trace, lull_action (TICK, 0));
  trace->loop_start = 1;
  CU_ASSERT_FALSE (lull_trace_replay (trace, &clock_model, NULL, NULL, NULL, &error));
  CU_ASSERT_TRUE (g_error_matches (error, LULL_TRACE_ERROR, LULL_TRACE_ERROR_LOOP));
}

static void
test_copy_is_independent (void)
{
  g_autoptr (LullTrace) trace = lull_trace_new (2);
  g_autoptr (LullTrace) copy = NULL;

  lull_trace_append (trace, lull_action (TICK, 0));
  trace->loop_start = 0;
  copy = lull_trace_dup (trace);
  lull_trace_append (trace, lull_action (SKIP, 2));
  CU_ASSERT_EQUAL (lull_trace_length (copy), 1);
  CU_ASSERT_EQUAL (lull_trace_action (copy, 0), lull_action (TICK, 0));
  CU_ASSERT_EQUAL (copy->initial, 2);
  CU_ASSERT_EQUAL (copy->loop_start, 0);
}

static CU_TestInfo replay_tests[] = {
  { "an action packs its kind and argument", test_actions_pack },
  { "kinds are counted up to the NULL", test_kinds_are_counted },
  { "every step is visited in order", test_replay_visits_every_step },
  { "an empty trace ends where it starts", test_empty_trace_ends_where_it_starts },
  { "an unknown initial state is refused", test_unknown_initial_is_refused },
  { "a disabled step is refused and named", test_disabled_step_is_refused },
  { "a lasso must close", test_lasso_must_close },
  { "a loop of no steps is refused", test_loop_of_no_steps_is_refused },
  { "a copy is independent", test_copy_is_independent },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "trace", NULL, NULL, NULL, NULL, replay_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
