/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How what a plugin brings joins the shipped protocols; for the files of this layer
 * alone.
 */
#pragma once

#include "lull-protocols.h"

G_BEGIN_DECLS

/** Adds a protocol without fault, whose name is not taken, to lull_protocols_list(). */
void lull_protocols_add (const LullProtocol *protocol);

G_END_DECLS
