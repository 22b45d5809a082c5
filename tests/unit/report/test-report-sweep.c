/* SPDX-License-Identifier: Apache-2.0 */
#include "golden.h"
#include "lull-report-sweep.h"
#include "lull-test.h"
#include "report-fixtures.h"

#include <json-glib/json-glib.h>
#include <string.h>

static const LullTextStyle plain = { FALSE, FALSE, FALSE };

static const char *const workers[] = { "2", "3" };
static const char *const threads[] = { "1", "2", "unlimited" };
static const char *const one[] = { "fifo" };
static const char *const shapes[] = { "nested, awaited", "not nested" };

typedef void (*FixtureInit) (LullReportFixture *self);

/* Adds a point that comes out as @init says, expected where @ok. */
static void
add (LullReportSweep *sweep, FixtureInit init, const char *protocol, gboolean ok)
{
  g_auto (LullReportFixture) fixture = { 0 };

  init (&fixture);
  fixture.report.scenario = "the number of threads decides";
  fixture.report.protocol = protocol;
  fixture.report.ok = ok;
  fixture.report.mismatch = ok ? NULL : "found another, expected safe";
  lull_report_sweep_add (sweep, &fixture.report);
}

static char *
print (const LullReportSweep *sweep, LullTextStyle style, gboolean states)
{
  GString *text = g_string_new (NULL);

  lull_report_sweep_to_text (sweep, &style, states, NULL, text);
  return g_string_free (text, FALSE);
}

/* Of every standing one, and two keys that go over more than one value. */
static LullReportSweep *
mixed (void)
{
  static const LullReportAxis axes[] = { { "workers", workers, 2 },
                                         { "runtime.pool", one, 1 },
                                         { "runtime.threads", threads, 3 } };
  LullReportSweep *sweep =
      lull_report_sweep_new ("scenarios/threads.yaml", axes, G_N_ELEMENTS (axes));

  add (sweep, lull_report_fixture_init_safe, "pairwise", TRUE);
  add (sweep, lull_report_fixture_init_race, "pairwise (snapshot sent-done)", TRUE);
  add (sweep, lull_report_fixture_init_safe, "pairwise", TRUE);
  add (sweep, lull_report_fixture_init_race, "pairwise", FALSE);
  add (sweep, lull_report_fixture_init_limit, "pairwise", FALSE);
  lull_report_sweep_add_unchecked (sweep);
  return sweep;
}

static void
the_last_key_goes_across (void)
{
  g_autoptr (LullReportSweep) sweep = mixed ();
  g_autoptr (GString) text = g_string_new (NULL);

  lull_report_sweep_to_text (sweep, &plain, FALSE,
                             "lull check scenarios/threads.yaml --set workers=3 --set "
                             "runtime.threads=1",
                             text);
  CU_ASSERT_TRUE (lull_golden_matches ("tests/golden/report/sweep.txt", text->str));
  CU_ASSERT_TRUE (lull_golden_specimen_matches ("docs/output.md", "sweep", text->str));
}

static void
states_stand_behind_the_verdict (void)
{
  g_autoptr (LullReportSweep) sweep = mixed ();
  g_autofree char *text = print (sweep, plain, TRUE);

  CU_ASSERT_PTR_NOT_NULL (strstr (
      text, "\n  2        safe 8,988,116   premature 332             safe 8,988,116\n"
            "  3        premature 332 !  inconclusive 2,500,000 ?  -\n"));
}

static void
a_single_key_goes_down (void)
{
  static const LullReportAxis axes[] = { { "calls", shapes, 2 } };
  g_autoptr (LullReportSweep) sweep = lull_report_sweep_new ("s.yaml", axes, 1);
  g_autofree char *text = NULL;

  add (sweep, lull_report_fixture_init_race, "safra", FALSE);
  add (sweep, lull_report_fixture_init_safe, "pairwise", TRUE);
  text = print (sweep, plain, FALSE);
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "\n  calls            verdict\n"
                                        "  nested, awaited  premature !\n"
                                        "  not nested       safe\n"
                                        "\n  ! not as expected\n\n"
                                        "  calls \"nested, awaited\": found another, "
                                        "expected safe\n"));
  /* Protocols with nothing in common are no line of the summary. */
  CU_ASSERT_PTR_NULL (strstr (text, "\n  protocol"));
}

/* Beyond 100 columns, every point has a row. */
static void
what_is_too_wide_goes_down (void)
{
  static const char *const many[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" };
  static const LullReportAxis axes[] = { { "workers", workers, 2 }, { "x", many, 10 } };
  g_autoptr (LullReportSweep) sweep = lull_report_sweep_new ("s.yaml", axes, 2);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < 20; i++)
    add (sweep, lull_report_fixture_init_race, "pairwise", TRUE);
  text = print (sweep, plain, FALSE);
  lines = g_strsplit (text, "\n", -1);
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "\n  workers  x  verdict\n"
                                        "  2        a  premature\n"
                                        "           b  premature\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "           j  premature\n"
                                        "  3        a  premature\n"));
  for (guint i = 0; lines[i] != NULL; i++)
    CU_ASSERT (g_utf8_strlen (lines[i], -1) <= 100);
}

static void
rows_are_grouped_by_the_keys_before (void)
{
  static const LullReportAxis axes[] = { { "calls", shapes, 2 },
                                         { "workers", workers, 2 },
                                         { "x", workers, 2 } };
  g_autoptr (LullReportSweep) sweep = lull_report_sweep_new ("s.yaml", axes, 3);
  g_autofree char *text = NULL;

  for (guint i = 0; i < 8; i++)
    add (sweep, i == 5 ? lull_report_fixture_init_safe : lull_report_fixture_init_race,
         "safra", TRUE);
  text = print (sweep, plain, FALSE);
  CU_ASSERT_PTR_NOT_NULL (strstr (text,
                                  "\n                            x\n"
                                  "  calls            workers  2          3\n"
                                  "  nested, awaited  2        premature  premature\n"
                                  "                   3        premature  premature\n"
                                  "  not nested       2        premature  safe\n"
                                  "                   3        premature  premature\n"));
}

static void
quiet_says_what_is_wrong (void)
{
  g_autoptr (LullReportSweep) sweep = mixed ();
  LullTextStyle quiet = { .quiet = TRUE };
  g_autofree char *text = print (sweep, quiet, FALSE);

  CU_ASSERT_STRING_EQUAL (
      text,
      "WRONG  sweep         scenarios/threads.yaml  6 points: 2 safe, 2 premature, 1 "
      "inconclusive\n"
      "       1 point not as expected, 1 point not finished, 1 point not checked\n"
      "       workers 3, runtime.threads 1: found another, expected safe\n"
      "       workers 3, runtime.threads 2: found another, expected safe\n");
}

static void
colour_changes_no_letter (void)
{
  g_autoptr (LullReportSweep) sweep = mixed ();
  LullTextStyle coloured = { .colour = TRUE };
  g_autofree char *without = print (sweep, plain, TRUE);
  g_autofree char *with = print (sweep, coloured, TRUE);
  g_autoptr (GRegex) codes = g_regex_new ("\033\\[[0-9;]*m", 0, 0, NULL);
  g_autofree char *stripped = g_regex_replace_literal (codes, with, -1, 0, "", 0, NULL);

  CU_ASSERT_STRING_NOT_EQUAL (with, without);
  CU_ASSERT_STRING_EQUAL (stripped, without);
}

static void
the_first_wrong_witness_is_looked_at (void)
{
  static const LullReportAxis axes[] = { { "workers", workers, 2 } };
  g_autoptr (LullReportSweep) sweep = mixed ();
  g_autoptr (LullReportSweep) fine = lull_report_sweep_new ("s.yaml", axes, 1);

  CU_ASSERT_EQUAL (lull_report_sweep_find_witness (sweep), 3);
  add (fine, lull_report_fixture_init_safe, "pairwise", TRUE);
  CU_ASSERT_EQUAL (lull_report_sweep_find_witness (fine), -1);
  add (fine, lull_report_fixture_init_race, "pairwise", TRUE);
  CU_ASSERT_EQUAL (lull_report_sweep_find_witness (fine), 1);
}

static void
nothing_hostile_reaches_the_terminal (void)
{
  static const char *const hostile[] = { LULL_HOSTILE, "b" };
  static const LullReportAxis axes[] = { { LULL_HOSTILE, hostile, 2 },
                                         { "workers", workers, 2 } };
  g_autoptr (LullReportSweep) sweep = lull_report_sweep_new (LULL_HOSTILE, axes, 2);
  g_autofree char *text = NULL;

  for (guint i = 0; i < 4; i++)
    add (sweep, lull_report_fixture_init_hostile, LULL_HOSTILE, FALSE);
  text = print (sweep, plain, FALSE);
  CU_ASSERT_TRUE (g_utf8_validate (text, -1, NULL));
  CU_ASSERT_PTR_NULL (strchr (text, '\033'));
}

static const LullReportSetting point[] = { { "workers", "3" },
                                           { "runtime.listener", "false" },
                                           { "runtime.threads", "unlimited" },
                                           { "calls", LULL_HOSTILE },
                                           { "n", "007" } };

static void
json_has_the_point (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *line = NULL;
  JsonObject *found;

  lull_report_fixture_init_safe (&fixture);
  fixture.report.point = point;
  fixture.report.point_size = G_N_ELEMENTS (point);
  line = lull_report_to_json (&fixture.report);
  root = json_from_string (line, NULL);
  CU_ASSERT_PTR_NOT_NULL (root);
  if (root == NULL)
    return;
  found = json_object_get_object_member (json_node_get_object (root), "point");
  CU_ASSERT_EQUAL (json_object_get_size (found), G_N_ELEMENTS (point));
  CU_ASSERT_EQUAL (json_object_get_int_member (found, "workers"), 3);
  CU_ASSERT_FALSE (json_object_get_boolean_member (found, "runtime.listener"));
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (found, "runtime.threads"),
                          "unlimited");
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (found, "n"), "007");
}

static void
junit_and_text_name_the_point (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autoptr (LullJunit) junit = lull_junit_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *xml = NULL;

  lull_report_fixture_init_safe (&fixture);
  fixture.report.point = point;
  fixture.report.point_size = 2;
  lull_junit_add (junit, &fixture.report);
  xml = lull_junit_to_xml (junit);
  lull_report_to_text (&fixture.report, &plain, text);
  CU_ASSERT_PTR_NOT_NULL (strstr (xml, " name=\"two chains of four calls (workers 3, "
                                       "runtime.listener false)\""));
  CU_ASSERT_PTR_NOT_NULL (strstr (text->str, "  pairwise  workers 3, runtime.listener "
                                             "false\n"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (text->str, "\n  point        workers 3, runtime.listener false\n"));
}

int
main (void)
{
  CU_TestInfo tables[] = {
    { "the last key goes across", the_last_key_goes_across },
    { "the number of states stands behind the verdict", states_stand_behind_the_verdict },
    { "a single key goes down", a_single_key_goes_down },
    { "what is too wide goes down", what_is_too_wide_goes_down },
    { "rows are grouped by the keys before", rows_are_grouped_by_the_keys_before },
    { "quiet says what is wrong, and shows no table", quiet_says_what_is_wrong },
    { "colour changes no letter", colour_changes_no_letter },
    { "nothing hostile reaches the terminal", nothing_hostile_reaches_the_terminal },
    { "the first wrong witness is the one to look at",
      the_first_wrong_witness_is_looked_at },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo points[] = {
    { "JSON has the point, numbers and switches as such", json_has_the_point },
    { "JUnit and text name the point", junit_and_text_name_the_point },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "tables", NULL, NULL, NULL, NULL, tables },
    { "points", NULL, NULL, NULL, NULL, points },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
