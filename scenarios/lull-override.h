/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the command line puts over a scenario file: `network.order=fifo`.
 */
#pragma once

#include "lull-document.h"
#include "lull-scenario.h"

G_BEGIN_DECLS

/**
 * Puts the value of @p change where its dotted key points to, making the mappings on the way. Whether
 * the key means anything is for the readers of the tree to say.
 */
gboolean lull_override_apply (const LullOverride *change, LullDocument *document,
                              GError **error);

G_END_DECLS
