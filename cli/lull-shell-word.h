/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Words of commands that users are told to type.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Appends a blank and @p word, quoted for a shell where it has to be. */
void lull_shell_word_append (GString *command, const char *word);

G_END_DECLS
