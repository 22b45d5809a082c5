/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The distributed runtime as a transition system: workers with main programs, handlers
 * and callbacks, a listener, a pool, a network, collectives, and a protocol in each
 * worker. What is enabled, what a step does, and whether work is left (the truth) are
 * decided here and nowhere else.
 */
#pragma once

#include "lull-duration.h"
#include "lull-faults.h"
#include "lull-members.h"
#include "lull-model.h"
#include "lull-protocol.h"
#include "lull-rounds.h"
#include "lull-scopes.h"
#include "lull-story.h"
#include "lull-timers.h"
#include "lull-trace.h"
#include "lull-work.h"

G_BEGIN_DECLS

/** When a call's future is settled. */
typedef enum
{
  LULL_SETTLE_AFTER_CALLBACKS, /**< when the callback has ended */
  LULL_SETTLE_BEFORE_CALLBACKS /**< when the callback starts */
} LullSettle;

/** Who puts on the wire what send() was given. */
typedef enum
{
  LULL_SEND_TASKS_NONE,    /**< send() itself */
  LULL_SEND_TASKS_APART,   /**< a send task that needs no thread of the pool */
  LULL_SEND_TASKS_IN_POOL, /**< a send task that waits in the pool's queue and takes a
                              thread */
  LULL_SEND_TASKS_BUFFERED /**< whoever flushes the buffer that it waits in */
} LullSendTasks;

/** When a message that a send task puts on the wire is off its sender's hands. */
typedef enum
{
  LULL_TRANSPORT_EAGER,     /**< at once */
  LULL_TRANSPORT_RENDEZVOUS /**< when the receiver's listener has taken it; until then the
                               task goes on */
} LullTransport;

/** Who puts the answers to calls on the wire. */
typedef enum
{
  LULL_REPLIES_AS_SENT, /**< whoever does it for requests */
  LULL_REPLIES_DIRECT,  /**< as ::LULL_SEND_TASKS_NONE */
  LULL_REPLIES_BY_TASK, /**< as ::LULL_SEND_TASKS_APART */
  LULL_REPLIES_IN_POOL, /**< as ::LULL_SEND_TASKS_IN_POOL */
  LULL_REPLIES_BUFFERED /**< as ::LULL_SEND_TASKS_BUFFERED */
} LullReplies;

/** When the buffer of a link is flushed, apart from when it is full. */
typedef enum
{
  LULL_FLUSH_IDLE,   /**< when nothing is queued or running at its worker */
  LULL_FLUSH_ANY,    /**< at any moment */
  LULL_FLUSH_BY_HAND /**< when a program says so */
} LullFlush;

/** What waits for a thread. */
typedef enum
{
  LULL_TASK_SEND, /**< a send task, where these wait in a pool */
  LULL_TASK_HANDLER,
  LULL_TASK_CALLBACK,
  LULL_TASK_KINDS
} LullTaskKind;

/** A pool that tasks of one kind have to themselves at each worker, if they do. */
typedef struct
{
  gboolean apart;    /**< else they are in the pool of all */
  guint threads_max; /**< 0: any number */
  guint fifo;        /**< it takes what waits in the order in which it came */
} LullOwnPool;

/**
 * What keeps a worker from being idle (LullView.idle), as bits. A part of the world that
 * has something of a kind named here reports it by lull_apply_keep_busy().
 */
typedef enum
{
  LULL_IDLE_QUEUE = 1 << 0,    /**< what waits for a handler or callback to start */
  LULL_IDLE_RUNNING = 1 << 1,  /**< handlers and callbacks that run */
  LULL_IDLE_SENDS = 1 << 2,    /**< send tasks */
  LULL_IDLE_LISTENER = 1 << 3, /**< what the listener holds */
  LULL_IDLE_BUFFERED = 1 << 4, /**< what waits in a buffer to be sent */
  LULL_IDLE_DEFERRED = 1 << 5, /**< handlers that have returned and have yet to answer */
  LULL_IDLE_RETRIES = 1 << 6,  /**< messages that wait to be sent once more */
  LULL_IDLE_TIMERS = 1 << 7,   /**< timers that are set */
  LULL_IDLE_FUTURES = 1 << 8   /**< calls of its own that are not settled */
} LullIdle;

/** What idleness looks at unless a scenario says otherwise. */
#define LULL_IDLE_DEFAULT (LULL_IDLE_QUEUE | LULL_IDLE_RUNNING | LULL_IDLE_SENDS)

/** What becomes of a flag that is raised while nobody waits for it. */
typedef enum
{
  LULL_FLAGS_STICKY,  /**< it stays up, and whoever waits later goes on at once */
  LULL_FLAGS_ONE_SHOT /**< it is forgotten: only those who wait go on */
} LullFlags;

/** Which calls may time out. */
typedef enum
{
  LULL_TIMEOUTS_MARKED, /**< those with ::LULL_TRAIT_TIMES_OUT */
  LULL_TIMEOUTS_ALL,
  LULL_TIMEOUTS_NONE
} LullTimeoutCalls;

/** Calls that time out: their future gets an error in place of an answer, and an answer
 * that comes later is dropped. */
typedef struct
{
  LullTimeoutCalls calls;
  gboolean callback_runs;  /**< the callback of such a call runs with the error, in a
                              thread of its own; else it is skipped */
  gboolean awaiting_stops; /**< a program that awaits such a call ends without what comes
                              after; else it goes on */
  LullDelay delay;         /**< from the call to its timeout; only the simulator asks */
} LullTimeouts;

/** What a world is made of. Plain data; the world copies what it keeps. */
typedef struct
{
  guint workers;
  const char *const *names; /**< of the workers; NULL: W0, W1, … */
  const LullWork *work;
  const LullProtocol *protocol;
  const gint *options; /**< a value per option of the protocol; NULL: its defaults */

  gboolean guarded; /**< nobody vouches for the protocol: a write beyond its node or a tag
                       is noticed in every step, at some cost */
  gboolean livelock; /**< ask for livelocks too: the model has an *eventually* property */

  /* runtime */
  gboolean listener; /**< a message on its way in is held by the listener for a while */
  guint hand_max;    /**< messages that the listener holds at most; 0: any number */
  guint threads_max; /**< handlers and callbacks that run at once; 0: any number */
  LullSendTasks send_tasks;
  LullReplies replies;
  guint buffer_max; /**< messages that fill the buffer of a link; 0: any number */
  LullFlush flush;
  gboolean pool_fifo; /**< the pool takes what waits in the order in which it came */
  LullOwnPool
      own_pools[LULL_TASK_KINDS]; /**< the two before are for those who have none */
  guint idle;                     /**< ::LullIdle: what idleness looks at */
  LullFlags flags;
  LullSettle settle;
  gboolean
      callbacks_locked; /**< a callback runs while holding its worker's futures lock */

  LullTimers timers;   /**< how those of the work are meant */
  LullMembers members; /**< who crashes, leaves and comes late */
  LullTimeouts timeouts;

  /* network */
  gboolean fifo;   /**< messages of one ordered pair are received in the order sent */
  LullDelay delay; /**< of a message on the wire */
  const LullDelay *link_delays; /**< workers × workers, by source, then target; or NULL */
  LullDelay step_delay;         /**< of every other step */
  LullTransport transport;
  LullFaults faults;

  LullRounds rounds; /**< how collectives are carried */
  LullScopes scopes; /**< how those of the work are watched */
} LullWorldConfig;

/** Two workers, no work, everything at its default; no protocol yet. */
void lull_world_config_init (LullWorldConfig *self);

/** What matters to @p protocol under @p options, as ::LullHeeds: no callback that is not
 * there. */
guint lull_protocol_heeds (const LullProtocol *protocol, const gint *options);

typedef struct LullWorld LullWorld;

#define LULL_WORLD_ERROR (lull_world_error_quark ())
GQuark lull_world_error_quark (void);

/** Why there is no such world; the message is for the user. */
typedef enum
{
  LULL_WORLD_ERROR_INVALID, /**< the parts do not fit together: the scenario has to change
                             */
  LULL_WORLD_ERROR_TOO_LARGE /**< more messages, actions or bytes than a world can have */
} LullWorldError;

/**
 * Whether what @p config asks for fits together; lull_world_new() asks the same.
 *
 * @param switches  where it does not, becomes the names of the format for the switch that
 * does not fit, one of which the scenario has ("timeouts.calls", "calls.timeout");
 * NULL-terminated, static
 * @param error     where to report ::LullWorldError
 */
gboolean lull_world_config_fits (const LullWorldConfig *config,
                                 const char *const **switches,
                                 GError **error);

/** Builds the world. @return @transfer{full}, or NULL with a ::LullWorldError */
LullWorld *lull_world_new (const LullWorldConfig *config, GError **error);

/** Frees @p self; NULL is allowed. */
void lull_world_free (LullWorld *self);

/** The world as a model; lives as long as @p self. @return @transfer{none} */
const LullModel *lull_world_get_model (const LullWorld *self);

/**
 * The same world with another claim: that the protocol keeps the contract of its API in
 * every reachable state. The world's own model does not follow a protocol that breaks it
 * (::LULL_BOUND_CONSTRAINT); the witness of this one is a run to where it does. Lives as
 * long as @p self. @return @transfer{none}
 */
const LullModel *lull_world_get_contract_model (const LullWorld *self);

/** The name of worker @p worker. */
const char *lull_world_worker_name (const LullWorld *self, guint worker);

/** How many workers there are. */
guint lull_world_worker_count (const LullWorld *self);

/** Whether work is left in @p state: the truth that the protocol is after. */
gboolean lull_world_has_work (const LullWorld *self, const guint8 *state);

/** Whether every worker has left join in @p state. */
gboolean lull_world_all_left (const LullWorld *self, const guint8 *state);

/** Appends the state for people, a line per worker and message, to @p text. */
void
lull_world_describe_state (const LullWorld *self, const guint8 *state, GString *text);

/**
 * Tells the run @p trace as a story: its steps in words, its messages, handlers and
 * snapshots, the cut of the round that was accepted, and the explanation.
 *
 * @param ticks  when each step was taken, or NULL to number the steps
 *
 * @return @transfer{full}
 */
LullStory *
lull_world_tell (const LullWorld *self, const LullTrace *trace, const guint64 *ticks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullWorld, lull_world_free)

G_END_DECLS
