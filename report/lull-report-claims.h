/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a verdict claims beyond its own word. Internal to report/; shared by the sinks, so
 * that none claims more than another.
 */
#pragma once

#include "lull-report.h"

G_BEGIN_DECLS

/**
 * What the check has ruled out, most serious first, as words for verdicts.
 * Empty where not every state within scope was seen. Where states may
 * have been missed (LullFindings.omission), so may what is ruled out.
 *
 * @return @transfer{full} of char *
 */
GPtrArray *lull_report_list_ruled_out (const LullReport *self);

/** Whether every state was seen and all that is left open is livelock: cycles are looked
 * for among states that are stored whole. */
gboolean lull_report_is_livelock_open (const LullReport *self);

/** How the contract was broken, a sentence; NULL if it was not. */
const char *lull_report_breach (const LullReport *self);

/** The reductions that were used, as words. @return @transfer{full} of char * */
GPtrArray *lull_report_list_reductions (const LullReport *self);

/** Appends "runtime.threads 1", or `calls "nested, awaited"` where a comma would mislead. */
void lull_report_append_setting (GString *text, const char *key, const char *value);

/** "workers 2, runtime.threads 1"; NULL for what is no point of a sweep. @return @transfer{full} */
char *lull_report_point_to_string (const LullReport *self);

G_END_DECLS
