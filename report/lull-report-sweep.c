/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-report-sweep-private.h"

static void
cell_clear (gpointer data)
{
  LullSweepCell *cell = data;

  g_free (cell->word);
  g_free (cell->mismatch);
}

LullReportSweep *
lull_report_sweep_new (const char *path, const LullReportAxis *axes, guint axis_count)
{
  LullReportSweep *self = g_new0 (LullReportSweep, 1);

  self->path = path;
  self->axes = axes;
  self->axis_count = axis_count;
  self->cells = g_array_new (FALSE, TRUE, sizeof (LullSweepCell));
  g_array_set_clear_func (self->cells, cell_clear);
  return self;
}

void
lull_report_sweep_free (LullReportSweep *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->cells);
  g_free (self->scenario);
  g_free (self->protocol);
  g_free (self->left_out);
  g_clear_pointer (&self->ruled_out, g_ptr_array_unref);
  g_free (self);
}

/* What the points have in common: "pairwise (snapshot done-sent)" and "pairwise" share
 * the name. */
static void
note_protocol (LullReportSweep *self, const char *protocol)
{
  gsize length = 0;

  if (self->protocol == NULL)
    self->protocol = g_strdup (protocol);
  if (g_str_equal (self->protocol, protocol))
    return;
  while (protocol[length] == self->protocol[length] && protocol[length] != ' ' &&
         protocol[length] != '\0')
    length++;
  if ((protocol[length] != ' ' && protocol[length] != '\0') ||
      (self->protocol[length] != ' ' && self->protocol[length] != '\0'))
    length = 0;
  self->protocol[length] = '\0';
}

/* Keeps what every safe point rules out. */
static void
note_ruled_out (LullReportSweep *self, const LullReport *report)
{
  g_autoptr (GPtrArray) words = lull_report_list_ruled_out (report);

  if (report->findings->verdict != LULL_VERDICT_SAFE)
    return;
  if (self->ruled_out == NULL)
    self->ruled_out = g_ptr_array_ref (words);
  for (guint i = self->ruled_out->len; i > 0; i--)
    if (!g_ptr_array_find_with_equal_func (words, self->ruled_out->pdata[i - 1],
                                           g_str_equal, NULL))
      g_ptr_array_remove_index (self->ruled_out, i - 1);
}

/* Why @report is not as expected, in a line; NULL where it is. */
static char *
say_mismatch (const LullReport *report)
{
  const char *breach = lull_report_breach (report);

  if (report->ok)
    return NULL;
  return breach != NULL ? g_strdup_printf ("%s; %s", report->mismatch, breach)
                        : g_strdup (report->mismatch);
}

void
lull_report_sweep_add (LullReportSweep *self, const LullReport *report)
{
  const LullFindings *findings = report->findings;
  const LullSweepCell cell = {
    .word = g_strdup (lull_findings_word (findings, report->model)),
    .mismatch = say_mismatch (report),
    .verdict = findings->verdict,
    .standing = report->ok                                       ? LULL_SWEEP_EXPECTED
                : findings->verdict == LULL_VERDICT_INCONCLUSIVE ? LULL_SWEEP_OPEN
                                                                 : LULL_SWEEP_OTHER,
    .states = findings->states,
    .exhaustive = findings->exhaustive,
    .witness = findings->witness != NULL,
  };

  g_array_append_val (self->cells, cell);
  if (self->scenario == NULL)
    self->scenario = g_strdup (report->scenario);
  note_protocol (self, report->protocol);
  note_ruled_out (self, report);
  if (self->left_out == NULL)
    self->left_out = g_strdup (report->model->left_out);
  self->omission = MAX (self->omission, findings->omission);
}

void
lull_report_sweep_add_unchecked (LullReportSweep *self)
{
  const LullSweepCell cell = { .standing = LULL_SWEEP_UNCHECKED };

  g_array_append_val (self->cells, cell);
}

gint
lull_report_sweep_find_witness (const LullReportSweep *self)
{
  gint found = -1;

  for (guint point = 0; point < self->cells->len; point++)
    {
      const LullSweepCell *cell = lull_sweep_cell (self, point);

      if (cell->witness && cell->standing == LULL_SWEEP_OTHER)
        return (gint) point;
      if (cell->witness && found < 0)
        found = (gint) point;
    }
  return found;
}

const char *
lull_sweep_value (const LullReportSweep *self, guint axis, guint point)
{
  for (guint i = self->axis_count - 1; i > axis; i--)
    point /= self->axes[i].value_count;
  return self->axes[axis].values[point % self->axes[axis].value_count];
}

const LullSweepCell *
lull_sweep_cell (const LullReportSweep *self, guint point)
{
  return &g_array_index (self->cells, LullSweepCell, point);
}
