/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * From a sweep, as the scenario file gives it, to its report.
 */
#pragma once

#include "lull-report-sweep.h"
#include "lull-scenario-options.h"
#include "lull-sweep.h"

G_BEGIN_DECLS

/** The report of a sweep, and what it borrows; a value, cleared by
 * lull_sweep_table_clear(). */
typedef struct
{
  const LullSweep *sweep; /**< lives as long as this */
  LullReportAxis *axes;   /**< (owned) */
  guint axis_count;
  LullReportSweep *report; /**< its points are added one by one; (owned) */
} LullSweepTable;

/** Starts the report of @p sweep, which was read from @p path. */
void
lull_sweep_table_init (LullSweepTable *self, const LullSweep *sweep, const char *path);

/** Frees what @p self owns. */
void lull_sweep_table_clear (LullSweepTable *self);

/** The keys and values of @p point. @return @transfer{full} of ::LullReportSetting,
 * borrowed from the sweep */
GArray *lull_sweep_settings (const LullSweep *sweep, guint point);

/**
 * The command that explains the witness of lull_report_sweep_find_witness().
 *
 * @return @transfer{full}, or NULL if there is none
 */
char *lull_sweep_table_command (const LullSweepTable *self,
                                const char *path,
                                const LullScenarioOptions *options);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullSweepTable, lull_sweep_table_clear)

G_END_DECLS
