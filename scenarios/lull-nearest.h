/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * "Did you mean": the word of a list that a mistyped word was most likely meant to be.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * The word of the NULL-terminated @p words that the fewest slips make into @p text: a byte too
 * many, too few, wrong, or in its neighbour's place; the first of several. Where none is near, the
 * first that goes on from @p text.
 *
 * @return @transfer{none}, or NULL if none is near: more than a third of @p text would have to change
 */
const char *lull_nearest (const char *text, const char *const *words);

/** A word that people write, and what they mean by it. */
typedef struct
{
  const char *said;
  const char *meant; /**< "deadlock or livelock" */
} LullMeant;

/** What @p text means, by @p table, ended by one without word; or NULL, also where the table is. */
const char *lull_meant_find (const LullMeant *table, const char *text);

G_END_DECLS
