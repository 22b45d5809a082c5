/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The inside of a world, shared by the files of sim/ and by nobody else.
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
  gboolean error_runs; /**< of a call: if it fails, its callback runs with the error */
  guint32 source_at, target_at; /**< any work only */
  guint32 epoch_at;             /**< any work of several joins only */
  guint32 children_at;          /**< into LullWorld.children */
  guint32 child_count;
  gboolean work; /**< or it is out of scope, and never counted */
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

  char **names; /**< (owned) */
  LullDelay delay, step_delay;
  LullDelay *link_delays; /**< (owned) */
};

/** What a step did beyond its bytes; filled in for those who tell or time a run. */
typedef struct
{
  guint worker; /**< who took the step */
  guint reading_count;
  LullReading readings[LULL_OUTBOX_READINGS_MAX];
  gboolean contributed; /**< it contributed to a round */
  gboolean completed;   /**< … as the last one, where that is a step of the world */
  guint collective;
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
} LullStepLog;

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

static inline const guint8 *
worker_peek (const LullWorld *self, const guint8 *state, guint worker)
{
  return state + self->workers_at + worker * self->worker_size;
}

static inline guint8 *
worker_at (const LullWorld *self, guint8 *state, guint worker)
{
  return state + self->workers_at + worker * self->worker_size;
}

static inline LullStage
stage_of (const LullWorld *self, const guint8 *state, guint message)
{
  return (LullStage) state[self->messages[message].stage_at];
}

static inline guint
source_of (const LullWorld *self, const guint8 *state, guint message)
{
  const LullWorldMessage *info = &self->messages[message];

  return self->any ? state[info->source_at] : info->m.source;
}

static inline guint
target_of (const LullWorld *self, const guint8 *state, guint message)
{
  const LullWorldMessage *info = &self->messages[message];

  return self->any ? state[info->target_at] : info->m.target;
}

static inline gboolean
is_reply (const LullWorld *self, guint message)
{
  return self->messages[message].m.kind == LULL_BASIC_REPLY;
}

/** Who puts @p message on the wire. */
static inline LullSendTasks
send_tasks_of (const LullWorld *self, guint message)
{
  return self->send_tasks[is_reply (self, message) ? 1 : 0];
}

/** Whether the send task of @p message, once on the wire, goes on until it is taken. */
static inline gboolean
is_task_until_taken (const LullWorld *self, guint message)
{
  return self->rendezvous && send_tasks_of (self, message) != LULL_SEND_TASKS_NONE;
}

/** … and has a thread of the pool all the while. */
static inline gboolean
has_thread_until_taken (const LullWorld *self, guint message)
{
  return self->rendezvous && send_tasks_of (self, message) == LULL_SEND_TASKS_IN_POOL;
}

/** Whether to be queued or to be running is the same to idleness. */
static inline gboolean
start_keeps_idleness (const LullWorld *self)
{
  return ((self->idle & LULL_IDLE_QUEUE) != 0) == ((self->idle & LULL_IDLE_RUNNING) != 0);
}

/** What a message that waits to be sent is to idleness. */
static inline LullIdle
waiting_send_of (const LullWorld *self, guint message)
{
  return send_tasks_of (self, message) == LULL_SEND_TASKS_BUFFERED ? LULL_IDLE_BUFFERED
                                                                   : LULL_IDLE_SENDS;
}

/** What @p message is to its receiver's pools. */
static inline LullTaskKind
task_of (const LullWorld *self, guint message)
{
  return is_reply (self, message) ? LULL_TASK_CALLBACK : LULL_TASK_HANDLER;
}

static inline const LullPool *
pool_of (const LullWorld *self, LullTaskKind kind)
{
  return &self->pools[self->pool_of[kind]];
}

static inline LullFuture
future_of (const LullWorld *self, const guint8 *state, guint call)
{
  guint32 at = self->messages[call].future_at;

  return at != 0 ? (LullFuture) state[at] : FUTURE_OPEN;
}

/** Whether @p message answers a call that was given up: nobody waits for it, and nothing
 * runs for it. */
static inline gboolean
is_late (const LullWorld *self, const guint8 *state, guint message)
{
  guint request = self->messages[message].m.request;

  return request != LULL_NO_MESSAGE && future_of (self, state, request) != FUTURE_OPEN;
}

/** Whether the future of the call @p call is settled. */
static inline gboolean
call_settled (const LullWorld *self, const guint8 *state, guint call)
{
  LullFuture future = future_of (self, state, call);
  guint answer = self->messages[call].m.reply;

  if (future != FUTURE_OPEN)
    return future == FUTURE_FAILED || self->settle == LULL_SETTLE_BEFORE_CALLBACKS;
  do
    {
      LullStage stage = stage_of (self, state, answer);

      if (stage == STAGE_DONE ||
          (stage == STAGE_RUNNING && self->settle == LULL_SETTLE_BEFORE_CALLBACKS))
        return TRUE;
      answer = self->messages[answer].next_answer;
    }
  while (answer != 0);
  return FALSE;
}

/** Which of the joins one after another @p worker is in, or will be in next. */
static inline guint
epoch_of (const LullWorld *self, const guint8 *state, guint worker)
{
  return self->epochs > 1 ? state[self->epochs_at + worker] : 0;
}

/** The join that has to wait for @p message, which in any work is known once it is sent.
 */
static inline guint
epoch_of_message (const LullWorld *self, const guint8 *state, guint message)
{
  const LullWorldMessage *info = &self->messages[message];

  return self->any && self->epochs > 1 ? state[info->epoch_at] : info->m.epoch;
}

/** Any work: whether the main program of @p worker may send. */
static inline gboolean
lull_world_may_begin (const LullWorld *self, guint worker)
{
  return (self->any_from >> worker & 1U) != 0;
}

/** Where a state says what is undone of one join and was not of those before; only with
 * several. */
static inline guint32
lull_epoch_account (const LullWorld *self, guint epoch)
{
  return self->epochs_at + self->workers + epoch;
}

/** How many joins @p worker has left. */
static inline guint
joins_left (const LullWorld *self, const guint8 *state, guint worker)
{
  guint flags = worker_peek (self, state, worker)[WORKER_FLAGS];

  return epoch_of (self, state, worker) + ((flags & FLAG_LEFT) != 0 ? 1U : 0U);
}

/** The roots that the main program of @p worker sends before its next join. */
static inline const guint8 *
roots_of (const LullWorld *self, const guint8 *state, guint worker, guint *count)
{
  guint program = worker * self->epochs + epoch_of (self, state, worker);

  *count = self->roots_at[program + 1] - self->roots_at[program];
  return self->roots + self->roots_at[program];
}

/** The awaited call that the main program of @p worker ends with, or none. */
static inline guint
last_awaited (const LullWorld *self, const guint8 *state, guint worker)
{
  return self->last_awaited[worker * self->epochs + epoch_of (self, state, worker)];
}

/** Whether the main program of @p worker has ended: joined, and not waiting for its last
 * call. */
static inline gboolean
main_ended (const LullWorld *self, const guint8 *state, guint worker)
{
  guint last = last_awaited (self, state, worker);

  return (worker_peek (self, state, worker)[WORKER_FLAGS] & FLAG_JOINED) != 0 &&
         (last == LULL_NO_MESSAGE || call_settled (self, state, last));
}

static inline const LullLink *
link_of (const LullWorld *self, guint source, guint target)
{
  return self->links == NULL ? NULL : &self->links[source * self->workers + target];
}

/* The length of a list that NULL ends. */
static inline guint
count_names (const char *const *names)
{
  guint count = 0;

  while (names[count] != NULL)
    count++;
  return count;
}

/* lull-world-fit.c */
/* Fails with REASON, which is for the user. Returns FALSE. */
gboolean lull_world_refuse (GError **error, LullWorldError code, const char *reason);
gboolean lull_world_config_fits (const LullWorldConfig *config, GError **error);
gboolean lull_world_layout_fits (const LullWorld *self, GError **error);

/* lull-world-work.c */
void lull_world_copy_work (LullWorld *self, const LullWork *work);
void lull_world_index_last_awaited (LullWorld *self);

/* lull-world-model.c */
/* Which steps of the protocol exist at each place. */
void lull_world_index_places (LullWorld *self);
void lull_world_name_kinds (LullWorld *self);
void lull_world_fill_model (LullWorld *self, gboolean livelock);
void lull_world_claim_contract (LullWorld *self);

/* lull-world-layout.c */
void lull_world_lay_out (LullWorld *self);

/* lull-world-actions.c */
guint
lull_world_actions (const LullModel *model, const guint8 *state, LullAction *actions);

/* The list of the handler or callback MESSAGE: offers what is next on it, if anything is.
 * Whether it is over: all is sent, and nothing is awaited. */
gboolean lull_offer_list (LullOffer *self, guint message);
/* Settling a future of WORKER removes it, which needs the lock. */
gboolean lull_can_settle (const LullOffer *self, guint worker);

/* lull-world-apply.c */
void lull_world_initial (const LullModel *model, guint64 index, guint8 *state);
void lull_world_initial_logged (const LullWorld *self, guint8 *state, LullStepLog *log);
void lull_world_apply (const LullModel *model,
                       const guint8 *state,
                       LullAction action,
                       guint8 *next);
void lull_world_apply_logged (const LullWorld *self,
                              const guint8 *state,
                              LullAction action,
                              guint8 *next,
                              LullStepLog *log);
/* Whether the protocol breaks its contract in a step: nothing comes after it. */
gboolean lull_world_breaks_contract (const LullWorld *self,
                                     const guint8 *state,
                                     LullAction action);

guint lull_world_actor (const LullWorld *self, const guint8 *state, LullAction action);

/* What steps are made of, for the parts. */
void lull_apply_take (const LullApply *self, LullAction action);
/* The main program of WORKER joins, if it has nothing left to do before that. */
void lull_apply_join (const LullApply *self, guint worker);
void lull_apply_settle (const LullApply *self, guint reply);
/* WORKER leaves a join that is not the last; then its next main program begins. */
void lull_apply_leave (const LullApply *self, guint worker);
void lull_apply_begin_program (const LullApply *self, guint worker);

/* lull-world-apply-message.c */

/** A callback of the protocol for a basic message. */
typedef void (*LullBasicCallback) (const LullView *view,
                                   gpointer node,
                                   const LullBasic *message,
                                   LullOutbox *out);
/** When a callback comes: only on posting it may write the tag, and only the receiver
 * sees that an answer is late. */
typedef enum
{
  LULL_BASIC_POSTED,
  LULL_BASIC_AT_SENDER, /**< … later on */
  LULL_BASIC_AT_RECEIVER
} LullBasicMoment;

void lull_apply_set_stage (const LullApply *self, guint message, LullStage stage);
void lull_apply_add_to (const LullApply *self, guint worker, guint counter, gint by);
/* MESSAGE is more (or less) that is left to be done. Nobody else counts what is undone:
 * every message belongs to a join, and each join has an account of its own. */
void lull_apply_owe (const LullApply *self, guint message, gint by);
/* The same for what is no message, and belongs to the join EPOCH. */
void lull_apply_owe_join (const LullApply *self, guint epoch, gint by);
/* So many more of KIND are at WORKER, which matters if idleness looks at it. */
void lull_apply_keep_busy (const LullApply *self, guint worker, LullIdle kind, gint by);
void lull_apply_post (const LullApply *self, guint message);
/* … without the future of a call, which is there already. */
void lull_apply_send (const LullApply *self, guint message);
void lull_apply_tell_receiver (const LullApply *self,
                               LullBasicCallback callback,
                               guint message);
void lull_apply_tell_sender (const LullApply *self,
                             LullBasicCallback callback,
                             LullBasicMoment moment,
                             guint message);
void lull_apply_transmit (const LullApply *self, guint message);
/* The steps of a message. */
void lull_apply_run_send_task (const LullApply *self, guint message);
void lull_apply_receive (const LullApply *self, guint message);
void lull_apply_enqueue (const LullApply *self, guint message);
void lull_apply_start (const LullApply *self, guint message);
void lull_apply_finish (const LullApply *self, guint message);
/* MESSAGE is not sent any more, or not handled, nor is what it would have caused. */
void lull_apply_drop (const LullApply *self, guint message);
void lull_apply_lock (const LullApply *self, guint worker, gboolean is_locked);

/* lull-world-apply-any.c */
/* A call to send() in any work: who makes it, and to whom. */
guint lull_world_any_argument (gboolean actor_is_main, guint actor, guint target);
void
lull_world_any_parse (guint argument, guint *actor_is_main, guint *actor, guint *target);
/* Takes the first unused slot for a message from whoever acts. */
void lull_apply_post_any (const LullApply *self, guint argument);
/* A message that is done, reply included, leaves nothing behind but its used-up slot. */
void lull_apply_clear_slot (const LullApply *self, guint message);
/* Equal bags of slots become equal bytes. */
void lull_world_sort_slots (const LullWorld *self, guint8 *state, LullStepLog *log);

/* lull-futures.c: calls that are not answered, for the parts that give them up */

/* The future of CALL gets an error: its callback starts, or is never to be. An answer
 * that comes later is dropped. */
void lull_apply_fail (const LullApply *self, guint call, gboolean callback_runs);
/* The callback that runs with the error has ended. */
void lull_apply_end_failing (const LullApply *self, guint call);
/* CALL will not be answered, for its answer is gone already: its future gets an error,
 * and no callback runs. */
void lull_apply_abandon (const LullApply *self, guint call);
/* MESSAGE comes to nothing. If it is a call that was not sent, it has no future to wait
 * for. */
void lull_apply_forgo (const LullApply *self, guint message);
/* What PARENT, or for LULL_NO_MESSAGE the main program of SOURCE, has not sent yet is
 * never to be, nor is what that would have brought about. */
void lull_apply_cancel (const LullApply *self, guint parent, guint source);

/* lull-parts.c: the parts that are on */
gboolean lull_parts_fit (const LullWorldConfig *config, GError **error);
void lull_parts_expand (const LullWorldConfig *config, LullWork *work);
void lull_parts_prepare (LullWorld *self, const LullWorldConfig *config);
guint32 lull_parts_lay_out (LullWorld *self, guint32 at);
guint lull_parts_name_kinds (LullWorld *self, guint count);
guint lull_parts_kind_count (const LullWorld *self);
guint lull_parts_actions_max (const LullWorld *self);
guint lull_parts_prepare_fairness (LullWorld *self, guint count);
void lull_parts_initial (const LullApply *apply);
void lull_parts_follow (const LullApply *apply);
/* Whether it is a step of a part, and of the network. */
gboolean lull_parts_is_of_the_network (const LullWorld *self, LullAction action);
/* See ::LullPartPresence. */
gboolean lull_parts_is_absent (const LullWorld *self, const guint8 *state, guint worker);
gboolean lull_parts_is_awaited (const LullWorld *self, const guint8 *state, guint worker);
gboolean lull_parts_is_excused (const LullWorld *self, const guint8 *state, guint worker);
const LullDelay *lull_parts_delay (const LullWorld *self, LullAction action);
void lull_parts_offer (LullOffer *offer);
/* See LullPart.say_more. */
void lull_parts_say_more (const LullWorld *self,
                          const guint8 *state,
                          const guint8 *next,
                          GString *text);
/* See LullPart.holds_up and LullPart.find_waits. */
gboolean lull_parts_hold_up (const LullWorld *self,
                             const guint8 *state,
                             guint worker,
                             guint parent);
void lull_parts_find_waits (TellWaits *waits, const LullWorld *world);
void lull_parts_apply (const LullApply *apply, LullAction action);
guint lull_parts_worker (const LullWorld *self, const guint8 *state, LullAction action);
guint lull_parts_fairness (const LullWorld *self, const guint8 *state, LullAction action);
/* How much of what is owed for a join, or for all of them, will run nothing. */
#define LULL_ALL_EPOCHS G_MAXUINT
guint lull_parts_vain (const LullWorld *self, const guint8 *state, guint epoch);
/* LullModel.may_rest: all that could happen are faults. */
gboolean lull_parts_may_rest (const LullModel *model,
                              const guint8 *state,
                              const LullAction *actions,
                              guint count);
void lull_parts_say (const LullWorld *self,
                     const guint16 *numbers,
                     const guint8 *state,
                     LullAction action,
                     GString *text);
/* Work that remains and is no message, in words. @return @transfer{full} */
GPtrArray *lull_parts_list_pending (const LullWorld *self, const guint8 *state);
void lull_parts_describe (const LullWorld *self, const guint8 *state, GString *text);
/* What a message in bag number BAG, which is of a part, says. */
void lull_parts_words (
    const LullWorld *self, guint bag, const guint8 *record, char *words, gsize size);
/* For which round it was sent just now, ROUNDS being to how many each worker has
 * contributed; 0: it is of none, or that cannot be told. */
guint lull_parts_round_of (const LullWorld *self,
                           guint bag,
                           const guint8 *record,
                           const guint *rounds);
/* Whether its receiver uses it, if it takes it in STATE. */
gboolean lull_parts_uses (const LullWorld *self,
                          guint bag,
                          const guint8 *state,
                          const guint8 *record);
/* The bag out of which the step takes a message, or NULL. */
const LullBag *lull_parts_bag_of (const LullWorld *self, LullAction action);
/* Adds the bags of parts to those of the world. */
void lull_parts_list_bags (LullWorld *self);
/* The names of those that are on, and what they leave out of the claims, or NULL. */
char *lull_parts_names (const LullWorld *self);
char *lull_parts_left_out (const LullWorld *self);
void lull_parts_free (LullWorld *self);

/* lull-world-node.c: everything that reaches into a protocol */
void
lull_node_init (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log);
void
lull_node_joined (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log);
/* WORKER learns that PEER is gone. */
void lull_node_peer_gone (
    const LullWorld *self, guint8 *state, guint worker, guint peer, LullStepLog *log);
void lull_node_step (
    const LullWorld *self, guint8 *state, guint worker, guint step, LullStepLog *log);
void lull_node_control (const LullWorld *self,
                        guint8 *state,
                        guint worker,
                        guint from,
                        const guint8 *payload,
                        LullStepLog *log);
void
lull_node_view (const LullWorld *self, const guint8 *state, guint worker, LullView *view);
/* Whether a step whose needs are met is enabled; only for those that have a guard of
 * their own. */
gboolean lull_node_guard_holds (const LullWorld *self,
                                const guint8 *state,
                                guint worker,
                                guint step);

/* A protocol broke its contract: "it …", static text. */
void lull_node_breach (guint8 *state, const char *fault, LullStepLog *log);

/* What a step would write to its outbox, without taking it. */
void lull_node_probe (const LullWorld *self,
                      const guint8 *state,
                      guint worker,
                      guint step,
                      LullOutbox *out);

/* … and what NEXT would write, were it the next step of the worker. */
void lull_node_probe_next (const LullWorld *self,
                           const guint8 *state,
                           guint worker,
                           guint step,
                           guint next,
                           LullOutbox *out);

/* Whether a step that does not look at the node writes it. */
gboolean lull_node_step_writes (const LullWorld *self,
                                const guint8 *state,
                                guint worker,
                                guint step);

void lull_node_basic (const LullWorld *self,
                      guint8 *state,
                      LullBasicCallback callback,
                      LullBasicMoment moment,
                      guint worker,
                      guint peer,
                      guint message,
                      LullStepLog *log);

/* lull-world-collective.c: what a protocol contributes, and what it gets */

#define LULL_FAULT_OTHER_COLLECTIVE                                                      \
  "it contributed to another collective than the one that is being collected"

/* Adds a contribution, or a part of one, to what is combined in TOTAL. */
void lull_round_combine (const LullWorld *self,
                         guint8 *total,
                         guint worker,
                         guint collective,
                         const guint8 *part);
/* @return how that broke the contract, or NULL */
const char *lull_round_contribute (const LullWorld *self,
                                   guint8 *state,
                                   guint worker,
                                   const LullOutbox *out,
                                   LullStepLog *log);
guint8 lull_round_result (const LullWorld *self, const guint8 *state, guint worker);
/* Somebody is gone: completes the round if it waits for nobody else. */
void lull_round_recheck (const LullApply *apply);
void lull_round_take_result (const LullWorld *self, guint8 *state, guint worker);

/* lull-world-fairness.c */
void lull_world_prepare_fairness (LullWorld *self);

/* lull-world-ample.c */
guint lull_world_ample (const LullModel *model,
                        const guint8 *state,
                        LullAction *actions,
                        guint count);
void lull_world_prepare_ample (LullWorld *self);
/* Whether ACTION moves a message on where nobody looks. */
gboolean
lull_world_is_unseen (const LullWorld *self, const guint8 *state, LullAction action);

/* lull-world-group.c */
/* Puts the steps of a group of workers first that may be taken without those of others,
 * and returns their number; COUNT if there is none. */
guint lull_world_group (const LullWorld *self,
                        const guint8 *state,
                        LullAction *actions,
                        guint count);
void lull_world_prepare_group (LullWorld *self);

/* lull-world-agents.c */
void lull_world_prepare_agents (LullWorld *self);

/* lull-pool.c: the pools, and what waits for a thread where its order matters */
/* Who puts the answers to calls on the wire. */
LullSendTasks lull_pools_send_replies (const LullWorldConfig *config);
void lull_pools_prepare (LullWorld *self, const LullWorldConfig *config);
gboolean lull_pools_fit (const LullWorldConfig *config, const char **reason);
void lull_pools_free (LullWorld *self);
void lull_pool_push (
    const LullWorld *self, guint8 *state, guint worker, LullTaskKind kind, guint message);
void
lull_pool_pop (const LullWorld *self, guint8 *state, guint worker, LullTaskKind kind);
gboolean lull_pool_is_next (const LullWorld *self,
                            const guint8 *state,
                            guint worker,
                            LullTaskKind kind,
                            guint message);

/* lull-network.c: what is on the wire */
void lull_queue_push (const LullLink *queue, guint8 *state, guint8 item);
void lull_queue_pop (const LullLink *queue, guint8 *state);
void lull_link_push (
    const LullWorld *self, guint8 *state, guint source, guint target, guint8 item);
void lull_link_pop (const LullWorld *self, guint8 *state, guint source, guint target);
/* Takes ITEM from the wire, wherever it stands there. */
void lull_link_remove (
    const LullWorld *self, guint8 *state, guint source, guint target, guint8 item);
gboolean lull_link_is_head (
    const LullWorld *self, const guint8 *state, guint source, guint target, guint8 item);
gboolean lull_control_push (const LullWorld *self,
                            guint8 *state,
                            guint source,
                            guint target,
                            const guint8 *payload);
void lull_control_remove (const LullWorld *self, guint8 *state, guint record);
guint lull_control_count (const LullWorld *self, const guint8 *state);
/* Whether control message RECORD may be delivered, and is not the same as the one before
 * it. */
gboolean lull_control_ready (const LullWorld *self, const guint8 *state, guint record);

static inline const guint8 *
control_peek (const LullWorld *self, const guint8 *state, guint record)
{
  return lull_bag_peek (&self->controls, state, record);
}

/* Which of the bags a step takes a message out of, or ::LULL_NO_BAG. */
#define LULL_NO_BAG G_MAXUINT
guint lull_world_bag_of (const LullWorld *self, LullAction action);

/* lull-world-describe.c */
void lull_world_describe (const LullModel *model,
                          const guint8 *state,
                          LullAction action,
                          GString *text);
/*
 * What a step does, without naming the worker that takes it. NUMBERS, or NULL, gives the
 * number by which each message is called: in any work, messages change slots.
 */
void lull_world_say (const LullWorld *self,
                     const guint16 *numbers,
                     const guint8 *state,
                     LullAction action,
                     GString *text);
/* "handler of call 2", "callback of reply 1", "main program" for ::LULL_NO_MESSAGE. */
void lull_world_program_name (const LullWorld *self,
                              const guint16 *numbers,
                              guint message,
                              GString *text);
/* What send() does with MESSAGE: "sends", "queues", "buffers". */
const char *lull_world_send_word (const LullWorld *self, guint message);
/* "second ", of the second of its kind; "" of the first. */
const char *lull_world_turn_words (guint turn);
/* "call 2", "reply 1": how messages are called everywhere. */
void lull_world_message_name (const LullWorld *self,
                              const guint16 *numbers,
                              guint message,
                              GString *text);
/* "join", or of several "join 2". */
const char *lull_world_join_name (const LullWorld *self, guint epoch);
/* What a protocol says of a worker's node; empty if it says nothing. */
void lull_world_node_words (
    const LullWorld *self, const guint8 *state, guint worker, char *words, gsize size);
/* … and any message in bag number BAG. */
void lull_world_record_words (
    const LullWorld *self, guint bag, const guint8 *record, char *words, gsize size);
void lull_world_control_words (const LullWorld *self,
                               const guint8 *payload,
                               char *words,
                               gsize size);

G_END_DECLS
