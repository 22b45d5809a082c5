/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * When to give up, and when to say how far one has come. The only place of this layer
 * that looks at a clock.
 */
#pragma once

#include "lull-checker.h"

G_BEGIN_DECLS

/** A search's view of its options. */
typedef struct
{
  const LullCheckOptions *options;
  gint64 start_microseconds;
  gint64 report_microseconds; /**< when progress is due */
} LullLimits;

/** Starts the clock. @param options  outlive @p self */
void lull_limits_init (LullLimits *self, const LullCheckOptions *options);

/** Wall-clock time since the start. */
double lull_limits_seconds (const LullLimits *self);

/** Which of ::LULL_BOUND_TIME and ::LULL_BOUND_INTERRUPT are reached; safe from any
 * thread. */
guint lull_limits_reached (const LullLimits *self);

/** Whether a report of progress is wanted and due. */
gboolean lull_limits_is_report_due (const LullLimits *self);

/** Reports @p progress, with the seconds filled in, and starts to wait for the next time.
 */
void lull_limits_report (LullLimits *self, LullProgress *progress);

G_END_DECLS
