/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A right key in the wrong place: where the format has it.
 */
#pragma once

#include "lull-node.h"

G_BEGIN_DECLS

/**
 * Where a key that is not known where it stands belongs, by the tables of keys and the
 * options of the scenario's protocol: "runtime.threads"; "one of …" of several places.
 *
 * @param key    its node, in the tree of the file
 * @param own    the name of the section that it stands in: it belongs into another
 * @param known  the keys that were expected there, NULL-terminated: a slip of one of these goes before a
 *               key of calls
 *
 * @return @transfer{full}, or NULL if the format has no such key
 */
char *lull_elsewhere_find (const LullNode *key, const char *own, const char *const *known);

G_END_DECLS
