/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The local steps of a world's programs: how far they are in a state, who holds which
 * lock, and which flags are up. Internal to sim/.
 *
 * A state has a byte for each step, which says how far it is. Who holds a lock follows
 * from it: the program that took it and did not give it back, a main program until it has
 * left join. So does whether a flag is up: somebody raised it.
 */
#pragma once

#include "lull-part.h"

G_BEGIN_DECLS

/** How far a step is. */
enum
{
  LOCAL_TO_COME,
  LOCAL_WAITING, /**< for a flag that is forgotten when it was raised */
  LOCAL_DONE,
  LOCAL_NEVER /**< an error has ended its program before it */
};

/** Whether nothing more comes of a step. */
static inline gboolean
lull_local_is_over (guint8 progress)
{
  return progress == LOCAL_DONE || progress == LOCAL_NEVER;
}

/** What the part keeps. */
typedef struct
{
  LullLocalStep *steps; /**< (owned) */
  guint count;
  char **names; /**< of locks and flags; (owned) */
  LullFlags flags;
} LullLocals;

/** A state, and where in it the steps are. */
typedef struct
{
  const LullWorld *world;
  const LullLocals *locals;
  const guint8 *state;
  const guint8 *progress; /**< a byte for each step */
} LullLocalLook;

/** Looks at the steps in @p state. */
LullLocalLook
lull_locals_look (const LullWorld *world, const LullPartSite *site, const guint8 *state);

/** Whether a step is of the program of @p parent, or of what the main program of @p
 * worker does before it joins next. */
gboolean lull_locals_is_of (const LullLocalLook *self,
                            const LullLocalStep *step,
                            guint worker,
                            guint parent);

/** How many messages that program has sent, and the last of them, or none. */
guint lull_locals_count_sent (const LullLocalLook *self,
                              guint worker,
                              guint parent,
                              guint *last);

/** Whether its program has come to step @p index: all that stands before it is done. */
gboolean lull_locals_have_come_to (const LullLocalLook *self, guint index);

/** Whether step @p index can be taken. */
gboolean lull_locals_can_take (const LullLocalLook *self, guint index);

/** Whether its main program ends with step @p index, which it takes. */
gboolean lull_locals_ends_main (const LullLocalLook *self, guint index);

/** The step by which the lock that @p step names was taken by whoever has it; NULL if it
 * is free. */
const LullLocalStep *lull_locals_find_holder (const LullLocalLook *self,
                                              const LullLocalStep *step);

/** Whether the flag that @p step names was raised. */
gboolean lull_locals_is_raised (const LullLocalLook *self, const LullLocalStep *step);

/* lull-local-steps-words.c */
void lull_locals_say (const LullWorld *world,
                      const LullPartSite *site,
                      const guint16 *numbers,
                      const guint8 *state,
                      guint step,
                      guint argument,
                      GString *text);
void lull_locals_describe (const LullWorld *world,
                           const LullPartSite *site,
                           const guint8 *state,
                           GString *text);
void lull_locals_find_waits (TellWaits *waits, const LullPartSite *site);

G_END_DECLS
