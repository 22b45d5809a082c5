/* SPDX-License-Identifier: Apache-2.0 */
#include "cli-program.h"
#include "lull-test.h"

#include <json-glib/json-glib.h>
#include <string.h>

static int
write_scenarios (void)
{
  if (cli_folder_init () != 0)
    return 1;
  cli_write ("race.yaml", cli_premature);
  cli_write ("all/b/stuck.yaml", cli_deadlock);
  cli_write ("all/a.yaml", cli_premature);
  cli_write ("all/c.yaml", cli_safe);
  cli_write ("nothing-to-do.yaml", "name: nothing to do\nworkers: 2\n");
  cli_write ("all/notes.txt", "not a scenario");
  return 0;
}

/* Takes the wall-clock figure out of a line of JSON: it alone may differ from run to run.
 */
static char *
without_seconds (const char *json)
{
  g_autoptr (GRegex) regex = g_regex_new ("\"seconds\":[^,}]*", 0, 0, NULL);

  return g_regex_replace_literal (regex, json, -1, 0, "", 0, NULL);
}

static void
a_single_witness_is_explained (void)
{
  g_auto (CliOutput) output = cli_run ("check", "race.yaml", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "premature"));
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "inconsistent"));
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "orphan"));
  CU_ASSERT_STRING_EQUAL (output.err, "");
}

static void
quiet_says_the_verdict_alone (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--quiet", "race.yaml", NULL);

  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "premature"));
  CU_ASSERT_EQUAL (strchr (output.out, '\n'), output.out + strlen (output.out) - 1);
}

static void
a_folder_gets_a_line_for_each_scenario_and_a_summary (void)
{
  g_auto (CliOutput) output = cli_run ("check", "all", NULL);
  g_auto (GStrv) lines = g_strsplit (output.out, "\n", -1);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_EQUAL (g_strv_length (lines), 5);
  CU_ASSERT_PTR_NOT_NULL (strstr (lines[0], "all/a.yaml"));
  CU_ASSERT_PTR_NOT_NULL (strstr (lines[0], "premature"));
  CU_ASSERT_PTR_NOT_NULL (strstr (lines[1], "all/b/stuck.yaml"));
  CU_ASSERT_PTR_NOT_NULL (strstr (lines[1], "deadlock"));
  CU_ASSERT_PTR_NOT_NULL (strstr (lines[2], "all/c.yaml"));
  CU_ASSERT_PTR_NOT_NULL (strstr (lines[2], "safe"));
  CU_ASSERT_STRING_EQUAL (lines[3], "3 scenarios: 3 as expected");
}

static void
explain_tells_every_witness (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--explain", "all", NULL);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "orphan"));
}

static void
json_has_every_key_on_one_line_each (void)
{
  static const char *const keys[] = {
    "scenario",        "protocol", "verdict",     "cut",   "expected",       "ok",
    "exhaustive",      "states",   "transitions", "depth", "witness_length", "seconds",
    "bytes_per_state", NULL
  };
  g_auto (CliOutput) output = cli_run ("check", "--json", "all", NULL);
  g_auto (GStrv) lines = g_strsplit (output.out, "\n", -1);

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_EQUAL (g_strv_length (lines), 4);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (JsonNode) root = json_from_string (lines[i], NULL);
      JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;

      CU_ASSERT_PTR_NOT_NULL (object);
      if (object == NULL)
        return;
      for (const char *const *key = keys; *key != NULL; key++)
        CU_ASSERT_TRUE (json_object_has_member (object, *key));
      CU_ASSERT_TRUE (json_object_get_boolean_member (object, "ok"));
      CU_ASSERT_EQUAL (json_object_get_null_member (object, "cut"), i != 0);
    }
}

/* Only with a protocol that accepts them are there accepted cuts. */
static void
cuts_are_counted_in_all_orders (void)
{
  g_auto (CliOutput) race = cli_run ("check", "--json", "race.yaml", NULL);
  g_auto (CliOutput) safe = cli_run ("check", "--json", "all/c.yaml", NULL);
  g_auto (CliOutput) text = cli_run ("check", "all/c.yaml", NULL);
  g_auto (CliOutput) many = cli_run ("check", "all", NULL);
  g_autoptr (JsonNode) race_root = json_from_string (race.out, NULL);
  g_autoptr (JsonNode) safe_root = json_from_string (safe.out, NULL);
  JsonObject *object;

  CU_ASSERT_PTR_NOT_NULL_FATAL (race_root);
  CU_ASSERT_PTR_NOT_NULL_FATAL (safe_root);
  object = json_node_get_object (race_root);
  CU_ASSERT_STRING_EQUAL (json_object_get_string_member (object, "cuts_counted_in"),
                          "all orders");
  CU_ASSERT_TRUE (json_object_get_int_member (object, "cuts_accepted") > 0);
  object = json_node_get_object (safe_root);
  CU_ASSERT_TRUE (json_object_get_int_member (object, "rounds_seen") > 0);
  CU_ASSERT_EQUAL (json_object_get_int_member (object, "cuts_accepted"), 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (text.out, "  cuts         in all orders: "));
  CU_ASSERT_PTR_NULL (strstr (many.out, "in all orders"));
}

static void
two_checks_give_the_same_bytes (void)
{
  g_auto (CliOutput) first = cli_run ("check", "--explain", "all", NULL);
  g_auto (CliOutput) second = cli_run ("check", "--explain", "all", NULL);

  CU_ASSERT_STRING_EQUAL (first.out, second.out);
}

static void
an_option_without_value_refuses_one (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--json=3", "race.yaml", NULL);

  CU_ASSERT_EQUAL (output.code, 2);
  CU_ASSERT_PTR_NOT_NULL (
      strstr (output.err, "found --json=3, expected --json, which takes no value\n"));
}

static void
a_short_option_may_have_its_value_attached (void)
{
  g_auto (CliOutput) apart = cli_run ("check", "-j", "1", "race.yaml", NULL);
  g_auto (CliOutput) attached = cli_run ("check", "-j1", "race.yaml", NULL);
  g_auto (CliOutput) wrong = cli_run ("check", "-jx", "race.yaml", NULL);
  g_auto (CliOutput) operand = cli_run ("check", "--", "-j1", NULL);

  CU_ASSERT_EQUAL (attached.code, 0);
  CU_ASSERT_STRING_EQUAL (attached.out, apart.out);
  CU_ASSERT_PTR_NOT_NULL (strstr (wrong.err, "--threads: found \"x\""));
  CU_ASSERT_PTR_NOT_NULL (strstr (operand.err, "-j1"));
}

static void
the_thread_count_changes_no_byte (void)
{
  static const char *const counts[] = { "2", "3", "8" };
  g_auto (CliOutput) text = cli_run ("check", "--explain", "--whole-graph", "all", NULL);
  g_auto (CliOutput) json = cli_run ("check", "--json", "all", NULL);
  g_autofree char *json_alone = without_seconds (json.out);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_auto (CliOutput) other_text = cli_run ("check", "--explain", "--whole-graph",
                                               "--threads", counts[i], "all", NULL);
      g_auto (CliOutput) other_json =
          cli_run ("check", "--json", "--threads", counts[i], "all", NULL);
      g_autofree char *other_alone = without_seconds (other_json.out);

      CU_ASSERT_STRING_EQUAL (text.out, other_text.out);
      CU_ASSERT_STRING_EQUAL (json_alone, other_alone);
    }
}

static void
colour_comes_only_when_asked_for (void)
{
  g_auto (CliOutput) plain = cli_run ("check", "race.yaml", NULL);
  g_auto (CliOutput) coloured = cli_run ("check", "--color=always", "race.yaml", NULL);

  CU_ASSERT_PTR_NULL (strchr (plain.out, '\033'));
  CU_ASSERT_PTR_NOT_NULL (strchr (coloured.out, '\033'));
}

static void
the_command_line_overrides_the_scenario (void)
{
  g_auto (CliOutput) protocol =
      cli_run ("check", "--protocol", "pairwise", "--expect", "safe", "race.yaml", NULL);
  g_auto (CliOutput) setting =
      cli_run ("check", "--protocol", "pairwise", "--set", "protocol.snapshot=sent-done",
               "--json", "race.yaml", NULL);

  CU_ASSERT_EQUAL (protocol.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (setting.out, "pairwise (snapshot sent-done)"));
}

/* Remembers the elements of a JUnit document. */
static void
on_element (GMarkupParseContext *context,
            const char *element,
            const char **names,
            const char **values,
            gpointer user_data,
            GError **error)
{
  (void) context;
  (void) names;
  (void) values;
  (void) error;
  g_string_append_printf (user_data, "<%s>", element);
}

static void
junit_names_every_scenario (void)
{
  const GMarkupParser parser = { .start_element = on_element };
  g_autoptr (GString) elements = g_string_new (NULL);
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (&parser, 0, elements, NULL);
  g_auto (CliOutput) output =
      cli_run ("check", "--junit", "report.xml", "--expect", "safe", "race.yaml",
               "nowhere.yaml", "all/c.yaml", NULL);
  g_autofree char *xml = cli_read ("report.xml");

  CU_ASSERT_EQUAL (output.code, 2);
  CU_ASSERT_PTR_NOT_NULL (xml);
  if (xml == NULL)
    return;
  CU_ASSERT_TRUE (g_markup_parse_context_parse (context, xml, -1, NULL));
  CU_ASSERT_TRUE (g_markup_parse_context_end_parse (context, NULL));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (elements->str, "<testcase><failure><testcase><error><testcase>"));
}

static void
the_page_has_every_scenario (void)
{
  g_auto (CliOutput) output = cli_run ("check", "--html", "verdicts.html", "race.yaml",
                                       "nowhere.yaml", "all/c.yaml", NULL);
  g_autofree char *html = cli_read ("verdicts.html");

  CU_ASSERT_EQUAL (output.code, 2);
  CU_ASSERT_PTR_NOT_NULL_FATAL (html);
  CU_ASSERT_PTR_NOT_NULL (strstr (html, "<p>3 scenarios: 2 as expected, 0 with another "
                                        "verdict, 0 inconclusive, 1 unreadable.</p>"));
  CU_ASSERT_PTR_NOT_NULL (strstr (html, "<img src=\"data:image/svg+xml"));
}

static void
a_saved_witness_replays (void)
{
  g_auto (CliOutput) check = cli_run ("check", "--trace", "race.json", "race.yaml", NULL);
  g_auto (CliOutput) replay = cli_run ("replay", "race.json", NULL);
  g_auto (CliOutput) goes_on = cli_run ("replay", "--continue", "race.json", NULL);
  g_auto (CliOutput) again = cli_run ("replay", "--continue", "race.json", NULL);

  CU_ASSERT_EQUAL (check.code, 0);
  CU_ASSERT_EQUAL (replay.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (replay.out, "verdict premature as saved\n"));
  CU_ASSERT_EQUAL (goes_on.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (goes_on.out, "more with seed 1, verdict premature\n"));
  CU_ASSERT_TRUE (strlen (goes_on.out) > strlen (replay.out));
  CU_ASSERT_STRING_EQUAL (goes_on.out, again.out);
}

static void
a_safe_verdict_has_no_witness_to_save (void)
{
  g_auto (CliOutput) output =
      cli_run ("check", "--trace", "none.json", "all/c.yaml", NULL);
  g_autofree char *saved = cli_read ("none.json");

  CU_ASSERT_EQUAL (output.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.err, "the verdict safe has no witness"));
  CU_ASSERT_PTR_NULL (saved);
}

static void
a_damaged_trace_is_refused (void)
{
  static const char *const damages[][2] = {
    { "\"verdict\": \"premature\"", "\"verdict\": \"safe\"" },
    { "\"verdict\": \"premature\"", "\"verdict\": \"deadlock\"" },
    { "\"words\": \"", "\"words\": \"not " },
    { "\"action\": ", "\"action\": 1" },
    { "\"initial\": 0", "\"initial\": 7" },
    { "A -> B:", "B -> A:" },
    { "protocol: allreduce-max", "protocol: pairwise" },
    { "}", "" },
  };
  g_auto (CliOutput) check =
      cli_run ("check", "--trace", "whole.json", "race.yaml", NULL);
  g_autofree char *whole = cli_read ("whole.json");

  CU_ASSERT_EQUAL (check.code, 0);
  for (guint i = 0; i < G_N_ELEMENTS (damages) && whole != NULL; i++)
    {
      g_autoptr (GString) text = g_string_new (whole);
      g_auto (CliOutput) replay = { 0 };

      CU_ASSERT_NOT_EQUAL (g_string_replace (text, damages[i][0], damages[i][1], 1), 0);
      cli_write ("damaged.json", text->str);
      replay = cli_run ("replay", "damaged.json", NULL);
      CU_ASSERT_EQUAL (replay.code, 2);
      CU_ASSERT_TRUE (g_str_has_prefix (replay.err, "lull: damaged.json"));
      CU_ASSERT_STRING_EQUAL (replay.out, "");
    }
}

static void
each_search_and_storage_finds_the_race (void)
{
  static const char *const options[] = { "--search=breadth-first", "--search=depth-first",
                                         "--search=random-walk", "--storage=hashes",
                                         "--storage=bits" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (CliOutput) output =
          cli_run ("check", options[i], "--memory=64M", "race.yaml", NULL);

      CU_ASSERT_EQUAL (output.code, 0);
      CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "orphan"));
    }
}

static void
a_sample_never_says_safe (void)
{
  g_auto (CliOutput) output =
      cli_run ("check", "--search=random-walk", "--walks=10", "all/c.yaml", NULL);

  CU_ASSERT_EQUAL (output.code, 3);
  CU_ASSERT_PTR_NOT_NULL (strstr (output.out, "inconclusive"));
}

static void
a_storage_that_may_miss_says_so_with_what_probability (void)
{
  g_auto (CliOutput) output =
      cli_run ("check", "--storage=hashes", "--memory=64M", "all/c.yaml", NULL);

  /* Or it leaves the question open; what may not be is "safe" without a word. */
  CU_ASSERT_TRUE (output.code == 3 || strstr (output.out, "omission") != NULL);
}

/* The text from the figures of a report on. */
static const char *
figures_line (const char *report)
{
  const char *found = strstr (report, "  figures ");

  return found != NULL ? found : "no figures";
}

static void
a_search_goes_on_from_its_checkpoint_to_the_same_answer (void)
{
  g_auto (CliOutput) whole = cli_run ("check", "all/c.yaml", NULL);
  g_auto (CliOutput) part =
      cli_run ("check", "--states=50", "--checkpoint=c.checkpoint", "all/c.yaml", NULL);
  g_auto (CliOutput) rest =
      cli_run ("check", "--checkpoint=c.checkpoint", "--resume", "all/c.yaml", NULL);
  g_auto (CliOutput) foreign =
      cli_run ("check", "--checkpoint=c.checkpoint", "--resume", "race.yaml", NULL);

  CU_ASSERT_EQUAL (part.code, 3);
  CU_ASSERT_EQUAL (rest.code, 0);
  CU_ASSERT_STRING_EQUAL (figures_line (rest.out), figures_line (whole.out));
  CU_ASSERT_EQUAL (foreign.code, 2);
}

#define BREACH                                                                           \
  "broke its contract: it put more control messages on the wire than its control_max "   \
  "allows."

/* @text with every run of spaces and line ends made one space. */
static char *
unwrapped (const char *text)
{
  g_autoptr (GRegex) space = g_regex_new ("\\s+", 0, 0, NULL);

  return g_regex_replace_literal (space, text, -1, 0, " ", 0, NULL);
}

static void
a_broken_contract_is_explained (void)
{
  static const char *const options[] = { "--search=breadth-first", "--search=depth-first",
                                         "--search=random-walk",   "--storage=hashes",
                                         "--storage=bits",         "--no-reduction",
                                         "--whole-graph",          "--threads=3" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (CliOutput) output =
          cli_run ("check", "--plugin", LULL_CARELESS_PLUGIN, "--protocol", "careless",
                   "--memory=64M", options[i], "nothing-to-do.yaml", NULL);
      g_autofree char *words = unwrapped (output.out);

      CU_ASSERT_EQUAL (output.code, 3);
      CU_ASSERT_PTR_NOT_NULL (strstr (words, BREACH));
      CU_ASSERT_PTR_NOT_NULL (strstr (words, "A run that breaks the contract: "));
      CU_ASSERT_PTR_NOT_NULL (strstr (words, "a protocol that keeps its contract"));
      CU_ASSERT_PTR_NULL (strstr (words, "limit on constraint"));
    }
}

static void
a_broken_contract_is_told_in_one_line_and_in_json (void)
{
  g_auto (CliOutput) quiet =
      cli_run ("check", "--plugin", LULL_CARELESS_PLUGIN, "--protocol", "careless",
               "--quiet", "nothing-to-do.yaml", NULL);
  g_auto (CliOutput) json =
      cli_run ("check", "--plugin", LULL_CARELESS_PLUGIN, "--protocol", "careless",
               "--json", "nothing-to-do.yaml", NULL);
  g_autofree char *words = unwrapped (quiet.out);
  g_autoptr (JsonNode) root = json_from_string (json.out, NULL);
  const char *breach;

  CU_ASSERT_PTR_NOT_NULL (strstr (words, BREACH));
  CU_ASSERT_PTR_NULL (strstr (words, "A run that"));
  CU_ASSERT_PTR_NOT_NULL_FATAL (root);
  breach = json_object_get_string_member (json_node_get_object (root), "breach");
  CU_ASSERT_PTR_NOT_NULL_FATAL (breach);
  CU_ASSERT_TRUE (g_str_has_suffix (breach, BREACH));
}

/* The sweep has two points, and the note on the file comes once. */
static void
what_is_set_to_no_effect_is_noted_once_a_file (void)
{
  static const char *const text =
      "calls: [W0 -> W1]\nprotocol: pairwise\nsweep: { workers: [2, 3] }\n";
  static const char *const note =
      "lull: note: vain.yaml:4:12: network.deduplication has no effect: "
      "network.duplication is 0\n";
  g_autofree char *vain = g_strconcat (text, "network: { deduplication: true }\n", NULL);
  g_auto (CliOutput) without = { 0 };
  g_auto (CliOutput) with = { 0 };
  g_auto (CliOutput) json = { 0 };
  g_auto (CliOutput) run = { 0 };

  cli_write ("vain.yaml", text);
  without = cli_run ("check", "vain.yaml", NULL);
  cli_write ("vain.yaml", vain);
  with = cli_run ("check", "vain.yaml", NULL);
  json = cli_run ("check", "--json", "--set", "workers=2", "vain.yaml", NULL);
  run = cli_run ("run", "--quiet", "--set", "workers=2", "vain.yaml", NULL);
  CU_ASSERT_EQUAL (with.code, 0);
  CU_ASSERT_STRING_EQUAL (with.out, without.out);
  CU_ASSERT_STRING_EQUAL (without.err, "");
  CU_ASSERT_STRING_EQUAL (with.err, note);
  CU_ASSERT_STRING_EQUAL (run.err, note);
  CU_ASSERT_PTR_NOT_NULL (strstr (json.out, "\"notes\": [\"vain.yaml:4:12: network."));
}

static void
a_write_beyond_the_node_is_noticed (void)
{
  g_auto (CliOutput) output =
      cli_run ("check", "--plugin", LULL_SPRAWLING_PLUGIN, "--protocol", "sprawling",
               "nothing-to-do.yaml", NULL);
  g_autofree char *words = unwrapped (output.out);

  CU_ASSERT_EQUAL (output.code, 3);
  CU_ASSERT_PTR_NOT_NULL (strstr (words, "broke its contract: it wrote beyond its node"));
}

int
main (void)
{
  CU_TestInfo searches[] = {
    { "each search and storage finds the race", each_search_and_storage_finds_the_race },
    { "a sample never says safe", a_sample_never_says_safe },
    { "a storage that may miss says so, with what probability",
      a_storage_that_may_miss_says_so_with_what_probability },
    { "a search goes on from its checkpoint to the same answer",
      a_search_goes_on_from_its_checkpoint_to_the_same_answer },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo text[] = {
    { "a single witness is explained", a_single_witness_is_explained },
    { "--quiet says the verdict alone", quiet_says_the_verdict_alone },
    { "a folder gets a line for each scenario and a summary",
      a_folder_gets_a_line_for_each_scenario_and_a_summary },
    { "--explain tells every witness", explain_tells_every_witness },
    { "colour comes only when asked for", colour_comes_only_when_asked_for },
    { "the command line overrides the scenario",
      the_command_line_overrides_the_scenario },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo sinks[] = {
    { "JSON has every key, on one line each", json_has_every_key_on_one_line_each },
    { "cuts are counted in all orders", cuts_are_counted_in_all_orders },
    { "JUnit names every scenario", junit_names_every_scenario },
    { "the page has every scenario", the_page_has_every_scenario },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo bytes[] = {
    { "two checks give the same bytes", two_checks_give_the_same_bytes },
    { "an option without value refuses one", an_option_without_value_refuses_one },
    { "a short option may have its value attached",
      a_short_option_may_have_its_value_attached },
    { "the thread count changes no byte", the_thread_count_changes_no_byte },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo traces[] = {
    { "a saved witness replays", a_saved_witness_replays },
    { "a safe verdict has no witness to save", a_safe_verdict_has_no_witness_to_save },
    { "a damaged trace is refused", a_damaged_trace_is_refused },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo contracts[] = {
    { "a broken contract is explained", a_broken_contract_is_explained },
    { "a broken contract is told in one line, and in JSON",
      a_broken_contract_is_told_in_one_line_and_in_json },
    { "what is set to no effect is noted, once a file",
      what_is_set_to_no_effect_is_noted_once_a_file },
    { "a write beyond the node is noticed", a_write_beyond_the_node_is_noticed },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "text", write_scenarios, cli_folder_clear, NULL, NULL, text },
    { "sinks", write_scenarios, cli_folder_clear, NULL, NULL, sinks },
    { "same bytes", write_scenarios, cli_folder_clear, NULL, NULL, bytes },
    { "searches", write_scenarios, cli_folder_clear, NULL, NULL, searches },
    { "traces", write_scenarios, cli_folder_clear, NULL, NULL, traces },
    { "contracts", write_scenarios, cli_folder_clear, NULL, NULL, contracts },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
