/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How many states any work has when one forgets what cannot matter any more: which of two
 * slots a message is in, and where a message that is done, reply included, came from. The
 * naive reference keeps both; the real world keeps neither.
 */
#pragma once

#include "lull-naive-world.h"

G_BEGIN_DECLS

/** The number of such classes among the reachable states of @p scenario, which is of any
 * work. */
guint64 lull_naive_count_classes (const LullNaiveScenario *scenario);

G_END_DECLS
