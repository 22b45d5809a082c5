/* SPDX-License-Identifier: Apache-2.0 */
#include "cli-program.h"
#include "lull-frequencies.h"
#include "lull-judgement.h"
#include "lull-memory.h"
#include "lull-number.h"
#include "lull-scenario-paths.h"
#include "lull-test.h"

#include <math.h>

static void
sizes_take_a_letter_for_a_power_of_1024 (void)
{
  static const struct
  {
    const char *text;
    guint64 bytes;
  } rows[] = {
    { "1", 1 },
    { "1048576", 1048576 },
    { "3k", 3 * 1024 },
    { "512M", (guint64) 512 << 20 },
    { "8G", (guint64) 8 << 30 },
    { "1T", (guint64) 1 << 40 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint64 bytes = 0;

      CU_ASSERT_TRUE (lull_number_parse_size ("--memory", rows[i].text, &bytes, NULL));
      CU_ASSERT_EQUAL (bytes, rows[i].bytes);
    }
}

static void
sizes_that_are_none_are_refused (void)
{
  static const char *const texts[] = {
    "", "M", "0", "-1", "+1", " 1", "1 M", "1.5G", "1GB", "0x10", "99999999999T", NULL
  };

  for (const char *const *text = texts; *text != NULL; text++)
    {
      g_autoptr (GError) error = NULL;
      guint64 bytes;

      CU_ASSERT_FALSE (lull_number_parse_size ("--memory", *text, &bytes, &error));
      CU_ASSERT_TRUE (
          g_error_matches (error, LULL_NUMBER_ERROR, LULL_NUMBER_ERROR_INVALID));
    }
}

static void
numbers_keep_to_their_range (void)
{
  guint64 number = 0;

  CU_ASSERT_TRUE (lull_number_parse ("--threads", "256", 1, 256, &number, NULL));
  CU_ASSERT_EQUAL (number, 256);
  CU_ASSERT_FALSE (lull_number_parse ("--threads", "257", 1, 256, &number, NULL));
  CU_ASSERT_FALSE (lull_number_parse ("--threads", "0", 1, 256, &number, NULL));
  CU_ASSERT_FALSE (lull_number_parse ("--threads", "-1", 1, 256, &number, NULL));
  CU_ASSERT_FALSE (lull_number_parse ("--threads", "2x", 1, 256, &number, NULL));
}

static void
seconds_are_plain_decimals_above_zero (void)
{
  static const char *const wrong[] = { "",     "0",     "-1", "inf", "nan", "1e3",
                                       "0x10", "1.2.3", ".",  " 1",  NULL };
  double seconds = 0;

  CU_ASSERT_TRUE (lull_number_parse_seconds ("--time", "0.5", &seconds, NULL));
  CU_ASSERT_DOUBLE_EQUAL (seconds, 0.5, 0);
  CU_ASSERT_TRUE (lull_number_parse_seconds ("--time", "90", &seconds, NULL));
  CU_ASSERT_DOUBLE_EQUAL (seconds, 90, 0);
  for (const char *const *text = wrong; *text != NULL; text++)
    CU_ASSERT_FALSE (lull_number_parse_seconds ("--time", *text, &seconds, NULL));
}

/* What defines the interval, apart from the formula for it: its ends are the frequencies
 * b that a score test would just not reject, (count/n - b)^2 = z^2 b (1 - b) / n. */
static void
wilson_intervals_end_where_the_score_test_does (void)
{
  static const guint64 rows[][2] = {
    { 0, 10 }, { 5, 10 }, { 10, 10 }, { 15, 50 }, { 3, 100000 }
  };
  const double z = 1.959963984540054;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LullInterval interval = lull_wilson_interval (rows[i][0], rows[i][1]);
      double n = (double) rows[i][1];
      double p = (double) rows[i][0] / n;

      CU_ASSERT_TRUE (interval.low <= p && p <= interval.high &&
                      interval.low < interval.high);
      CU_ASSERT_DOUBLE_EQUAL (pow (p - interval.low, 2),
                              z * z * interval.low * (1 - interval.low) / n, 1e-12);
      CU_ASSERT_DOUBLE_EQUAL (pow (p - interval.high, 2),
                              z * z * interval.high * (1 - interval.high) / n, 1e-12);
    }
}

static void
frequencies_keep_the_first_seed_of_each_verdict (void)
{
  LullFrequencies seen = { 0 };

  lull_frequencies_add (&seen, LULL_VERDICT_SAFE, 5);
  lull_frequencies_add (&seen, LULL_VERDICT_VIOLATED, 6);
  lull_frequencies_add (&seen, LULL_VERDICT_SAFE, 7);
  CU_ASSERT_EQUAL (seen.runs, 3);
  CU_ASSERT_EQUAL (seen.count[LULL_VERDICT_SAFE], 2);
  CU_ASSERT_EQUAL (seen.first_seed[LULL_VERDICT_SAFE], 5);
  CU_ASSERT_EQUAL (seen.first_seed[LULL_VERDICT_VIOLATED], 6);
}

static void
a_memory_field_is_read_in_kilobytes (void)
{
  static const char text[] = "MemTotal:       24689764 kB\nMemAvailable:   23611524 kB\n";

  CU_ASSERT_EQUAL (lull_memory_field (text, "MemAvailable"), (guint64) 23611524 * 1024);
  CU_ASSERT_EQUAL (lull_memory_field (text, "MemFree"), 0);
}

static void
a_folder_stands_for_its_scenarios_in_byte_order (void)
{
  static const char *const names[] = { "d/A.yaml", "d/a.yaml", "d/a/z.yaml", "d/b.yaml" };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_build_filename (cli_folder (), "d", NULL);

  for (guint i = G_N_ELEMENTS (names); i > 0; i--)
    cli_write (names[i - 1], "");
  cli_write ("d/notes.txt", "");
  cli_write ("d/.hidden/c.yaml", "");
  CU_ASSERT_TRUE (lull_scenario_paths_expand (paths, folder, NULL));
  CU_ASSERT_EQUAL (paths->len, G_N_ELEMENTS (names));
  for (guint i = 0; i < MIN (paths->len, G_N_ELEMENTS (names)); i++)
    CU_ASSERT_TRUE (g_str_has_suffix (g_ptr_array_index (paths, i), names[i]));
}

static void
a_folder_without_scenarios_is_an_error (void)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_build_filename (cli_folder (), "empty", NULL);
  g_autoptr (GError) error = NULL;

  cli_write ("empty/readme.txt", "");
  CU_ASSERT_FALSE (lull_scenario_paths_expand (paths, folder, &error));
  CU_ASSERT_TRUE (g_error_matches (error, LULL_SCENARIO_PATHS_ERROR,
                                   LULL_SCENARIO_PATHS_ERROR_EMPTY));
}

static gboolean
never (const LullModel *self, const guint8 *state)
{
  (void) self;
  (void) state;
  return FALSE;
}

static const LullProperty properties[] = { { "premature", "nobody leaves early",
                                             LULL_PROPERTY_ALWAYS, never } };
static const LullModel model = { .properties = properties, .property_count = 1 };

/* Judges findings of 7 states and 9 transitions in 3 levels, with a witness of 2 steps.
 */
static void
judge (LullJudgement *judgement,
       const LullExpectation *expectation,
       LullVerdict verdict,
       guint64 frontier,
       LullCutKind cut)
{
  g_autoptr (LullTrace) witness = lull_trace_new (0);
  g_autoptr (LullStory) story = lull_story_new ("a run");
  const LullFindings findings = {
    .verdict = verdict,
    .states = 7,
    .transitions = 9,
    .depth = 3,
    .frontier = frontier,
    .witness = witness,
  };

  lull_trace_append (witness, 1);
  lull_trace_append (witness, 2);
  story->cut = cut;
  g_ptr_array_add (story->missed, g_strdup ("call 21 is queued"));
  g_ptr_array_add (story->missed, g_strdup ("call 2 is on the wire"));
  lull_judgement_init (judgement, expectation, &model, &findings, story);
}

static void
judgements_follow_the_expectation (void)
{
  static char safe[] = "safe";
  static char premature[] = "premature";
  static char call[] = "call";
  static char call_2[] = "call 2";
  static char call_2_queued[] = "call 2 is queued";
  const guint64 none = LULL_UNSTATED;
  const struct
  {
    LullExpectation expectation;
    LullVerdict verdict;
    guint64 frontier;
    LullCutKind cut;
    LullJudgementKind kind;
    const char *mismatch;
  } rows[] = {
    { { safe, 0, none, none, none, none, NULL },
      LULL_VERDICT_SAFE,
      0,
      0,
      LULL_JUDGEMENT_EXPECTED,
      NULL },
    { { safe, 0, none, none, none, none, NULL },
      LULL_VERDICT_VIOLATED,
      4,
      0,
      LULL_JUDGEMENT_OTHER,
      "found premature, expected safe" },
    { { safe, 0, none, none, none, none, NULL },
      LULL_VERDICT_INCONCLUSIVE,
      4,
      0,
      LULL_JUDGEMENT_INCONCLUSIVE,
      "found inconclusive, expected safe" },
    { { safe, 0, 8, none, none, none, NULL },
      LULL_VERDICT_SAFE,
      0,
      0,
      LULL_JUDGEMENT_OTHER,
      "found 7 states, expected 8" },
    { { safe, 0, 7, 9, 4, none, NULL },
      LULL_VERDICT_SAFE,
      0,
      0,
      LULL_JUDGEMENT_OTHER,
      "found 3 levels, expected 4" },
    { { premature, 0, 8, none, none, none, NULL },
      LULL_VERDICT_VIOLATED,
      4,
      0,
      LULL_JUDGEMENT_INCONCLUSIVE,
      "stopped before the expected figures could be compared" },
    { { premature, LULL_CUT_INCONSISTENT, 7, 9, 3, 2, NULL },
      LULL_VERDICT_VIOLATED,
      0,
      LULL_CUT_INCONSISTENT,
      LULL_JUDGEMENT_EXPECTED,
      NULL },
    { { premature, LULL_CUT_INCONSISTENT, none, none, none, none, NULL },
      LULL_VERDICT_VIOLATED,
      0,
      LULL_CUT_CONSISTENT,
      LULL_JUDGEMENT_OTHER,
      "found consistent cut, expected inconsistent" },
    { { premature, 0, none, none, none, 3, NULL },
      LULL_VERDICT_VIOLATED,
      0,
      0,
      LULL_JUDGEMENT_OTHER,
      "found 2 witness steps, expected 3" },
    { { premature, 0, none, none, none, none, call_2 },
      LULL_VERDICT_VIOLATED,
      0,
      0,
      LULL_JUDGEMENT_EXPECTED,
      NULL },
    { { premature, 0, none, none, none, none, call_2_queued },
      LULL_VERDICT_VIOLATED,
      0,
      0,
      LULL_JUDGEMENT_OTHER,
      "found as missed: call 21 is queued; call 2 is on the wire; expected call 2 is "
      "queued" },
    { { premature, 0, none, none, none, none, call },
      LULL_VERDICT_VIOLATED,
      0,
      0,
      LULL_JUDGEMENT_EXPECTED,
      NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (LullJudgement) judgement = { 0 };

      judge (&judgement, &rows[i].expectation, rows[i].verdict, rows[i].frontier,
             rows[i].cut);
      CU_ASSERT_EQUAL (judgement.kind, rows[i].kind);
      CU_ASSERT_EQUAL (g_strcmp0 (judgement.mismatch, rows[i].mismatch), 0);
    }
}

int
main (void)
{
  CU_TestInfo numbers[] = {
    { "sizes take a letter for a power of 1024",
      sizes_take_a_letter_for_a_power_of_1024 },
    { "sizes that are none are refused", sizes_that_are_none_are_refused },
    { "numbers keep to their range", numbers_keep_to_their_range },
    { "seconds are plain decimals above zero", seconds_are_plain_decimals_above_zero },
    { "a memory field is read in kilobytes", a_memory_field_is_read_in_kilobytes },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo frequencies[] = {
    { "Wilson intervals end where the score test does",
      wilson_intervals_end_where_the_score_test_does },
    { "frequencies keep the first seed of each verdict",
      frequencies_keep_the_first_seed_of_each_verdict },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo scenarios[] = {
    { "a folder stands for its scenarios in byte order",
      a_folder_stands_for_its_scenarios_in_byte_order },
    { "a folder without scenarios is an error", a_folder_without_scenarios_is_an_error },
    { "judgements follow the expectation", judgements_follow_the_expectation },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "numbers", NULL, NULL, NULL, NULL, numbers },
    { "frequencies", NULL, NULL, NULL, NULL, frequencies },
    { "scenarios", cli_folder_init, cli_folder_clear, NULL, NULL, scenarios },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
