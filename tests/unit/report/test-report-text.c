/* SPDX-License-Identifier: Apache-2.0 */
#include "golden.h"
#include "lull-test.h"
#include "report-fixtures.h"
#include "story-fixtures.h"

#include <string.h>

static const LullTextStyle plain = { FALSE, FALSE, FALSE };

typedef void (*FixtureInit) (LullReportFixture *self);

static const struct
{
  const char *name;
  FixtureInit init;
} fixtures[] = { { "race", lull_report_fixture_init_race },
                 { "safe", lull_report_fixture_init_safe },
                 { "limit", lull_report_fixture_init_limit },
                 { "livelock", lull_report_fixture_init_livelock } };

static char *
print (const LullReport *report, LullTextStyle style)
{
  GString *text = g_string_new (NULL);

  lull_report_to_text (report, &style, text);
  return g_string_free (text, FALSE);
}

static char *
print_story (const LullStory *story)
{
  GString *text = g_string_new (NULL);

  lull_story_to_text (story, &plain, text);
  return g_string_free (text, FALSE);
}

static void
reports_read_as_they_should (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_auto (LullReportFixture) fixture = { 0 };
      g_autofree char *golden =
          g_strdup_printf ("tests/golden/report/%s.txt", fixtures[i].name);
      g_autofree char *text = NULL;

      fixtures[i].init (&fixture);
      text = print (&fixture.report, plain);
      CU_ASSERT_TRUE (lull_golden_matches (golden, text));
    }
}

static void
the_documentation_shows_what_is_printed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_auto (LullReportFixture) fixture = { 0 };
      g_autofree char *text = NULL;

      fixtures[i].init (&fixture);
      text = print (&fixture.report, plain);
      CU_ASSERT_TRUE (
          lull_golden_specimen_matches ("docs/output.md", fixtures[i].name, text));
    }
}

static void
a_run_on_a_clock_shows_its_ticks (void)
{
  g_autoptr (LullStory) story = lull_fixture_clocked ();
  g_autofree char *text = print_story (story);

  CU_ASSERT_TRUE (lull_golden_matches ("tests/golden/report/clocked.txt", text));
  CU_ASSERT_TRUE (lull_golden_specimen_matches ("docs/output.md", "clocked", text));
}

static void
wall_clock_figures_appear_only_when_asked_for (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *timed = NULL;

  lull_report_fixture_init_safe (&fixture);
  first = print (&fixture.report, plain);
  fixture.findings->seconds = 99.5;
  second = print (&fixture.report, plain);
  timed = print (&fixture.report, (LullTextStyle){ FALSE, FALSE, TRUE });
  CU_ASSERT_STRING_EQUAL (first, second);
  CU_ASSERT_PTR_NULL (strstr (second, "99.5"));
  CU_ASSERT_PTR_NOT_NULL (strstr (timed, "99.50 seconds, 570,110 transitions a second"));
}

/* Takes out the escape sequences that colour the text. */
static char *
strip_colour (const char *text)
{
  g_autoptr (GRegex) colour = g_regex_new ("\033\\[[0-9;]*m", 0, 0, NULL);

  return g_regex_replace_literal (colour, text, -1, 0, "", 0, NULL);
}

static void
colour_changes_no_word (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_auto (LullReportFixture) fixture = { 0 };
      g_autofree char *dull = NULL;
      g_autofree char *coloured = NULL;
      g_autofree char *stripped = NULL;

      fixtures[i].init (&fixture);
      dull = print (&fixture.report, plain);
      coloured = print (&fixture.report, (LullTextStyle){ TRUE, FALSE, FALSE });
      stripped = strip_colour (coloured);
      CU_ASSERT_PTR_NULL (strchr (dull, '\033'));
      CU_ASSERT_PTR_NOT_NULL (strchr (coloured, '\033'));
      CU_ASSERT_STRING_EQUAL (stripped, dull);
    }
}

static gboolean
is_printable (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_unichar_iscntrl (g_utf8_get_char (at)) && *at != '\n')
      return FALSE;
  return TRUE;
}

static void
no_control_character_reaches_the_terminal (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *text = NULL;

  lull_report_fixture_init_hostile (&fixture);
  text = print (&fixture.report, plain);
  CU_ASSERT_TRUE (is_printable (text));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "ümläut"));
}

static void
lines_fit_a_terminal (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_auto (LullReportFixture) fixture = { 0 };
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;

      fixtures[i].init (&fixture);
      text = print (&fixture.report, plain);
      lines = g_strsplit (text, "\n", -1);
      for (guint line = 0; lines[line] != NULL; line++)
        {
          CU_ASSERT (g_utf8_strlen (lines[line], -1) <= 80);
          CU_ASSERT_FALSE (g_str_has_suffix (lines[line], " "));
        }
    }
}

static void
quiet_leaves_the_verdict_and_why_it_is_wrong (void)
{
  const LullTextStyle quiet = { FALSE, TRUE, TRUE };
  g_auto (LullReportFixture) race = { 0 };
  g_auto (LullReportFixture) livelock = { 0 };
  g_autofree char *expected = NULL;
  g_autofree char *wrong = NULL;

  lull_report_fixture_init_race (&race);
  lull_report_fixture_init_livelock (&livelock);
  expected = print (&race.report, quiet);
  wrong = print (&livelock.report, quiet);
  CU_ASSERT_STRING_EQUAL (
      expected, "ok     premature     scenarios/race-figure.yaml  allreduce-max\n");
  CU_ASSERT_STRING_EQUAL (wrong, "WRONG  livelock      mine/send-task.yaml  pairwise\n"
                                 "       found livelock, expected safe\n");
}

static void
every_limit_says_what_would_help (void)
{
  for (guint bound = 1; bound <= LULL_BOUND_INTERRUPT; bound <<= 1)
    {
      g_auto (LullReportFixture) fixture = { 0 };
      g_autofree char *text = NULL;
      g_autofree char *stopped =
          bound == LULL_BOUND_INTERRUPT
              ? g_strdup ("; interrupted;")
              : g_strdup_printf ("stopped by the limit on %s",
                                 lull_bound_to_string ((LullBounds) bound));

      lull_report_fixture_init_limit (&fixture);
      fixture.findings->bounds = bound;
      text = print (&fixture.report, plain);
      CU_ASSERT_PTR_NOT_NULL (strstr (text, stopped));
      CU_ASSERT_PTR_NOT_NULL (strstr (text, "  would help   "));
    }
}

static void
what_was_not_exact_is_said (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *text = NULL;

  lull_report_fixture_init_limit (&fixture);
  fixture.findings->sampled = TRUE;
  fixture.findings->initial_states = 64;
  fixture.findings->omission = 3.5e-9;
  text = print (&fixture.report, plain);
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "random walks"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "2,500,000 visits"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "64 walks"));
  CU_ASSERT_PTR_NULL (strstr (text, "initial states"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "3.50e-09"));
  CU_ASSERT_PTR_NULL (strstr (text, "bytes a state"));
}

static void
reductions_are_named (void)
{
  static const struct
  {
    gboolean reduced, symmetric;
    const char *words;
  } cases[] = {
    { TRUE, FALSE, "reduced by   partial order\n" },
    { FALSE, TRUE, "reduced by   symmetry\n" },
    { TRUE, TRUE, "reduced by   partial order and symmetry\n" },
  };
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *plainly = NULL;

  lull_report_fixture_init_safe (&fixture);
  plainly = print (&fixture.report, plain);
  CU_ASSERT_PTR_NULL (strstr (plainly, "reduced by"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (plainly, "exhaustive: every reachable state was seen\n"));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;

      fixture.findings->reduced = cases[i].reduced;
      fixture.findings->symmetric = cases[i].symmetric;
      text = print (&fixture.report, plain);
      CU_ASSERT_PTR_NOT_NULL (strstr (text, cases[i].words));
      CU_ASSERT_PTR_NOT_NULL (
          strstr (text, "exhaustive: every interleaving was covered\n"));
    }
}

/* What each verdict rules out, of an exhaustive check. */
static const struct
{
  LullVerdict verdict;
  gboolean livelocks; /* were asked for */
  const char *words;
} claims[] = {
  { LULL_VERDICT_SAFE, FALSE,
    "  rules out    premature, deadlock; livelock was not looked for\n" },
  { LULL_VERDICT_SAFE, TRUE, "  rules out    premature, deadlock, livelock\n" },
  { LULL_VERDICT_LIVELOCK, TRUE, "  rules out    premature, deadlock\n" },
  { LULL_VERDICT_DEADLOCK, TRUE, "  rules out    premature\n" },
  { LULL_VERDICT_VIOLATED, TRUE, NULL },
  { LULL_VERDICT_INCONCLUSIVE, TRUE,
    "  rules out    premature, deadlock; livelock is open\n" },
};

static void
a_verdict_says_what_it_rules_out (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_auto (LullReportFixture) fixture = { 0 };
      g_autofree char *text = NULL;

      lull_report_fixture_init_safe (&fixture);
      fixture.findings->verdict = claims[i].verdict;
      if (claims[i].livelocks)
        lull_report_fixture_ask_for_livelocks (&fixture);
      text = print (&fixture.report, plain);
      CU_ASSERT_EQUAL (strstr (text, "rules out") != NULL, claims[i].words != NULL);
      if (claims[i].words != NULL)
        CU_ASSERT_PTR_NOT_NULL (strstr (text, claims[i].words));
    }
}

static void
a_part_of_the_graph_rules_out_nothing (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_auto (LullReportFixture) fixture = { 0 };
      g_autofree char *text = NULL;

      lull_report_fixture_init_safe (&fixture);
      fixture.findings->exhaustive = FALSE;
      fixture.findings->verdict = claims[i].verdict;
      text = print (&fixture.report, plain);
      CU_ASSERT_PTR_NULL (strstr (text, "rules out"));
    }
}

static void
what_a_check_rules_out_is_bounded_by_what_it_may_have_missed (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *text = NULL;

  lull_report_fixture_init_safe (&fixture);
  fixture.findings->omission = 3.5e-9;
  text = print (&fixture.report, plain);
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "unless in a state that was missed"));
}

static void
a_witness_says_whether_it_is_shortest (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *shortest = NULL;
  g_autofree char *other = NULL;

  lull_report_fixture_init_race (&fixture);
  shortest = print (&fixture.report, plain);
  fixture.findings->shortest = FALSE;
  other = print (&fixture.report, plain);
  CU_ASSERT_PTR_NOT_NULL (strstr (shortest, "13 steps; none is shorter\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (other, "13 steps; a shorter one may exist\n"));
}

static void
few_states_are_not_charged_with_the_fixed_costs (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autofree char *little = NULL;
  g_autofree char *few = NULL;
  g_autofree char *many = NULL;

  lull_report_fixture_init_safe (&fixture);
  fixture.findings->bytes = 44000000;
  fixture.findings->states = 99999;
  few = print (&fixture.report, plain);
  fixture.findings->states = 100000;
  many = print (&fixture.report, plain);
  fixture.findings->bytes = (16U << 20) - 1;
  little = print (&fixture.report, plain);
  CU_ASSERT_PTR_NULL (strstr (little, "memory"));
  CU_ASSERT_PTR_NOT_NULL (strstr (few, "  memory       42.0 MiB in all\n"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (many, "  memory       440.0 bytes a state, 42.0 MiB in all\n"));
}

static void
a_broken_contract_is_told_apart_from_a_limit (void)
{
  g_auto (LullReportFixture) fixture = { 0 };
  g_autoptr (LullStory) breach = lull_fixture_lasso ();
  g_autofree char *alone = NULL;
  g_autofree char *both = NULL;

  lull_report_fixture_init_race (&fixture);
  fixture.findings->bounds = LULL_BOUND_CONSTRAINT;
  fixture.report.breach = breach;
  alone = print (&fixture.report, plain);
  CU_ASSERT_PTR_NOT_NULL (strstr (alone, "\n       Never leaving join: A, B."));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (alone, "not exhaustive; a broken contract was not followed"));
  CU_ASSERT_PTR_NULL (strstr (alone, "limit"));
  CU_ASSERT_PTR_NOT_NULL (strstr (alone, "Witness: 13 steps; none is shorter"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (alone, "A run that breaks the contract: 9 steps; a shorter one may exist"));
  fixture.findings->bounds |= LULL_BOUND_DEPTH;
  fixture.report.breach_is_shortest = TRUE;
  both = print (&fixture.report, plain);
  CU_ASSERT_PTR_NOT_NULL (strstr (both, "followed;"));
  CU_ASSERT_PTR_NOT_NULL (strstr (both, "limit on depth"));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (both, "A run that breaks the contract: 9 steps; none is shorter"));
}

static CU_TestInfo specimen_tests[] = {
  { "reports read as they should", reports_read_as_they_should },
  { "the documentation shows what is printed", the_documentation_shows_what_is_printed },
  { "a run on a clock shows its ticks", a_run_on_a_clock_shows_its_ticks },
  CU_TEST_INFO_NULL,
};

static CU_TestInfo style_tests[] = {
  { "wall-clock figures appear only when asked for",
    wall_clock_figures_appear_only_when_asked_for },
  { "colour changes no word", colour_changes_no_word },
  { "no control character reaches the terminal",
    no_control_character_reaches_the_terminal },
  { "lines fit a terminal", lines_fit_a_terminal },
  { "quiet leaves the verdict and why it is wrong",
    quiet_leaves_the_verdict_and_why_it_is_wrong },
  CU_TEST_INFO_NULL,
};

static CU_TestInfo honesty_tests[] = {
  { "every limit says what would help", every_limit_says_what_would_help },
  { "what was not exact is said", what_was_not_exact_is_said },
  { "reductions are named", reductions_are_named },
  { "a verdict says what it rules out", a_verdict_says_what_it_rules_out },
  { "a part of the graph rules out nothing", a_part_of_the_graph_rules_out_nothing },
  { "what a check rules out is bounded by what it may have missed",
    what_a_check_rules_out_is_bounded_by_what_it_may_have_missed },
  { "a witness says whether it is shortest", a_witness_says_whether_it_is_shortest },
  { "a broken contract is told apart from a limit",
    a_broken_contract_is_told_apart_from_a_limit },
  { "few states are not charged with the fixed costs",
    few_states_are_not_charged_with_the_fixed_costs },
  CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
  { "specimens", NULL, NULL, NULL, NULL, specimen_tests },
  { "style", NULL, NULL, NULL, NULL, style_tests },
  { "honesty", NULL, NULL, NULL, NULL, honesty_tests },
  CU_SUITE_INFO_NULL,
};

int
main (void)
{
  return lull_test_main (suites);
}
