/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-report-claims.h"
#include "lull-report-summary.h"

#define NAME_WIDTH                                                                       \
  13U /* of the names of the summary's lines, with the space behind them */
#define NAME_INDENT 2U

/* Below this many states the fixed costs of a check would pass for costs of its states.
 */
#define STATES_TO_SHARE_BYTES 100000U

/* Below this it is those costs alone, which say nothing of the scenario. */
#define BYTES_TO_MENTION (16U << 20)

typedef struct
{
  const LullReport *report;
  const LullFindings *findings;
  const LullTextStyle *style;
  GString *text;
} Writer;

LullPaint
lull_verdict_paint (LullVerdict verdict)
{
  switch (verdict)
    {
    case LULL_VERDICT_SAFE:
      return LULL_PAINT_GOOD;
    case LULL_VERDICT_VIOLATED:
    case LULL_VERDICT_DEADLOCK:
    case LULL_VERDICT_LIVELOCK:
      return LULL_PAINT_BAD;
    case LULL_VERDICT_INCONCLUSIVE:
      return LULL_PAINT_DOUBT;
    default:
      g_assert_not_reached ();
    }
}

/* "ok     premature     scenarios/race-figure.yaml  allreduce-max" */
static void
write_verdict_line (const Writer *self)
{
  const LullReport *report = self->report;
  gboolean is_open = self->findings->verdict == LULL_VERDICT_INCONCLUSIVE;
  const char *standing = report->ok ? "ok" : is_open ? "open" : "WRONG";
  const char *word = lull_findings_word (self->findings, report->model);
  g_autofree char *point = lull_report_point_to_string (report);
  LullPaint paint = report->ok ? LULL_PAINT_GOOD
                    : is_open  ? LULL_PAINT_DOUBT
                               : LULL_PAINT_BAD;

  lull_text_append_painted (self->text, self->style->colour, paint, standing);
  lull_text_append_spaces (self->text, 7 - lull_text_width (standing));
  lull_text_append_painted (self->text, self->style->colour,
                            lull_verdict_paint (self->findings->verdict), word);
  lull_text_append_spaces (self->text, 14 - MIN (lull_text_width (word), 13));
  lull_text_append_painted (self->text, FALSE, LULL_PAINT_PLAIN, report->path);
  g_string_append (self->text, "  ");
  lull_text_append_painted (self->text, self->style->colour, LULL_PAINT_FAINT,
                            report->protocol);
  if (point != NULL)
    {
      g_string_append (self->text, "  ");
      lull_text_append_painted (self->text, FALSE, LULL_PAINT_PLAIN, point);
    }
  g_string_append_c (self->text, '\n');
  if (!report->ok && report->mismatch != NULL)
    {
      lull_text_append_spaces (self->text, 7);
      lull_text_append_wrapped (self->text, 7, report->mismatch);
    }
  if (report->breach != NULL)
    {
      lull_text_append_spaces (self->text, 7);
      lull_text_append_wrapped (self->text, 7, lull_report_breach (report));
    }
}

void
lull_summary_line (GString *text, gboolean colour, const char *name, const char *value)
{
  lull_text_append_spaces (text, NAME_INDENT);
  lull_text_append_painted (text, colour, LULL_PAINT_FAINT, name);
  lull_text_append_spaces (text, NAME_WIDTH - lull_text_width (name));
  lull_text_append_wrapped (text, NAME_INDENT + NAME_WIDTH, value);
}

static void
write_line (const Writer *self, const char *name, const char *value)
{
  lull_summary_line (self->text, self->style->colour, name, value);
}

static void
write_verdict (const Writer *self)
{
  g_autoptr (GString) value =
      g_string_new (lull_findings_word (self->findings, self->report->model));

  if (self->findings->verdict == LULL_VERDICT_VIOLATED && self->report->story != NULL)
    {
      if (self->report->story->cut == LULL_CUT_INCONSISTENT)
        g_string_append (value, ", by an inconsistent cut");
      else if (self->report->story->cut == LULL_CUT_CONSISTENT)
        g_string_append (value, ", although the cut is consistent");
    }
  g_string_append (value, self->report->ok ? ", as expected" : "");
  write_line (self, "verdict", value->str);
  if (!self->report->ok)
    write_line (self, "expected", self->report->expected);
}

static void
append_counted (GString *text, guint64 count, const char *one, const char *many)
{
  lull_text_append_count (text, count);
  g_string_append (text, count == 1 ? one : many);
}

static void
append_unexpanded (const LullFindings *findings, GString *value)
{
  if (findings->frontier == 0)
    return;
  g_string_append (value, "; ");
  append_counted (value, findings->frontier, " state stored but not expanded",
                  " states stored but not expanded");
  if (findings->left == 0)
    return;
  g_string_append (value, "; about ");
  lull_text_append_count (value, findings->left);
  g_string_append (value, " more to find, if levels go on shrinking as they do");
}

/* "memory, depth", in a fixed order; who interrupted it set no limit. */
static void
append_limits (guint bounds, GString *value)
{
  const char *separator = "; stopped by the limit on ";

  for (guint bound = 1; bound < LULL_BOUND_INTERRUPT; bound <<= 1)
    if (bounds & bound)
      {
        g_string_append_printf (value, "%s%s", separator,
                                lull_bound_to_string ((LullBounds) bound));
        separator = ", ";
      }
  if (bounds & LULL_BOUND_INTERRUPT)
    g_string_append (value, "; interrupted");
}

static void
write_coverage (const Writer *self)
{
  const LullFindings *findings = self->findings;
  g_autoptr (GString) value = g_string_new (NULL);

  if (findings->sampled)
    g_string_append (value,
                     "random walks: nothing is known of states that were not visited");
  else if (findings->exhaustive)
    g_string_append (value, findings->reduced || findings->symmetric
                                ? "exhaustive: every interleaving was covered"
                                : "exhaustive: every reachable state was seen");
  else if (findings->bounds != LULL_BOUND_NONE)
    {
      guint limits = findings->bounds;

      g_string_append (value, "not exhaustive");
      if (self->report->breach != NULL)
        {
          g_string_append (value, "; a broken contract was not followed");
          limits &= ~(guint) LULL_BOUND_CONSTRAINT;
        }
      append_limits (limits, value);
      append_unexpanded (findings, value);
    }
  else
    {
      g_string_append (value, "stopped at the first violation");
      append_unexpanded (findings, value);
    }
  write_line (self, "coverage", value->str);
  if (findings->omission > 0.0)
    {
      char digits[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_printf (
          value, "a state was missed with a probability of %s at most",
          g_ascii_formatd (digits, sizeof digits, "%.2e", findings->omission));
      write_line (self, "omission", value->str);
    }
}

static void
append_figure (GString *value, guint64 count, const char *one, const char *many)
{
  g_string_append (value, value->len > 0 ? ", " : "");
  append_counted (value, count, one, many);
}

static void
write_figures (const Writer *self)
{
  const LullFindings *findings = self->findings;
  g_autoptr (GString) value = g_string_new (NULL);

  if (findings->sampled)
    append_figure (value, findings->states, " visit", " visits");
  else
    append_figure (value, findings->states, " state", " states");
  append_figure (value, findings->transitions, " transition", " transitions");
  append_figure (value, findings->depth, " level", " levels");
  if (findings->initial_states > 1)
    append_figure (value, findings->initial_states, "",
                   findings->sampled ? " walks" : " initial states");
  if (findings->outside > 0)
    append_figure (value, findings->outside, " transition out of bounds",
                   " transitions out of bounds");
  if (findings->terminal > 0)
    append_figure (value, findings->terminal, " state without a step",
                   " states without a step");
  write_line (self, "figures", value->str);
}

static void
append_decimal (GString *value, double number, const char *format, const char *unit)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (value, "%s %s",
                          g_ascii_formatd (digits, sizeof digits, format, number), unit);
}

static void
append_size (GString *value, guint64 bytes)
{
  static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
  double size = (double) bytes / 1024.0;
  guint unit = 0;

  while (size >= 1024.0 && unit + 1 < G_N_ELEMENTS (units))
    {
      size /= 1024.0;
      unit++;
    }
  append_decimal (value, size, "%.1f", units[unit]);
}

/* "premature, deadlock" */
static void
append_words (GString *value, const GPtrArray *words, const char *separator)
{
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (value, "%s%s", i > 0 ? separator : "",
                            (const char *) words->pdata[i]);
}

/* "Safe" of a check that did not ask for livelocks must not pass for more. */
static void
write_ruled_out (const Writer *self)
{
  g_autoptr (GPtrArray) words = lull_report_list_ruled_out (self->report);
  g_autoptr (GString) value = g_string_new (NULL);

  if (words->len == 0)
    return;
  append_words (value, words, ", ");
  if (self->findings->omission > 0.0)
    g_string_append (value, ", unless in a state that was missed");
  if (lull_report_is_livelock_open (self->report))
    g_string_append (value, "; livelock is open");
  else if (self->findings->verdict == LULL_VERDICT_SAFE &&
           !lull_model_has_property (self->report->model, LULL_PROPERTY_EVENTUALLY))
    g_string_append (value, "; livelock was not looked for");
  write_line (self, "rules out", value->str);
}

/* With reductions, the figures are of what was left to look at. */
static void
write_reductions (const Writer *self)
{
  g_autoptr (GPtrArray) words = lull_report_list_reductions (self->report);
  g_autoptr (GString) value = g_string_new (NULL);

  append_words (value, words, " and ");
  if (self->report->model->unreduced != NULL)
    g_string_append_printf (value, "nothing: the scenario has %s",
                            self->report->model->unreduced);
  if (value->len > 0)
    write_line (self, "reduced by", value->str);
}

static void
write_left_out (const Writer *self)
{
  const char *left_out = self->report->model->left_out;

  if (left_out != NULL)
    write_line (self, "left out", left_out);
}

static void
write_memory (const Writer *self)
{
  const LullFindings *findings = self->findings;
  g_autoptr (GString) value = g_string_new (NULL);

  if (findings->sampled || findings->bytes < BYTES_TO_MENTION)
    return;
  if (findings->states >= STATES_TO_SHARE_BYTES)
    append_decimal (value, (double) findings->bytes / (double) findings->states, "%.1f",
                    "bytes a state, ");
  append_size (value, findings->bytes);
  g_string_append (value, " in all");
  write_line (self, "memory", value->str);
}

static void
write_time (const Writer *self)
{
  const LullFindings *findings = self->findings;
  g_autoptr (GString) value = g_string_new (NULL);

  if (!self->style->timings)
    return;
  append_decimal (value, findings->seconds, "%.2f", "seconds");
  if (findings->seconds > 0.0)
    {
      g_string_append (value, ", ");
      lull_text_append_count (
          value, (guint64) ((double) findings->transitions / findings->seconds));
      g_string_append (value, " transitions a second");
    }
  write_line (self, "time", value->str);
}

/* Of a sample, and said to be: "none" here rules out nothing. */
static void
write_cuts_of_runs (const Writer *self, const LullReportCuts *cuts)
{
  g_autoptr (GString) value = g_string_new ("in ");

  append_counted (value, cuts->runs, " simulated run: ", " simulated runs: ");
  append_counted (value, cuts->rounds, " round, ", " rounds, ");
  append_counted (value, cuts->cuts, " cut; ", " cuts; ");
  if (cuts->inconsistent == 0)
    g_string_append (value, "none inconsistent");
  else
    {
      lull_text_append_count (value, cuts->inconsistent);
      g_string_append (value, " inconsistent, ");
      lull_text_append_count (value, cuts->accepted);
      g_string_append (value, " of them accepted");
    }
  write_line (self, "sample", value->str);
}

/* Of all orders: a step that several orders share counts once, and "never" is meant. */
static void
append_cuts (GString *text, guint64 inconsistent)
{
  if (inconsistent == 0)
    g_string_append (text, "never");
  else
    lull_text_append_count (text, inconsistent);
  g_string_append (text, " on an inconsistent cut");
}

static void
write_cuts_of_all (const Writer *self, const LullReportCuts *cuts)
{
  g_autoptr (GString) value = g_string_new ("in all orders: ");

  append_counted (value, cuts->rounds, " step completes a round, ",
                  " steps complete a round, ");
  append_cuts (value, cuts->inconsistent);
  if (cuts->inconsistent > 0 && cuts->trusted > 0)
    {
      g_string_append (value, "; ");
      append_counted (value, cuts->trusted, " is the first to leave join after one, ",
                      " are the first to leave join after one, ");
      append_cuts (value, cuts->accepted);
    }
  write_line (self, "cuts", value->str);
}

static void
write_cuts (const Writer *self)
{
  const LullReportCuts *cuts = self->report->cuts;

  if (cuts != NULL && cuts->runs > 0)
    write_cuts_of_runs (self, cuts);
  else if (cuts != NULL && cuts->rounds > 0)
    write_cuts_of_all (self, cuts);
}

static void
write_never_fired (const Writer *self)
{
  g_autoptr (GString) value = g_string_new (NULL);

  for (guint kind = 0; kind < self->findings->kind_count; kind++)
    if (self->findings->kind_fired[kind] == 0)
      g_string_append_printf (value, "%s%s", value->len > 0 ? "; " : "",
                              self->report->model->kinds[kind]);
  if (value->len > 0)
    write_line (self, "never fired", value->str);
}

/* A search that was saved need not begin again. */
static void
write_resumption (const Writer *self)
{
  g_autofree char *value = NULL;

  if (self->report->checkpoint == NULL || self->findings->bounds == LULL_BOUND_NONE)
    return;
  value = g_strdup_printf ("going on from here: --checkpoint %s --resume",
                           self->report->checkpoint);
  write_line (self, "would help", value);
}

/* What the user can do about each limit. */
static void
write_help (const Writer *self)
{
  static const struct
  {
    LullBounds bound;
    const char *help;
  } helps[] = {
    { LULL_BOUND_STATES, "a higher --states, or none" },
    { LULL_BOUND_DEPTH, "a higher --depth, or none" },
    { LULL_BOUND_MEMORY, "more memory (--memory SIZE), fewer workers or fewer messages" },
    { LULL_BOUND_TIME, "more time (--time SECONDS) or more threads (--threads N)" },
    { LULL_BOUND_CONSTRAINT, "wider bounds in the scenario itself" },
    { LULL_BOUND_INTERRUPT, "letting it run to its end" },
  };
  guint bounds = self->findings->bounds;

  if (self->report->breach != NULL)
    {
      write_line (self, "would help", "a protocol that keeps its contract");
      bounds &= ~(guint) LULL_BOUND_CONSTRAINT;
    }
  for (guint i = 0; i < G_N_ELEMENTS (helps); i++)
    if (bounds & helps[i].bound)
      write_line (self, "would help", helps[i].help);
  write_resumption (self);
  if (lull_report_is_livelock_open (self->report))
    write_line (self, "would help", "exact storage, in which livelocks are looked for");
  if (self->findings->sampled && self->findings->verdict == LULL_VERDICT_INCONCLUSIVE)
    write_line (self, "would help",
                "an exhaustive search: walks can find, but never prove");
}

static void
write_point (const Writer *self)
{
  g_autofree char *point = lull_report_point_to_string (self->report);

  if (point != NULL)
    write_line (self, "point", point);
}

static void
write_summary (const Writer *self)
{
  g_string_append_c (self->text, '\n');
  write_line (self, "scenario", self->report->scenario);
  write_point (self);
  write_line (self, "protocol", self->report->protocol);
  write_verdict (self);
  write_coverage (self);
  write_ruled_out (self);
  write_left_out (self);
  write_reductions (self);
  write_figures (self);
  write_memory (self);
  write_time (self);
  write_cuts (self);
  write_never_fired (self);
  write_help (self);
}

/* A run under its heading. */
static void
write_run (const Writer *self,
           const char *what,
           const LullStory *story,
           gboolean is_shortest)
{
  g_autofree char *heading = g_strdup_printf (
      "%s: %u %s; %s", what, story->steps->len, story->steps->len == 1 ? "step" : "steps",
      is_shortest ? "none is shorter" : "a shorter one may exist");

  g_string_append (self->text, "\n  ");
  lull_text_append_painted (self->text, self->style->colour, LULL_PAINT_STRONG, heading);
  g_string_append (self->text, "\n\n");
  lull_story_to_text (story, self->style, self->text);
}

void
lull_report_to_text (const LullReport *self, const LullTextStyle *style, GString *text)
{
  Writer writer = {
    .report = self, .findings = self->findings, .style = style, .text = text
  };

  g_return_if_fail (self != NULL && style != NULL && text != NULL);
  write_verdict_line (&writer);
  if (style->quiet)
    return;
  write_summary (&writer);
  if (self->story != NULL)
    write_run (&writer, "Witness", self->story, self->findings->shortest);
  if (self->breach != NULL)
    write_run (&writer, "A run that breaks the contract", self->breach,
               self->breach_is_shortest);
}
