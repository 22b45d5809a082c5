/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A sweep as one table: the verdict at each of its points, where it is not the expected one, and what all
 * of it covers.
 */
#pragma once

#include "lull-report.h"

G_BEGIN_DECLS

/** A key that was gone over; all fields are borrowed. */
typedef struct
{
  const char *key;
  const char *const *values; /**< in the order of the points */
  guint value_count;
} LullReportAxis;

typedef struct LullReportSweep LullReportSweep;

/**
 * A table without points.
 *
 * @param path  the scenario file
 * @param axes  as many as @p axis_count, of which the last changes with every point; they, and the path,
 *              live as long as the table
 *
 * @return @transfer{full}
 */
LullReportSweep *lull_report_sweep_new (const char *path, const LullReportAxis *axes,
                                        guint axis_count);

/** Frees @p self; NULL is allowed. */
void lull_report_sweep_free (LullReportSweep *self);

/** Adds the next point. */
void lull_report_sweep_add (LullReportSweep *self, const LullReport *report);

/** Adds the next point, which was not looked at. */
void lull_report_sweep_add_unchecked (LullReportSweep *self);

/**
 * The point whose witness says most: the first with another verdict than expected, else the first that has
 * one; -1 if none has.
 */
gint lull_report_sweep_find_witness (const LullReportSweep *self);

/**
 * Appends the verdict line and, unless the style is quiet, summary and table.
 *
 * @param states   the number of states behind each verdict
 * @param command  what shows the witness of lull_report_sweep_find_witness(), or NULL
 */
void lull_report_sweep_to_text (const LullReportSweep *self, const LullTextStyle *style,
                                gboolean states, const char *command, GString *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullReportSweep, lull_report_sweep_free)

G_END_DECLS
