/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * From a fair component to a run that shows it: a way there, and a way round in it that
 * is fair, each piece of which is a shortest one.
 */
#pragma once

#include "lull-components.h"
#include "lull-trace.h"

G_BEGIN_DECLS

/** Memory for looking for ways. */
typedef struct
{
  const LullComponents *components;
  LullQuietGraph *graph;
  LullRegion steps; /**< by state: how it was reached */
  LullRegion queue; /**< of guint32 */
  guint32 queue_count;
} LullLasso;

/** Reserves memory, which is charged by lull_lasso_make_room(). */
void lull_lasso_init (LullLasso *self, const LullComponents *components);

/** Frees what @p self owns. */
void lull_lasso_clear (LullLasso *self);

/** Gets the memory. @return FALSE if it is not there */
gboolean lull_lasso_make_room (LullLasso *self);

/**
 * A run that reaches the component and goes round in it for ever, fairly; or, where @p
 * is_end, that stops in it. @return @transfer{full}
 */
LullTrace *lull_lasso_find (LullLasso *self, guint32 component, gboolean is_end);

G_END_DECLS
