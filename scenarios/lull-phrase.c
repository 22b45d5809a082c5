/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-phrase.h"

#include <string.h>

gsize
lull_phrase_name_length (const char *text)
{
  gsize length = 0;

  /* A hyphen belongs to the name unless it begins an arrow. */
  while (g_ascii_isalnum (text[length]) || text[length] == '_' ||
         (length > 0 && text[length] == '-' && text[length + 1] != '>'))
    length++;
  return length;
}

gboolean
lull_phrase_has_arrow (const char *text)
{
  return strstr (text, "->") != NULL || strstr (text, "~>") != NULL;
}

static const char *
skip_blanks (const char *text)
{
  return text + strspn (text, " \t");
}

/* Takes a name and the blanks behind it from the front of @p text; NULL if there is none.
 */
static char *
take_name (const char **text)
{
  const gsize length = lull_phrase_name_length (*text);
  char *name = length > 0 ? g_strndup (*text, length) : NULL;

  *text = skip_blanks (*text + length);
  return name;
}

static gboolean
take_arrow (const char **text, gboolean *cast)
{
  if ((**text != '-' && **text != '~') || (*text)[1] != '>')
    return FALSE;
  *cast = **text == '~';
  *text = skip_blanks (*text + 2);
  return TRUE;
}

gboolean
lull_phrase_parse (LullPhrase *self, const char *text)
{
  const char *rest = skip_blanks (text);

  memset (self, 0, sizeof *self);
  self->source = take_name (&rest);
  if (g_strcmp0 (self->source, LULL_PHRASE_AWAIT) == 0)
    {
      self->awaited = TRUE;
      g_clear_pointer (&self->source, g_free);
      self->source = take_name (&rest);
    }
  if (take_arrow (&rest, &self->cast))
    self->target = take_name (&rest);
  if (self->target != NULL && *rest == '\0')
    return TRUE;
  lull_phrase_clear (self);
  return FALSE;
}

void
lull_phrase_clear (LullPhrase *self)
{
  g_clear_pointer (&self->source, g_free);
  g_clear_pointer (&self->target, g_free);
}
