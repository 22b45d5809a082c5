/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-report.h"
#include "lull-text.h"

#include <string.h>

#define INDENT 2U
#define LANE_WIDTH_MAX 24U /* longer names push their line to the right */

/* What a step is to the explanation; the most telling one, if it is several. */
typedef enum
{
  MARKER_NONE,
  MARKER_SNAPSHOT,
  MARKER_ORPHAN,
  MARKER_PREMATURE
} Marker;

#define MARKERS ((guint) MARKER_PREMATURE + 1)

typedef struct
{
  const char *sign;
  LullPaint paint;
  const char *meaning;
} MarkerStyle;

static const MarkerStyle marker_styles[MARKERS] = {
  [MARKER_NONE] = { " ", LULL_PAINT_PLAIN, NULL },
  [MARKER_SNAPSHOT] = { "*", LULL_PAINT_CUT, "snapshot of the cut" },
  [MARKER_ORPHAN] = { "~", LULL_PAINT_BAD, "orphan message" },
  [MARKER_PREMATURE] = { "!", LULL_PAINT_BAD, "left join too early" },
};

static void
raise_marker (GArray *markers, guint step, Marker marker)
{
  if (step < markers->len)
    g_array_index (markers, Marker, step) =
        MAX (g_array_index (markers, Marker, step), marker);
}

/* The marker of each step: of Marker. */
static GArray *
find_markers (const LullStory *story)
{
  GArray *markers = g_array_new (FALSE, TRUE, sizeof (Marker));

  g_array_set_size (markers, story->steps->len);
  for (guint i = 0; i < story->marks->len; i++)
    {
      const LullStoryMark *mark = &g_array_index (story->marks, LullStoryMark, i);

      if (mark->kind == LULL_MARK_PREMATURE)
        raise_marker (markers, mark->step, MARKER_PREMATURE);
      else if (mark->in_cut)
        raise_marker (markers, mark->step, MARKER_SNAPSHOT);
    }
  for (guint i = 0; i < story->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, i);

      if (arrow->kind != LULL_ARROW_ORPHAN)
        continue;
      raise_marker (markers, arrow->sent_step, MARKER_ORPHAN);
      raise_marker (markers, arrow->received_step, MARKER_ORPHAN);
    }
  return markers;
}

static guint
count_digits (guint64 number)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  return (guint) strlen (digits);
}

/* The columns before the words of a step, and the longest name that lines up. */
typedef struct
{
  guint number_width;
  guint position_width; /* 0: the position is the number and not printed */
  guint lane_width;
} StepColumns;

static StepColumns
measure_columns (const LullStory *story)
{
  StepColumns columns = { .number_width = count_digits (story->steps->len) };

  if (g_strcmp0 (story->clock, "step") != 0 && story->steps->len > 0)
    columns.position_width = count_digits (
        g_array_index (story->steps, LullStoryStep, story->steps->len - 1).position);
  for (guint lane = 0; lane < story->lanes->len; lane++)
    {
      g_autofree char *name = lull_text_clean (g_ptr_array_index (story->lanes, lane));
      guint width = lull_text_width (name);

      if (width <= LANE_WIDTH_MAX)
        columns.lane_width = MAX (columns.lane_width, width);
    }
  return columns;
}

static void
append_step (const LullStory *story,
             guint index,
             Marker marker,
             const StepColumns *columns,
             gboolean colour,
             GString *text)
{
  const LullStoryStep *step = &g_array_index (story->steps, LullStoryStep, index);
  g_autofree char *name = lull_text_clean (g_ptr_array_index (story->lanes, step->lane));
  guint width = lull_text_width (name);
  guint column =
      INDENT + 2 + columns->number_width + 2 + MAX (columns->lane_width, width) + 2;

  lull_text_append_spaces (text, INDENT);
  lull_text_append_painted (text, colour, marker_styles[marker].paint,
                            marker_styles[marker].sign);
  g_string_append_printf (text, " %*u  ", (int) columns->number_width, index + 1);
  if (columns->position_width > 0)
    {
      g_string_append_printf (text, "%*" G_GUINT64_FORMAT "  ",
                              (int) columns->position_width, step->position);
      column += columns->position_width + 2;
    }
  lull_text_append_painted (text, colour, LULL_PAINT_STRONG, name);
  lull_text_append_spaces (text, MAX (columns->lane_width, width) - width + 2);
  lull_text_append_wrapped (text, column, step->text);
}

static void
append_markers (const gboolean *is_used, gboolean colour, GString *text)
{
  gboolean is_first = TRUE;

  for (guint marker = MARKER_SNAPSHOT; marker < MARKERS; marker++)
    {
      if (!is_used[marker])
        continue;
      g_string_append (text, is_first ? "\n  " : "   ");
      lull_text_append_painted (text, colour, marker_styles[marker].paint,
                                marker_styles[marker].sign);
      g_string_append_printf (text, " %s", marker_styles[marker].meaning);
      is_first = FALSE;
    }
  if (!is_first)
    g_string_append_c (text, '\n');
}

static void
append_steps (const LullStory *story, gboolean colour, GString *text)
{
  StepColumns columns = measure_columns (story);
  g_autoptr (GArray) markers = find_markers (story);
  gboolean is_used[MARKERS] = { FALSE };

  for (guint i = 0; i < markers->len; i++)
    {
      Marker marker = g_array_index (markers, Marker, i);

      append_step (story, i, marker, &columns, colour, text);
      is_used[marker] = TRUE;
    }
  if (story->loop_start != LULL_STORY_NEVER)
    g_string_append_printf (text, "\n  Steps %u to %u repeat for ever.\n",
                            story->loop_start + 1, story->steps->len);
  append_markers (is_used, colour, text);
}

static void
append_findings (const LullStory *story, GString *text)
{
  for (guint i = 0; i < story->findings->len; i++)
    {
      g_string_append_c (text, '\n');
      lull_text_append_spaces (text, INDENT);
      lull_text_append_wrapped (text, INDENT, g_ptr_array_index (story->findings, i));
    }
}

static const char *
cell (const LullStory *story, guint row, guint column)
{
  return g_ptr_array_index ((GPtrArray *) g_ptr_array_index (story->table, row), column);
}

/* A column of the table. */
typedef struct
{
  guint width;
  gboolean
      is_numeric; /* all cells below the heading are numbers or empty: set to the right */
  GPtrArray *heading; /* of char *: the lines of its heading */
} Column;

static gboolean
is_number (const char *text)
{
  return strspn (text, "0123456789.,+-") == strlen (text);
}

/* Breaks a heading between words into lines of at most @width, or of one word. */
static GPtrArray *
break_heading (const char *text, guint width)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char **last = lines->len > 0 ? (char **) &lines->pdata[lines->len - 1] : NULL;

      if (last != NULL &&
          lull_text_width (*last) + 1 + lull_text_width (words[i]) <= width)
        {
          char *longer = g_strconcat (*last, " ", words[i], NULL);

          g_free (*last);
          *last = longer;
        }
      else
        g_ptr_array_add (lines, g_strdup (words[i]));
    }
  return lines;
}

static void
column_init (Column *self, const LullStory *story, guint index, guint heading_width)
{
  g_autofree char *heading = lull_text_clean (cell (story, 0, index));

  self->width = 0;
  self->is_numeric = TRUE;
  self->heading = break_heading (heading, heading_width);
  for (guint i = 0; i < self->heading->len; i++)
    self->width =
        MAX (self->width, lull_text_width (g_ptr_array_index (self->heading, i)));
  for (guint row = 1; row < story->table->len; row++)
    {
      g_autofree char *text = lull_text_clean (cell (story, row, index));

      self->width = MAX (self->width, lull_text_width (text));
      self->is_numeric = self->is_numeric && is_number (text);
    }
}

static Column *
columns_new (const LullStory *story, guint count, guint heading_width)
{
  Column *self = g_new0 (Column, count);

  for (guint i = 0; i < count; i++)
    column_init (&self[i], story, i, heading_width);
  return self;
}

static void
columns_free (Column *self, guint count)
{
  for (guint i = 0; i < count; i++)
    g_ptr_array_unref (self[i].heading);
  g_free (self);
}

static guint
total_width (const Column *columns, guint count)
{
  guint width = INDENT;

  for (guint i = 0; i < count; i++)
    width += 2 + columns[i].width;
  return width;
}

/* Headings take as few lines as the width of the page allows, or else are as narrow as
 * they get. */
static Column *
fit_columns (const LullStory *story, guint count)
{
  static const guint heading_widths[] = { LULL_TEXT_COLUMNS, 24, 18, 12 };

  for (guint i = 0; i < G_N_ELEMENTS (heading_widths); i++)
    {
      Column *columns = columns_new (story, count, heading_widths[i]);

      if (total_width (columns, count) <= LULL_TEXT_COLUMNS)
        return columns;
      columns_free (columns, count);
    }
  return columns_new (story, count, 1);
}

static void
append_cell (const Column *column,
             gboolean colour,
             LullPaint paint,
             const char *text,
             GString *out)
{
  guint padding = column->width - lull_text_width (text);

  g_string_append (out, "  ");
  lull_text_append_spaces (out, column->is_numeric ? padding : 0);
  lull_text_append_painted (out, colour, paint, text);
  lull_text_append_spaces (out, column->is_numeric ? 0 : padding);
}

static void
end_line (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  g_string_append_c (text, '\n');
}

/* The lines of a heading end on one line with those of its neighbours. */
static void
append_headings (const Column *columns, guint count, gboolean colour, GString *text)
{
  guint lines = 0;

  for (guint i = 0; i < count; i++)
    lines = MAX (lines, columns[i].heading->len);
  for (guint line = 0; line < lines; line++)
    {
      g_string_append (text, "  ");
      for (guint i = 0; i < count; i++)
        {
          guint above = lines - columns[i].heading->len;

          append_cell (
              &columns[i], colour, LULL_PAINT_FAINT,
              line < above ? "" : g_ptr_array_index (columns[i].heading, line - above),
              text);
        }
      end_line (text);
    }
}

static void
append_rows (const LullStory *story,
             const Column *columns,
             guint count,
             gboolean colour,
             GString *text)
{
  for (guint row = 1; row < story->table->len; row++)
    {
      g_string_append (text, "  ");
      for (guint i = 0; i < count; i++)
        {
          g_autofree char *clean = lull_text_clean (cell (story, row, i));

          append_cell (&columns[i], colour, LULL_PAINT_PLAIN, clean, text);
        }
      end_line (text);
    }
}

static void
append_table (const LullStory *story, gboolean colour, GString *text)
{
  guint count = story->table->len > 0
                    ? ((GPtrArray *) g_ptr_array_index (story->table, 0))->len
                    : 0;
  Column *columns;

  if (count == 0)
    return;
  g_string_append_c (text, '\n');
  if (story->table_title != NULL)
    {
      lull_text_append_spaces (text, INDENT);
      lull_text_append_wrapped (text, INDENT, story->table_title);
      g_string_append_c (text, '\n');
    }
  columns = fit_columns (story, count);
  append_headings (columns, count, colour, text);
  append_rows (story, columns, count, colour, text);
  columns_free (columns, count);
}

void
lull_story_to_text (const LullStory *story, const LullTextStyle *style, GString *text)
{
  g_return_if_fail (story != NULL && style != NULL && text != NULL);
  append_steps (story, style->colour, text);
  append_findings (story, text);
  append_table (story, style->colour, text);
}
