/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How long a step takes: a rule by which a number of ticks is drawn.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** How a step's duration is drawn, in ticks; only the simulator asks. */
typedef enum
{
  LULL_DELAY_FIXED,      /**< always @ref LullDelay.low */
  LULL_DELAY_UNIFORM,    /**< low … high, both included */
  LULL_DELAY_EXPONENTIAL /**< mean low, rounded to a tick, at most high where high is not
                            0 */
} LullDelayKind;

/** A duration, or a way to draw one. */
typedef struct
{
  LullDelayKind kind;
  guint32 low, high;
} LullDelay;

G_END_DECLS
