/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How a run becomes a story. The run is followed and the facts are collected
 * (lull-tell-follow.c and its parts); from these the cut is found (lull-tell-cut.c), the
 * figure is drawn (lull-tell-draw.c), and the explanation is put into words: by
 * lull-tell-premature.c with lull-tell-crossings.c, lull-tell-counters.c,
 * lull-tell-misreading.c and lull-tell-safeguard.c, by lull-tell-deadlock.c with
 * lull-tell-waits.c and lull-tell-cycle.c, and by lull-tell-findings.c for all that is
 * neither. lull-census.c follows runs without a story. Internal to sim/.
 */
#pragma once

#include "lull-world-private.h"

G_BEGIN_DECLS

/** "It never happened in this run." Greater than any step. */
#define TELL_NEVER LULL_STORY_NEVER

/** A list in a sentence names this many at most, and counts the others. */
#define TELL_ITEMS_MAX 3U

/** One step of the run. */
typedef struct
{
  LullOp op;
  guint worker;
  guint epoch; /**< of the joins one after another, the one that its worker was in, or was
                  to be in next */
  gboolean main_open; /**< after it, its worker's main program had not ended */
  LullStepLog log;
  LullStepLog scope; /**< what it did in the protocol of a scope, if anything */
} TellStep;

/** What became of a message on its sender's side. */
typedef struct
{
  guint step;
  LullStage stage;
} TellMove;

/** A basic message, by the number it keeps through the run, and the steps at which it
 * moved on. */
typedef struct
{
  guint message; /**< of the world; in any work, when it was sent */
  guint source, target;
  LullBasicKind kind;
  guint number;     /**< as people call it; a reply has the number of its call */
  gboolean is_copy; /**< nobody sent it: it is there once more */
  guint turn;       /**< 2 for the second of its kind; 0 where it is no copy */
  guint epoch;      /**< the join that has to wait for it */
  guint scope;      /**< 1 + the scope that it belongs to; 0: to none */
  guint cause;      /**< the message whose handler or callback sent it, or ::TELL_NEVER */
  guint posted, transmitted, received, queued, started, finished;
  guint returned; /**< when a handler returned that was not done, or ::TELL_NEVER */
  guint timed_out, given_up; /**< of a call: its future got an error, and its callback has
                                ended; mostly ::TELL_NEVER */
  gboolean by_callback;      /**< a callback sent it, not a handler */
  gboolean work;             /**< or it is out of scope */
  guint traits;              /**< ::LullTraits */
  guint gone;                /**< when it was lost for good, or ::TELL_NEVER */
  GArray *moves;   /**< of ::TellMove, in order, from where it was first on the wire; NULL
                      where nothing went wrong with it; (owned) */
  guint bar;       /**< of its handler or callback in the figure, or ::TELL_NEVER */
  guint error_bar; /**< of its callback that runs with an error, or ::TELL_NEVER */
  gboolean buffered;   /**< it waited in a buffer, not as a send task */
  gboolean orphan;     /**< received in the past of the cut, sent in its future */
  gboolean in_transit; /**< sent in the past of the cut, not finished in it */
} TellMessage;

/** A control message. */
typedef struct
{
  guint bag; /**< of those of the world */
  guint8 record[LULL_BAG_RECORD_MAX];
  guint sent, received;
  guint round; /**< of a collective, for which it was sent; 0: of none */
  gboolean orphan;
} TellControl;

/** A contribution or result that was taken for one of another round. */
typedef struct
{
  guint step, worker, from;
  guint round, taken; /**< of which round it was, and for which it was taken */
} TellMixup;

/** A number of messages that a worker read for its snapshot, and that is too small for
 * what it had sent, or too large for what it was done with. */
typedef struct
{
  const TellMessage *message; /**< one that is in transit, and that it hides */
  const LullReading *reading;
  guint worker, step;
  guint truth; /**< what the number should have been */
} TellMisreading;

/** What a protocol has counted of the messages from one worker to another. */
typedef struct
{
  guint sent;      /**< at the sender */
  guint done;      /**< at the receiver */
  gboolean varies; /**< it is not the same all through the loop */
} TellPair;

/** All that is known of the run. */
typedef struct
{
  const LullWorld *world;
  const LullTrace *trace;
  const guint64 *ticks; /**< when each step was taken, or NULL */
  LullStory *story;     /**< being written; NULL where the run is followed only */
  GArray *steps;        /**< of ::TellStep; (owned) */
  GArray *messages;     /**< of ::TellMessage; (owned) */
  GArray *controls;     /**< of ::TellControl; (owned) */
  GArray *wire;         /**< of guint: the controls on the wire, as sent; (owned) */
  GArray *mixups;       /**< of ::TellMixup; (owned) */
  TellMixup early;      /**< the first that came before its round had begun, and was not
                           used; its step is ::TELL_NEVER where none was */
  guint taken_round;    /**< of which the current step takes something; 0: of none */
  guint put[LULL_WORKERS_MAX]; /**< per worker, the round of what it put into the store */
  guint rounds[LULL_WORKERS_MAX]; /**< to how many a worker has contributed so far */
  guint *main_ends; /**< per worker and epoch, the step at which its main program ended,
                       be it that its worker was gone, or ::TELL_NEVER; (owned) */
  guint *slot_message; /**< per message of the world, which ::TellMessage stands there
                          now; (owned) */
  guint16 *numbers;    /**< per message of the world, what it is called; (owned) */
  guint8 *end;         /**< the last state; (owned) */
  guint8 *left;        /**< the state after @ref announced, or NULL; (owned) */
  gboolean premature;  /**< somebody left join, or a scope, while work of it remained */
  guint judged; /**< what was left too early: 1 + the number of a scope; 0: the join, of
                   which is all that is said where nothing was */
  guint announced;    /**< the first such step; else the first announcement, of the last
                         join that anybody left, of a run that ended well; else
                         ::TELL_NEVER */
  guint open_mains;   /**< bit w: then, w's main program had not ended */
  GPtrArray *pending; /**< of char *: then, this was pending besides; or NULL; (owned) */
  GArray *pairs;      /**< of ::TellPair, by sender, then receiver: of the loop, where the
                         protocol counts pairs; or NULL; (owned) */
  GPtrArray *standing; /**< of char *: what is waited for in all states of the loop that
                          were followed; or NULL; (owned) */
  const char *fault;   /**< how the protocol broke its contract, or NULL */
  guint fault_step;    /**< when it did; ::TELL_NEVER: before the first step */
  guint fault_worker;
  guint fault_scope; /**< 1 + the scope whose protocol it was; 0: that of the join */
  guint completed;   /**< step that completed the round that was acted on, or never */
  gboolean has_cut;
  guint cut[LULL_WORKERS_MAX]; /**< per worker, the step of its snapshot in the cut, or
                                  ::TELL_NEVER */
  LullCutKind cut_kind;
} Tell;

/** The message of that index. */
static inline TellMessage *
tell_message (const Tell *self, guint index)
{
  return &g_array_index (self->messages, TellMessage, index);
}

/** Whether message @p message of the world was sent in this run. */
static inline gboolean
tell_was_sent (const Tell *self, guint message)
{
  return self->slot_message[message] != TELL_NEVER;
}

/** The control message of that index. */
static inline TellControl *
tell_control (const Tell *self, guint index)
{
  return &g_array_index (self->controls, TellControl, index);
}

/** The step of that index. */
static inline TellStep *
tell_step (const Tell *self, guint index)
{
  return &g_array_index (self->steps, TellStep, index);
}

/** What the protocol that is judged did in the step of that index. */
static inline const LullStepLog *
tell_log (const Tell *self, guint index)
{
  static const LullStepLog nothing = { 0 };
  const TellStep *step = tell_step (self, index);

  if (self->judged == 0)
    return &step->log;
  return step->scope.scope_number == self->judged ? &step->scope : &nothing;
}

/** Whether @p message is one of those that the protocol that is judged has to wait for,
 * or see. */
static inline gboolean
tell_is_about (const Tell *self, const TellMessage *message)
{
  return self->judged == 0 || message->scope == self->judged;
}

/** The name of a worker. */
static inline const char *
tell_worker (const Tell *self, guint worker)
{
  return lull_world_worker_name (self->world, worker);
}

/** Steps are numbered from 1 for people. */
static inline guint
tell_shown (guint step)
{
  return step + 1;
}

/** Whether something that happened to @p worker at @p step lies in the past of the cut.
 */
static inline gboolean
tell_in_past (const Tell *self, guint worker, guint step)
{
  return step != TELL_NEVER && step <= self->cut[worker];
}

/** Whether the join or scope that was announced had to wait for @p message. */
static inline gboolean
tell_is_owed (const Tell *self, const TellMessage *message)
{
  if (self->judged != 0)
    return message->scope == self->judged;
  return message->epoch <= tell_step (self, self->announced)->epoch;
}

/** Whether @p message answers a call that has timed out by @p step. */
static inline gboolean
tell_is_late (const Tell *self, const TellMessage *message, guint step)
{
  return message->kind == LULL_BASIC_REPLY &&
         tell_message (self, message->cause)->timed_out <= step;
}

/** Whether the callback of @p message, a call, runs with an error at @p step. */
static inline gboolean
tell_is_failing (const TellMessage *message, guint step)
{
  return message->timed_out <= step && message->given_up > step;
}

/** Whether no answer to @p message, a call, will come in @p state, so that its callback
 * is yet to run with an error. */
static inline gboolean
tell_awaits_error (const Tell *self, const TellMessage *message, const guint8 *state)
{
  const LullWorld *world = self->world;
  const LullWorldMessage *info = &world->messages[message->message];
  LullStage stage = stage_of (world, state, message->message);

  return info->error_runs && !lull_parts_is_excused (world, state, message->source) &&
         future_of (world, state, message->message) == FUTURE_OPEN &&
         (stage_of (world, state, info->m.reply) == STAGE_GONE ||
          (stage != STAGE_DONE && lull_parts_is_excused (world, state, message->target)));
}

/** Whether @p message is work that is sent and not finished in @p state, to which @p step
 * led. */
static inline gboolean
tell_is_left (const Tell *self,
              const TellMessage *message,
              guint step,
              const guint8 *state)
{
  gboolean is_open = message->finished > step && message->gone > step &&
                     !tell_is_late (self, message, step) &&
                     !lull_parts_is_excused (self->world, state, message->target);
  gboolean runs_with_error = tell_is_failing (message, step) &&
                             !lull_parts_is_excused (self->world, state, message->source);

  return (message->work || self->judged != 0) && message->posted <= step &&
         (is_open || runs_with_error || tell_awaits_error (self, message, state));
}

/** Whether @p message is work that was sent, and not finished, when the first worker left
 * join. */
static inline gboolean
tell_is_missed (const Tell *self, const TellMessage *message)
{
  return tell_is_owed (self, message) &&
         tell_is_left (self, message, self->announced, self->left);
}

/** The world as the protocol that is judged has it. */
static inline const LullWorld *
tell_judged_world (const Tell *self)
{
  return self->judged == 0 ? self->world
                           : lull_scopes_world (self->world, self->judged - 1);
}

/** The join or scope that was announced, by name. */
static inline const char *
tell_announced_join (const Tell *self)
{
  if (self->judged != 0)
    return tell_judged_world (self)->join_name;
  return lull_world_join_name (self->world, tell_step (self, self->announced)->epoch);
}

/* lull-tell.c */

/** Starts with nothing known, and no story to write. */
void lull_tell_init (Tell *self, const LullWorld *world, const LullTrace *trace);

/** Frees what @p self owns. */
void lull_tell_clear (Tell *self);

/* lull-tell-follow.c */

/** Follows the run: fills in all but the cut, and writes steps and marks of the story. */
void lull_tell_follow (Tell *self);

/* lull-tell-cut.c */

/** Finds the cut that the announcement rests on, and marks the messages that cross it. */
void lull_tell_find_cut (Tell *self);

/**
 * Takes the cut of the round that step @p completed completed; where that is
 * ::TELL_NEVER, the last snapshots up to step @p announced. Marks the messages that cross
 * it.
 *
 * @return whether there is a snapshot of every worker: only then is there a cut
 */
gboolean lull_tell_take_cut (Tell *self, guint completed, guint announced);

/** The last step up to @p step that completed a round, or ::TELL_NEVER. */
guint lull_tell_last_completed (const Tell *self, guint step);

/** The first mix-up of rounds up to @p step, or NULL. */
const TellMixup *lull_tell_first_mixup (const Tell *self, guint step);

/** The reading of @p worker that its snapshot in the cut completes, of the same round, or
 * ::TELL_NEVER where the snapshot was taken in one step. */
guint lull_tell_first_reading (const Tell *self, guint worker);

/* lull-tell-misreading.c */

/** The first misreading of the snapshots of the cut. Of several joins each may have
 * counters of its own, so that nobody can tell. @return whether there is one */
gboolean lull_tell_find_misreading (const Tell *self, TellMisreading *found);

/* lull-tell-draw.c */

/** Draws what was followed: arrows, bars, and the cut. */
void lull_tell_draw (Tell *self);

/* lull-tell-words.c */

/** "call 2". @return @transfer{full} */
char *lull_tell_short_name (const TellMessage *message);

/** "call 2 (B to A)". @return @transfer{full} */
char *lull_tell_name (const Tell *self, const TellMessage *message);

/** What a control message says, for people. */
void lull_tell_control_words (const Tell *self,
                              const TellControl *control,
                              char *words,
                              gsize size);

/** Appends to the words of step number @p step of which round that is what it takes, if
 * it is of one, and for which it takes it where that is another. */
void lull_tell_say_round (const Tell *self, guint step, GString *text);

/** Writes what was taken for what, if anything was up to @p step. */
void lull_tell_write_mixup (Tell *self, guint step);

/** Writes the same of an announcement that came after it, and what would have helped. */
void lull_tell_write_mixed_up (Tell *self);

/** The first @p max items and how many more there are, with @p separator between them.
 * @return @transfer{full} */
char *lull_tell_list (const GPtrArray *items, const char *separator, guint max);

/** The stage of @p message as seen when its sender was at step @p sender and its receiver
 * at step @p receiver. */
LullStage lull_tell_stage (const TellMessage *message, guint sender, guint receiver);

/** Where a message is at that stage: "on the wire". */
const char *lull_tell_whereabouts (const TellMessage *message, LullStage stage);

/** Appends what was read: "sent 1, done 0". */
void lull_tell_append_readings (const LullStepLog *log, GString *text);

/** Appends what each worker's node holds at the end, in the words of the protocol, which
 * need not have any. */
void lull_tell_say_nodes (Tell *self);

/** Where a message is that is left in @p state, to which @p step led: "@p name @p is on
 * the wire". @return @transfer{full} */
char *lull_tell_what_is_left (const Tell *self,
                              const TellMessage *message,
                              guint step,
                              const guint8 *state,
                              const char *name,
                              const char *is);

/** Appends to the explanation. */
void lull_tell_say (Tell *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/** Replaces the caption. */
void lull_tell_set_caption (Tell *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The explanation, by the kind of run. */

/** Writes explanation, table and caption. */
void lull_tell_write_findings (Tell *self);

/** … of a run in which somebody left join too early. */
void lull_tell_write_premature (Tell *self);

/** … of a run that is stuck. */
void lull_tell_write_deadlock (Tell *self);

/* lull-tell-loop.c */

/** Keeps of what is waited for only what is waited for in @p state, of the loop, too. */
void lull_tell_follow_loop (Tell *self, guint8 *state);

/** Writes what is waited for all through the loop, if anything is, and draws it. */
void lull_tell_write_loop_waits (Tell *self);

/* lull-tell-disagreement.c */

/** Keeps what the protocol has counted in @p state, of the loop. */
void lull_tell_follow_pairs (Tell *self, const guint8 *state);

/** Writes which pairs never agree, and why, if any do not. */
void lull_tell_write_disagreement (Tell *self);

/* lull-tell-crossings.c */

/** Writes what the cut is, and the messages that cross it. */
void lull_tell_write_cut (Tell *self);

/** What one sees of the cut in the figure, as a sentence. @return @transfer{full} */
char *lull_tell_caption_of_cut (const Tell *self);

/* lull-tell-counters.c */

/** What was sent and finished, at the snapshots and when the first worker left. */
typedef struct
{
  guint sent_at_cut, finished_at_cut;
  guint sent, finished;
} TellCounts;

/** The counts of all messages together. */
TellCounts lull_tell_count_all (const Tell *self);

/** Writes the table of messages per ordered pair. @return @transfer{full} the pairs that
 * disagree at the snapshots, in words */
GPtrArray *lull_tell_write_table (Tell *self);

/* lull-tell-safeguard.c */

/** Writes the table, and which safeguard would have helped. */
void lull_tell_write_safeguard (Tell *self);

/** Writes what would have helped where WORKER, which was gone, took no part in what was
 * trusted. */
void lull_tell_write_absence (Tell *self, guint worker);

G_END_DECLS
