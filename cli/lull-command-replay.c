/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-command-line.h"
#include "lull-console.h"
#include "lull-continuation.h"
#include "lull-number.h"
#include "lull-run-options.h"
#include "lull-scenario-options.h"
#include "lull-style-options.h"
#include "lull-trace-file.h"
#include "lull-trace-verdict.h"

static const LullUsage usage = {
  .name = "replay",
  .operands = "TRACE",
  .description = "Re-runs a saved trace, step by step, and ends with the verdict. The "
                 "scenario travels\n"
                 "inside the trace. A trace that is not a run of it, or whose verdict is "
                 "not the one it\n"
                 "was saved with, is refused, with the first step that differs. "
                 "--continue goes on from\n"
                 "its end, choosing among the possible steps by --seed.",
  .examples = "  lull check --trace race.json scenarios/race-figure.yaml\n"
              "  lull replay race.json\n"
              "  lull replay --continue --seed 3 race.json",
  .operands_min = 1,
  .operands_max = 1,
};

/* Everything that one `lull replay` needs. */
typedef struct
{
  LullScenarioOptions plugins;
  LullRunOptions run;
  LullStyleOptions style_options;
  gboolean go_on;

  LullTextStyle style;
} Replay;

static void
replay_clear (Replay *self)
{
  lull_scenario_options_clear (&self->plugins);
  lull_run_options_clear (&self->run);
  lull_style_options_clear (&self->style_options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Replay, replay_clear)

static void
add_options (Replay *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "continue", 'c', 0, G_OPTION_ARG_NONE, &self->go_on,
      "Go on from the end of the trace until everything stops", NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
  lull_run_options_add (&self->run, line);
  lull_scenario_options_add_plugin (&self->plugins, line);
  lull_style_options_add (&self->style_options, line);
}

static gboolean
apply_options (Replay *self, GError **error)
{
  return lull_run_options_apply (&self->run, error) &&
         lull_style_options_apply (&self->style_options, &self->style, error) &&
         lull_scenario_options_apply (&self->plugins, error);
}

static void
tell (const Replay *self,
      const LullTraceFile *file,
      const LullTrace *trace,
      GString *text)
{
  /* The steps that were added have no ticks: then all are numbered. */
  const guint64 *ticks = file->ticks != NULL && trace == file->trace
                             ? (const guint64 *) (gpointer) file->ticks->data
                             : NULL;
  g_autoptr (LullStory) story =
      lull_world_tell (lull_scenario_get_world (file->scenario), trace, ticks);

  if (!self->style.quiet)
    {
      lull_story_to_text (story, &self->style, text);
      g_string_append_c (text, '\n');
    }
}

static void
print_replayed (const Replay *self, const LullTraceFile *file)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *steps = lull_count_to_string (lull_trace_length (file->trace), "step");

  tell (self, file, file->trace, text);
  g_string_append_printf (text, "%s: %s replayed, verdict %s as saved\n",
                          lull_scenario_get_name (file->scenario), steps, file->verdict);
  lull_console_print (text->str);
}

static void
print_continued (const Replay *self, const LullTraceFile *file)
{
  const LullModel *model =
      lull_world_get_model (lull_scenario_get_world (file->scenario));
  g_autoptr (LullTrace) trace = lull_trace_dup (file->trace);
  g_autoptr (GString) text = g_string_new (NULL);
  guint replayed = lull_trace_length (file->trace);
  g_autofree char *steps = lull_count_to_string (replayed, "step");

  lull_continue (trace, model, self->run.seed, self->run.steps_max);
  tell (self, file, trace, text);
  g_string_append_printf (text,
                          "%s: %s replayed, verdict %s as saved; %u more with seed "
                          "%" G_GUINT64_FORMAT ", verdict %s\n",
                          lull_scenario_get_name (file->scenario), steps, file->verdict,
                          lull_trace_length (trace) - replayed, self->run.seed,
                          lull_trace_verdict (trace, model));
  lull_console_print (text->str);
}

static LullExit
replay (const Replay *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullTraceFile) file = lull_trace_file_load (path, &error);

  if (file == NULL)
    {
      lull_console_complain ("%s", error->message);
      return LULL_EXIT_USAGE;
    }
  if (self->go_on)
    print_continued (self, file);
  else
    print_replayed (self, file);
  return LULL_EXIT_EXPECTED;
}

static LullExit
run (const char *const *arguments)
{
  g_autoptr (LullCommandLine) line = lull_command_line_new (&usage);
  g_autoptr (GError) error = NULL;
  g_auto (Replay) self = { 0 };
  LullParsed parsed;

  add_options (&self, line);
  parsed = lull_command_line_parse (line, arguments);
  if (parsed != LULL_PARSED)
    return lull_parsed_exit (parsed);
  if (!apply_options (&self, &error))
    return lull_command_line_refuse (line, error->message);
  return replay (&self, lull_command_line_operands (line)[0]);
}

const LullCommand lull_command_replay = {
  "replay", "Re-run a saved trace step by step, and go on from its end on request", run
};
