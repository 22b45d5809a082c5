/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A story as a space-time figure (Lamport 1978; cuts as in Mattern 1989): one line a
 * lane, messages as arrows, handlers as bars, snapshots as points joined into the cut.
 */
#pragma once

#include "lull-story.h"

G_BEGIN_DECLS

#define LULL_FIGURE_ERROR (lull_figure_error_quark ())
GQuark lull_figure_error_quark (void);

/** Why a figure could not be made. */
typedef enum
{
  LULL_FIGURE_ERROR_FORMAT, /**< the ending of the path is none of .svg, .png, .pdf */
  LULL_FIGURE_ERROR_WRITE,  /**< the file cannot be written */
  LULL_FIGURE_ERROR_EMPTY   /**< the story has no lanes, or too many steps to draw */
} LullFigureError;

/**
 * Draws @p story to @p path; the ending decides the format. The same story gives the same
 * bytes.
 */
gboolean lull_figure_write (const LullStory *story, const char *path, GError **error);

/** The same as the bytes of an SVG document. @return @transfer{full}, or NULL */
GByteArray *lull_figure_to_svg (const LullStory *story, GError **error);

G_END_DECLS
