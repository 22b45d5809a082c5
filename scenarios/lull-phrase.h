/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The small language of calls: "A -> B", "A ~> B", "await A -> B", "-> B".
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The word before a call whose sender waits for the answer. */
#define LULL_PHRASE_AWAIT "await"

/** A phrase taken apart; a value, cleared by lull_phrase_clear(). */
typedef struct
{
  gboolean awaited;
  gboolean cast; /**< `~>` and not `->` */
  char *source;  /**< or NULL: the worker that runs the handler; (owned) */
  char *target;  /**< (owned) */
} LullPhrase;

/** The length of the worker's name that @p text starts with; 0 if it starts with none. */
gsize lull_phrase_name_length (const char *text);

/** Whether an arrow, `->` or `~>`, is anywhere in @p text. */
gboolean lull_phrase_has_arrow (const char *text);

/** Takes @p text apart. @return FALSE if it is no phrase */
gboolean lull_phrase_parse (LullPhrase *self, const char *text);

/** Frees what @p self owns. */
void lull_phrase_clear (LullPhrase *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullPhrase, lull_phrase_clear)

G_END_DECLS
