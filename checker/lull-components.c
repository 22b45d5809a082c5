/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-components.h"

/* A state being visited; its successors are the edges from the end of the frame before.
 */
typedef struct
{
  guint64 next_edge;
  guint64 end_edge;
  guint32 state;
  gboolean is_root;  /* no successor seen so far was visited before it */
  gboolean has_loop; /* it is its own successor */
} Frame;

/* Visits between two looks at the limits. */
#define VISITS_PER_LOOK 1024U

void
lull_components_init (LullComponents *self,
                      LullQuietGraph *graph,
                      const LullLimits *limits)
{
  LullBudget *budget = graph->store->roots.keys.budget;
  guint64 count = lull_store_count (graph->store);

  self->graph = graph;
  self->limits = limits;
  lull_region_init (&self->ranks, budget, count * sizeof (guint32));
  lull_region_init (&self->members, budget, count * sizeof (guint32));
  lull_region_init (&self->frames, budget, count * sizeof (Frame));
  lull_region_init (&self->edges, budget,
                    MIN (count * graph->store->model->actions_max * sizeof (guint32),
                         budget->limit_bytes));
  self->member_count = 0;
  self->frame_count = 0;
  self->edge_count = 0;
  self->next_rank = 1;
  self->next_component = G_MAXUINT32;
  self->bounds = LULL_BOUND_NONE;
}

void
lull_components_clear (LullComponents *self)
{
  lull_region_clear (&self->ranks);
  lull_region_clear (&self->members);
  lull_region_clear (&self->frames);
  lull_region_clear (&self->edges);
}

static guint32 *
rank_of (const LullComponents *self, guint32 state)
{
  return (guint32 *) self->ranks.base + state;
}

static Frame *
top_frame (const LullComponents *self)
{
  return (Frame *) self->frames.base + self->frame_count - 1;
}

/* Room for one more state being visited, with its edges, and later for it as a member. */
static gboolean
make_room (LullComponents *self)
{
  guint64 edges = self->edge_count + self->graph->edge_count;
  guint64 members = (guint64) self->member_count + self->frame_count + 1;

  if (lull_region_commit (&self->frames, (self->frame_count + 1ULL) * sizeof (Frame)) &&
      lull_region_commit (&self->edges, edges * sizeof (guint32)) &&
      lull_region_commit (&self->members, members * sizeof (guint32)))
    return TRUE;
  self->bounds |= LULL_BOUND_MEMORY;
  return FALSE;
}

static gboolean
enter (LullComponents *self, guint32 state)
{
  guint32 *edges = self->edges.base;
  Frame frame = { .state = state, .is_root = TRUE };

  lull_quiet_graph_visit (self->graph, state);
  if (!make_room (self))
    return FALSE;
  frame.next_edge = self->edge_count;
  for (guint32 i = 0; i < self->graph->edge_count; i++)
    {
      edges[self->edge_count++] = self->graph->edges[i].to;
      frame.has_loop = frame.has_loop || self->graph->edges[i].to == state;
    }
  frame.end_edge = self->edge_count;
  *rank_of (self, state) = self->next_rank++;
  self->frame_count++;
  *top_frame (self) = frame;
  if (self->next_rank % VISITS_PER_LOOK == 0)
    self->bounds |= lull_limits_reached (self->limits);
  return self->bounds == LULL_BOUND_NONE;
}

/* The state and all members visited after it are a component. */
static gboolean
close_component (LullComponents *self,
                 const Frame *frame,
                 LullComponentVisit visit,
                 gpointer data)
{
  guint32 *members = self->members.base;
  guint32 component = self->next_component--;
  guint32 first = self->member_count;
  guint32 count;

  while (first > 0 &&
         *rank_of (self, members[first - 1]) >= *rank_of (self, frame->state))
    first--;
  members[self->member_count] = frame->state;
  count = self->member_count + 1 - first;
  for (guint32 i = 0; i < count; i++)
    *rank_of (self, members[first + i]) = component;
  self->next_rank -= count;
  self->member_count = first;
  return visit (self, component, members + first, count, count > 1 || frame->has_loop,
                data);
}

/* A successor, or the state left last, may have been visited before the state on top. */
static void
take_rank (LullComponents *self, guint32 successor)
{
  Frame *frame = top_frame (self);

  if (*rank_of (self, successor) >= *rank_of (self, frame->state))
    return;
  *rank_of (self, frame->state) = *rank_of (self, successor);
  frame->is_root = FALSE;
}

static gboolean
leave (LullComponents *self, LullComponentVisit visit, gpointer data)
{
  Frame frame = *top_frame (self);

  self->frame_count--;
  self->edge_count = self->frame_count > 0 ? top_frame (self)->end_edge : 0;
  if (frame.is_root)
    {
      if (!close_component (self, &frame, visit, data))
        return FALSE;
    }
  else
    ((guint32 *) self->members.base)[self->member_count++] = frame.state;
  if (self->frame_count > 0)
    take_rank (self, frame.state);
  return TRUE;
}

static gboolean
search_from (LullComponents *self, guint32 start, LullComponentVisit visit, gpointer data)
{
  if (!enter (self, start))
    return FALSE;
  while (self->frame_count > 0)
    {
      Frame *frame = top_frame (self);
      guint32 successor;

      if (frame->next_edge == frame->end_edge)
        {
          if (!leave (self, visit, data))
            return FALSE;
          continue;
        }
      successor = ((const guint32 *) self->edges.base)[frame->next_edge++];
      if (*rank_of (self, successor) != 0)
        take_rank (self, successor);
      else if (!enter (self, successor))
        return FALSE;
    }
  return TRUE;
}

gboolean
lull_components_search (LullComponents *self, LullComponentVisit visit, gpointer data)
{
  const LullStore *store = self->graph->store;

  if (!lull_region_commit (&self->ranks,
                           (guint64) lull_store_count (store) * sizeof (guint32)))
    {
      self->bounds |= LULL_BOUND_MEMORY;
      return FALSE;
    }
  for (guint32 start = 0; start < store->initial_count; start++)
    if (*rank_of (self, start) == 0 && lull_quiet_graph_contains (self->graph, start) &&
        !search_from (self, start, visit, data))
      return FALSE;
  return TRUE;
}
