/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * All that a breadth-first search knows, in one file, and a search that goes on from
 * there. Files are read on the kind of machine that wrote them only.
 */
#pragma once

#include "lull-breadth-first.h"

G_BEGIN_DECLS

/**
 * Writes a checkpoint of @p search, which stands between two blocks, to @p path. A
 * checkpoint that was there stays until the new one is whole.
 *
 * @param seconds  how long the search has taken so far
 */
gboolean lull_checkpoint_write (const LullBreadthFirst *search,
                                double seconds,
                                const char *path,
                                GError **error);

/**
 * Takes @p search, which has not begun, to where the checkpoint at @p path left off.
 *
 * @param seconds  where to write how long that had taken
 */
gboolean lull_checkpoint_read (LullBreadthFirst *search,
                               double *seconds,
                               const char *path,
                               GError **error);

G_END_DECLS
