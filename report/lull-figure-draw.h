/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Draws a planned figure.
 */
#pragma once

#include "lull-figure-plan.h"

G_BEGIN_DECLS

/** Draws @p plan, whose page begins at the origin of @p cr; @p text is the one it was
 * planned with. */
void lull_figure_draw (const LullFigurePlan *plan, LullFigureText *text, cairo_t *cr);

G_END_DECLS
