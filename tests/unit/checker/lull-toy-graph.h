/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A graph given edge by edge, as a model; and everything that a search of it should find,
 * found the plain way, without a line of the checker.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** Kinds of edges: below ::TOY_FAIR_KINDS a fairness class each; the last
 * is unfair. */
enum
{
  TOY_FAIR_KINDS = 3,
  TOY_UNFAIR_KIND = TOY_FAIR_KINDS
};

/** What is special about a node, as bits. */
typedef enum
{
  TOY_BAD = 1 << 0,     /**< violates the *always* property */
  TOY_WORSE = 1 << 1,   /**< violates the more serious one */
  TOY_GOAL = 1 << 2,    /**< satisfies *sometimes* and *eventually* */
  TOY_OUTSIDE = 1 << 3, /**< outside the constraint */
  TOY_STUCK = 1 << 4    /**< a run may not stop here */
} ToyMarks;

typedef struct
{
  guint to;
  guint kind;
} ToyEdge;

typedef struct ToyGraph ToyGraph;

/** Fields may be changed before the model is used. */
struct ToyGraph
{
  LullModel model;
  guint node_count;
  guint *marks;     /**< ::ToyMarks of each node; (owned) */
  GArray **edges;   /**< of ::ToyEdge, of each node; (owned) */
  GArray *initials; /**< of guint; (owned) */
  LullProperty properties[4];
};

/** Properties by index. */
enum
{
  TOY_PROPERTY_WORSE,
  TOY_PROPERTY_BAD,
  TOY_PROPERTY_SOMETIMES,
  TOY_PROPERTY_EVENTUALLY
};

/**
 * A graph without edges. A node's state is its number in @p state_size bytes, and, where
 * there are more than four, noise that depends on it, so that states differ in many
 * places.
 */
ToyGraph *toy_graph_new (guint node_count, gsize state_size);
void toy_graph_free (ToyGraph *self);

void toy_graph_add_edge (ToyGraph *self, guint from, guint to, guint kind);
void toy_graph_add_initial (ToyGraph *self, guint node);

/** The node that @p state is. */
guint toy_graph_node (const ToyGraph *self, const guint8 *state);

/** Keeps only the first @p count properties. */
void toy_graph_keep_properties (ToyGraph *self, guint count);

/** "No node like that". */
#define TOY_NEVER G_MAXUINT

/** What there is to find. */
typedef struct
{
  guint states, transitions, outside, terminal, depth;
  guint worse_depth, bad_depth, deadlock_depth; /**< of the first, or ::TOY_NEVER */
  gboolean goal_seen;
} ToyAnswer;

ToyAnswer toy_graph_search (const ToyGraph *self);

/**
 * A random graph with all kinds of marks, each node having up to @p degree_max edges. The
 * same numbers give the same graph.
 */
ToyGraph *
toy_graph_random (guint64 seed, guint node_count, guint degree_max, gsize state_size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ToyGraph, toy_graph_free)

G_END_DECLS
