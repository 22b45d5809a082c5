/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the two models of a token on a ring share: node 0 initiates a probe, and the
 * others pass the token on.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** Their first kinds of action. */
enum
{
  LULL_REFERENCE_INITIATE_PROBE,
  LULL_REFERENCE_PASS_TOKEN
};

/** LullModel.fairness: weak fairness is the probe's alone; the computation may rest or go
 * on as it likes. */
guint lull_reference_fair_probe (const LullModel *model,
                                 const guint8 *state,
                                 LullAction action);

G_END_DECLS
