/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which verification conditions fail when one of the five conditions is dropped: z3 and
 * the checker are both held to it.
 */
#pragma once

#include "lull-pairwise-steps.h"

G_BEGIN_DECLS

#define LULL_FAILURES_MAX 2U

/** The five conditions, or all but one of them. */
typedef struct
{
  LullConditions conditions;
  const char *file; /**< in docs/proofs/conditions, without its ending */
  /** Verification conditions that do not hold: "step: part of the invariant"; in order of
   * name. */
  const char *failures[LULL_FAILURES_MAX + 1];
} LullDroppedCondition;

#define LULL_DROPPED_CONDITIONS 7U
extern const LullDroppedCondition lull_dropped_conditions[LULL_DROPPED_CONDITIONS];

G_END_DECLS
