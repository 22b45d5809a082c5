/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Control-C and `kill` as a polite request: a check stops, inconclusive, with its
 * figures. A second Control-C ends the program at once.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Starts to listen. */
void lull_interrupt_catch (void);

/** Where the request shows; read atomically, non-zero once it was made. */
const gint *lull_interrupt_flag (void);

/** Whether the request was made. */
gboolean lull_interrupt_is_asked (void);

G_END_DECLS
