/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-inspection.h"

#include "lull-console.h"
#include "lull-interrupt.h"

/* Often enough to look alive, seldom enough to be read. */
#define SECONDS_BETWEEN_LINES 0.2

typedef struct
{
  const char *name;
  double seconds_last;
} ProgressLine;

static void
on_progress (const LullProgress *progress, gpointer user_data)
{
  ProgressLine *line = user_data;
  g_autofree char *text = NULL;
  g_autofree char *left = NULL;

  if (progress->seconds - line->seconds_last < SECONDS_BETWEEN_LINES)
    return;
  line->seconds_last = progress->seconds;
  if (progress->left > 0)
    left = g_strdup_printf (", about %" G_GUINT64_FORMAT " to find", progress->left);
  text = g_strdup_printf ("%" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT
                          " to expand%s, depth %u, %.1f MiB, %.0f states/s: %s",
                          progress->states, progress->frontier, left != NULL ? left : "",
                          progress->depth, (double) progress->bytes / (1024 * 1024),
                          (double) progress->states / progress->seconds, line->name);
  lull_console_progress (text);
}

/* The search met a broken contract, so the same search for nothing else meets it as well.
 * If it was met after a reduced search, only the full graph is sure to have it. */
static LullFindings *
find_breach (const LullWorld *world, const LullCheckOptions *options)
{
  const LullModel *model = lull_world_get_contract_model (world);
  LullCheckOptions check = *options;
  LullFindings *findings;

  check.whole_graph = FALSE;
  findings = lull_check (model, &check);
  if (findings->witness != NULL || !check.reduction)
    return findings;
  lull_findings_free (findings);
  check.reduction = FALSE;
  return lull_check (model, &check);
}

static void
tell_breach (LullInspection *self,
             const LullWorld *world,
             const LullCheckOptions *options)
{
  g_autoptr (LullFindings) findings = NULL;

  if ((self->findings->bounds & LULL_BOUND_CONSTRAINT) == 0 &&
      self->findings->outside == 0)
    return;
  findings = find_breach (world, options);
  if (findings->witness == NULL)
    return;
  self->breach = lull_world_tell (world, findings->witness, NULL);
  self->breach_is_shortest = findings->shortest;
}

gboolean
lull_inspection_init (LullInspection *self,
                      const LullScenario *scenario,
                      const LullCheckOptions *options,
                      const LullCheckpointing *checkpointing,
                      gboolean progress,
                      GError **error)
{
  const LullWorld *world = lull_scenario_get_world (scenario);
  const LullModel *model = lull_world_get_model (world);
  ProgressLine line = { lull_scenario_get_name (scenario), 0 };
  LullCheckOptions check = *options;

  check.interrupt = lull_interrupt_flag ();
  if (progress)
    {
      check.progress = on_progress;
      check.progress_data = &line;
    }
  self->findings = checkpointing != NULL
                       ? lull_check_resumable (model, &check, checkpointing, error)
                       : lull_check (model, &check);
  if (self->findings != NULL)
    tell_breach (self, world, &check);
  lull_console_progress (NULL);
  if (self->findings == NULL)
    return FALSE;
  if (self->findings->witness != NULL)
    self->story = lull_world_tell (world, self->findings->witness, NULL);
  return TRUE;
}

void
lull_inspection_clear (LullInspection *self)
{
  lull_findings_free (self->findings);
  lull_story_free (self->story);
  lull_story_free (self->breach);
}
