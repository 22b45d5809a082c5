/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-report-claims.h"
#include "lull-xml.h"

struct LullJunit
{
  GString *cases;
  guint tests, failures, errors;
  double seconds;
};

LullJunit *
lull_junit_new (void)
{
  LullJunit *self = g_new0 (LullJunit, 1);

  self->cases = g_string_new (NULL);
  return self;
}

void
lull_junit_free (LullJunit *self)
{
  if (self == NULL)
    return;
  g_string_free (self->cases, TRUE);
  g_free (self);
}

static void
append_seconds (GString *xml, double seconds)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (xml, " time=\"%s\"",
                          g_ascii_formatd (digits, sizeof digits, "%.3f", seconds));
}

/* CI systems group cases by class; a folder of scenarios is one. */
static void
append_identity (GString *xml, const char *path, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (path);

  lull_xml_append_attribute (xml, "classname", folder);
  lull_xml_append_attribute (xml, "name", name);
  lull_xml_append_attribute (xml, "file", path);
}

static void
append_element (GString *xml,
                const char *element,
                const char *type,
                const char *message,
                const char *body)
{
  g_string_append_printf (xml, "      <%s", element);
  lull_xml_append_attribute (xml, "type", type);
  lull_xml_append_attribute (xml, "message", message);
  g_string_append_c (xml, '>');
  lull_xml_append_escaped (xml, body);
  g_string_append_printf (xml, "</%s>\n", element);
}

/* A point of a sweep is told from the others by its name. */
static char *
case_name (const LullReport *report)
{
  g_autofree char *point = lull_report_point_to_string (report);

  return point != NULL ? g_strdup_printf ("%s (%s)", report->scenario, point)
                       : g_strdup (report->scenario);
}

/*
 * An open question is an error and not a skipped test: a skipped test looks like a passed
 * one in most systems, and a check that could not be finished must not.
 */
void
lull_junit_add (LullJunit *self, const LullReport *report)
{
  const LullTextStyle plain = { FALSE, FALSE, FALSE };
  gboolean is_open = report->findings->verdict == LULL_VERDICT_INCONCLUSIVE;
  const char *word = lull_findings_word (report->findings, report->model);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = case_name (report);

  g_return_if_fail (self != NULL && report != NULL);
  lull_report_to_text (report, &plain, text);
  self->tests++;
  self->seconds += report->findings->seconds;
  g_string_append (self->cases, "    <testcase");
  append_identity (self->cases, report->path, name);
  append_seconds (self->cases, report->findings->seconds);
  g_string_append (self->cases, ">\n");
  if (!report->ok)
    {
      self->failures += is_open ? 0 : 1;
      self->errors += is_open ? 1 : 0;
      append_element (self->cases, is_open ? "error" : "failure", word,
                      report->mismatch != NULL ? report->mismatch : word, text->str);
    }
  else
    {
      g_string_append (self->cases, "      <system-out>");
      lull_xml_append_escaped (self->cases, text->str);
      g_string_append (self->cases, "</system-out>\n");
    }
  g_string_append (self->cases, "    </testcase>\n");
}

void
lull_junit_add_error (LullJunit *self, const char *path, const char *message)
{
  g_autofree char *name = g_path_get_basename (path);

  g_return_if_fail (self != NULL && path != NULL && message != NULL);
  self->tests++;
  self->errors++;
  g_string_append (self->cases, "    <testcase");
  append_identity (self->cases, path, name);
  g_string_append (self->cases, ">\n");
  append_element (self->cases, "error", "unreadable", message, message);
  g_string_append (self->cases, "    </testcase>\n");
}

static void
append_totals (const LullJunit *self, GString *xml)
{
  g_string_append_printf (xml, " tests=\"%u\" failures=\"%u\" errors=\"%u\"", self->tests,
                          self->failures, self->errors);
  append_seconds (xml, self->seconds);
  g_string_append (xml, ">\n");
}

char *
lull_junit_to_xml (const LullJunit *self)
{
  GString *xml = g_string_new (
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lull\"");

  append_totals (self, xml);
  g_string_append (xml, "  <testsuite name=\"lull check\"");
  append_totals (self, xml);
  g_string_append (xml, self->cases->str);
  g_string_append (xml, "  </testsuite>\n</testsuites>\n");
  return g_string_free (xml, FALSE);
}
