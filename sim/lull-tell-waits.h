/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Who waits for whom in a state in which no step is possible, or all through a loop.
 * Those who wait are workers (their main program, or their join) and messages (queued, or
 * their handler or callback); what is on the wire or in the listener always goes on.
 * Internal to sim/.
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

/** All waits; worker w is number w, message m of the world is number workers + m, and the
 * callback of call c that runs with an error is number workers + messages + c. */
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

static inline guint
tell_wait_failing_node (const TellWaits *self, guint call)
{
  return tell_wait_node (self, self->tell->world->message_count + call);
}

/** How many numbers there are. */
static inline guint
tell_wait_node_count (const TellWaits *self)
{
  return tell_wait_failing_node (self, self->tell->world->message_count);
}

/** What is known of message @p message of the world, which was sent. */
static inline const TellMessage *
tell_wait_told (const TellWaits *self, guint message)
{
  return tell_message (self->tell, self->tell->slot_message[message]);
}

/** How far it has come. */
static inline LullStage
tell_wait_stage (const TellWaits *self, guint message)
{
  return stage_of (self->tell->world, self->tell->end, message);
}

/** Finds the waits in the last state of the run. */
void lull_tell_waits_init (TellWaits *self, const Tell *tell);

/** Frees what @p self owns. */
void lull_tell_waits_clear (TellWaits *self);

/** What people call @p node: "the handler of call 1 at B". @return @transfer{full} */
char *lull_tell_waits_subject (const TellWaits *self, guint node);

/** Adds that @p from waits for the answer to @p call, wherever that hangs. */
void lull_tell_wait_for_answer (TellWaits *self, guint from, guint call);

/** Adds that @p from waits for the futures lock of @p worker. */
void lull_tell_wait_for_lock (TellWaits *self, guint from, guint worker);

/** Whether @p call was made and its future is not settled. */
gboolean lull_tell_is_unsettled (const TellWaits *self, guint call);

/* lull-tell-waits-join.c */

/** A protocol whose steps cannot be taken: the world that it runs in, and which messages
 * it sees where it looks at idleness and futures. */
typedef struct
{
  const LullWorld *world;
  guint scope; /**< only those of a scope: 1 + its number; 0: all */
} TellProtocol;

/** Adds why @p worker, whose main program has ended, takes no step of the protocol. */
void lull_tell_waits_add_protocol (TellWaits *self, const TellProtocol *of, guint worker);

/** Finds why the steps of the protocol that @p worker, which is in join, would take next
 * cannot be taken. */
void lull_tell_find_join_waits (TellWaits *self, guint worker);

/** Whether @p worker waits for nobody, because it takes no further step in join. */
gboolean lull_tell_waits_failed (const TellWaits *self, guint worker);

/** "A waits for B to …; B waits for …", of those who wait; where @p whole, of all
 * workers. @return @transfer{full} */
char *lull_tell_waits_describe (const TellWaits *self, gboolean whole);

/** "A waits for B, which waits for A", or NULL if there is no cycle. @return
 * @transfer{full} */
char *lull_tell_waits_describe_cycle (const TellWaits *self, const GArray *cycle);

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
