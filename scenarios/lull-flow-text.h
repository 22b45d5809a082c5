/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A value of a scenario file as one line of YAML: `2`, `[A, B]`, `{name: pairwise}`.
 */
#pragma once

#include "lull-node.h"

G_BEGIN_DECLS

/**
 * The YAML that reads back as @p node: the same lists and mappings, the same texts, and those with
 * quotes that had some. A text without quotes gets them where YAML would take it apart. @return @transfer{full}
 */
char *lull_node_to_flow (const LullNode *node);

G_END_DECLS
