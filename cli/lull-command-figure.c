/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-command-line.h"
#include "lull-console.h"
#include "lull-figure.h"
#include "lull-inspection.h"
#include "lull-interrupt.h"
#include "lull-limit-options.h"
#include "lull-number.h"
#include "lull-run-options.h"
#include "lull-scenario-options.h"
#include "lull-trace-file.h"

static const LullUsage usage = {
  .name = "figure",
  .operands = "FILE",
  .description = "Draws a space-time figure: a line for each worker, time along it, "
                 "messages as arrows,\n"
                 "handlers as bars, snapshots joined into the cut. It shows the shortest "
                 "witness that\n"
                 "lull check finds or, with --run or --seed, a simulated run. Where "
                 "there is no witness,\n"
                 "since nothing goes wrong, it says so and draws a run. Where FILE is a "
                 "trace that\n"
                 "lull check or lull run saved, it shows the run that is in it.\n"
                 "The ending of OUT decides the format: .svg, .png or .pdf.",
  .examples = "  lull figure scenarios/race-figure.yaml -o race.svg\n"
              "  lull figure --seed 7 scenarios/race-figure.yaml -o run-7.png\n"
              "  lull figure race.json -o race.svg       what lull check --trace saved",
  .operands_min = 1,
  .operands_max = 1,
};

/* Of a run that does not end, a page full. */
#define DRAWN_STEPS_MAX 60U

/* Everything that one `lull figure` needs. */
typedef struct
{
  LullScenarioOptions scenario_options;
  LullLimitOptions limits;
  LullRunOptions run_options;
  char *output;
  gboolean run;

  LullCheckOptions check;
} Figure;

static void
figure_clear (Figure *self)
{
  lull_scenario_options_clear (&self->scenario_options);
  lull_limit_options_clear (&self->limits);
  lull_run_options_clear (&self->run_options);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Figure, figure_clear)

static void
add_options (Figure *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      "Draw to OUT: .svg, .png or .pdf", "OUT" },
    { "run", 0, 0, G_OPTION_ARG_NONE, &self->run, "Draw a simulated run", NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
  lull_run_options_add (&self->run_options, line);
  lull_scenario_options_add (&self->scenario_options, line);
  lull_limit_options_add (&self->limits, line);
}

static gboolean
apply_options (Figure *self, GError **error)
{
  if (self->output == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "found no -o, expected -o OUT with OUT ending in .svg, .png or .pdf");
      return FALSE;
    }
  self->run = self->run || self->run_options.seed_text != NULL;
  self->check = (LullCheckOptions) LULL_CHECK_OPTIONS_INIT;
  return lull_limit_options_apply (&self->limits, &self->check, error) &&
         lull_run_options_apply (&self->run_options, error) &&
         lull_scenario_options_apply (&self->scenario_options, error);
}

static gboolean
draw (const Figure *self,
      const LullScenario *scenario,
      LullStory *story,
      const char *what,
      GError **error)
{
  g_autofree char *text = g_strdup_printf ("%s: %s\n", self->output, what);

  lull_story_set_title (story, lull_scenario_get_name (scenario));
  if (!lull_figure_write (story, self->output, error))
    return FALSE;
  lull_console_print (text);
  return TRUE;
}

static gboolean
draw_run (const Figure *self, const LullScenario *scenario, GError **error)
{
  const LullWorld *world = lull_scenario_get_world (scenario);
  g_autoptr (LullRun) run =
      lull_run_options_simulate (&self->run_options, world, self->run_options.seed);
  guint length = lull_trace_length (run->trace);
  guint told;
  g_autoptr (LullStory) story =
      lull_run_options_tell (&self->run_options, world, run, DRAWN_STEPS_MAX, &told);
  g_autofree char *beginning =
      told < length ? g_strdup_printf ("the first %u steps of ", told) : g_strdup ("");
  g_autofree char *steps = lull_count_to_string (length, "step");
  g_autofree char *what = g_strdup_printf (
      "%sa simulated run of %s, seed %" G_GUINT64_FORMAT, beginning, steps, run->seed);

  return draw (self, scenario, story, what, error);
}

static gboolean
draw_witness (const Figure *self, const LullScenario *scenario, GError **error)
{
  const LullModel *model = lull_world_get_model (lull_scenario_get_world (scenario));
  g_auto (LullInspection) inspection = { 0 };
  g_autofree char *steps = NULL;
  g_autofree char *what = NULL;
  const char *word;

  lull_interrupt_catch ();
  (void) lull_inspection_init (&inspection, scenario, &self->check, NULL,
                               lull_console_has_progress (), NULL);
  word = lull_findings_word (inspection.findings, model);
  if (inspection.story == NULL)
    {
      what = g_strdup_printf ("%s: no witness to draw (%s), so here is a run\n",
                              lull_scenario_get_name (scenario), word);
      lull_console_print (what);
      return draw_run (self, scenario, error);
    }
  steps = lull_count_to_string (lull_trace_length (inspection.findings->witness), "step");
  what = g_strdup_printf ("the %switness of %s, %s",
                          inspection.findings->shortest ? "shortest " : "", steps, word);
  return draw (self, scenario, inspection.story, what, error);
}

/* A saved run is what it is: a scenario can be run otherwise, and changed. */
static gboolean
check_unchanged (const Figure *self, GError **error)
{
  if (!self->run && self->scenario_options.overrides->len == 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "found a trace beside --run, --seed, --set or --protocol, expected a "
               "scenario beside these");
  return FALSE;
}

static gboolean
draw_saved (const Figure *self, const char *path, GError **error)
{
  g_autoptr (LullTraceFile) file =
      check_unchanged (self, error) ? lull_trace_file_load (path, error) : NULL;
  g_autoptr (LullStory) story = NULL;
  g_autofree char *steps = NULL;
  g_autofree char *what = NULL;

  if (file == NULL)
    return FALSE;
  story = lull_world_tell (
      lull_scenario_get_world (file->scenario), file->trace,
      file->ticks != NULL ? (const guint64 *) (gpointer) file->ticks->data : NULL);
  steps = lull_count_to_string (lull_trace_length (file->trace), "step");
  what = g_strdup_printf ("a saved run of %s, %s", steps, file->verdict);
  return draw (self, file->scenario, story, what, error);
}

static gboolean
draw_scenario (const Figure *self, const char *path, GError **error)
{
  g_autoptr (LullScenario) scenario =
      lull_scenario_options_load (&self->scenario_options, path, error);

  return scenario != NULL && (self->run ? draw_run (self, scenario, error)
                                        : draw_witness (self, scenario, error));
}

static LullExit
run (const char *const *arguments)
{
  g_autoptr (LullCommandLine) line = lull_command_line_new (&usage);
  g_autoptr (GError) error = NULL;
  g_auto (Figure) self = { 0 };
  const char *path;
  LullParsed parsed;

  add_options (&self, line);
  parsed = lull_command_line_parse (line, arguments);
  if (parsed != LULL_PARSED)
    return lull_parsed_exit (parsed);
  if (!apply_options (&self, &error))
    return lull_command_line_refuse (line, error->message);
  path = lull_command_line_operands (line)[0];
  if (lull_trace_file_is_likely (path) ? draw_saved (&self, path, &error)
                                       : draw_scenario (&self, path, &error))
    return LULL_EXIT_EXPECTED;
  lull_console_complain ("%s", error->message);
  return LULL_EXIT_USAGE;
}

const LullCommand lull_command_figure = {
  "figure", "Draw the space-time figure of a witness or of a run", run
};
