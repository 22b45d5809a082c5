/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A second opinion on the world: the core of its semantics once more, as plainly as it
 * can be written, sharing no line and no idea with sim/ or checker/. Slow, small, and
 * meant to be read beside a description of the semantics. Tests hold the real world and
 * the real checker against it.
 *
 * A scenario is plain data: requests (calls have a reply right behind them), who sends
 * each, and the options of the runtime, the network and the protocol.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LULL_NAIVE_WORKERS_MAX 5U
#define LULL_NAIVE_MESSAGES_MAX 24U
#define LULL_NAIVE_LEVELS_MAX 160U
#define LULL_NAIVE_LOCALS_MAX 8U
#define LULL_NAIVE_NAMES_MAX 2U
#define LULL_NAIVE_SCOPES_MAX 2U

/** No message: the parent of a root, the reply of a cast, the request of a request. */
#define LULL_NAIVE_NONE 0xffU

/** No message either: the parent of what a timer of its source sends, at any moment. */
#define LULL_NAIVE_TIMER 0xfeU

/** The parent of a copy. */
#define LULL_NAIVE_COPY 0xfdU

/** The protocols this reference knows. */
typedef enum
{
  LULL_NAIVE_ALLREDUCE_MAX, /**< agree on the largest number of open futures */
  LULL_NAIVE_PAIRWISE, /**< compare what each has sent to each with what was done of it */
  LULL_NAIVE_BARRIER_SYNC,     /**< barrier, wait until the pool is empty, barrier */
  LULL_NAIVE_DIJKSTRA_SCHOLTEN /**< of scopes only: a tree that shrinks to its root */
} LullNaiveProtocol;

/** How many steps read the two vectors of pairwise, and in what order. */
typedef enum
{
  LULL_NAIVE_SNAPSHOT_ATOMIC,
  LULL_NAIVE_SNAPSHOT_DONE_SENT,
  LULL_NAIVE_SNAPSHOT_SENT_DONE
} LullNaiveSnapshot;

/** What runs on the threads of a pool. */
typedef enum
{
  LULL_NAIVE_SENDING,
  LULL_NAIVE_HANDLING,
  LULL_NAIVE_CALLING_BACK,
  LULL_NAIVE_TASKS
} LullNaiveTask;

/** A pool that one kind of task has to itself. */
typedef struct
{
  gboolean apart;
  guint threads; /**< 0: any number */
  gboolean fifo;
} LullNaiveOwnPool;

/** How a message gets onto the wire. */
typedef enum
{
  LULL_NAIVE_BY_SEND,
  LULL_NAIVE_BY_TASK,
  LULL_NAIVE_BY_POOL,
  LULL_NAIVE_BY_BUFFER
} LullNaiveWay;

/** When a buffer is emptied, unless it is full. */
typedef enum
{
  LULL_NAIVE_EMPTIED_IDLE,
  LULL_NAIVE_EMPTIED_ANY,
  LULL_NAIVE_EMPTIED_BY_HAND
} LullNaiveEmptied;

/** What stops a timer that has not fired. */
typedef enum
{
  LULL_NAIVE_STOP_NEVER,
  LULL_NAIVE_STOP_AT_JOIN, /**< the end of its worker's main program */
  LULL_NAIVE_STOP_AT_LEAVE /**< its worker leaves join */
} LullNaiveStop;

/** What is done about a message that was lost. */
typedef enum
{
  LULL_NAIVE_RETRY_NEVER,
  LULL_NAIVE_RETRY_SAME, /**< it is sent again, and counts as it did */
  LULL_NAIVE_RETRY_NEW   /**< another like it is sent, and counts as well */
} LullNaiveRetry;

/** When the answer to a call that has timed out is done. */
typedef enum
{
  LULL_NAIVE_LATE_ON_ARRIVAL,
  LULL_NAIVE_LATE_GIVEN_UP,  /**< once its callback has ended, or is not to be */
  LULL_NAIVE_LATE_TIMED_OUT, /**< before its callback */
  LULL_NAIVE_LATE_NEVER,
  LULL_NAIVE_LATE_TWICE /**< once given up, and on arrival */
} LullNaiveLate;

/** What carries a round. */
typedef enum
{
  LULL_NAIVE_BY_STEP,
  LULL_NAIVE_BY_LEADER, /**< the first worker */
  LULL_NAIVE_BY_TREE,   /**< of which the first worker is the root */
  LULL_NAIVE_BY_RING,
  LULL_NAIVE_BY_EXCHANGE,
  LULL_NAIVE_BY_STORE
} LullNaiveCarrier;

/** What becomes of a letter for a round that its reader has not begun. */
typedef enum
{
  LULL_NAIVE_EARLY_KEPT,
  LULL_NAIVE_EARLY_LOST,
  LULL_NAIVE_EARLY_REFUSED /**< its reader is no good in join any more */
} LullNaiveEarly;

/** What can be set, apart from the work; all zeros is the default of each. */
typedef struct
{
  gboolean fifo;      /**< messages of one ordered pair are received in the order sent */
  guint handlers;     /**< handlers that run at once at a worker; 0: any number */
  guint hand;         /**< messages that a listener holds at once; 0: any number */
  gboolean straight;  /**< no hand: what is received waits in the pool at once */
  gboolean send_task; /**< a send is first a task in the sender's pool */
  gboolean
      send_in_pool; /**< … which waits for a thread among the messages that came in */
  gboolean replies_differ; /**< replies do not go the way that requests go, */
  LullNaiveWay replies_go; /**< … but this one */
  LullNaiveOwnPool own[LULL_NAIVE_TASKS];
  gboolean pool_fifo; /**< a pool takes what waits in it in the order in which it came */
  gboolean send_to_buffer; /**< a send puts the message into the buffer of its pair */
  guint buffer;            /**< messages that fill a buffer; 0: any number */
  LullNaiveEmptied emptied;
  gboolean idle_with_buffers;  /**< being idle is to have nothing in a buffer, too */
  gboolean idle_with_hand;     /**< being idle is to have nothing in the hand, too */
  gboolean idle_with_returned; /**< … or that has returned and is not done */
  gboolean idle_but_queue;     /**< being idle has nothing to do with what is queued */
  gboolean idle_but_running;   /**< … with what is running */
  gboolean idle_but_tasks;     /**< … with send tasks */
  gboolean
      flags_forgotten; /**< a flag that is raised wakes those who wait, and is gone */
  gboolean settle_at_start;  /**< a future is settled before its callback, not after it */
  gboolean callbacks_locked; /**< a callback has the lock that every call needs */
  gboolean
      done_early; /**< pairwise: done counts at the start of a handler, not its end */
  LullNaiveCarrier carrier;   /**< of what is one number; not of pairwise */
  gboolean untagged;          /**< what is carried does not say of which round it is */
  guint fan;                  /**< of a tree */
  LullNaiveEarly early;       /**< … of letters, so not of a store */
  gboolean serves_in_join;    /**< who has left join does nothing more for others */
  LullNaiveSnapshot snapshot; /**< pairwise */
  gboolean wait_idle;  /**< pairwise: after an unequal comparison, wait until idle */
  gboolean wait_first; /**< pairwise: before every reading, wait until idle */
  gboolean sent_late;  /**< pairwise: sent counts when a message is on the wire */
  gboolean narrow;     /**< pairwise: counters are counted modulo 4 */
  gboolean sums;       /**< pairwise: only the totals are compared */
  gboolean finale; /**< pairwise: having agreed, wait for own futures, then a barrier */
  gboolean gather_diff;      /**< pairwise: a round stores differences, not rows */
  gboolean timers_count;     /**< timers, and what they cause, are work */
  gboolean idle_with_timers; /**< a worker with a timer that may still fire is not idle */
  LullNaiveStop timers_stop;
  guint timers_behind;        /**< joins that its worker has left when a timer is set */
  guint crashes;              /**< workers that crash at most */
  guint crash_proof;          /**< bit w: worker w is none of them */
  guint leaving, late;        /**< bit w: worker w leaves for good, or comes late */
  guint instead_of;           /**< the join, from 1, that it does not take part in any
                                 more; 0: the last */
  gboolean drained;           /**< who leaves is idle, and has no open future */
  gboolean told;              /**< the others learn who is gone */
  gboolean rounds_go_on;      /**< without who has crashed */
  gboolean rendezvous;        /**< a send task goes on until its message is in the hand */
  guint send_errors;          /**< at most so many messages do not get onto the wire */
  guint loss;                 /**< the wire loses at most so many messages */
  LullNaiveRetry retry;       /**< what becomes of a lost one */
  guint duplication;          /**< at most so many messages arrive once more */
  gboolean deduplication;     /**< … and the second is dropped */
  gboolean idle_with_futures; /**< being idle is to have no open future, too */
  gboolean idle_with_retries; /**< being idle is to have nothing to send again, too */
  gboolean failed_undone;     /**< pairwise: what was sent in vain is not sent any more */
  gboolean retries_counted;   /**< pairwise: what waits to be sent again is a message to
                                 oneself that is not done */
  gboolean done_at_return;    /**< pairwise: done counts when a handler returns */
  gboolean timeout_callbacks; /**< a call that times out runs its callback all the same */
  gboolean timeout_stops;     /**< … and ends the list of whoever awaits it */
  LullNaiveLate late_answers; /**< pairwise */
} LullNaiveOptions;

/** One basic message. */
typedef struct
{
  guint8 source;
  guint8 target;
  guint8 parent; /**< the message whose handler, or callback, sends it; roots and replies:
                    none; or ::LULL_NAIVE_TIMER */
  guint8 reply;  /**< of a call: its reply; else none */
  guint8 request;     /**< of a reply: its call; else none */
  gboolean sync;      /**< its sender goes on only when its future is settled */
  guint8 epoch;       /**< joins that were left before its root was sent */
  gboolean spared;    /**< faults do not meet it */
  gboolean times_out; /**< of a call: it may time out */
  gboolean deferred;  /**< of a request: its handler returns when it waits or is over */
  guint8 copy_of;     /**< 1 + the message that it is a copy of; 0: it is none */
  gboolean sent_uncounted; /**< that it is sent counts nowhere */
  gboolean done_uncounted; /**< … that it is done */
  guint8 body_of;          /**< 1 + the scope in whose body it is sent; 0: in none */
} LullNaiveMessage;

/** What a program does that sends nothing. */
typedef enum
{
  LULL_NAIVE_COMPUTES,
  LULL_NAIVE_TAKES,
  LULL_NAIVE_GIVES,
  LULL_NAIVE_NOTIFIES,
  LULL_NAIVE_WAITS,
  LULL_NAIVE_FLUSHES
} LullNaiveDeed;

/** One step of a program that sends nothing. */
typedef struct
{
  LullNaiveDeed deed;
  guint8 worker;
  guint8 parent; /**< as for a message */
  guint8 epoch;
  guint8 after;   /**< it comes before every message of that number or a larger one */
  guint8 name;    /**< of the lock or flag, a small number */
  guint8 body_of; /**< as of a message */
} LullNaiveLocal;

/** How scopes are watched, which are what is LullNaiveMessage.body_of. */
typedef struct
{
  guint count;
  LullNaiveProtocol protocol;
  LullNaiveOptions options; /**< of these, what belongs to pairwise */
  gboolean blind;           /**< the join counts nothing of scopes */
  gboolean see_all;         /**< who is idle in a scope has nothing at all */
} LullNaiveScopes;

/**
 * A scenario; plain data, all zeros to start with. Its work is either a forest of
 * messages, known in full, or *any* work: whoever is active, a main program or a handler
 * or a callback, may send.
 */
typedef struct
{
  LullNaiveProtocol protocol;
  guint workers;
  LullNaiveOptions options;
  guint8 epochs;       /**< joins one after another */
  guint message_count; /**< replies included; any work: how many there can be */
  LullNaiveMessage messages[LULL_NAIVE_MESSAGES_MAX];
  guint local_count; /**< a forest only */
  LullNaiveLocal locals[LULL_NAIVE_LOCALS_MAX];
  guint any_requests; /**< 0: the forest; else any work of up to this many requests */
  guint any_from;     /**< bit w: the main program of worker w may send; any work only */
  gboolean any_calls; /**< any work is made of calls, not of casts */
  gboolean any_self;  /**< any work may send to oneself */
  LullNaiveScopes scopes;
} LullNaiveScenario;

/** The answer. */
typedef enum
{
  LULL_NAIVE_SAFE,
  LULL_NAIVE_PREMATURE,
  LULL_NAIVE_DEADLOCK
} LullNaiveVerdict;

/** What a step is, for counts that say where two models differ. */
typedef enum
{
  LULL_NAIVE_MAIN_SEND,
  LULL_NAIVE_MAIN_END, /**< a step of its own in any work only */
  LULL_NAIVE_TRANSMIT,
  LULL_NAIVE_RECEIVE,
  LULL_NAIVE_ENQUEUE,
  LULL_NAIVE_START,
  LULL_NAIVE_CHILD_SEND,
  LULL_NAIVE_FINISH,
  LULL_NAIVE_FIRE,
  LULL_NAIVE_CRASH,
  LULL_NAIVE_WITHDRAW,
  LULL_NAIVE_ARRIVE,
  LULL_NAIVE_LEARN,
  LULL_NAIVE_LOCAL,
  LULL_NAIVE_FLUSH,
  LULL_NAIVE_JOIN, /**< any step of the protocol */
  LULL_NAIVE_LOSE,
  LULL_NAIVE_FIND_LOSS,
  LULL_NAIVE_SEND_AGAIN,
  LULL_NAIVE_DUPLICATE,
  LULL_NAIVE_FAIL,
  LULL_NAIVE_DROP,
  LULL_NAIVE_RETURN,
  LULL_NAIVE_RETURNED_END,
  LULL_NAIVE_TIMEOUT,
  LULL_NAIVE_TIMEOUT_END, /**< of the callback */
  LULL_NAIVE_SCOPE,       /**< any step of the protocol of a scope, receipt included */
  LULL_NAIVE_STEP_COUNT
} LullNaiveStep;

/** Figures of the whole graph, explored through bad states. */
typedef struct
{
  gboolean
      complete; /**< FALSE if the search gave up; only @ref states is meaningful then */
  guint64 states;
  guint64 edges; /**< one for each state and step enabled in it */
  guint64 edges_by_step[LULL_NAIVE_STEP_COUNT];
  guint levels; /**< breadth-first levels after the initial state */
  LullNaiveVerdict verdict;
  guint depth; /**< of the first bad state, that is of the verdict's kind */
  guint64 premature_states;
  guint64 deadlock_states;
  guint64 terminal_states;                     /**< without any step */
  guint64 level_states[LULL_NAIVE_LEVELS_MAX]; /**< states first seen at each level */
} LullNaiveFindings;

/** An empty scenario. */
void lull_naive_scenario_init (LullNaiveScenario *self,
                               LullNaiveProtocol protocol,
                               guint workers);

/**
 * Adds a request and, for a call, its reply behind it. What one handler, callback or main
 * program sends goes out in the order added.
 *
 * @return its number, or ::LULL_NAIVE_NONE if the scenario is full
 */
guint8 lull_naive_scenario_add (LullNaiveScenario *self,
                                guint8 source,
                                guint8 target,
                                gboolean call,
                                gboolean sync,
                                guint8 parent);

/** Roots added from now on are sent when their sender has left one more join. */
void lull_naive_scenario_join (LullNaiveScenario *self);

/**
 * Adds a step that sends nothing behind what the handler or callback of @p parent, or the
 * main program of @p worker, does so far.
 *
 * @return FALSE if there is no room
 */
gboolean lull_naive_scenario_add_local (LullNaiveScenario *self,
                                        LullNaiveDeed deed,
                                        guint8 worker,
                                        guint8 parent,
                                        guint8 name);

/** Worker i below @p starts begins a chain of @p hops nested requests i → i+1 → … . */
void lull_naive_scenario_add_chains (LullNaiveScenario *self,
                                     guint starts,
                                     guint hops,
                                     gboolean call);

/** Worker 0 sends to the @p fan workers after it, each of whose handlers does so, @p
 * depth levels. */
void lull_naive_scenario_add_tree (LullNaiveScenario *self,
                                   guint fan,
                                   guint depth,
                                   gboolean call);

/** Makes the work of @p self any work of up to @p requests requests, which every main may
 * begin. Of what may go wrong it has losses alone. */
void lull_naive_scenario_set_any (LullNaiveScenario *self,
                                  guint requests,
                                  gboolean calls,
                                  gboolean self_too);

/** Whether some message goes by a buffer. */
gboolean lull_naive_has_buffers (const LullNaiveScenario *scenario);

/** Whether something waits in an order. */
gboolean lull_naive_has_ordered_pool (const LullNaiveScenario *scenario);

/** Explores the whole graph, or gives up when it has more than @p states_max states (0:
 * never). */
void lull_naive_check (const LullNaiveScenario *scenario,
                       guint64 states_max,
                       LullNaiveFindings *findings);

/** The word for a verdict: "safe", "premature", "deadlock". */
const char *lull_naive_verdict_to_string (LullNaiveVerdict verdict);

G_END_DECLS
