/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Requests that are deferred: the steps by which they are done and, if they are calls,
 * answered. Internal to sim/.
 */
#pragma once

#include "lull-part.h"

G_BEGIN_DECLS

/** The request that @p action ends outside the pool, or ::LULL_NO_MESSAGE. */
guint lull_deferred_ended_by (const LullWorld *world, LullAction action);

/** Whether @p request is deferred; then @p end is the step that ends it. */
gboolean lull_deferred_end_of (const LullWorld *world, guint request, LullAction *end);

G_END_DECLS
