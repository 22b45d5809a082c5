/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-command-line.h"
#include "lull-console.h"
#include "lull-frequencies.h"
#include "lull-interrupt.h"
#include "lull-number.h"
#include "lull-repetition.h"
#include "lull-run-options.h"
#include "lull-scenario-options.h"
#include "lull-shell-word.h"
#include "lull-style-options.h"
#include "lull-trace-file.h"

static const LullUsage usage = {
  .name = "run",
  .operands = "FILE",
  .description = "Simulates a scenario with its delays and prints what happened, tick by "
                 "tick; or, with\n"
                 "--runs, how often each verdict came out, with a 95 % confidence "
                 "interval (Wilson) and\n"
                 "a seed that shows it. The runs take the seeds S, S+1, and so on.\n"
                 "\n"
                 "A run is a sample: it can show that something goes wrong, never that "
                 "nothing does.\n"
                 "So whatever it finds the exit code is 0, unless the command line or a "
                 "file is at fault\n"
                 "(2); lull check is what judges.",
  .examples =
      "  lull run scenarios/race-figure.yaml                one run, step by step\n"
      "  lull run --runs 10000 scenarios/race-figure.yaml   how likely is the race?\n"
      "  lull run --seed 7 --trace seven.json scenarios/race-figure.yaml\n"
      "  lull run --set 'network.delay=uniform(1, 50)' scenarios/race-figure.yaml",
  .operands_min = 1,
  .operands_max = 1,
};

/* Nobody reads more of a run that does not end. */
#define TOLD_STEPS_MAX 1000U

/* Everything that one `lull run` needs. */
typedef struct
{
  LullScenarioOptions scenario_options;
  LullRunOptions run;
  LullStyleOptions style_options;
  char *runs_text;
  char *trace_path;

  LullTextStyle style;
  guint64 runs;
} Run;

static void
run_clear (Run *self)
{
  lull_scenario_options_clear (&self->scenario_options);
  lull_run_options_clear (&self->run);
  lull_style_options_clear (&self->style_options);
  g_free (self->runs_text);
  g_free (self->trace_path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
add_options (Run *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "runs", 'n', 0, G_OPTION_ARG_FILENAME, &self->runs_text,
      "Take N runs and count their verdicts", "N" },
    { "trace", 0, 0, G_OPTION_ARG_FILENAME, &self->trace_path,
      "Write the run to OUT, for lull replay", "OUT" },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
  lull_run_options_add (&self->run, line);
  lull_scenario_options_add (&self->scenario_options, line);
  lull_style_options_add (&self->style_options, line);
}

static gboolean
apply_options (Run *self, GError **error)
{
  self->runs = 1;
  if (self->runs_text != NULL &&
      !lull_number_parse ("--runs", self->runs_text, 1, G_MAXINT64, &self->runs, error))
    return FALSE;
  if (self->runs > 1 && self->trace_path != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--trace: found %" G_GUINT64_FORMAT " runs, expected a single one",
                   self->runs);
      return FALSE;
    }
  return lull_run_options_apply (&self->run, error) &&
         lull_style_options_apply (&self->style_options, &self->style, error) &&
         lull_scenario_options_apply (&self->scenario_options, error);
}

/* The word for the verdict of a run; the only property that a run can violate is the
 * first. */
static const char *
verdict_word (const LullScenario *scenario, LullVerdict verdict)
{
  const LullFindings findings = { .verdict = verdict };

  return lull_findings_word (&findings,
                             lull_world_get_model (lull_scenario_get_world (scenario)));
}

static gboolean
save_trace (const Run *self,
            const LullScenario *scenario,
            const LullRun *run,
            GError **error)
{
  const GArray *overrides = self->scenario_options.overrides;

  return self->trace_path == NULL ||
         lull_trace_file_save (self->trace_path, scenario,
                               (const LullOverride *) (gpointer) overrides->data,
                               overrides->len, run->trace, run->ticks,
                               verdict_word (scenario, run->verdict), error);
}

static void
tell_run (const Run *self,
          const LullScenario *scenario,
          const LullRun *run,
          GString *text)
{
  guint length = lull_trace_length (run->trace);
  guint told;
  g_autoptr (LullStory) story = lull_run_options_tell (
      &self->run, lull_scenario_get_world (scenario), run, TOLD_STEPS_MAX, &told);

  lull_story_to_text (story, &self->style, text);
  if (told < length)
    g_string_append_printf (
        text, "\n  … %u steps more; the run was stopped at its limit.\n", length - told);
  g_string_append_c (text, '\n');
}

/* What a run that was stopped would have done next is open, and perhaps one can tell. */
static void
tell_repetition (const LullScenario *scenario, const LullRun *run, GString *text)
{
  const LullModel *model = lull_world_get_model (lull_scenario_get_world (scenario));
  const guint start = run->verdict == LULL_VERDICT_INCONCLUSIVE
                          ? lull_repetition_find (run->trace, model)
                          : LULL_TRACE_NO_LOOP;

  if (start != LULL_TRACE_NO_LOOP)
    g_string_append_printf (
        text,
        "  steps %u to %u can repeat for ever: a livelock, which lull "
        "check shows in short\n",
        start + 1, lull_trace_length (run->trace));
}

static gboolean
run_once (const Run *self, const LullScenario *scenario, GError **error)
{
  const LullWorld *world = lull_scenario_get_world (scenario);
  g_autoptr (LullRun) run = lull_run_options_simulate (&self->run, world, self->run.seed);
  g_autoptr (GString) text = g_string_new (NULL);
  guint length = lull_trace_length (run->trace);
  g_autofree char *steps = lull_count_to_string (length, "step");
  g_autofree char *ticks = lull_count_to_string (
      length > 0 ? g_array_index (run->ticks, guint64, length - 1) : 0, "tick");

  if (!self->style.quiet)
    tell_run (self, scenario, run, text);
  g_string_append_printf (text, "%s: %s after %s, %s, seed %" G_GUINT64_FORMAT "\n",
                          lull_scenario_get_name (scenario),
                          verdict_word (scenario, run->verdict), steps, ticks,
                          self->run.seed);
  if (!self->style.quiet)
    tell_repetition (scenario, run, text);
  lull_console_print (text->str);
  return save_trace (self, scenario, run, error);
}

static void
print_frequencies (const Run *self,
                   const LullScenario *scenario,
                   const LullFrequencies *seen)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *runs = lull_count_to_string (seen->runs, "run");

  g_string_printf (text, "%s: %s, seeds %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT "\n",
                   lull_scenario_get_name (scenario), runs, self->run.seed,
                   self->run.seed + seen->runs - 1);
  for (guint v = 0; v < LULL_RUN_VERDICTS; v++)
    {
      LullInterval interval = lull_wilson_interval (seen->count[v], seen->runs);

      if (seen->count[v] > 0)
        g_string_append_printf (text,
                                "  %-12s  %10" G_GUINT64_FORMAT
                                "  %6.2f %%  (95 %%: %.2f to %.2f %%)\n",
                                verdict_word (scenario, v), seen->count[v],
                                100 * (double) seen->count[v] / (double) seen->runs,
                                100 * interval.low, 100 * interval.high);
    }
  lull_console_print (text->str);
}

/* The intervals are right, but perhaps not about what the user has in mind. */
static void
print_warning (void)
{
  lull_console_print ("  all delays are fixed, so that only the order within a tick is "
                      "by chance; for times\n"
                      "  that differ: --set 'network.step=uniform(1, 10)'\n");
}

/* For each verdict the command that shows its first run. */
static void
print_reproduce_lines (const Run *self,
                       const LullScenario *scenario,
                       const LullFrequencies *seen)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint v = 0; v < LULL_RUN_VERDICTS; v++)
    if (seen->count[v] > 0)
      {
        g_string_append_printf (text, "first %s: lull run --seed %" G_GUINT64_FORMAT,
                                verdict_word (scenario, v), seen->first_seed[v]);
        lull_run_options_append (&self->run, text);
        lull_scenario_options_append (&self->scenario_options, text);
        lull_shell_word_append (text, lull_scenario_get_path (scenario));
        g_string_append_c (text, '\n');
      }
  lull_console_print (text->str);
}

static void
show_progress (const LullScenario *scenario, guint64 done, guint64 runs)
{
  g_autofree char *line = NULL;

  if (done % 1024 != 0 || !lull_console_has_progress ())
    return;
  line = g_strdup_printf ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " runs",
                          lull_scenario_get_name (scenario), done, runs);
  lull_console_progress (line);
}

static void
run_many (const Run *self, const LullScenario *scenario)
{
  const LullWorld *world = lull_scenario_get_world (scenario);
  LullFrequencies seen = { 0 };
  gboolean is_timed_by_chance = FALSE;

  lull_interrupt_catch ();
  for (guint64 i = 0; i < self->runs && !lull_interrupt_is_asked (); i++)
    {
      guint64 seed = self->run.seed + i;
      g_autoptr (LullRun) run = lull_run_options_simulate (&self->run, world, seed);

      lull_frequencies_add (&seen, run->verdict, seed);
      is_timed_by_chance |= run->is_timed_by_chance;
      show_progress (scenario, i, self->runs);
    }
  if (seen.runs == 0)
    return;
  print_frequencies (self, scenario, &seen);
  if (self->style.quiet)
    return;
  if (!is_timed_by_chance)
    print_warning ();
  print_reproduce_lines (self, scenario, &seen);
}

static LullExit
run (const char *const *arguments)
{
  g_autoptr (LullCommandLine) line = lull_command_line_new (&usage);
  g_autoptr (LullScenario) scenario = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (Run) self = { 0 };
  LullParsed parsed;

  add_options (&self, line);
  parsed = lull_command_line_parse (line, arguments);
  if (parsed != LULL_PARSED)
    return lull_parsed_exit (parsed);
  if (!apply_options (&self, &error))
    return lull_command_line_refuse (line, error->message);
  scenario = lull_scenario_options_load (&self.scenario_options,
                                         lull_command_line_operands (line)[0], &error);
  if (scenario != NULL && self.runs_text != NULL)
    run_many (&self, scenario);
  else if (scenario != NULL)
    (void) run_once (&self, scenario, &error);
  if (error == NULL)
    return LULL_EXIT_EXPECTED;
  lull_console_complain ("%s", error->message);
  return LULL_EXIT_USAGE;
}

const LullCommand lull_command_run = {
  "run", "Simulate a scenario: one seeded run, or how often each verdict comes out", run
};
