/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-simulator.h"
#include "lull-test.h"
#include "lull-trace-file.h"

#include <glib/gstdio.h>
#include <string.h>

static const char race[] = "workers: [A, B]\n"
                           "calls:\n"
                           "  - A -> B:\n"
                           "      - B -> A\n"
                           "protocol: pairwise\n";

static const LullOverride allreduce = { "protocol", "allreduce-max" };

static LullScenario *
read_race (void)
{
  return lull_scenario_parse ("race.yaml", race, strlen (race), &allreduce, 1, NULL);
}

/* The first seeded run in which somebody leaves too early. */
static LullRun *
run_race (const LullScenario *scenario)
{
  for (guint64 seed = 0; seed < 10000; seed++)
    {
      g_autoptr (LullRun) run =
          lull_simulate (lull_scenario_get_world (scenario), seed, 1000, FALSE);

      if (run->verdict == LULL_VERDICT_VIOLATED)
        return g_steal_pointer (&run);
    }
  g_error ("no seed shows the race");
}

static char *
save_race (gboolean with_ticks)
{
  g_autoptr (LullScenario) scenario = read_race ();
  g_autoptr (LullRun) run = run_race (scenario);

  return lull_trace_file_to_json (scenario, &allreduce, 1, run->trace,
                                  with_ticks ? run->ticks : NULL, "premature");
}

static LullTraceFile *
load_text (const char *text, gsize length, GError **error)
{
  return lull_trace_file_parse ("t.json", text, length, error);
}

static void
check_refused (const char *text, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullTraceFile) file = load_text (text, strlen (text), &error);

  CU_ASSERT_PTR_NULL (file);
  if (error == NULL || strstr (error->message, message) == NULL)
    g_print ("found    %s\nexpected %s\n", error != NULL ? error->message : "nothing",
             message);
  CU_ASSERT (error != NULL && strstr (error->message, message) != NULL);
}

/* @p text with the first @p from replaced, which has to be in it. */
static char *
replaced (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);

  CU_ASSERT_PTR_NOT_NULL (at);
  if (at == NULL)
    return g_strdup (text);
  return g_strdup_printf ("%.*s%s%s", (int) (at - text), text, to, at + strlen (from));
}

static void
check_replaced (const char *from, const char *to, const char *message)
{
  g_autofree char *saved = save_race (TRUE);
  g_autofree char *changed = replaced (saved, from, to);

  check_refused (changed, message);
}

static void
test_round_trip (void)
{
  g_autofree char *saved = save_race (TRUE);
  g_autoptr (LullTraceFile) file = load_text (saved, strlen (saved), NULL);
  g_autoptr (LullScenario) scenario = read_race ();
  g_autoptr (LullRun) run = run_race (scenario);
  g_autofree char *again = NULL;

  CU_ASSERT_PTR_NOT_NULL (file);
  if (file == NULL)
    return;
  CU_ASSERT_STRING_EQUAL (file->verdict, "premature");
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_protocol (file->scenario)->name,
                          "allreduce-max");
  CU_ASSERT_EQUAL (file->trace->actions->len, run->trace->actions->len);
  CU_ASSERT (memcmp (file->trace->actions->data, run->trace->actions->data,
                     run->trace->actions->len * sizeof (LullAction)) == 0);
  CU_ASSERT (memcmp (file->ticks->data, run->ticks->data,
                     run->ticks->len * sizeof (guint64)) == 0);
  again = lull_trace_file_to_json (file->scenario, &allreduce, 1, file->trace,
                                   file->ticks, file->verdict);
  CU_ASSERT_STRING_EQUAL (again, saved);
}

/* Rounds that do not agree, again and again, while a cast is on the wire. */
static LullTrace *
go_round (const LullModel *model)
{
  static const char *const wanted[] = { "main send", "contribute", "read the result",
                                        NULL };
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  g_autofree guint8 *state = g_malloc (model->state_size);
  LullTrace *trace = lull_trace_new (0);

  while (lull_trace_length (trace) < 7)
    {
      guint chosen = 0;

      lull_trace_replay (trace, model, NULL, NULL, state, NULL);
      model->actions (model, state, actions);
      while (!g_strv_contains (wanted, model->kinds[lull_action_kind (actions[chosen])]))
        chosen++;
      lull_trace_append (trace, actions[chosen]);
    }
  trace->loop_start = 3;
  return trace;
}

static void
test_slowness_is_no_livelock (void)
{
  static const char slow[] = "calls:\n  - W0 ~> W1\n";
  g_autoptr (LullScenario) scenario =
      lull_scenario_parse ("slow.yaml", slow, strlen (slow), NULL, 0, NULL);
  const LullModel *model = lull_world_get_model (lull_scenario_get_world (scenario));
  g_autoptr (LullTrace) trace = go_round (model);
  g_autofree char *text =
      lull_trace_file_to_json (scenario, NULL, 0, trace, NULL, "livelock");

  CU_ASSERT_TRUE (lull_trace_replay (trace, model, NULL, NULL, NULL, NULL));
  check_refused (text,
                 "found the verdict \"livelock\", expected one that the trace shows");
}

static void
test_witness_has_no_ticks (void)
{
  g_autofree char *saved = save_race (FALSE);
  g_autoptr (LullTraceFile) file = load_text (saved, strlen (saved), NULL);

  CU_ASSERT (file != NULL && file->ticks == NULL);
}

/* Every kind of character that JSON or YAML treats in a way of its own. */
static void
test_text_survives (void)
{
  static const char text[] = "# \"quoted\" \\ / \t "
                             "\xf0\x9f\x8c\x8a </script> \\u0041 %s\r\n"
                             "workers: 2\n";
  g_autoptr (LullScenario) scenario =
      lull_scenario_parse ("odd \"name\".yaml", text, strlen (text), NULL, 0, NULL);
  g_autoptr (LullTrace) trace = lull_trace_new (0);
  g_autofree char *saved =
      lull_trace_file_to_json (scenario, NULL, 0, trace, NULL, "inconclusive");
  g_autoptr (LullTraceFile) file = load_text (saved, strlen (saved), NULL);
  gsize length;

  CU_ASSERT_PTR_NOT_NULL (file);
  if (file == NULL)
    return;
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_text (file->scenario, &length), text);
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_path (file->scenario), "odd \"name\".yaml");
}

static void
test_every_prefix_is_refused (void)
{
  g_autofree char *saved = save_race (TRUE);
  const gsize length = strlen (saved) - strlen ("\n");

  for (gsize prefix = 0; prefix < length; prefix++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LullTraceFile) file = load_text (saved, prefix, &error);

      CU_ASSERT (file == NULL && g_error_matches (error, LULL_TRACE_FILE_ERROR,
                                                  LULL_TRACE_FILE_ERROR_FORMAT));
    }
}

/* The number, from 1, of the first step whose line has @p part in it. */
static guint
step_with (const char *saved, const char *part)
{
  g_auto (GStrv) lines = g_strsplit (strstr (saved, "\"steps\""), "\n", -1);
  guint step = 1;

  while (lines[step] != NULL && strstr (lines[step], part) == NULL)
    step++;
  CU_ASSERT_PTR_NOT_NULL (lines[step]);
  return step;
}

static void
test_changed_scenario (void)
{
  g_autofree char *saved = save_race (TRUE);
  g_autofree char *message =
      g_strdup_printf (": step %u: found ", step_with (saved, "call 2"));

  /* The step that sends the nested call to somebody else is the first that differs. */
  check_replaced ("      - B -> A\\n", "      - B -> B\\n", message);
  check_replaced (
      "      - B -> A\\n", "      - B -> B\\n",
      "sends call 2 to A\", expected \"B: handler of call 1 sends call 2 to B");
  check_replaced ("      - B -> A\\n", "      []\\n",
                  "expected a step that is enabled there");
  check_replaced ("workers: [A, B]", "workers: [A, C]",
                  ": the scenario in it: race.yaml:3:5: found");
  check_replaced ("[A, B]", "[A, B, C]", ": step ");
}

static void
test_changed_steps (void)
{
  g_autofree char *saved = save_race (TRUE);
  const guint step = step_with (saved, "call 2");
  g_autofree char *words = g_strdup_printf (": step %u: found \"", step);

  check_replaced ("call 2", "call 3", words);
  check_replaced ("\"action\": ", "\"action\": 1", ": step 1: found \"");
  check_replaced ("\"initial\": 0", "\"initial\": 1",
                  "found initial state 1, expected one below 1");
  check_replaced ("\"initial\": 0", "\"initial\": 0, \"loop_start\": 2",
                  "found another state at the end than before step 3");
  check_replaced ("\"verdict\": \"premature\"", "\"verdict\": \"safe\"",
                  ": found the verdict \"safe\", expected one that the trace shows");
  check_replaced ("\"verdict\": \"premature\"", "\"verdict\": \"deadlock\"",
                  ": found the verdict \"deadlock\", expected one that the trace shows");
}

static void
test_a_missing_last_step (void)
{
  g_autofree char *saved = save_race (TRUE);
  char *last = g_strrstr (saved, ",\n    { \"action\"");

  *last = '\0';
  {
    g_autofree char *shorter = g_strconcat (saved, "\n  ]\n}\n", NULL);

    check_refused (shorter,
                   "found the verdict \"premature\", expected one that the trace shows");
  }
}

static void
test_other_formats (void)
{
  check_replaced ("lull-trace", "lull-track",
                  ": found the format \"lull-track\", expected lull-trace");
  check_replaced ("\"version\": 1", "\"version\": 2", ": found version 2, expected 1");
  check_replaced ("\"version\": 1", "\"version\": \"1\"",
                  "found no whole number for version");
  check_replaced ("\"path\"", "\"paht\"",
                  ": found the member \"paht\", expected one of format");
  check_replaced ("\"tick\": ", "\"tock\": ", "found the member \"tock\"");
  check_replaced ("\"steps\": [", "\"steps\": [ 3,",
                  "step 1: found no object, expected one");
  check_replaced ("\"overrides\": [", "\"overrides\": [ 3,",
                  "found no object for override 1");
  check_refused ("[]", "found no object, expected a trace file");
  check_refused ("{ \"a\": /* a comment */ 3 }", "found / between values, expected JSON");
  check_refused ("{ 'a': 3 }", "found ' between values, expected JSON");
  check_refused ("\xff", "found bytes that are not UTF-8");
  check_refused ("[[[[[[", "found values nested too deep");
}

static void
test_ticks_never_go_back (void)
{
  g_autofree char *saved = save_race (TRUE);
  g_autofree char *late = replaced (saved, "\"tick\": ", "\"tick\": 99999");
  g_autofree char *absent = NULL;
  const char *tick = strstr (saved, "\"tick\": ");
  g_autofree char *member = g_strndup (tick, strcspn (tick, ",") + 2);

  check_refused (late, "step 2: found tick ");
  absent = replaced (saved, member, "");
  check_refused (absent, "step 2: found a tick, expected every step to have one or none");
}

static void
test_files (void)
{
  g_autoptr (LullScenario) scenario = read_race ();
  g_autoptr (LullRun) run = run_race (scenario);
  g_autoptr (LullTraceFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  const int opened = g_file_open_tmp ("lull-trace-XXXXXX", &path, NULL);

  g_close (opened, NULL);
  CU_ASSERT_TRUE (lull_trace_file_save (path, scenario, &allreduce, 1, run->trace,
                                        run->ticks, "premature", NULL));
  file = lull_trace_file_load (path, NULL);
  CU_ASSERT (file != NULL && file->trace->actions->len == run->trace->actions->len);
  g_file_set_contents (path, "[]", -1, NULL);
  CU_ASSERT_PTR_NULL (lull_trace_file_load (path, &error));
  CU_ASSERT (error != NULL && g_str_has_prefix (error->message, path));
  g_unlink (path);
}

static void
test_files_that_cannot_be_used (void)
{
  g_autoptr (LullScenario) scenario = read_race ();
  g_autoptr (LullRun) run = run_race (scenario);
  g_autoptr (GError) unwritable = NULL;
  g_autoptr (GError) missing = NULL;

  CU_ASSERT_FALSE (lull_trace_file_save ("/no/such/folder/trace.json", scenario,
                                         &allreduce, 1, run->trace, run->ticks,
                                         "premature", &unwritable));
  CU_ASSERT (
      g_error_matches (unwritable, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_READ));
  CU_ASSERT_PTR_NULL (lull_trace_file_load ("/no/such/trace.json", &missing));
  CU_ASSERT (
      g_error_matches (missing, LULL_TRACE_FILE_ERROR, LULL_TRACE_FILE_ERROR_READ));
}

/* The block of JSON in the description of the format. */
static char *
documented_trace (const char *document)
{
  static const char fence[] = "```json\n";
  const char *start = strstr (document, fence);

  CU_ASSERT_PTR_NOT_NULL (start);
  return start != NULL
             ? g_strndup (start + strlen (fence),
                          (gsize) (strstr (start + strlen (fence), "```") - start) -
                              strlen (fence))
             : g_strdup ("");
}

static void
test_documented_trace (void)
{
  g_autofree char *path = lull_test_source_path ("docs/trace-format.md");
  g_autofree char *document = NULL;
  g_autofree char *trace = NULL;
  g_autofree char *again = NULL;
  const LullOverride barrier = { "protocol", "barrier-sync" };
  g_autoptr (LullTraceFile) file = NULL;

  CU_ASSERT (g_file_get_contents (path, &document, NULL, NULL));
  trace = documented_trace (document);
  file = load_text (trace, strlen (trace), NULL);
  CU_ASSERT_PTR_NOT_NULL (file);
  if (file == NULL)
    return;
  again = lull_trace_file_to_json (file->scenario, &barrier, 1, file->trace, NULL,
                                   file->verdict);
  CU_ASSERT_STRING_EQUAL (again, trace);
}

int
main (void)
{
  CU_TestInfo whole[] = {
    { "what is saved is loaded, and saved again as the same bytes", test_round_trip },
    { "a witness has no ticks", test_witness_has_no_ticks },
    { "every character of the scenario survives", test_text_survives },
    { "the documented example is such a file, to the byte", test_documented_trace },
    { "a file on disk is the same document", test_files },
    { "what cannot be written or read is an error", test_files_that_cannot_be_used },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo changed[] = {
    { "a run that puts a message off for ever is no livelock",
      test_slowness_is_no_livelock },
    { "a file that breaks off is refused, wherever it does",
      test_every_prefix_is_refused },
    { "a changed scenario is refused at the first step that differs",
      test_changed_scenario },
    { "a changed step is refused by its number", test_changed_steps },
    { "a run that no longer shows its verdict is refused", test_a_missing_last_step },
    { "other formats, versions and members are refused", test_other_formats },
    { "ticks never go back, and every step has one or none", test_ticks_never_go_back },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "whole files", NULL, NULL, NULL, NULL, whole },
    { "changed files", NULL, NULL, NULL, NULL, changed },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
