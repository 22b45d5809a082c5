/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the search for a protocol needs to know of the plugins; loading one is in
 * lull-protocols.h.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/** The protocols that plugins brought, in the order they were loaded, ended by NULL. */
const LullProtocol *const *lull_plugin_list_loaded (void);

G_END_DECLS
