/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-xml.h"

/* The characters that XML 1.0 allows, §2.2; the others cannot even be written as
 * references. */
static gboolean
is_allowed (gunichar c)
{
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) ||
         (c >= 0xe000 && c <= 0xfffd) || (c >= 0x10000 && c <= 0x10ffff);
}

void
lull_xml_append_escaped (GString *xml, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c == '&')
        g_string_append (xml, "&amp;");
      else if (c == '<')
        g_string_append (xml, "&lt;");
      else if (c == '>')
        g_string_append (xml, "&gt;");
      else if (c == '"')
        g_string_append (xml, "&quot;");
      else
        g_string_append_unichar (xml, is_allowed (c) ? c : 0xfffd);
    }
}

void
lull_xml_append_attribute (GString *xml, const char *name, const char *value)
{
  g_string_append_printf (xml, " %s=\"", name);
  lull_xml_append_escaped (xml, value);
  g_string_append_c (xml, '"');
}
