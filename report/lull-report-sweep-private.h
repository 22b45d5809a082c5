/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What is kept of the points of a sweep. Internal to report/.
 */
#pragma once

#include "lull-report-claims.h"
#include "lull-report-sweep.h"
#include "lull-report-summary.h"

G_BEGIN_DECLS

/** How a point stands to what is expected of it. */
typedef enum
{
  LULL_SWEEP_EXPECTED,
  LULL_SWEEP_OTHER,
  LULL_SWEEP_OPEN,
  LULL_SWEEP_UNCHECKED
} LullSweepStanding;

/** A point. */
typedef struct
{
  char *word;     /**< its verdict; (owned) */
  char *mismatch; /**< or NULL; (owned) */
  LullVerdict verdict;
  LullSweepStanding standing;
  guint64 states;
  gboolean exhaustive;
  gboolean witness; /**< whether there is one */
} LullSweepCell;

struct LullReportSweep
{
  const char *path;
  const LullReportAxis *axes;
  guint axis_count;
  GArray *cells;        /**< of ::LullSweepCell; (owned) */
  char *scenario;       /**< or NULL: nothing was looked at; (owned) */
  char *protocol;       /**< what all points have in common, perhaps ""; (owned) */
  GPtrArray *ruled_out; /**< at every safe point; NULL where there is none; (owned) */
  char *left_out;       /**< of the first point that leaves something out, or NULL; (owned) */
  double omission;      /**< the highest of all */
};

/** The value that an axis has at @p point. */
const char *lull_sweep_value (const LullReportSweep *self, guint axis, guint point);

/** The cell of @p point. */
const LullSweepCell *lull_sweep_cell (const LullReportSweep *self, guint point);

/** Appends the table of verdicts. */
void lull_sweep_table_to_text (const LullReportSweep *self, gboolean colour, gboolean states,
                               GString *text);

G_END_DECLS
