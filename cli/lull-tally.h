/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How many scenarios a check has judged, and how; each point of a sweep is one.
 */
#pragma once

#include "lull-judgement.h"

G_BEGIN_DECLS

/** The counts; all start at 0. */
typedef struct
{
  guint expected;
  guint other;
  guint inconclusive;
  guint unreadable;
  guint unchecked;
  gboolean unwritten; /**< something that was asked for could not be written */
} LullTally;

/** Counts a scenario that was judged. */
void lull_tally_count (LullTally *self, LullJudgementKind kind);

/** "3 scenarios: 2 as expected, 1 inconclusive". @return @transfer{full} */
char *lull_tally_to_string (const LullTally *self);

/** The exit code for all of them. */
LullExit lull_tally_exit (const LullTally *self);

G_END_DECLS
