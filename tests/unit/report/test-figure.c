/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure.h"
#include "lull-test.h"
#include "story-fixtures.h"

#include <glib/gstdio.h>
#include <string.h>

static const char *const endings[] = { ".svg", ".png", ".pdf" };

typedef struct
{
  char *folder;
  char *path;
} Place;

static void
place_init (Place *self, const char *ending)
{
  self->folder = g_dir_make_tmp ("lull-figure-XXXXXX", NULL);
  g_assert (self->folder != NULL);
  self->path = g_strconcat (self->folder, "/figure", ending, NULL);
}

static void
place_clear (Place *self)
{
  g_remove (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

/* The bytes of the figure of @p story. */
static GBytes *
draw (const LullStory *story, const char *ending)
{
  g_auto (Place) place = { NULL, NULL };
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;
  gsize length = 0;

  place_init (&place, ending);
  CU_ASSERT_TRUE (lull_figure_write (story, place.path, &error));
  if (error != NULL)
    g_print ("%s\n", error->message);
  CU_ASSERT_TRUE (g_file_get_contents (place.path, &bytes, &length, NULL));
  return g_bytes_new_take (bytes, length);
}

static void
the_same_story_gives_the_same_bytes (void)
{
  for (const LullStoryFixture *fixture = lull_story_fixtures; fixture->name != NULL;
       fixture++)
    for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
      {
        g_autoptr (LullStory) story = fixture->make ();
        g_autoptr (LullStory) again = fixture->make ();
        g_autoptr (GBytes) first = draw (story, endings[i]);
        g_autoptr (GBytes) second = draw (again, endings[i]);

        CU_ASSERT_TRUE (g_bytes_equal (first, second));
      }
}

static void
other_figures_in_between_change_nothing (void)
{
  g_autoptr (LullStory) race = lull_fixture_race ();
  g_autoptr (LullStory) clocked = lull_fixture_clocked ();

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autoptr (GBytes) before = draw (race, endings[i]);
      g_autoptr (GBytes) between = draw (clocked, endings[i]);
      g_autoptr (GBytes) after = draw (race, endings[i]);

      CU_ASSERT_TRUE (g_bytes_equal (before, after));
      CU_ASSERT_FALSE (g_bytes_equal (before, between));
    }
}

static void
the_ending_decides_the_format (void)
{
  static const char *const starts[] = { "<?xml", "\x89PNG\r\n", "%PDF-" };
  g_autoptr (LullStory) story = lull_fixture_race ();

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autoptr (GBytes) bytes = draw (story, endings[i]);
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);

      CU_ASSERT (length > 1000);
      CU_ASSERT_EQUAL (strncmp (data, starts[i], strlen (starts[i])), 0);
    }
}

static guint
read_number (const guint8 *bytes)
{
  return (guint) bytes[0] << 24 | (guint) bytes[1] << 16 | (guint) bytes[2] << 8 |
         bytes[3];
}

/* Width and height of the picture stand in the PNG's first chunk. */
static void
a_png_has_two_dots_for_a_point (void)
{
  g_autoptr (LullStory) story = lull_fixture_race ();
  g_autoptr (GBytes) png = draw (story, ".png");
  g_autoptr (GBytes) svg = draw (story, ".svg");
  const guint8 *data = g_bytes_get_data (png, NULL);
  const char *width = strstr (g_bytes_get_data (svg, NULL), "width=\"");

  CU_ASSERT_PTR_NOT_NULL (width);
  if (width == NULL)
    return;
  CU_ASSERT (ABS ((double) read_number (data + 16) -
                  2.0 * g_ascii_strtod (width + strlen ("width=\""), NULL)) <= 1.0);
}

static GMarkupParser any_markup;

static gboolean
is_markup (GBytes *bytes)
{
  g_autoptr (GMarkupParseContext) parser =
      g_markup_parse_context_new (&any_markup, 0, NULL, NULL);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return g_markup_parse_context_parse (parser, data, (gssize) length, NULL) &&
         g_markup_parse_context_end_parse (parser, NULL);
}

static void
an_svg_says_in_words_what_it_shows (void)
{
  g_autoptr (LullStory) story = lull_fixture_race ();
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  g_autofree char *text = NULL;

  g_free (story->title);
  story->title = g_strdup ("a < b & \"c\"");
  bytes = draw (story, ".svg");
  text = g_strndup (g_bytes_get_data (bytes, &length), g_bytes_get_size (bytes));
  CU_ASSERT_TRUE (is_markup (bytes));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "<title>a &lt; b &amp; &quot;c&quot;</title>"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "<desc>A and B each contribute 0"));
}

static void
assert_refused (const LullStory *story,
                const char *path,
                LullFigureError code,
                const char *part)
{
  g_autoptr (GError) error = NULL;

  CU_ASSERT_FALSE (lull_figure_write (story, path, &error));
  CU_ASSERT_TRUE (g_error_matches (error, LULL_FIGURE_ERROR, (gint) code));
  CU_ASSERT_PTR_NOT_NULL (error == NULL ? NULL : strstr (error->message, part));
}

static void
what_cannot_be_drawn_is_refused_with_the_reason (void)
{
  g_autoptr (LullStory) race = lull_fixture_race ();
  g_autoptr (LullStory) empty = lull_story_new ("nothing");
  g_autoptr (LullStory) endless = lull_story_new ("everything");

  lull_story_add_lane (endless, "A");
  for (guint i = 0; i < 5000; i++)
    lull_story_add_step (endless, 0, i, g_strdup ("thinks"));
  assert_refused (race, "figure.gif", LULL_FIGURE_ERROR_FORMAT,
                  "expected .svg, .png or .pdf");
  assert_refused (race, "figure", LULL_FIGURE_ERROR_FORMAT,
                  "figure: found no known ending");
  assert_refused (race, "/nowhere/at/all/figure.svg", LULL_FIGURE_ERROR_WRITE,
                  "/nowhere/at/all");
  assert_refused (empty, "figure.svg", LULL_FIGURE_ERROR_EMPTY, "no lanes");
  assert_refused (endless, "figure.svg", LULL_FIGURE_ERROR_EMPTY, "found 5000 steps");
}

static void
lanes_alone_are_a_figure (void)
{
  g_autoptr (LullStory) story = lull_story_new ("quiet");
  g_autoptr (GBytes) bytes = NULL;

  lull_story_add_lane (story, "A");
  lull_story_add_lane (story, "");
  bytes = draw (story, ".svg");
  CU_ASSERT_TRUE (is_markup (bytes));
}

static CU_TestInfo tests[] = {
  { "the same story gives the same bytes", the_same_story_gives_the_same_bytes },
  { "other figures in between change nothing", other_figures_in_between_change_nothing },
  { "the ending decides the format", the_ending_decides_the_format },
  { "a PNG has two dots for a point", a_png_has_two_dots_for_a_point },
  { "an SVG says in words what it shows", an_svg_says_in_words_what_it_shows },
  { "what cannot be drawn is refused with the reason",
    what_cannot_be_drawn_is_refused_with_the_reason },
  { "lanes alone are a figure", lanes_alone_are_a_figure },
  CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
  { "figure", NULL, NULL, NULL, NULL, tests },
  CU_SUITE_INFO_NULL,
};

int
main (void)
{
  return lull_test_main (suites);
}
