/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A protocol whose options are its program: drawing values for them draws a protocol,
 * most of them hopeless. It declares truly what it looks at, and breaks the contract
 * where its program says so.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/** Each of its three places has up to two steps, which its options name. */
extern const LullProtocol lull_drawn_protocol;

G_END_DECLS
