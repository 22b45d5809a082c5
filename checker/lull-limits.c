/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-limits.h"

/* A line on a terminal is read by people. */
#define REPORT_INTERVAL_MICROSECONDS (G_USEC_PER_SEC / 5)

void
lull_limits_init (LullLimits *self, const LullCheckOptions *options)
{
  self->options = options;
  self->start_microseconds = g_get_monotonic_time ();
  self->report_microseconds = self->start_microseconds + REPORT_INTERVAL_MICROSECONDS;
}

double
lull_limits_seconds (const LullLimits *self)
{
  return (double) (g_get_monotonic_time () - self->start_microseconds) / G_USEC_PER_SEC;
}

guint
lull_limits_reached (const LullLimits *self)
{
  const LullCheckOptions *options = self->options;
  guint bounds = LULL_BOUND_NONE;

  if (options->interrupt != NULL && g_atomic_int_get (options->interrupt) != 0)
    bounds |= LULL_BOUND_INTERRUPT;
  if (options->seconds_max > 0 && lull_limits_seconds (self) >= options->seconds_max)
    bounds |= LULL_BOUND_TIME;
  return bounds;
}

gboolean
lull_limits_is_report_due (const LullLimits *self)
{
  return self->options->progress != NULL &&
         g_get_monotonic_time () >= self->report_microseconds;
}

void
lull_limits_report (LullLimits *self, LullProgress *progress)
{
  progress->seconds = lull_limits_seconds (self);
  self->options->progress (progress, self->options->progress_data);
  self->report_microseconds = g_get_monotonic_time () + REPORT_INTERVAL_MICROSECONDS;
}
