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

/** Where a part that is on has what is its own. */
struct LullPartSite
{
  const LullPart *part;
  guint8 kind;       /**< of its first step; the others follow */
  guint32 at;        /**< its first byte in a state */
  guint fairness_at; /**< its first fairness class */
  gpointer data;     /**< what LullPart.prepare gave; (owned) */
};

/** Functions that may be NULL are said to be. */
struct LullPart
{
  const char *name;         /**< what a scenario has where this is on: "timeouts" */
  const char *const *steps; /**< names of the kinds of its steps, NULL-terminated */

  gboolean (*is_on) (const LullWorldConfig *config);

  /** Fails with a ::LullWorldError where the scenario asks for what does not fit
   * together; may be NULL. */
  gboolean (*fits) (const LullWorldConfig *config, GError **error);

  /** What the part keeps of the config, once messages are indexed; may be NULL. @return
   * @transfer{full} */
  gpointer (*prepare) (LullWorld *world, const LullWorldConfig *config);
  void (*free) (gpointer data); /**< NULL: g_free() */

  /** How many bytes it adds to a state, all zero at first; may be NULL. */
  guint32 (*size) (const LullWorld *world, const LullPartSite *site);

  /** No state offers more of its steps than this. */
  guint (*actions_max) (const LullWorld *world, const LullPartSite *site);

  /** Writes the first state, which is otherwise complete but for main programs that join
   * at once; may be NULL. */
  void (*initial) (const LullApply *apply, const LullPartSite *site);

  /** Offers the steps that are enabled, by lull_offer_part(). */
  void (*offer) (LullOffer *offer, const LullPartSite *site);

  /** Whether the step of others that has been offered may be taken; may be NULL: it may.
   */
  gboolean (*allows) (const LullWorld *world,
                      const LullPartSite *site,
                      const guint8 *state,
                      LullAction action);

  /** Takes step number @p step of @ref steps. */
  void (*apply) (const LullApply *apply,
                 const LullPartSite *site,
                 guint step,
                 guint argument);

  /** The worker whose step it is. */
  guint (*worker) (const LullWorld *world,
                   const LullPartSite *site,
                   const guint8 *state,
                   guint step,
                   guint argument);

  /** How many fairness classes its steps have, and the class of a step, or ::LULL_UNFAIR:
   * faults owe nothing to anybody, and what only a clock delays does come. May be NULL:
   * all are unfair. */
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

  /** Appends lines about its bytes to a state written for people; may be NULL. */
  void (*describe) (const LullWorld *world,
                    const LullPartSite *site,
                    const guint8 *state,
                    GString *text);
};

/** Every part there is, ended by NULL; steps are offered in this order. */
extern const LullPart *const lull_parts[];

/** Where @p part is on, or NULL. */
const LullPartSite *lull_part_site (const LullWorld *self, const LullPart *part);

/** Offers step number @p step of the part at @p site. */
void
lull_offer_part (LullOffer *self, const LullPartSite *site, guint step, guint argument);

G_END_DECLS
