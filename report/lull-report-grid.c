/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-report-grid.h"

#define GAP 2U

typedef struct
{
  char *text; /* clean; or NULL */
  LullPaint paint;
  gboolean heading;
} Cell;

struct LullGrid
{
  guint columns;
  GArray *cells; /* of Cell */
  guint *widths;
};

static void
cell_clear (gpointer data)
{
  g_free (((Cell *) data)->text);
}

LullGrid *
lull_grid_new (guint columns)
{
  LullGrid *self = g_new0 (LullGrid, 1);

  self->columns = columns;
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  g_array_set_clear_func (self->cells, cell_clear);
  self->widths = g_new0 (guint, columns);
  return self;
}

void
lull_grid_free (LullGrid *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->cells);
  g_free (self->widths);
  g_free (self);
}

void
lull_grid_add_heading (LullGrid *self, const char *text, LullPaint paint)
{
  const Cell cell = { lull_text_clean (text), paint, TRUE };

  g_array_append_val (self->cells, cell);
}

void
lull_grid_add (LullGrid *self, const char *text, LullPaint paint)
{
  const Cell cell = { text != NULL ? lull_text_clean (text) : NULL, paint, FALSE };
  guint *width = &self->widths[self->cells->len % self->columns];

  if (cell.text != NULL)
    *width = MAX (*width, lull_text_width (cell.text));
  g_array_append_val (self->cells, cell);
}

guint
lull_grid_width (const LullGrid *self)
{
  guint width = (self->columns - 1) * GAP;

  for (guint i = 0; i < self->columns; i++)
    width += self->widths[i];
  return width;
}

static void
append_row (
    const LullGrid *self, guint first, guint indent, gboolean colour, GString *text)
{
  guint at = 0;    /* the column of the terminal that has been reached */
  guint start = 0; /* where the cell belongs */

  for (guint i = 0; i < self->columns; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, first + i);

      if (cell->text != NULL)
        {
          lull_text_append_spaces (text, (at == 0 ? indent : 0) + start - at);
          lull_text_append_painted (text, colour, cell->paint, cell->text);
          at = start + lull_text_width (cell->text);
        }
      start += self->widths[i] + GAP;
    }
  g_string_append_c (text, '\n');
}

void
lull_grid_to_text (const LullGrid *self, guint indent, gboolean colour, GString *text)
{
  g_assert (self->cells->len % self->columns == 0);
  for (guint first = 0; first < self->cells->len; first += self->columns)
    append_row (self, first, indent, colour, text);
}
