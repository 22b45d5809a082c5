/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One clocked run of a world: the transition function is the world's own, the simulator
 * only chooses. Each enabled action gets a due time when it becomes enabled (a message on
 * the wire: when it enters the wire); the earliest is taken; ties leave in the order they
 * were drawn. Same world, same seed, same run, on any machine.
 */
#pragma once

#include "lull-verdict.h"
#include "lull-world.h"

G_BEGIN_DECLS

typedef struct LullRun LullRun;

/** A finished run. */
struct LullRun
{
  LullVerdict
      verdict; /**< SAFE, VIOLATED (premature), DEADLOCK, or INCONCLUSIVE at the limit */
  LullTrace *trace; /**< every step taken; (owned) */
  GArray *ticks;    /**< of guint64: when each was; (owned) */
  guint64 seed;
  gboolean is_timed_by_chance; /**< some delay that it had to wait for was drawn; else
                                  only the order of what happens at one tick was */
};

/**
 * Runs @p world until it stops, until @p steps_max steps were taken, or until the
 * protocol has broken its contract, which leads out of the model: such a run is
 * inconclusive.
 *
 * @param to_the_end  go on after a premature announcement, until everything stops
 *
 * @return @transfer{full}
 */
LullRun *lull_simulate (const LullWorld *world,
                        guint64 seed,
                        guint steps_max,
                        gboolean to_the_end);

/** Frees @p self; NULL is allowed. */
void lull_run_free (LullRun *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullRun, lull_run_free)

G_END_DECLS
