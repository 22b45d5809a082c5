/* SPDX-License-Identifier: Apache-2.0 */
/* The checker on the transition system of the proof: what z3 says of any number of
 * workers is what happens to two and three. */
#include "lull-checker.h"
#include "lull-dropped-conditions.h"
#include "lull-plain-search.h"
#include "lull-test.h"

#include <string.h>

static LullFindings *
check (const LullModel *model)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  return lull_check (model, &options);
}

typedef struct
{
  guint workers;
  guint budget;
} World;

static const World worlds[] = { { 1, 5 }, { 2, 3 }, { 3, 2 } };

static void
invariant_and_safety_hold_in_every_state (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autofree LullModel *model = lull_pairwise_steps_new (
          worlds[i].workers, worlds[i].budget, LULL_CONDITIONS_ALL);
      LullPlainFindings plain = lull_plain_search (model, FALSE, NULL, NULL);
      g_autoptr (LullFindings) findings = check (model);

      g_print ("\n    %u workers, up to %u messages: %s, %" G_GUINT64_FORMAT " states",
               worlds[i].workers, worlds[i].budget, lull_findings_word (findings, model),
               findings->states);
      CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
      CU_ASSERT_TRUE (findings->exhaustive);
      CU_ASSERT_EQUAL (findings->states, plain.states);
      CU_ASSERT_EQUAL (findings->transitions, plain.transitions);
    }
}

/* ---- What breaks ---- */

typedef struct
{
  LullConditions conditions;
  guint budget;   /* no premature run has fewer messages */
  guint steps[2]; /* of two workers, of three */
} ShortestRun;

static const ShortestRun shortest_runs[] = {
  { LULL_CONDITIONS_WITHOUT_I, 1, { 8, 11 } },
  { LULL_CONDITIONS_WITHOUT_II, 2, { 10, 13 } },
  { LULL_CONDITIONS_WITHOUT_III, 2, { 10, 13 } },
  { LULL_CONDITIONS_WITHOUT_IV, 1, { 7, 10 } },
  { LULL_CONDITIONS_WITHOUT_V_SENT, 1, { 7, 10 } },
  { LULL_CONDITIONS_WITHOUT_V_DONE, 2, { 11, 14 } },
};

/* The length of the shortest premature run, or 0. */
static guint
premature_after (guint workers, guint budget, LullConditions conditions)
{
  g_autofree LullModel *model = lull_pairwise_steps_new (workers, budget, conditions);
  g_autoptr (LullFindings) findings = check (model);

  if (findings->verdict == LULL_VERDICT_SAFE)
    return 0;
  CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, model), "premature");
  return findings->witness != NULL ? lull_trace_length (findings->witness) : G_MAXUINT;
}

static void
each_dropped_condition_has_a_premature_run (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shortest_runs); i++)
    {
      const ShortestRun *run = &shortest_runs[i];

      CU_ASSERT_EQUAL (premature_after (2, run->budget, run->conditions), run->steps[0]);
      CU_ASSERT_EQUAL (premature_after (3, run->budget, run->conditions), run->steps[1]);
    }
}

static void
none_of_them_has_fewer_messages (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shortest_runs); i++)
    for (guint workers = 2; workers <= 3; workers++)
      CU_ASSERT_EQUAL (premature_after (workers, shortest_runs[i].budget - 1,
                                        shortest_runs[i].conditions),
                       0);
}

static void
only_sums_need_two_workers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shortest_runs); i++)
    CU_ASSERT_EQUAL (premature_after (1, 4, shortest_runs[i].conditions) == 0,
                     shortest_runs[i].conditions == LULL_CONDITIONS_WITHOUT_III);
}

/* ---- Where it breaks ---- */

/* The verification conditions that a state or a step was seen to violate; (owned) names.
 */
typedef GPtrArray Failures;

static void
note (Failures *failures, const char *step, const char *claim)
{
  g_autofree char *name = g_strdup_printf ("%s: %s", step, claim);

  if (!g_ptr_array_find_with_equal_func (failures, name, g_str_equal, NULL))
    g_ptr_array_add (failures, g_steal_pointer (&name));
}

static gboolean
claim_holds (const LullModel *model, LullPairwiseClaim claim, const guint8 *state)
{
  return lull_pairwise_claims[claim].holds (model, state);
}

static gboolean
invariant_holds (const LullModel *model, const guint8 *state)
{
  for (guint part = LULL_PAIRWISE_COUNTS_ARE_TRUE; part <= LULL_PAIRWISE_LATE_SENDS_SHOW;
       part++)
    if (!claim_holds (model, part, state))
      return FALSE;
  return TRUE;
}

static void
note_step (const LullModel *model,
           const guint8 *state,
           LullAction action,
           Failures *failures)
{
  guint64 next[16];

  g_assert (model->state_size <= sizeof next);
  model->apply (model, state, action, (guint8 *) next);
  for (guint part = LULL_PAIRWISE_COUNTS_ARE_TRUE; part <= LULL_PAIRWISE_LATE_SENDS_SHOW;
       part++)
    if (!claim_holds (model, part, (const guint8 *) next))
      note (failures, model->kinds[lull_action_kind (action)],
            lull_pairwise_claims[part].name);
}

/* As the files in docs/proofs/verify ask: from a state in which the invariant holds. */
static void
note_state (const LullModel *model, const guint8 *state, gpointer user_data)
{
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  guint count = model->actions (model, state, actions);
  Failures *failures = user_data;

  if (!invariant_holds (model, state))
    return;
  for (guint i = 0; i < count; i++)
    note_step (model, state, actions[i], failures);
  if (!claim_holds (model, LULL_PAIRWISE_NOTHING_IS_LEFT, state))
    note (failures, "safety", "nothing-is-left");
  if (!claim_holds (model, LULL_PAIRWISE_NOBODY_MAY_SEND, state))
    note (failures, "safety", "nobody-may-send");
}

static gint
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
what_z3_denies_is_what_breaks (void)
{
  for (guint i = 0; i < LULL_DROPPED_CONDITIONS; i++)
    {
      const LullDroppedCondition *dropped = &lull_dropped_conditions[i];
      g_autofree LullModel *model = lull_pairwise_steps_new (2, 2, dropped->conditions);
      g_autoptr (GPtrArray) failures = g_ptr_array_new_with_free_func (g_free);

      lull_plain_search (model, FALSE, note_state, failures);
      g_ptr_array_sort (failures, by_name);
      g_ptr_array_add (failures, NULL);
      CU_ASSERT_TRUE (g_strv_equal ((const char *const *) failures->pdata,
                                    (const char *const *) dropped->failures));
    }
}

/* ---- The runs in the README ---- */

typedef struct
{
  const LullModel *model;
  GString *text;
} Teller;

static void
tell_step (
    guint step, const guint8 *state, LullAction action, const guint8 *next, gpointer data)
{
  Teller *teller = data;

  (void) next;
  g_string_append_printf (teller->text, "    %2u  ", step + 1);
  teller->model->describe (teller->model, state, action, teller->text);
  g_string_append_c (teller->text, '\n');
}

static void
readme_tells_the_shortest_runs (void)
{
  g_autofree char *path = lull_test_source_path ("docs/proofs/README.md");
  g_autofree char *readme = NULL;

  CU_ASSERT_TRUE (g_file_get_contents (path, &readme, NULL, NULL));
  for (guint i = 0; readme != NULL && i < G_N_ELEMENTS (shortest_runs); i++)
    {
      const ShortestRun *run = &shortest_runs[i];
      g_autofree LullModel *model =
          lull_pairwise_steps_new (2, run->budget, run->conditions);
      g_autoptr (LullFindings) findings = check (model);
      g_autoptr (GString) text = g_string_new ("\n");
      Teller teller = { model, text };

      lull_trace_replay (findings->witness, model, tell_step, &teller, NULL, NULL);
      g_string_append_c (text, '\n');
      if (strstr (readme, text->str) == NULL)
        g_print ("\n%s: not found:%s", path, text->str);
      CU_ASSERT_PTR_NOT_NULL (strstr (readme, text->str));
    }
}

int
main (void)
{
  CU_TestInfo right[] = {
    { "invariant and safety hold in every state",
      invariant_and_safety_hold_in_every_state },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo dropped[] = {
    { "each dropped condition has a premature run",
      each_dropped_condition_has_a_premature_run },
    { "none of them has fewer messages", none_of_them_has_fewer_messages },
    { "only sums need two workers", only_sums_need_two_workers },
    { "what z3 denies is what breaks", what_z3_denies_is_what_breaks },
    { "the README tells the shortest runs", readme_tells_the_shortest_runs },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "all conditions", NULL, NULL, NULL, NULL, right },
    { "dropped conditions", NULL, NULL, NULL, NULL, dropped },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
