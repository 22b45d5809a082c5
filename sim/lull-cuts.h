/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A world whose states also say on what kind of cut its rounds rest, so that a search of
 * all of them counts cuts exactly. A state of the world alone does not say it: whether a
 * message is an orphan depends on whether it was sent before or after its sender read
 * what it contributes, and received before or after its receiver did. That is one of
 * three values for each message, and is kept beside the state (a *history variable*,
 * Abadi, Lamport, "The Existence of Refinement Mappings", 1991, section 2).
 *
 * What is counted is steps of the graph: a step that completes a round counts once,
 * however many runs take it.
 */
#pragma once

#include "lull-verdict.h"
#include "lull-world.h"

G_BEGIN_DECLS

typedef struct LullCuts LullCuts;

/** What all steps of the graph come to. */
typedef struct
{
  guint64 completed;            /**< steps that complete a round, and so a cut */
  guint64 inconsistent;         /**< of these, on a cut with an orphan message */
  guint64 trusted;              /**< steps that are the first to leave join on a cut */
  guint64 trusted_inconsistent; /**< of these, on one with an orphan message */
} LullCutCount;

/**
 * Watches @p world, which must outlive it. Only one join with collectives, in one step
 * each, and no control messages, for calls that are listed, and without parts that a
 * scenario switches on.
 *
 * @return @transfer{full} or NULL: such a world cannot be watched
 */
LullCuts *lull_cuts_new (const LullWorld *world);

/** Frees @p self; NULL is allowed. */
void lull_cuts_free (LullCuts *self);

/** What to search; it claims nothing. */
const LullModel *lull_cuts_get_model (const LullCuts *self);

/** The step of the world that @p action of the model is. */
LullAction lull_cuts_get_action (const LullCuts *self, LullAction action);

/**
 * Reads the count off a search of the whole graph.
 *
 * @return FALSE if there is none: the search was not exhaustive, or a worker reads anew
 * what it has contributed already while others still collect it
 */
gboolean
lull_cuts_count (const LullCuts *self, const LullFindings *findings, LullCutCount *count);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullCuts, lull_cuts_free)

G_END_DECLS
