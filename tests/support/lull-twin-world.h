/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A naive scenario and the real world of it: the same question, put to the reference and
 * to the code under test.
 */
#pragma once

#include "lull-naive-world.h"
#include "lull-random-scenario.h"
#include "lull-world.h"

G_BEGIN_DECLS

/** A scenario, the naive reference's figures for it, and its world; a value. */
typedef struct
{
  LullNaiveScenario scenario;
  LullNaiveFindings found;
  LullWorld *world; /**< (owned) */
  char *text;       /**< the scenario in one line; (owned) */
} LullTwin;

/** What a scenario does not say of its world, as bits. */
typedef enum
{
  LULL_TWIN_LISTENER = 1 << 0, /**< the listener holds messages for a while */
  LULL_TWIN_LIVELOCKS = 1 << 1 /**< livelocks are asked for */
} LullTwinExtras;

/**
 * Builds the world of @p scenario under a protocol, options and a runtime of which the
 * naive reference may know nothing.
 *
 * @param extras  ::LullTwinExtras
 *
 * @return @transfer{full}, or NULL with a ::LullWorldError
 */
LullWorld *lull_twin_world_new (const LullNaiveScenario *scenario,
                                const LullProtocol *protocol,
                                const gint *options,
                                guint extras,
                                GError **error);

/** The same, with rounds of collectives carried as @p rounds says; NULL: in one step. */
LullWorld *lull_twin_world_new_carried (const LullNaiveScenario *scenario,
                                        const LullProtocol *protocol,
                                        const gint *options,
                                        guint extras,
                                        const LullRounds *rounds,
                                        GError **error);

/** The same, with options at their defaults, and scopes watched as @p scopes says. */
LullWorld *lull_twin_world_new_watched (const LullNaiveScenario *scenario,
                                        const LullProtocol *protocol,
                                        guint extras,
                                        const LullScopes *scopes,
                                        GError **error);

/** A protocol has at most this many options. */
#define LULL_TWIN_OPTIONS_MAX 16U

/** Sets the @p options of pairwise, or of a protocol that has all of its own, as the
 * reference has them. */
void lull_twin_set_pairwise_options (const LullProtocol *protocol,
                                     const LullNaiveOptions *naive,
                                     gint *options);

/** Draws a twin as lull_random_scenario_draw() does. */
void lull_twin_draw (LullTwin *self, LullSplitMix *numbers, guint64 states_max);

/** Makes the twin of @p scenario, without figures. */
void lull_twin_init (LullTwin *self, const LullNaiveScenario *scenario);

/** Frees what @p self owns. */
void lull_twin_clear (LullTwin *self);

/** Whether @p actual is @p expected; if not, prints what differs, and of which scenario.
 */
gboolean lull_twin_agrees (const LullTwin *self,
                           const char *what,
                           guint64 actual,
                           guint64 expected);

/** Whether @p claim holds; if not, prints what was claimed, and of which scenario. */
gboolean lull_twin_holds (const LullTwin *self, const char *what, gboolean claim);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullTwin, lull_twin_clear)

G_END_DECLS
