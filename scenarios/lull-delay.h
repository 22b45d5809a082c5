/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How files write a delay: `3`, `fixed(3)`, `uniform(1, 5)`, `exponential(3)`, `exponential(3, 20)`.
 */
#pragma once

#include "lull-node.h"
#include "lull-world.h"

G_BEGIN_DECLS

/** A delay has at most this many ticks. */
#define LULL_DELAY_TICKS_MAX 1000000U

/** Reads a delay. */
gboolean lull_delay_read (const LullNode *node, LullDelay *delay, GError **error);

G_END_DECLS
