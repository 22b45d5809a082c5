/* SPDX-License-Identifier: Apache-2.0 */
#include "golden.h"
#include "lull-test.h"
#include "report-fixtures.h"

#include <string.h>

/* What a reader of the document sees. */
typedef struct
{
  guint suites, cases, failures, errors, skipped;
  guint stated_tests, stated_failures, stated_errors;
  char *last_name; /* of a case */
} Seen;

static void
seen_clear (Seen *self)
{
  g_free (self->last_name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Seen, seen_clear)

static void
see_attributes (Seen *self, const char *element, const char **names, const char **values)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      guint number = (guint) g_ascii_strtoull (values[i], NULL, 10);

      if (g_str_equal (element, "testsuite") && g_str_equal (names[i], "tests"))
        self->stated_tests = number;
      if (g_str_equal (element, "testsuite") && g_str_equal (names[i], "failures"))
        self->stated_failures = number;
      if (g_str_equal (element, "testsuite") && g_str_equal (names[i], "errors"))
        self->stated_errors = number;
      if (g_str_equal (element, "testcase") && g_str_equal (names[i], "name"))
        {
          g_free (self->last_name);
          self->last_name = g_strdup (values[i]);
        }
    }
}

static void
see_element (GMarkupParseContext *context,
             const char *element,
             const char **names,
             const char **values,
             gpointer user_data,
             GError **error)
{
  Seen *self = user_data;

  (void) context;
  (void) error;
  self->suites += g_str_equal (element, "testsuite") ? 1 : 0;
  self->cases += g_str_equal (element, "testcase") ? 1 : 0;
  self->failures += g_str_equal (element, "failure") ? 1 : 0;
  self->errors += g_str_equal (element, "error") ? 1 : 0;
  self->skipped += g_str_equal (element, "skipped") ? 1 : 0;
  see_attributes (self, element, names, values);
}

static gboolean
see (const char *xml, Seen *seen)
{
  static const GMarkupParser reader = { .start_element = see_element };

  return lull_report_fixture_read_xml (xml, &reader, seen);
}

static void
add (LullJunit *junit, void (*init) (LullReportFixture *self))
{
  g_auto (LullReportFixture) fixture = { 0 };

  init (&fixture);
  lull_junit_add (junit, &fixture.report);
}

static char *
write_all (void)
{
  g_autoptr (LullJunit) junit = lull_junit_new ();

  add (junit, lull_report_fixture_init_safe);
  add (junit, lull_report_fixture_init_livelock);
  add (junit, lull_report_fixture_init_limit);
  lull_junit_add_error (
      junit, "scenarios/bad.yaml",
      "scenarios/bad.yaml:7:12: found 0 for workers, expected at least 1");
  return lull_junit_to_xml (junit);
}

static void
the_document_is_as_expected (void)
{
  g_autofree char *xml = write_all ();

  CU_ASSERT_TRUE (lull_golden_matches ("tests/golden/report/junit.xml", xml));
}

static void
the_totals_are_those_of_the_cases (void)
{
  g_autofree char *xml = write_all ();
  g_auto (Seen) seen = { 0 };

  CU_ASSERT_TRUE (see (xml, &seen));
  CU_ASSERT_EQUAL (seen.suites, 1);
  CU_ASSERT_EQUAL (seen.cases, 4);
  CU_ASSERT_EQUAL (seen.failures, 1);
  CU_ASSERT_EQUAL (seen.errors, 2);
  CU_ASSERT_EQUAL (seen.skipped, 0);
  CU_ASSERT_EQUAL (seen.stated_tests, seen.cases);
  CU_ASSERT_EQUAL (seen.stated_failures, seen.failures);
  CU_ASSERT_EQUAL (seen.stated_errors, seen.errors);
}

static void
the_documentation_shows_a_failure (void)
{
  g_autoptr (LullJunit) junit = lull_junit_new ();
  g_autofree char *xml = NULL;

  add (junit, lull_report_fixture_init_limit);
  xml = lull_junit_to_xml (junit);
  CU_ASSERT_TRUE (lull_golden_specimen_matches ("docs/output.md", "junit", xml));
}

/* XML 1.0 has no way to write most control characters, not even as references. */
static void
every_string_is_escaped (void)
{
  g_autoptr (LullJunit) junit = lull_junit_new ();
  g_autofree char *xml = NULL;
  g_auto (Seen) seen = { 0 };

  add (junit, lull_report_fixture_init_hostile);
  lull_junit_add_error (junit, LULL_HOSTILE, LULL_HOSTILE);
  xml = lull_junit_to_xml (junit);
  CU_ASSERT_TRUE (see (xml, &seen));
  CU_ASSERT_EQUAL (seen.cases, 2);
  CU_ASSERT_TRUE (lull_report_fixture_is_clean (xml));
  CU_ASSERT_PTR_NULL (strstr (xml, "&#"));
  CU_ASSERT_PTR_NOT_NULL (strstr (seen.last_name, "a\"b\\c<d>&'e"));
}

static void
no_scenario_is_a_document_too (void)
{
  g_autoptr (LullJunit) junit = lull_junit_new ();
  g_autofree char *xml = lull_junit_to_xml (junit);
  g_auto (Seen) seen = { 0 };

  CU_ASSERT_TRUE (see (xml, &seen));
  CU_ASSERT_EQUAL (seen.suites, 1);
  CU_ASSERT_EQUAL (seen.cases, 0);
}

static CU_TestInfo tests[] = {
  { "the document is as expected", the_document_is_as_expected },
  { "the totals are those of the cases", the_totals_are_those_of_the_cases },
  { "the documentation shows a failure", the_documentation_shows_a_failure },
  { "every string is escaped", every_string_is_escaped },
  { "no scenario is a document too", no_scenario_is_a_document_too },
  CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
  { "junit", NULL, NULL, NULL, NULL, tests },
  CU_SUITE_INFO_NULL,
};

int
main (void)
{
  return lull_test_main (suites);
}
