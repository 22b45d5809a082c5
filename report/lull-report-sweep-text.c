/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict line of a sweep, and what its table covers. */
#include "lull-report-sweep-private.h"

#define STANDING_INDENT 7U
#define LEGEND_INDENT 2U

typedef struct
{
  const LullReportSweep *sweep;
  const LullTextStyle *style;
  GString *text;
  guint standings[LULL_SWEEP_UNCHECKED + 1];
} Writer;

/* "2 points", "1 point" */
static void
append_points (GString *text, guint count)
{
  lull_text_append_count (text, count);
  g_string_append (text, count == 1 ? " point" : " points");
}

/* "4 safe, 2 premature": in the order in which they are met. */
static void
append_verdicts (const LullReportSweep *sweep, GString *text)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; i < sweep->cells->len; i++)
    {
      char *word = lull_sweep_cell (sweep, i)->word;

      if (word != NULL &&
          !g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
        g_ptr_array_add (words, word);
    }
  for (guint i = 0; i < words->len; i++)
    {
      guint count = 0;

      for (guint k = 0; k < sweep->cells->len; k++)
        count +=
            g_strcmp0 (lull_sweep_cell (sweep, k)->word, words->pdata[i]) == 0 ? 1 : 0;
      g_string_append (text, i > 0 ? ", " : "");
      lull_text_append_count (text, count);
      g_string_append_printf (text, " %s", (const char *) words->pdata[i]);
    }
}

/* "WRONG  sweep         scenarios/order.yaml  6 points: 4 safe, 2 premature" */
static void
write_verdict_line (const Writer *self)
{
  const gboolean wrong = self->standings[LULL_SWEEP_OTHER] > 0;
  const gboolean open =
      self->standings[LULL_SWEEP_OPEN] + self->standings[LULL_SWEEP_UNCHECKED] > 0;
  const char *standing = wrong ? "WRONG" : open ? "open" : "ok";
  const LullPaint paint = wrong  ? LULL_PAINT_BAD
                          : open ? LULL_PAINT_DOUBT
                                 : LULL_PAINT_GOOD;
  g_autoptr (GString) points = g_string_new (NULL);

  append_points (points, self->sweep->cells->len);
  g_string_append (points, ": ");
  append_verdicts (self->sweep, points);
  lull_text_append_painted (self->text, self->style->colour, paint, standing);
  lull_text_append_spaces (self->text, STANDING_INDENT - lull_text_width (standing));
  g_string_append (self->text, "sweep         ");
  lull_text_append_painted (self->text, FALSE, LULL_PAINT_PLAIN, self->sweep->path);
  g_string_append (self->text, "  ");
  lull_text_append_painted (self->text, self->style->colour, LULL_PAINT_FAINT,
                            points->str);
  g_string_append_c (self->text, '\n');
}

/* "       2 points not as expected, 1 point not finished" */
static void
write_standings (const Writer *self)
{
  static const struct
  {
    LullSweepStanding standing;
    const char *what;
  } lines[] = { { LULL_SWEEP_OTHER, "not as expected" },
                { LULL_SWEEP_OPEN, "not finished" },
                { LULL_SWEEP_UNCHECKED, "not checked" } };
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (self->standings[lines[i].standing] > 0)
      {
        g_string_append (line, line->len > 0 ? ", " : "");
        append_points (line, self->standings[lines[i].standing]);
        g_string_append_printf (line, " %s", lines[i].what);
      }
  if (line->len == 0)
    return;
  lull_text_append_spaces (self->text, STANDING_INDENT);
  lull_text_append_wrapped (self->text, STANDING_INDENT, line->str);
}

static void
write_line (const Writer *self, const char *name, const char *value)
{
  lull_summary_line (self->text, self->style->colour, name, value);
}

/* The keys that have one value only are no part of the table. */
static void
write_constants (const Writer *self)
{
  g_autoptr (GString) value = g_string_new (NULL);

  for (guint i = 0; i < self->sweep->axis_count; i++)
    if (self->sweep->axes[i].value_count == 1)
      lull_report_append_setting (value, self->sweep->axes[i].key,
                                  self->sweep->axes[i].values[0]);
  if (value->len > 0)
    write_line (self, "throughout", value->str);
}

static void
append_coverage (GString *value, guint count, const char *what)
{
  if (count == 0)
    return;
  g_string_append_printf (value, "%s%s at ", value->len > 0 ? "; " : "", what);
  append_points (value, count);
}

static void
write_coverage (const Writer *self)
{
  g_autoptr (GString) value = g_string_new (NULL);
  guint exhaustive = 0, violated = 0, stopped = 0;

  for (guint i = 0; i < self->sweep->cells->len; i++)
    {
      const LullSweepCell *cell = lull_sweep_cell (self->sweep, i);

      if (cell->standing == LULL_SWEEP_UNCHECKED)
        continue;
      else if (cell->exhaustive)
        exhaustive++;
      else if (cell->witness)
        violated++;
      else
        stopped++;
    }
  append_coverage (value, exhaustive, "every interleaving was covered");
  append_coverage (value, violated, "the search ended with a violation");
  append_coverage (value, stopped, "not every state was seen");
  append_coverage (value, self->standings[LULL_SWEEP_UNCHECKED], "nothing was seen");
  write_line (self, "coverage", value->str);
}

static void
write_ruled_out (const Writer *self)
{
  const GPtrArray *words = self->sweep->ruled_out;
  g_autoptr (GString) value = g_string_new ("safe points: ");
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (words == NULL || words->len == 0)
    return;
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (value, "%s%s", i > 0 ? ", " : "",
                            (const char *) words->pdata[i]);
  if (self->sweep->omission > 0.0)
    g_string_append_printf (
        value, "; each point with a probability of %s at most to have missed a state",
        g_ascii_formatd (digits, sizeof digits, "%.2e", self->sweep->omission));
  write_line (self, "rules out", value->str);
}

static void
write_summary (const Writer *self)
{
  const LullReportSweep *sweep = self->sweep;

  g_string_append_c (self->text, '\n');
  if (sweep->scenario != NULL)
    write_line (self, "scenario", sweep->scenario);
  if (sweep->protocol != NULL && *sweep->protocol != '\0')
    write_line (self, "protocol", sweep->protocol);
  write_constants (self);
  write_coverage (self);
  write_ruled_out (self);
  if (sweep->left_out != NULL)
    write_line (self, "left out", sweep->left_out);
}

/* What the signs of the table say. */
static void
write_legend (const Writer *self)
{
  static const char *const signs[] = { [LULL_SWEEP_EXPECTED] = NULL,
                                       [LULL_SWEEP_OTHER] = "! not as expected",
                                       [LULL_SWEEP_OPEN] = "? not finished",
                                       [LULL_SWEEP_UNCHECKED] = "- not checked" };
  const char *separator = "\n  ";

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (signs[i] != NULL && self->standings[i] > 0)
      {
        g_string_append_printf (self->text, "%s%s", separator, signs[i]);
        separator = "   ";
      }
  if (*separator == ' ')
    g_string_append (self->text, "\n\n");
}

/* "workers 3, protocol.snapshot atomic: found premature, expected safe", one line a
 * point. */
static void
write_mismatch (const Writer *self, guint point, guint indent)
{
  const LullReportSweep *sweep = self->sweep;
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < sweep->axis_count; i++)
    if (sweep->axes[i].value_count > 1)
      lull_report_append_setting (line, sweep->axes[i].key,
                                  lull_sweep_value (sweep, i, point));
  g_string_append_printf (line, ": %s", lull_sweep_cell (sweep, point)->mismatch);
  lull_text_append_spaces (self->text, indent);
  lull_text_append_wrapped (self->text, indent, line->str);
}

static void
write_mismatches (const Writer *self, guint indent)
{
  for (guint i = 0; i < self->sweep->cells->len; i++)
    if (lull_sweep_cell (self->sweep, i)->mismatch != NULL)
      write_mismatch (self, i, indent);
}

static void
write_command (const Writer *self, const char *command)
{
  g_string_append (self->text, "\n  A point with its witness explained:\n    ");
  lull_text_append_painted (self->text, FALSE, LULL_PAINT_PLAIN, command);
  g_string_append_c (self->text, '\n');
}

void
lull_report_sweep_to_text (const LullReportSweep *self,
                           const LullTextStyle *style,
                           gboolean states,
                           const char *command,
                           GString *text)
{
  Writer writer = { .sweep = self, .style = style, .text = text };

  for (guint i = 0; i < self->cells->len; i++)
    writer.standings[lull_sweep_cell (self, i)->standing]++;
  write_verdict_line (&writer);
  write_standings (&writer);
  if (style->quiet)
    {
      write_mismatches (&writer, STANDING_INDENT);
      return;
    }
  write_summary (&writer);
  g_string_append_c (text, '\n');
  lull_sweep_table_to_text (self, style->colour, states, text);
  write_legend (&writer);
  write_mismatches (&writer, LEGEND_INDENT);
  if (command != NULL)
    write_command (&writer, command);
}
