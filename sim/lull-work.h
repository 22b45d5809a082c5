/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The work of a scenario: which worker sends what to whom, and what that makes others
 * send. Either a *forest* of messages, known in full, or *any* work up to a number of
 * messages, which stands for all forests of that size at once.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/** No message: the parent of a root, the reply of a cast. */
#define LULL_NO_MESSAGE 0xffU

/** No message either: the parent of what a timer of its source sends. */
#define LULL_TIMER 0xfeU

/** A scenario has at most this many basic messages, replies included. */
#define LULL_MESSAGES_MAX 250U

/** A scenario has at most this many joins one after another. */
#define LULL_EPOCHS_MAX 8U

/** A scenario has at most this many scopes. */
#define LULL_SCOPES_MAX 8U

/** The parent of a message that is a copy of another: nobody sends it. */
#define LULL_COPY 0xfdU

/** What sets a message of a forest apart, as bits. */
typedef enum
{
  LULL_TRAIT_TIMES_OUT = 1 << 0, /**< of a call: it may time out; LullTimeouts.calls */
  /* A path that somebody forgot to count; its protocol is not told: */
  LULL_TRAIT_SENT_UNCOUNTED = 1 << 1, /**< … that it is sent: on_posted, on_transmitted,
                                         on_failed */
  LULL_TRAIT_DONE_UNCOUNTED = 1 << 2, /**< … that it comes: on_received to on_finished,
                                         on_returned */
  LULL_TRAIT_DEFERRED = 1 << 3 /**< of a request: its handler returns before it is done */
} LullTraits;

/** One basic message of a forest. */
typedef struct
{
  guint8 source;
  guint8 target;
  guint8 kind;    /**< ::LullBasicKind */
  guint8 awaited; /**< its sender goes on only when its future is settled; calls only */
  guint8 parent;  /**< the message whose handler (or callback, for a reply) sends it;
                     roots: none; or ::LULL_TIMER */
  guint8
      rank; /**< its place among what its parent, or its source's main program, sends */
  guint8 reply;   /**< of a call: its reply; else none */
  guint8 request; /**< of a reply: its call; else none */
  guint8 epoch;   /**< the join that has to wait for it, from 0: that of its root */
  guint8 copy_of; /**< of a copy: 1 + the message that it is a copy of; else 0 */
  guint8 same_as; /**< of a copy, and of what it causes: 1 + the message of the scenario
                     that it repeats; else 0 */
  guint8 turn; /**< … and the how-manieth of its kind it is: 2 for the second; else 0 */
  guint8
      faulty; /**< faults may hit it; where no message is marked so, they may hit any */
  guint8 traits; /**< ::LullTraits */
  guint8 scope;  /**< 1 + the scope that it belongs to; else 0 */
} LullMessage;

/** What a program, which is a main program, a handler or a callback, does without sending
 * anything. */
typedef enum
{
  LULL_LOCAL_COMPUTE, /**< nothing that others see, in a step that they can come before */
  LULL_LOCAL_TAKE,    /**< takes a lock of its worker, when nobody holds it */
  LULL_LOCAL_GIVE,    /**< gives it back */
  LULL_LOCAL_NOTIFY,  /**< raises a flag of its worker */
  LULL_LOCAL_WAIT,    /**< goes on when the flag is raised */
  LULL_LOCAL_FLUSH    /**< flushes the buffers of its worker */
} LullLocalKind;

/** A *local step* of a program in a forest. */
typedef struct
{
  guint8 kind;   /**< ::LullLocalKind */
  guint8 worker; /**< whose program it is */
  guint8 parent; /**< as LullMessage.parent */
  guint8 epoch;  /**< as LullMessage.epoch */
  guint8 sent;   /**< how many messages the program sends before it */
  guint8 name;   /**< of the lock or flag: an index of LullWork.names */
} LullLocalStep;

/**
 * A *scope*: a part of a program which ends only when all that it sends is over, and all
 * that this brings about. What it sends itself is its *body*.
 */
typedef struct
{
  guint8 worker; /**< whose program opens it */
  guint8 parent; /**< … which is that of this message, as LullMessage.parent */
  guint8 epoch;  /**< as LullMessage.epoch */
  guint8 first;  /**< what the program sends from this message on, */
  guint8 end;    /**< … up to this one, is its body */
  guint8 first_local, end_local; /**< the same of local steps */
} LullScope;

/** The work of a scenario; a value, cleared by lull_work_clear(). */
typedef struct
{
  guint epochs;        /**< joins one after another; at least 1 */
  GArray *messages;    /**< of ::LullMessage, parents before children, a reply right after
                          its call; (owned) */
  GArray *local_steps; /**< of ::LullLocalStep, those of one program in its order;
                          (owned) */
  GPtrArray *names;    /**< of char *: locks and flags; (owned) */
  GArray *scopes;      /**< of ::LullScope, of a forest; (owned) */
  gboolean scope_is_open; /**< while they are added: the last one is open */
  guint any_messages;     /**< 0: the forest; else any work of up to this many requests */
  guint any_from;         /**< bit w: worker w's main program may send; any work only */
  gboolean any_calls;     /**< any work is made of calls, not of casts */
  gboolean any_self;      /**< a worker may send to itself */
} LullWork;

/** Work of no messages. */
void lull_work_init (LullWork *self);

/** Frees what @p self owns. */
void lull_work_clear (LullWork *self);

/**
 * Adds a request to a forest and, for a call, its reply behind it.
 *
 * @param parent  a request whose handler sends it, a reply whose callback does,
 * ::LULL_NO_MESSAGE for a main program, or ::LULL_TIMER
 *
 * @return its number, or ::LULL_NO_MESSAGE if the forest is full
 */
guint8 lull_work_add (LullWork *self,
                      guint8 source,
                      guint8 target,
                      LullBasicKind kind,
                      gboolean awaited,
                      guint8 parent);

/** Ends an epoch: main programs join, and send roots that are added from now on when they
 * have left. @return FALSE if there are ::LULL_EPOCHS_MAX already */
gboolean lull_work_join (LullWork *self);

/**
 * Adds a local step behind what the program of @p parent, or the main program of
 * @p worker, does so far.
 *
 * @param name  of the lock or flag; @nullable where there is none
 *
 * @return FALSE if the forest is full
 */
gboolean lull_work_add_local (
    LullWork *self, LullLocalKind kind, guint8 worker, guint8 parent, const char *name);

/**
 * Opens a scope where the program of @p parent, or the main program of @p worker, stands
 * so far: what it sends from now on belongs to the scope, and all that this causes.
 * @return FALSE if one is open, or there are ::LULL_SCOPES_MAX
 */
gboolean lull_work_open_scope (LullWork *self, guint8 worker, guint8 parent);

/** Closes the scope that is open. @return FALSE if its program sends nothing in it */
gboolean lull_work_close_scope (LullWork *self);

/** Adds @p traits (::LullTraits) to message @p message of a forest. */
void lull_work_mark (LullWork *self, guint8 message, guint traits);

/** The most basic messages, replies included, that a run can have. */
guint lull_work_message_count (const LullWork *self);

G_END_DECLS
