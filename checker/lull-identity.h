/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Tells models apart: by what they say of themselves, and by how they behave on a few
 * thousand steps that are the same each time.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** Writes 128 bits that are the same for the same model, and hardly for another. */
void lull_model_identify (const LullModel *model, guint64 identity[2]);

G_END_DECLS
