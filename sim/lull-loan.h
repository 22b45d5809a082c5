/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Bytes of a state that are lent to a function of a protocol. It gets the bytes
 * themselves, which costs nothing, or a copy with guard bytes behind it, so that a write
 * beyond its end is noticed and harms nobody. Internal to sim/.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** A node has at most this many bytes. */
#define LULL_LOAN_MAX 1024U

/** How far beyond the end a write is noticed. */
#define LULL_LOAN_GUARD 64U

/** See the file's comment; on the stack, not to be copied. */
typedef struct
{
  guint8 *home;
  gsize size;
  gboolean is_copy;
  guint8 bytes[LULL_LOAN_MAX + LULL_LOAN_GUARD]; /**< of a copy */
} LullLoan;

/** Lends @p size bytes at @p home. @return where the borrower may write */
gpointer lull_loan_init (LullLoan *self, guint8 *home, gsize size, gboolean is_copy);

/** Whether the borrower changed what it was lent as a copy. */
gboolean lull_loan_is_written (const LullLoan *self);

/** Takes back what was lent. @return FALSE if there was a write beyond it */
gboolean lull_loan_return (const LullLoan *self);

G_END_DECLS
