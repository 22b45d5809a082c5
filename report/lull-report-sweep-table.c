/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys that have more than one value, one column each, and the verdicts behind them:
 * a column for each value of the last key where the terminal is wide enough, else one for
 * all.
 */
#include "lull-report-grid.h"
#include "lull-report-sweep-private.h"

#include <string.h>

#define COLUMNS_MAX 100U
#define INDENT 2U

typedef struct
{
  const LullReportSweep *sweep;
  guint *axes; /* those with more than one value */
  guint axis_count;
  gboolean states;
} Table;

static char *
cell_to_string (const Table *self, const LullSweepCell *cell)
{
  static const char *const marks[] = {
    [LULL_SWEEP_EXPECTED] = "", [LULL_SWEEP_OTHER] = " !", [LULL_SWEEP_OPEN] = " ?"
  };
  g_autoptr (GString) text = NULL;

  if (cell->standing == LULL_SWEEP_UNCHECKED)
    return g_strdup ("-");
  text = g_string_new (cell->word);
  if (self->states)
    {
      g_string_append_c (text, ' ');
      lull_text_append_count (text, cell->states);
    }
  g_string_append (text, marks[cell->standing]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_cell (const Table *self, LullGrid *grid, guint point)
{
  const LullSweepCell *cell = lull_sweep_cell (self->sweep, point);
  g_autofree char *text = cell_to_string (self, cell);

  lull_grid_add (grid, text,
                 cell->standing == LULL_SWEEP_UNCHECKED
                     ? LULL_PAINT_FAINT
                     : lull_verdict_paint (cell->verdict));
}

/* The values of the first @keys keys, as far as they differ from the row above. */
static void
add_values (const Table *self, LullGrid *grid, guint keys, guint point, guint step)
{
  gboolean differs = point == 0;

  for (guint i = 0; i < keys; i++)
    {
      const char *value = lull_sweep_value (self->sweep, self->axes[i], point);

      differs = differs || strcmp (value, lull_sweep_value (self->sweep, self->axes[i],
                                                            point - step)) != 0;
      lull_grid_add (grid, differs ? value : NULL, LULL_PAINT_PLAIN);
    }
}

static const LullReportAxis *
get_axis (const Table *self, guint index)
{
  return &self->sweep->axes[self->axes[index]];
}

/* A row for each point. */
static LullGrid *
lay_down (const Table *self)
{
  LullGrid *grid = lull_grid_new (self->axis_count + 1);

  for (guint i = 0; i < self->axis_count; i++)
    lull_grid_add (grid, get_axis (self, i)->key, LULL_PAINT_FAINT);
  lull_grid_add (grid, "verdict", LULL_PAINT_FAINT);
  for (guint point = 0; point < self->sweep->cells->len; point++)
    {
      add_values (self, grid, self->axis_count, point, 1);
      add_cell (self, grid, point);
    }
  return grid;
}

static void
add_headings (const Table *self, LullGrid *grid)
{
  const guint last = self->axis_count - 1;
  const LullReportAxis *across = get_axis (self, last);

  for (guint i = 0; i < last; i++)
    lull_grid_add (grid, NULL, LULL_PAINT_PLAIN);
  lull_grid_add_heading (grid, across->key, LULL_PAINT_FAINT);
  for (guint i = 1; i < across->value_count; i++)
    lull_grid_add (grid, NULL, LULL_PAINT_PLAIN);
  for (guint i = 0; i < last; i++)
    lull_grid_add (grid, get_axis (self, i)->key, LULL_PAINT_FAINT);
  for (guint i = 0; i < across->value_count; i++)
    lull_grid_add (grid, across->values[i], LULL_PAINT_PLAIN);
}

/* A row for the points that differ in the last key only. */
static LullGrid *
lay_across (const Table *self)
{
  const guint last = self->axis_count - 1;
  const guint width = get_axis (self, last)->value_count;
  LullGrid *grid = lull_grid_new (last + width);

  add_headings (self, grid);
  for (guint point = 0; point < self->sweep->cells->len; point++)
    {
      if (point % width == 0)
        add_values (self, grid, last, point, width);
      add_cell (self, grid, point);
    }
  return grid;
}

void
lull_sweep_table_to_text (const LullReportSweep *sweep,
                          gboolean colour,
                          gboolean states,
                          GString *text)
{
  g_autofree guint *axes = g_new (guint, sweep->axis_count);
  Table self = { sweep, axes, 0, states };
  g_autoptr (LullGrid) grid = NULL;

  for (guint i = 0; i < sweep->axis_count; i++)
    if (sweep->axes[i].value_count > 1)
      axes[self.axis_count++] = i;
  if (self.axis_count > 1)
    grid = lay_across (&self);
  if (grid == NULL || lull_grid_width (grid) + INDENT > COLUMNS_MAX)
    {
      g_clear_pointer (&grid, lull_grid_free);
      grid = lay_down (&self);
    }
  lull_grid_to_text (grid, INDENT, colour, text);
}
