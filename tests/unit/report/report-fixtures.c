/* SPDX-License-Identifier: Apache-2.0 */
#include "report-fixtures.h"

#include "story-fixtures.h"

static const char *const kinds[] = { "main send",   "receive",  "start",
                                     "nested send", "finish",   "contribute",
                                     "take result", "transmit", "hand over",
                                     NULL };

static const LullProperty properties[] = {
  { .name = "premature",
    .summary = "nobody leaves join while work remains",
    .kind = LULL_PROPERTY_ALWAYS },
  { .name = "livelock",
    .summary = "everybody leaves join",
    .kind = LULL_PROPERTY_EVENTUALLY },
};

static gboolean
may_stop (const LullModel *self, const guint8 *state)
{
  (void) self;
  (void) state;
  return FALSE;
}

static const LullModel model = { .name = "fixture",
                                 .initial_count = 1,
                                 .kinds = kinds,
                                 .properties = properties,
                                 .property_count = 1,
                                 .may_stop = may_stop };

/* The same, asked for livelocks too. */
static const LullModel live_model = { .name = "fixture",
                                      .initial_count = 1,
                                      .kinds = kinds,
                                      .properties = properties,
                                      .property_count = 2,
                                      .may_stop = may_stop };

static const LullReportCuts race_cuts = {
  .rounds = 590, .cuts = 590, .inconsistent = 287, .trusted = 50, .accepted = 48
};
static const LullReportCuts safe_cuts = {
  .runs = 412, .rounds = 5127, .cuts = 5127, .inconsistent = 0, .accepted = 0
};

static void
init (LullReportFixture *self, LullVerdict verdict, LullStory *story, guint never_fired)
{
  self->findings = lull_findings_new (&model);
  self->story = story;
  self->findings->verdict = verdict;
  for (guint kind = 0; kind + never_fired < self->findings->kind_count; kind++)
    self->findings->kind_fired[kind] = 10 + kind;
  if (story != NULL)
    {
      self->findings->witness = lull_trace_new (0);
      for (guint i = 0; i < story->steps->len; i++)
        lull_trace_append (self->findings->witness, lull_action (0, i));
    }
  self->report = (LullReport){
    .ok = TRUE, .model = &model, .findings = self->findings, .story = self->story
  };
}

void
lull_report_fixture_ask_for_livelocks (LullReportFixture *self)
{
  self->report.model = &live_model;
}

static void
set_figures (LullFindings *findings, guint64 states, guint64 transitions, guint depth)
{
  findings->states = states;
  findings->transitions = transitions;
  findings->depth = depth;
  findings->bytes = states * 44;
  findings->seconds = 0.125;
}

void
lull_report_fixture_init_race (LullReportFixture *self)
{
  init (self, LULL_VERDICT_VIOLATED, lull_fixture_race (), 2);
  set_figures (self->findings, 332, 775, 13);
  self->findings->frontier = 74;
  self->findings->shortest = TRUE;
  self->report.cuts = &race_cuts;
  self->report.path = "scenarios/race-figure.yaml";
  self->report.scenario = "allreduce(MAX) misses a nested call";
  self->report.protocol = "allreduce-max";
  self->report.expected = "premature, inconsistent cut, 13 witness steps";
}

void
lull_report_fixture_init_safe (LullReportFixture *self)
{
  init (self, LULL_VERDICT_SAFE, NULL, 0);
  set_figures (self->findings, 8988116, 56725949, 49);
  self->findings->exhaustive = TRUE;
  self->findings->terminal = 1;
  self->report.cuts = &safe_cuts;
  self->report.path = "mine/two-chains.yaml";
  self->report.scenario = "two chains of four calls";
  self->report.protocol = "pairwise";
  self->report.expected = "safe, 8988116 states";
}

void
lull_report_fixture_init_limit (LullReportFixture *self)
{
  init (self, LULL_VERDICT_INCONCLUSIVE, NULL, 1);
  set_figures (self->findings, 2500000, 14000000, 21);
  self->findings->bounds = LULL_BOUND_MEMORY | LULL_BOUND_DEPTH;
  self->findings->frontier = 812345;
  self->report.path = "mine/any-work.yaml";
  self->report.scenario = "any work of six messages";
  self->report.protocol = "pairwise (snapshot done-sent)";
  self->report.expected = "safe";
  self->report.ok = FALSE;
  self->report.mismatch = "found inconclusive, expected safe";
}

void
lull_report_fixture_init_livelock (LullReportFixture *self)
{
  init (self, LULL_VERDICT_LIVELOCK, lull_fixture_lasso (), 0);
  set_figures (self->findings, 64, 121, 9);
  self->findings->property = 1;
  self->findings->witness->loop_start = self->story->loop_start;
  self->findings->exhaustive = TRUE;
  lull_report_fixture_ask_for_livelocks (self);
  self->report.path = "mine/send-task.yaml";
  self->report.scenario = "a send task waits for a thread";
  self->report.protocol = "pairwise";
  self->report.expected = "safe";
  self->report.ok = FALSE;
  self->report.mismatch = "found livelock, expected safe";
}

void
lull_report_fixture_init_hostile (LullReportFixture *self)
{
  lull_report_fixture_init_race (self);
  self->report.path = LULL_HOSTILE;
  self->report.scenario = LULL_HOSTILE;
  self->report.protocol = LULL_HOSTILE;
  self->report.expected = LULL_HOSTILE;
  self->report.ok = FALSE;
  self->report.mismatch = LULL_HOSTILE;
  lull_story_add_finding (self->story, g_strdup (LULL_HOSTILE));
  lull_story_add_row (self->story,
                      (const char *const[]){ LULL_HOSTILE, LULL_HOSTILE, LULL_HOSTILE,
                                             LULL_HOSTILE, NULL });
  lull_story_add_lane (self->story, LULL_HOSTILE);
  lull_story_add_step (self->story, self->story->lanes->len - 1, 14,
                       g_strdup (LULL_HOSTILE));
}

void
lull_report_fixture_clear (LullReportFixture *self)
{
  lull_findings_free (self->findings);
  lull_story_free (self->story);
}

gboolean
lull_report_fixture_read_xml (const char *xml,
                              const GMarkupParser *reader,
                              gpointer user_data)
{
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (reader, 0, user_data, NULL);
  g_autoptr (GError) error = NULL;

  if (g_markup_parse_context_parse (context, xml, -1, &error) &&
      g_markup_parse_context_end_parse (context, &error))
    return TRUE;
  g_print ("%s\n", error->message);
  return FALSE;
}

gboolean
lull_report_fixture_is_clean (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if ((guchar) *at < 0x20 && *at != '\n' && *at != '\t')
      return FALSE;
  return g_utf8_validate (text, -1, NULL);
}
