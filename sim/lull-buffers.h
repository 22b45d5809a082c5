/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Aggregation buffers: what is sent waits in a buffer of its link until the buffer is
 * flushed. Internal to sim/.
 */
#pragma once

#include "lull-part.h"

G_BEGIN_DECLS

/** Whether a scenario has buffers. */
gboolean lull_buffers_are_on (const LullWorldConfig *config);

/** Puts on the wire what is in the buffers of @p worker. */
void lull_buffers_flush (const LullApply *apply, guint worker);

G_END_DECLS
