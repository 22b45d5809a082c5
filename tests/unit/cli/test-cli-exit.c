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
  cli_write ("stuck.yaml", cli_deadlock);
  cli_write ("endless.yaml", cli_endless);
  cli_write ("wrong.yaml", "name: wrong\nprotocol: pairwise\nexpect: premature\n");
  cli_write ("figures.yaml", "workers: [A, B, C]\n"
                             "calls:\n"
                             "  - A -> B:\n"
                             "      - B -> C\n"
                             "protocol: allreduce-max\n"
                             "expect: { verdict: premature, cut: inconsistent,"
                             " states: 3157, levels: 28, witness: 14 }\n");
  cli_write ("empty/readme.txt", "no scenario here");
  cli_write ("broken.yaml", "name: broken\nworkers: 2\ncolour: red\n");
  return 0;
}

static void
code_0_when_the_verdict_is_the_expected_one (void)
{
  g_auto (CliOutput) premature = cli_run ("check", "race.yaml", NULL);
  g_auto (CliOutput) safe = cli_run ("check", "counted.yaml", NULL);
  g_auto (CliOutput) deadlock = cli_run ("check", "stuck.yaml", NULL);
  g_auto (CliOutput) all =
      cli_run ("check", "race.yaml", "counted.yaml", "stuck.yaml", NULL);

  CU_ASSERT_EQUAL (premature.code, 0);
  CU_ASSERT_EQUAL (safe.code, 0);
  CU_ASSERT_EQUAL (deadlock.code, 0);
  CU_ASSERT_EQUAL (all.code, 0);
}

static void
code_1_when_some_verdict_is_another (void)
{
  g_auto (CliOutput) file = cli_run ("check", "wrong.yaml", NULL);
  g_auto (CliOutput) option = cli_run ("check", "--expect", "safe", "race.yaml", NULL);
  g_auto (CliOutput) among = cli_run ("check", "counted.yaml", "wrong.yaml", NULL);

  CU_ASSERT_EQUAL (file.code, 1);
  CU_ASSERT_PTR_NOT_NULL (strstr (file.out, "found safe, expected premature"));
  CU_ASSERT_EQUAL (option.code, 1);
  CU_ASSERT_EQUAL (among.code, 1);
}

static void
code_2_when_a_scenario_cannot_be_read (void)
{
  g_auto (CliOutput) broken = cli_run ("check", "broken.yaml", NULL);
  g_auto (CliOutput) missing = cli_run ("check", "nowhere.yaml", NULL);
  g_auto (CliOutput) others = cli_run ("check", "empty", "race.yaml", NULL);

  CU_ASSERT_EQUAL (broken.code, 2);
  CU_ASSERT_TRUE (g_str_has_prefix (broken.err, "lull: broken.yaml:3:1: found "));
  CU_ASSERT_PTR_NOT_NULL (strstr (broken.err, "expected"));
  CU_ASSERT_STRING_EQUAL (broken.out, "");
  CU_ASSERT_EQUAL (missing.code, 2);
  CU_ASSERT_TRUE (g_str_has_prefix (missing.err, "lull: nowhere.yaml:"));
  CU_ASSERT_EQUAL (others.code, 2);
  CU_ASSERT_TRUE (g_str_has_prefix (others.err, "lull: empty: found no scenario"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (others.out, "2 scenarios: 1 as expected, 1 unreadable\n"));
}

/* What a shortest witness is like, and levels, are of a breadth-first search. */
static void
other_searches_compare_what_they_tell (void)
{
  g_auto (CliOutput) right =
      cli_run ("check", "--search=depth-first", "figures.yaml", NULL);
  g_auto (CliOutput) walks =
      cli_run ("check", "--search=random-walk", "figures.yaml", NULL);
  g_auto (CliOutput) wrong = cli_run ("check", "--search=depth-first",
                                      "--set=expect.states=3156", "figures.yaml", NULL);

  CU_ASSERT_EQUAL (right.code, 0);
  CU_ASSERT_EQUAL (walks.code, 0);
  CU_ASSERT_EQUAL (wrong.code, 1);
}

/* Whoever is root could take /dev/null away for all. */
static void
what_is_no_file_is_not_replaced (void)
{
  g_auto (CliOutput) made = cli_run_shell (
      "for name in null.json null.svg null.xml; do ln -s /dev/null $name; done");
  g_auto (CliOutput) trace = cli_run ("check", "--trace=null.json", "race.yaml", NULL);
  g_auto (CliOutput) run = cli_run ("run", "--trace=null.json", "race.yaml", NULL);
  g_auto (CliOutput) junit = cli_run ("check", "--junit=null.xml", "race.yaml", NULL);
  g_auto (CliOutput) figure = cli_run ("figure", "race.yaml", "-o", "null.svg", NULL);
  g_auto (CliOutput) checkpoint =
      cli_run ("check", "--checkpoint=null.xml", "counted.yaml", NULL);
  g_auto (CliOutput) kept = cli_run_shell (
      "for name in null.json null.svg null.xml; do test -c $name || echo $name; done");

  CU_ASSERT_EQUAL (made.code, 0);
  CU_ASSERT_EQUAL (trace.code, 0);
  CU_ASSERT_EQUAL (run.code, 0);
  CU_ASSERT_EQUAL (junit.code, 0);
  CU_ASSERT_EQUAL (figure.code, 0);
  CU_ASSERT_EQUAL (checkpoint.code, 2);
  CU_ASSERT_STRING_EQUAL (
      checkpoint.err, "lull: null.xml: found no regular file, expected one, or none\n");
  CU_ASSERT_STRING_EQUAL (kept.out, "");
}

static void
code_3_at_a_limit (void)
{
  g_auto (CliOutput) states = cli_run ("check", "--states", "10", "counted.yaml", NULL);
  g_auto (CliOutput) depth = cli_run ("check", "--depth", "2", "counted.yaml", NULL);
  g_auto (CliOutput) memory = cli_run ("check", "--memory", "4M", "endless.yaml", NULL);
  g_auto (CliOutput) time = cli_run ("check", "--time", "0.05", "endless.yaml", NULL);

  CU_ASSERT_EQUAL (states.code, 3);
  CU_ASSERT_PTR_NOT_NULL (strstr (states.out, "inconclusive"));
  CU_ASSERT_EQUAL (depth.code, 3);
  CU_ASSERT_EQUAL (memory.code, 3);
  CU_ASSERT_EQUAL (time.code, 3);
}

static void
code_0_when_inconclusive_was_expected (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--expect", "inconclusive", "--states",
                                       "10", "counted.yaml", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
}

static void
code_4_when_a_plugin_aborts (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--plugin", LULL_ABORTING_PLUGIN,
                                       "--protocol", "aborting", "counted.yaml", NULL);

  CU_ASSERT_EQUAL (output.code, 4);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.err, "lull: internal error"));
}

static void
code_4_when_a_plugin_has_static_data (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--plugin", LULL_FORGETFUL_PLUGIN,
                                       "--protocol", "forgetful", "counted.yaml", NULL);

  CU_ASSERT_EQUAL (output.code, 4);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (output.err, "forgetful: the protocol gave two results for the same state"));
}

static void
unreadable_outweighs_wrong_outweighs_inconclusive (void)
{
  g_auto (CliOutput) all = cli_run ("check", "--states", "10", "counted.yaml",
                                    "wrong.yaml", "broken.yaml", NULL);
  g_auto (CliOutput) two =
      cli_run ("check", "--states", "10", "counted.yaml", "wrong.yaml", NULL);

  CU_ASSERT_EQUAL (all.code, 2);
  CU_ASSERT_PTR_NOT_NULL (strstr (all.out, "3 scenarios: 0 as expected, 1 with another "
                                           "verdict, 1 inconclusive, 1 unreadable"));
  CU_ASSERT_EQUAL (two.code, 1);
}

static void
code_2_for_bad_usage (void)
{
  static const char *const rows[][4] = {
    { NULL },
    { "chek", NULL },
    { "check", NULL },
    { "check", "--colour", "race.yaml", NULL },
    { "check", "--color=blue", "race.yaml", NULL },
    { "check", "--expect=prematur", "race.yaml", NULL },
    { "check", "--memory=lots", "race.yaml", NULL },
    { "check", "--threads=0", "race.yaml", NULL },
    { "check", "--time=soon", "race.yaml", NULL },
    { "check", "--states=-1", "race.yaml", NULL },
    { "check", "--set=workers", "race.yaml", NULL },
    { "check", "--set=nonsense=1", "race.yaml", NULL },
    { "check", "--protocol=pairwide", "race.yaml", NULL },
    { "check", "--search=sideways", "race.yaml", NULL },
    { "check", "--search=depth-first", "--storage=bits", "race.yaml" },
    { "check", "--search=depth-first", "--checkpoint=c", "race.yaml" },
    { "check", "--walks=5", "race.yaml", NULL },
    { "check", "--resume", "race.yaml", NULL },
    { "check", "--checkpoint=c", "race.yaml", "counted.yaml" },
    { "check", "--plugin=race.yaml", "race.yaml", NULL },
    { "check", "--junit=no/such/folder.xml", "race.yaml", NULL },
    { "check", "--html=no/such/folder.html", "race.yaml", NULL },
    { "check", "--trace=no/such/folder.json", "race.yaml", NULL },
    { "check", "--trace=t.json", "race.yaml", "counted.yaml" },
    { "run", NULL },
    { "run", "race.yaml", "counted.yaml", NULL },
    { "run", "--runs=0", "race.yaml", NULL },
    { "run", "--seed=-1", "race.yaml", NULL },
    { "run", "--seed=x", "race.yaml", NULL },
    { "run", "broken.yaml", NULL },
    { "figure", "race.yaml", NULL },
    { "figure", "race.yaml", "-o", "race.gif" },
    { "figure", "race.yaml", "-o", "no/such/folder.svg" },
    { "replay", NULL },
    { "replay", "race.yaml", NULL },
    { "replay", "nowhere.json", NULL },
    { "list", NULL },
    { "list", "animals", NULL },
    { "list", "scenarios", "nowhere", NULL },
    { "list", "protocols", "here", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *const *row = rows[i];
      g_auto (CliOutput) output = cli_run (row[0], row[1], row[2], row[3], NULL);

      if (output.code != 2 || !g_str_has_prefix (output.err, "lull: "))
        g_print ("row %u: exit code %d, said %s\n", i, output.code, output.err);
      CU_ASSERT_EQUAL (output.code, 2);
      CU_ASSERT_TRUE (g_str_has_prefix (output.err, "lull: "));
    }
}

static void
code_2_when_the_output_cannot_be_written (void)
{
  g_autofree char *command =
      g_strdup_printf ("%s check race.yaml > /dev/full", LULL_PROGRAM);
  g_auto (CliOutput) output = cli_run_shell (command);

  CU_ASSERT_EQUAL (output.code, 2);
  CU_ASSERT_TRUE (g_str_has_prefix (output.err, "lull: standard output: "));
}

int
main (void)
{
  CU_TestInfo codes[] = {
    { "0 when the verdict is the expected one",
      code_0_when_the_verdict_is_the_expected_one },
    { "1 when some verdict is another", code_1_when_some_verdict_is_another },
    { "2 when a scenario cannot be read", code_2_when_a_scenario_cannot_be_read },
    { "2 for bad usage", code_2_for_bad_usage },
    { "2 when the output cannot be written", code_2_when_the_output_cannot_be_written },
    { "other searches compare what they tell", other_searches_compare_what_they_tell },
    { "what is no file is not replaced", what_is_no_file_is_not_replaced },
    { "3 at a limit", code_3_at_a_limit },
    { "0 when inconclusive was expected", code_0_when_inconclusive_was_expected },
    { "4 when a plugin aborts", code_4_when_a_plugin_aborts },
    { "code 4 when a plugin has static data", code_4_when_a_plugin_has_static_data },
    { "unreadable outweighs wrong outweighs inconclusive",
      unreadable_outweighs_wrong_outweighs_inconclusive },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "exit codes", write_scenarios, cli_folder_clear, NULL, NULL, codes },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
