/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whatever a world can do can be told: witnesses and simulated runs of random worlds over
 * every switch become stories that hold together, figures, and pages.
 */
#include "lull-checker.h"
#include "lull-drawn-protocol.h"
#include "lull-figure.h"
#include "lull-random-world.h"
#include "lull-report.h"
#include "lull-simulator.h"
#include "lull-story-laws.h"
#include "lull-test.h"

#define WORLDS 1500U
#define HOPELESS_EVERY 8U /* a drawn protocol, which may break its contract */
#define DRAWN_EVERY 10U   /* figures are dear */
#define STATES_MAX 600U
#define RUN_STEPS 60U

/* What was told so far. */
typedef struct
{
  guint verdicts[LULL_VERDICT_INCONCLUSIVE + 1];
  guint breaches;
  guint drawn;
} Told;

static gboolean
draw (const LullStory *story)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) svg = lull_figure_to_svg (story, &error);

  return svg != NULL;
}

static gboolean
write (const LullRandomWorld *drawn,
       const LullFindings *findings,
       const LullStory *story,
       const LullStory *breach)
{
  const LullReport report = { .path = "drawn.yaml",
                              .scenario = drawn->text,
                              .protocol = "drawn",
                              .expected = "safe",
                              .model = lull_world_get_model (drawn->world),
                              .findings = findings,
                              .story = story,
                              .breach = breach };
  const LullTextStyle style = { .colour = TRUE };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *json = lull_report_to_json (&report);

  lull_report_to_text (&report, &style, text);
  return text->len > 0 && g_utf8_validate (json, -1, NULL);
}

static gboolean
write_page (const LullRandomWorld *drawn,
            const LullFindings *findings,
            const LullStory *story)
{
  const LullReport report = { .path = "drawn.yaml",
                              .scenario = drawn->text,
                              .protocol = "drawn",
                              .expected = "safe",
                              .model = lull_world_get_model (drawn->world),
                              .findings = findings,
                              .story = story };
  g_autoptr (LullPage) page = lull_page_new ();
  g_autofree char *html = NULL;

  lull_page_add (page, &report);
  html = lull_page_to_html (page);
  return strstr (html, "</html>") != NULL;
}

static gboolean
is_sound (const LullRandomWorld *drawn, const char *what, const LullStory *story)
{
  const char *flaw = lull_story_find_flaw (story);

  if (flaw != NULL)
    g_print ("\n    %s: %s: %s", drawn->text, what, flaw);
  return flaw == NULL;
}

static LullStory *
tell_breach (const LullRandomWorld *drawn, const LullCheckOptions *options)
{
  g_autoptr (LullFindings) findings =
      lull_check (lull_world_get_contract_model (drawn->world), options);

  return findings->witness != NULL
             ? lull_world_tell (drawn->world, findings->witness, NULL)
             : NULL;
}

static void
check_witness (const LullRandomWorld *drawn, gboolean is_drawn, Told *told)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  g_autoptr (LullFindings) findings = NULL;
  g_autoptr (LullStory) story = NULL;
  g_autoptr (LullStory) breach = NULL;

  options.states_max = STATES_MAX;
  findings = lull_check (lull_world_get_model (drawn->world), &options);
  told->verdicts[findings->verdict]++;
  if (findings->outside > 0)
    breach = tell_breach (drawn, &options);
  if (findings->witness != NULL)
    story = lull_world_tell (drawn->world, findings->witness, NULL);
  if (story != NULL)
    CU_ASSERT_TRUE (is_sound (drawn, "a witness", story));
  if (breach != NULL)
    CU_ASSERT_TRUE (is_sound (drawn, "a broken contract", breach));
  told->breaches += breach != NULL ? 1 : 0;
  CU_ASSERT_TRUE (write (drawn, findings, story, breach));
  if (story == NULL || !is_drawn)
    return;
  CU_ASSERT_TRUE (write_page (drawn, findings, story));
  told->drawn++;
}

static void
check_run (const LullRandomWorld *drawn, guint64 seed, gboolean is_drawn, Told *told)
{
  g_autoptr (LullRun) run = lull_simulate (drawn->world, seed, RUN_STEPS, seed % 2 == 0);
  g_autoptr (LullStory) story =
      lull_world_tell (drawn->world, run->trace, (const guint64 *) run->ticks->data);
  const LullTextStyle style = { .colour = FALSE };
  g_autoptr (GString) text = g_string_new (NULL);

  CU_ASSERT_TRUE (is_sound (drawn, "a run", story));
  lull_story_to_text (story, &style, text);
  CU_ASSERT_TRUE (text->len > 0);
  if (!is_drawn || story->steps->len == 0)
    return;
  CU_ASSERT_TRUE (draw (story));
  told->drawn++;
}

static void
whatever_happens_can_be_told (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  const LullProtocol *const hopeless[] = { &lull_drawn_protocol, NULL };
  const LullRandomRange ranges[] = {
    { .workers_max = 4, .extras = LULL_TWIN_LIVELOCKS },
    { .workers_max = 3, .extras = LULL_TWIN_LIVELOCKS, .protocols = hopeless }
  };
  Told told = { 0 };

  for (guint i = 0; i < WORLDS; i++)
    {
      g_auto (LullRandomWorld) drawn = { 0 };
      gboolean is_drawn = i % DRAWN_EVERY == 0;

      lull_random_world_draw_within (&drawn, &numbers,
                                     &ranges[i % HOPELESS_EVERY == 0 ? 1 : 0]);
      check_witness (&drawn, is_drawn, &told);
      check_run (&drawn, i, is_drawn, &told);
    }
  CU_ASSERT_TRUE (told.verdicts[LULL_VERDICT_VIOLATED] > 0);
  CU_ASSERT_TRUE (told.verdicts[LULL_VERDICT_DEADLOCK] > 0);
  CU_ASSERT_TRUE (told.verdicts[LULL_VERDICT_LIVELOCK] > 0);
  CU_ASSERT_TRUE (told.breaches > 0);
  CU_ASSERT_TRUE (told.drawn > 0);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "whatever happens can be told", whatever_happens_can_be_told }, CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "stories of random worlds", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
