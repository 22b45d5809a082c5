/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The scopes of a naive scenario as those of a real world.
 */
#pragma once

#include "lull-naive-world.h"
#include "lull-world.h"

G_BEGIN_DECLS

/**
 * Opens and closes scopes, so that what the program of @p parent, or in @p epoch the main
 * program of @p worker, does next is in the body of the scope that @p body_of says.
 */
void lull_twin_scopes_enter (
    LullWork *work, guint8 body_of, guint8 worker, guint8 parent, guint8 epoch);

/** Closes the one that is open, if one is. */
void lull_twin_scopes_end (LullWork *work);

/** How the scopes are watched; @p options has room for those of their protocol, and is
 * lent. */
void lull_twin_scopes_set (const LullNaiveScenario *scenario,
                           gint *options,
                           LullScopes *scopes);

G_END_DECLS
