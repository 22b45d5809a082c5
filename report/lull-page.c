/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure.h"
#include "lull-report-claims.h"
#include "lull-xml.h"

/* Figures are images of their own within the page: the names that cairo gives to glyphs
 * are the same in each. */
struct LullPage
{
  GString *rows;     /* of the table */
  GString *sections; /* one for each row */
  guint count, wrong, open, unreadable;
};

static const char head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<title>lull: verdicts</title>\n"
    "<style>\n"
    "body { font: 16px/1.5 system-ui, sans-serif; color: #1a1c20; background: #fff; "
    "max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "th, td { text-align: left; padding: .3rem .8rem .3rem 0; "
    "border-bottom: 1px solid #dde; vertical-align: top; }\n"
    "td.figure { text-align: right; font-variant-numeric: tabular-nums; }\n"
    "section { margin-top: 3rem; }\n"
    "img { max-width: 100%; height: auto; }\n"
    "pre { overflow-x: auto; background: #f5f6f9; padding: 1rem; font-size: 13px; }\n"
    ".ok { color: #1a6b35; } .wrong { color: #b01c1c; font-weight: 600; } "
    ".open { color: #8a5a00; font-weight: 600; }\n"
    ".path { color: #667; font-size: .9em; }\n"
    "</style>\n"
    "</head>\n"
    "<body>\n";

LullPage *
lull_page_new (void)
{
  LullPage *self = g_new0 (LullPage, 1);

  self->rows = g_string_new (NULL);
  self->sections = g_string_new (NULL);
  return self;
}

void
lull_page_free (LullPage *self)
{
  if (self == NULL)
    return;
  g_string_free (self->rows, TRUE);
  g_string_free (self->sections, TRUE);
  g_free (self);
}

static void
append_element (GString *html,
                const char *element,
                const char *class_name,
                const char *text)
{
  g_string_append_printf (html, "<%s", element);
  if (class_name != NULL)
    lull_xml_append_attribute (html, "class", class_name);
  g_string_append_c (html, '>');
  lull_xml_append_escaped (html, text);
  g_string_append_printf (html, "</%s>", element);
}

/* How a report ended, as a class of the style above. */
static const char *
outcome (const LullReport *report)
{
  if (report->ok)
    return "ok";
  return report->findings->verdict == LULL_VERDICT_INCONCLUSIVE ? "open" : "wrong";
}

static char *
verdict_text (const LullReport *report)
{
  const char *word = lull_findings_word (report->findings, report->model);
  LullCutKind cut = report->story != NULL ? report->story->cut : LULL_CUT_NONE;

  if (report->findings->verdict != LULL_VERDICT_VIOLATED || cut == LULL_CUT_NONE)
    return g_strdup (word);
  return g_strdup_printf ("%s, %s cut", word,
                          cut == LULL_CUT_INCONSISTENT ? "inconsistent" : "consistent");
}

static char *
scenario_text (const LullReport *report)
{
  g_autofree char *point = lull_report_point_to_string (report);

  return point != NULL ? g_strdup_printf ("%s (%s)", report->scenario, point)
                       : g_strdup (report->scenario);
}

/* The row's first cells; each row leads to the section of its number. */
static void
begin_row (LullPage *self, const char *scenario)
{
  g_string_append_printf (self->rows, "<tr><td class=\"figure\">%u</td>", ++self->count);
  g_string_append_printf (self->rows, "<td><a href=\"#scenario-%u\">", self->count);
  lull_xml_append_escaped (self->rows, scenario);
  g_string_append (self->rows, "</a></td>");
}

static void
begin_section (LullPage *self, const char *scenario, const char *path)
{
  g_string_append_printf (self->sections, "<section id=\"scenario-%u\">\n", self->count);
  append_element (self->sections, "h2", NULL, scenario);
  g_string_append_c (self->sections, '\n');
  append_element (self->sections, "p", "path", path);
  g_string_append_c (self->sections, '\n');
}

static void
append_row (LullPage *self, const LullReport *report, const char *scenario)
{
  g_autofree char *verdict = verdict_text (report);

  begin_row (self, scenario);
  append_element (self->rows, "td", NULL, report->protocol);
  append_element (self->rows, "td", outcome (report), verdict);
  append_element (self->rows, "td", NULL, report->expected);
  g_string_append_printf (self->rows, "<td class=\"figure\">%" G_GUINT64_FORMAT "</td>",
                          report->findings->states);
  g_string_append (self->rows, "</tr>\n");
}

/* A run that is too long to draw is told below all the same. */
static void
append_figure (GString *html, const LullStory *story)
{
  g_autoptr (GByteArray) svg = lull_figure_to_svg (story, NULL);
  g_autofree char *base64 = NULL;

  if (svg == NULL)
    return;
  base64 = g_base64_encode (svg->data, svg->len);
  g_string_append_printf (html, "<p><img src=\"data:image/svg+xml;base64,%s\"", base64);
  lull_xml_append_attribute (html, "alt", story->caption);
  g_string_append (html, "/></p>\n");
}

static void
append_story (GString *html, const LullStory *story)
{
  append_figure (html, story);
  for (guint i = 0; i < story->findings->len; i++)
    {
      append_element (html, "p", NULL, g_ptr_array_index (story->findings, i));
      g_string_append_c (html, '\n');
    }
}

/* What the terminal shows. */
static void
append_text (GString *html, const LullReport *report)
{
  const LullTextStyle plain = { FALSE, FALSE, FALSE };
  g_autoptr (GString) text = g_string_new (NULL);

  lull_report_to_text (report, &plain, text);
  g_string_append (html,
                   "<details><summary>The check and the run, step by step</summary>");
  append_element (html, "pre", NULL, text->str);
  g_string_append (html, "</details>\n");
}

void
lull_page_add (LullPage *self, const LullReport *report)
{
  g_autofree char *scenario = scenario_text (report);
  g_autofree char *verdict = verdict_text (report);

  g_return_if_fail (self != NULL && report != NULL);
  self->open += !report->ok && report->findings->verdict == LULL_VERDICT_INCONCLUSIVE;
  self->wrong += !report->ok && report->findings->verdict != LULL_VERDICT_INCONCLUSIVE;
  append_row (self, report, scenario);
  begin_section (self, scenario, report->path);
  append_element (self->sections, "p", outcome (report),
                  report->mismatch != NULL ? report->mismatch : verdict);
  g_string_append_c (self->sections, '\n');
  if (report->story != NULL)
    append_story (self->sections, report->story);
  if (report->breach != NULL)
    append_story (self->sections, report->breach);
  append_text (self->sections, report);
  g_string_append (self->sections, "</section>\n");
}

void
lull_page_add_error (LullPage *self, const char *path, const char *message)
{
  g_return_if_fail (self != NULL && path != NULL && message != NULL);
  self->unreadable++;
  begin_row (self, path);
  g_string_append (self->rows, "<td></td>");
  append_element (self->rows, "td", "wrong", "unreadable");
  g_string_append (self->rows, "<td></td><td></td></tr>\n");
  begin_section (self, path, path);
  append_element (self->sections, "p", "wrong", message);
  g_string_append (self->sections, "\n</section>\n");
}

char *
lull_page_to_html (const LullPage *self)
{
  GString *html = g_string_new (head);

  g_return_val_if_fail (self != NULL, NULL);
  g_string_append_printf (
      html,
      "<h1>Verdicts</h1>\n"
      "<p>%u %s: %u as expected, %u with another verdict, %u inconclusive, %u "
      "unreadable.</p>\n",
      self->count, self->count == 1 ? "scenario" : "scenarios",
      self->count - self->wrong - self->open - self->unreadable, self->wrong, self->open,
      self->unreadable);
  g_string_append (html, "<table>\n<tr><th></th><th>scenario</th><th>protocol</th>"
                         "<th>verdict</th><th>expected</th><th>states</th></tr>\n");
  g_string_append (html, self->rows->str);
  g_string_append (html, "</table>\n");
  g_string_append (html, self->sections->str);
  g_string_append (html, "</body>\n</html>\n");
  return g_string_free (html, FALSE);
}
