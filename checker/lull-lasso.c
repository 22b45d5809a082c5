/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-lasso.h"

#include "lull-debt.h"
#include "lull-witness.h"

/* How a search reached a state; all zero where it did not. */
typedef struct
{
  guint32 from; /* 1 + the state before; a start has itself */
  LullAction action;
} Step;

/* What a search looks for, within a component or on the way to it. */
typedef struct
{
  guint32 component;
  gboolean stays_inside; /* only steps within the component are taken */
  LullDebt *debt;        /* what is to be paid, by a step or a state; or NULL */
  guint32 target;        /* a step that leads there; or LULL_KEY_NONE */
} Aim;

void
lull_lasso_init (LullLasso *self, const LullComponents *components)
{
  LullStore *store = components->graph->store;
  LullBudget *budget = store->roots.keys.budget;
  guint64 count = lull_store_count (store);

  self->components = components;
  self->graph = components->graph;
  lull_region_init (&self->steps, budget, count * sizeof (Step));
  lull_region_init (&self->queue, budget, count * sizeof (guint32));
  self->queue_count = 0;
}

void
lull_lasso_clear (LullLasso *self)
{
  lull_region_clear (&self->steps);
  lull_region_clear (&self->queue);
}

gboolean
lull_lasso_make_room (LullLasso *self)
{
  guint64 count = lull_store_count (self->graph->store);

  return lull_region_commit (&self->steps, count * sizeof (Step)) &&
         lull_region_commit (&self->queue, count * sizeof (guint32));
}

static Step *
step_of (const LullLasso *self, guint32 state)
{
  return (Step *) self->steps.base + state;
}

static guint32
queued (const LullLasso *self, guint32 place)
{
  return ((const guint32 *) self->queue.base)[place];
}

static void
reach (LullLasso *self, guint32 state, guint32 from, LullAction action)
{
  if (step_of (self, state)->from != 0)
    return;
  *step_of (self, state) = (Step){ from + 1, action };
  ((guint32 *) self->queue.base)[self->queue_count++] = state;
}

static void
forget_search (LullLasso *self)
{
  for (guint32 i = 0; i < self->queue_count; i++)
    *step_of (self, queued (self, i)) = (Step){ 0 };
  self->queue_count = 0;
}

/* Appends the way by which the search reached STATE. */
static void
append_way (const LullLasso *self, guint32 state, LullTrace *trace)
{
  g_autoptr (GArray) actions = g_array_new (FALSE, FALSE, sizeof (LullAction));

  for (; step_of (self, state)->from != state + 1;
       state = step_of (self, state)->from - 1)
    g_array_append_val (actions, step_of (self, state)->action);
  for (guint i = actions->len; i > 0; i--)
    lull_trace_append (trace, g_array_index (actions, LullAction, i - 1));
}

static gboolean
is_inside (const LullLasso *self, const Aim *aim, guint32 state)
{
  return lull_components_has (self->components, aim->component, state);
}

/* Whether a class that is owed is disabled in the state visited. */
static gboolean
pays_by_itself (const LullLasso *self, const Aim *aim)
{
  const LullQuietGraph *graph = self->graph;

  return aim->debt != NULL &&
         lull_debt_would_shrink (aim->debt, graph->state, graph->actions,
                                 graph->action_count);
}

/* Whether a step from the state visited is what is looked for. */
static gboolean
edge_is_aim (const LullLasso *self, const Aim *aim, const LullEdge *edge)
{
  if (!is_inside (self, aim, edge->to))
    return FALSE;
  return edge->to == aim->target ||
         (aim->debt != NULL &&
          lull_debt_owes (aim->debt, lull_quiet_graph_class (self->graph, edge->action)));
}

/*
 * Goes on from the states reached, breadth first, until the aim is met. The way to it is
 * appended to TRACE; its last state is returned.
 */
static guint32
pursue (LullLasso *self, const Aim *aim, LullTrace *trace)
{
  for (guint32 place = 0; place < self->queue_count; place++)
    {
      guint32 state = queued (self, place);

      lull_quiet_graph_visit (self->graph, state);
      if (pays_by_itself (self, aim))
        {
          append_way (self, state, trace);
          return state;
        }
      for (guint32 i = 0; i < self->graph->edge_count; i++)
        {
          const LullEdge *edge = &self->graph->edges[i];

          if (edge_is_aim (self, aim, edge))
            {
              append_way (self, state, trace);
              lull_trace_append (trace, edge->action);
              return edge->to;
            }
          if (!aim->stays_inside || is_inside (self, aim, edge->to))
            reach (self, edge->to, state, edge->action);
        }
    }
  g_error ("model %s: a fair component has no fair way round",
           self->graph->store->model->name);
}

static guint32
pursue_from (LullLasso *self, guint32 start, const Aim *aim, LullTrace *trace)
{
  guint32 end;

  forget_search (self);
  reach (self, start, start, 0);
  end = pursue (self, aim, trace);
  return end;
}

/* Where the quiet part is entered, and the way from there to the component. */
static LullTrace *
find_way_there (LullLasso *self, guint32 component, guint32 *entry)
{
  const LullStore *store = self->graph->store;
  LullTrace *trace;

  forget_search (self);
  for (guint32 i = 0; i < store->initial_count; i++)
    if (lull_quiet_graph_contains (self->graph, i))
      reach (self, i, i, 0);
  for (guint32 place = 0;; place++)
    {
      guint32 state = queued (self, place);

      g_assert (place < self->queue_count);
      if (lull_components_has (self->components, component, state))
        {
          guint32 start = state;

          while (step_of (self, start)->from != start + 1)
            start = step_of (self, start)->from - 1;
          trace = lull_witness_to_state (store, start);
          append_way (self, state, trace);
          *entry = state;
          return trace;
        }
      lull_quiet_graph_visit (self->graph, state);
      for (guint32 i = 0; i < self->graph->edge_count; i++)
        reach (self, self->graph->edges[i].to, state, self->graph->edges[i].action);
    }
}

/* Pays by the last steps of a trace, from step FIRST on, and by the states on the way. */
typedef struct
{
  const LullModel *model;
  guint first;
  LullDebt debt;
  LullAction *actions;
} Payment;

static void
meet (Payment *self, const guint8 *state)
{
  guint count = self->model->actions (self->model, state, self->actions);

  lull_debt_meet (&self->debt, state, self->actions, count);
}

static void
pay (guint step,
     const guint8 *state,
     LullAction action,
     const guint8 *next,
     gpointer user_data)
{
  Payment *self = user_data;

  if (step < self->first)
    return;
  if (self->model->fairness != NULL)
    lull_debt_pay (&self->debt, self->model->fairness (self->model, state, action));
  meet (self, state);
  meet (self, next);
}

static void
append_way_round (LullLasso *self, guint32 component, guint32 entry, LullTrace *trace)
{
  const LullQuietGraph *graph = self->graph;
  const LullModel *model = graph->store->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  Payment payment = { .model = model,
                      .first = lull_trace_length (trace),
                      .actions = actions };
  Aim aim = { component, TRUE, &payment.debt, LULL_KEY_NONE };
  guint32 state = entry;

  lull_debt_init (&payment.debt, model);
  lull_quiet_graph_visit (self->graph, entry);
  lull_debt_open (&payment.debt, graph->state, graph->actions, graph->action_count);
  while (!lull_debt_is_paid (&payment.debt))
    {
      state = pursue_from (self, state, &aim, trace);
      lull_quiet_graph_visit (self->graph, state);
      meet (&payment, graph->state);
      lull_trace_replay (trace, model, pay, &payment, NULL, NULL);
    }
  aim.debt = NULL;
  aim.target = entry;
  if (state != entry || lull_trace_length (trace) == payment.first)
    pursue_from (self, state, &aim, trace);
  lull_debt_clear (&payment.debt);
}

LullTrace *
lull_lasso_find (LullLasso *self, guint32 component, gboolean is_end)
{
  guint32 entry;
  LullTrace *trace = find_way_there (self, component, &entry);

  if (!is_end)
    {
      guint loop_start = lull_trace_length (trace);

      append_way_round (self, component, entry, trace);
      trace->loop_start = loop_start;
    }
  return trace;
}
