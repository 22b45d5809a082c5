/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-figure-text.h"

#include <pango/pangocairo.h>
#include <string.h>

/* The first family that is installed; the last one stands for whatever there is. */
#define FAMILIES "Source Sans Pro, Source Sans 3, DejaVu Sans, sans"

typedef struct
{
  double size; /* in points, at the figure's natural size */
  PangoWeight weight;
  double width_max; /* longer writing is shortened; 0: it wraps instead */
  PangoEllipsizeMode ellipsis;
} RoleStyle;

static const RoleStyle role_styles[LULL_TEXT_ROLES] = {
  [LULL_TEXT_LANE] = { 11.5, PANGO_WEIGHT_BOLD, 110.0, PANGO_ELLIPSIZE_MIDDLE },
  [LULL_TEXT_VALUE] = { 10.0, PANGO_WEIGHT_BOLD, 190.0, PANGO_ELLIPSIZE_END },
  [LULL_TEXT_LABEL] = { 10.0, PANGO_WEIGHT_NORMAL, 150.0, PANGO_ELLIPSIZE_END },
  [LULL_TEXT_SMALL] = { 8.5, PANGO_WEIGHT_NORMAL, 130.0, PANGO_ELLIPSIZE_END },
  [LULL_TEXT_AXIS] = { 8.0, PANGO_WEIGHT_NORMAL, 60.0, PANGO_ELLIPSIZE_END },
  [LULL_TEXT_LEGEND] = { 9.0, PANGO_WEIGHT_NORMAL, 240.0, PANGO_ELLIPSIZE_END },
  [LULL_TEXT_CAPTION] = { 10.0, PANGO_WEIGHT_NORMAL, 0.0, PANGO_ELLIPSIZE_NONE },
};

struct LullFigureText
{
  PangoFontMap *fonts;
  PangoContext *context;
  PangoLayout *layouts[LULL_TEXT_ROLES];
};

/* Shapes and distances that depend on the page alone, not on the resolution it is drawn
 * at. */
static void
set_font_options (PangoContext *context)
{
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  cairo_font_options_destroy (options);
  pango_context_set_round_glyph_positions (context, FALSE);
}

static PangoLayout *
layout_new (PangoContext *context, const RoleStyle *style)
{
  PangoLayout *layout = pango_layout_new (context);
  PangoFontDescription *font = pango_font_description_from_string (FAMILIES);

  pango_font_description_set_weight (font, style->weight);
  pango_font_description_set_size (font, (gint) (style->size * PANGO_SCALE));
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  if (style->width_max > 0.0)
    {
      pango_layout_set_single_paragraph_mode (layout, TRUE);
      pango_layout_set_width (layout, (gint) (style->width_max * PANGO_SCALE));
      pango_layout_set_height (layout, -1);
      pango_layout_set_ellipsize (layout, style->ellipsis);
    }
  else
    {
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_line_spacing (layout, 1.15F);
    }
  return layout;
}

LullFigureText *
lull_figure_text_new (void)
{
  LullFigureText *self = g_new0 (LullFigureText, 1);

  self->fonts = pango_cairo_font_map_new ();
  /* One point is one unit of the page. */
  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (self->fonts), 72.0);
  self->context = pango_font_map_create_context (self->fonts);
  /* Neither the language of the user nor the direction of their script may move a label.
   */
  pango_context_set_language (self->context, pango_language_from_string ("en"));
  pango_context_set_base_dir (self->context, PANGO_DIRECTION_LTR);
  set_font_options (self->context);
  for (guint role = 0; role < LULL_TEXT_ROLES; role++)
    self->layouts[role] = layout_new (self->context, &role_styles[role]);
  return self;
}

void
lull_figure_text_free (LullFigureText *self)
{
  if (self == NULL)
    return;
  for (guint role = 0; role < LULL_TEXT_ROLES; role++)
    g_object_unref (self->layouts[role]);
  g_object_unref (self->context);
  g_object_unref (self->fonts);
  g_free (self);
}

static PangoLayout *
set_text (LullFigureText *self, LullTextRole role, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  PangoLayout *layout = self->layouts[role];

  pango_layout_set_text (layout, valid, -1);
  return layout;
}

void
lull_figure_text_measure (LullFigureText *self,
                          LullTextRole role,
                          const char *text,
                          double *width,
                          double *height)
{
  PangoRectangle logical;

  pango_layout_get_extents (set_text (self, role, text), NULL, &logical);
  *width = (double) logical.width / PANGO_SCALE;
  *height = (double) logical.height / PANGO_SCALE;
}

void
lull_figure_text_show (LullFigureText *self,
                       LullTextRole role,
                       const char *text,
                       cairo_t *cr,
                       double x,
                       double y)
{
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, set_text (self, role, text));
}

void
lull_figure_text_halo (LullFigureText *self,
                       LullTextRole role,
                       const char *text,
                       cairo_t *cr,
                       double x,
                       double y)
{
  cairo_new_path (cr);
  cairo_move_to (cr, x, y);
  pango_cairo_layout_path (cr, set_text (self, role, text));
  cairo_set_source_rgb (cr, 1.0, 1.0, 1.0);
  cairo_set_line_width (cr, 3.0);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
}

/* "Heading. Body": a run-in heading, as captions of figures have it. */
static PangoLayout *
set_caption (LullFigureText *self, const char *heading, const char *body, double width)
{
  g_autofree char *text = g_strdup_printf ("%s. %s", heading, body);
  PangoLayout *layout = set_text (self, LULL_TEXT_CAPTION, text);
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  g_autofree char *valid = g_utf8_make_valid (heading, -1);

  bold->end_index = (guint) strlen (valid) + 1;
  pango_attr_list_insert (attributes, bold);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_width (layout, (gint) (width * PANGO_SCALE));
  return layout;
}

double
lull_figure_text_measure_caption (LullFigureText *self,
                                  const char *heading,
                                  const char *body,
                                  double width)
{
  PangoRectangle logical;

  pango_layout_get_extents (set_caption (self, heading, body, width), NULL, &logical);
  return (double) logical.height / PANGO_SCALE;
}

void
lull_figure_text_show_caption (LullFigureText *self,
                               const char *heading,
                               const char *body,
                               double width,
                               cairo_t *cr,
                               double x,
                               double y)
{
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, set_caption (self, heading, body, width));
}
