/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * When the messages on the wire arrive. A message gets its arrival when it enters the
 * wire, not when its receipt becomes possible; on a FIFO link nothing overtakes. Internal
 * to sim/.
 */
#pragma once

#include "lull-random.h"
#include "lull-world-private.h"

G_BEGIN_DECLS

typedef struct LullWireClock LullWireClock;

/** A clock for messages of @p world, before any was sent. @return @transfer{full} */
LullWireClock *lull_wire_clock_new (const LullWorld *world);

/** Frees @p self; NULL is allowed. */
void lull_wire_clock_free (LullWireClock *self);

/** Draws a duration in ticks. */
guint64 lull_delay_draw (const LullDelay *delay, LullRandom *random);

/**
 * Takes note of a step at tick @p now: what has entered the wire, what has left it, and
 * (in any work) which slots have changed places. @p log is NULL for the initial state.
 */
void lull_wire_clock_observe (LullWireClock *self,
                              const guint8 *before,
                              const guint8 *after,
                              const LullStepLog *log,
                              guint64 now,
                              LullRandom *random);

/** Any work: the messages of two slots change places. */
void lull_wire_clock_exchange (LullWireClock *self, guint slot, guint other);

/** When the message that @p action receives arrives; a receive or control action of @p
 * state. */
guint64 lull_wire_clock_arrival (const LullWireClock *self,
                                 const guint8 *state,
                                 LullAction action);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullWireClock, lull_wire_clock_free)

G_END_DECLS
