/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that are interrupted, or killed at random moments, and go on from where they
 * were. */
#define _POSIX_C_SOURCE 200809L /* kill */
#include "lull-chance.h"
#include "lull-checker.h"
#include "lull-test.h"
#include "lull-toy-graph.h"
#include "lull-toy-grid.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char *directory;
static char *path;

static int
make_directory (void)
{
  directory = g_dir_make_tmp ("lull-checkpoint-XXXXXX", NULL);
  path = directory != NULL ? g_build_filename (directory, "search.lull", NULL) : NULL;
  return path != NULL ? 0 : 1;
}

static int
remove_directory (void)
{
  g_unlink (path);
  g_rmdir (directory);
  g_free (path);
  g_free (directory);
  return 0;
}

static LullCheckOptions
small_options (void)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.memory_bytes_max = (guint64) 128 << 20;
  return options;
}

static void
assert_same_answer (const LullFindings *a, const LullFindings *b)
{
  CU_ASSERT_EQUAL (a->verdict, b->verdict);
  CU_ASSERT_EQUAL (a->property, b->property);
  CU_ASSERT_EQUAL (a->exhaustive, b->exhaustive);
  CU_ASSERT_EQUAL (a->initial_states, b->initial_states);
  CU_ASSERT_EQUAL (a->states, b->states);
  CU_ASSERT_EQUAL (a->transitions, b->transitions);
  CU_ASSERT_EQUAL (a->outside, b->outside);
  CU_ASSERT_EQUAL (a->terminal, b->terminal);
  CU_ASSERT_EQUAL (a->depth, b->depth);
  CU_ASSERT_EQUAL (a->frontier, b->frontier);
  for (guint i = 0; i < a->kind_count; i++)
    CU_ASSERT_EQUAL (a->kind_fired[i], b->kind_fired[i]);
  CU_ASSERT_EQUAL (a->witness == NULL, b->witness == NULL);
  if (a->witness == NULL || b->witness == NULL)
    return;
  CU_ASSERT_EQUAL (a->witness->initial, b->witness->initial);
  CU_ASSERT_EQUAL (lull_trace_length (a->witness), lull_trace_length (b->witness));
  for (guint i = 0;
       i < MIN (lull_trace_length (a->witness), lull_trace_length (b->witness)); i++)
    CU_ASSERT_EQUAL (lull_trace_action (a->witness, i),
                     lull_trace_action (b->witness, i));
}

/* Near a limit blocks are small, and a search ends with the block that shows a violation:
 * how far it got differs, how far the violation is does not. */
static void
assert_same_length (const LullFindings *a, const LullFindings *b)
{
  CU_ASSERT_EQUAL (a->verdict, b->verdict);
  CU_ASSERT_EQUAL (a->shortest, b->shortest);
  CU_ASSERT_EQUAL (a->witness == NULL, b->witness == NULL);
  if (a->witness != NULL && b->witness != NULL)
    CU_ASSERT_EQUAL (lull_trace_length (a->witness), lull_trace_length (b->witness));
}

/* Goes on from the checkpoint, allowed a little more each time, until there is an answer.
 */
static LullFindings *
check_bit_by_bit (const LullModel *model, LullCheckOptions options, guint64 states_more)
{
  LullCheckpointing checkpointing = { .path = path, .seconds = 3600 };

  for (options.states_max = states_more;; options.states_max += states_more)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LullFindings) findings =
          lull_check_resumable (model, &options, &checkpointing, &error);

      CU_ASSERT_PTR_NOT_NULL (findings);
      if (findings == NULL || (findings->bounds & LULL_BOUND_STATES) == 0)
        return g_steal_pointer (&findings);
      checkpointing.resume = TRUE;
      options.threads = options.threads % 3 + 1;
    }
}

static void
test_limits_raised_bit_by_bit (void)
{
  for (guint i = 0; i < 24; i++)
    {
      g_autoptr (ToyGraph) graph =
          toy_graph_random (lull_test_seed () + i, 3000 + 100 * i, 4, 2 + i % 4 * 9);
      g_autoptr (LullFindings) whole = NULL;
      g_autoptr (LullFindings) pieces = NULL;
      LullCheckOptions options = small_options ();

      options.whole_graph = i % 2 == 0;
      whole = lull_check (&graph->model, &options);
      pieces = check_bit_by_bit (&graph->model, options, 400);
      if (pieces != NULL && options.whole_graph)
        assert_same_answer (whole, pieces);
      else if (pieces != NULL)
        assert_same_length (whole, pieces);
    }
}

/* The child writes checkpoints as often as it can, and exits when it has the answer. */
static pid_t
start_check (const LullModel *model, const LullCheckOptions *options, gboolean resume)
{
  pid_t child = fork ();

  if (child == 0)
    {
      LullCheckpointing checkpointing = { .path = path,
                                          .seconds = 0.001,
                                          .resume = resume };
      LullFindings *findings =
          lull_check_resumable (model, options, &checkpointing, NULL);

      _exit (findings != NULL ? 0 : 1);
    }
  return child;
}

/* Kills the check again and again, a little later each time; returns how often before it
 * came to its end. */
static guint
kill_until_done (const LullModel *model,
                 const LullCheckOptions *options,
                 LullChance *chance)
{
  LullCheckpointing checkpointing = { .path = path, .seconds = 3600 };
  LullCheckOptions one_state = *options;
  guint kills = 0;

  one_state.states_max = 1;
  lull_findings_free (lull_check_resumable (model, &one_state, &checkpointing, NULL));
  for (;; kills++)
    {
      pid_t child = start_check (model, options, TRUE);
      gulong wait_microseconds = 5000UL * kills + lull_chance_below (chance, 30000);
      int status = 0;

      g_usleep (wait_microseconds);
      kill (child, SIGKILL);
      CU_ASSERT_EQUAL (waitpid (child, &status, 0), child);
      if (WIFEXITED (status))
        {
          CU_ASSERT_EQUAL (WEXITSTATUS (status), 0);
          return kills;
        }
    }
}

static void
test_killed_at_random_moments (void)
{
  LullChance chance = lull_chance (lull_test_seed (), 0);
  guint kills = 0;

  for (guint i = 0; i < 4; i++)
    {
      LullCheckpointing checkpointing = { .path = path, .seconds = 3600, .resume = TRUE };
      g_autoptr (LullFindings) whole = NULL;
      g_autoptr (LullFindings) resumed = NULL;
      LullCheckOptions options = small_options ();
      ToyGrid grid;

      toy_grid_init (&grid, 6, 5, 1 + 9 * i);
      toy_grid_forbid_sum (&grid, i % 2 == 0 ? 29 : 99);
      whole = lull_check (&grid.model, &options);
      options.threads = 1 + i % 2;
      kills += kill_until_done (&grid.model, &options, &chance);
      resumed = lull_check_resumable (&grid.model, &options, &checkpointing, NULL);
      CU_ASSERT_PTR_NOT_NULL (resumed);
      if (resumed != NULL)
        assert_same_answer (whole, resumed);
    }
  CU_ASSERT_TRUE (kills > 0);
}

/* A checkpoint of a grid, some way in. */
static void
write_checkpoint (ToyGrid *grid)
{
  LullCheckpointing checkpointing = { .path = path, .seconds = 3600 };
  LullCheckOptions options = small_options ();
  g_autoptr (LullFindings) findings = NULL;

  toy_grid_init (grid, 4, 6, 5);
  options.states_max = 1000;
  findings = lull_check_resumable (&grid->model, &options, &checkpointing, NULL);
  CU_ASSERT_PTR_NOT_NULL (findings);
}

static void
assert_refused (const LullModel *model, LullCheckpointError code, guint64 memory_bytes)
{
  LullCheckpointing checkpointing = { .path = path, .seconds = 3600, .resume = TRUE };
  LullCheckOptions options = small_options ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LullFindings) findings = NULL;

  if (memory_bytes > 0)
    options.memory_bytes_max = memory_bytes;
  findings = lull_check_resumable (model, &options, &checkpointing, &error);
  CU_ASSERT_PTR_NULL (findings);
  CU_ASSERT_TRUE (g_error_matches (error, LULL_CHECKPOINT_ERROR, (gint) code));
  if (error != NULL)
    CU_ASSERT_PTR_NOT_NULL (strstr (error->message, path));
}

static void
test_damage_is_refused (void)
{
  g_autofree char *content = NULL;
  gsize length = 0;
  ToyGrid grid;

  write_checkpoint (&grid);
  CU_ASSERT_TRUE (g_file_get_contents (path, &content, &length, NULL));
  for (gsize place = 0; place < length; place += 1 + length / 97)
    {
      content[place] ^= 0x10;
      CU_ASSERT_TRUE (g_file_set_contents (path, content, (gssize) length, NULL));
      assert_refused (&grid.model, LULL_CHECKPOINT_ERROR_DAMAGED, 0);
      content[place] ^= 0x10;
    }
  for (gsize kept = 0; kept < length; kept += 1 + length / 31)
    {
      CU_ASSERT_TRUE (g_file_set_contents (path, content, (gssize) kept, NULL));
      assert_refused (&grid.model, LULL_CHECKPOINT_ERROR_DAMAGED, 0);
    }
}

static void
test_other_models_are_refused (void)
{
  ToyGrid grid, other;

  write_checkpoint (&grid);
  toy_grid_init (&other, 4, 7, 5);
  assert_refused (&other.model, LULL_CHECKPOINT_ERROR_FOREIGN, 0);
  toy_grid_init (&other, 5, 6, 4);
  assert_refused (&other.model, LULL_CHECKPOINT_ERROR_FOREIGN, 0);
  toy_grid_init (&other, 4, 6, 5);
  toy_grid_forbid_sum (&other, 3);
  assert_refused (&other.model, LULL_CHECKPOINT_ERROR_FOREIGN, 0);
}

static void
test_other_files_are_refused (void)
{
  ToyGrid grid;

  toy_grid_init (&grid, 4, 6, 5);
  CU_ASSERT_TRUE (g_file_set_contents (
      path, "not a checkpoint, but long enough for a seal", -1, NULL));
  assert_refused (&grid.model, LULL_CHECKPOINT_ERROR_DAMAGED, 0);
  g_unlink (path);
  assert_refused (&grid.model, LULL_CHECKPOINT_ERROR_IO, 0);
}

static void
test_too_little_memory_is_refused (void)
{
  ToyGrid grid;

  write_checkpoint (&grid);
  assert_refused (&grid.model, LULL_CHECKPOINT_ERROR_MEMORY, 16384);
}

static void
test_unwritable_place_is_reported (void)
{
  LullCheckpointing checkpointing = { .path = "/nonexistent/search.lull",
                                      .seconds = 3600 };
  LullCheckOptions options = small_options ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LullFindings) findings = NULL;
  ToyGrid grid;

  toy_grid_init (&grid, 2, 2, 1);
  findings = lull_check_resumable (&grid.model, &options, &checkpointing, &error);
  CU_ASSERT_PTR_NULL (findings);
  CU_ASSERT_TRUE (
      g_error_matches (error, LULL_CHECKPOINT_ERROR, LULL_CHECKPOINT_ERROR_IO));
}

static CU_TestInfo checkpoint_tests[] = {
  { "limits raised bit by bit", test_limits_raised_bit_by_bit },
  { "killed at random moments", test_killed_at_random_moments },
  { "damage is refused", test_damage_is_refused },
  { "other models are refused", test_other_models_are_refused },
  { "other files are refused", test_other_files_are_refused },
  { "too little memory is refused", test_too_little_memory_is_refused },
  { "an unwritable place is reported", test_unwritable_place_is_reported },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "checkpoint", make_directory, remove_directory, NULL, NULL,
                              checkpoint_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
