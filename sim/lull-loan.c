/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-loan.h"

#include <string.h>

/* A stray write most likely leaves zero or a small count. */
#define GUARD_BYTE 0xb1

static gboolean
guard_holds (const guint8 *guard)
{
  for (guint i = 0; i < LULL_LOAN_GUARD; i++)
    if (guard[i] != GUARD_BYTE)
      return FALSE;
  return TRUE;
}

gpointer
lull_loan_init (LullLoan *self, guint8 *home, gsize size, gboolean is_copy)
{
  self->home = home;
  self->size = size;
  self->is_copy = is_copy;
  if (!is_copy)
    return home;
  memcpy (self->bytes, home, size);
  memset (self->bytes + size, GUARD_BYTE, LULL_LOAN_GUARD);
  return self->bytes;
}

gboolean
lull_loan_is_written (const LullLoan *self)
{
  return self->is_copy && memcmp (self->home, self->bytes, self->size) != 0;
}

gboolean
lull_loan_return (const LullLoan *self)
{
  if (!self->is_copy)
    return TRUE;
  memcpy (self->home, self->bytes, self->size);
  return guard_holds (self->bytes + self->size);
}
