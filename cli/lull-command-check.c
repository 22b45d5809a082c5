/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-command-line.h"
#include "lull-console.h"
#include "lull-cut-count.h"
#include "lull-inspection.h"
#include "lull-interrupt.h"
#include "lull-judgement.h"
#include "lull-limit-options.h"
#include "lull-scenario-options.h"
#include "lull-scenario-paths.h"
#include "lull-search-options.h"
#include "lull-style-options.h"
#include "lull-sweep-table.h"
#include "lull-tally.h"
#include "lull-trace-file.h"

static const LullUsage usage = {
  .name = "check",
  .operands = "FILE|DIR...",
  .description =
      "Checks every interleaving of each scenario and says the verdict: safe, "
      "premature,\n"
      "deadlock, livelock or inconclusive. Where something goes wrong it shows a "
      "shortest\n"
      "run to it and explains it. A DIR stands for every *.yaml in it and below it.\n"
      "\n"
      "Exit code: 0 every scenario gave the verdict it expects (safe, where it names "
      "none),\n"
      "1 some scenario gave another, 2 usage error or unreadable scenario, 3 some "
      "scenario\n"
      "stayed inconclusive and none was wrong, 4 internal error.",
  .examples =
      "  lull check scenarios/race-figure.yaml        one scenario, its witness "
      "explained\n"
      "  lull check scenarios/                        all of them, a line each\n"
      "  lull check --json scenarios/ > verdicts      for programs, one object a line\n"
      "  lull check --junit report.xml scenarios/     for CI\n"
      "  lull check --html verdicts.html scenarios/   for people, with figures\n"
      "  lull check --set workers=3 any.yaml          another number of workers\n"
      "  lull check --sweep workers=2..4 any.yaml     several, and one table\n"
      "  lull check --protocol pairwise --expect safe scenarios/race-figure.yaml",
  .operands_min = 1,
  .operands_max = G_MAXUINT,
};

/* Everything that one `lull check` needs, and what it has counted so far. */
typedef struct
{
  LullScenarioOptions scenario;
  LullSearchOptions search;
  LullLimitOptions limits;
  LullStyleOptions style_options;
  char *expect;
  char *junit_path;
  char *page_path;
  char *trace_path;
  gboolean json;
  gboolean explain;
  gboolean verbose;

  LullCheckOptions check;
  LullCheckpointing checkpointing; /* without a path where none was asked for */
  LullTextStyle style;
  LullJunit *junit; /* NULL where none was asked for */
  LullPage *page;   /* the same */
  gboolean many;
  LullTally tally;
} Check;

static void
check_clear (Check *self)
{
  lull_scenario_options_clear (&self->scenario);
  lull_search_options_clear (&self->search);
  lull_limit_options_clear (&self->limits);
  lull_style_options_clear (&self->style_options);
  g_free (self->expect);
  g_free (self->junit_path);
  g_free (self->page_path);
  g_free (self->trace_path);
  lull_junit_free (self->junit);
  lull_page_free (self->page);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Check, check_clear)

static void
add_options (Check *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "expect", 0, 0, G_OPTION_ARG_FILENAME, &self->expect,
      "Expect VERDICT in place of what the scenario expects", "VERDICT" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->json,
      "Print one JSON object a line, a scenario a line", NULL },
    { "junit", 0, 0, G_OPTION_ARG_FILENAME, &self->junit_path,
      "Write a JUnit report to OUT", "OUT" },
    { "html", 0, 0, G_OPTION_ARG_FILENAME, &self->page_path,
      "Write a page with every verdict, figure and explanation to OUT", "OUT" },
    { "trace", 0, 0, G_OPTION_ARG_FILENAME, &self->trace_path,
      "Write the witness of a single scenario to OUT, for lull replay", "OUT" },
    { "explain", 0, 0, G_OPTION_ARG_NONE, &self->explain,
      "Explain every witness, not only that of a single scenario", NULL },
    { "verbose", 0, 0, G_OPTION_ARG_NONE, &self->verbose,
      "Put the number of states into the table of a sweep", NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
  lull_scenario_options_add (&self->scenario, line);
  lull_scenario_options_add_sweep (&self->scenario, line);
  lull_search_options_add (&self->search, line);
  lull_limit_options_add (&self->limits, line);
  lull_style_options_add (&self->style_options, line);
}

static gboolean
apply_options (Check *self, GError **error)
{
  if (self->expect != NULL && !lull_verdict_word_is_known (self->expect))
    {
      g_set_error (
          error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--expect: found \"%s\", expected safe, premature, deadlock, livelock or "
          "inconclusive",
          self->expect);
      return FALSE;
    }
  self->check = (LullCheckOptions) LULL_CHECK_OPTIONS_INIT;
  if (self->junit_path != NULL)
    self->junit = lull_junit_new ();
  if (self->page_path != NULL)
    self->page = lull_page_new ();
  return lull_search_options_apply (&self->search, &self->check, &self->checkpointing,
                                    error) &&
         lull_limit_options_apply (&self->limits, &self->check, error) &&
         lull_style_options_apply (&self->style_options, &self->style, error) &&
         lull_scenario_options_apply (&self->scenario, error);
}

/* Counts @path, a scenario or a folder of them, as unreadable, and goes on. */
static void
note_unreadable (Check *self, const char *path, const GError *error)
{
  lull_console_complain ("%s", error->message);
  self->tally.unreadable++;
  if (self->junit != NULL)
    lull_junit_add_error (self->junit, path, error->message);
  if (self->page != NULL)
    lull_page_add_error (self->page, path, error->message);
}

/* Whether the scenarios are as few as @option needs where it was given, as @value says.
 */
static gboolean
allow_many (const Check *self,
            const char *option,
            const char *value,
            guint scenarios,
            GError **error)
{
  if (!self->many || value == NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s: found %u scenarios, expected a single one", option, scenarios);
  return FALSE;
}

static gboolean
collect_paths (Check *self, const char *const *operands, GPtrArray *paths, GError **error)
{
  for (; *operands != NULL; operands++)
    {
      g_autoptr (GError) problem = NULL;

      if (!lull_scenario_paths_expand (paths, *operands, &problem))
        note_unreadable (self, *operands, problem);
    }
  self->many = paths->len + self->tally.unreadable > 1;
  return allow_many (self, "--trace", self->trace_path, paths->len, error) &&
         allow_many (self, "--checkpoint", self->checkpointing.path, paths->len, error);
}

/* What to expect of @scenario: `--expect` replaces all of its own expectation. */
static LullExpectation
get_expectation (const Check *self, const LullScenario *scenario)
{
  if (self->expect == NULL)
    return *lull_scenario_get_expectation (scenario);
  return (LullExpectation){
    .verdict = self->expect,
    .cut = LULL_CUT_NONE,
    .states = LULL_UNSTATED,
    .transitions = LULL_UNSTATED,
    .levels = LULL_UNSTATED,
    .witness = LULL_UNSTATED,
  };
}

static void
complain_of_write (Check *self, const GError *error)
{
  lull_console_complain ("%s", error->message);
  self->tally.unwritten = TRUE;
}

/* A scenario, and where it comes from. */
typedef struct
{
  const LullSweep *sweep;
  guint number; /* of the point there */
  const LullScenario *scenario;
  LullReportSweep *table; /* that the point belongs into, or NULL: it stands alone */
  const GPtrArray *notes; /* on the file */
} Point;

static void
save_witness (Check *self, const Point *point, const LullReport *report)
{
  g_autoptr (GArray) overrides = lull_sweep_list_overrides (point->sweep, point->number);
  g_autoptr (GError) error = NULL;

  if (report->findings->witness == NULL)
    lull_console_complain ("%s: not written: the verdict %s has no witness",
                           self->trace_path,
                           lull_findings_word (report->findings, report->model));
  else if (!lull_trace_file_save (self->trace_path, point->scenario,
                                  (const LullOverride *) (gpointer) overrides->data,
                                  overrides->len, report->findings->witness, NULL,
                                  lull_findings_word (report->findings, report->model),
                                  &error))
    complain_of_write (self, error);
}

/* Of many scenarios the verdicts are enough. */
static gboolean
is_quiet (const Check *self)
{
  return self->style.quiet || (self->many && !self->explain);
}

static void
print_report (const Check *self, const LullReport *report)
{
  LullTextStyle style = self->style;
  g_autofree char *json = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->json)
    {
      json = lull_report_to_json (report);
      g_string_append_printf (text, "%s\n", json);
    }
  else
    {
      style.quiet = is_quiet (self);
      lull_report_to_text (report, &style, text);
    }
  lull_console_print (text->str);
}

/* Whether the report on @point is printed: the table has no room for all of it. */
static gboolean
is_printed (const Check *self, const Point *point)
{
  return point->table == NULL || self->json || self->explain;
}

/* Hands @report to all who want it. */
static void
deliver (Check *self, const Point *point, const LullReport *report)
{
  if (is_printed (self, point))
    print_report (self, report);
  if (point->table != NULL)
    lull_report_sweep_add (point->table, report);
  if (self->junit != NULL)
    lull_junit_add (self->junit, report);
  if (self->page != NULL)
    lull_page_add (self->page, report);
  if (self->trace_path != NULL)
    save_witness (self, point, report);
}

/* Counts cuts if somebody will read of it. */
static gboolean
count_cuts (const Check *self,
            const Point *point,
            const LullWorld *world,
            LullReportCuts *cuts)
{
  const gboolean is_read = is_printed (self, point) && (self->json || !is_quiet (self));

  if ((!is_read && self->junit == NULL && self->page == NULL) ||
      lull_interrupt_is_asked ())
    return FALSE;
  lull_cut_count_take (world, cuts);
  return TRUE;
}

static void
judge (Check *self,
       const Point *point,
       const LullExpectation *expectation,
       const LullInspection *inspection)
{
  const LullScenario *scenario = point->scenario;
  const LullWorld *world = lull_scenario_get_world (scenario);
  const LullModel *model = lull_world_get_model (world);
  const LullStory *story = inspection->story;
  g_autoptr (GArray) settings = lull_sweep_settings (point->sweep, point->number);
  g_auto (LullJudgement) judgement = { 0 };
  LullReportCuts cuts;
  LullReport report;

  lull_judgement_init (&judgement, expectation, model, inspection->findings, story);
  report = (LullReport){
    .path = lull_scenario_get_path (scenario),
    .scenario = lull_scenario_get_name (scenario),
    .point = (const LullReportSetting *) (gpointer) settings->data,
    .point_size = settings->len,
    .protocol = lull_scenario_get_protocol_label (scenario),
    .expected = judgement.expected,
    .ok = judgement.kind == LULL_JUDGEMENT_EXPECTED,
    .mismatch = judgement.mismatch,
    .notes = point->notes,
    .checkpoint = self->checkpointing.path,
    .model = model,
    .findings = inspection->findings,
    .story = story,
    .breach = inspection->breach,
    .breach_is_shortest = inspection->breach_is_shortest,
    .cuts = count_cuts (self, point, world, &cuts) ? &cuts : NULL,
  };
  lull_tally_count (&self->tally, judgement.kind);
  deliver (self, point, &report);
}

static gboolean
check_point (Check *self, const Point *point, GError **error)
{
  LullExpectation expectation = get_expectation (self, point->scenario);
  LullCheckOptions options = self->check;
  g_auto (LullInspection) inspection = { 0 };

  lull_expectation_fit (&expectation, options.search);
  options.whole_graph = options.whole_graph || lull_expectation_has_counts (&expectation);
  if (!lull_inspection_init (&inspection, point->scenario, &options,
                             self->checkpointing.path != NULL ? &self->checkpointing
                                                              : NULL,
                             lull_console_has_progress (), error))
    return FALSE;
  judge (self, point, &expectation, &inspection);
  return TRUE;
}

/* A file that is one scenario, or narrowed to one. */
static gboolean
check_only (Check *self, const LullSweep *sweep, GError **error)
{
  g_autoptr (LullScenario) scenario = lull_sweep_read_only (sweep, error);
  g_autoptr (GPtrArray) notes = scenario != NULL ? lull_sweep_list_notes (sweep) : NULL;
  const Point point = { sweep, 0, scenario, NULL, notes };

  lull_console_note (notes);
  return scenario != NULL && check_point (self, &point, error);
}

static gboolean
check_in_table (Check *self,
                const LullSweep *sweep,
                guint number,
                LullReportSweep *table,
                const GPtrArray *notes,
                GError **error)
{
  g_autoptr (LullScenario) scenario = lull_sweep_read_point (sweep, number, error);
  const Point point = { sweep, number, scenario, table, notes };

  if (scenario == NULL)
    return FALSE;
  if (!lull_interrupt_is_asked ())
    return check_point (self, &point, error);
  lull_report_sweep_add_unchecked (table);
  self->tally.unchecked++;
  return TRUE;
}

static void
print_table (const Check *self, const LullSweepTable *table, const char *path)
{
  g_autofree char *command = lull_sweep_table_command (table, path, &self->scenario);
  g_autoptr (GString) text = g_string_new (NULL);
  LullTextStyle style = self->style;

  if (self->json)
    return;
  style.quiet = is_quiet (self);
  lull_report_sweep_to_text (table->report, &style, self->verbose, command, text);
  lull_console_print (text->str);
}

static gboolean
check_sweep (Check *self, const LullSweep *sweep, const char *path, GError **error)
{
  g_auto (LullSweepTable) table = { 0 };
  g_autoptr (GPtrArray) notes = NULL;

  if (lull_sweep_get_point_count (sweep) == 1 || self->trace_path != NULL ||
      self->checkpointing.path != NULL)
    return check_only (self, sweep, error);
  /* A slip at the last point should not wait for all the others to be checked. */
  if (!lull_sweep_check_points (sweep, error))
    return FALSE;
  notes = lull_sweep_list_notes (sweep);
  lull_console_note (notes);
  lull_sweep_table_init (&table, sweep, path);
  for (guint i = 0; i < lull_sweep_get_point_count (sweep); i++)
    if (!check_in_table (self, sweep, i, table.report, notes, error))
      return FALSE;
  print_table (self, &table, path);
  return TRUE;
}

static void
check_path (Check *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullSweep) sweep =
      lull_scenario_options_load_sweep (&self->scenario, path, &error);

  if (sweep == NULL || !check_sweep (self, sweep, path, &error))
    note_unreadable (self, path, error);
}

static void
print_summary (const Check *self)
{
  g_autofree char *summary = lull_tally_to_string (&self->tally);
  g_autofree char *line = g_strconcat (summary, "\n", NULL);

  lull_console_print (line);
}

static void
write_sink (Check *self, const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (!lull_console_write_file (path, text, &error))
    complain_of_write (self, error);
}

static void
write_sinks (Check *self)
{
  g_autofree char *xml = self->junit != NULL ? lull_junit_to_xml (self->junit) : NULL;
  g_autofree char *html = self->page != NULL ? lull_page_to_html (self->page) : NULL;

  if (xml != NULL)
    write_sink (self, self->junit_path, xml);
  if (html != NULL)
    write_sink (self, self->page_path, html);
}

static void
check_all (Check *self, const GPtrArray *paths)
{
  lull_interrupt_catch ();
  for (guint i = 0; i < paths->len; i++)
    if (lull_interrupt_is_asked ())
      self->tally.unchecked++;
    else
      check_path (self, g_ptr_array_index (paths, i));
  if (self->many && !self->json)
    print_summary (self);
  write_sinks (self);
}

static LullExit
run (const char *const *arguments)
{
  g_autoptr (LullCommandLine) line = lull_command_line_new (&usage);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_auto (Check) self = { 0 };
  LullParsed parsed;

  add_options (&self, line);
  parsed = lull_command_line_parse (line, arguments);
  if (parsed != LULL_PARSED)
    return lull_parsed_exit (parsed);
  if (!apply_options (&self, &error) ||
      !collect_paths (&self, lull_command_line_operands (line), paths, &error))
    return lull_command_line_refuse (line, error->message);
  check_all (&self, paths);
  return lull_tally_exit (&self.tally);
}

const LullCommand lull_command_check = {
  "check", "Check every interleaving of scenarios and explain what goes wrong", run
};
