/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether some fair run of a model never meets a claim, decided on the whole graph by a
 * greatest fixed point (Emerson and Lei, "Efficient model checking in fragments of the
 * propositional mu-calculus", LICS 1986). No components are looked for, so it has nothing
 * in common with the checker but the model.
 */
#pragma once

#include "lull-naive-graph.h"

G_BEGIN_DECLS

/** There are at most this many classes of fairness. */
#define LULL_NAIVE_FAIR_CLASSES_MAX 128U

/**
 * Whether a run along the edges of @p graph stays weakly fair without ever reaching a
 * state in which @p property holds; once it holds, it holds for good. Where the graph was
 * reduced, so are the edges; what is enabled is judged by all actions of a state in
 * either case.
 */
gboolean lull_naive_fair_run_exists (const LullNaiveGraph *graph,
                                     const LullProperty *property);

G_END_DECLS
