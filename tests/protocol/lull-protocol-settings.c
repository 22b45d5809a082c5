/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-protocol-settings.h"

static void
set_option (const LullProtocol *protocol, const char *setting, gint *options)
{
  g_auto (GStrv) parts = g_strsplit (setting, "=", 2);

  for (guint i = 0; protocol->options[i].name != NULL; i++)
    for (gint value = 0; protocol->options[i].values[value] != NULL; value++)
      if (g_str_equal (protocol->options[i].name, parts[0]) &&
          g_str_equal (protocol->options[i].values[value], parts[1]))
        {
          g_assert (i < LULL_SETTINGS_MAX);
          options[i] = value;
          return;
        }
  g_error ("%s has no option %s", protocol->name, setting);
}

void
lull_protocol_settings_parse (const LullProtocol *protocol,
                              const char *settings,
                              gint options[LULL_SETTINGS_MAX])
{
  g_auto (GStrv) words = g_strsplit (settings != NULL ? settings : "", " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      set_option (protocol, words[i], options);
}
