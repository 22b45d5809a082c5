/* SPDX-License-Identifier: Apache-2.0 */
#include "cli-program.h"
#include "golden.h"
#include "lull-test.h"

#include <json-glib/json-glib.h>
#include <string.h>

static const char order[] = "name: read order\n"
                            "calls: [W0 ~> W1: [~> W0]]\n"
                            "protocol: pairwise\n"
                            "sweep:\n"
                            "  workers: 2..3\n"
                            "  protocol.snapshot: [atomic, sent-done]\n"
                            "expect-where:\n"
                            "  - { protocol.snapshot: sent-done, expect: premature }\n";

static int
write_scenarios (void)
{
  if (cli_folder_init () != 0)
    return 1;
  cli_write ("order.yaml", order);
  cli_write ("all/a.yaml", cli_premature);
  cli_write ("all/b.yaml", order);
  cli_write ("race.yaml", cli_premature);
  cli_write ("wrong.yaml", "calls: [W0 ~> W2]\nsweep: { workers: [3, 2] }\n");
  return 0;
}

static void
a_sweep_is_one_table (void)
{
  g_auto (CliOutput) output = cli_run ("check", "order.yaml", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_STRING_EQUAL (output.err, "");
  CU_ASSERT_STRING_EQUAL (
      output.out,
      "ok     sweep         order.yaml  4 points: 2 safe, 2 premature\n"
      "\n"
      "  scenario     read order\n"
      "  protocol     pairwise\n"
      "  coverage     every interleaving was covered at 2 points; the search ended\n"
      "               with a violation at 2 points\n"
      "  rules out    safe points: premature, deadlock, livelock\n"
      "\n"
      "           protocol.snapshot\n"
      "  workers  atomic  sent-done\n"
      "  2        safe    premature\n"
      "  3        safe    premature\n"
      "\n"
      "  A point with its witness explained:\n"
      "    lull check order.yaml --set workers=2 --set protocol.snapshot=sent-done\n");
}

/* The command that the table ends with does what it says. */
static void
a_point_is_explained (void)
{
  g_auto (CliOutput) output =
      cli_run ("check", "order.yaml", "--set", "workers=2", "--set",
               "protocol.snapshot=sent-done", "--trace", "trace.json", NULL);
  g_auto (CliOutput) replay = cli_run ("replay", "trace.json", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (output.out, "\n  point        workers 2, protocol.snapshot sent-done\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "\n  Witness: "));
  CU_ASSERT_EQUAL (replay.code, 0);
}

static void
set_narrows_a_sweep (void)
{
  g_auto (CliOutput) output = cli_run ("check", "order.yaml", "--set", "workers=4", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "\n  throughout   workers 4\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "\n  protocol.snapshot  verdict\n"
                                              "  atomic             safe\n"
                                              "  sent-done          premature\n"));
}

static void
the_exit_code_is_that_of_all_points (void)
{
  g_auto (CliOutput) wrong = cli_run ("check", "order.yaml", "--expect", "safe", NULL);
  g_auto (CliOutput) open = cli_run ("check", "order.yaml", "--depth", "1", NULL);
  g_auto (CliOutput) unreadable = cli_run ("check", "wrong.yaml", NULL);

  CU_ASSERT_EQUAL (wrong.code, 1);
  CU_ASSERT_PTR_NOT_NULL (strstr (wrong.out, "WRONG  sweep"));
  CU_ASSERT_PTR_NOT_NULL (strstr (wrong.out, "premature !"));
  CU_ASSERT_EQUAL (open.code, 3);
  CU_ASSERT_PTR_NOT_NULL (strstr (open.out, "inconclusive ?"));
  CU_ASSERT_EQUAL (unreadable.code, 2);
  CU_ASSERT_STRING_EQUAL (unreadable.out, "");
  CU_ASSERT_STRING_EQUAL (
      unreadable.err, "lull: wrong.yaml:1:9: found the worker \"W2\", expected W0 or W1 "
                      "(where workers is 2)\n");
}

static void
a_sweep_stands_among_others (void)
{
  g_auto (CliOutput) output = cli_run ("check", "all", NULL);
  g_auto (GStrv) lines = g_strsplit (output.out, "\n", -1);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_EQUAL (g_strv_length (lines), 4);
  CU_ASSERT_STRING_EQUAL (
      lines[1], "ok     sweep         all/b.yaml  4 points: 2 safe, 2 premature");
  CU_ASSERT_STRING_EQUAL (lines[2], "5 scenarios: 5 as expected");
}

static void
json_has_a_line_for_each_point (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--json", "order.yaml", NULL);
  g_auto (GStrv) lines = g_strsplit (output.out, "\n", -1);

  CU_ASSERT_EQUAL (g_strv_length (lines), 5);
  for (guint i = 0; i < 4 && lines[i] != NULL; i++)
    {
      g_autoptr (JsonNode) root = json_from_string (lines[i], NULL);
      JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
      JsonObject *point;

      CU_ASSERT_PTR_NOT_NULL (object);
      if (object == NULL)
        return;
      point = json_object_get_object_member (object, "point");
      CU_ASSERT_EQUAL (json_object_get_int_member (point, "workers"), i < 2 ? 2 : 3);
      CU_ASSERT_STRING_EQUAL (json_object_get_string_member (object, "verdict"),
                              i % 2 == 0 ? "safe" : "premature");
      CU_ASSERT_TRUE (json_object_get_boolean_member (object, "ok"));
    }
}

static void
junit_has_a_case_for_each_point (void)
{
  g_auto (CliOutput) output =
      cli_run ("check", "--junit", "sweep.xml", "order.yaml", NULL);
  g_autofree char *xml = cli_read ("sweep.xml");

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT (xml != NULL &&
             strstr (xml, "tests=\"4\" failures=\"0\" errors=\"0\"") != NULL);
  CU_ASSERT (xml != NULL &&
             strstr (xml, "name=\"read order (workers 3, protocol.snapshot atomic)\"") !=
                 NULL);
}

static void
the_command_line_sweeps (void)
{
  g_auto (CliOutput) output = cli_run (
      "check", "race.yaml", "--sweep", "protocol=pairwise,allreduce-max", "--sweep",
      "runtime.threads=[1, unlimited]", "--expect", "safe", "--verbose", NULL);

  CU_ASSERT_EQUAL (output.code, 1);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "  4 points: 2 safe, 2 premature\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "\n  protocol       1"));
}

static void
explain_tells_of_every_point (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--explain", "order.yaml", NULL);
  const char *first = strstr (output.out, "\n  Witness: ");

  CU_ASSERT (first != NULL && strstr (first + 1, "\n  Witness: ") != NULL);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "\n  workers  atomic  sent-done\n"));
}

static void
two_sweeps_give_the_same_bytes (void)
{
  g_auto (CliOutput) one = cli_run ("check", "--verbose", "order.yaml", NULL);
  g_auto (CliOutput) two =
      cli_run ("check", "--verbose", "--threads", "3", "order.yaml", NULL);

  CU_ASSERT_STRING_EQUAL (one.out, two.out);
}

static void
what_needs_a_single_point_says_so (void)
{
  static const char message[] =
      "lull: order.yaml:5:3: found a sweep of 4 points, expected a "
      "single one: choose it with --set\n";
  g_auto (CliOutput) trace = cli_run ("check", "--trace", "t.json", "order.yaml", NULL);
  g_auto (CliOutput) run = cli_run ("run", "order.yaml", NULL);
  g_auto (CliOutput) figure = cli_run ("figure", "order.yaml", "-o", "f.svg", NULL);

  CU_ASSERT_EQUAL (trace.code, 2);
  CU_ASSERT_STRING_EQUAL (trace.err, message);
  CU_ASSERT_EQUAL (run.code, 2);
  CU_ASSERT_STRING_EQUAL (run.err, message);
  CU_ASSERT_EQUAL (figure.code, 2);
}

static void
list_counts_the_points (void)
{
  g_auto (CliOutput) output = cli_run ("list", "scenarios", "all", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "all/b.yaml  4 points  read order\n"));
}

/* Checks the scenario @relative of the source tree in a copy, under the same name. */
static CliOutput
check_copy (const char *relative)
{
  g_autofree char *path = lull_test_source_path (relative);
  g_autofree char *text = NULL;

  CU_ASSERT_TRUE (g_file_get_contents (path, &text, NULL, NULL));
  cli_write (relative, text);
  return cli_run ("check", relative, NULL);
}

/* The table that the reference of the format shows is the one that its example gives. */
static void
the_reference_shows_what_is_printed (void)
{
  static const char file[] = "scenarios/sweeps/read-order.yaml";
  g_auto (CliOutput) output = check_copy (file);
  g_autofree char *text = cli_read (file);

  CU_ASSERT_TRUE (
      lull_golden_specimen_matches ("docs/scenario-format.md", "sweep-file", text));
  CU_ASSERT_TRUE (lull_golden_specimen_matches ("docs/scenario-format.md", "sweep-table",
                                                output.out));
}

static void
the_story_shows_what_is_printed (void)
{
  g_auto (CliOutput) output = check_copy ("scenarios/sweeps/threads-and-workers.yaml");

  CU_ASSERT_TRUE (lull_golden_specimen_matches ("docs/pytorch-story.md",
                                                "threads-and-workers", output.out));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a sweep is one table", a_sweep_is_one_table },
    { "a point is explained by the command that is shown", a_point_is_explained },
    { "--set narrows a sweep", set_narrows_a_sweep },
    { "the exit code is that of all points", the_exit_code_is_that_of_all_points },
    { "a sweep stands among other scenarios", a_sweep_stands_among_others },
    { "JSON has a line for each point", json_has_a_line_for_each_point },
    { "JUnit has a case for each point", junit_has_a_case_for_each_point },
    { "--sweep goes over keys of the command line", the_command_line_sweeps },
    { "--explain tells of every point", explain_tells_of_every_point },
    { "two sweeps give the same bytes", two_sweeps_give_the_same_bytes },
    { "what needs a single point says so", what_needs_a_single_point_says_so },
    { "list counts the points", list_counts_the_points },
    { "the reference shows what is printed", the_reference_shows_what_is_printed },
    { "so does the story of PyTorch's join", the_story_shows_what_is_printed },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "lull check, sweeps", write_scenarios, cli_folder_clear, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
