/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Published specifications of termination detection, and deliberately broken variants of
 * them, as models in plain C against model/ alone. What they reach is known exactly from
 * other tools, so they hold the checker to account; and they are the benchmarks.
 *
 * Every state is a few 64-bit words at most. Property 0 is always the safety of the
 * detection, named "premature". A correct model has the paper's invariants as further
 * properties; a model with a mistake has property 0 alone, since the invariants are
 * claims about the algorithm without it.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** Frees a model made by one of the constructors below; NULL is allowed. */
void lull_reference_model_free (LullModel *self);

/** The most nodes of each model. */
#define LULL_EWD840_NODES_MAX 12U
#define LULL_EWD998_NODES_MAX 5U
#define LULL_SYNC_NODES_MAX 16U
#define LULL_ASYNC_NODES_MAX 8U
#define LULL_CHANNELS_NODES_MAX 4U
#define LULL_HUANG_NODES_MAX 5U

/** What was left out of, or got wrong in, EWD840. */
typedef enum
{
  LULL_EWD840_CORRECT,
  LULL_EWD840_SEND_KEEPS_COLOR,        /**< no blackening on send */
  LULL_EWD840_SEND_BLACKENS_BACKWARDS, /**< blackens when sending to a lower number */
  LULL_EWD840_ACTIVE_PASSES_TOKEN,     /**< an active node passes the token too */
  LULL_EWD840_PASSIVE_SENDS,           /**< a passive node may send */
  LULL_EWD840_NEVER_WHITENS /**< safe, but never detects once a node is black */
} LullEwd840Mistake;

/** EWD840 with 2 … ::LULL_EWD840_NODES_MAX nodes. @return @transfer{full} */
LullModel *lull_ewd840_new (guint nodes, LullEwd840Mistake mistake);

/**
 * EWD840 started when the computation has terminated already, in any colors and with the
 * token anywhere. Property 1, "livelock", claims that every run then comes to detect it,
 * under weak fairness of the probe. @return @transfer{full}
 */
LullModel *lull_ewd840_quiet_new (guint nodes, LullEwd840Mistake mistake);

/** What was left out of, or got wrong in, EWD998. */
typedef enum
{
  LULL_EWD998_CORRECT,
  LULL_EWD998_RECEIVE_KEEPS_COLOR,      /**< receive does not blacken */
  LULL_EWD998_COUNTERS_NOT_ACCUMULATED, /**< q stays 0 */
  LULL_EWD998_BLACK_DOES_NOT_STAIN,     /**< a black node leaves the token white */
  LULL_EWD998_ACTIVE_PASSES_TOKEN,      /**< an active node passes the token too */
  LULL_EWD998_NEVER_WHITENS /**< safe, but never detects once a node is black */
} LullEwd998Mistake;

/** The largest bound on counters and pending messages that the state has room for. */
#define LULL_EWD998_BOUND_MAX 6U

/**
 * EWD998 with 2 … ::LULL_EWD998_NODES_MAX nodes, no counter and no number of pending
 * messages above
 * @p bound (1 … ::LULL_EWD998_BOUND_MAX). @return @transfer{full}
 */
LullModel *lull_ewd998_new (guint nodes, guint bound, LullEwd998Mistake mistake);

/** EWD998 started when the computation has terminated; as lull_ewd840_quiet_new().
 * @return @transfer{full} */
LullModel *lull_ewd998_quiet_new (guint nodes, LullEwd998Mistake mistake);

/** The problem with synchronous messages, without a protocol; up to 16 nodes. @return
 * @transfer{full} */
LullModel *lull_sync_new (guint nodes);

/**
 * The problem with asynchronous messages, without a protocol; up to 8 nodes, with no more
 * than @p bound (1 … 6) messages pending at one. @return @transfer{full}
 */
LullModel *lull_async_new (guint nodes, guint bound);

/** Which test the daemon of channel counting makes. */
typedef enum
{
  LULL_CHANNEL_COUNTING_PAIRWISE, /**< correct: sent and received agree for every pair */
  LULL_CHANNEL_COUNTING_TOTALS    /**< total sent = total received */
} LullChannelCountingMistake;

/** The largest bound on messages that the counters have room for. */
#define LULL_CHANNEL_COUNTING_BOUND_MAX 12U

/**
 * Channel counting with 2 … 4 processes and no more than @p bound messages in all.
 * @return @transfer{full}
 */
LullModel *
lull_channel_counting_new (guint nodes, guint bound, LullChannelCountingMistake mistake);

/** Dijkstra and Scholten's algorithm on the network of four processes of EWD687a. @return
 * @transfer{full} */
LullModel *lull_dijkstra_scholten_new (void);

/** Huang's weight throwing with 2 … 5 processes, weights no finer than an eighth. @return
 * @transfer{full} */
LullModel *lull_huang_new (guint nodes);

/** How a wave of visits decides that the computation has terminated. */
typedef enum
{
  LULL_DETECTOR_ALL_PASSIVE,        /**< wrong: each was passive when visited */
  LULL_DETECTOR_SUMS,               /**< wrong: sum sent = sum received */
  LULL_DETECTOR_TOTALS_BY_SENDER,   /**< wrong: the same for every sender */
  LULL_DETECTOR_TOTALS_BY_RECEIVER, /**< right: the same for every receiver */
  LULL_DETECTOR_PAIRWISE,           /**< right: the same for every ordered pair */
  LULL_DETECTOR_FOUR_COUNTERS /**< right: the sums of two waves in a row are all equal */
} LullDetector;

/** The largest budget of messages that the counters have room for. */
#define LULL_DETECTOR_BUDGET_MAX 15U

/**
 * The plain message model: 2 … 4 workers, up to @p budget messages, waves of visits in
 * any order.
 * @return @transfer{full}
 */
LullModel *lull_detector_new (guint workers, guint budget, LullDetector detector);

G_END_DECLS
