/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Checks a model: every state it can reach, each once, breadth first, so that the witness
 * is a shortest one. The answer is a function of the model and the options alone,
 * wall-clock aside: not of the thread count, not of addresses.
 */
#pragma once

#include "lull-verdict.h"

G_BEGIN_DECLS

/** How far a search has come; handed to LullCheckOptions.progress now and then. */
typedef struct
{
  guint64 states;
  guint64 transitions;
  guint64 frontier; /**< stored, not yet expanded */
  guint64 left;     /**< a guess of how many are still to be found, or 0: none */
  guint depth;
  guint64 bytes;
  double seconds;
} LullProgress;

/** In what order states are visited. */
typedef enum
{
  LULL_SEARCH_BREADTH_FIRST, /**< exhaustive, shortest witness */
  LULL_SEARCH_DEPTH_FIRST, /**< exhaustive, finds deep errors early, witness not shortest
                            */
  LULL_SEARCH_RANDOM_WALK  /**< seeded samples; never says safe */
} LullSearch;

/** How states that were found are kept. */
typedef enum
{
  LULL_STORAGE_EXACT,  /**< whole, compressed without loss */
  LULL_STORAGE_HASHES, /**< 40 bits of a hash each: some states may be missed, hardly ever
                        */
  LULL_STORAGE_BITS    /**< three bits each: some states will be missed */
} LullStorage;

/** What to do and when to give up; a limit of 0 means none. Start from
 * ::LULL_CHECK_OPTIONS_INIT. */
typedef struct
{
  LullSearch search;
  LullStorage storage;  /**< exact unless the search is breadth first */
  guint threads;        /**< at least 1; more than 256 are taken for 256 */
  gboolean whole_graph; /**< go on after a violation and never reduce, so that the counts
                           are of the full graph */
  gboolean
      every_step;     /**< take every step, also where commuting steps lead to the same */
  gboolean reduction; /**< use the model's reductions where they keep the verdict */
  guint64
      states_max;  /**< never more than 4,294,967,292, the numbers there are for states */
  guint depth_max; /**< levels; depth-first and random: steps from an initial state */
  guint64 memory_bytes_max; /**< of all that grows with the search, a few hundred
                               kilobytes a thread aside; 0: three quarters of what the
                               machine has available */
  double seconds_max;
  guint64 seed;  /**< for random walks */
  guint64 walks; /**< for random walks: how many; 0: a thousand */
  void (*progress) (const LullProgress *progress, gpointer user_data); /**< or NULL */
  gpointer progress_data;
  const gint *interrupt; /**< read atomically; non-zero asks for an early stop; or NULL */
} LullCheckOptions;

#define LULL_CHECK_OPTIONS_INIT                                                          \
  {                                                                                      \
    .search = LULL_SEARCH_BREADTH_FIRST, .threads = 1, .reduction = TRUE                 \
  }

/**
 * Checks @p model. The verdict is the most serious thing reachable: the first violated
 * *always* property, else a deadlock, else livelock, else safe (also the word for a
 * *sometimes* property that no state satisfies is that property's name). A violation ends
 * the search unless LullCheckOptions.whole_graph is set; a deadlock alone does not, since
 * something more serious may be reachable.
 *
 * Livelock is looked for once every state is known: a run in which an *eventually*
 * property never holds, and which is weakly fair. Its witness is a lasso
 * (LullTrace.loop_start), or ends where the run stops. Ample sets are
 * used there too, since the model vouches for them; symmetry is not.
 *
 * Where states are not stored exactly, LullFindings.omission bounds the probability that
 * one was missed, and an *eventually* property stays open. States that have been expanded
 * are forgotten, so for a witness the search is run again up to where it was found.
 *
 * Under reduction the figures are of the reduced graph. A witness found there may take
 * detours, so a shortest one is looked for without leaving actions out, as far as a few
 * million states reach; failing that, steps that turn out not to matter are left out of
 * it, and LullFindings.shortest is FALSE.
 *
 * The witness is re-run on the model before it is returned; one that does not replay ends
 * the program.
 *
 * @return @transfer{full} the answer
 */
LullFindings *lull_check (const LullModel *model, const LullCheckOptions *options);

#define LULL_CHECKPOINT_ERROR (lull_checkpoint_error_quark ())
GQuark lull_checkpoint_error_quark (void);

/** Why there is no checkpoint, or no going on from one. */
typedef enum
{
  LULL_CHECKPOINT_ERROR_IO,      /**< the file cannot be written or read */
  LULL_CHECKPOINT_ERROR_DAMAGED, /**< it is not as it was written: start anew */
  LULL_CHECKPOINT_ERROR_FOREIGN, /**< it belongs to another model, search or version */
  LULL_CHECKPOINT_ERROR_MEMORY   /**< it needs more memory than is allowed: allow more */
} LullCheckpointError;

/** Where checkpoints are, and when they are written. */
typedef struct
{
  const char *path; /**< one file, replaced by each checkpoint in one step */
  double seconds;   /**< between two of them; one is also written when a limit ends the
                       search */
  gboolean resume;  /**< go on from the one that is there */
} LullCheckpointing;

/**
 * Checks as lull_check() does, breadth first and with exact storage, and writes
 * checkpoints. A check that goes on from one gives the answer of one that was never
 * stopped; the limits in
 * @p options may be others than before.
 *
 * A checkpoint that cannot be written later on is tried again when the next is due; the
 * one before stays.
 *
 * @return @transfer{full} the answer, or NULL with a ::LullCheckpointError if there is no
 * going on, or no way to write the first checkpoint
 */
LullFindings *lull_check_resumable (const LullModel *model,
                                    const LullCheckOptions *options,
                                    const LullCheckpointing *checkpointing,
                                    GError **error);

G_END_DECLS
