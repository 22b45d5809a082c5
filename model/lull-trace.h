/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A run of a model as plain data: an initial state and the actions taken from it. States are not
 * kept; whoever wants them re-runs the trace, which is also the proof that it is one.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** The value of LullTrace.loop_start in a trace that ends. */
#define LULL_TRACE_NO_LOOP G_MAXUINT

typedef struct LullTrace LullTrace;

/** Fields may be read; change them by the functions. */
struct LullTrace
{
  guint64 initial;   /**< which initial state */
  GArray *actions;   /**< of ::LullAction, in order; (owned) */
  guint loop_start;  /**< a lasso: after the last action the run goes on at this step, for ever */
};

/** A new trace of no steps from initial state @p initial. @return @transfer{full} */
LullTrace *lull_trace_new (guint64 initial);

/** A copy. @return @transfer{full} */
LullTrace *lull_trace_dup (const LullTrace *self);

/** Frees @p self; NULL is allowed. */
void lull_trace_free (LullTrace *self);

/** Adds a step at the end. */
void lull_trace_append (LullTrace *self, LullAction action);

/** The number of steps. */
guint lull_trace_length (const LullTrace *self);

/** The action of step @p step, counted from 0. */
LullAction lull_trace_action (const LullTrace *self, guint step);

#define LULL_TRACE_ERROR (lull_trace_error_quark ())
GQuark lull_trace_error_quark (void);

/** Why a trace is not a run of a model. */
typedef enum
{
  LULL_TRACE_ERROR_INITIAL,     /**< no such initial state */
  LULL_TRACE_ERROR_NOT_ENABLED, /**< a step is not enabled where it stands */
  LULL_TRACE_ERROR_LOOP         /**< the state at the end is not the one at LullTrace.loop_start */
} LullTraceError;

/** Called for each step of a replay: @p state is before step @p step, @p next after it. */
typedef void (*LullTraceVisit) (guint step, const guint8 *state, LullAction action,
                                const guint8 *next, gpointer user_data);

/**
 * Runs the trace on @p model, step by step, checking that each action is enabled where it stands
 * and that a lasso closes.
 *
 * @param self       the trace
 * @param model      the model it is said to be a run of
 * @param visit      called after each step, or NULL
 * @param user_data  for @p visit
 * @param end        where to write the last state, LullModel.state_size bytes, or NULL
 * @param error      where to report a ::LullTraceError
 *
 * @return TRUE if it is a run of the model
 */
gboolean lull_trace_replay (const LullTrace *self, const LullModel *model, LullTraceVisit visit,
                            gpointer user_data, guint8 *end, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullTrace, lull_trace_free)

G_END_DECLS
