/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A few states, named by their numbers beforehand, that are kept when a search comes by
 * them again: what a witness is made of where the search itself forgets.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** See the file's comment. */
typedef struct
{
  GArray *numbers;    /**< of guint32, ascending; (owned) */
  GByteArray *states; /**< of the first of them; (owned) */
  gsize state_size;
} LullWatch;

/** Will keep the states @p numbers. @param numbers  of guint32, ascending;
 * @transfer{full} */
void lull_watch_init (LullWatch *self, GArray *numbers, gsize state_size);

/** Frees what @p self owns. */
void lull_watch_clear (LullWatch *self);

/** The number of the next state to keep, or G_MAXUINT32 if all are kept. */
guint32 lull_watch_next (const LullWatch *self);

/** Keeps the next state. */
void lull_watch_keep (LullWatch *self, const guint8 *state);

/** State number @p number, or NULL if it was not kept. */
const guint8 *lull_watch_find (const LullWatch *self, guint32 number);

G_END_DECLS
