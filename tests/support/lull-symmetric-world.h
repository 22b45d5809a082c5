/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Small random scenarios that leave something interchangeable: workers, calls of one
 * sender, or both.
 */
#pragma once

#include "lull-random-scenario.h"
#include "lull-world.h"

G_BEGIN_DECLS

/** What is interchangeable, and how. */
typedef enum
{
  LULL_SYMMETRIC_ANY,  /**< any work: all workers */
  LULL_SYMMETRIC_RING, /**< everyone does to its next ones what the others do: turns */
  LULL_SYMMETRIC_ALL_TO_ALL, /**< everyone calls everyone in the same order
                              */
  LULL_SYMMETRIC_FAN,        /**< one calls all others: those, once all are called */
  LULL_SYMMETRIC_EQUAL,      /**< one calls another several times: the calls */
  LULL_SYMMETRIC_NESTED,     /**< … each of which makes equal calls */
  LULL_SYMMETRIC_KIND_COUNT
} LullSymmetricKind;

/** A world that has a symmetry, and its description; a value. */
typedef struct
{
  LullWorld *world; /**< (owned) */
  char *text;       /**< (owned) */
} LullSymmetricWorld;

/** Draws a world of that kind, under any protocol that knows no special worker. */
void lull_symmetric_world_draw (LullSymmetricWorld *self,
                                LullSplitMix *numbers,
                                LullSymmetricKind kind);

/** Frees what @p self owns. */
void lull_symmetric_world_clear (LullSymmetricWorld *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullSymmetricWorld, lull_symmetric_world_clear)

G_END_DECLS
