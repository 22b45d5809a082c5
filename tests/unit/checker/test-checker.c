/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-checker.h"
#include "lull-test.h"
#include "lull-toy-graph.h"
#include "lull-toy-grid.h"

static LullFindings *
check (const LullModel *model, gboolean whole_graph)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.whole_graph = whole_graph;
  return lull_check (model, &options);
}

/* A line 0 → 1 → … → length. */
static ToyGraph *
line_new (guint length)
{
  ToyGraph *graph = toy_graph_new (length + 1, 2);

  toy_graph_add_initial (graph, 0);
  for (guint i = 0; i < length; i++)
    toy_graph_add_edge (graph, i, i + 1, TOY_UNFAIR_KIND);
  graph->marks[0] = TOY_GOAL;
  return graph;
}

static void
test_grid_figures (void)
{
  static const struct
  {
    guint counters, highest;
    gsize width;
  } rows[] = { { 1, 200, 1 }, { 4, 7, 1 },  { 4, 7, 3 },
               { 3, 20, 8 },  { 5, 4, 40 }, { 8, 2, 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LullFindings) findings = NULL;
      ToyGrid grid;

      toy_grid_init (&grid, rows[i].counters, rows[i].highest, rows[i].width);
      findings = check (&grid.model, FALSE);
      CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
      CU_ASSERT_TRUE (findings->exhaustive);
      CU_ASSERT_EQUAL (findings->states, toy_grid_states (&grid));
      CU_ASSERT_EQUAL (findings->transitions, toy_grid_transitions (&grid));
      CU_ASSERT_EQUAL (findings->kind_fired[0], toy_grid_transitions (&grid));
      CU_ASSERT_EQUAL (findings->depth, rows[i].counters * rows[i].highest);
      CU_ASSERT_EQUAL (findings->terminal, 1);
      CU_ASSERT_EQUAL (findings->frontier, 0);
      CU_ASSERT_PTR_NULL (findings->witness);
    }
}

static void
test_initial_states_may_be_many (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 5, 6, 2);
  toy_grid_start_everywhere (&grid);
  findings = check (&grid.model, FALSE);
  CU_ASSERT_EQUAL (findings->initial_states, toy_grid_states (&grid));
  CU_ASSERT_EQUAL (findings->states, toy_grid_states (&grid));
  CU_ASSERT_EQUAL (findings->transitions, toy_grid_transitions (&grid));
  CU_ASSERT_EQUAL (findings->depth, 0);
}

static void
test_duplicate_initial_states_are_stored_once (void)
{
  g_autoptr (ToyGraph) graph = line_new (3);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_initial (graph, 2);
  toy_graph_add_initial (graph, 0);
  toy_graph_add_initial (graph, 2);
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->initial_states, 4);
  CU_ASSERT_EQUAL (findings->states, 4);
  CU_ASSERT_EQUAL (findings->transitions, 3);
  CU_ASSERT_EQUAL (findings->depth, 1);
}

static void
test_duplicate_transitions_are_counted (void)
{
  g_autoptr (ToyGraph) graph = line_new (1);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_edge (graph, 0, 1, TOY_UNFAIR_KIND);
  toy_graph_add_edge (graph, 0, 0, 0);
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->states, 2);
  CU_ASSERT_EQUAL (findings->transitions, 3);
  CU_ASSERT_EQUAL (findings->kind_fired[TOY_UNFAIR_KIND], 2);
  CU_ASSERT_EQUAL (findings->kind_fired[0], 1);
  CU_ASSERT_EQUAL (findings->kind_fired[1], 0);
}

static guint
repeat_actions (const LullModel *model, const guint8 *state, LullAction *actions)
{
  (void) model;
  if (state[0] > 0)
    return 0;
  actions[0] = lull_action (0, 0);
  actions[1] = lull_action (0, 0);
  actions[2] = lull_action (0, 1);
  actions[3] = lull_action (0, 1);
  return 4;
}

static void
repeat_apply (const LullModel *model,
              const guint8 *state,
              LullAction action,
              guint8 *next)
{
  (void) model;
  (void) state;
  next[0] = (guint8) (1 + lull_action_argument (action));
}

static void
repeat_initial (const LullModel *model, guint64 index, guint8 *state)
{
  (void) model;
  (void) index;
  state[0] = 0;
}

static gboolean
repeat_within (const LullModel *model, const guint8 *state)
{
  (void) model;
  return state[0] < 2;
}

static void
test_repeated_actions_are_counted_each_time (void)
{
  static const char *const kinds[] = { "step", NULL };
  const LullModel model = { .name = "repeat",
                            .state_size = 1,
                            .initial_count = 1,
                            .actions_max = 4,
                            .kinds = kinds,
                            .initial = repeat_initial,
                            .actions = repeat_actions,
                            .apply = repeat_apply,
                            .within = repeat_within,
                            .constraint_is_scope = TRUE };
  g_autoptr (LullFindings) findings = check (&model, FALSE);

  CU_ASSERT_EQUAL (findings->states, 2);
  CU_ASSERT_EQUAL (findings->transitions, 4);
  CU_ASSERT_EQUAL (findings->outside, 2);
}

static void
test_violation_has_a_shortest_witness (void)
{
  g_autoptr (LullFindings) findings = NULL;
  guint8 end[8 * 4];
  ToyGrid grid;

  toy_grid_init (&grid, 4, 9, 8);
  toy_grid_forbid_sum (&grid, 7);
  findings = check (&grid.model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, &grid.model), "sum");
  CU_ASSERT_TRUE (findings->shortest);
  CU_ASSERT_FALSE (findings->exhaustive);
  CU_ASSERT_TRUE (findings->states < toy_grid_states (&grid));
  CU_ASSERT_PTR_NOT_NULL (findings->witness);
  if (findings->witness == NULL)
    return;
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 7);
  CU_ASSERT_TRUE (
      lull_trace_replay (findings->witness, &grid.model, NULL, NULL, end, NULL));
  CU_ASSERT_EQUAL (end[0] + end[8] + end[16] + end[24], 7);
}

static void
test_whole_graph_goes_on_after_a_violation (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 4, 9, 8);
  toy_grid_forbid_sum (&grid, 7);
  findings = check (&grid.model, TRUE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_EQUAL (findings->states, toy_grid_states (&grid));
  CU_ASSERT_EQUAL (findings->transitions, toy_grid_transitions (&grid));
  CU_ASSERT_TRUE (findings->exhaustive);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 7);
}

static void
test_initial_state_may_violate (void)
{
  g_autoptr (ToyGraph) graph = line_new (3);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_initial (graph, 2);
  graph->marks[2] = TOY_BAD;
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_EQUAL (findings->property, TOY_PROPERTY_BAD);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 0);
  CU_ASSERT_EQUAL (findings->witness->initial, 1);
  CU_ASSERT_EQUAL (findings->transitions, 0);
}

static void
test_more_serious_property_wins (void)
{
  g_autoptr (ToyGraph) graph = line_new (5);
  g_autoptr (LullFindings) findings = NULL;

  graph->marks[2] = TOY_BAD;
  graph->marks[4] = TOY_WORSE;
  findings = check (&graph->model, TRUE);
  CU_ASSERT_EQUAL (findings->property, TOY_PROPERTY_WORSE);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 4);
}

static void
test_deadlock_is_found_where_a_run_may_not_stop (void)
{
  g_autoptr (ToyGraph) graph = line_new (4);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_edge (graph, 0, 3, TOY_UNFAIR_KIND);
  graph->marks[4] = TOY_STUCK;
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_DEADLOCK);
  CU_ASSERT_TRUE (findings->exhaustive);
  CU_ASSERT_TRUE (findings->shortest);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 2);
}

static void
test_terminal_state_is_fine_where_a_run_may_stop (void)
{
  g_autoptr (ToyGraph) graph = line_new (4);
  g_autoptr (LullFindings) findings = NULL;

  graph->marks[3] = TOY_STUCK;
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_EQUAL (findings->terminal, 1);
}

/* Only what is unfair may be left out for ever. */
static gboolean
rest_where_all_is_unfair (const LullModel *model,
                          const guint8 *state,
                          const LullAction *actions,
                          guint count)
{
  for (guint i = 0; i < count; i++)
    if (model->fairness (model, state, actions[i]) != LULL_UNFAIR)
      return FALSE;
  return TRUE;
}

/* From 1, which is no place to stop, nothing leads but a fault; from 0 something does. */
static void
test_a_fault_is_no_way_out_of_a_deadlock (void)
{
  g_autoptr (ToyGraph) graph = toy_graph_new (3, 1);
  g_autoptr (LullFindings) without = NULL;
  g_autoptr (LullFindings) findings = NULL;
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  toy_graph_add_initial (graph, 0);
  toy_graph_add_edge (graph, 0, 1, 0);
  toy_graph_add_edge (graph, 0, 2, TOY_UNFAIR_KIND);
  toy_graph_add_edge (graph, 1, 2, TOY_UNFAIR_KIND);
  graph->marks[0] = graph->marks[1] = TOY_STUCK;
  toy_graph_keep_properties (graph, 0);
  without = lull_check (&graph->model, &options);
  CU_ASSERT_EQUAL (without->verdict, LULL_VERDICT_SAFE);
  graph->model.may_rest = rest_where_all_is_unfair;
  findings = lull_check (&graph->model, &options);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_DEADLOCK);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 1);
  CU_ASSERT_TRUE (findings->shortest);
}

static void
test_violation_outranks_an_earlier_deadlock (void)
{
  g_autoptr (ToyGraph) graph = line_new (9);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_edge (graph, 8, 7, TOY_UNFAIR_KIND);
  graph->marks[9] = TOY_BAD | TOY_STUCK;
  findings = check (&graph->model, TRUE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
}

static void
test_unsatisfied_sometimes_has_no_witness (void)
{
  g_autoptr (ToyGraph) graph = line_new (4);
  g_autoptr (LullFindings) findings = NULL;

  graph->marks[0] = 0;
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_STRING_EQUAL (lull_findings_word (findings, &graph->model), "vacuous");
  CU_ASSERT_PTR_NULL (findings->witness);
  CU_ASSERT_TRUE (findings->exhaustive);
}

static void
test_deadlock_outranks_unsatisfied_sometimes (void)
{
  g_autoptr (ToyGraph) graph = line_new (4);
  g_autoptr (LullFindings) findings = NULL;

  graph->marks[0] = 0;
  graph->marks[4] = TOY_STUCK;
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_DEADLOCK);
}

static void
test_constraint_in_scope_cuts_the_question (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 2, 20, 1);
  grid.model.within = toy_grid_within;
  grid.model.constraint_is_scope = TRUE;
  grid.sum_max = 5;
  findings = check (&grid.model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_SAFE);
  CU_ASSERT_TRUE (findings->exhaustive);
  CU_ASSERT_EQUAL (findings->states, 21);
  CU_ASSERT_EQUAL (findings->transitions, 42);
  CU_ASSERT_EQUAL (findings->outside, 12);
}

static void
test_constraint_out_of_scope_leaves_it_open (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 2, 20, 1);
  grid.model.within = toy_grid_within;
  grid.sum_max = 5;
  findings = check (&grid.model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_EQUAL (findings->bounds, LULL_BOUND_CONSTRAINT);
  CU_ASSERT_FALSE (findings->exhaustive);
  CU_ASSERT_EQUAL (findings->frontier, 0);
}

static void
test_state_outside_may_violate (void)
{
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 2, 20, 1);
  toy_grid_forbid_sum (&grid, 6);
  grid.model.within = toy_grid_within;
  grid.model.constraint_is_scope = TRUE;
  grid.sum_max = 5;
  findings = check (&grid.model, FALSE);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_VIOLATED);
  CU_ASSERT_EQUAL (lull_trace_length (findings->witness), 6);
  CU_ASSERT_TRUE (findings->states <= 21);
}

static void
test_initial_state_outside_is_not_stored (void)
{
  g_autoptr (ToyGraph) graph = line_new (3);
  g_autoptr (LullFindings) findings = NULL;

  toy_graph_add_initial (graph, 3);
  graph->marks[3] = TOY_OUTSIDE;
  graph->model.constraint_is_scope = FALSE;
  findings = check (&graph->model, FALSE);
  CU_ASSERT_EQUAL (findings->initial_states, 2);
  CU_ASSERT_EQUAL (findings->states, 3);
  CU_ASSERT_EQUAL (findings->outside, 1);
  CU_ASSERT_EQUAL (findings->verdict, LULL_VERDICT_INCONCLUSIVE);
}

static CU_TestInfo figure_tests[] = {
  { "a grid has the figures of the closed formulas", test_grid_figures },
  { "initial states may be many", test_initial_states_may_be_many },
  { "duplicate initial states are stored once",
    test_duplicate_initial_states_are_stored_once },
  { "duplicate transitions are counted", test_duplicate_transitions_are_counted },
  { "repeated actions are counted each time",
    test_repeated_actions_are_counted_each_time },
  CU_TEST_INFO_NULL
};

static CU_TestInfo verdict_tests[] = {
  { "a violation has a shortest witness", test_violation_has_a_shortest_witness },
  { "the whole graph goes on after a violation",
    test_whole_graph_goes_on_after_a_violation },
  { "an initial state may violate", test_initial_state_may_violate },
  { "the more serious property wins", test_more_serious_property_wins },
  { "a run that may not stop deadlocks",
    test_deadlock_is_found_where_a_run_may_not_stop },
  { "a run that may stop does not", test_terminal_state_is_fine_where_a_run_may_stop },
  { "a fault is no way out of a deadlock", test_a_fault_is_no_way_out_of_a_deadlock },
  { "a violation outranks a deadlock", test_violation_outranks_an_earlier_deadlock },
  { "an unsatisfied sometimes has no witness",
    test_unsatisfied_sometimes_has_no_witness },
  { "a deadlock outranks an unsatisfied sometimes",
    test_deadlock_outranks_unsatisfied_sometimes },
  CU_TEST_INFO_NULL
};

static CU_TestInfo constraint_tests[] = {
  { "in scope it cuts the question", test_constraint_in_scope_cuts_the_question },
  { "out of scope it leaves the answer open",
    test_constraint_out_of_scope_leaves_it_open },
  { "a state outside may violate", test_state_outside_may_violate },
  { "an initial state outside is not stored", test_initial_state_outside_is_not_stored },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "figures", NULL, NULL, NULL, NULL, figure_tests },
                            { "verdicts", NULL, NULL, NULL, NULL, verdict_tests },
                            { "constraint", NULL, NULL, NULL, NULL, constraint_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
