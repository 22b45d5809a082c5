/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * All that a termination-detection protocol may see and do: the contract between a protocol and
 * whatever runs it, be it lull's simulator, lull's checker, or a real runtime.
 *
 * A protocol is a *sans-I/O state machine*: a node per worker (plain bytes), callbacks for what
 * happens to basic messages, and named atomic steps that a worker takes while it is in join. A
 * function of a protocol reads its view, changes its node, writes effects to an outbox, and returns. It
 * allocates nothing, asks no clock, draws no chance, keeps no static data, and cannot see whether work
 * is left anywhere else: that is what it is there to find out.
 *
 * The life of a worker: its main program issues its calls, then *joins*. From then on the steps
 * whose place, needs and guard are met are enabled; each is taken atomically, in any order the
 * scheduler likes, between any two steps of other workers and messages. The worker leaves join by
 * lull_outbox_announce(). Callbacks come before join, during it, and after it; before it, a worker
 * can neither go to a place nor announce. With several joins one after another the main program goes on when
 * the worker has left one, and joins again; the worker is then at place 0, and its node is as it was.
 *
 * A run has at most 250 basic messages, replies included, so a byte counts them.
 */
#pragma once

#include <glib.h>

#include "lull-outbox.h"

G_BEGIN_DECLS

/** The version of this header; a plugin of another version is refused. */
#define LULL_PROTOCOL_API 3U

/** A scenario has at most this many workers. */
#define LULL_WORKERS_MAX 32U

/** The value of LullStep.at for a step that does not depend on the place. */
#define LULL_ANYWHERE 0xffU

/** What a worker can know without asking anyone; read only, valid during the callback. */
typedef struct
{
  const gint *options; /**< one value per entry of LullProtocol.options, in that order */
  guint8 self;         /**< this worker, 0 … workers-1 */
  guint8 workers;      /**< how many there are */
  guint8 place;        /**< where this worker is in join; place 0 before it joins */
  guint8 futures;      /**< calls made here that are not answered yet */
  guint8 result;       /**< result of the round, in a step that needs ::LULL_NEEDS_RESULT, else 0 */
  guint8 joined;       /**< 1 once the main program of this worker has ended */
  guint8 left;         /**< 1 once this worker has announced for the last time */
  guint8 idle; /**< 1 if nothing is queued or running here and no send task waits; a
                  scenario may have the runtime look at less, or at more */
  guint8 epoch;        /**< how many joins this worker has left before: always 0 where there is only one */
  guint8 retries;      /**< messages that did not arrive and wait here to be sent again */
} LullView;

/** What a basic message is. */
typedef enum
{
  LULL_BASIC_CAST, /**< a one-way request */
  LULL_BASIC_CALL, /**< a request that is answered */
  LULL_BASIC_REPLY /**< the answer to a call */
} LullBasicKind;

/** A basic message as a protocol sees it. */
typedef struct
{
  /** LullProtocol.tag_size bytes that travel along, without alignment: zero before on_posted, which
   * alone may write them, and read in later callbacks of the message. A reply has a tag of its own.
   * NULL if there are none. */
  guint8 *tag;
  LullBasicKind kind;
  guint8 peer;        /**< the other end: the receiver when sending, the sender when receiving */
  guint8 deferred;    /**< 1 for a request, at its receiver, if its handler returns before it is finished */
  guint8 late;        /**< 1 for an answer, at its receiver, if the call was given up before: it is dropped */
} LullBasic;

/** What must be true of the worker for a step to be enabled, as bits. */
typedef enum
{
  LULL_NEEDS_NOTHING = 0,
  LULL_NEEDS_RESULT = 1 << 0, /**< the round it contributed to is complete; the step takes its result */
  LULL_NEEDS_IDLE = 1 << 1,   /**< LullView.idle */
  LULL_NEEDS_NO_FUTURES = 1 << 2, /**< LullView.futures is 0 */
  LULL_NEEDS_LOCK = 1 << 3    /**< nobody holds this worker's futures lock */
} LullNeeds;

/**
 * What a step's guard and function look at, besides LullView.options, self, workers and what they need,
 * as bits. A declaration lets the checker leave out interleavings that cannot matter to the step.
 */
typedef enum
{
  LULL_LOOKS_EVERYWHERE = 0, /**< not declared: anything that its view and node show */
  LULL_LOOKS_AT_RESULT = 1 << 0,
  LULL_LOOKS_AT_NODE = 1 << 1,
  LULL_LOOKS_AT_FUTURES = 1 << 2,
  LULL_LOOKS_AT_IDLE = 1 << 3
} LullLooks;

/** A named atomic step of a worker in join. */
typedef struct
{
  const char *name; /**< what it does, as traces print it: "contribute", "wait until idle" */
  guint8 at;        /**< the place it is taken from, or ::LULL_ANYWHERE */
  guint8 needs;     /**< ::LullNeeds */
  guint8 looks_at;  /**< ::LullLooks; wrong if it leaves something out */
  /** Whether there is such a step under @p options at all; NULL: there is. */
  gboolean (*exists) (const gint *options);
  /** A further guard on the worker's own view and node, or NULL. */
  gboolean (*ready) (const LullView *view, gconstpointer node);
  void (*run) (const LullView *view, gpointer node, LullOutbox *out);
  /** Where it takes a result: what each means to people, from 0 on, ended by NULL: "all agree", "not
   * yet". What is beyond them says nothing. NULL: the number is shown. */
  const char *const *results;
} LullStep;

/** How the contributions to a round become one. Elements are bytes. */
typedef enum
{
  LULL_COMBINE_NOTHING, /**< a barrier: nothing is contributed */
  LULL_COMBINE_MAX,     /**< element-wise maximum of unsigned bytes */
  LULL_COMBINE_SUM,     /**< element-wise sum modulo 256 */
  LULL_COMBINE_GATHER   /**< all contributions, one after the other, by worker */
} LullCombine;

/**
 * A collective. A *round* is one use of it: every worker contributes once, at its own moment; when the
 * last has, the round is complete, and each worker takes the result at its own moment. One round at
 * a time is being collected; all workers must use the same collective for it.
 */
typedef struct
{
  const char *name; /**< "allreduce(MAX)" */
  LullCombine combine;
  /** Bytes that one worker contributes; may be NULL if nothing is combined. */
  gsize (*size) (guint workers, const gint *options);
  /**
   * What every worker computes from the combined contributions: a pure function, evaluated when
   * the round completes. NULL: 0. For GATHER, @p combined is workers times the size.
   */
  guint8 (*conclude) (guint workers, const gint *options, const guint8 *combined);
} LullCollective;

/** What happens at a worker and may matter to its protocol, as bits. */
typedef enum
{
  LULL_HEEDS_POSTED = 1 << 0,
  LULL_HEEDS_TRANSMITTED = 1 << 1,
  LULL_HEEDS_RECEIVED = 1 << 2,
  LULL_HEEDS_QUEUED = 1 << 3,
  LULL_HEEDS_STARTED = 1 << 4,
  LULL_HEEDS_FINISHED = 1 << 5,
  LULL_HEEDS_IDLE = 1 << 6 /**< a step that can be reached needs or looks at LullView.idle */
} LullHeeds;

/** Bytes of a protocol, for LullProtocol.relabel. */
typedef enum
{
  LULL_BYTES_NODE,
  LULL_BYTES_TAG,
  LULL_BYTES_CONTRIBUTION /**< of collective 0; for others, add their number */
} LullBytes;

/** A knob of a protocol, set from a scenario or from the command line. */
typedef struct
{
  const char *name;          /**< "snapshot" */
  const char *const *values; /**< names of its values, NULL-terminated; the first is the default */
  const char *help;          /**< one sentence */
} LullOption;

/** A protocol. Functions that are NULL do nothing; arrays that may be NULL are said to be. */
typedef struct
{
  guint api;           /**< ::LULL_PROTOCOL_API */
  const char *name;    /**< as scenarios write it: "allreduce-max" */
  const char *summary; /**< one line for `lull list protocols` */
  const char *source;  /**< the paper or the report, with section */
  const LullOption *options;         /**< ended by an entry without name, or NULL */
  const char *const *places;         /**< names of the places in join, NULL-terminated; at least one */
  const LullStep *steps;             /**< ended by an entry without name */
  const LullCollective *collectives; /**< ended by an entry without name, or NULL */
  gsize (*node_size) (guint workers, const gint *options); /**< bytes of a node, which has no alignment; NULL: none */
  gsize control_size; /**< bytes of a control message; 0 if there are none */
  /** Most control messages of one join on the wire at once, those to oneself included, when at most @p messages
   * basic ones were sent, replies included. */
  guint (*control_max) (guint workers, guint messages);
  gsize tag_size;     /**< bytes that ride on each basic message, at most 8 */
  gboolean (*tags) (const gint *options); /**< whether there are tags under these options; NULL: there are */
  gboolean needs_replies; /**< meaningful only where every message is a call */

  /**
   * A declaration for the checker: the callbacks for basic messages and on_joined only count. They look
   * at nothing but the message, the node, and LullView.joined and epoch, change nothing but the node, write nothing
   * to the outbox, and any two of them may be swapped. on_left changes nothing but the node either. FALSE is always right, and leaves more to explore.
   */
  gboolean callbacks_count;

  /**
   * What matters under @p options, as ::LullHeeds: which callbacks do something, and whether idleness
   * is looked at. NULL: every callback that is there, and idleness.
   */
  guint (*heeds) (const gint *options);

  /**
   * A declaration for the checker: no worker has a part of its own. If workers changed names, worker
   * w being called @p names[w] from then on, the protocol would do the same under the new names,
   * provided that each byte of a node, a tag or a contribution (@p bytes, a ::LullBytes) moved from
   * @p offset to the offset returned, its value unchanged. So no byte's value may name a worker, no
   * function may treat one worker unlike another, and what conclude finds does not change with the
   * names. NULL, or a protocol with control messages: workers are never taken for each other.
   */
  guint (*relabel) (guint bytes, guint workers, const gint *options, const guint8 *names, guint offset);

  /** The node at the start; it is all zeros before. */
  void (*init) (const LullView *view, gpointer node);

  /* What happens to a basic message, in this order; each is part of the step that does it. */
  void (*on_posted) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out);      /**< send() was called here */
  void (*on_transmitted) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out); /**< it left for the wire */
  void (*on_received) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out);    /**< the listener took it */
  void (*on_queued) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out);      /**< it is in the pool */
  void (*on_started) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out);     /**< its handler or callback runs */
  void (*on_finished) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out);    /**< … and has ended; what it sent is posted */

  /** It did not arrive, or could not be sent, and its sender was told so: this attempt is over. What is sent
   * again is told as a new message, from on_posted on, with a tag of its own. */
  void (*on_failed) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out);

  /** The handler of a deferred request has returned; what is left of it goes on outside the pool, on_finished is
   * still to come. */
  void (*on_returned) (const LullView *view, gpointer node, const LullBasic *message, LullOutbox *out);

  /* What happens to a call made here that is not answered in time, or never will be, its callee being gone. Its answer is still received and
   * finished, with LullBasic.late set, if it comes at all. */
  void (*on_timed_out) (const LullView *view, gpointer node, const LullBasic *call, LullOutbox *out); /**< its future is given up */
  void (*on_given_up) (const LullView *view, gpointer node, const LullBasic *call, LullOutbox *out);  /**< … and its callback, if that runs, has ended */

  /** The main program of this worker has ended: it enters join. */
  void (*on_joined) (const LullView *view, gpointer node, LullOutbox *out);

  /** This worker has announced, and there is another join to come: its main program goes on next. The view is still that
   * of the join it leaves. */
  void (*on_left) (const LullView *view, gpointer node, LullOutbox *out);

  /** A control message arrived; also before this worker has joined and after it has left. */
  void (*on_control) (const LullView *view, gpointer node, guint8 from, const guint8 *payload, LullOutbox *out);

  /** This worker was told that @p peer has crashed, or left the group: nothing more comes from it, and nothing
   * that is sent to it is handled. Not before all that it had sent here has arrived. */
  void (*on_peer_gone) (const LullView *view, gpointer node, guint8 peer, LullOutbox *out);

  /** Appends what a control message says: "token, q 0, white". NULL: its bytes. */
  void (*describe_control) (const gint *options, const guint8 *payload, char *text, gsize size);

  /** Writes the node for people, where a deadlock is told: "sent 0 1, done 1 0". NULL: nothing. */
  void (*describe_node) (const LullView *view, gconstpointer node, char *text, gsize size);

  /** What the node has counted of one peer, for a story that says which pair never agrees: messages sent to it, and
   * messages from it that are done. NULL: pairs are not compared. */
  void (*count_peer) (const LullView *view, gconstpointer node, guint8 peer, guint *sent, guint *done);
} LullProtocol;

/** LullProtocol.relabel where no byte belongs to one worker more than to another. */
static inline guint
lull_relabel_nothing (guint bytes,
                      guint workers,
                      const gint *options,
                      const guint8 *names,
                      guint offset)
{
  (void) bytes;
  (void) workers;
  (void) options;
  (void) names;
  return offset;
}

/**
 * What a plugin exports: its protocols, ended by NULL. Write
 * `G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &mine, NULL };`
 */
#define LULL_PLUGIN_SYMBOL "lull_plugin_protocols"

G_END_DECLS
