/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The part of a searched graph in which an *eventually* property does not hold: stored
 * states and the steps between them, one state at a time, as the model is asked again for
 * each.
 */
#pragma once

#include "lull-expander.h"

G_BEGIN_DECLS

/** A step to another state of the part. */
typedef struct
{
  guint32 to;
  LullAction action;
} LullEdge;

/** The part, and the state that was visited last. */
typedef struct
{
  LullStore *store;
  const LullProperty *property;
  LullExpander expander;
  LullTally tally;
  guint8 *state;       /**< the state visited; (owned) */
  LullAction *actions; /**< all its actions, also those that leave the part; (owned) */
  guint32 action_count;
  LullEdge *edges; /**< its steps within the part, in order of action; (owned) */
  guint32 edge_count;
} LullQuietGraph;

/** The part of @p store in which @p property does not hold. */
void lull_quiet_graph_init (LullQuietGraph *self,
                            LullStore *store,
                            const LullProperty *property);

/** Frees what @p self owns. */
void lull_quiet_graph_clear (LullQuietGraph *self);

/** Whether state number @p number belongs to the part. */
gboolean lull_quiet_graph_contains (LullQuietGraph *self, guint32 number);

/** Visits state number @p number of the part. */
void lull_quiet_graph_visit (LullQuietGraph *self, guint32 number);

/** Whether a run ends in the state visited. */
static inline gboolean
lull_quiet_graph_is_end (const LullQuietGraph *self)
{
  return self->action_count == 0;
}

/** The fairness class of an action of the state visited, or ::LULL_UNFAIR. */
guint lull_quiet_graph_class (const LullQuietGraph *self, LullAction action);

G_END_DECLS
