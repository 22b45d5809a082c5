/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * From a sighting back to a run that shows it. Actions are not stored: the line of
 * descent is, and the model is asked again which action leads from each state to the
 * next.
 */
#pragma once

#include "lull-store.h"
#include "lull-tally.h"
#include "lull-trace.h"

G_BEGIN_DECLS

/** The run to state number @p number that the search took. @return @transfer{full} */
LullTrace *lull_witness_to_state (const LullStore *store, guint32 number);

/**
 * The run to what @p sighting saw.
 *
 * @param takes_action  it is what the action leads to that was seen, not the state itself
 *
 * @return @transfer{full}
 */
LullTrace *lull_witness_to_sighting (const LullStore *store,
                                     const LullSighting *sighting,
                                     gboolean takes_action);

G_END_DECLS
