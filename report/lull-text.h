/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Text for a terminal: columns that line up whatever the script, paragraphs that wrap,
 * colour where it is wanted, and no control character from a scenario on its way to the
 * screen.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** No line is longer, unless a single word is. */
#define LULL_TEXT_COLUMNS 78U

/** How a piece of text is dressed, where colour is on. */
typedef enum
{
  LULL_PAINT_PLAIN,
  LULL_PAINT_STRONG,
  LULL_PAINT_GOOD,
  LULL_PAINT_BAD,
  LULL_PAINT_DOUBT,
  LULL_PAINT_CUT,
  LULL_PAINT_FAINT
} LullPaint;

/** @p text with control characters and broken UTF-8 replaced. @return @transfer{full} */
char *lull_text_clean (const char *text);

/** The columns that clean @p text takes on a terminal. */
guint lull_text_width (const char *text);

/** Appends clean @p text in colour, if @p colour. */
void lull_text_append_painted (GString *out,
                               gboolean colour,
                               LullPaint paint,
                               const char *text);

/** Appends @p count spaces. */
void lull_text_append_spaces (GString *out, guint count);

/**
 * Appends clean @p text, wrapped between words. The cursor stands at column @p indent
 * already; further lines are indented by as much. Ends with a newline.
 */
void lull_text_append_wrapped (GString *out, guint indent, const char *text);

/** Appends @p number, its digits in groups of three from 10,000 on. */
void lull_text_append_count (GString *out, guint64 number);

G_END_DECLS
