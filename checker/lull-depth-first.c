/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-depth-first.h"

/* A state that waits to be expanded. */
typedef struct
{
  guint32 state;
  guint32 depth;
} Waiting;

/* The states that wait, the next on top. */
typedef struct
{
  LullRegion region;
  guint32 count;
} Stack;

/* Pushes the states from number @p first on, so that they come off in order. */
static void
push_new (LullBreadthFirst *self, Stack *stack, guint32 first, guint32 depth)
{
  guint32 end = lull_store_count (&self->store);

  if (!lull_region_commit (&stack->region,
                           ((guint64) stack->count + end - first) * sizeof (Waiting)))
    {
      self->bounds |= LULL_BOUND_MEMORY;
      return;
    }
  for (guint32 i = end; i > first; i--)
    ((Waiting *) stack->region.base)[stack->count++] = (Waiting){ i - 1, depth };
  if (end > first)
    self->depth = MAX (self->depth, depth);
}

static Waiting
pop (Stack *stack)
{
  return ((const Waiting *) stack->region.base)[--stack->count];
}

/* Expands the state on top, unless it lies too deep; then the rest goes on without it. */
static void
expand_top (LullBreadthFirst *self, Stack *stack, gboolean *is_cut)
{
  guint32 first = lull_store_count (&self->store);
  Waiting top = pop (stack);

  if (self->options->depth_max > 0 && top.depth >= self->options->depth_max)
    *is_cut = TRUE;
  else if (lull_breadth_first_expand (self, top.state, top.state + 1) > 0)
    push_new (self, stack, first, top.depth + 1);
}

void
lull_depth_first_run (LullBreadthFirst *self)
{
  Stack stack = { .count = 0 };
  gboolean is_cut = FALSE;

  lull_region_init (
      &stack.region, &self->budget,
      MIN (LULL_KEY_COUNT_MAX * sizeof (Waiting), self->budget.limit_bytes));
  lull_breadth_first_start (self);
  push_new (self, &stack, 0, 0);
  while (stack.count > 0 && lull_breadth_first_goes_on (self))
    expand_top (self, &stack, &is_cut);
  if (is_cut)
    self->bounds |= LULL_BOUND_DEPTH;
  lull_region_clear (&stack.region);
}
