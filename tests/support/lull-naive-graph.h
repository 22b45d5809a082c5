/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The whole graph of any model, found the plain way: breadth first over a hash table of
 * whole states. It is the second opinion on the checker, as the naive world is on the
 * world.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

#define LULL_NAIVE_GRAPH_LEVELS_MAX 256U
#define LULL_NAIVE_GRAPH_KINDS_MAX 64U

/** How much of a graph to explore. */
typedef enum
{
  LULL_NAIVE_GRAPH_WHOLE,  /**< every enabled action */
  LULL_NAIVE_GRAPH_REDUCED /**< those of the model's ample sets only, where it has any */
} LullNaiveGraphExtent;

/** A graph and its figures. The first property of the model is the one that is judged. */
typedef struct
{
  const LullModel *model;
  LullNaiveGraphExtent extent;
  gboolean complete; /**< FALSE if the search gave up; the figures are of a part then */
  GHashTable *seen;  /**< of states: the set; (owned) */
  GPtrArray *states; /**< the same states in the order found; (owned) */
  guint64 edges;
  guint64 edges_by_kind[LULL_NAIVE_GRAPH_KINDS_MAX];
  guint levels;
  guint64 level_states[LULL_NAIVE_GRAPH_LEVELS_MAX];
  guint64 outside; /**< edges to states outside the constraint, which are not kept */
  guint64 violating_outside; /**< … where they break the property all the same */
  guint64 violating_states;
  guint violating_depth; /**< level of the first */
  guint64 deadlock_states;
  guint deadlock_depth;
} LullNaiveGraph;

/**
 * Explores @p model, which outlives the graph, or gives up at more than @p states_max
 * states (0: never).
 *
 * @return @transfer{full}
 */
LullNaiveGraph *lull_naive_graph_new (const LullModel *model,
                                      LullNaiveGraphExtent extent,
                                      guint64 states_max);

/** Frees @p self; NULL is allowed. */
void lull_naive_graph_free (LullNaiveGraph *self);

/** Whether @p state is reachable. */
gboolean lull_naive_graph_has (const LullNaiveGraph *self, const guint8 *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullNaiveGraph, lull_naive_graph_free)

G_END_DECLS
