/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-trace.h"

#include <string.h>

G_DEFINE_QUARK (lull_trace_error, lull_trace_error)

LullTrace *
lull_trace_new (guint64 initial)
{
  LullTrace *self = g_new0 (LullTrace, 1);

  self->initial = initial;
  self->actions = g_array_new (FALSE, FALSE, sizeof (LullAction));
  self->loop_start = LULL_TRACE_NO_LOOP;
  return self;
}

LullTrace *
lull_trace_dup (const LullTrace *self)
{
  LullTrace *copy = g_new0 (LullTrace, 1);

  copy->initial = self->initial;
  copy->actions = g_array_copy (self->actions);
  copy->loop_start = self->loop_start;
  return copy;
}

void
lull_trace_free (LullTrace *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->actions);
  g_free (self);
}

void
lull_trace_append (LullTrace *self, LullAction action)
{
  g_array_append_val (self->actions, action);
}

guint
lull_trace_length (const LullTrace *self)
{
  return self->actions->len;
}

LullAction
lull_trace_action (const LullTrace *self, guint step)
{
  g_assert (step < self->actions->len);
  return g_array_index (self->actions, LullAction, step);
}

/* The buffers of a replay: the state before and after a step, and the one the loop
 * returns to. */
typedef struct
{
  guint8 *state;
  guint8 *next;
  guint8 *loop;
  LullAction *enabled;
} Replay;

/* States are handed to models aligned to eight bytes, which g_malloc() guarantees. */
static void
replay_init (Replay *self, const LullModel *model)
{
  self->state = g_malloc0 (model->state_size);
  self->next = g_malloc0 (model->state_size);
  self->loop = g_malloc0 (model->state_size);
  self->enabled = g_new (LullAction, model->actions_max);
}

static void
replay_clear (Replay *self)
{
  g_free (self->state);
  g_free (self->next);
  g_free (self->loop);
  g_free (self->enabled);
}

static gboolean
is_enabled (const Replay *self, const LullModel *model, LullAction action)
{
  guint count = model->actions (model, self->state, self->enabled);

  g_assert (count <= model->actions_max);
  for (guint i = 0; i < count; i++)
    if (self->enabled[i] == action)
      return TRUE;
  return FALSE;
}

static gboolean
run_steps (Replay *self,
           const LullTrace *trace,
           const LullModel *model,
           LullTraceVisit visit,
           gpointer user_data,
           GError **error)
{
  for (guint step = 0; step < trace->actions->len; step++)
    {
      LullAction action = lull_trace_action (trace, step);

      if (!is_enabled (self, model, action))
        {
          g_set_error (error, LULL_TRACE_ERROR, LULL_TRACE_ERROR_NOT_ENABLED,
                       "step %u: found action 0x%08x, expected one that is enabled there",
                       step + 1, action);
          return FALSE;
        }
      if (step == trace->loop_start)
        memcpy (self->loop, self->state, model->state_size);
      model->apply (model, self->state, action, self->next);
      if (visit != NULL)
        visit (step, self->state, action, self->next, user_data);
      memcpy (self->state, self->next, model->state_size);
    }
  return TRUE;
}

static gboolean
loop_closes (const Replay *self,
             const LullTrace *trace,
             const LullModel *model,
             GError **error)
{
  if (trace->loop_start == LULL_TRACE_NO_LOOP)
    return TRUE;
  if (trace->loop_start < trace->actions->len &&
      memcmp (self->loop, self->state, model->state_size) == 0)
    return TRUE;
  g_set_error (error, LULL_TRACE_ERROR, LULL_TRACE_ERROR_LOOP,
               "found another state at the end than before step %u, expected the same",
               trace->loop_start + 1);
  return FALSE;
}

gboolean
lull_trace_replay (const LullTrace *self,
                   const LullModel *model,
                   LullTraceVisit visit,
                   gpointer user_data,
                   guint8 *end,
                   GError **error)
{
  Replay replay;
  gboolean is_run;

  lull_model_assert_valid (model);
  if (self->initial >= model->initial_count)
    {
      g_set_error (error, LULL_TRACE_ERROR, LULL_TRACE_ERROR_INITIAL,
                   "found initial state %" G_GUINT64_FORMAT
                   ", expected one below %" G_GUINT64_FORMAT,
                   self->initial, model->initial_count);
      return FALSE;
    }

  replay_init (&replay, model);
  model->initial (model, self->initial, replay.state);
  is_run = run_steps (&replay, self, model, visit, user_data, error) &&
           loop_closes (&replay, self, model, error);
  if (is_run && end != NULL)
    memcpy (end, replay.state, model->state_size);
  replay_clear (&replay);
  return is_run;
}
