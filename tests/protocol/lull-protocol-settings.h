/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The options of a protocol as a test writes them down.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/** A protocol has at most this many options here. */
#define LULL_SETTINGS_MAX 16U

/**
 * Sets @p options, all zero before, from @p settings: "option=value" pairs with blanks
 * between them, or NULL. One that the protocol does not have ends the program.
 */
void lull_protocol_settings_parse (const LullProtocol *protocol,
                                   const char *settings,
                                   gint options[LULL_SETTINGS_MAX]);

G_END_DECLS
