/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Columns of text that line up. Internal to report/.
 */
#pragma once

#include "lull-text.h"

G_BEGIN_DECLS

typedef struct LullGrid LullGrid;

/** @param columns  their number. @return @transfer{full} */
LullGrid *lull_grid_new (guint columns);

/** Frees @p self; NULL is allowed. */
void lull_grid_free (LullGrid *self);

/** Adds the next cell, row by row; NULL is an empty one. */
void lull_grid_add (LullGrid *self, const char *text, LullPaint paint);

/** Adds the next cell, whose text may reach over those behind it, which are empty. */
void lull_grid_add_heading (LullGrid *self, const char *text, LullPaint paint);

/** The columns of a terminal that it takes. */
guint lull_grid_width (const LullGrid *self);

/** Appends the rows, each indented by @p indent. */
void lull_grid_to_text (const LullGrid *self, guint indent, gboolean colour, GString *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullGrid, lull_grid_free)

G_END_DECLS
