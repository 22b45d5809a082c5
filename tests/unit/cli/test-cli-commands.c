/* SPDX-License-Identifier: Apache-2.0 */
#include "cli-program.h"
#include "lull-test.h"

#include <string.h>

static int
write_scenarios (void)
{
  if (cli_folder_init () != 0)
    return 1;
  cli_write ("race.yaml", cli_premature);
  cli_write ("counted.yaml", cli_safe);
  cli_write ("hanging.yaml", cli_livelock);
  cli_write ("scenarios/first.yaml", cli_premature);
  cli_write ("scenarios/second.yaml", cli_safe);
  return 0;
}

static void
help_teaches_every_command (void)
{
  static const char *const commands[] = { "check", "run", "figure", "replay", "list" };
  g_auto (CliOutput) overview = cli_run ("--help", NULL);

  CU_ASSERT_EQUAL (overview.code, 0);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line = g_strdup_printf ("\n  %s ", commands[i]);
      g_autofree char *usage = g_strdup_printf ("lull %s [OPTION", commands[i]);
      g_auto (CliOutput) output = cli_run (commands[i], "--help", NULL);

      CU_ASSERT_PTR_NOT_NULL (strstr (overview.out, line));
      CU_ASSERT_EQUAL (output.code, 0);
      CU_ASSERT_STRING_EQUAL (output.err, "");
      CU_ASSERT_PTR_NOT_NULL (strstr (output.out, usage));
      CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "Examples:\n  lull "));
    }
}

static void
the_version_is_told (void)
{
  g_auto (CliOutput) output = cli_run ("--version", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_STRING_EQUAL (output.out, "lull " LULL_VERSION "\n");
}

static void
a_run_repeats_to_the_byte (void)
{
  g_auto (CliOutput) first = cli_run ("run", "--seed", "7", "race.yaml", NULL);
  g_auto (CliOutput) second = cli_run ("run", "--seed", "7", "race.yaml", NULL);

  CU_ASSERT_EQUAL (first.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (first.out, "ticks, seed 7\n"));
  CU_ASSERT_STRING_EQUAL (first.out, second.out);
}

/* The command in the line of @text that starts with @label, as a shell would find the
 * program. */
static char *
command_after (const char *text, const char *label)
{
  const char *found = strstr (text, label);
  g_autofree char *folder = g_path_get_dirname (LULL_PROGRAM);
  g_autofree char *command = NULL;

  if (found == NULL)
    return g_strdup ("false");
  found += strlen (label);
  command = g_strndup (found, strcspn (found, "\n"));
  return g_strdup_printf ("PATH='%s':$PATH %s", folder, command);
}

static void
many_runs_are_counted_and_the_first_of_each_verdict_reproduces (void)
{
  g_auto (CliOutput) runs = cli_run ("run", "--runs", "2000", "--set",
                                     "network.delay=uniform(1, 20)", "race.yaml", NULL);
  g_autofree char *premature = command_after (runs.out, "first premature: ");
  g_autofree char *safe = command_after (runs.out, "first safe: ");
  g_auto (CliOutput) bad = cli_run_shell (premature);
  g_auto (CliOutput) good = cli_run_shell (safe);

  CU_ASSERT_EQUAL (runs.code, 0);
  CU_ASSERT_TRUE (g_str_has_prefix (runs.out, "race: 2000 runs, seeds 1 to 2000\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (runs.out, "(95 %: "));
  CU_ASSERT_PTR_NOT_NULL (strstr (bad.out, "\nrace: premature after "));
  CU_ASSERT_PTR_NOT_NULL (strstr (good.out, "\nrace: safe after "));
}

static guint
count_lines (const char *text)
{
  guint lines = 0;

  for (; *text != '\0'; text++)
    lines += *text == '\n';
  return lines;
}

static void
of_a_run_without_end_the_beginning_is_told (void)
{
  g_auto (CliOutput) whole = cli_run ("run", "--steps=1000", "hanging.yaml", NULL);
  g_auto (CliOutput) part = cli_run ("run", "--steps=1234", "hanging.yaml", NULL);
  g_auto (CliOutput) plain = cli_run ("run", "hanging.yaml", NULL);

  CU_ASSERT_PTR_NULL (strstr (whole.out, "steps more"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (part.out, "\n  … 234 steps more; the run was stopped at its limit.\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (part.out, ": inconclusive after 1234 steps, "));
  CU_ASSERT_PTR_NOT_NULL (strstr (plain.out, "\n  … 99000 steps more; "));
  CU_ASSERT_PTR_NOT_NULL (strstr (plain.out, ": inconclusive after 100000 steps, "));
  CU_ASSERT_TRUE (count_lines (plain.out) < 2000);
}

static void
a_short_option_takes_its_value_with_or_without_a_space (void)
{
  g_auto (CliOutput) apart = cli_run ("run", "-q", "-s", "7", "race.yaml", NULL);
  g_auto (CliOutput) attached = cli_run ("run", "-q", "-s7", "race.yaml", NULL);
  g_auto (CliOutput) operand = cli_run ("run", "-q", "--", "-s7", NULL);
  g_auto (CliOutput) unknown = cli_run ("run", "-x7", "race.yaml", NULL);

  CU_ASSERT_PTR_NOT_NULL (strstr (attached.out, "seed 7\n"));
  CU_ASSERT_STRING_EQUAL (attached.out, apart.out);
  CU_ASSERT_PTR_NOT_NULL (strstr (operand.err, "-s7: "));
  CU_ASSERT_EQUAL (unknown.code, 2);
}

static void
a_saved_livelock_replays (void)
{
  g_auto (CliOutput) check =
      cli_run ("check", "--trace", "hanging.json", "hanging.yaml", NULL);
  g_auto (CliOutput) replay = cli_run ("replay", "hanging.json", NULL);

  CU_ASSERT_EQUAL (check.code, 0);
  CU_ASSERT_EQUAL (replay.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (replay.out, "verdict livelock as saved\n"));
}

static void
a_saved_run_replays (void)
{
  g_auto (CliOutput) run =
      cli_run ("run", "--seed", "3", "--trace", "run.json", "counted.yaml", NULL);
  g_auto (CliOutput) replay = cli_run ("replay", "run.json", NULL);

  CU_ASSERT_EQUAL (run.code, 0);
  CU_ASSERT_EQUAL (replay.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (replay.out, "verdict safe as saved\n"));
}

static void
figures_are_drawn_in_three_formats (void)
{
  static const struct
  {
    const char *name;
    const char *start;
  } rows[] = { { "f.svg", "<?xml" }, { "f.png", "\x89PNG" }, { "f.pdf", "%PDF" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (CliOutput) output =
          cli_run ("figure", "race.yaml", "-o", rows[i].name, NULL);
      g_autofree char *drawn = cli_read (rows[i].name);

      CU_ASSERT_EQUAL (output.code, 0);
      CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "shortest witness"));
      CU_ASSERT_TRUE (drawn != NULL && g_str_has_prefix (drawn, rows[i].start));
    }
}

static void
a_figure_of_a_safe_scenario_shows_a_run_and_says_so (void)
{
  g_auto (CliOutput) output = cli_run ("figure", "counted.yaml", "-o", "safe.svg", NULL);
  g_autofree char *drawn = cli_read ("safe.svg");

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "no witness to draw (safe)"));
  CU_ASSERT_PTR_NOT_NULL (drawn);
}

static void
a_figure_of_a_seed_shows_that_run (void)
{
  g_auto (CliOutput) output =
      cli_run ("figure", "--seed", "5", "race.yaml", "-o", "run.svg", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "seed 5"));
}

static void
a_figure_of_a_run_without_end_shows_its_beginning (void)
{
  g_auto (CliOutput) output =
      cli_run ("figure", "--run", "hanging.yaml", "-o", "hanging.svg", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (output.out, "the first 60 steps of a simulated run of 100000 steps"));
}

static void
lists_have_a_line_for_each (void)
{
  g_auto (CliOutput) protocols = cli_run ("list", "protocols", NULL);
  g_auto (CliOutput) here = cli_run ("list", "scenarios", NULL);
  g_auto (CliOutput) there = cli_run ("list", "scenarios", "scenarios", NULL);

  CU_ASSERT_EQUAL (protocols.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (protocols.out, "\npairwise "));
  CU_ASSERT_EQUAL (here.code, 0);
  CU_ASSERT_STRING_EQUAL (here.out, "scenarios/first.yaml  premature  race\n"
                                    "scenarios/second.yaml  safe  counted\n");
  CU_ASSERT_STRING_EQUAL (here.out, there.out);
}

int
main (void)
{
  CU_TestInfo help[] = {
    { "--help teaches every command", help_teaches_every_command },
    { "the version is told", the_version_is_told },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo runs[] = {
    { "a run repeats to the byte", a_run_repeats_to_the_byte },
    { "many runs are counted, and the first of each verdict reproduces",
      many_runs_are_counted_and_the_first_of_each_verdict_reproduces },
    { "a saved run replays", a_saved_run_replays },
    { "a saved livelock replays", a_saved_livelock_replays },
    { "of a run without end the beginning is told",
      of_a_run_without_end_the_beginning_is_told },
    { "a short option takes its value with or without a space",
      a_short_option_takes_its_value_with_or_without_a_space },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo figures[] = {
    { "figures are drawn in three formats", figures_are_drawn_in_three_formats },
    { "a figure of a safe scenario shows a run, and says so",
      a_figure_of_a_safe_scenario_shows_a_run_and_says_so },
    { "a figure of a seed shows that run", a_figure_of_a_seed_shows_that_run },
    { "a figure of a run without end shows its beginning",
      a_figure_of_a_run_without_end_shows_its_beginning },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo lists[] = {
    { "lists have a line for each", lists_have_a_line_for_each },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "help", write_scenarios, cli_folder_clear, NULL, NULL, help },
    { "run", write_scenarios, cli_folder_clear, NULL, NULL, runs },
    { "figure", write_scenarios, cli_folder_clear, NULL, NULL, figures },
    { "list", write_scenarios, cli_folder_clear, NULL, NULL, lists },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
