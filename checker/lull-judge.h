/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * From what a search has seen to what it means.
 */
#pragma once

#include "lull-breadth-first.h"

G_BEGIN_DECLS

/** What a search that forgets its states leaves behind to find a witness by. */
typedef struct
{
  LullSighting sighting;
  gboolean takes_action; /**< what the action leads to was seen, not the state itself */
  GArray *ancestry;      /**< of guint32: the states on the way to it; (owned), or NULL:
                            nothing was seen */
  guint64 memory_bytes;  /**< what the search was allowed */
} LullMemory;

/**
 * Writes figures, verdict and witness of @p search, which has ended, to @p findings.
 * Where the states are gone that the witness is made of, @p memory is filled in its
 * stead.
 */
void lull_judge (LullFindings *findings, LullBreadthFirst *search, LullMemory *memory);

G_END_DECLS
