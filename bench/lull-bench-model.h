/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The models that the benchmark knows by name: the reference models of tests/reference,
 * and calls that make further calls in the world of sim/.
 */
#pragma once

#include "lull-model.h"
#include "lull-world.h"

G_BEGIN_DECLS

/** The size of a model; 0 and NULL stand for the model's default, and a model ignores
 * what it has not. */
typedef struct
{
  gint workers;
  gint bound;  /**< ewd998: counters and pending messages; channel-counting: messages in
                  all */
  gint chains; /**< chain: workers that start one */
  gint hops;   /**< chain: nested calls of each */
  gint fanout; /**< tree: calls that each handler makes */
  gint depth;  /**< tree: levels of calls */
  const char *protocol; /**< chain, tree: '_' stands for '-' */
} LullBenchSize;

#define LULL_BENCH_ERROR (lull_bench_error_quark ())
GQuark lull_bench_error_quark (void);

/** Why there is no such model; the caller can only tell the user. */
typedef enum
{
  LULL_BENCH_ERROR_NAME, /**< no model has that name */
  LULL_BENCH_ERROR_SIZE  /**< the model does not come in that size */
} LullBenchError;

/** A model and whoever owns it. */
typedef struct
{
  const LullModel *model;
  LullBenchSize
      size; /**< as it came to be: defaults filled in, what the model has not is 0 */
  LullModel *reference; /**< (owned), or NULL */
  LullWorld *world;     /**< (owned), or NULL */
} LullBenchModel;

/** Makes the model called @p name in the size that @p size asks for. */
gboolean lull_bench_model_init (LullBenchModel *self,
                                const char *name,
                                const LullBenchSize *size,
                                GError **error);

/** Frees what @p self owns. */
void lull_bench_model_clear (LullBenchModel *self);

/** One line for each model, with what it takes and its defaults. @return @transfer{full}
 */
char *lull_bench_models_to_string (void);

G_END_DECLS
