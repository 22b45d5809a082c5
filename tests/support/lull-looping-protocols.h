/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Small protocols that go on for ever, or nearly: each is a question about fairness.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/** Rounds that compare what was sent with what was done, casts not counted as done. */
extern const LullProtocol lull_looping_uncounted;

/** Goes to and fro between two places until a cast is done here; then leaves. */
extern const LullProtocol lull_looping_to_and_fro;

/** The same, but may go to and fro though it could leave. */
extern const LullProtocol lull_looping_undecided;

/** Takes the futures lock and gives it back, again and again, until a cast is done. */
extern const LullProtocol lull_looping_lock;

/** The same, with a round each time: it gives the lock back with the result. */
extern const LullProtocol lull_looping_lock_and_round;

/** Worker 0 waits for a flag that worker 1 sets and clears by control messages. */
extern const LullProtocol lull_looping_flag;

/**
 * Worker 0 sends worker 1 a farewell and a ping; each pong makes another ping, until the
 * farewell has arrived.
 */
extern const LullProtocol lull_looping_ping;

G_END_DECLS
