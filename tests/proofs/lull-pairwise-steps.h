/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The transition system of docs/proofs/pairwise.smt2 once more, step for step, as a model
 * for the checker: z3 says that no number of workers breaks the proof, the checker what
 * happens when one of its conditions is dropped.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** Which of the five conditions hold; named as the files in docs/proofs/conditions are.
 */
typedef enum
{
  LULL_CONDITIONS_ALL,
  LULL_CONDITIONS_WITHOUT_I,   /**< a message may count as done while its handler sends */
  LULL_CONDITIONS_WITHOUT_II,  /**< S may be read before R */
  LULL_CONDITIONS_WITHOUT_III, /**< sums are compared */
  LULL_CONDITIONS_WITHOUT_IV,  /**< anybody may send at any time */
  LULL_CONDITIONS_WITHOUT_V_SENT, /**< a send counts 0, 1 or 2 */
  LULL_CONDITIONS_WITHOUT_V_DONE  /**< a finished message may count again */
} LullConditions;

#define LULL_PAIRWISE_WORKERS_MAX 4U
/** The largest budget of messages that the counters have room for. */
#define LULL_PAIRWISE_BUDGET_MAX 7U

/** Names of the steps, as the files in docs/proofs/verify have them; NULL-terminated. */
extern const char *const lull_pairwise_steps[];

/** The claims of the proof: indices into lull_pairwise_claims. */
typedef enum
{
  LULL_PAIRWISE_NOTHING_IS_LEFT, /**< where all have read and agree; its name is
                                    "premature" */
  LULL_PAIRWISE_COUNTS_ARE_TRUE,
  LULL_PAIRWISE_READS_IN_ORDER,
  LULL_PAIRWISE_COPIES_ARE_OLD,
  LULL_PAIRWISE_LATE_SENDS_SHOW,
  LULL_PAIRWISE_NOBODY_MAY_SEND, /**< where all have read and agree */
  LULL_PAIRWISE_AGREEMENT,       /**< is reached in some state, after work */
  LULL_PAIRWISE_CLAIMS
} LullPairwiseClaim;

extern const LullProperty lull_pairwise_claims[];

/** Whether all have read and agree. */
gboolean lull_pairwise_has_agreement (const LullModel *model, const guint8 *bytes);

/**
 * A model of 1 … ::LULL_PAIRWISE_WORKERS_MAX workers that send up to @p budget messages.
 * With all conditions it claims all of ::LullPairwiseClaim, else only the first.
 *
 * @return @transfer{full}, for g_free()
 */
LullModel *
lull_pairwise_steps_new (guint workers, guint budget, LullConditions conditions);

G_END_DECLS
