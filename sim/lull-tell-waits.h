/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Who waits for whom in a state in which no step is possible. Those who wait are workers
 * (their main program, or their join) and messages (queued, or their handler or
 * callback); what is on the wire or in the listener always goes on. Internal to sim/.
 */
#pragma once

#include "lull-tell.h"

G_BEGIN_DECLS

/** Somebody who waits for somebody. */
typedef struct
{
  guint from;
  guint to;     /**< or ::TELL_NEVER: nobody can do it any more */
  char *reason; /**< what @ref to would have to do: "to answer"; (owned) */
  char *what;   /**< the same as a thing, for the figure: "answer to call 1"; (owned) */
} TellWait;

/** All waits; worker w is number w, message m of the world is number workers + m. */
struct TellWaits
{
  const Tell *tell; /**< borrowed */
  GArray *waits;    /**< of ::TellWait; (owned) */
};

/** Adds one; for a part of the world that knows of it. @p what is @transfer{full} */
void lull_tell_waits_add (
    TellWaits *self, guint from, guint to, char *what, const char *format, ...)
    G_GNUC_PRINTF (5, 6);

/** The number of a message among those who wait. */
static inline guint
tell_wait_node (const TellWaits *self, guint message)
{
  return self->tell->world->workers + message;
}

/** Finds the waits in the last state of the run. */
void lull_tell_waits_init (TellWaits *self, const Tell *tell);

/** Frees what @p self owns. */
void lull_tell_waits_clear (TellWaits *self);

/** What people call @p node: "the handler of call 1 at B". @return @transfer{full} */
char *lull_tell_waits_subject (const TellWaits *self, guint node);

/** Whether @p worker waits for nobody, because it takes no further step in join. */
gboolean lull_tell_waits_failed (const TellWaits *self, guint worker);

/** The waits that make a cycle, of guint, in its order; empty if there is none.
 * @return @transfer{full} */
GArray *lull_tell_waits_find_cycle (const TellWaits *self);

/** Draws all waits into the figure, those of the cycle as such. */
void lull_tell_draw_waits (const TellWaits *self, const GArray *cycle);

/** The wait of that index. */
static inline const TellWait *
tell_wait (const TellWaits *self, guint index)
{
  return &g_array_index (self->waits, TellWait, index);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TellWaits, lull_tell_waits_clear)

G_END_DECLS
