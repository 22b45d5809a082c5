/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-liveness.h"

#include "lull-debt.h"
#include "lull-fairness.h"
#include "lull-inconstancy.h"
#include "lull-lasso.h"

/* The search for a component in which a run can stay. */
typedef struct
{
  LullQuietGraph *graph;
  LullDebt debt;
  gboolean is_found;
  gboolean is_end;
  guint32 component;
} Search;

/* The steps from the state visited that stay inside. */
static void
pay_steps (Search *self, const LullComponents *components, guint32 component)
{
  const LullQuietGraph *graph = self->graph;

  for (guint32 i = 0; i < graph->edge_count; i++)
    if (lull_components_has (components, component, graph->edges[i].to))
      lull_debt_pay (&self->debt, lull_quiet_graph_class (graph, graph->edges[i].action));
}

static gboolean
is_fair (Search *self,
         const LullComponents *components,
         guint32 component,
         const guint32 *members,
         guint32 count)
{
  const LullQuietGraph *graph = self->graph;

  for (guint32 i = 0; i < count; i++)
    {
      lull_quiet_graph_visit (self->graph, members[i]);
      if (i == 0)
        lull_debt_open (&self->debt, graph->state, graph->actions, graph->action_count);
      else
        lull_debt_meet (&self->debt, graph->state, graph->actions, graph->action_count);
      pay_steps (self, components, component);
    }
  return lull_debt_is_paid (&self->debt);
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
  LullQuietGraph graph;
  Search search = { .graph = &graph };
  gboolean is_decided;

  lull_debt_init (&search.debt, model);
  lull_quiet_graph_init (&graph, store, &model->properties[property]);
  is_decided = run (&search, findings, limits, property);
  lull_quiet_graph_clear (&graph);
  lull_debt_clear (&search.debt);
  if (search.is_found)
    lull_liveness_assert_witness (findings, model);
  return is_decided;
}

/* A witness being looked at, step by step. */
typedef struct
{
  const LullModel *model;
  const LullProperty *property;
  gboolean has_held;
} Audit;

static void
audit_step (guint step,
            const guint8 *state,
            LullAction action,
            const guint8 *next,
            gpointer user_data)
{
  Audit *self = user_data;

  (void) step;
  (void) action;
  self->has_held = self->has_held || self->property->holds (self->model, state) ||
                   self->property->holds (self->model, next);
}

void
lull_liveness_assert_witness (const LullFindings *findings, const LullModel *model)
{
  const LullTrace *witness = findings->witness;
  gboolean is_loop = witness->loop_start != LULL_TRACE_NO_LOOP;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *end = g_malloc0 (model->state_size);
  g_autoptr (GError) error = NULL;
  Audit audit = { .model = model, .property = &model->properties[findings->property] };

  if (!lull_trace_replay (witness, model, audit_step, &audit, end, &error))
    g_error ("%s: " LULL_INCONSTANCY " (%s)", model->name, error->message);
  if (audit.has_held || audit.property->holds (model, end))
    g_error ("model %s: %s holds in the witness found", model->name,
             audit.property->name);
  if (!is_loop && model->actions (model, end, actions) > 0)
    g_error ("model %s: the witness found does not end", model->name);
  if (is_loop && !lull_trace_is_fair (witness, model))
    g_error ("model %s: the witness found is not fair", model->name);
}
