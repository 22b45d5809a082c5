/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-limit-options.h"

#include "lull-memory.h"
#include "lull-number.h"

#define THREADS_MAX 256U

void
lull_limit_options_add (LullLimitOptions *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "threads", 'j', 0, G_OPTION_ARG_FILENAME, &self->threads,
      "Search with N threads (default: one a processor); same answer for any N", "N" },
    { "memory", 0, 0, G_OPTION_ARG_FILENAME, &self->memory,
      "Stop, inconclusive, at SIZE of memory (default: 3/4 of what is free)", "SIZE" },
    { "time", 0, 0, G_OPTION_ARG_FILENAME, &self->time,
      "Stop, inconclusive, after SECONDS", "SECONDS" },
    { "states", 0, 0, G_OPTION_ARG_FILENAME, &self->states,
      "Stop, inconclusive, at N distinct states", "N" },
    { "depth", 0, 0, G_OPTION_ARG_FILENAME, &self->depth,
      "Look no further than N steps from the start", "N" },
    { "whole-graph", 0, 0, G_OPTION_ARG_NONE, &self->whole_graph,
      "Go on after a violation: the figures are of the full graph", NULL },
    { "no-reduction", 0, 0, G_OPTION_ARG_NONE, &self->no_reduction,
      "Take every interleaving, those too that cannot change the verdict", NULL },
    { "every-step", 0, 0, G_OPTION_ARG_NONE, &self->every_step,
      "Take every step, also where it is known that commuting steps lead to the same",
      NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
}

/* Reads a whole number from 1 on into @number, which keeps its value where @text is NULL.
 */
static gboolean
parse_limit (
    const char *option, const char *text, guint64 high, guint64 *number, GError **error)
{
  return text == NULL || lull_number_parse (option, text, 1, high, number, error);
}

gboolean
lull_limit_options_apply (const LullLimitOptions *self,
                          LullCheckOptions *check,
                          GError **error)
{
  guint64 threads = MIN (g_get_num_processors (), THREADS_MAX);
  guint64 depth = 0;

  if (!parse_limit ("--threads", self->threads, THREADS_MAX, &threads, error) ||
      !parse_limit ("--states", self->states, G_MAXUINT64, &check->states_max, error) ||
      !parse_limit ("--depth", self->depth, G_MAXUINT, &depth, error))
    return FALSE;
  if (self->time != NULL &&
      !lull_number_parse_seconds ("--time", self->time, &check->seconds_max, error))
    return FALSE;
  check->memory_bytes_max = lull_memory_free_bytes () / 4 * 3;
  if (self->memory != NULL &&
      !lull_number_parse_size ("--memory", self->memory, &check->memory_bytes_max, error))
    return FALSE;
  check->threads = (guint) threads;
  check->depth_max = (guint) depth;
  check->whole_graph = self->whole_graph;
  check->reduction = !self->no_reduction;
  check->every_step = self->every_step;
  return TRUE;
}

void
lull_limit_options_clear (LullLimitOptions *self)
{
  g_free (self->threads);
  g_free (self->memory);
  g_free (self->time);
  g_free (self->states);
  g_free (self->depth);
}
