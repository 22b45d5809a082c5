/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A short rehearsal of a model, by random walks that are the same each time, to learn
 * which bits of its states vary. What it does not find out is found out later, at some
 * cost.
 */
#pragma once

#include "lull-codec.h"
#include "lull-model.h"

G_BEGIN_DECLS

/** The bits that varied, a word each. @return @transfer{full} */
guint64 *lull_rehearse (const LullModel *model, const LullCodec *codec);

G_END_DECLS
