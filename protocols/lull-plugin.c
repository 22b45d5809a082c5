/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-protocols-private.h"

#include <gmodule.h>

G_DEFINE_QUARK (lull_plugin_error, lull_plugin_error)

/* The name counts as taken too if PROTOCOLS has it twice. */
static gboolean
check_name (const char *path,
            const LullProtocol *const *protocols,
            gsize index,
            GError **error)
{
  const char *name = protocols[index]->name;
  gboolean taken = lull_protocols_find (name) != NULL;

  for (gsize i = 0; i < index; i++)
    taken = taken || g_str_equal (protocols[i]->name, name);
  if (taken)
    g_set_error (error, LULL_PLUGIN_ERROR, LULL_PLUGIN_ERROR_INVALID,
                 "%s: found a protocol named \"%s\", of which there is one already", path,
                 name);
  return !taken;
}

static gboolean
check_protocol (const char *path,
                const LullProtocol *const *protocols,
                gsize index,
                GError **error)
{
  const LullProtocol *protocol = protocols[index];
  const char *fault;

  if (protocol->api != LULL_PROTOCOL_API)
    {
      g_set_error (error, LULL_PLUGIN_ERROR, LULL_PLUGIN_ERROR_API,
                   "%s: found version %u of the protocol API, expected version %u; build "
                   "the plugin against the headers of this lull",
                   path, protocol->api, LULL_PROTOCOL_API);
      return FALSE;
    }
  fault = lull_protocol_fault (protocol);
  if (fault != NULL)
    {
      g_set_error (error, LULL_PLUGIN_ERROR, LULL_PLUGIN_ERROR_INVALID,
                   "%s: protocol %" G_GSIZE_FORMAT " (%s): %s", path, index + 1,
                   protocol->name != NULL ? protocol->name : "unnamed", fault);
      return FALSE;
    }
  return check_name (path, protocols, index, error);
}

/* All of a plugin's protocols are added, or none. */
static gboolean
add_protocols (const char *path, const LullProtocol *const *protocols, GError **error)
{
  gsize count = 0;

  for (; protocols[count] != NULL; count++)
    if (!check_protocol (path, protocols, count, error))
      return FALSE;
  if (count == 0)
    {
      g_set_error (error, LULL_PLUGIN_ERROR, LULL_PLUGIN_ERROR_INVALID,
                   "%s: found no protocol in %s, expected at least one", path,
                   LULL_PLUGIN_SYMBOL);
      return FALSE;
    }
  for (gsize i = 0; i < count; i++)
    lull_protocols_add (protocols[i]);
  return TRUE;
}

/* A bare file name means a file here; the loader would search the system's folders. */
static GModule *
open_module (const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autoptr (GError) cause = NULL;
  GModule *module;

  if (!g_file_test (absolute, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error (error, LULL_PLUGIN_ERROR, LULL_PLUGIN_ERROR_OPEN,
                   "%s: found no such file, expected a shared object", path);
      return NULL;
    }
  module = g_module_open_full (absolute, G_MODULE_BIND_LOCAL, &cause);
  if (module == NULL)
    g_set_error (error, LULL_PLUGIN_ERROR, LULL_PLUGIN_ERROR_OPEN,
                 "%s: found a file that cannot be loaded, expected a shared object (%s)",
                 path, cause->message);
  return module;
}

gboolean
lull_plugin_load (const char *path, GError **error)
{
  GModule *module;
  gpointer symbol = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  module = open_module (path, error);
  if (module == NULL)
    return FALSE;
  if (!g_module_symbol (module, LULL_PLUGIN_SYMBOL, &symbol) || symbol == NULL)
    {
      g_set_error (error, LULL_PLUGIN_ERROR, LULL_PLUGIN_ERROR_SYMBOL,
                   "%s: found a shared object without %s, expected a plugin that exports "
                   "it",
                   path, LULL_PLUGIN_SYMBOL);
      g_module_close (module);
      return FALSE;
    }
  if (!add_protocols (path, symbol, error))
    {
      g_module_close (module);
      return FALSE;
    }
  g_module_make_resident (module);
  return TRUE;
}
