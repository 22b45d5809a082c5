/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The answer to a check as plain data: the verdict, what it covers, and the witness. Knows nothing
 * of how the answer was found.
 */
#pragma once

#include "lull-trace.h"

G_BEGIN_DECLS

/** The one word for the answer; a violated property gives its own name to it. */
typedef enum
{
  LULL_VERDICT_SAFE,        /**< every state was seen and nothing is wrong */
  LULL_VERDICT_VIOLATED,    /**< a property fails: LullFindings.property says which */
  LULL_VERDICT_DEADLOCK,    /**< a state without action in which a run may not stop */
  LULL_VERDICT_LIVELOCK,    /**< a fair run in which an *eventually* property never holds: it goes on for
                               ever, or stops where it may */
  LULL_VERDICT_INCONCLUSIVE /**< a limit was reached first, or nothing exhaustive was asked for */
} LullVerdict;

/** Limits that a check ran into, as bits. */
typedef enum
{
  LULL_BOUND_NONE = 0,
  LULL_BOUND_STATES = 1 << 0,
  LULL_BOUND_DEPTH = 1 << 1,
  LULL_BOUND_MEMORY = 1 << 2,
  LULL_BOUND_TIME = 1 << 3,
  LULL_BOUND_CONSTRAINT = 1 << 4, /**< a successor lay outside the model's own constraint */
  LULL_BOUND_INTERRUPT = 1 << 5   /**< whoever started the check asked it to stop */
} LullBounds;

typedef struct LullFindings LullFindings;

/** What a check found. All figures are the same whatever the thread count, except @ref seconds. */
struct LullFindings
{
  LullVerdict verdict;
  guint property;        /**< index of the violated property; meaningful for VIOLATED and LIVELOCK */
  gboolean exhaustive;   /**< every reachable state within scope was seen */
  gboolean reduced;      /**< partial-order reduction left out states that cannot change the verdict */
  gboolean symmetric;    /**< states that differ only in names that mean nothing were taken for one */
  gboolean sampled;      /**< random walks: states are visits, and nothing was stored */
  guint bounds;          /**< ::LullBounds that were hit */
  guint64 initial_states; /**< initial states as enumerated, duplicates included */
  guint64 states;        /**< distinct stored states */
  guint64 transitions;   /**< steps tried, duplicates included; initial states not counted */
  guint64 outside;       /**< of the transitions, those that led outside the constraint */
  guint64 terminal;      /**< states without any action */
  guint64 frontier;      /**< states stored but not expanded when the check stopped */
  guint64 left;          /**< a guess of how many more states there are to find, or 0: no guess */
  guint depth;           /**< breadth-first levels after the initial states */
  guint64 *kind_fired;   /**< per kind of action, how often it was taken; (owned) */
  guint kind_count;
  double seconds;        /**< wall-clock time; the only figure that differs from run to run */
  guint64 bytes;         /**< memory of all structures at their largest */
  double coverage;       /**< random walks: estimated probability that the next visit meets a state seen
                            before */
  double omission;       /**< probability that a state was missed; 0 where storage is exact */
  LullTrace *witness;    /**< the run that shows the verdict, or NULL; (owned) */
  gboolean shortest;     /**< no shorter witness exists */
};

/** A new, empty answer: inconclusive, nothing seen. @return @transfer{full} */
LullFindings *lull_findings_new (const LullModel *model);

/** Frees @p self; NULL is allowed. */
void lull_findings_free (LullFindings *self);

/** The word for the verdict: "safe", "deadlock", …, or the violated property's name. */
const char *lull_findings_word (const LullFindings *self, const LullModel *model);

/** The word for one limit: "states", "memory", …. @p bound is a single bit of ::LullBounds. */
const char *lull_bound_to_string (LullBounds bound);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullFindings, lull_findings_free)

G_END_DECLS
