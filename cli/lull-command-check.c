/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-census.h"
#include "lull-command-line.h"
#include "lull-console.h"
#include "lull-inspection.h"
#include "lull-interrupt.h"
#include "lull-judgement.h"
#include "lull-limit-options.h"
#include "lull-scenario-options.h"
#include "lull-scenario-paths.h"
#include "lull-search-options.h"
#include "lull-style-options.h"
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
      "  lull check --set workers=3 any.yaml          another number of workers\n"
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
  char *trace_path;
  gboolean json;
  gboolean explain;

  LullCheckOptions check;
  LullCheckpointing checkpointing; /* without a path where none was asked for */
  LullTextStyle style;
  LullJunit *junit; /* NULL where none was asked for */
  gboolean many;
  guint expected;
  guint other;
  guint inconclusive;
  guint unreadable;
  guint unchecked;
  gboolean unwritten;
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
  g_free (self->trace_path);
  lull_junit_free (self->junit);
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
    { "trace", 0, 0, G_OPTION_ARG_FILENAME, &self->trace_path,
      "Write the witness of a single scenario to OUT, for lull replay", "OUT" },
    { "explain", 0, 0, G_OPTION_ARG_NONE, &self->explain,
      "Explain every witness, not only that of a single scenario", NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
  lull_scenario_options_add (&self->scenario, line);
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
  self->unreadable++;
  if (self->junit != NULL)
    lull_junit_add_error (self->junit, path, error->message);
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
  self->many = paths->len + self->unreadable > 1;
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
  self->unwritten = TRUE;
}

static void
save_witness (Check *self, const LullScenario *scenario, const LullReport *report)
{
  const GArray *overrides = self->scenario.overrides;
  g_autoptr (GError) error = NULL;

  if (report->findings->witness == NULL)
    lull_console_complain ("%s: not written: the verdict %s has no witness",
                           self->trace_path,
                           lull_findings_word (report->findings, report->model));
  else if (!lull_trace_file_save (self->trace_path, scenario,
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

static void
count (Check *self, LullJudgementKind kind)
{
  switch (kind)
    {
    case LULL_JUDGEMENT_EXPECTED:
      self->expected++;
      break;
    case LULL_JUDGEMENT_INCONCLUSIVE:
      self->inconclusive++;
      break;
    case LULL_JUDGEMENT_OTHER:
      self->other++;
      break;
    }
}

/* Takes a sample of runs if somebody will read of it. */
static gboolean
take_sample (const Check *self, const LullWorld *world, LullReportSample *sample)
{
  LullCensus census;

  if ((is_quiet (self) && !self->json && self->junit == NULL) ||
      lull_interrupt_is_asked ())
    return FALSE;
  lull_census_take (world, &census);
  *sample = (LullReportSample){ .runs = census.runs,
                                .rounds = census.rounds,
                                .cuts = census.cuts,
                                .inconsistent = census.inconsistent,
                                .accepted = census.accepted };
  return TRUE;
}

static void
judge (Check *self,
       const LullScenario *scenario,
       const LullExpectation *expectation,
       const LullInspection *inspection)
{
  const LullWorld *world = lull_scenario_get_world (scenario);
  const LullModel *model = lull_world_get_model (world);
  const LullStory *story = inspection->story;
  g_auto (LullJudgement) judgement = { 0 };
  LullReportSample sample;
  LullReport report;

  lull_judgement_init (&judgement, expectation, model, inspection->findings,
                       story != NULL ? story->cut : LULL_CUT_NONE);
  report = (LullReport){
    .path = lull_scenario_get_path (scenario),
    .scenario = lull_scenario_get_name (scenario),
    .protocol = lull_scenario_get_protocol_label (scenario),
    .expected = judgement.expected,
    .ok = judgement.kind == LULL_JUDGEMENT_EXPECTED,
    .mismatch = judgement.mismatch,
    .model = model,
    .findings = inspection->findings,
    .story = story,
    .breach = inspection->breach,
    .breach_is_shortest = inspection->breach_is_shortest,
    .sample = take_sample (self, world, &sample) ? &sample : NULL,
  };
  count (self, judgement.kind);
  print_report (self, &report);
  if (self->junit != NULL)
    lull_junit_add (self->junit, &report);
  if (self->trace_path != NULL)
    save_witness (self, scenario, &report);
}

static gboolean
check_scenario (Check *self, const LullScenario *scenario, GError **error)
{
  LullExpectation expectation = get_expectation (self, scenario);
  LullCheckOptions options = self->check;
  g_auto (LullInspection) inspection = { 0 };

  lull_expectation_fit (&expectation, options.search);
  options.whole_graph = options.whole_graph || lull_expectation_has_counts (&expectation);
  if (!lull_inspection_init (&inspection, scenario, &options,
                             self->checkpointing.path != NULL ? &self->checkpointing
                                                              : NULL,
                             lull_console_has_progress (), error))
    return FALSE;
  judge (self, scenario, &expectation, &inspection);
  return TRUE;
}

static void
check_path (Check *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullScenario) scenario =
      lull_scenario_options_load (&self->scenario, path, &error);

  if (scenario == NULL || !check_scenario (self, scenario, &error))
    note_unreadable (self, path, error);
}

static void
print_summary (const Check *self)
{
  const struct
  {
    guint count;
    const char *what;
  } parts[] = {
    { self->other, "with another verdict" },
    { self->inconclusive, "inconclusive" },
    { self->unreadable, "unreadable" },
    { self->unchecked, "not checked" },
  };
  g_autoptr (GString) text = g_string_new (NULL);
  guint sum = self->expected;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sum += parts[i].count;
  g_string_printf (text, "%u scenarios: %u as expected", sum, self->expected);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].count > 0)
      g_string_append_printf (text, ", %u %s", parts[i].count, parts[i].what);
  g_string_append_c (text, '\n');
  lull_console_print (text->str);
}

static void
write_junit (Check *self)
{
  g_autofree char *xml = lull_junit_to_xml (self->junit);
  g_autoptr (GError) error = NULL;

  if (!lull_console_write_file (self->junit_path, xml, &error))
    complain_of_write (self, error);
}

static LullExit
exit_code (const Check *self)
{
  if (self->unreadable > 0 || self->unwritten)
    return LULL_EXIT_USAGE;
  if (self->other > 0)
    return LULL_EXIT_OTHER;
  return self->inconclusive + self->unchecked > 0 ? LULL_EXIT_INCONCLUSIVE
                                                  : LULL_EXIT_EXPECTED;
}

static void
check_all (Check *self, const GPtrArray *paths)
{
  lull_interrupt_catch ();
  for (guint i = 0; i < paths->len; i++)
    if (lull_interrupt_is_asked ())
      self->unchecked++;
    else
      check_path (self, g_ptr_array_index (paths, i));
  if (self->many && !self->json)
    print_summary (self);
  if (self->junit != NULL)
    write_junit (self);
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
  return exit_code (&self);
}

const LullCommand lull_command_check = {
  "check", "Check every interleaving of scenarios and explain what goes wrong", run
};
