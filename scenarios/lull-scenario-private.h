/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * From what a file says to a scenario.
 */
#pragma once

#include "lull-draft.h"

G_BEGIN_DECLS

/**
 * The scenario that @p draft describes; the text is what it was read from.
 *
 * @param draft  @transfer{full}, also where this fails
 *
 * @return @transfer{full}, or NULL with a ::LullWorldError
 */
LullScenario *lull_scenario_new (const char *path, const char *text, gsize length,
                                 LullDraft *draft, GError **error);

G_END_DECLS
