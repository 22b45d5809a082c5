/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The protocols that lull ships, and those that a plugin brings.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/**
 * The shipped protocols in alphabetical order, then those that plugins brought, ended by
 * NULL; broken ones are not among them.
 */
const LullProtocol *const *lull_protocols_list (void);

/** The protocols with one rule left out, in alphabetical order, ended by NULL. */
const LullProtocol *const *lull_protocols_list_broken (void);

/** The protocol of that name, shipped, broken or loaded, or NULL. */
const LullProtocol *lull_protocols_find (const char *name);

/** The option @p name of @p protocol, or NULL. */
const LullOption *lull_protocols_find_option (const LullProtocol *protocol, const char *name);

/** Whether @p protocol came from a plugin. */
gboolean lull_protocols_is_loaded (const LullProtocol *protocol);

#define LULL_PLUGIN_ERROR (lull_plugin_error_quark ())
GQuark lull_plugin_error_quark (void);

/** Why a plugin was refused; the caller can only tell the user. */
typedef enum
{
  LULL_PLUGIN_ERROR_OPEN,   /**< not a shared object that can be loaded */
  LULL_PLUGIN_ERROR_SYMBOL, /**< it does not export ::LULL_PLUGIN_SYMBOL */
  LULL_PLUGIN_ERROR_API,    /**< it was built against another version of the API */
  LULL_PLUGIN_ERROR_INVALID /**< a protocol in it has a fault, or a name is taken */
} LullPluginError;

/**
 * Loads the shared object at @p path; its protocols are found by name from then on, until
 * the program ends. Not safe beside other calls of this module.
 */
gboolean lull_plugin_load (const char *path, GError **error);

/** Which rule of the API @p protocol breaks, as static text, or NULL if it keeps all. */
const char *lull_protocol_fault (const LullProtocol *protocol);

G_END_DECLS
