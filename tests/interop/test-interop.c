/* SPDX-License-Identifier: Apache-2.0 */
/* A second opinion: other model checkers find the same states, steps and verdicts in the
 * twins of our models that bench/peers writes in their languages. */
#include "lull-bench-model.h"
#include "lull-checker.h"
#include "lull-known-answers.h"
#include "lull-test.h"

#include <glib/gstdio.h>
#include <stdlib.h>

/* What ctest takes for a test that could not be run. */
#define SKIPPED 77

static const char *tool;

/* What a tool found; the counts are 0 where a violation ended its search. */
typedef struct
{
  char verdict[16];
  guint64 distinct;
  guint64 transitions;
} Opinion;

/* Runs bench/peers/peer with @p arguments and returns what it printed, or NULL. */
static char *
run_peer (const char *arguments)
{
  g_autofree char *script = lull_test_source_path ("bench/peers/peer");
  g_autofree char *quoted = g_shell_quote (script);
  g_autofree char *command = g_strdup_printf ("%s %s %s", quoted, tool, arguments);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  gint status;

  if (g_spawn_command_line_sync (command, &output, NULL, &status, &error) &&
      g_spawn_check_wait_status (status, &error))
    return g_steal_pointer (&output);
  g_print ("%s: %s\n", command, error->message);
  return NULL;
}

static void
read_figure (Opinion *opinion, const char *line)
{
  if (g_str_has_prefix (line, "verdict "))
    g_strlcpy (opinion->verdict, line + strlen ("verdict "), sizeof opinion->verdict);
  if (g_str_has_prefix (line, "distinct "))
    opinion->distinct = g_ascii_strtoull (line + strlen ("distinct "), NULL, 10);
  if (g_str_has_prefix (line, "transitions "))
    opinion->transitions = g_ascii_strtoull (line + strlen ("transitions "), NULL, 10);
}

static void
remove_directory (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}

/* What the tool says of the model that @p arguments names to bench/peers/peer. */
static Opinion
ask_peer (const char *arguments)
{
  g_autofree char *directory = g_dir_make_tmp ("lull-interop-XXXXXX", NULL);
  g_autofree char *quoted = g_shell_quote (directory);
  g_autofree char *build = g_strdup_printf ("build %s %s", quoted, arguments);
  g_autofree char *run = g_strdup_printf ("run %s", quoted);
  g_autofree char *built = run_peer (build);
  g_autofree char *output = built != NULL ? run_peer (run) : NULL;
  g_auto (GStrv) lines = g_strsplit (output != NULL ? output : "", "\n", -1);
  Opinion opinion = { .verdict = "none" };

  for (guint i = 0; lines[i] != NULL; i++)
    read_figure (&opinion, lines[i]);
  remove_directory (directory);
  return opinion;
}

/* The tools take the bounds as guards, so a step that leaves them is no step of theirs.
 */
static Opinion
ask_lull (const LullModel *model)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  g_autoptr (LullFindings) findings = NULL;
  Opinion opinion = { .verdict = "" };

  options.reduction = FALSE;
  findings = lull_check (model, &options);
  g_strlcpy (opinion.verdict, lull_findings_word (findings, model),
             sizeof opinion.verdict);
  if (findings->verdict == LULL_VERDICT_SAFE)
    {
      opinion.distinct = findings->states;
      opinion.transitions = findings->transitions - findings->outside;
    }
  return opinion;
}

static void
expect_same_opinion (const LullModel *model, const char *arguments, const char *verdict)
{
  Opinion ours = ask_lull (model);
  Opinion theirs = ask_peer (arguments);

  g_print ("\n    %s: %s, %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT
           " steps; %s: %s, "
           "%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT,
           arguments, ours.verdict, ours.distinct, ours.transitions, tool, theirs.verdict,
           theirs.distinct, theirs.transitions);
  CU_ASSERT_STRING_EQUAL (ours.verdict, verdict);
  CU_ASSERT_STRING_EQUAL (theirs.verdict, verdict);
  CU_ASSERT_EQUAL (theirs.distinct, ours.distinct);
  CU_ASSERT_EQUAL (theirs.transitions, ours.transitions);
}

typedef struct
{
  LullReferenceSpec spec;
  const char *arguments;
  const char *verdict;
} ReferenceCase;

static void
specifications_are_the_same_elsewhere (void)
{
  /* clang-format off */
  static const ReferenceCase CASES[] = {
    { { LULL_REFERENCE_EWD840, 2, 0, LULL_EWD840_CORRECT }, "ewd840 --workers 2", "safe" },
    { { LULL_REFERENCE_EWD840, 4, 0, LULL_EWD840_CORRECT }, "ewd840 --workers 4", "safe" },
    { { LULL_REFERENCE_EWD840, 6, 0, LULL_EWD840_CORRECT }, "ewd840 --workers 6", "safe" },
    { { LULL_REFERENCE_EWD840, 3, 0, LULL_EWD840_ACTIVE_PASSES_TOKEN },
      "ewd840 --workers 3 --active-passes", "premature" },
    { { LULL_REFERENCE_EWD998, 2, 1, LULL_EWD998_CORRECT }, "ewd998 --workers 2 --bound 1", "safe" },
    { { LULL_REFERENCE_EWD998, 2, 3, LULL_EWD998_CORRECT }, "ewd998 --workers 2 --bound 3", "safe" },
    { { LULL_REFERENCE_EWD998, 3, 1, LULL_EWD998_CORRECT }, "ewd998 --workers 3 --bound 1", "safe" },
    { { LULL_REFERENCE_EWD998, 3, 2, LULL_EWD998_ACTIVE_PASSES_TOKEN },
      "ewd998 --workers 3 --bound 2 --active-passes", "premature" },
    { { LULL_REFERENCE_CHANNEL_COUNTING, 2, 3, LULL_CHANNEL_COUNTING_PAIRWISE },
      "channel-counting --workers 2 --bound 3", "safe" },
    { { LULL_REFERENCE_CHANNEL_COUNTING, 3, 4, LULL_CHANNEL_COUNTING_PAIRWISE },
      "channel-counting --workers 3 --bound 4", "safe" },
    { { LULL_REFERENCE_DIJKSTRA_SCHOLTEN, 4, 0, 0 }, "dijkstra-scholten", "safe" },
  };
  /* clang-format on */

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      LullModel *model = lull_reference_model_new (&CASES[i].spec);

      expect_same_opinion (model, CASES[i].arguments, CASES[i].verdict);
      lull_reference_model_free (model);
    }
}

typedef struct
{
  const char *name;
  LullBenchSize size;
} WorldCase;

static void
worlds_are_the_same_elsewhere (void)
{
  static const WorldCase CASES[] = {
    { "chain", { .workers = 2, .chains = 1, .hops = 1 } },
    { "chain", { .workers = 3, .chains = 1, .hops = 2 } },
    { "chain", { .workers = 2, .chains = 2, .hops = 3 } },
    { "chain", { .workers = 4, .chains = 2, .hops = 2 } },
    { "tree", { .workers = 3, .fanout = 1, .depth = 3 } },
    { "tree", { .workers = 4, .fanout = 3, .depth = 1 } },
    { "tree", { .workers = 2, .fanout = 2, .depth = 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      const LullBenchSize *size = &CASES[i].size;
      gboolean is_chain = g_str_equal (CASES[i].name, "chain");
      g_autofree char *arguments = g_strdup_printf (
          "%s --workers %d --%s %d --%s %d", CASES[i].name, size->workers,
          is_chain ? "chains" : "fanout", is_chain ? size->chains : size->fanout,
          is_chain ? "hops" : "depth", is_chain ? size->hops : size->depth);
      LullBenchModel bench;

      if (lull_bench_model_init (&bench, CASES[i].name, size, NULL))
        expect_same_opinion (bench.model, arguments, "safe");
      else
        CU_FAIL ("there is no such world");
      lull_bench_model_clear (&bench);
    }
}

int
main (int argc, char **argv)
{
  CU_TestInfo tests[] = {
    { "specifications are the same elsewhere", specifications_are_the_same_elsewhere },
    { "worlds are the same elsewhere", worlds_are_the_same_elsewhere },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "other model checkers", NULL, NULL, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };
  g_autofree char *program = NULL;

  if (argc != 2)
    {
      g_printerr ("usage: test-interop spin|rumur\n");
      return EXIT_FAILURE;
    }
  tool = argv[1];
  program = g_find_program_in_path (tool);
  if (program == NULL)
    {
      g_print ("%s is not installed: skipped\n", tool);
      return SKIPPED;
    }
  return lull_test_main (suites);
}
