/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the steps and the invariant of lull-pairwise-steps.h share: the state, and the
 * guards that both speak of. The names are those of docs/proofs/pairwise.smt2.
 *
 * A table holds a number below 16 for each ordered pair of workers, a row a worker:
 *
 *     48       32       16       0
 *     │ row 3  │ row 2  │ row 1  │ row 0  │    in each: four columns of four bits
 */
#pragma once

#include "lull-pairwise-steps.h"

#include <string.h>

enum
{
  NUMBER_BITS = 4,
  ROW_BITS = NUMBER_BITS * LULL_PAIRWISE_WORKERS_MAX
};

typedef struct
{
  guint64 sent;       /* row x, column y */
  guint64 done;       /* row x, column y */
  guint64 s;          /* row x, column y */
  guint64 r;          /* row y, column x */
  guint64 rs;         /* row x, column y */
  guint64 rr;         /* row y, column x */
  guint8 s_read;      /* bit x */
  guint8 r_read;      /* bit x */
  guint8 main_ended;  /* bit x */
  guint8 always_0[5]; /* states are compared as bytes */
} State;

G_STATIC_ASSERT (sizeof (State) == 56);

typedef struct
{
  LullModel model;
  guint workers;
  guint budget;
  LullConditions conditions;
} Pairwise;

static inline State
load_state (const guint8 *bytes)
{
  State state;

  memcpy (&state, bytes, sizeof state);
  return state;
}

static inline guint
at (guint64 table, guint row, guint column)
{
  return (guint) (table >> (row * ROW_BITS + column * NUMBER_BITS)) & 15U;
}

static inline guint64
row_mask (guint row)
{
  return G_GUINT64_CONSTANT (0xffff) << (row * ROW_BITS);
}

static inline guint
sum (guint64 table)
{
  guint total = 0;

  for (; table != 0; table >>= NUMBER_BITS)
    total += (guint) table & 15U;
  return total;
}

static inline gboolean
has (guint8 set, guint x)
{
  return (set >> x & 1U) != 0;
}

static inline guint
everybody (const Pairwise *self)
{
  return (1U << self->workers) - 1;
}

static inline gboolean
may_main_send (const State *t, guint x)
{
  return !has (t->main_ended, x);
}

static inline gboolean
some_handler_may_run (const Pairwise *self, const State *t, guint x)
{
  for (guint z = 0; z < self->workers; z++)
    if (at (t->sent, z, x) > at (t->done, z, x))
      return TRUE;
  return FALSE;
}

static inline gboolean
may_handler_send (const Pairwise *self, const State *t, guint x)
{
  return self->conditions == LULL_CONDITIONS_WITHOUT_IV ||
         some_handler_may_run (self, t, x);
}

static inline gboolean
all_have_read (const Pairwise *self, const State *t)
{
  return t->s_read == everybody (self) && t->r_read == everybody (self);
}

static inline gboolean
all_pairs_agree (const Pairwise *self, const State *t)
{
  for (guint x = 0; x < self->workers; x++)
    for (guint y = 0; y < self->workers; y++)
      if (at (t->rs, x, y) != at (t->rr, y, x))
        return FALSE;
  return TRUE;
}

static inline gboolean
agree (const Pairwise *self, const State *t)
{
  if (self->conditions == LULL_CONDITIONS_WITHOUT_III)
    return sum (t->rs) == sum (t->rr);
  return all_pairs_agree (self, t);
}
