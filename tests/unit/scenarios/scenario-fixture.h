/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Reading scenarios from texts in tests.
 */
#pragma once

#include "lull-draft.h"

G_BEGIN_DECLS

/** What @p text says; NULL, with a failed assertion, if it is refused. @return @transfer{full} */
LullDraft *fixture_read (const char *text);

/** The message with which @p text is refused as "s.yaml", or NULL. @return @transfer{full} */
char *fixture_refusal (const char *text);

/** The same with one override; @p key may be NULL for none. @return @transfer{full} */
char *fixture_refusal_with (const char *text, const char *key, const char *value);

/** A text and the message it must be refused with. */
typedef struct
{
  const char *text;
  const char *message;
} FixtureRefusal;

/** Asserts that every text of @p table, ended by NULL, is refused with exactly its message. */
void fixture_check_refusals (const FixtureRefusal *table);

G_END_DECLS
