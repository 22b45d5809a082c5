/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-test.h"
#include "report-fixtures.h"

#include <string.h>

/* What a reader of the page sees. */
typedef struct
{
  guint rows, links, sections, images, wrong, ok, open;
  gboolean has_outside; /* it refers to something beside itself */
  GString *text;        /* all that is written there; (owned) */
} Seen;

static void
see_attribute (Seen *self, const char *name, const char *value)
{
  if (g_str_equal (name, "class"))
    {
      self->wrong += g_str_equal (value, "wrong") ? 1 : 0;
      self->open += g_str_equal (value, "open") ? 1 : 0;
      self->ok += g_str_equal (value, "ok") ? 1 : 0;
    }
  if (g_str_equal (name, "href"))
    self->has_outside = self->has_outside || value[0] != '#';
  if (g_str_equal (name, "src"))
    self->has_outside =
        self->has_outside || !g_str_has_prefix (value, "data:image/svg+xml;base64,");
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
  self->rows += g_str_equal (element, "tr") ? 1 : 0;
  self->links += g_str_equal (element, "a") ? 1 : 0;
  self->sections += g_str_equal (element, "section") ? 1 : 0;
  self->images += g_str_equal (element, "img") ? 1 : 0;
  for (guint i = 0; names[i] != NULL; i++)
    see_attribute (self, names[i], values[i]);
}

static void
see_text (GMarkupParseContext *context,
          const char *text,
          gsize length,
          gpointer user_data,
          GError **error)
{
  Seen *self = user_data;

  (void) context;
  (void) error;
  g_string_append_len (self->text, text, (gssize) length);
}

static void
seen_clear (Seen *self)
{
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Seen, seen_clear)

/* The page is XML as well, so that it can be read by a parser that forgives nothing. */
static gboolean
see (const char *html, Seen *seen)
{
  static const GMarkupParser reader = { .start_element = see_element, .text = see_text };

  seen->text = g_string_new (NULL);
  return lull_report_fixture_read_xml (html, &reader, seen);
}

static void
add (LullPage *page, void (*init) (LullReportFixture *self))
{
  g_auto (LullReportFixture) fixture = { 0 };

  init (&fixture);
  lull_page_add (page, &fixture.report);
}

static char *
write_all (void)
{
  g_autoptr (LullPage) page = lull_page_new ();

  add (page, lull_report_fixture_init_race);
  add (page, lull_report_fixture_init_safe);
  add (page, lull_report_fixture_init_livelock);
  add (page, lull_report_fixture_init_limit);
  lull_page_add_error (page, "scenarios/bad.yaml",
                       "scenarios/bad.yaml:7:12: found 0 for workers");
  return lull_page_to_html (page);
}

static void
every_scenario_has_a_row_and_a_section (void)
{
  g_autofree char *html = write_all ();
  g_auto (Seen) seen = { 0 };

  CU_ASSERT_TRUE (see (html, &seen));
  CU_ASSERT_EQUAL (seen.rows, 1 + 5);
  CU_ASSERT_EQUAL (seen.links, 5);
  CU_ASSERT_EQUAL (seen.sections, 5);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (html, "5 scenarios: 2 as expected, 1 with another verdict, 1 inconclusive, "
                    "1 unreadable."));
}

static void
verdicts_are_told_apart (void)
{
  g_autofree char *html = write_all ();
  g_auto (Seen) seen = { 0 };

  CU_ASSERT_TRUE (see (html, &seen));
  CU_ASSERT_EQUAL (seen.ok, 2 * 2);
  CU_ASSERT_EQUAL (seen.wrong, 2 * 2);
  CU_ASSERT_EQUAL (seen.open, 2);
  CU_ASSERT_PTR_NOT_NULL (strstr (html, "premature, inconsistent cut"));
  CU_ASSERT_PTR_NOT_NULL (strstr (html, "scenarios/bad.yaml:7:12: found 0 for workers"));
}

static void
a_witness_is_drawn_and_explained (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autoptr (LullPage) page = lull_page_new ();
  g_autofree char *html = NULL;
  g_auto (Seen) seen = { 0 };

  lull_report_fixture_init_race (&fixture);
  lull_page_add (page, &fixture.report);
  html = lull_page_to_html (page);
  CU_ASSERT_TRUE (see (html, &seen));
  CU_ASSERT_EQUAL (seen.images, 1);
  CU_ASSERT_FALSE (seen.has_outside);
  for (guint i = 0; i < fixture.story->findings->len; i++)
    CU_ASSERT_PTR_NOT_NULL (
        strstr (seen.text->str, g_ptr_array_index (fixture.story->findings, i)));
}

static void
every_string_is_escaped (void)
{
  g_autoptr (LullPage) page = lull_page_new ();
  g_autofree char *html = NULL;
  g_auto (Seen) seen = { 0 };

  add (page, lull_report_fixture_init_hostile);
  lull_page_add_error (page, LULL_HOSTILE, LULL_HOSTILE);
  html = lull_page_to_html (page);
  CU_ASSERT_TRUE (see (html, &seen));
  CU_ASSERT_EQUAL (seen.sections, 2);
  CU_ASSERT_FALSE (seen.has_outside);
  CU_ASSERT_TRUE (lull_report_fixture_is_clean (html));
}

static void
the_same_reports_give_the_same_bytes (void)
{
  g_autofree char *first = write_all ();
  g_autofree char *second = write_all ();

  CU_ASSERT_STRING_EQUAL (first, second);
}

static CU_TestInfo tests[] = {
  { "every scenario has a row and a section", every_scenario_has_a_row_and_a_section },
  { "verdicts are told apart", verdicts_are_told_apart },
  { "a witness is drawn and explained", a_witness_is_drawn_and_explained },
  { "every string is escaped", every_string_is_escaped },
  { "the same reports give the same bytes", the_same_reports_give_the_same_bytes },
  CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
  { "page", NULL, NULL, NULL, NULL, tests },
  CU_SUITE_INFO_NULL,
};

int
main (void)
{
  return lull_test_main (suites);
}
