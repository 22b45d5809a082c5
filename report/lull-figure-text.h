/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The writing in a figure: measured before anything is drawn, so that labels can be
 * placed, and shown with the very layouts that were measured.
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/** What a piece of writing is for; decides its size and weight. */
typedef enum
{
  LULL_TEXT_LANE,   /**< the name of a lane */
  LULL_TEXT_VALUE,  /**< a value at the cut, a premature announcement */
  LULL_TEXT_LABEL,  /**< a message, another mark */
  LULL_TEXT_SMALL,  /**< what runs, a snapshot outside of the cut */
  LULL_TEXT_AXIS,   /**< a number below the lanes */
  LULL_TEXT_LEGEND, /**< a word of the legend */
  LULL_TEXT_CAPTION /**< the paragraph below */
} LullTextRole;

#define LULL_TEXT_ROLES ((guint) LULL_TEXT_CAPTION + 1)

typedef struct LullFigureText LullFigureText;

/** Finds the fonts. @return @transfer{full} */
LullFigureText *lull_figure_text_new (void);

/** Frees @p self; NULL is allowed. */
void lull_figure_text_free (LullFigureText *self);

/** The size of @p text on one line, shortened with an ellipsis where it is too long for
 * its role. */
void lull_figure_text_measure (LullFigureText *self,
                               LullTextRole role,
                               const char *text,
                               double *width,
                               double *height);

/** Shows @p text with its upper left corner at x, y, in the colour that is set. */
void lull_figure_text_show (LullFigureText *self,
                            LullTextRole role,
                            const char *text,
                            cairo_t *cr,
                            double x,
                            double y);

/** Paper around the letters of @p text, so that lines behind it do not touch them. */
void lull_figure_text_halo (LullFigureText *self,
                            LullTextRole role,
                            const char *text,
                            cairo_t *cr,
                            double x,
                            double y);

/** The height of the caption, its heading in bold, wrapped to @p width. */
double lull_figure_text_measure_caption (LullFigureText *self,
                                         const char *heading,
                                         const char *body,
                                         double width);

/** Shows the caption as it was measured. */
void lull_figure_text_show_caption (LullFigureText *self,
                                    const char *heading,
                                    const char *body,
                                    double width,
                                    cairo_t *cr,
                                    double x,
                                    double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullFigureText, lull_figure_text_free)

G_END_DECLS
