/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-run-options.h"

#include "lull-number.h"

#define SEED_DEFAULT 1U
#define STEPS_DEFAULT 100000U

void
lull_run_options_add (LullRunOptions *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "seed", 's', 0, G_OPTION_ARG_FILENAME, &self->seed_text,
      "Draw delays and order by seed S (default 1): same seed, same run", "S" },
    { "steps", 0, 0, G_OPTION_ARG_FILENAME, &self->steps_text,
      "Stop a run, inconclusive, after N steps (default 100000)", "N" },
    { "to-the-end", 0, 0, G_OPTION_ARG_NONE, &self->to_the_end,
      "Go on after a premature announcement until everything stops", NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
}

gboolean
lull_run_options_apply (LullRunOptions *self, GError **error)
{
  guint64 steps = STEPS_DEFAULT;

  self->seed = SEED_DEFAULT;
  if (self->seed_text != NULL &&
      !lull_number_parse ("--seed", self->seed_text, 0, G_MAXUINT64, &self->seed, error))
    return FALSE;
  if (self->steps_text != NULL &&
      !lull_number_parse ("--steps", self->steps_text, 1, G_MAXINT, &steps, error))
    return FALSE;
  self->steps_max = (guint) steps;
  return TRUE;
}

LullRun *
lull_run_options_simulate (const LullRunOptions *self,
                           const LullWorld *world,
                           guint64 seed)
{
  return lull_simulate (world, seed, self->steps_max, self->to_the_end);
}

LullStory *
lull_run_options_tell (const LullRunOptions *self,
                       const LullWorld *world,
                       const LullRun *run,
                       guint beginning,
                       guint *told)
{
  guint length = lull_trace_length (run->trace);
  g_autoptr (LullTrace) trace = lull_trace_new (run->trace->initial);

  *told = length == self->steps_max && run->verdict == LULL_VERDICT_INCONCLUSIVE
              ? MIN (length, beginning)
              : length;
  for (guint step = 0; step < *told; step++)
    lull_trace_append (trace, lull_trace_action (run->trace, step));
  return lull_world_tell (world, trace, (const guint64 *) (gpointer) run->ticks->data);
}

void
lull_run_options_append (const LullRunOptions *self, GString *command)
{
  if (self->steps_text != NULL)
    g_string_append_printf (command, " --steps %s", self->steps_text);
  if (self->to_the_end)
    g_string_append (command, " --to-the-end");
}

void
lull_run_options_clear (LullRunOptions *self)
{
  g_free (self->seed_text);
  g_free (self->steps_text);
}
