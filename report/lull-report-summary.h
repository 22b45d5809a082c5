/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the texts about one scenario and about a sweep have in common. Internal to report/.
 */
#pragma once

#include "lull-text.h"
#include "lull-verdict.h"

G_BEGIN_DECLS

/** The colour of a verdict. */
LullPaint lull_verdict_paint (LullVerdict verdict);

/** Appends a line of a summary: its name, then what there is to say. */
void lull_summary_line (GString *text, gboolean colour, const char *name, const char *value);

G_END_DECLS
