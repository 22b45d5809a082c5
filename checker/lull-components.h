/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The strongly connected components of the quiet part of a graph that runs can reach
 * without leaving it, by Pearce's algorithm ("A space-efficient algorithm for finding
 * strongly connected components", Information Processing Letters 116(1), 2016): one
 * number of 32 bits a state, and a stack.
 */
#pragma once

#include "lull-limits.h"
#include "lull-quiet-graph.h"

G_BEGIN_DECLS

/** A search for components, and where it stands. */
typedef struct
{
  LullQuietGraph *graph;
  const LullLimits *limits;
  LullRegion
      ranks; /**< of guint32, by state: 0, or the order of visits, or the component */
  LullRegion members; /**< of guint32: visited states without a component yet */
  LullRegion frames; /**< the states that are being visited, each the successor of the one
                        before */
  LullRegion edges;  /**< of guint32: the successors of those */
  guint32 member_count;
  guint32 frame_count;
  guint64 edge_count;
  guint32 next_rank; /**< of the next state visited */
  guint32
      next_component; /**< number of the next component; counts down from the highest */
  guint bounds;       /**< ::LullBounds reached */
} LullComponents;

/** What is done with a component: return FALSE to end the search. */
typedef gboolean (*LullComponentVisit) (const LullComponents *self,
                                        guint32 component,
                                        const guint32 *members,
                                        guint32 count,
                                        gboolean has_cycle,
                                        gpointer data);

/** A search that has not begun. */
void lull_components_init (LullComponents *self,
                           LullQuietGraph *graph,
                           const LullLimits *limits);

/** Frees what @p self owns. */
void lull_components_clear (LullComponents *self);

/**
 * Finds the components, each before those that lead to it.
 *
 * @return FALSE if @p visit ended it, or a bound was reached, which LullComponents.bounds
 * tells apart
 */
gboolean
lull_components_search (LullComponents *self, LullComponentVisit visit, gpointer data);

/** Whether state number @p number belongs to component @p component, which was found. */
static inline gboolean
lull_components_has (const LullComponents *self, guint32 component, guint32 number)
{
  return ((const guint32 *) self->ranks.base)[number] == component;
}

G_END_DECLS
