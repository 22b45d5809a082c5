/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-shell-word.h"

#include <string.h>

/* What no shell takes for anything but itself. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@"

void
lull_shell_word_append (GString *command, const char *word)
{
  g_autofree char *quoted = NULL;

  if (*word != '\0' && strspn (word, PLAIN) == strlen (word))
    {
      g_string_append_printf (command, " %s", word);
      return;
    }
  quoted = g_shell_quote (word);
  g_string_append_printf (command, " %s", quoted);
}
