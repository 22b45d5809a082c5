/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Small random scenarios over everything that the naive reference knows. The same seed
 * gives the same scenarios on any machine.
 */
#pragma once

#include "lull-naive-world.h"

G_BEGIN_DECLS

/** A generator of random numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
typedef struct
{
  guint64 state;
} LullSplitMix;

/** The next number. */
guint64 lull_split_mix_next (LullSplitMix *self);

/** A number below @p bound, which is small and not 0. */
guint lull_split_mix_below (LullSplitMix *self, guint bound);

/**
 * Draws a scenario for @p protocol of up to @p workers_max workers, with no idea how
 * large its graph is.
 */
void lull_random_scenario_sketch (LullSplitMix *numbers,
                                  LullNaiveProtocol protocol,
                                  guint workers_max,
                                  LullNaiveScenario *scenario);

/**
 * Takes out of a drawn scenario what no protocol promises to stand: the wire loses
 * nothing, being idle is what protocols take it for, and the work cannot be stuck by
 * itself, as it can where handlers that wait for each other take up all threads, or wait
 * for locks.
 */
void lull_random_scenario_tame (LullNaiveScenario *scenario);

/**
 * Draws a scenario of up to four workers and five requests whose whole graph has at most
 * @p states_max states, and gives the naive reference's figures for it.
 */
void lull_random_scenario_draw (LullSplitMix *numbers,
                                guint64 states_max,
                                LullNaiveScenario *scenario,
                                LullNaiveFindings *findings);

/** Draws a scenario in which some messages may arrive several times: the reference then
 * has more states than the world, and the same verdict at the same depth. */
void lull_random_scenario_draw_copies (LullSplitMix *numbers,
                                       guint64 states_max,
                                       LullNaiveScenario *scenario,
                                       LullNaiveFindings *findings);

/**
 * Draws scopes into a drawn scenario, which loses what does not go with them.
 *
 * @return whether there is a program that could open one
 */
gboolean lull_random_scopes_draw (LullSplitMix *numbers, LullNaiveScenario *scenario);

/** Appends the scenario, whole, in one line. */
void lull_random_scenario_describe (const LullNaiveScenario *scenario, GString *text);

G_END_DECLS
