/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The last look at a witness before it is shown: it is run again on the model, and must
 * end where the verdict says.
 */
#pragma once

#include "lull-verdict.h"

G_BEGIN_DECLS

/** Stops the program unless the witness of @p findings shows the violation or the
 * deadlock that they claim. */
void lull_audit_witness (const LullFindings *findings, const LullModel *model);

G_END_DECLS
