/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Scenarios whose full graphs are known: figures on which three independent
 * implementations (a breadth-first search, SPIN and rumur) agreed before lull was
 * written.
 */
#pragma once

#include "lull-naive-world.h"

G_BEGIN_DECLS

/** The most requests of a row. */
#define LULL_SEMANTICS_REQUESTS_MAX 6U

/** Who sends a request. */
typedef enum
{
  LULL_SEMANTICS_ROOT,    /**< the main program of its source */
  LULL_SEMANTICS_HANDLER, /**< the handler of request @ref LullSemanticsRequest.parent */
  LULL_SEMANTICS_CALLBACK /**< the callback for that request's response */
} LullSemanticsOrigin;

/** A request of a row; @ref parent counts the row's requests from 0. */
typedef struct
{
  guint8 source;
  guint8 target;
  LullSemanticsOrigin origin;
  guint8 parent;
  gboolean sync;
} LullSemanticsRequest;

/** A scenario and its figures. */
typedef struct
{
  const char *id;
  LullNaiveProtocol protocol;
  guint workers;
  gboolean reply; /**< every request is a call */
  LullNaiveOptions options;
  guint request_count;
  LullSemanticsRequest requests[LULL_SEMANTICS_REQUESTS_MAX];
  guint64 states;
  guint64 edges;
  guint levels;
  LullNaiveVerdict verdict;
  guint depth; /**< of the first bad state */
} LullSemanticsRow;

/** A scenario too large for the naive reference, made of chains or a tree, with its
 * figures. */
typedef struct
{
  const char *id;
  LullNaiveProtocol protocol;
  guint workers;
  gboolean tree;
  guint width; /**< chains, or the fan of the tree */
  guint depth; /**< hops, or the depth of the tree */
  guint64 states;
  guint64 edges;
} LullSemanticsLargeRow;

/** The rows, and how many there are. */
const LullSemanticsRow *lull_semantics_rows (guint *count);

/** The large rows, smallest first, and how many there are. */
const LullSemanticsLargeRow *lull_semantics_large_rows (guint *count);

/** Makes a row's scenario. */
void lull_semantics_row_build (const LullSemanticsRow *row, LullNaiveScenario *scenario);

/** Makes a large row's scenario. */
void lull_semantics_large_row_build (const LullSemanticsLargeRow *row,
                                     LullNaiveScenario *scenario);

G_END_DECLS
