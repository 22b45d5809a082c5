/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Expected outputs in the source tree. With LULL_UPDATE_GOLDEN=1 they are rewritten, and
 * the change is reviewed like any other.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Whether the file @p relative of the source tree holds @p actual; says where it does
 * not. */
gboolean lull_golden_matches (const char *relative, const char *actual);

/**
 * Whether the specimen @p name in the document @p relative shows @p actual. A specimen is
 * the fenced block after a line `<!-- specimen: NAME -->`.
 */
gboolean
lull_golden_specimen_matches (const char *relative, const char *name, const char *actual);

G_END_DECLS
