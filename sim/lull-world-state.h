/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a world is made of, and how its states are laid out. For the files of sim/ alone.
 *
 * A state is laid out as
 *
 *     | undone | left | messages | workers | collective | controls | links | pools |
 * epochs | parts |
 *
 *     undone, left  a byte each
 *     messages      a stage and a tag each; in any work also source and target; where
 *                   futures can fail, what has become of that of each call
 *     workers       place, flags, busy, futures, and the node of the protocol
 *     collective    the result, and the running total of the round
 *     controls      control messages on the wire, a sorted bag
 *     links, pools  the order of what is on each FIFO link, and waits in each FIFO pool
 *     epochs        joins one after another: how many each worker has left and may join
 *                   again after, then what is undone of each
 *     parts         what the parts that are on (lull-part.h) keep
 *
 * Parts that a scenario does not use have no bytes. `undone`, `left`, `busy` and
 * `futures` follow from the rest; they are kept so that guards need not count.
 */
#pragma once

#include "lull-bag.h"
#include "lull-loan.h"
#include "lull-world-symmetry.h"
#include "lull-world.h"

G_BEGIN_DECLS

/** How far a message has come. */
typedef enum
{
  STAGE_UNSENT,
  STAGE_TASK,   /**< a send task in the sender's pool, or in a buffer */
  STAGE_FLIGHT, /**< on the wire */
  STAGE_HELD,   /**< in the receiver's listener */
  STAGE_QUEUED,
  STAGE_RUNNING,
  STAGE_DONE,
  STAGE_GONE,    /**< it came to nothing, or was never to be */
  STAGE_LOST,    /**< on the wire no more, and its sender has yet to find out */
  STAGE_RETRY,   /**< its sender keeps it, to send it again */
  STAGE_DEFERRED /**< its handler has returned, and is to go on outside the pool */
} LullStage;

/** What has become of the future of a call that is not simply answered. */
typedef enum
{
  FUTURE_OPEN,    /**< nothing: it waits for its answer, or has it */
  FUTURE_FAILING, /**< it has an error, and its callback runs with that */
  FUTURE_FAILED   /**< it was given up, or was never to be */
} LullFuture;

/** What a step of the world is; LullModel.kinds lists those that a world has. */
typedef enum
{
  OP_MAIN_SEND,
  OP_MAIN_END,
  OP_TRANSMIT,
  OP_RECEIVE,
  OP_ENQUEUE,
  OP_START,
  OP_NESTED_SEND,
  OP_FINISH,
  OP_CONTROL,
  OP_STEP,
  OP_PART, /**< a step of a ::LullPart */
  OP_COUNT
} LullOp;

/** What a worker's flags say, as bits; the round's two bits make a number. */
enum
{
  FLAG_JOINED = 1 << 0,
  FLAG_LEFT = 1 << 1,
  FLAG_LOCKED = 1 << 2,
  FLAG_CONTRIBUTED = 1 << 3, /**< to the round that is being collected */
  FLAG_COMPLETE = 1 << 4     /**< the round is complete, its result not yet taken here */
};

/** What the protocol at a message's sender, and then at its receiver, is told of it. */
typedef enum
{
  TOLD_POSTED, /**< the only moment at which the tag may be written */
  TOLD_TRANSMITTED,
  TOLD_FAILED,
  TOLD_TIMED_OUT,
  TOLD_GIVEN_UP,
  TOLD_RECEIVED,
  TOLD_QUEUED,
  TOLD_STARTED,
  TOLD_FINISHED,
  TOLD_RETURNED,
  TOLD_COUNT
} LullTold;

/** Whether it is the sender that is told. */
static inline gboolean
is_told_to_sender (LullTold what)
{
  return what < TOLD_RECEIVED;
}

/** A callback of a protocol for basic messages. */
typedef void (*LullBasicCallback) (const LullView *view,
                                   gpointer node,
                                   const LullBasic *message,
                                   LullOutbox *out);

/** Bytes of a state before its messages. */
enum
{
  STATE_UNDONE, /**< forest: messages not done; any work: messages on their way and open
                   main programs */
  STATE_LEFT,   /**< workers that have left their last join, and STATE_FAULT */
  STATE_MESSAGES
};

/** The bit of STATE_LEFT that says: a protocol broke its contract on the way here. */
#define STATE_FAULT 0x80

/** A state longer than this is a mistake in the scenario, not a model. */
#define STATE_SIZE_MAX 65535U

/** Room for one slot of any work. */
#define ANY_SLOT_MAX 32U

/** A protocol's node has at most this many bytes. */
#define NODE_MAX LULL_LOAN_MAX

/** Bytes of a worker before its node. */
enum
{
  WORKER_PLACE, /**< before join: how many roots its main program has sent; then the place
                 */
  WORKER_FLAGS,
  WORKER_BUSY, /**< how much is here of what idleness looks at */
  WORKER_FUTURES,
  WORKER_NODE
};

/** A basic message and where its parts are in a state. */
typedef struct
{
  LullMessage m;
  guint32 stage_at;
  guint32 tag_at;
  guint8 next_answer;  /**< of an answer: another one to the same call; 0: none */
  guint32 future_at;   /**< of a call, a ::LullFuture; 0: it stays open */
  gboolean times_out;  /**< of a call: it may */
  gboolean error_runs; /**< … and its callback runs with the error then */
  guint32 source_at, target_at; /**< any work only */
  guint32 epoch_at;             /**< where a state says it, with several joins; else 0 */
  guint32 children_at;          /**< into LullWorld.children */
  guint32 child_count;
  gboolean work;    /**< or it is out of scope, and never counted */
  gboolean told;    /**< the protocol is told of it */
  gboolean watched; /**< so is a part of the world; LullPartWatch */
} LullWorldMessage;

/** One byte of a link's queue stands for "the next control message of this link". */
#define LINK_CONTROL 0xffU

/** A queue in the state: what is in flight on one ordered pair, or waits in one pool,
 * where its order matters. */
typedef struct
{
  guint32 at;
  guint32 capacity; /**< 0: the order of this pair is never a question */
} LullLink;

/** One pool for all, and one for each kind of task that is apart. */
#define POOLS_MAX (1 + LULL_TASK_KINDS)

/** A pool, as every worker has one. */
typedef struct
{
  guint threads_max; /**< 0: any number */
  LullLink
      *queues; /**< what waits at each worker, where order matters; or NULL; (owned) */
} LullPool;

/* lull-tell-waits.h */
typedef struct TellWaits TellWaits;

/* lull-part.h */
typedef struct LullPart LullPart;
typedef struct LullPartSite LullPartSite;

/** The steps of the protocol that can be taken at one place. */
typedef struct
{
  guint8 *steps;
  guint count;
} LullPlace;

struct LullWorld
{
  LullModel model;     /**< first: the model functions cast back */
  LullWorld *contract; /**< a copy that claims the contract instead, and shares all parts;
                          (owned) */

  guint workers;
  const LullProtocol *protocol;
  LullBasicCallback callbacks[TOLD_COUNT]; /**< of the protocol; NULL where it has none */
  gint *options;
  guint option_count;
  gboolean guarded;
  LullPlace *places; /**< (owned) */
  guint place_count;
  guint step_count;
  guint collective_count;
  gsize node_size;
  gsize tag_size;
  gsize *contribution_sizes; /**< per collective; (owned) */
  gsize contribution_max;

  LullWorldMessage *messages; /**< (owned) */
  guint message_count;
  guint8 *children;     /**< messages by parent, in the order they are sent; (owned) */
  guint8 *roots;        /**< messages by source; (owned) */
  guint epochs;         /**< joins one after another */
  guint32 *roots_at;    /**< workers × epochs + 1 starts into @ref roots; (owned) */
  guint8 *last_awaited; /**< per worker and epoch, the awaited call that its main program
                           ends with, or none; (owned) */

  gboolean any;        /**< any work: sources and targets are in the state */
  gboolean any_sorted; /**< … and slots are interchangeable */
  guint any_slots;
  guint any_slot_size;
  guint any_slot_step; /**< messages per slot: 2 for calls */
  guint any_from;
  gboolean any_self;

  gboolean listener;
  guint hand_max;
  LullSendTasks send_tasks[2]; /**< of requests, of replies */
  LullPool pools[POOLS_MAX];
  guint pool_count;
  guint8 pool_of[LULL_TASK_KINDS]; /**< an index of @ref pools */
  gboolean pools_limited;          /**< some pool has so many threads */
  gboolean pools_ordered;          /**< some pool keeps order */
  guint idle;                      /**< ::LullIdle */
  LullSettle settle;
  gboolean callbacks_locked;
  gboolean fifo;
  gboolean futures_fail; /**< a part may give futures up, by lull_apply_fail() */

  guint heeds;          /**< ::LullHeeds: what matters to the protocol */
  gboolean steps_local; /**< a worker's steps touch other workers through rounds alone */
  gboolean meet_freely; /**< steps of two messages at one worker may be swapped */
  guint32 *reach; /**< by message, the workers at which it and what it brings about take
                     steps, as bits; NULL: no groups; (owned) */
  guint32 *program_reach; /**< … and by main program; (owned) */
  LullSymmetry *symmetry; /**< or NULL; (owned) */

  guint32 left_at; /**< STATE_LEFT */
  guint32 messages_at;
  guint32 workers_at, worker_size;
  guint32 result_at;     /**< result of the complete round */
  guint32 collective_at; /**< 1 + number of the collective being collected; only with
                            several */
  guint32 total_at, total_size;
  LullBag controls;
  LullLink *links;   /**< workers × workers, or NULL; (owned) */
  guint32 epochs_at; /**< only with several */

  LullPartSite *parts;        /**< those that are on; (owned) */
  const LullPartSite *rounds; /**< the part that carries rounds, or NULL */
  const LullBag **bags; /**< of messages on the wire: control messages, then those of
                           parts; (owned) */
  guint bag_count;
  guint part_count;
  gboolean rendezvous; /**< ::LULL_TRANSPORT_RENDEZVOUS */
  LullFaults faults;   /**< of the parts that go wrong; else all zeros */
  guint8 part_of[256]; /**< by kind of action */
  char *unreduced;     /**< LullModel.unreduced; (owned) */
  char *left_out;      /**< LullModel.left_out; (owned) */

  guint8
      kind_of[OP_COUNT]; /**< steps of the protocol have a kind each: @ref step_kinds */
  guint8 op_of[256];
  guint8 step_of[256];
  guint8 *step_kinds; /**< by step of the protocol; (owned) */
  char **kinds;       /**< (owned) */

  char **names;          /**< (owned) */
  const char *join_name; /**< what is left when the protocol announces: "join" */
  LullDelay delay, step_delay;
  LullDelay *link_delays; /**< (owned) */
};

typedef struct LullStepLog LullStepLog;

/** What a step did beyond its bytes; filled in for those who tell or time a run. */
struct LullStepLog
{
  /** While it is taken: where to write what it does in the protocol of a scope; or NULL.
   */
  LullStepLog *scope;
  guint scope_number; /**< in that: 1 + the scope's number; 0: it did nothing there */
  guint worker;       /**< who took the step */
  guint step;         /**< 1 + the step of the protocol that it was; 0: it was none */
  guint reading_count;
  LullReading readings[LULL_OUTBOX_READINGS_MAX];
  gboolean contributed; /**< it contributed to a round */
  gboolean completed;   /**< … as the last one, where that is a step of the world */
  guint collective;
  guint32 posted[LULL_MESSAGES_MAX / 32 + 1]; /**< bit m: message m was given to send() */
  guint failed; /**< 1 + the message that it did not get onto the wire, or 0 */
  guint put;  /**< 1 + the worker whose contribution it put where others read it, or 0 */
  guint read; /**< 1 + the worker whose contribution it read there, or 0 */
  gboolean took_result;
  guint8 result;
  guint announced;     /**< bit w: worker w left join */
  guint controls_sent; /**< control messages that went out */
  guint control_count; /**< of those, how many follow: the first */
  guint8 control_to[LULL_OUTBOX_CONTROLS_MAX];
  guint8 controls[LULL_OUTBOX_CONTROLS_MAX][LULL_CONTROL_SIZE_MAX];
  const char *fault; /**< how the protocol broke its contract: "it …"; static, or NULL */
  guint8 slot_now[LULL_MESSAGES_MAX]; /**< any work: the slot that slot i of before has
                                         become */
};

/** A step being taken. */
typedef struct
{
  const LullWorld *world;
  guint8 *state;
  LullStepLog *log; /**< or NULL */
} LullApply;

/** What the loop over messages needs to know of all of them. */
typedef struct
{
  const LullWorld *world;
  const guint8 *state;
  LullAction *actions;
  guint count;
  guint8 held[LULL_WORKERS_MAX]; /**< per worker, messages in its listener */
  guint8 running[POOLS_MAX][LULL_WORKERS_MAX]; /**< threads that are taken */
  gboolean may_send; /**< any work: the number of messages is not used up */
} LullOffer;

G_END_DECLS
