/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the files of lowered collectives share. Each worker has a record in the state:
 *
 *     | bits | count | collective | result | own | total | owed |
 *
 *     bits        ::RoundBits
 *     count       values of others that are in the total; in a store, whose comes next
 *     collective  1 + its number, while something of a round is here
 *     result      what the worker's next step that needs a result will see
 *     own         what it contributes, where that is sent or put as it is
 *     total       what is combined so far
 *     owed        how many others wait for its answer, and the answer
 *
 * Internal to sim/.
 */
#pragma once

#include "lull-part.h"

G_BEGIN_DECLS

/** Bytes of a worker's record before its values. */
enum
{
  ROUND_BITS,
  ROUND_COUNT,
  ROUND_COLLECTIVE,
  ROUND_RESULT,
  ROUND_VALUES
};

/** What holds of a worker. */
typedef enum
{
  ROUND_PASSED = 1 << 0, /**< it has passed on what it had to, and waits for the result */
  ROUND_CLOSED = 1 << 1, /**< its round is over, and it has not begun the next */
  ROUND_FAILED = 1 << 2, /**< it takes no further step in join */
  ROUND_NEXT = 1 << 3,   /**< it is done with the round that others are still in */
  ROUND_PUT = 1 << 4 /**< its value is in the store, and it reads those of the others */
} RoundBits;

/** Bytes of the payload of a message. */
enum
{
  WIRE_KIND, /**< ::WireKind */
  WIRE_COLLECTIVE,
  WIRE_VALUES
};

/** What a message says that it is, as bits. */
typedef enum
{
  WIRE_CONTRIBUTIONS = 1 << 0,
  WIRE_RESULT = 1 << 1,
  WIRE_NEXT = 1 << 2 /**< its tag: not of the round that some are still in, but of the
                           next */
} WireKind;

/** How the rounds of a world are carried, and where that is in its states. */
typedef struct
{
  LullRounds how;
  guint32 workers_at, worker_size;
  guint32 own_size, total_size, owed_size; /**< of the owed, its count apart */
  guint32 slots_at, slot_size; /**< of the store: for each tag, a slot per worker */
  LullBag bag;
} RoundsPlan;

static inline const RoundsPlan *
rounds_plan (const LullPartSite *site)
{
  return site->data;
}

static inline guint8 *
round_of (const RoundsPlan *plan, guint8 *state, guint worker)
{
  return state + plan->workers_at + worker * plan->worker_size;
}

static inline const guint8 *
round_peek (const RoundsPlan *plan, const guint8 *state, guint worker)
{
  return state + plan->workers_at + worker * plan->worker_size;
}

static inline guint8 *
round_total (const RoundsPlan *plan, guint8 *round)
{
  return round + ROUND_VALUES + plan->own_size;
}

/** Behind the total: how many are owed an answer, then the answer. */
static inline guint
round_owed_at (const RoundsPlan *plan)
{
  return ROUND_VALUES + plan->own_size + plan->total_size;
}

/* lull-rounds.c: what all ways of carrying a round have in common */

/** How many bytes the combined contributions to @p collective have. */
gsize lull_rounds_total_size (const LullWorld *world, guint collective);

/** How many bytes that is at most. */
guint32 lull_rounds_total_max (const LullWorld *world);

/** Gives each worker its record, from @p at on. @return how many bytes they have */
guint32
lull_rounds_lay_out_workers (const LullWorld *world, RoundsPlan *plan, guint32 at);

/** What all workers conclude from the combined contributions. */
guint8
lull_rounds_conclude (const LullWorld *world, guint collective, const guint8 *combined);

/**
 * Notes that @p worker has to do with @p collective in this round.
 *
 * @return FALSE if it has to do with another one: then it fails, or where that cannot be
 * a mix-up of rounds, the protocol has broken its contract
 */
gboolean lull_rounds_enter (const LullApply *apply,
                            const RoundsPlan *plan,
                            guint worker,
                            guint collective);

/** @p worker has the result. */
void lull_rounds_complete (const LullApply *apply,
                           const RoundsPlan *plan,
                           guint worker,
                           guint8 result);

/** @p record, on the wire, is of the next round: that is the round from now on. */
void lull_rounds_renew (guint8 *record);

/** Once all workers are done with a round, the next is the one that all are in. @return
 * whether they are */
gboolean lull_rounds_begin_anew (const LullApply *apply, const RoundsPlan *plan);

/** Whether @p worker still does something for others, as far as leaving join goes. */
gboolean lull_rounds_serves (const LullWorld *world,
                             const RoundsPlan *plan,
                             const guint8 *state,
                             guint worker);

/** Whether @p worker has failed. */
gboolean lull_rounds_failed (const RoundsPlan *plan, const guint8 *state, guint worker);

/** What @p other did not do that all wait for: "to …", or NULL. */
const char *lull_rounds_missing (const LullWorld *world,
                                 const RoundsPlan *plan,
                                 const guint8 *state,
                                 guint other);

/* Functions of the parts that are the same for all. */
const char *lull_rounds_misfit (const LullWorldConfig *config);
gboolean
lull_rounds_has_failed (const LullPartSite *site, const guint8 *state, guint worker);
gpointer lull_rounds_prepare (LullWorld *world, const LullWorldConfig *config);
guint8 lull_rounds_result (const LullWorld *world,
                           const LullPartSite *site,
                           const guint8 *state,
                           guint worker);
void
lull_rounds_take_result (const LullApply *apply, const LullPartSite *site, guint worker);
gboolean lull_rounds_allow (const LullWorld *world,
                            const LullPartSite *site,
                            const guint8 *state,
                            LullAction action);

/* lull-rounds-say.c: … in words */
void lull_rounds_message_words (const LullWorld *world,
                                const LullPartSite *site,
                                const guint8 *record,
                                char *words,
                                gsize size);
void lull_rounds_say_message (const LullWorld *world,
                              const LullPartSite *site,
                              const guint16 *numbers,
                              const guint8 *state,
                              guint step,
                              guint argument,
                              GString *text);
void lull_rounds_say_store (const LullWorld *world,
                            const LullPartSite *site,
                            const guint16 *numbers,
                            const guint8 *state,
                            guint step,
                            guint argument,
                            GString *text);
void lull_rounds_describe (const LullWorld *world,
                           const LullPartSite *site,
                           const guint8 *state,
                           GString *text);

/* lull-rounds-routes.c: who sends to whom */

/** How many others' values @p worker waits for. */
guint lull_rounds_needed (const LullWorld *world, const RoundsPlan *plan, guint worker);

/** To whom @p worker passes what is combined; ::ROUNDS_NOBODY: it has the result. */
guint lull_rounds_next (const LullWorld *world, const RoundsPlan *plan, guint worker);

#define ROUNDS_NOBODY G_MAXUINT

/** How many others @p worker gives the result to, and who they are. */
guint
lull_rounds_answer_count (const LullWorld *world, const RoundsPlan *plan, guint worker);
guint lull_rounds_answered (const LullWorld *world,
                            const RoundsPlan *plan,
                            guint worker,
                            guint index);

/** How many messages are on the wire at most. */
guint lull_rounds_wire_max (const LullWorld *world, const RoundsPlan *plan);

/* lull-rounds-messages.c */
extern const LullPart lull_rounds_messages, lull_rounds_answers;

/* lull-rounds-messages-steps.c: what workers do where messages carry a round */

/** How a message is used that arrives now. */
typedef enum
{
  WIRE_USED_AS_VALUE,
  WIRE_USED_AS_RESULT,
  WIRE_USED_LATER
} WireUse;

WireUse lull_rounds_use (const LullWorld *world,
                         const RoundsPlan *plan,
                         const guint8 *state,
                         const guint8 *record);

/** Whether that is before the receiver has begun the round that the message is for. */
gboolean lull_rounds_is_early (const LullWorld *world,
                               const RoundsPlan *plan,
                               const guint8 *state,
                               const guint8 *record);

/** Whether @p worker has answers to give that are not on the wire yet. */
gboolean
lull_rounds_owes_answers (const RoundsPlan *plan, const guint8 *state, guint worker);

/** @p worker gives the next of them. */
void
lull_rounds_answer_next (const LullApply *apply, const RoundsPlan *plan, guint worker);

/** The receiver of message @p index in the bag takes it. */
void
lull_rounds_take_message (const LullApply *apply, const RoundsPlan *plan, guint index);

/** See LullPartRounds.contribute. */
void lull_rounds_contribute (const LullApply *apply,
                             const LullPartSite *site,
                             guint worker,
                             guint collective,
                             const guint8 *part,
                             gboolean is_whole);

/* lull-rounds-store.c */
extern const LullPart lull_rounds_store;

/** The slot of @p worker that a reader or writer with those @p bits uses. */
guint32 lull_rounds_slot (const LullWorld *world,
                          const RoundsPlan *plan,
                          guint8 bits,
                          guint worker);

/** The worker whose value the reader @p worker waits for. */
guint lull_rounds_read_next (const RoundsPlan *plan, const guint8 *state, guint worker);

G_END_DECLS
