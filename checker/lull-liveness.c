/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-liveness.h"

#include "lull-inconstancy.h"
#include "lull-lasso.h"

/* The search for a component in which a run can stay. */
typedef struct
{
  LullQuietGraph *graph;
  guint class_count;
  gboolean *is_owed; /* of each class: always enabled so far, and never taken */
  gboolean *is_enabled;
  gboolean is_found;
  gboolean is_end;
  guint32 component;
} Search;

/* What one state of the component, and the steps from it that stay inside, do for each
 * class. */
static void
strike_classes (Search *self, const LullComponents *components, guint32 component)
{
  const LullQuietGraph *graph = self->graph;

  for (guint i = 0; i < self->class_count; i++)
    self->is_enabled[i] = FALSE;
  for (guint32 i = 0; i < graph->action_count; i++)
    {
      guint fairness_class = lull_quiet_graph_class (graph, graph->actions[i]);

      if (fairness_class != LULL_UNFAIR)
        self->is_enabled[fairness_class] = TRUE;
    }
  for (guint i = 0; i < self->class_count; i++)
    self->is_owed[i] = self->is_owed[i] && self->is_enabled[i];
  for (guint32 i = 0; i < graph->edge_count; i++)
    {
      guint fairness_class = lull_quiet_graph_class (graph, graph->edges[i].action);

      if (fairness_class != LULL_UNFAIR &&
          lull_components_has (components, component, graph->edges[i].to))
        self->is_owed[fairness_class] = FALSE;
    }
}

static gboolean
is_fair (Search *self,
         const LullComponents *components,
         guint32 component,
         const guint32 *members,
         guint32 count)
{
  for (guint i = 0; i < self->class_count; i++)
    self->is_owed[i] = TRUE;
  for (guint32 i = 0; i < count; i++)
    {
      lull_quiet_graph_visit (self->graph, members[i]);
      strike_classes (self, components, component);
    }
  for (guint i = 0; i < self->class_count; i++)
    if (self->is_owed[i])
      return FALSE;
  return TRUE;
}

static gboolean
consider (const LullComponents *components,
          guint32 component,
          const guint32 *members,
          guint32 count,
          gboolean has_cycle,
          gpointer data)
{
  Search *self = data;

  if (has_cycle)
    self->is_found = is_fair (self, components, component, members, count);
  else
    {
      lull_quiet_graph_visit (self->graph, members[0]);
      self->is_end = lull_quiet_graph_is_end (self->graph);
      self->is_found = self->is_end;
    }
  self->component = component;
  return !self->is_found;
}

/* TRUE: decided. */
static gboolean
run (Search *self, LullFindings *findings, const LullLimits *limits, guint property)
{
  LullComponents components;
  LullLasso lasso;

  lull_components_init (&components, self->graph, limits);
  lull_lasso_init (&lasso, &components);
  if (!lull_lasso_make_room (&lasso))
    components.bounds |= LULL_BOUND_MEMORY;
  else
    lull_components_search (&components, consider, self);
  if (self->is_found)
    {
      findings->verdict = LULL_VERDICT_LIVELOCK;
      findings->property = property;
      findings->witness = lull_lasso_find (&lasso, self->component, self->is_end);
    }
  findings->bounds |= self->is_found ? LULL_BOUND_NONE : components.bounds;
  findings->bytes = MAX (findings->bytes, lasso.steps.budget->peak_bytes);
  lull_lasso_clear (&lasso);
  lull_components_clear (&components);
  return self->is_found || components.bounds == LULL_BOUND_NONE;
}

gboolean
lull_liveness_search (LullFindings *findings,
                      LullStore *store,
                      guint property,
                      const LullLimits *limits)
{
  const LullModel *model = store->model;
  guint class_count = model->fairness != NULL ? model->fairness_count : 0;
  g_autofree gboolean *is_owed = g_new (gboolean, class_count);
  g_autofree gboolean *is_enabled = g_new (gboolean, class_count);
  LullQuietGraph graph;
  Search search = { .graph = &graph,
                    .class_count = class_count,
                    .is_owed = is_owed,
                    .is_enabled = is_enabled };
  gboolean is_decided;

  lull_quiet_graph_init (&graph, store, &model->properties[property]);
  is_decided = run (&search, findings, limits, property);
  lull_quiet_graph_clear (&graph);
  if (search.is_found)
    lull_liveness_assert_witness (findings, model);
  return is_decided;
}

/* A witness being looked at, step by step. */
typedef struct
{
  const LullModel *model;
  const LullProperty *property;
  guint loop_start;
  gboolean has_held;
  gboolean *is_owed;
  LullAction *actions;
} Audit;

static gboolean
is_class_enabled (const Audit *self, const guint8 *state, guint fairness_class)
{
  guint count = self->model->actions (self->model, state, self->actions);

  for (guint i = 0; i < count; i++)
    if (self->model->fairness (self->model, state, self->actions[i]) == fairness_class)
      return TRUE;
  return FALSE;
}

static void
audit_step (guint step,
            const guint8 *state,
            LullAction action,
            const guint8 *next,
            gpointer user_data)
{
  Audit *self = user_data;
  const LullModel *model = self->model;
  guint class_count = model->fairness != NULL ? model->fairness_count : 0;

  self->has_held = self->has_held || self->property->holds (model, state) ||
                   self->property->holds (model, next);
  if (step < self->loop_start)
    return;
  for (guint i = 0; i < class_count; i++)
    if (model->fairness (model, state, action) == i || !is_class_enabled (self, state, i))
      self->is_owed[i] = FALSE;
}

void
lull_liveness_assert_witness (const LullFindings *findings, const LullModel *model)
{
  const LullTrace *witness = findings->witness;
  guint class_count = model->fairness != NULL ? model->fairness_count : 0;
  gboolean is_loop = witness->loop_start != LULL_TRACE_NO_LOOP;
  g_autofree gboolean *is_owed = g_new (gboolean, class_count);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *end = g_malloc0 (model->state_size);
  g_autoptr (GError) error = NULL;
  Audit audit = { .model = model,
                  .property = &model->properties[findings->property],
                  .loop_start = witness->loop_start,
                  .is_owed = is_owed,
                  .actions = actions };

  for (guint i = 0; i < class_count; i++)
    is_owed[i] = is_loop;
  if (!lull_trace_replay (witness, model, audit_step, &audit, end, &error))
    g_error ("%s: " LULL_INCONSTANCY " (%s)", model->name, error->message);
  if (audit.has_held || audit.property->holds (model, end))
    g_error ("model %s: %s holds in the witness found", model->name,
             audit.property->name);
  if (!is_loop && model->actions (model, end, actions) > 0)
    g_error ("model %s: the witness found does not end", model->name);
  for (guint i = 0; i < class_count; i++)
    if (is_owed[i])
      g_error ("model %s: the witness found is not fair to class %u", model->name, i);
}
