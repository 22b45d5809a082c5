/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure.h"

#include "lull-figure-draw.h"
#include "lull-file.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>

/* Beyond these nobody could read the figure, and an image would pass what cairo can draw.
 */
#define STEPS_MAX 600U
#define ARROWS_MAX 600U
#define LANES_MAX 64U

#define PNG_SCALE 2.0

G_DEFINE_QUARK (lull_figure_error, lull_figure_error)

typedef enum
{
  FORMAT_SVG,
  FORMAT_PNG,
  FORMAT_PDF
} Format;

static gboolean
find_format (const char *path, Format *format, GError **error)
{
  static const char *const endings[] = { ".svg", ".png", ".pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (path, endings[i]))
      {
        *format = (Format) i;
        return TRUE;
      }
  g_set_error (error, LULL_FIGURE_ERROR, LULL_FIGURE_ERROR_FORMAT,
               "%s: found no known ending, expected .svg, .png or .pdf", path);
  return FALSE;
}

static gboolean
check_size (const LullStory *story, GError **error)
{
  const struct
  {
    guint count, max;
    const char *what;
  } sizes[] = { { story->steps->len, STEPS_MAX, "steps" },
                { story->arrows->len, ARROWS_MAX, "messages" },
                { story->lanes->len, LANES_MAX, "lanes" } };

  if (story->lanes->len == 0)
    {
      g_set_error (error, LULL_FIGURE_ERROR, LULL_FIGURE_ERROR_EMPTY,
                   "nothing to draw: the story has no lanes");
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (sizes[i].count > sizes[i].max)
      {
        g_set_error (error, LULL_FIGURE_ERROR, LULL_FIGURE_ERROR_EMPTY,
                     "too much to draw: found %u %s, expected at most %u", sizes[i].count,
                     sizes[i].what, sizes[i].max);
        return FALSE;
      }
  return TRUE;
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
surface_new (const LullFigurePlan *plan, Format format, GByteArray *bytes)
{
  cairo_surface_t *surface;

  switch (format)
    {
    case FORMAT_SVG:
      return cairo_svg_surface_create_for_stream (append_bytes, bytes, plan->width,
                                                  plan->height);
    case FORMAT_PDF:
      surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, plan->width,
                                                     plan->height);
      /* The same story gives the same bytes, whatever the day. */
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                      "2000-01-01T00:00:00Z");
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE,
                                      plan->story->title);
      return surface;
    case FORMAT_PNG:
      surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                            (int) ceil (plan->width * PNG_SCALE),
                                            (int) ceil (plan->height * PNG_SCALE));
      cairo_surface_set_device_scale (surface, PNG_SCALE, PNG_SCALE);
      return surface;
    default:
      g_assert_not_reached ();
    }
}

/*
 * cairo numbers its groups through the whole life of the program; within one figure the
 * name is not referred to, so any will do. The words of the figure are outlines: title
 * and description carry them for those who listen to it.
 */
static GByteArray *
finish_svg (const GByteArray *bytes, const LullStory *story)
{
  g_autofree char *title = g_utf8_make_valid (story->title, -1);
  g_autofree char *caption = g_utf8_make_valid (story->caption, -1);
  g_autofree char *head =
      g_markup_printf_escaped ("<title>%s</title>\n<desc>%s</desc>\n", title, caption);
  g_autofree char *text = g_strndup ((const char *) bytes->data, bytes->len);
  g_autoptr (GRegex) group = g_regex_new ("id=\"surface[0-9]+\"", 0, 0, NULL);
  g_autofree char *named =
      g_regex_replace_literal (group, text, -1, 0, "id=\"figure\"", 0, NULL);
  const char *body = strstr (named, "<defs>");
  GByteArray *finished = g_byte_array_new ();

  g_assert (body != NULL);
  append_bytes (finished, (const guint8 *) named, (guint) (body - named));
  append_bytes (finished, (const guint8 *) head, (guint) strlen (head));
  append_bytes (finished, (const guint8 *) body, (guint) strlen (body));
  return finished;
}

static GByteArray *
render (const LullFigurePlan *plan, LullFigureText *text, Format format, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = surface_new (plan, format, bytes);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  lull_figure_draw (plan, text, cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (format == FORMAT_PNG && status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, LULL_FIGURE_ERROR, LULL_FIGURE_ERROR_WRITE,
                   "the figure cannot be drawn: %s", cairo_status_to_string (status));
      return NULL;
    }
  if (format == FORMAT_SVG)
    return finish_svg (bytes, plan->story);
  return g_steal_pointer (&bytes);
}

static GByteArray *
draw (const LullStory *story, Format format, GError **error)
{
  g_autoptr (LullFigureText) text = NULL;
  g_autoptr (LullFigurePlan) plan = NULL;

  if (!check_size (story, error))
    return NULL;
  text = lull_figure_text_new ();
  plan = lull_figure_plan_new (story, text);
  return render (plan, text, format, error);
}

GByteArray *
lull_figure_to_svg (const LullStory *story, GError **error)
{
  g_return_val_if_fail (story != NULL, NULL);
  return draw (story, FORMAT_SVG, error);
}

gboolean
lull_figure_write (const LullStory *story, const char *path, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;
  const char *problem;
  Format format;

  g_return_val_if_fail (story != NULL && path != NULL, FALSE);
  if (!find_format (path, &format, error))
    return FALSE;
  bytes = draw (story, format, error);
  if (bytes == NULL)
    return FALSE;
  problem = lull_file_write (path, bytes->data, bytes->len);
  if (problem != NULL)
    g_set_error (error, LULL_FIGURE_ERROR, LULL_FIGURE_ERROR_WRITE,
                 "%s: cannot be written: %s", path, problem);
  return problem == NULL;
}
