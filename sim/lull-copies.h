/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Copies of messages in a forest, for a network on which they may arrive twice. Internal
 * to sim/.
 */
#pragma once

#include "lull-work.h"

G_BEGIN_DECLS

/**
 * Adds to @p work whatever may come of @p copies messages that arrive once more, each of
 * those that faults may hit.
 *
 * @param bare  nothing comes of them
 *
 * @return FALSE if that is too much for one forest
 */
gboolean lull_copies_add (LullWork *work, guint copies, gboolean bare);

G_END_DECLS
