/* SPDX-License-Identifier: Apache-2.0 */
/* The invariant of docs/proofs/pairwise.smt2, and what it is for. */
#include "lull-pairwise-state.h"

static gboolean
counts_are_true (const LullModel *model, const guint8 *bytes)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);

  for (guint x = 0; x < self->workers; x++)
    for (guint y = 0; y < self->workers; y++)
      if (at (t.r, y, x) > at (t.done, x, y) || at (t.done, x, y) > at (t.sent, x, y))
        return FALSE;
  return t.sent == t.s;
}

static gboolean
reads_in_order (const LullModel *model, const guint8 *bytes)
{
  State t = load_state (bytes);

  (void) model;
  return (t.s_read & ~t.r_read) == 0 && (t.r_read & ~t.main_ended) == 0;
}

static gboolean
copies_are_old (const LullModel *model, const guint8 *bytes)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);

  for (guint x = 0; x < self->workers; x++)
    for (guint y = 0; y < self->workers; y++)
      if ((has (t.r_read, y) && at (t.rr, y, x) > at (t.r, y, x)) ||
          (has (t.s_read, x) && at (t.rs, x, y) > at (t.s, x, y)))
        return FALSE;
  return TRUE;
}

static guint
eff (const State *t, guint q, guint p)
{
  return at (has (t->s_read, q) ? t->rs : t->s, q, p);
}

static gboolean
nobody_sent_late (const Pairwise *self, const State *t)
{
  for (guint x = 0; x < self->workers; x++)
    if (has (t->s_read, x) && ((t->rs ^ t->s) & row_mask (x)) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
some_pair_differs (const Pairwise *self, const State *t)
{
  for (guint q = 0; q < self->workers; q++)
    for (guint p = 0; p < self->workers; p++)
      if (has (t->r_read, p) && eff (t, q, p) > at (t->rr, p, q))
        return TRUE;
  return FALSE;
}

static gboolean
late_sends_show (const LullModel *model, const guint8 *bytes)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);

  return nobody_sent_late (self, &t) || some_pair_differs (self, &t);
}

/* ---- What it is for ---- */

gboolean
lull_pairwise_has_agreement (const LullModel *model, const guint8 *bytes)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);

  return all_have_read (self, &t) && agree (self, &t);
}

static gboolean
has_agreement_after_work (const LullModel *model, const guint8 *bytes)
{
  State t = load_state (bytes);

  return t.sent != 0 && lull_pairwise_has_agreement (model, bytes);
}

static gboolean
nothing_is_left (const LullModel *model, const guint8 *bytes)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);

  return t.main_ended == everybody (self) && t.done == t.sent;
}

static gboolean
nobody_may_send (const LullModel *model, const guint8 *bytes)
{
  const Pairwise *self = (const Pairwise *) model;
  State t = load_state (bytes);

  for (guint x = 0; x < self->workers; x++)
    if (may_main_send (&t, x) || may_handler_send (self, &t, x))
      return FALSE;
  return TRUE;
}

static gboolean
is_safe (const LullModel *model, const guint8 *bytes)
{
  return !lull_pairwise_has_agreement (model, bytes) || nothing_is_left (model, bytes);
}

static gboolean
is_quiet (const LullModel *model, const guint8 *bytes)
{
  return !lull_pairwise_has_agreement (model, bytes) || nobody_may_send (model, bytes);
}

/* clang-format off */
const LullProperty lull_pairwise_claims[] = {
  [LULL_PAIRWISE_NOTHING_IS_LEFT] = { "premature", "where all agree, all messages are finished",
    LULL_PROPERTY_ALWAYS, is_safe },
  [LULL_PAIRWISE_COUNTS_ARE_TRUE] = { "counts-are-true", "no message counts as done that is not finished, and sends as they are",
    LULL_PROPERTY_ALWAYS, counts_are_true },
  [LULL_PAIRWISE_READS_IN_ORDER] = { "reads-in-order", "first the main program ends, then R is read, then S",
    LULL_PROPERTY_ALWAYS, reads_in_order },
  [LULL_PAIRWISE_COPIES_ARE_OLD] = { "copies-are-old", "what was read is at most what is counted",
    LULL_PROPERTY_ALWAYS, copies_are_old },
  [LULL_PAIRWISE_LATE_SENDS_SHOW] = { "late-sends-show", "nobody has sent since it read S, or some pair differs",
    LULL_PROPERTY_ALWAYS, late_sends_show },
  [LULL_PAIRWISE_NOBODY_MAY_SEND] = { "restless", "where all agree, nobody sends any more",
    LULL_PROPERTY_ALWAYS, is_quiet },
  [LULL_PAIRWISE_AGREEMENT] = { "vacuous", "after some work, all agree",
    LULL_PROPERTY_SOMETIMES, has_agreement_after_work },
};
/* clang-format on */
