/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a check found, held against what its scenario expects.
 */
#pragma once

#include "lull-checker.h"
#include "lull-command.h"
#include "lull-scenario.h"

G_BEGIN_DECLS

/** Whether what was found is what was expected. */
typedef enum
{
  LULL_JUDGEMENT_EXPECTED,
  LULL_JUDGEMENT_INCONCLUSIVE, /**< a limit was reached before it could be said */
  LULL_JUDGEMENT_OTHER
} LullJudgementKind;

/** A judgement; a value, cleared by lull_judgement_clear(). */
typedef struct
{
  LullJudgementKind kind;
  char *expected; /**< the expectation in words: "premature, 3157 states"; (owned) */
  char *mismatch; /**< what was found and what was expected, or NULL; (owned) */
} LullJudgement;

/** Whether @p word can be expected of a check. */
gboolean lull_verdict_word_is_known (const char *word);

/** Leaves out of @p expectation what a search in another order than breadth first does
 * not tell: levels, and what a shortest witness is like; after random walks, all figures.
 */
void lull_expectation_fit (LullExpectation *expectation, LullSearch search);

/** Whether @p expectation states figures that only the full graph has. */
gboolean lull_expectation_has_counts (const LullExpectation *expectation);

/**
 * Judges @p findings of @p model.
 *
 * @param story  of the witness, or NULL
 */
void lull_judgement_init (LullJudgement *self,
                          const LullExpectation *expectation,
                          const LullModel *model,
                          const LullFindings *findings,
                          const LullStory *story);

/** Frees what @p self owns. */
void lull_judgement_clear (LullJudgement *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullJudgement, lull_judgement_clear)

G_END_DECLS
