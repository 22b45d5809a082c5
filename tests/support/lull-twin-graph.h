/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The graph of a world, beside what the naive reference found of its twin.
 */
#pragma once

#include "lull-naive-graph.h"
#include "lull-twin-world.h"

G_BEGIN_DECLS

/** Whether the whole graph of the world of @p twin has the reference's figures; if not,
 * prints what differs. */
gboolean lull_twin_has_graph (const LullTwin *twin, const LullNaiveGraph *graph);

G_END_DECLS
