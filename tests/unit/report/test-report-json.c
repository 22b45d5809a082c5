/* SPDX-License-Identifier: Apache-2.0 */
#include "golden.h"
#include "lull-test.h"
#include "report-fixtures.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* A parser that is not ours is the judge. */
static JsonObject *
parse (const char *json)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;

  if (!json_parser_load_from_data (parser, json, -1, &error))
    {
      g_print ("%s\n%s\n", error->message, json);
      return json_object_new ();
    }
  root = json_parser_steal_root (parser);
  return json_object_ref (json_node_get_object (root));
}

static void
the_race_is_the_line_that_is_documented (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *json = NULL;
  g_autofree char *line = NULL;

  lull_report_fixture_init_race (&fixture);
  json = lull_report_to_json (&fixture.report);
  line = g_strconcat (json, "\n", NULL);
  CU_ASSERT_TRUE (lull_golden_matches ("tests/golden/report/race.json", line));
  CU_ASSERT_TRUE (lull_golden_specimen_matches ("docs/output.md", "json", line));
}

static void
every_key_is_there_with_its_type (void)
{
  static const struct
  {
    const char *key;
    const char *type;
  } keys[] = {
    { "scenario", "String" },
    { "path", "String" },
    { "point", "JsonObject" },
    { "protocol", "String" },
    { "verdict", "String" },
    { "cut", "String" },
    { "missed", "JsonArray" },
    { "expected", "String" },
    { "ok", "Boolean" },
    { "mismatch", "NULL" },
    { "breach", "NULL" },
    { "notes", "JsonArray" },
    { "exhaustive", "Boolean" },
    { "sampled", "Boolean" },
    { "rules_out", "JsonArray" },
    { "reductions", "JsonArray" },
    { "left_out", "NULL" },
    { "states", "Integer" },
    { "transitions", "Integer" },
    { "depth", "Integer" },
    { "witness_length", "Integer" },
    { "shortest", "Boolean" },
    { "seconds", "Floating Point" },
    { "bytes_per_state", "Floating Point" },
    { "initial_states", "Integer" },
    { "outside", "Integer" },
    { "terminal", "Integer" },
    { "frontier", "Integer" },
    { "left", "Integer" },
    { "omission", "Integer" },
    { "bounds", "JsonArray" },
    { "never_fired", "JsonArray" },
    { "cuts_counted_in", "String" },
    { "runs_simulated", "NULL" },
    { "rounds_seen", "Integer" },
    { "cuts_seen", "Integer" },
    { "cuts_inconsistent", "Integer" },
    { "cuts_accepted", "Integer" },
    { "explanation", "JsonArray" },
  };
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *json = NULL;
  g_autoptr (JsonObject) object = NULL;

  lull_report_fixture_init_race (&fixture);
  json = lull_report_to_json (&fixture.report);
  object = parse (json);
  CU_ASSERT_EQUAL (json_object_get_size (object), G_N_ELEMENTS (keys));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      JsonNode *node = json_object_get_member (object, keys[i].key);

      CU_ASSERT_PTR_NOT_NULL (node);
      if (node != NULL)
        CU_ASSERT_STRING_EQUAL (json_node_type_name (node), keys[i].type);
    }
}

static void
figures_are_those_of_the_findings (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *json = NULL;
  g_autoptr (JsonObject) object = NULL;
  JsonArray *bounds;

  lull_report_fixture_init_limit (&fixture);
  json = lull_report_to_json (&fixture.report);
  object = parse (json);
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (object, "verdict"),
                          "inconclusive");
  CU_ASSERT_EQUAL (json_object_get_int_member (object, "states"), 2500000);
  CU_ASSERT_EQUAL (json_object_get_int_member (object, "frontier"), 812345);
  CU_ASSERT_DOUBLE_EQUAL (json_object_get_double_member (object, "bytes_per_state"), 44.0,
                          0.05);
  CU_ASSERT_FALSE (json_object_get_boolean_member (object, "ok"));
  CU_ASSERT_TRUE (json_object_get_null_member (object, "cut"));
  CU_ASSERT_TRUE (json_object_get_null_member (object, "witness_length"));
  bounds = json_object_get_array_member (object, "bounds");
  CU_ASSERT_EQUAL (json_array_get_length (bounds), 2);
  CU_ASSERT_STRING_EQUAL (json_array_get_string_element (bounds, 0), "depth");
  CU_ASSERT_STRING_EQUAL (json_array_get_string_element (bounds, 1), "memory");
}

static void
expect_strings (JsonObject *object, const char *key, const char *expected)
{
  JsonArray *array = json_object_get_array_member (object, key);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    g_string_append_printf (found, "%s|", json_array_get_string_element (array, i));
  CU_ASSERT_STRING_EQUAL (found->str, expected);
}

static void
claims_are_listed (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *json = NULL;
  g_autoptr (JsonObject) object = NULL;

  lull_report_fixture_init_safe (&fixture);
  lull_report_fixture_ask_for_livelocks (&fixture);
  fixture.findings->reduced = TRUE;
  fixture.findings->symmetric = TRUE;
  json = lull_report_to_json (&fixture.report);
  object = parse (json);
  expect_strings (object, "rules_out", "premature|deadlock|livelock|");
  expect_strings (object, "reductions", "partial order|symmetry|");
}

static void
cuts_that_were_not_counted_are_null (void)
{
  static const struct
  {
    const char *key;
    gint64 count;
  } counts[] = { { "rounds_seen", 590 },
                 { "cuts_seen", 590 },
                 { "cuts_inconsistent", 287 },
                 { "cuts_accepted", 48 } };
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *taken = NULL;
  g_autofree char *missing = NULL;
  g_autoptr (JsonObject) with = NULL;
  g_autoptr (JsonObject) without = NULL;

  lull_report_fixture_init_race (&fixture);
  taken = lull_report_to_json (&fixture.report);
  fixture.report.cuts = NULL;
  missing = lull_report_to_json (&fixture.report);
  with = parse (taken);
  without = parse (missing);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      CU_ASSERT_EQUAL (json_object_get_int_member (with, counts[i].key), counts[i].count);
      CU_ASSERT_TRUE (json_object_get_null_member (without, counts[i].key));
    }
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (with, "cuts_counted_in"),
                          "all orders");
  CU_ASSERT_TRUE (json_object_get_null_member (with, "runs_simulated"));
  CU_ASSERT_TRUE (json_object_get_null_member (without, "cuts_counted_in"));
}

static void
a_sample_says_of_how_many_runs (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *json = NULL;
  g_autoptr (JsonObject) object = NULL;

  lull_report_fixture_init_safe (&fixture);
  json = lull_report_to_json (&fixture.report);
  object = parse (json);
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (object, "cuts_counted_in"),
                          "simulated runs");
  CU_ASSERT_EQUAL (json_object_get_int_member (object, "runs_simulated"), 412);
}

static void
every_string_survives (void)
{
  g_autofree char *valid = g_utf8_make_valid (LULL_HOSTILE, -1);
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *json = NULL;
  g_autoptr (JsonObject) object = NULL;
  JsonArray *explanation;

  lull_report_fixture_init_hostile (&fixture);
  json = lull_report_to_json (&fixture.report);
  object = parse (json);
  CU_ASSERT_PTR_NULL (strchr (json, '\n'));
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (object, "scenario"), valid);
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (object, "mismatch"), valid);
  explanation = json_object_get_array_member (object, "explanation");
  CU_ASSERT_STRING_EQUAL (json_array_get_string_element (
                              explanation, json_array_get_length (explanation) - 1),
                          valid);
}

static void
no_states_are_no_division_by_zero (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *json = NULL;
  g_autoptr (JsonObject) object = NULL;

  lull_report_fixture_init_limit (&fixture);
  fixture.findings->states = 0;
  fixture.findings->bytes = 0;
  json = lull_report_to_json (&fixture.report);
  object = parse (json);
  CU_ASSERT_DOUBLE_EQUAL (json_object_get_double_member (object, "bytes_per_state"), 0.0,
                          0.05);
}

static CU_TestInfo tests[] = {
  { "the race is the line that is documented", the_race_is_the_line_that_is_documented },
  { "every key is there, with its type", every_key_is_there_with_its_type },
  { "figures are those of the findings", figures_are_those_of_the_findings },
  { "claims are listed", claims_are_listed },
  { "cuts that were not counted are null", cuts_that_were_not_counted_are_null },
  { "a sample says of how many runs", a_sample_says_of_how_many_runs },
  { "every string survives", every_string_survives },
  { "no states are no division by zero", no_states_are_no_division_by_zero },
  CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
  { "json", NULL, NULL, NULL, NULL, tests },
  CU_SUITE_INFO_NULL,
};

int
main (void)
{
  return lull_test_main (suites);
}
