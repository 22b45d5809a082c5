/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A part of the world that a scenario may switch on: faults, timeouts, timers, … . Each
 * is one file of sim/ that adds its bytes to the state and its steps to those of the
 * world, and may forbid steps of others. Where it is off it has no bytes and is never
 * called. No other file knows what a part does; lull-parts.c lists them.
 *
 * Reductions step aside while a part is on: the proofs of `docs/reductions.md` speak of
 * the world without parts.
 */
#pragma once

#include "lull-world-private.h"

G_BEGIN_DECLS

/** Of a step that the world does not have. */
#define LULL_PART_NO_KIND G_MAXUINT8

/** Where a part that is on has what is its own. */
struct LullPartSite
{
  const LullPart *part;
  guint8 *kinds;     /**< by step, or ::LULL_PART_NO_KIND; (owned) */
  guint32 at;        /**< its first byte in a state */
  guint fairness_at; /**< its first fairness class */
  guint number;      /**< which of several of its part it is, from 0 */
  gpointer data;     /**< what LullPart.prepare gave; (owned) */
};

/** How a part carries the rounds of collectives, in place of the step of the world that
 * completes a round for all. It sets and clears ::FLAG_COMPLETE, and clears
 * ::FLAG_CONTRIBUTED. */
typedef struct
{
  /** @p worker adds @p part to what it contributes to @p collective; where @p is_whole,
   * that was all, and ::FLAG_CONTRIBUTED is set. */
  void (*contribute) (const LullApply *apply,
                      const LullPartSite *site,
                      guint worker,
                      guint collective,
                      const guint8 *part,
                      gboolean is_whole);

  /** The result that @p worker has and did not take yet. */
  guint8 (*result) (const LullWorld *world,
                    const LullPartSite *site,
                    const guint8 *state,
                    guint worker);
  void (*take_result) (const LullApply *apply, const LullPartSite *site, guint worker);

  /** Why @p worker, which has contributed and has no result, waits for @p other: "to …",
   * static text; NULL: it does not. */
  const char *(*waits_for) (const LullWorld *world,
                            const LullPartSite *site,
                            const guint8 *state,
                            guint worker,
                            guint other);

  /** Whether @p worker takes no further step in join, whatever comes. */
  gboolean (*has_failed) (const LullPartSite *site, const guint8 *state, guint worker);

  /* Where the part has a bag: */

  /** For which round a message was sent just now, @p rounds being to how many each worker
   * has contributed so far; 0: that cannot be told. */
  guint (*round_of) (const LullWorld *world,
                     const LullPartSite *site,
                     const guint8 *record,
                     const guint *rounds);

  /** What a message on the wire is once all are done with the round before its own; may
   * be NULL: what it was. */
  void (*renew) (guint8 *record);

  /** Whether its receiver uses it, if it takes it in @p state. */
  gboolean (*uses) (const LullWorld *world,
                    const LullPartSite *site,
                    const guint8 *state,
                    const guint8 *record);
} LullPartRounds;

/** A part by which workers may be away: gone, or not there yet. */
typedef struct
{
  /** Whether @p worker takes no step now. */
  gboolean (*is_absent) (const LullPartSite *site, const guint8 *state, guint worker);

  /** Whether a round waits for what it contributes. */
  gboolean (*is_awaited) (const LullPartSite *site, const guint8 *state, guint worker);

  /** Whether it has crashed. */
  gboolean (*has_crashed) (const LullPartSite *site, const guint8 *state, guint worker);

  /** Whether it need not leave join. */
  gboolean (*is_excused) (const LullPartSite *site, const guint8 *state, guint worker);

  /** What @p worker, which goes for good instead of joining, needs before it does, as
   * ::LullNeeds; 0: it joins, or needs nothing. */
  guint (*needs_to_go) (const LullWorld *world,
                        const LullPartSite *site,
                        const guint8 *state,
                        guint worker);
} LullPartPresence;

/** A part that follows the messages that are LullWorldMessage.watched. */
typedef struct
{
  /** Whoever the message matters to is told @p what of it. */
  void (*tell) (const LullApply *apply,
                const LullPartSite *site,
                LullTold what,
                guint message);

  /** It is more, or less, that is left to be done. */
  void (*owe) (const LullApply *apply, const LullPartSite *site, guint message, gint by);

  /** It is a call, and has a future more, or less. */
  void (*count_future) (const LullApply *apply,
                        const LullPartSite *site,
                        guint call,
                        gint by);

  /** Appends what LullStepLog.scope says of the step that was taken in @p state. */
  void (*say) (const LullWorld *world,
               const LullPartSite *site,
               const guint8 *state,
               const LullStepLog *log,
               GString *text);
} LullPartWatch;

/** Step number 0 of a part that has a bag takes the message of that index out of it. */
#define LULL_PART_STEP_TAKES 0U

/** Functions that may be NULL are said to be. */
struct LullPart
{
  const char *name;           /**< what a scenario has where this is on: "timeouts" */
  const char *const *steps;   /**< names of the kinds of its steps, NULL-terminated */
  gboolean is_of_the_network; /**< its steps come even when their worker is gone */
  gboolean is_of_messages;    /**< the argument of each of its steps is a basic message */

  gboolean (*is_on) (const LullWorldConfig *config);

  /** The switches of a scenario, one of which switches it on, as the format calls them:
   * "timeouts", "calls.timeout"; NULL-terminated. */
  const char *const *switches;

  /** Whether this world has step number @p step of @ref steps; may be NULL: it has all.
   */
  gboolean (*has_step) (const LullWorld *world, const LullPartSite *site, guint step);

  /** How many of it the world has, each at a site of its own; may be NULL: one. */
  guint (*count) (const LullWorldConfig *config);

  /** How many steps it has where that depends on the world; may be NULL: as many as @ref
   * steps names. */
  guint (*step_count) (const LullPartSite *site);

  /** The name of one of its steps where it depends on the world, in place of @ref steps.
   */
  const char *(*step_name) (const LullPartSite *site, guint step);

  /** Why the scenario cannot have the part, for the user, static text, or NULL: it can;
   * may be NULL. */
  const char *(*misfit) (const LullWorldConfig *config);

  /** Fails with ::LULL_WORLD_ERROR_TOO_LARGE where what the part may bring about is too
   * much; may be NULL. */
  gboolean (*fits) (const LullWorldConfig *config, GError **error);

  /** Adds to the work, which is a copy, what the part may bring about; may be NULL. */
  void (*expand) (const LullWorldConfig *config, LullWork *work);

  /** What the part keeps of the config, once messages are indexed; may be NULL. @return
   * @transfer{full} */
  gpointer (*prepare) (LullWorld *world, const LullWorldConfig *config);
  void (*free) (gpointer data); /**< NULL: g_free() */

  /** How many bytes it adds to a state, all zero at first; may be NULL. */
  guint32 (*size) (const LullWorld *world, const LullPartSite *site);

  /** The messages of its own that it has on the wire, once its size is known; NULL: it
   * has none. They are followed as control messages are. */
  const LullBag *(*bag) (const LullPartSite *site);

  /** Writes what a message in the bag says. */
  void (*words) (const LullWorld *world,
                 const LullPartSite *site,
                 const guint8 *record,
                 char *words,
                 gsize size);

  const LullPartRounds *rounds;     /**< or NULL */
  const LullPartPresence *presence; /**< or NULL */
  const LullPartWatch *watch;       /**< or NULL */

  /** No state offers more of its steps than this; may be NULL: it has none. */
  guint (*actions_max) (const LullWorld *world, const LullPartSite *site);

  /** Writes the first state, which is otherwise complete but for main programs that join
   * at once; may be NULL. */
  void (*initial) (const LullApply *apply, const LullPartSite *site);

  /** @p worker is gone, and what it has of the part with it: that is no work any more,
   * and its bytes become as they were at first; may be NULL. */
  void (*forsake) (const LullApply *apply, const LullPartSite *site, guint worker);

  /** Offers the steps that are enabled, by lull_offer_part(); may be NULL: it has none.
   */
  void (*offer) (LullOffer *offer, const LullPartSite *site);

  /** Fails with ::LULL_WORLD_ERROR_TOO_LARGE where its bytes do not fit, once they are
   * laid out; may be NULL. */
  gboolean (*layout_fits) (const LullPartSite *site, GError **error);

  /** How much of what is owed for join @p epoch, or for ::LULL_ALL_EPOCHS, will run
   * nothing when it comes, and so is no work; may be NULL: none. */
  guint (*vain) (const LullWorld *world, const guint8 *state, guint epoch);

  /** Whether the step of others that has been offered may be taken; may be NULL: it may.
   */
  gboolean (*allows) (const LullWorld *world,
                      const LullPartSite *site,
                      const guint8 *state,
                      LullAction action);

  /** Whether nothing is untrue that was announced of the part; may be NULL. */
  gboolean (*holds) (const LullWorld *world,
                     const LullPartSite *site,
                     const guint8 *state);

  /**
   * Whether a program has something of the part to do before it sends what is next, or
   * ends: the main program of @p worker if @p parent is ::LULL_NO_MESSAGE, else the
   * handler or callback of @p parent, which runs there. May be NULL: it has not.
   */
  gboolean (*holds_up) (const LullWorld *world,
                        const LullPartSite *site,
                        const guint8 *state,
                        guint worker,
                        guint parent);

  /** What such a program has still to do of the part is never to be; may be NULL. */
  void (*cancel) (const LullApply *apply,
                  const LullPartSite *site,
                  guint worker,
                  guint parent);

  /** Adds those who, in a state without steps, wait because of the part; may be NULL. */
  void (*find_waits) (TellWaits *waits, const LullPartSite *site);

  /** Takes step number @p step of @ref steps. */
  void (*apply) (const LullApply *apply,
                 const LullPartSite *site,
                 guint step,
                 guint argument);

  /** What follows at once from a step, whoever took it, and from how the first state
   * was written, and nothing if that is done already; may be NULL. */
  void (*follow) (const LullApply *apply, const LullPartSite *site);

  /** How long after it was enabled a step is taken; only the simulator asks. May be NULL:
   * as long as other steps. */
  const LullDelay *(*delay) (const LullWorld *world,
                             const LullPartSite *site,
                             const guint8 *state,
                             guint step,
                             guint argument);

  /** The worker whose step it is. */
  guint (*worker) (const LullWorld *world,
                   const LullPartSite *site,
                   const guint8 *state,
                   guint step,
                   guint argument);

  /** How many fairness classes its steps have, and the class of a step, or ::LULL_UNFAIR:
   * faults owe nothing to anybody, and what only a clock delays does come. Without a
   * count all are unfair; with a count alone the class of a step is its argument. */
  guint (*fairness_count) (const LullWorld *world, const LullPartSite *site);
  guint (*fairness) (const LullWorld *world,
                     const LullPartSite *site,
                     const guint8 *state,
                     guint step,
                     guint argument);

  /** Appends what the step does, without naming the worker; @p numbers as for
   * lull_world_say(). */
  void (*say) (const LullWorld *world,
               const LullPartSite *site,
               const guint16 *numbers,
               const guint8 *state,
               guint step,
               guint argument,
               GString *text);

  /** What of the part the world's claims leave out, in a few words, or NULL if nothing;
   * may be NULL. @return @transfer{full} */
  char *(*left_out) (const LullWorld *world, const LullPartSite *site);

  /** Adds to @p items what of the part is work that join @p epoch had to wait for,
   * remains and is no message, each in a few words that "is pending" can follow; may be
   * NULL. */
  void (*list_pending) (const LullWorld *world,
                        const LullPartSite *site,
                        const guint8 *state,
                        guint epoch,
                        GPtrArray *items);

  /** Appends what followed at once from the step of others that led from @p state to
   * @p next, behind what they did; may be NULL. */
  void (*say_more) (const LullWorld *world,
                    const LullPartSite *site,
                    const guint8 *state,
                    const guint8 *next,
                    GString *text);

  /** Appends lines about its bytes to a state written for people; may be NULL. */
  void (*describe) (const LullWorld *world,
                    const LullPartSite *site,
                    const guint8 *state,
                    GString *text);
};

extern const LullPart lull_part_members;
extern const LullPart lull_part_scopes;
extern const LullPart lull_part_timeouts;
extern const LullPart lull_part_deferred;
extern const LullPart lull_part_timers;
extern const LullPart lull_part_local_steps;
extern const LullPart lull_part_buffers;

/** Every part there is, ended by NULL; steps are offered in this order. Sending fails in
 * place of steps that others have offered, so it comes behind them. */
extern const LullPart *const lull_parts[];

/** LullPart.actions_max and LullPart.fairness_count of a part whose steps are of one
 * message each, and LullPart.worker of one whose steps its sender takes. */
guint lull_part_message_count (const LullWorld *world, const LullPartSite *site);
guint lull_part_sender (const LullWorld *world,
                        const LullPartSite *site,
                        const guint8 *state,
                        guint step,
                        guint message);

/** LullPart.fairness_count and LullPart.fairness of a part whose steps are of one message
 * each, and which its sender takes: in any work, where messages change places, a class is
 * what a worker has to do. */
guint lull_part_sender_count (const LullWorld *world, const LullPartSite *site);
guint lull_part_sender_class (const LullWorld *world,
                              const LullPartSite *site,
                              const guint8 *state,
                              guint step,
                              guint message);

/** Where @p part is on, or NULL. */
const LullPartSite *lull_part_site (const LullWorld *self, const LullPart *part);

/** Offers step number @p step of the part at @p site. */
void
lull_offer_part (LullOffer *self, const LullPartSite *site, guint step, guint argument);

G_END_DECLS
