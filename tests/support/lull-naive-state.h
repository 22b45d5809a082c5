/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A state of the naive world and the steps out of it; between the files of the naive
 * world only.
 */
#pragma once

#include "lull-naive-world.h"

G_BEGIN_DECLS

/** Where a message is. */
enum
{
  UNSENT,
  SEND_TASK,
  IN_FLIGHT,
  IN_HAND,
  QUEUED,
  RUNNING,
  RETURNED, /* its handler has, and the rest of it is to come */
  DONE,
  LOST,    /* from the wire, and its sender does not know */
  WAITING, /* to be sent again */
  DROPPED, /* an answer that came second */
  NEVER    /* lost for good */
};

/** What has become of a request beside all that. */
enum
{
  OPEN,
  FAILING, /* a call that has timed out; its callback runs */
  FAILED,  /* a call that has timed out */
  FORGONE  /* never to be sent */
};

/** Where a worker is: the letters of the semantics, spelled out. */
enum
{
  IN_MAIN,         /* it has roots to send */
  CONTRIBUTING,    /* C */
  HALF_READ,       /* C2 */
  CONTRIBUTED,     /* W: in the round being collected */
  ANSWERED,        /* A: the round is complete, its result not read yet */
  WAITING_LOCALLY, /* L */
  WAITING_FUTURES, /* finale */
  BEFORE_BARRIER_1,
  IN_BARRIER_1,
  AFTER_BARRIER_1,
  BEFORE_BARRIER_2,
  IN_BARRIER_2,
  AFTER_BARRIER_2,
  JOINED,          /* J */
  AWAY,            /* gone before it had left join */
  AWAY_CONTRIBUTED /* the same, and what it contributed to the round counts */
};

/** What a worker is to the group. */
enum
{
  PRESENT,
  NOT_YET,
  CRASHED,
  WITHDRAWN
};

/** How far a local step is. */
enum
{
  LOCAL_AHEAD,
  LOCAL_WAITS, /* for a flag that is forgotten once raised */
  LOCAL_OVER
};

/** There are at most so many letters on a link at once. */
#define LULL_NAIVE_LETTERS_MAX 4U

/** There are at most so many copies. */
#define LULL_NAIVE_COPIES_MAX 3U

/** What the protocol of a scope has; as for the join, or for a tree. */
typedef struct
{
  guint8 phase[LULL_NAIVE_WORKERS_MAX];
  guint8 open, result, maximum;
  gint8 sent[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX];
  gint8 done[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX];
  guint8 out[LULL_NAIVE_WORKERS_MAX];     /* not acknowledged to it */
  guint8 engager[LULL_NAIVE_WORKERS_MAX]; /* of those in the tree, but for the first */
  guint8 free[LULL_NAIVE_WORKERS_MAX];    /* who is not in the tree */
  guint8 receipts[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX]; /* on the wire */
  guint8 notices[LULL_NAIVE_WORKERS_MAX];
} LullNaiveScopeState;

/** A state, all bytes, so that two are equal if and only if their bytes are. */
typedef struct
{
  guint8 stage[LULL_NAIVE_MESSAGES_MAX];
  guint8 turn[LULL_NAIVE_MESSAGES_MAX];    /* fifo, in flight: 1 for the next of its pair,
                                              and so on */
  guint8 place[LULL_NAIVE_MESSAGES_MAX];   /* pool_fifo, waiting: 1 for the next of its
                                              pool, and so on */
  guint8 stopped[LULL_NAIVE_MESSAGES_MAX]; /* a timer that will not fire any more */
  guint8 phase[LULL_NAIVE_WORKERS_MAX];
  guint8 member[LULL_NAIVE_WORKERS_MAX];
  guint8 told[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX]; /* who knows of whom that
                                                                  it is gone */
  guint8 epoch[LULL_NAIVE_WORKERS_MAX];   /* joins it has left and gone on after */
  guint8 source[LULL_NAIVE_MESSAGES_MAX]; /* any work: who sent it, */
  guint8 target[LULL_NAIVE_MESSAGES_MAX]; /* … to whom; zero while unsent */
  guint8 behind[LULL_NAIVE_MESSAGES_MAX]; /* … and behind how many joins */
  guint8 fate[LULL_NAIVE_MESSAGES_MAX];   /* of requests */
  guint8 local[LULL_NAIVE_LOCALS_MAX];
  guint8 holder[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_NAMES_MAX]; /* of each lock, or 0 */
  guint8 raised[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_NAMES_MAX]; /* flags that stay */
  guint8 doubled[LULL_NAIVE_COPIES_MAX]; /* 1 + the message of which there is a copy, in
                                            the order in which these came about; or 0 */
  guint8 errors;                         /* of sending, so far */
  guint8 losses;                         /* of the wire, so far */
  guint8 vain[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX]; /* pairwise: messages that
                                             count as sent again and again, by pair */
  guint8 open; /* of pairwise: 1 + the collective that somebody has begun with, or 0 */
  guint8 letters[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_LETTERS_MAX];
  guint8 keys[2][LULL_NAIVE_WORKERS_MAX]; /* of a store, for this round and the next */
  guint8 merged[LULL_NAIVE_WORKERS_MAX];  /* what a worker makes of what it has heard, */
  guint8 heard[LULL_NAIVE_WORKERS_MAX];   /* … of so many others; */
  guint8 passed[LULL_NAIVE_WORKERS_MAX]; /* … and whether it has passed that on, or put */
  guint8 ahead[LULL_NAIVE_WORKERS_MAX]; /* done with a round that some are still in */
  guint8 results[LULL_NAIVE_WORKERS_MAX];
  guint8 between[LULL_NAIVE_WORKERS_MAX]; /* behind one round and not yet in the next */
  guint8 failed[LULL_NAIVE_WORKERS_MAX];
  guint8 owing[LULL_NAIVE_WORKERS_MAX]; /* an answer to so many others, and which */
  guint8 owed[LULL_NAIVE_WORKERS_MAX];
  guint8 result;
  guint8 maximum; /* allreduce_max: of the futures contributed so far */
  /* pairwise, rows: by contributor, then peer; differences: all in the first, by sender,
   * receiver */
  gint8 sent[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX];
  gint8 done[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX];
  LullNaiveScopeState scopes[LULL_NAIVE_SCOPES_MAX];
} LullNaiveState;

/** Takes a successor. */
typedef void (*LullNaiveVisit) (LullNaiveStep step,
                                const LullNaiveState *next,
                                gpointer user_data);

/** The first state. */
void lull_naive_state_init (const LullNaiveScenario *scenario, LullNaiveState *state);

/** Calls @p visit with what each enabled step of @p state leads to. */
void lull_naive_state_expand (const LullNaiveScenario *scenario,
                              const LullNaiveState *state,
                              LullNaiveVisit visit,
                              gpointer user_data);

/** The same where @p scenario says what each message is, be it a forest or any work so
 * far. */
void lull_naive_known_expand (const LullNaiveScenario *scenario,
                              const LullNaiveState *state,
                              LullNaiveVisit visit,
                              gpointer user_data);

/** Whether a callback at @p worker has the lock of its futures. */
gboolean lull_naive_is_locked (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               guint8 worker);

/** Whether @p message can be sent: a call needs that lock. */
gboolean lull_naive_can_post (const LullNaiveScenario *scenario,
                              const LullNaiveState *state,
                              guint8 message);

/** Sends @p message: into flight, or into the pool. */
void lull_naive_post (const LullNaiveScenario *scenario,
                      LullNaiveState *state,
                      guint8 message);

/* lull-naive-rounds.c: rounds that are not one step. */

/** Worker @worker, which is now in a round, contributes @value to it. */
void lull_naive_carry (const LullNaiveScenario *scenario,
                       LullNaiveState *state,
                       guint8 worker,
                       guint8 value);

/** Whether @p worker takes steps in join: it has not failed. */
gboolean lull_naive_is_good (const LullNaiveState *state, guint8 worker);

/** What carries rounds on. */
void lull_naive_rounds_expand (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               LullNaiveVisit visit,
                               gpointer user_data);

/* lull-naive-local.c: what programs do that sends nothing. */

/** Whether a program has such a step to take before it sends @p message, or, where that
 * is their number, before it ends. */
gboolean lull_naive_is_busy_before (const LullNaiveScenario *scenario,
                                    const LullNaiveState *state,
                                    guint8 parent,
                                    guint8 source,
                                    guint8 message);

/** The local steps that can be taken. */
void lull_naive_local_expand (const LullNaiveScenario *scenario,
                              const LullNaiveState *state,
                              LullNaiveVisit visit,
                              gpointer user_data);

/** What is left of a program that sends nothing is not to be. */
void lull_naive_drop_locals (const LullNaiveScenario *scenario,
                             LullNaiveState *state,
                             guint8 parent,
                             guint8 source);

/** Gives back what the main program of @p worker has taken. */
void lull_naive_give_back (LullNaiveState *state, guint8 worker);

/** Where the main program of @p worker is: still there, or at the start of join. */
guint8 lull_naive_phase_after_sending (const LullNaiveScenario *scenario,
                                       const LullNaiveState *state,
                                       guint8 worker);

/* lull-naive-scopes.c: a detector inside another. */

/** Whether a program waits for a scope of its own before it sends @p message, or, where
 * that is their number, before it ends. */
gboolean lull_naive_is_in_scope_before (const LullNaiveScenario *scenario,
                                        const LullNaiveState *state,
                                        guint8 parent,
                                        guint8 source,
                                        guint8 message);

/** The same before local step @p local. */
gboolean lull_naive_is_in_scope_before_local (const LullNaiveScenario *scenario,
                                              const LullNaiveState *state,
                                              guint local);

/** Whether the handler of @p parent is at the end of a scope that is not over. */
gboolean lull_naive_awaits_scope (const LullNaiveScenario *scenario,
                                  const LullNaiveState *state,
                                  guint8 parent);

/** Whether the protocol of the join is not told of @p message. */
gboolean lull_naive_is_hidden (const LullNaiveScenario *scenario, guint8 message);

/** Whether @p message belongs to scope @p scope. */
gboolean
lull_naive_is_of_scope (const LullNaiveScenario *scenario, guint8 message, guint scope);

/** Whether some worker has been told that scope @p scope is over. */
gboolean lull_naive_scope_is_announced (const LullNaiveScenario *scenario,
                                        const LullNaiveState *state,
                                        guint scope);

/** Everybody but who opens a scope is there to see it end. */
void lull_naive_scopes_init (const LullNaiveScenario *scenario, LullNaiveState *state);

/** What scopes make of the step from @p before to @p state. */
void lull_naive_scopes_follow (const LullNaiveScenario *scenario,
                               const LullNaiveState *before,
                               LullNaiveState *state);

/** The steps of their protocol. */
void lull_naive_scopes_expand (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               LullNaiveVisit visit,
                               gpointer user_data);

/* lull-naive-buffer.c */

/** Puts @p message into the buffer of its pair, and empties that if it is full. */
void lull_naive_enter_buffer (const LullNaiveScenario *scenario,
                              LullNaiveState *state,
                              guint8 message);

/** Puts all that @p source has in buffers on the wire. */
void lull_naive_empty_buffers (const LullNaiveScenario *scenario,
                               LullNaiveState *state,
                               guint8 source);

/** The steps that empty a buffer. */
void lull_naive_buffer_expand (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               LullNaiveVisit visit,
                               gpointer user_data);

/** Puts @p message on the wire. */
void lull_naive_enter_flight (const LullNaiveScenario *scenario,
                              LullNaiveState *state,
                              guint8 message);

/* lull-naive-pool.c: what waits for a thread of a worker. */

/** How @p message gets onto the wire. */
LullNaiveWay lull_naive_way (const LullNaiveScenario *scenario, guint8 message);

/** Puts @p message, a task of that kind, last in its pool at @p worker. */
void lull_naive_enter_pool (const LullNaiveScenario *scenario,
                            LullNaiveState *state,
                            guint8 message,
                            LullNaiveTask task,
                            guint8 worker);

/** Takes it out. */
void lull_naive_leave_pool (const LullNaiveScenario *scenario,
                            LullNaiveState *state,
                            guint8 message,
                            LullNaiveTask task,
                            guint8 worker);

/** Whether a thread of @p worker takes up @p message, which waits for one. */
gboolean lull_naive_gets_thread (const LullNaiveScenario *scenario,
                                 const LullNaiveState *state,
                                 guint8 message,
                                 LullNaiveTask task,
                                 guint8 worker);

/** Whether @p message is a handler or a callback where it arrives. */
LullNaiveTask lull_naive_task (const LullNaiveScenario *scenario, guint8 message);

/** The first state of any work. */
void lull_naive_any_init (const LullNaiveScenario *scenario, LullNaiveState *state);

/** The steps of any work. */
void lull_naive_any_expand (const LullNaiveScenario *scenario,
                            const LullNaiveState *state,
                            LullNaiveVisit visit,
                            gpointer user_data);

/** A visitor, and what it also has to see where sending may fail. */
typedef struct
{
  const LullNaiveScenario *scenario;
  const LullNaiveState *state;
  LullNaiveVisit visit;
  gpointer user_data;
} LullNaiveSending;

/** Visits @p next, and, if a message has got onto the wire, what comes if it has not. */
void lull_naive_visit_sending (LullNaiveStep step,
                               const LullNaiveState *next,
                               gpointer user_data);

/** What goes wrong, and what is done about it. */
void lull_naive_faults_expand (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               LullNaiveVisit visit,
                               gpointer user_data);

/** What there is in @p state: the messages of @p scenario, and those that a copy made. */
void lull_naive_copies_know (const LullNaiveScenario *scenario,
                             const LullNaiveState *state,
                             LullNaiveScenario *known);

/** Whether @p message is an answer to @p call, be it the first or not. */
gboolean
lull_naive_is_answer_to (const LullNaiveScenario *scenario, guint8 message, guint8 call);

/** Whether another answer to the call of @p message has begun to be one. */
gboolean lull_naive_is_second (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               guint8 message);

/** Whether @p message, where it goes on next, is dropped instead; and whether that has to
 * wait, for it looks like one that has not come yet. */
gboolean lull_naive_is_dropped (const LullNaiveScenario *scenario,
                                const LullNaiveState *state,
                                guint8 message);
gboolean lull_naive_must_wait (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               guint8 message);

/** A copy of @p message, which is on the wire, comes about. */
void lull_naive_duplicate (const LullNaiveScenario *scenario,
                           const LullNaiveState *state,
                           guint8 message,
                           LullNaiveVisit visit,
                           gpointer user_data);

/** The value of LullNaiveState.doubled once the only copy was dropped. */
#define LULL_NAIVE_DROPPED_COPY 0xffU

/** Drops @p message where it goes on next. */
void lull_naive_drop (const LullNaiveScenario *scenario,
                      const LullNaiveState *state,
                      guint8 message,
                      LullNaiveVisit visit,
                      gpointer user_data);

/** Puts @p message on the wire, or takes it from there. */
void lull_naive_enter_flight (const LullNaiveScenario *scenario,
                              LullNaiveState *state,
                              guint8 message);
void lull_naive_leave_flight (const LullNaiveScenario *scenario,
                              LullNaiveState *state,
                              guint8 message);

/** The protocol's part of that: the steps of workers whose main program has ended. */
void lull_naive_join_expand (const LullNaiveScenario *scenario,
                             const LullNaiveState *state,
                             LullNaiveVisit visit,
                             gpointer user_data);

/** @p worker leaves a join: for good if it was the last, else its main program goes on.
 */
void lull_naive_leave (const LullNaiveScenario *scenario,
                       LullNaiveState *state,
                       guint8 worker);
/** The steps by which workers come and go. */
void lull_naive_members_expand (const LullNaiveScenario *scenario,
                                const LullNaiveState *state,
                                LullNaiveVisit visit,
                                gpointer user_data);

/** Who is not there at first. */
void lull_naive_members_init (const LullNaiveScenario *scenario, LullNaiveState *state);

/** What is on the wire to somebody who is gone is gone as well. */
void lull_naive_members_swallow (const LullNaiveScenario *scenario,
                                 LullNaiveState *state);

/** Whether @p worker is to leave for good instead of the join that it is in or will be in
 * next. */
gboolean lull_naive_will_leave (const LullNaiveScenario *scenario,
                                const LullNaiveState *state,
                                guint8 worker);

/** Whether @p worker takes steps. */
gboolean lull_naive_is_there (const LullNaiveState *state, guint worker);

/** Whether a round waits for @p worker. */
gboolean lull_naive_is_awaited (const LullNaiveScenario *scenario,
                                const LullNaiveState *state,
                                guint worker);

/** Whether the caller of @p call knows that its callee is gone, and the answer with it.
 */
gboolean lull_naive_is_abandoned (const LullNaiveScenario *scenario,
                                  const LullNaiveState *state,
                                  guint8 call);

/** Whether @p worker need not leave join. */
gboolean lull_naive_is_excused (const LullNaiveState *state, guint worker);

/** Completes the round if it waits for nobody any more. */
void lull_naive_complete_round (const LullNaiveScenario *scenario, LullNaiveState *state);

/** Whether @p worker is idle. */
gboolean lull_naive_is_idle (const LullNaiveScenario *scenario,
                             const LullNaiveState *state,
                             guint8 worker);

/** Whether @p worker is idle, and has no open future. */
gboolean lull_naive_is_free (const LullNaiveScenario *scenario,
                             const LullNaiveState *state,
                             guint8 worker);

/** The steps of timers. */
void lull_naive_timers_expand (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               LullNaiveVisit visit,
                               gpointer user_data);

/** Stops the timers whose time is over. */
void lull_naive_timers_stop (const LullNaiveScenario *scenario, LullNaiveState *state);

/** How many joins may be left before @p message need be done. */
guint lull_naive_joins_before (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               guint8 message);

/** Whether a timer of @p worker may still fire. */
gboolean lull_naive_timers_wait (const LullNaiveScenario *scenario,
                                 const LullNaiveState *state,
                                 guint8 worker);

/** Whether @p message is work, or will be. */
gboolean lull_naive_is_work (const LullNaiveScenario *scenario,
                             const LullNaiveState *state,
                             guint8 message);

/** Whether the main program of @p worker has ended. */
gboolean lull_naive_main_has_ended (const LullNaiveScenario *scenario,
                                    const LullNaiveState *state,
                                    guint8 worker);

/** The steps of calls that time out. */
void lull_naive_timeouts_expand (const LullNaiveScenario *scenario,
                                 const LullNaiveState *state,
                                 LullNaiveVisit visit,
                                 gpointer user_data);

/** Whether @p message is an answer that comes after its call has timed out. */
gboolean lull_naive_is_late (const LullNaiveScenario *scenario,
                             const LullNaiveState *state,
                             guint8 message);

/** Whether the callback of @p message, an answer, runs even if that never comes: with the
 * error of a timeout. */
gboolean lull_naive_has_other_cause (const LullNaiveScenario *scenario,
                                     const LullNaiveState *state,
                                     guint8 message);

/** How often late answer @p message, which counts as done from stage @p least on, is
 * counted as done. */
guint8 lull_naive_count_late (const LullNaiveScenario *scenario,
                              const LullNaiveState *state,
                              guint8 message,
                              guint8 least);

/** Whether nothing more comes of @p message: it is done, or never to be sent, or too
 * late. */
gboolean lull_naive_is_over (const LullNaiveScenario *scenario,
                             const LullNaiveState *state,
                             guint8 message);

/** Where a worker goes when its main program has sent all it sends. */
guint8 lull_naive_join_start (const LullNaiveScenario *scenario);

/** Whether the future of call @p message is settled. */
gboolean lull_naive_is_settled (const LullNaiveScenario *scenario,
                                const LullNaiveState *state,
                                guint8 message);

/** What comes next in a list of messages that one main program, handler or callback
 * sends. */
typedef enum
{
  LULL_NAIVE_NEXT_SEND,    /**< a message can be sent */
  LULL_NAIVE_NEXT_BLOCKED, /**< the last one sent is awaited */
  LULL_NAIVE_NEXT_NOTHING  /**< all are sent, and none is awaited any more */
} LullNaiveNext;

/** Whether @p message is a root that the main program of @p source sends before it joins
 * next. */
gboolean lull_naive_is_due (const LullNaiveScenario *scenario,
                            const LullNaiveState *state,
                            guint8 message,
                            guint8 source);

/** What comes next for the handler or callback of @p parent, or, if none, the main of @p
 * source. */
LullNaiveNext lull_naive_next (const LullNaiveScenario *scenario,
                               const LullNaiveState *state,
                               guint8 parent,
                               guint8 source,
                               guint8 *message);

G_END_DECLS
