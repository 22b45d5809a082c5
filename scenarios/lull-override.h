/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Putting values over those of a scenario file, each where a dotted key points to: what the command line
 * sets, `network.order=fifo`, and what a sweep goes through.
 */
#pragma once

#include "lull-document.h"
#include "lull-scenario.h"

G_BEGIN_DECLS

/**
 * Puts the value of @p change where its dotted key points to, making the mappings on the way. Whether
 * the key means anything is for the readers of the tree to say.
 *
 * No value at all, or `null`, takes the key out, as if the file did not have it; a key that the format
 * does not have is refused then.
 *
 * Where the document sweeps over that key and the value is the name of one of the sweep's values, what
 * has that name is put there.
 */
gboolean lull_override_apply (const LullOverride *change, LullDocument *document,
                              GError **error);

/** The key of a sweep whose values are mappings from keys to values, all put in together. */
#define LULL_CASE_KEY "case"

/**
 * Puts @p value where @p key, valid and standing at @p place, points to; of a mapping for ::LULL_CASE_KEY,
 * each value where its key points to.
 */
gboolean lull_override_put (LullDocument *document, const char *key, const LullNode *place,
                            LullNode *value, GError **error);

/** What stands where @p key points to, or NULL. @return @transfer{none} */
LullNode *lull_override_find (LullDocument *document, const char *key);

/** Whether @p key is names joined by dots. */
gboolean lull_override_key_is_valid (const char *key);

/** Whether two keys are the same: `protocol` is short for `protocol.name`. */
gboolean lull_override_key_is_same (const char *a, const char *b);

/** Whether what is put at @p outer takes the place of all that was at @p inner. */
gboolean lull_override_key_covers (const char *outer, const char *inner);

G_END_DECLS
