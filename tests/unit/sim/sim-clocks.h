/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Judges a cut by vector clocks (Fidge 1988, Mattern 1989), computed from nothing but the
 * states of a run: what enters the wire, what leaves it, and which rounds are complete. A
 * second opinion on the storyteller, with which it shares no code.
 */
#pragma once

#include "lull-world.h"

G_BEGIN_DECLS

/** Clocks have this many entries: the worlds that can be judged have as many workers. */
#define SIM_CLOCK_WORKERS 3U

/**
 * Whether the cut that has step @p cut[w] as the last of worker w is consistent.
 *
 * @param world  of ::SIM_CLOCK_WORKERS workers and a forest: in any work messages change
 *               places, so that the states alone do not tell which is which
 * @param trace  a run of it
 * @param cut    a step of each worker
 */
gboolean
sim_cut_is_consistent (const LullWorld *world, const LullTrace *trace, const guint *cut);

G_END_DECLS
